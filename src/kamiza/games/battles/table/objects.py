"""Objects that can be chosen: gods, temples and decks of seats, and the two common decks.

Each is a number; a god is numbered like its seat, and so the last three bits of a temple or a deck
of a seat are that seat.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64

TEMPLE: Final = 8
DECK_OBJECT: Final = 16
WARRIOR_DECK: Final = 22
ARTIFACT_DECK: Final = 23
NO_OBJECT: Final = 31


def owner_of(object: i64) -> i64:
    """Whose god, temple or deck it is."""
    return object & 7
