"""All verbs and triggers by word, all purposes by number; the chapters beside this declare them.

Cards are read before any of the rules are needed, and the rules need the cards. So this file
imports nothing of the game until somebody asks for a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kamiza.games.battles.verbs.amounts import Amount
    from kamiza.games.battles.verbs.purpose import Purpose
    from kamiza.games.battles.verbs.trigger import Trigger
    from kamiza.games.battles.verbs.verb import Verb

VERBS: Final[dict[str, Verb]] = {}
TRIGGERS: Final[dict[str, Trigger]] = {}
AMOUNTS: Final[list[Amount]] = []  # words for amounts; their numbers follow the printed ones
PURPOSES: Final[list[Purpose]] = []  # what cards are chosen for


def all_verbs() -> dict[str, Verb]:
    """Every verb; a new chapter of verbs is imported here."""
    from kamiza.games.battles.verbs import (  # noqa: F401
        amounts,
        attacks,
        blocks,
        cards,
        decks,
        energy,
        hall,
        removal,
    )

    return VERBS


def nothing() -> Verb:
    """The verb behind the last step of every program; no card says it."""
    from kamiza.games.battles.verbs.verb import Verb

    return Verb("")


def all_triggers() -> dict[str, Trigger]:
    """Every trigger, in the order of their numbers."""
    from kamiza.games.battles.verbs import triggers  # noqa: F401

    return TRIGGERS


def triggers_by_event() -> list[list[Trigger]]:
    """The triggers that each event may pull."""
    from kamiza.games.battles.stack.happenings import EVENTS

    triggers = all_triggers().values()
    return [[one for one in triggers if event in one.events] for event in range(len(EVENTS))]
