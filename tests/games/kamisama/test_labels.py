"""What the label of a move promises is what happens."""

from __future__ import annotations

from typing import Any

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.play.speech import labels

KAMISAMA = game("kamisama")


def view_of(position: dict[str, object], seat: int = 0) -> dict[str, Any]:
    return KAMISAMA.screen(KAMISAMA.view(KAMISAMA.load(position), seat))


def test_an_add_names_its_yield_and_its_token() -> None:
    position: dict[str, object] = {
        "seats": 4,
        "players": {"A": {"kami": "raijin", "shrines": "FA.a2 FA.b2"}},
    }
    told = labels(KAMISAMA, view_of(position))["add FA.c2"]
    assert told["label"]["en"] == "Add Farming c2 (temple)"
    assert told["effect"]["en"] == (
        "{A} adds a shrine on Farming c2: 1 Favor and 1 Nature. "
        "{A} takes a token of the Farming village. Longest chain of {A} in Farming: 2 → 3."
    )
    assert "{A}は農村の村トークンを取ります。" in told["effect"]["ja"]


def test_a_remove_tells_whose_chain_breaks() -> None:
    position: dict[str, object] = {
        "seats": 4,
        "players": {"A": {"kami": "raijin"}, "B": {"shrines": "FA.a2 FA.b2 FA.c2"}},
    }
    told = labels(KAMISAMA, view_of(position))
    assert told["remove FA.b2"]["effect"]["en"].endswith("Longest chain of {B} in Farming: 3 → 1.")
    assert told["remove FA.b2"]["effect"]["ja"].endswith("農村での{B}の最長のつながり：3→1。")


def test_an_ability_says_what_it_is() -> None:
    told = labels(KAMISAMA, view_of({"seats": 4, "players": {"A": {"kami": "inari"}}}))["use 2"]
    assert told["label"]["en"] == "Harvest Festival"
    assert told["effect"]["en"].startswith("costs 1: Gain 1 Favor for each")


ALL_ELSEWHERE = (
    "WE.b1 WE.c1 WE.d1 WE.a2 WE.b2 WE.d2 FI.a1 FI.b1 FI.c1 FI.d1 FI.a2 FI.b2 HO.a1 HO.c1 HO.d1 "
    "HO.a2 HO.b2 HO.c2"
)


def test_a_cube_spent_for_nothing_says_why() -> None:
    """[KS-RUL-07]"""
    position: dict[str, object] = {
        "seats": 4,
        "players": {"A": {"kami": "inari", "shrines": ALL_ELSEWHERE}},
    }
    told = labels(KAMISAMA, view_of(position))["idle"]
    assert told["label"]["en"] == "Spend a cube for nothing"
    assert told["effect"]["en"] == (
        "An Add without a shrine: it counts as one of your four Adds and Removes."
    )
    assert told["effect"]["ja"].startswith("祠なしの「置く」")
    position |= {"year": 3, "turn": {"cubes": 1, "basics": 4, "used": [1, 2]}}
    told = labels(KAMISAMA, view_of(position))["idle"]
    assert told["effect"]["en"] == "Nothing else is possible."
    assert told["effect"]["ja"] == "ほかには何もできません。"


def test_an_ability_without_shrines_promises_only_its_gain() -> None:
    """[KS-DES-17]"""
    position: dict[str, object] = {
        "seats": 4,
        "players": {"A": {"kami": "yue", "shrines": ALL_ELSEWHERE}},
    }
    told = labels(KAMISAMA, view_of(position))["use 1"]
    assert told["effect"]["en"].endswith("{A} gains 1 Nature.")


def test_labels_never_tell_what_chance_decides() -> None:
    """Every move of random games has a label, and labels follow from the view alone."""
    for seats in (2, 4):
        state = KAMISAMA.start(Setup(seats, {}, seats))
        rng = fast_rng(seats)
        number = 0
        while state.asked != NOBODY:
            number += 1
            if number % 9 == 0:
                view = KAMISAMA.view(state, state.asked)
                told = labels(KAMISAMA, KAMISAMA.screen(view))
                other = KAMISAMA.imagine(view, fast_rng(number))
                again = KAMISAMA.screen(KAMISAMA.view(other, state.asked))
                assert labels(KAMISAMA, again) == told
                assert all(text["label"]["en"] for text in told.values())
            listed = KAMISAMA.moves(state)
            KAMISAMA.apply(state, listed[rng.below(len(listed))])
