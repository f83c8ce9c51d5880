"""What programs that learn are told, number by number.

The conformance suite compares the numbers by hand with those by the schema; both write a few of
them with the same functions, so here stands what they are."""

from __future__ import annotations

from typing import Any

from kamiza.core.layout import layout_of
from kamiza.games import game
from tests.conformance.number_checks import row_of

GAME = game("shintoh")
A_COMPETITION = {
    "seats": 3, "asked": "B", "dealer": "C", "altar": "susanoo", "harvest": "2", "discard": "3",
    "used": ["jewel"],
    "players": {
        "A": {
            "hand": "221", "placed": "33", "known": "2", "gods": ["mirror", "izanagi"],
            "face_down": "amaterasu", "role_taken": True,
        },
        "B": {"hand": "311", "known": "31", "placed": "2", "gods": ["jewel"]},
        "C": {"in": False, "hand": "1", "known": "1"},
    },
}  # fmt: skip


def told(position: dict[str, Any], seat: int) -> dict[str, int]:
    """The numbers that are not 0, for the seat that looks."""
    state = GAME.load(position)
    layout = layout_of(GAME, state.seats)
    row = row_of(GAME, layout, state, seat, plainly=False)
    assert row == row_of(GAME, layout, state, seat, plainly=True)
    return {name: number for name, number in zip(layout.names, row, strict=True) if number}


def test_the_own_cards_and_what_is_known_of_the_others() -> None:
    """From seat A on, clockwise: how many cards they have, and those that everybody can name.
    [OF-NUM-19] [OF-RUL-17]"""
    assert told(A_COMPETITION, 0) == {
        "table.asked.plus1": 1, "table.question.TURN": 1, "table.dealer.plus2": 1,
        "table.altar.susanoo": 1, "table.god_pile": 11, "table.offering_pile": 18,
        "table.harvest.sake": 1, "table.discard.rice": 1, "table.used.jewel": 1, "me.hand_size":
        3, "me.hand.sake": 2, "me.hand.salt": 1, "me.known.sake": 1, "me.placed.rice": 2,
        "me.in": 1, "me.gods.izanagi": 1, "me.gods.mirror": 1, "me.face_down": 1,
        "me.face_down_god.amaterasu": 1, "me.role_taken": 1, "plus1.hand_size": 3,
        "plus1.known.rice": 1, "plus1.known.salt": 1, "plus1.placed.sake": 1, "plus1.in": 1,
        "plus1.gods.jewel": 1, "plus1.face_down": 1, "plus2.hand_size": 1, "plus2.known.salt":
        1, "plus2.face_down": 1,
    }  # fmt: skip


def test_who_is_asked_learns_the_same_of_the_table() -> None:
    """Only the own hand and the own face-down god are another's."""
    assert told(A_COMPETITION, 1) == {
        "table.asked.me": 1, "table.question.TURN": 1, "table.dealer.plus1": 1,
        "table.altar.susanoo": 1, "table.god_pile": 11, "table.offering_pile": 18,
        "table.harvest.sake": 1, "table.discard.rice": 1, "table.used.jewel": 1, "me.hand_size":
        3, "me.hand.rice": 1, "me.hand.salt": 2, "me.known.rice": 1, "me.known.salt": 1,
        "me.placed.sake": 1, "me.in": 1, "me.gods.jewel": 1, "me.face_down": 1,
        "me.face_down_god.izanami": 1, "plus1.hand_size": 1, "plus1.known.salt": 1,
        "plus1.face_down": 1, "plus2.hand_size": 3, "plus2.known.sake": 1, "plus2.placed.rice":
        2, "plus2.in": 1, "plus2.gods.izanagi": 1, "plus2.gods.mirror": 1, "plus2.face_down": 1,
        "plus2.role_taken": 1,
    }  # fmt: skip


def test_a_spectator_learns_what_everybody_sees() -> None:
    mine = ("me.hand.", "me.face_down_god.")
    known = told(A_COMPETITION, 0).items()
    assert told(A_COMPETITION, -1) == {
        name: number for name, number in known if not name.startswith(mine)
    }
