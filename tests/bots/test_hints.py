"""Hints: the best options with reasons, from a view alone, in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kamiza.bots.hints import Hint, hint
from kamiza.bots.options import Study, compare, distinct, study_of
from kamiza.bots.planning import Style
from kamiza.bots.reasons import reasons, wordings_of
from kamiza.core.content import ContentError, Table
from kamiza.core.game import Game, Setup
from kamiza.core.rng import fast_rng
from kamiza.core.rules import LANGUAGES
from kamiza.games import NAMES, game
from tests.bots.test_features import positions

ENGINE = re.compile(r"[{}_]|\+[a-z]|\bstop\b|\?")
SECOND = 2


def short(rules: Game) -> Study:
    """As the game is studied, with narrower plans in fewer worlds."""
    study = study_of(rules)
    own = study.style
    style = Style(own.horizon, min(own.beam, 1), own.depth, 1, 0, 0, 0, 0)
    return replace(study, style=style, worlds=min(study.worlds, 3), looked_at=3)


def hints_of(name: str, seats: int, every: int) -> list[tuple[Hint, int]]:
    rules = game(name)
    return [
        (hint(rules, rules.view(state, state.asked), 5, short(rules)), len(rules.moves(state)))
        for state in positions(rules, seats, 6, every)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_ranks_few_options_and_says_why(name: str) -> None:
    told = hints_of(name, 3, 41)
    assert len(told) > 2
    for found, moves in told:
        chances = [option.chance for option in found.options]
        assert 1 <= len(chances) <= min(3, moves)
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert found.is_only == (moves == 1)
        acts = [tuple(option.moves) for option in found.options]
        assert len(set(acts)) == len(acts)
    whys = [option.why for found, _ in told for option in found.options if option.why["en"]]
    assert whys


@pytest.mark.parametrize("name", NAMES)
def test_hints_speak_the_words_of_the_game(name: str) -> None:
    for found, _ in hints_of(name, 2, 29):
        for option in found.options:
            for text in (option.name, option.why):
                for language in LANGUAGES:
                    said = re.sub(r"\{[A-F]\}", "", text[language])
                    assert not ENGINE.search(said), said
            assert len(option.why["en"]) < 200
            assert bool(option.why["en"]) == bool(option.why["ja"])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_no_hint(name: str) -> None:
    """Everything hidden is dealt anew: the same seed gives the same hint, to the last letter."""
    rules = game(name)
    rng = fast_rng(8)
    study = short(rules)
    for number, state in enumerate(positions(rules, 3, 9, 37)):
        view = rules.view(state, state.asked)
        other = rules.worlds(view).sample(rng)
        again = rules.view(other, other.asked)
        assert hint(rules, view, number, study) == hint(rules, again, number, study)


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_is_spoken_of_or_silent_on_purpose(name: str) -> None:
    """`wordings_of` refuses a file that forgets one; every sentence has only known holes."""
    for wording in wordings_of(game(name)):
        for ways in wording.ways.values():
            for language in LANGUAGES:
                holes = set(re.findall(r"\{(\w+)\}", ways[language]))
                assert holes <= {"number", "name", "place", "thing"}
                assert ("name" in holes) == ("name" in re.findall(r"\{(\w+)\}", ways["en"]))
            assert ("{number}" not in ways["en"]) or wording.number >= 0


def test_a_forgotten_feature_is_named() -> None:
    from kamiza.bots import reasons as module

    rules = game("shintoh")
    kept = [wording for wording in wordings_of(rules) if wording.matter != "altar"]
    with pytest.raises(ContentError, match=r"never or twice: .*highest"):
        module.check_whole(rules, Table("reasons.toml", "the file", {"silent": []}), kept)


def test_a_reason_speaks_for_the_option_that_has_more() -> None:
    """Turned round, what spoke for an option speaks against the other."""
    rules = game("kamisama")
    for state in positions(rules, 3, 6, 31):
        found = compare(rules, rules.view(state, state.asked), 3, short(rules))
        best = distinct(found, SECOND)
        if len(best) < SECOND:
            continue
        there = reasons(rules, found.seat, best[0], best[1])
        back = reasons(rules, found.seat, best[1], best[0])
        if best[0].stage == best[1].stage:
            mine = {(one.seat, one.wording.matter): one.weight for one in there}
            yours = {(one.seat, one.wording.matter): one.weight for one in back}
            for matter in mine.keys() & yours.keys():
                assert mine[matter] == pytest.approx(-yours[matter])


def test_a_lead_that_nobody_can_attack_is_told_with_its_village() -> None:
    """ "leads Fishing for good": the features of each village tell which."""
    said = " ".join(
        option.why["en"]
        for state in positions(game("kamisama"), 4, 5, 17)
        for option in hint(
            game("kamisama"), game("kamisama").view(state, state.asked), 1,
            short(game("kamisama")),
        ).options
    ).lower()  # fmt: skip
    assert re.search(r"leads (farming|wealthy|fishing|holy) for good", said)


def test_a_game_without_a_value_is_played_out() -> None:
    """Its hints have chances and no reasons."""
    rules = game("shintoh")
    study = study_of(rules)
    from kamiza.bots.styles import planning_of, style_of

    style = style_of(planning_of(rules) | {"horizon": "game"})
    state = rules.start(Setup(2, {}, 3))
    found = hint(rules, rules.view(state, state.asked), 1, replace(study, style=style, worlds=8))
    assert {option.why["en"] for option in found.options} == {""}
    assert {8 * option.chance % 1 for option in found.options} <= {0.0, 0.5}
