"""Values and plans: chances that add up, plans that see views only, and better than quick moves."""

from __future__ import annotations

import pytest

from kamiza.bots import UnknownBot, make_bot
from kamiza.bots.learned import read_value, value_of
from kamiza.bots.levels import LEVELS, level_of, levels_of
from kamiza.bots.value import ONE, Value, won
from kamiza.core.action import NOBODY
from kamiza.core.content import ContentError
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game
from tests.bots.test_features import positions


def plain_value(name: str) -> Value:
    """Every first feature counts a hundredth."""
    rules = game(name)
    row = [10_000] + [0] * (len(rules.feature_names) - 1)
    return Value(rules, [row] * len(rules.stage_names))


@pytest.mark.parametrize("name", NAMES)
def test_chances_add_up_to_one(name: str) -> None:
    rules = game(name)
    for value in (plain_value(name), value_of(rules, next(iter(positions(rules, 3, 5, 1))))):
        assert value is not None
        for state in positions(rules, 3, 5, 9):
            chances = list(value.chances(state, 0))
            assert all(0 <= chance <= ONE for chance in chances)
            assert ONE - 3 <= sum(chances) <= ONE


def test_who_has_more_of_what_counts_has_the_better_chance() -> None:
    value = plain_value("battles")
    rules = game("battles")
    state = rules.start(Setup(3, {"god_choice": "random"}, 1))
    position = rules.save(state)
    position["players"]["B"]["energy"] = 24  # type: ignore[index]
    chances = list(value.chances(rules.load(position), 0))
    assert chances[1] > chances[0]
    assert chances[1] > chances[2]


def test_a_side_wins_together_and_the_fallen_have_no_chance() -> None:
    rules = game("battles")
    settings = {"mode": "team", "round_limit": 3, "god_choice": "random"}
    rng = fast_rng(2)
    state = rules.start(Setup(4, settings, 2))
    while state.asked != NOBODY:
        chances = list(plain_value("battles").chances(state, 0))
        by_side = {rules.side(state, seat): chances[seat] for seat in range(4)}
        assert all(by_side[rules.side(state, seat)] == chances[seat] for seat in range(4))
        assert sum(by_side.values()) == pytest.approx(ONE, abs=3)
        rules.apply(state, rules.quick_move(state, rng))
    gains = [won(rules, state, seat) for seat in range(4)]
    assert sorted(set(gains)) in ([0, ONE], [ONE // 2])


def test_a_feature_that_nobody_learned_weighs_nothing() -> None:
    rules = game("kodama")
    stages = len(rules.stage_names)
    value = read_value(rules, {"score": [5] * stages, "gone": [7] * stages})
    assert list(value.weights[0])[:2] == [5, 0]
    with pytest.raises(ContentError, match="a weight for each of"):
        read_value(rules, {"score": [5]})


@pytest.mark.parametrize("name", NAMES)
def test_levels_answer_with_a_listed_move_and_repeat_it(name: str) -> None:
    rules = game(name)
    quick = [level for level in levels_of(rules) if level.is_quick]
    assert len(quick) >= 2
    for number, state in enumerate(positions(rules, 2, 6, 60)):
        view = rules.view(state, state.asked)
        for level in quick[:2]:
            answer = make_bot(level.level, rules, number).choose(view)
            assert rules.check(state, state.asked, answer) is None
            assert make_bot(level.level, rules, number).choose(view) == answer


@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_dealt_anew_change_no_decision(name: str) -> None:
    """Whoever sees the same view with the same chance decides the same."""
    rules = game(name)
    rng = fast_rng(8)
    for state in positions(rules, 2, 9, 45):
        seat = state.asked
        view = rules.view(state, seat)
        told = rules.read_view(view.as_json())
        other = rules.worlds(view).sample(rng)
        answers = {
            make_bot("adept", rules, 5).choose(seen)
            for seen in (view, told, rules.view(other, seat))
        }
        assert len(answers) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_level_has_a_name_and_a_character(name: str) -> None:
    for level in levels_of(game(name)):
        for words in (level.name, level.character):
            assert words["en"]
            assert words["ja"]
            assert words["en"] != words["ja"]


def test_a_game_that_says_nothing_about_bots_has_levels_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KAMIZA_GAMES", "high_card=tests.fifth.high_card.game:HighCard")
    rules = game("high_card")
    assert [level.level for level in levels_of(rules)] == list(LEVELS)
    assert level_of(rules, "kami").seconds > level_of(rules, "adept").seconds
    state = rules.start(Setup(2, {}, 1))
    answer = make_bot("adept", rules, 1).choose(rules.view(state, state.asked))
    assert rules.check(state, state.asked, answer) is None


@pytest.mark.parametrize("name", ["plan:beam", "plan:beam=x", "plan:width=3", "novice:3", "kami "])
def test_a_bot_that_is_not_is_named(name: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(name, game("shintoh"), 1)
