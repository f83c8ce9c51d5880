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
