"""What a purpose is: what cards are chosen for, and what happens to each that is picked."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles.stack.uses import Choice
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import PURPOSES


@mypyc_attr(allow_interpreted_subclasses=True)
class Purpose:
    """One purpose; the question for it is `CARD_<word>` in `words.toml`."""

    def __init__(self, word: str, gives: bool = False, banishes: bool = False) -> None:
        self.word: Final = word
        self.gives: Final = gives  # its owner gives the card away
        self.banishes: Final = banishes
        self.is_by_chance = False  # if the cards are in a foreign hand
        self.is_for_defence = False  # a bot gives cards to save Energy
        self.number: Final[i64] = len(PURPOSES)

    def pick(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        """Do with a picked card what it was picked for; it counts as moved."""
        choice.moved += 1
        self.move(state, choice, kind, zone)

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        raise NotImplementedError


def declare(purpose: Purpose) -> Purpose:
    """From now on cards may be chosen for it."""
    PURPOSES.append(purpose)
    return purpose
