"""Frames that wait for Reacts: Attacks, and the windows in which everybody may react."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles.cards import SINGLE
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.stack.happenings import Answer, Happening
from kamiza.games.battles.stack.uses import Banishing, Use

# Stages of an Attack. [KB-FLOW-31]
OWN: Final = 0  # the attacker may react
OWN_DONE: Final = 1  # then everybody may
ALL: Final = 2  # then it is resolved


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Attack(Frame):
    """`seat`, or NOBODY for a Reveal, attacks. [KB-ATK-01..19]"""

    __slots__ = (
        "answers", "bonus", "defence", "is_answered", "is_cancelled", "opens", "source", "stage",
        "target", "value",
    )  # fmt: skip
    source: i64  # as of its use
    target: i64  # a god or a temple
    stage: i64
    value: i64  # as printed
    bonus: i64
    defence: i64  # of all who defended the present target
    is_cancelled: bool
    is_answered: bool  # the attacker has something to answer [KB-FLOW-32]
    opens: bool  # it is the beginning of its ability [KB-FLOW-29]
    answers: tuple[Answer, ...]  # in order

    def __init__(
        self, seat: i64, source: i64, target: i64, value: i64, below: Frame | None
    ) -> None:  # fmt: skip
        super().__init__(seat, below)
        self.source = source
        self.target = target
        self.stage = OWN
        self.value = value
        self.bonus = 0
        self.defence = 0
        self.is_cancelled = False
        self.is_answered = False
        self.opens = False
        self.answers = ()

    def clone(self) -> Frame:
        copy = Attack(self.seat, self.source, self.target, self.value, self.clone_below())
        copy.is_dead = self.is_dead
        copy.stage = self.stage
        copy.bonus = self.bonus
        copy.defence = self.defence
        copy.is_cancelled = self.is_cancelled
        copy.is_answered = self.is_answered
        copy.opens = self.opens
        copy.answers = self.answers
        return copy

    @property
    def use(self) -> Use:
        """The ability that attacks."""
        below = self.below
        assert isinstance(below, Use)
        return below

    def note(self, answer: Answer) -> None:
        self.answers = (*self.answers, answer)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Window(Frame):
    """Everybody may react to an event, one after the other. [KB-FLOW-15..27]"""

    __slots__ = ("about", "asks", "event", "passes", "used")
    event: i64
    about: Happening | None  # None: what lies below says it
    asks: i64  # the next seat to be asked
    passes: i64  # since the last React
    used: bytes  # seat and slot of each React of a god or temple

    def __init__(self, seat: i64, event: i64, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.event = event
        self.about = None
        self.asks = 0
        self.passes = 0
        self.used = b""

    def clone(self) -> Frame:
        copy = Window(self.seat, self.event, self.clone_below())
        copy.about = self.about
        copy.asks = self.asks
        copy.passes = self.passes
        copy.used = self.used
        return copy

    @property
    def attack(self) -> Attack | None:
        """The Attack it is about, if it is about one."""
        below = self.below
        if type(below) is Attack:
            return below
        return None

    @property
    def banishing(self) -> Banishing | None:
        """The card about to be Banished, if it is about one."""
        below = self.below
        if type(below) is Banishing:
            return below
        return None

    def note_react(self, seat: i64, slot: i64) -> None:
        """An ability of a god or temple was used."""
        self.used = self.used + SINGLE[seat << 4 | slot]

    def times_used(self, seat: i64, slot: i64) -> i64:
        mark: i64 = seat << 4 | slot
        count: i64 = 0
        for place in range(len(self.used)):
            if self.used[place] == mark:
                count += 1
        return count


# -- looking through the stack ----------------------------------------------------------------


def attack_in(top: Frame | None) -> Attack | None:
    """The Attack that is being handled."""
    frame = top
    while frame is not None:
        if type(frame) is Attack:
            return frame
        frame = frame.below
    return None


def banishing_in(top: Frame | None) -> Banishing | None:
    """The Banishing that is being handled."""
    frame = top
    while frame is not None:
        if type(frame) is Banishing:
            return frame
        frame = frame.below
    return None
