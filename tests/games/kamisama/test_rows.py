"""What programs that learn are told, number by number.

The conformance suite compares the numbers by hand with those by the schema; both write a few of
them with the same functions, so here stands what they are."""

from __future__ import annotations

from typing import Any

from kamiza.core.layout import layout_of
from kamiza.games import game
from tests.conformance.number_checks import row_of

GAME = game("kamisama")
A_DRAFT = {
    "seats": 2, "year": 2, "asked": "B", "frames": ["TAKE"], "goals_left": ["G06"],
    "draft": {
        "village": "WE", "order": ["kitsune", "B", "A"], "taken": 1, "seen": ["B"],
        "hand": ["WE-peasant", "WE-peasant"],
    },
    "leftovers": [
        {"village": "FA", "cards": ["FA-farmer", "FA-farmer", "FA-miller"], "seen": ["A"]},
        {"village": "HO", "cards": ["HO-peasant"], "seen": ["A", "B"]},
    ],
    "kitsune": {"shrines": "WE.b1 WE.c1", "villagers": ["WE-noble"], "deck": ["K01", "K05"]},
    "players": {
        "A": {
            "kami": "inari", "shrines": "FA.b1 WE.d1", "favor": 3, "nature": 5, "vp": 7,
            "tokens": {"FA": 2, "HO": 1}, "sets": 1, "tracks": [4, 5],
            "villagers": ["FA-peasant", "FA-peasant", "HO-peasant"],
        },
        "B": {"kami": "ryujin", "shrines": "WE.d2"},
    },
}  # fmt: skip
A_TURN = {
    "seats": 4, "year": 2, "rot": 1, "red": 3, "first": "B", "goal": "G07",
    "goals_left": ["G05", "G08"], "seeds": "FA.b1 HO.d1", "fear": "FI.a1", "rage": True,
    "moon": "WE", "moons_left": ["HO"],
    "turn": {
        "cubes": 2, "basics": 1, "passive_used": True, "used": [1, 3], "rewarded": ["FI"],
        "placed": "FI.a1",
    },
    "players": {
        "A": {"kami": "kodama"}, "B": {"kami": "yue"}, "C": {"kami": "nue", "shrines": "FI.a1"},
        "D": {"kami": "raijin", "villagers": ["FA-peasant"], "tracks": [1, 2, 301]},
    },
}  # fmt: skip


def told(position: dict[str, Any], seat: int) -> dict[str, int]:
    """The numbers that are not 0, for the seat that looks."""
    state = GAME.load(position)
    layout = layout_of(GAME, state.seats)
    row = row_of(GAME, layout, state, seat, plainly=False)
    assert row == row_of(GAME, layout, state, seat, plainly=True)
    return {name: int(number) for name, number in zip(layout.names, row, strict=True) if number}


def beginning_with(told: dict[str, int], prefix: str) -> dict[str, int]:
    return {name: number for name, number in told.items() if name.startswith(prefix)}


def test_a_turn() -> None:
    """From the seat of D, who does not act."""
    assert told(A_TURN, 3) == {
        "table.asked.plus2": 1, "table.question.ACT": 1, "table.year": 2, "table.rot": 1,
        "table.red": 3, "table.first.plus2": 1, "table.goal.G07": 1, "table.goals_left.G05": 1,
        "table.goals_left.G08": 1, "table.turn.cubes": 2, "table.turn.basics": 1,
        "table.turn.used.1": 1, "table.turn.used.3": 1, "table.turn.passive_used": 1,
        "table.turn.rewarded.FI": 1, "table.turn.placed.FI.a1": 1, "table.seeds.FA.b1": 1,
        "table.seeds.HO.d1": 1, "table.fear.FI.a1": 1, "table.rage": 1, "table.moon.WE": 1,
        "table.moons_left.HO": 1, "me.kami.is_known": 1, "me.kami.raijin": 1,
        "me.villager_count": 1, "me.villagers.FA-peasant": 1, "me.track_points.year_1": 1,
        "me.track_points.year_2": 2, "me.track_points.year_3": 301,
        "plus1.kami.is_known": 1, "plus1.kami.kodama": 1, "plus2.kami.is_known": 1,
        "plus2.kami.yue": 1, "plus3.kami.is_known": 1, "plus3.kami.nue": 1,
        "plus3.shrines.FI.a1": 1,
    }  # fmt: skip


def test_a_draft_for_who_takes() -> None:
    """B sees the hand, and of what was put back one card. [KS-RUL-13] [KS-DRF-06]"""
    assert told(A_DRAFT, 1) == {
        "table.asked.me": 1, "table.question.TAKE": 1, "table.year": 2, "table.first.plus1": 1,
        "table.goal.G01": 1, "table.goals_left.G06": 1, "table.turn.cubes": 4,
        "table.moons_left.FA": 1, "table.moons_left.WE": 1, "table.moons_left.FI": 1,
        "table.moons_left.HO": 1, "table.kitsune.shrines.WE.b1": 1,
        "table.kitsune.shrines.WE.c1": 1, "table.kitsune.villagers.WE-noble": 1,
        "table.kitsune.unused.K01": 1, "table.kitsune.unused.K05": 1, "table.draft.village.WE": 1,
        "table.draft.order.0.kitsune": 1, "table.draft.order.1.me": 1,
        "table.draft.order.2.plus1": 1, "table.draft.taken": 1, "table.draft.hand.WE-peasant": 2,
        "table.draft.hand_size": 2, "table.draft.seen.me": 1, "table.leftovers.HO-peasant": 1,
        "table.leftovers.unseen.FA": 3, "me.kami.is_known": 1, "me.kami.ryujin": 1,
        "me.shrines.WE.d2": 1, "plus1.kami.is_known": 1, "plus1.kami.inari": 1,
        "plus1.shrines.FA.b1": 1, "plus1.shrines.WE.d1": 1, "plus1.favor": 3, "plus1.nature": 5,
        "plus1.vp": 7, "plus1.tokens.FA": 2, "plus1.tokens.HO": 1, "plus1.villager_count": 3,
        "plus1.villagers.FA-peasant": 2, "plus1.villagers.HO-peasant": 1, "plus1.sets": 1,
        "plus1.track_points.year_1": 4, "plus1.track_points.year_2": 5,
    }  # fmt: skip


def test_a_draft_for_others() -> None:
    """A has seen everything that was put back, a spectator nothing. [KS-RUL-13] [KS-DRF-06]"""
    assert beginning_with(told(A_DRAFT, 0), "table.leftovers") == {
        "table.leftovers.FA-farmer": 2, "table.leftovers.FA-miller": 1,
        "table.leftovers.HO-peasant": 1,
    }  # fmt: skip
    assert beginning_with(told(A_DRAFT, -1), "table.leftovers") == {
        "table.leftovers.unseen.FA": 3,
        "table.leftovers.unseen.HO": 1,
    }
    for seat in (0, -1):
        assert beginning_with(told(A_DRAFT, seat), "table.draft") == {
            "table.draft.village.WE": 1, "table.draft.order.0.kitsune": 1,
            "table.draft.order.1.plus1": 1, "table.draft.order.2.me": 1, "table.draft.taken": 1,
            "table.draft.hand_size": 2, "table.draft.seen.plus1": 1,
        }  # fmt: skip
