"""Frames of an ability in use, and of the cards that are picked, Banished or put back for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.action import NOBODY
from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.stack.happenings import Happening

if TYPE_CHECKING:
    from kamiza.games.battles.programs import Ability

# Stages of a use. [KB-FLOW-28]
CHOOSE: Final = 0  # which ability, or how much X is
PAY: Final = 1  # Energy and Faith
PAY_DISCARD: Final = 2
PAY_BANISH: Final = 3
ANSWERS: Final = 4  # everybody may react to the ability
RESOLVE: Final = 5  # one instruction after the other
AFTER: Final = 6  # what it caused is reacted to

# What a use waits for.
NOTHING: Final = 0
NEED_ABILITY: Final = 1
NEED_X: Final = 2
NEED_TARGET: Final = 3
NEED_SEAT: Final = 4
NEED_MODE: Final = 5
NEED_COLOUR: Final = 6
NEED_MAY: Final = 7
CHOSEN: Final = 8  # the choice of this instruction has been made
SAID_YES: Final = 9  # it was optional and is wanted


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Use(Frame):
    """`seat` uses an ability. [KB-FLOW-28..30]"""

    __slots__ = (
        "ability", "attacker", "chosen", "has_hit", "held", "instruction", "is_cancelled", "lost",
        "moved", "need", "seats_done", "source", "stage", "victim", "waiting", "way", "x",
    )  # fmt: skip
    source: i64  # the card, GOD_SOURCE, TEMPLE_SOURCE, or NO_CARD for a standing effect
    way: i64  # as Act, React, Reveal or standing effect
    ability: i64  # its number
    stage: i64
    instruction: i64  # the number of the next step
    need: i64  # the choice it waits for
    chosen: i64  # what it is done to: an object, a seat, or a set of colours
    x: i64  # what is paid for X
    moved: i64  # cards that the last instructions moved
    lost: i64  # Energy that the last instruction took away
    held: i64  # the adjudicated card, lying open
    attacker: i64  # who did the damage or makes the Attack it is about
    victim: i64  # who suffers it
    seats_done: i64  # clockwise from the user, by an instruction for each opponent
    is_cancelled: bool  # it does nothing [KB-ABIL-10]
    has_hit: bool  # its last Attack damaged a god
    waiting: tuple[Happening, ...]  # until it is done; then each may get its window [KB-FLOW-21]

    def __init__(self, seat: i64, source: i64, way: i64, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.source = source
        self.way = way
        self.ability = 0
        self.stage = CHOOSE
        self.instruction = 0
        self.need = NOTHING
        self.chosen = 0
        self.x = 0
        self.moved = 0
        self.lost = 0
        self.held = NO_CARD
        self.attacker = NOBODY
        self.victim = NOBODY
        self.seats_done = 0
        self.is_cancelled = False
        self.has_hit = False
        self.waiting = ()

    def clone(self) -> Frame:
        copy = Use(self.seat, self.source, self.way, self.clone_below())
        copy.is_dead = self.is_dead
        copy.ability = self.ability
        copy.stage = self.stage
        copy.instruction = self.instruction
        copy.need = self.need
        copy.chosen = self.chosen
        copy.x = self.x
        copy.moved = self.moved
        copy.lost = self.lost
        copy.held = self.held
        copy.attacker = self.attacker
        copy.victim = self.victim
        copy.seats_done = self.seats_done
        copy.is_cancelled = self.is_cancelled
        copy.has_hit = self.has_hit
        copy.waiting = self.waiting
        return copy

    def announce(self, ability: Ability) -> None:
        """Which ability it is; how much X is must be said before it is paid."""
        self.ability = ability.number
        self.instruction = ability.begin
        self.stage = CHOOSE if ability.energy == w.X else PAY

    def wait(self, happening: Happening) -> None:
        """Whoever may react to it must wait until the ability is done."""
        self.waiting = (*self.waiting, happening)

    def take_waiting(self) -> Happening:
        """What has waited longest."""
        first = self.waiting[0]
        self.waiting = self.waiting[1:]
        return first


# -- cards ------------------------------------------------------------------------------------


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(Frame):
    """`seat` picks cards, for an effect or a cost; what happens to them its purpose says."""

    __slots__ = (
        "banished", "card", "dearest", "least", "most", "moved", "owner", "picked", "purpose",
        "zone",
    )  # fmt: skip
    owner: i64  # whose cards
    purpose: i64  # its number
    zone: i64  # where they lie
    card: i64  # set: the types that fit
    dearest: i64  # the highest printed cost of a card of the Hall
    least: i64  # how many there must be
    most: i64
    picked: i64
    moved: i64  # picked and really moved; a rescued card is not
    banished: i64  # set: the types of those that were Banished

    def __init__(self, seat: i64, owner: i64, purpose: i64, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.owner = owner
        self.purpose = purpose
        self.zone = 0
        self.card = 0
        self.dearest = 0
        self.least = 0
        self.most = 0
        self.picked = 0
        self.moved = 0
        self.banished = 0

    def clone(self) -> Frame:
        copy = Choice(self.seat, self.owner, self.purpose, self.clone_below())
        copy.is_dead = self.is_dead
        copy.zone = self.zone
        copy.card = self.card
        copy.dearest = self.dearest
        copy.least = self.least
        copy.most = self.most
        copy.picked = self.picked
        copy.moved = self.moved
        copy.banished = self.banished
        return copy

    @property
    def use(self) -> Use:
        """The ability that asks for it."""
        below = self.below
        assert isinstance(below, Use)
        return below


# Stages of a Banishing.
WARN: Final = 0  # its owner may react
BANISH: Final = 1


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Banishing(Frame):
    """A card is about to be Banished by `seat`."""

    __slots__ = ("card", "is_cancelled", "owner", "stage", "zone")
    owner: i64
    card: i64
    zone: i64  # where it lies
    stage: i64
    is_cancelled: bool  # the card was rescued

    def __init__(self, seat: i64, owner: i64, card: i64, zone: i64, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.owner = owner
        self.card = card
        self.zone = zone
        self.stage = WARN
        self.is_cancelled = False

    def clone(self) -> Frame:
        copy = Banishing(self.seat, self.owner, self.card, self.zone, self.clone_below())
        copy.is_dead = self.is_dead
        copy.stage = self.stage
        copy.is_cancelled = self.is_cancelled
        return copy

    @property
    def choice(self) -> Choice:
        """The choice by which the card was picked."""
        below = self.below
        assert isinstance(below, Choice)
        return below


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Placing(Frame):
    """`seat` puts back cards it looked at. [KB-FLOW-11]"""

    __slots__ = ("deck", "left", "on_top", "sifts")
    deck: i64  # an object
    left: i64  # still to be put back
    on_top: i64  # put back already, on top of those
    sifts: bool  # they may also go to the bottom

    def __init__(self, seat: i64, deck: i64, left: i64, sifts: bool, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.deck = deck
        self.left = left
        self.on_top = 0
        self.sifts = sifts

    def clone(self) -> Frame:
        copy = Placing(self.seat, self.deck, self.left, self.sifts, self.clone_below())
        copy.is_dead = self.is_dead
        copy.on_top = self.on_top
        return copy
