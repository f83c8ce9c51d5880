"""What a trigger is: what a React waits for, and when an event is that to a seat. [KB-ABIL-03]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles.cards import TEMPLE_SOURCE
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.happenings import Banishment, Damage, Recruitment
from kamiza.games.battles.stack.uses import Banishing, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import TRIGGERS


@mypyc_attr(allow_interpreted_subclasses=True)
class Trigger:
    """One trigger. A new one says its word and its events and overrides what it knows better."""

    def __init__(
        self,
        word: str,
        events: tuple[int, ...],
        instead: Mapping[str, str] | None = None,
        wakes_watches: bool = False,
        of_reveals: bool = False,
        of_active: bool = False,
    ) -> None:
        self.word: Final = word
        self.events: Final = events  # those that can pull it
        # The rule by which it is refused if the event pulls this other trigger instead.
        self.instead: Final = dict(instead or {})
        self.wakes_watches: Final = wakes_watches  # standing effects may wait for it
        self.of_reveals: Final = of_reveals  # and of no React
        self.of_active: Final = of_active  # it is pulled for the active player, and nobody else
        self.number: Final[i64] = len(TRIGGERS)

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        """Is the event of this window such a one to this seat? Card filters come later."""
        raise NotImplementedError

    def is_answer_to(self, ability: Ability, type: i64) -> bool:
        """May it be pulled when this ability, of a card of this type, is announced? A god or
        temple is of no type."""
        return True

    def types(self, state: Battles, window: Window) -> i64:
        """The types of the card that a filter looks at, as a set; a god is of no type."""
        about = window.about
        if isinstance(about, Banishment):
            return about.types
        if isinstance(about, Damage):
            return types_of(state, about.source)
        if isinstance(about, Recruitment):
            return types_of(state, about.card)
        below = window.below
        if about is None and isinstance(below, (Use, Attack)):
            return types_of(state, below.source)
        if isinstance(below, Banishing):
            return types_of(state, below.card)
        return 0


def types_of(state: Battles, source: i64) -> i64:
    """The type of a card as a set; nothing for a god or a temple."""
    if source < TEMPLE_SOURCE:
        return state.cards.type[source]
    return 0


def declare(trigger: Trigger) -> None:
    """From now on Reacts may wait for it."""
    TRIGGERS[trigger.word] = trigger
