"""Whatever happens is told: in some games every event of the game comes up."""

from __future__ import annotations

from typing import Any

from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game

GAME = game("battles")
TOLD = """
    banished banishing boosted cleared cultures_drawn discarded discounted drew eliminated escaped
    faith fetched fetched_to_deck gained_card game_over god_kept gods_revealed looked main_named
    milled phase placed played recruited rescued reshuffled sealed stole turn_began used
"""
TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {"sets": "rotoo+yyrz"}), (4, {"mode": "team", "sets": "rotoo+yyrz"}), (2, {}),
]  # fmt: skip


def names_of(seats: int, settings: dict[str, Any], seed: int) -> set[str]:
    """The events of one game; half of its moves are made by chance."""
    state = GAME.start(Setup(seats, {"round_limit": 25, **settings}, seed))
    state.log = []
    rng = fast_rng(seed)
    while state.asked >= 0:
        moves = GAME.moves(state)
        if rng.below(2) == 0:
            GAME.apply(state, moves[rng.below(len(moves))])
        else:
            GAME.apply(state, GAME.quick_move(state, rng))
    return {event.name for event in state.log}


def test_every_event_is_told() -> None:
    """[KB-HID-15]"""
    missing = set(TOLD.split())
    for seed in range(12):
        for seats, settings in TABLES:
            missing -= names_of(seats, settings, seed)
            if not missing:
                return
    assert not missing
