"""Undo stops where something came to light: `state.reveals` counts it."""

from __future__ import annotations

import pytest

from kamiza.games import game

BASE: dict[str, object] = {"seats": 3, "asked": "A"}
FACE_DOWN_SWORD = {"players": {"A": {"face_down": "sword"}}}
UNKNOWN_CARD = {"players": {"A": {"hand": "3211", "known": "321"}}}
MIRROR = {"players": {"A": {"gods": ["mirror"]}}}


@pytest.mark.parametrize(
    ("position", "move", "is_news"),
    [
        ({}, "+rice", False),  # everybody could deduce that hand [OF-NUM-19]
        (UNKNOWN_CARD, "+rice", False),
        ({"players": {"A": {"hand": "3211", "known": "211"}}}, "+rice", True),
        (FACE_DOWN_SWORD, "sword", True),  # it is turned up [OF-TRE-04]
        ({"players": {"A": {"gods": ["sword"]}}}, "sword", False),
        (MIRROR, "mirror", True),  # the pile is looked through [OF-RUL-15]
        ({}, "look", True),
        ({}, "pass", True),  # a Harvest Card is turned up
    ],
)
def test_what_counts_as_news(position: dict[str, object], move: str, is_news: bool) -> None:
    rules = game("shintoh")
    state = rules.load({**BASE, **position})
    rules.act(state, 0, move)
    assert (state.reveals > 0) is is_news


def test_only_looking_at_the_role_card_is_done_at_any_time_and_for_good() -> None:
    """[OF-RUL-17]: it is no move of a turn, and nobody can forget what they saw; cards that are
    added are new to the others alone."""
    rules = game("shintoh")
    moves = [rules.describe(action) for action in range(16)]
    assert [move for move in moves if rules.is_command(move)] == ["look"]
    assert [move for move in moves if rules.stays(move)] == ["look"]
    own = [move for move in moves if rules.shows_only_own(move)]
    assert own == ["+rice", "+sake", "+salt"]
