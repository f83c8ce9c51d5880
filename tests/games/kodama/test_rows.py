"""What programs that learn are told, number by number.

The conformance suite compares the numbers by hand with those by the schema; both write a few of
them with the same functions, so here stands what they are."""

from __future__ import annotations

from typing import Any

from kamiza.core.layout import layout_of
from kamiza.games import game
from tests.conformance.number_checks import row_of

GAME = game("kodama")
A_SUMMER = {
    "seats": 3, "season": "summer", "decree": "DM1", "past": ["DS1"], "display": ["B38", "B18"],
    "removed": ["B01"],
    "players": {
        "A": {
            "tree": ["TR4", "B46 @-95,460 r315 on 0"], "base": [4, 2, 0], "bonus": [1, 0, 0],
            "last": [2, 1], "hand": ["K01", "K04"], "scored": {"spring": "K07 6"}, "score": 20,
        },
        "B": {"tree": ["TR1"]}, "C": {"tree": ["TR2"]},
    },
}  # fmt: skip


def told(position: dict[str, Any], seat: int) -> dict[str, int]:
    """The numbers that are not 0, for the seat that looks."""
    state = GAME.load(position)
    layout = layout_of(GAME, state.seats)
    row = row_of(GAME, layout, state, seat, plainly=False)
    assert row == row_of(GAME, layout, state, seat, plainly=True)
    return {name: number for name, number in zip(layout.names, row, strict=True) if number}


def test_the_own_tree_hand_and_points() -> None:
    """And the others clockwise, whose Kodama are hidden."""
    numbers = told(A_SUMMER, 0)
    deck = {name.rpartition(".")[2] for name in numbers if ".deck_cards." in name}
    assert len(deck) == 65 - 4
    assert not deck & {"B38", "B18", "B01", "B46"}
    assert {name: number for name, number in numbers.items() if ".deck_cards." not in name} == {
        "table.asked.me": 1, "table.question.PICK": 1, "table.phase.growing": 1,
        "table.season.summer": 1, "table.round": 1, "table.first.me": 1, "table.decree.DM1": 1,
        "table.past.DS1": 1, "table.limit": 12, "table.display_size": 4, "table.display.0.B38":
        1, "table.display.1.B18": 1, "table.deck": 61, "table.removed.B01": 1, "me.tree.0.TR4":
        1, "me.tree.1.B46": 1, "me.tree.1.x": -95, "me.tree.1.y": 460, "me.tree.1.rot": 315,
        "me.tree.1.depth": 1, "me.hand_size": 2, "me.hand.is_known": 1, "me.hand.K01": 1,
        "me.hand.K04": 1, "me.score": 20, "me.base.spring": 4, "me.base.summer": 2,
        "me.bonus.spring": 1, "me.scored.spring.K07": 1, "me.scored.spring.points": 6,
        "me.last.base": 2, "me.last.bonus": 1, "plus1.tree.0.TR1": 1, "plus1.hand_size": 3,
        "plus2.tree.0.TR2": 1, "plus2.hand_size": 3,
    }  # fmt: skip


def test_another_seat_counts_from_itself() -> None:
    numbers = told(A_SUMMER, 1)
    tree = {"0.TR4": 1, "1.B46": 1, "1.x": -95, "1.y": 460, "1.rot": 315, "1.depth": 1}
    for name, number in tree.items():
        assert numbers[f"plus2.tree.{name}"] == number
    assert {name: number for name, number in numbers.items() if name.startswith("me.")} == {
        "me.tree.0.TR1": 1, "me.hand_size": 3, "me.hand.is_known": 1, "me.hand.K02": 1,
        "me.hand.K03": 1, "me.hand.K05": 1,
    }  # fmt: skip
    assert not any(name.startswith(("plus1.hand.", "plus2.hand.")) for name in numbers)
