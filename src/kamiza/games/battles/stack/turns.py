"""Frames of the set-up and of the turn."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles.stack.frame import Frame

# Stages of the set-up.
NAME_MAIN: Final = 0  # a captain names the Main God
KEEP_GOD: Final = 1
PICK_TEMPLE: Final = 2


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Preparation(Frame):
    """The set-up; `seat` is asked now."""

    __slots__ = ("seats_done", "stage")
    stage: i64
    seats_done: i64  # in this stage

    def __init__(self, seat: i64, stage: i64) -> None:
        super().__init__(seat, None)
        self.stage = stage
        self.seats_done = 0

    def clone(self) -> Frame:
        copy = Preparation(self.seat, self.stage)
        copy.seats_done = self.seats_done
        return copy


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """The turn of the active player, and after it that of the next."""

    __slots__ = ("point",)
    point: i64  # where the turn is, see `POINTS`

    def __init__(self, seat: i64, point: i64) -> None:
        super().__init__(seat, None)
        self.point = point

    def clone(self) -> Frame:
        return Turn(self.seat, self.point)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Clearing(Frame):
    """`seat` discards next, in an order of its own. [KB-DISC-05]"""

    __slots__ = ("seats_done",)
    seats_done: i64

    def __init__(self, seat: i64, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.seats_done = 0

    def clone(self) -> Frame:
        copy = Clearing(self.seat, self.clone_below())
        copy.is_dead = self.is_dead
        copy.seats_done = self.seats_done
        return copy


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Reveals(Frame):
    """Cards turned up in the Hall whose Reveal is still to come."""

    __slots__ = ("cards",)
    cards: bytes

    def __init__(self, seat: i64, cards: bytes, below: Frame | None) -> None:
        super().__init__(seat, below)
        self.cards = cards

    def clone(self) -> Frame:
        return Reveals(self.seat, self.cards, self.clone_below())
