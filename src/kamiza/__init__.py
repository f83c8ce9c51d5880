"""Kamiza for programs: everything you need comes through this door.

    from kamiza import Setup, game

    shintoh = game("shintoh")
    state = shintoh.start(Setup(3))
    print(shintoh.decision(state))

`docs/python.md` goes from here to a bot of your own. Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kamiza.bots import Bot, UnknownBot, make_bot
    from kamiza.core.action import NOBODY, SPECTATOR, Decision, seat_letter, seat_number
    from kamiza.core.event import Event
    from kamiza.core.game import Game, Setup, State, View, Worlds
    from kamiza.core.record import (
        Mismatch,
        Record,
        RecordError,
        new_record,
        note,
        read_record,
        replay,
        verify,
    )
    from kamiza.core.refusal import PositionError, Refusal
    from kamiza.core.rng import Rng, fast_rng, sealed_rng
    from kamiza.core.speech import Listener
    from kamiza.games import UnknownGame, game
    from kamiza.lab.simulation import Report, simulate

# Where each name lives; `games` is a package of its own.
PLACES = {
    "kamiza.bots": ("Bot", "UnknownBot", "make_bot"),
    "kamiza.core.action": ("NOBODY", "SPECTATOR", "Decision", "seat_letter", "seat_number"),
    "kamiza.core.event": ("Event",),
    "kamiza.core.game": ("Game", "Setup", "State", "View", "Worlds"),
    "kamiza.core.record": (
        "Mismatch", "Record", "RecordError", "new_record", "note", "read_record", "replay",
        "verify",
    ),
    "kamiza.core.refusal": ("PositionError", "Refusal"),
    "kamiza.core.rng": ("Rng", "fast_rng", "sealed_rng"),
    "kamiza.core.speech": ("Listener",),
    "kamiza.games": ("UnknownGame", "game"),
    "kamiza.lab.simulation": ("Report", "simulate"),
}  # fmt: skip
HOME = {name: module for module, names in PLACES.items() for name in names}

__all__ = [
    "NOBODY", "SPECTATOR", "Bot", "Decision", "Event", "Game", "Listener", "Mismatch",
    "PositionError", "Record", "RecordError", "Refusal", "Report", "Rng", "Setup", "State",
    "UnknownBot", "UnknownGame", "View", "Worlds", "fast_rng", "game", "games", "make_bot",
    "new_record", "note", "read_record", "replay", "sealed_rng", "seat_letter", "seat_number",
    "simulate", "verify",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "games":
        return import_module("kamiza.games")
    if name not in HOME:
        raise AttributeError(f"module 'kamiza' has no attribute '{name}'")
    module = import_module(HOME[name])
    found: object = getattr(module, name)
    if isinstance(found, type) and not found.__doc__:
        from kamiza.core.native import restore_doc

        restore_doc(found)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
