"""The coach: chances from what was known, better moves, luck and skill."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kamiza.bots.learned import value_of
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.record import new_record, note
from kamiza.core.rng import fast_rng
from kamiza.core.rules import LANGUAGES
from kamiza.games import NAMES, game
from kamiza.play.coach import Decision, Look, Moves, Point, graph, judge, look, luck_of, played
from kamiza.play.coach_words import moments, summaries
from kamiza.play.percent import percent, signed
from kamiza.terminal.main import main

SOME = 24  # moves of a game that are looked at
SHUFFLE = 6  # whose last moves decide something


@cache
def quick_game(name: str) -> tuple[Game, State, Moves]:
    rules = game(name)
    start = rules.start(Setup(3, rules.trial_settings(), SHUFFLE))
    state, rng, moves = start.clone(), fast_rng(2), []
    while state.asked != NOBODY:
        action = rules.quick_move(state, rng)
        moves.append((int(state.asked), rules.describe(action)))
        rules.apply(state, action)
    return rules, start, moves


@cache
def looked_at(name: str) -> tuple[list[Point], list[Look]]:
    rules, start, moves = quick_game(name)
    first = len(moves) - SOME  # the end decides most
    return graph(rules, start, moves), look(rules, start, moves, first, len(moves))


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_goes_from_the_deal_to_the_result(name: str) -> None:
    rules, start, moves = quick_game(name)
    points, _ = looked_at(name)
    steps = [point.step for point in points]
    assert steps[0] == 0
    assert steps[-1] == len(moves)
    assert steps == sorted(set(steps))
    for point in points:
        assert len(point.chances) == 4  # three seats, and what everybody could see
        for row in point.chances:
            assert sum(row) == pytest.approx(1, abs=0.001)
    *_, (_, end) = played(rules, start, moves)
    assert points[-1].chances[0] == rules.payoffs(end)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_neither_the_graph_nor_what_was_better(name: str) -> None:
    """Everything hidden from a seat is dealt anew, and the coach says the same to the seat."""
    rules, start, moves = quick_game(name)
    rng = fast_rng(3)
    value = value_of(rules, start)
    assert value is not None
    for step, state in played(rules, start, moves):
        if step % 67 or step == len(moves):
            continue
        seat, text = moves[step]
        other = rules.worlds(rules.view(state, seat)).sample(rng)
        assert list(value.chances(state, seat)) == list(value.chances(other, seat))
        action = int(rules.read(seat, text))
        if rules.check(other, seat, action) is None:
            assert judge(rules, state, step, seat, action) == judge(
                rules, other, step, seat, action
            )


@pytest.mark.parametrize("name", NAMES)
def test_a_better_move_is_possible_and_leaves_more(name: str) -> None:
    rules, start, moves = quick_game(name)
    _, looks = looked_at(name)
    states = {step: state.clone() for step, state in played(rules, start, moves)}
    decisions = [one.decision for one in looks if one.decision is not None]
    choices_of_two: list[Decision] = []
    for one in decisions:
        assert one.best >= one.chance
        assert (one.loss > 0) == bool(one.moves)
        assert not (one.loss > 0 and one.gain > 0)
        assert one.name["en"]
        if len(rules.moves(states[one.step])) == 2:
            choices_of_two.append(one)
        if one.moves:
            assert rules.why_not(states[one.step], one.seat, one.moves[0]) is None
            assert one.better["en"]
            assert one.better["ja"]
    assert 0 < len(choices_of_two) < len(decisions)


@pytest.mark.parametrize("name", NAMES)
def test_luck_and_skill_add_up(name: str) -> None:
    points, looks = looked_at(name)
    found = summaries(points, looks)
    assert [one.end for one in found] == points[-1].chances[-1]
    assert {one.even for one in found} == {sum(points[-1].chances[-1]) / len(found)}
    assert sum(one.luck for one in found) == pytest.approx(0, abs=1e-9)
    assert sum(one.skill for one in found) == pytest.approx(0, abs=1e-9)
    for one in found:
        assert one.luck + one.skill == pytest.approx(one.end - one.even)
        for language in LANGUAGES:
            assert "{" + "ABC"[one.seat] + "}" in one.text[language]
        assert re.search(r"[.:] \S", one.text["en"])  # sentence after sentence
        assert not re.search(r"\.\S", one.text["en"])
        assert "。 " not in one.text["ja"]


@pytest.mark.parametrize("name", NAMES)
def test_key_moments_are_few_large_and_told_in_words(name: str) -> None:
    _, looks = looked_at(name)
    found = moments(looks)
    assert found or name in ("kodama", "battles")  # quick bots there do what anybody would see
    turns = set()
    for one in found:
        assert abs(one.change) >= 0.05
        for language in LANGUAGES:
            said = re.sub(r"\{[A-F]\}", "", one.text[language] + one.better[language])
            assert not re.search(r"[{}_]", said), said
        if one.kind != "luck":
            decision = next(look.decision for look in looks if look.step == one.step)
            assert decision is not None
            assert (one.seat, decision.turn) not in turns  # one mistake is told once
            turns.add((one.seat, decision.turn))
    for seat in range(3):
        assert len([one for one in found if one.seat == seat]) <= 8


def test_luck_is_where_chance_or_hidden_things_are() -> None:
    """In Shintoh a god that is turned up is luck; laying a card that one holds is none."""
    rules, start, moves = quick_game("shintoh")
    value = value_of(rules, start)
    kinds, has_been_lucky = set(), False
    for step, state in played(rules, start, moves):
        if step == len(moves):
            break
        seat, text = moves[step]
        reveals = state.reveals
        found = luck_of(rules, value, state, seat, int(rules.read(seat, text)), fast_rng(step))
        after = state.clone()
        rules.apply(after, rules.read(seat, text))
        kinds.add((bool(found), after.reveals != reveals))
        has_been_lucky |= any(abs(luck) > 0.01 for luck in found)
        if text.startswith("+") and found:
            assert len(found) == 3
    assert has_been_lucky
    assert (True, True) in kinds
    assert (False, False) in kinds


def test_chances_are_whole_per_cents_and_nobody_is_sure_before_the_end() -> None:
    chances = (0, 0.004, 0.01, 0.384, 0.99, 0.996, 1)
    told = [percent(chance, "en") for chance in chances]
    assert told == ["0 %", "under 1 %", "1 %", "38 %", "99 %", "over 99 %", "100 %"]
    told = [percent(chance, "ja") for chance in chances]
    assert told == ["0 %", "1 %未満", "1 %", "38 %", "99 %", "99 %超", "100 %"]
    assert [signed(change) for change in (0.09, -0.18, 0)] == ["+9 %", "−18 %", "±0 %"]


def test_kamiza_analyse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, start, moves = quick_game("shintoh")
    record = new_record(rules, Setup(3, rules.trial_settings(), SHUFFLE), ["Mika", "Haru", "Sora"])
    state = start.clone()
    for seat, text in moves[:60]:
        rules.act(state, seat, text)
        note(record, rules, state, seat, text)
    file = tmp_path / "game.json"
    file.write_text(record.as_text())
    assert main(["analyse", str(file), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Key moments in 60 moves" in said
    assert "Luck and skill" in said
    assert "Haru: luck" in said
    assert main(["analyse", str(file), "--json", "--seat", "B"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["seat"] for one in told["players"]} == {"B"}
    assert len(told["moves"]) == 60
    assert main(["analyse", str(tmp_path / "nothing.json")]) == 2
    file.write_text(record.as_text().replace("A: ", "B: ", 1))
    assert main(["analyse", str(file)]) == 2
    assert re.search(r"move \d+ \(B: ", capsys.readouterr().err)


def test_good_luck_and_bad_are_told_as_what_they_are() -> None:
    lucky, unlucky = moments([Look(5, None, [0.3, -0.2])])
    assert (lucky.kind, lucky.seat, lucky.change) == ("luck", 0, 0.3)
    assert (unlucky.kind, unlucky.seat, unlucky.change) == ("luck", 1, -0.2)
    assert lucky.text["en"].endswith("was worth 30 % more to {A} than usual.")
    assert "cost {B} 20 %" in unlucky.text["en"]


def test_a_move_that_costs_as_much_as_counts_is_a_mistake() -> None:
    """Five per cent; what costs less is told of by nobody."""
    text = {"en": "Pass.", "ja": "パス。"}
    one = Decision(5, 0, text, 0.0, 0.05, 0.0, ["+salt"], text, text, 1, is_obvious=False)
    points = [Point(step, [[0.5, 0.5]] * 3) for step in (0, 9)]
    for best, is_mistake in ((0.05, True), (0.049, False)):
        looks = [Look(5, replace(one, best=best), [])]
        assert [moment.kind for moment in moments(looks)] == ["mistake"] * is_mistake
        assert (summaries(points, looks)[0].worst == 5) is is_mistake


def test_what_anybody_would_have_done_is_nobody_s_best_move() -> None:
    text = {"en": "Win.", "ja": "勝つ。"}
    one = Decision(5, 0, text, 1.0, 1.0, 0.6, [], {}, text, 1, is_obvious=True)
    points = [Point(step, [[0.5, 0.5]] * 3) for step in (0, 9)]
    for is_obvious in (True, False):
        looks = [Look(5, replace(one, is_obvious=is_obvious), [])]
        assert ("Best move" in str(summaries(points, looks)[0])) is not is_obvious
        assert bool(moments(looks)) is not is_obvious


def test_a_move_that_wins_as_much_as_counts_is_told_of() -> None:
    """Five per cent more than anything else; of luck 10 per cent."""
    text = {"en": "Win.", "ja": "勝つ。"}
    one = Decision(5, 0, text, 1.0, 1.0, 0.0, [], {}, text, 1, is_obvious=False)
    for amount, is_told in ((0.05, True), (0.049, False)):
        looks = [Look(5, replace(one, gain=amount), [])]
        assert [moment.kind for moment in moments(looks)] == ["find"] * is_told
    for amount, is_told in ((0.1, True), (0.099, False)):
        for luck in ([amount, 0.0], [0.0, -amount]):
            assert bool(moments([Look(5, None, luck)])) is is_told
