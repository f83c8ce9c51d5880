"""Questions that a table may answer with a pass by itself, and when it does.

A game that asks people out of turn has a module `declining`. It marks every answer but the pass
with what a player may switch off: the card, the trigger, the rest of the turn. Who has nothing left
to say is passed for after a pause that is the same whether the hand is empty of answers or the
player has switched them off; nobody else can tell the two apart.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from kamiza.core.game import Game, State

MORE_AT_MOST = 0.6  # of the pause, by chance, so that it does not look like a machine's


@dataclass(frozen=True, slots=True)
class Question:
    """An open question that can be declined."""

    decline: str  # the move that declines
    offers: tuple[frozenset[str], ...]  # the marks of every other answer
    pause: float  # seconds


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants to be asked."""

    never: frozenset[str] = frozenset()  # marks of answers that are always declined
    always: bool = False  # also where there is nothing but the pass


ASK_ME = Wishes()


class Declining(Protocol):
    """What a game's own `declining` module has."""

    def question(self, state: State) -> tuple[str, list[list[str]], int] | None: ...


@cache
def declining_of(game: Game) -> Declining | None:
    name = f"kamiza.games.{game.name}.declining"
    return cast(Declining, import_module(name)) if find_spec(name) else None


def question(game: Game, state: State) -> Question | None:
    """The open question if it can be declined, or None."""
    own = declining_of(game)
    found = None if own is None else own.question(state)
    if found is None:
        return None
    decline, offers, milliseconds = found
    return Question(decline, tuple(frozenset(marks) for marks in offers), milliseconds / 1000)


def is_declined(asked: Question, wishes: Wishes) -> bool:
    """Would the player decline anyway?"""
    if not asked.offers:
        return not wishes.always
    return all(marks & wishes.never for marks in asked.offers)


def pause(asked: Question) -> float:
    """Seconds until a declined question is seen to be; the chance is the host's, not the game's."""
    return asked.pause * (1 + MORE_AT_MOST * secrets.randbelow(1000) / 1000)
