"""When a table calls: one message for each turn, none to who looks, reminders where it takes days.

A turn of a seat is told from others by how often the seat has acted: that never goes back, so
taking back and playing again, or coming and going, is the same turn and makes no second call. What
was called is stored with each device, so a restart makes none either.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Protocol

from kamiza.play.players import Player
from kamiza.play.table import PERSON, Table
from kamiza.server.by_days import Days
from kamiza.server.calls.kinds import HALF, OVER, STAGES, TENTH, TURN
from kamiza.server.publishing import Audience
from kamiza.server.services import Services
from kamiza.server.store import TableRow
from kamiza.server.store.calls import unawaited
from kamiza.server.timekeeping import Timekeeper

FOR_GOOD = 1 << 30  # after the last turn there is none
UNKNOWN = -1.0
A_LITTLE_LATER = 0.05
SOON = 1.0  # seconds: when a table is woken that has something to do itself


class CallingHost(Protocol):
    """What is asked of a table."""

    row: TableRow
    table: Table
    players: list[Player]
    audience: Audience
    time: Timekeeper
    days: Days
    services: Services

    @property
    def is_waiting(self) -> bool: ...
    def settle(self) -> None: ...
    def is_for_bots(self) -> bool: ...
    def thinking_seat(self) -> int | None: ...


class TurnCalls:
    """The calls of one table."""

    def __init__(self, host: CallingHost) -> None:
        self.host = host
        self.store = host.services.store.calls
        self.queued: set[int] = set()  # seats something may still be said to
        self.last: tuple[int, int] | None = None  # the seat that was asked, and its turn
        self.woken: float | None = UNKNOWN  # what the store knows of when to wake the table
        self.timer: asyncio.TimerHandle | None = None
        self.writing: asyncio.Task[None] | None = None

    # -- who ------------------------------------------------------------------------------------

    def is_looked_at(self, seat: int) -> bool:
        return any(one.is_looking for one in self.host.audience.listeners.get(seat, ()))

    def is_to_be_called(self, seat: int) -> bool:
        """It is a person's turn, and nobody looks."""
        player = self.host.players[seat] if seat >= 0 else None
        if player is None or self.host.is_waiting or player.kind != PERSON or player.bot_level:
            return False
        return not self.is_looked_at(seat) and not self.host.days.rests(seat)

    def turn_of(self, seat: int) -> int:
        """The number of a turn, with room for its reminders."""
        acts = sum(1 for by, _ in self.host.table.answered if by == seat)
        return acts * len(STAGES)

    # -- when -----------------------------------------------------------------------------------

    def look(self) -> None:
        """After any change: who is to be called, and who no more."""
        asked = self.host.table.asked
        gone = [seat for seat in self.queued if seat != asked or not self.is_to_be_called(seat)]
        if gone and not self.host.table.is_over:
            self.withdraw(gone)
        if self.host.days.are_counted:
            self.remind(asked)

    def came(self) -> None:
        """A change was made: if it is somebody's turn now, they are called."""
        table = self.host.table
        if table.is_over:
            self.end()
            return
        asked = table.asked
        if asked < 0 or self.host.players[asked].kind != PERSON:
            self.last = None
        elif not self.is_looked_at(asked):
            turn = (asked, self.turn_of(asked))
            if turn != self.last and self.is_to_be_called(asked):
                self.call(asked, turn[1], TURN)
            self.last = turn
        else:
            self.last = (asked, self.turn_of(asked)) if self.host.days.are_counted else None

    def end(self) -> None:
        """The game is over: everybody who is not here hears so, once."""
        self.last = None
        for player in self.host.players:
            if player.kind == PERSON and not self.is_looked_at(player.seat):
                self.call(player.seat, FOR_GOOD, OVER)

    def remind(self, asked: int) -> None:
        """At half of the time and at its last tenth; and the table wakes up for that."""
        now, host = time.monotonic(), self.host
        if host.is_for_bots():
            self.wake(SOON)
            return
        until = host.days.resting_until(asked) if asked >= 0 else None
        if until is not None:
            self.wake(until - time.time())
            return
        if asked < 0 or host.thinking_seat() != asked or host.time.clocks.rule is None:
            self.wake(None)
            return
        left = host.time.clocks.remaining(asked, now)
        whole = max(left, host.days.had[asked])
        for kind, part in ((TENTH, 0.1), (HALF, 0.5)):
            if left <= whole * part and left > 0 and self.is_to_be_called(asked):
                self.call(asked, self.turn_of(asked) + STAGES.index(kind), kind)
                break
        ahead = [left - whole * part for part in (0.5, 0.1, 0.0) if left > whole * part]
        self.wake(min(ahead) if ahead else SOON)

    def wake(self, seconds: float | None) -> None:
        """Look again then: here, or wherever the table is read if it has left the memory."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if seconds is not None:
            later = max(0.0, seconds) + A_LITTLE_LATER
            self.timer = asyncio.get_running_loop().call_later(later, self.host.settle)
        at = None if seconds is None else time.time() + max(0.0, seconds)
        if not same_time(at, self.woken):
            self.woken = at
            self.write(self.store.wake(self.host.row.id, at))

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()

    # -- saying it ------------------------------------------------------------------------------

    def call(self, seat: int, turn: int, kind: str) -> None:
        """Nobody waits for that: it is written down and sent beside everything else."""
        self.queued.add(seat)
        due = time.time() + self.host.services.config.call_delay
        self.write(self.store.queue(self.host.row.id, seat, turn, kind, due))
        self.host.services.calls.look_at(due)

    def withdraw(self, seats: list[int]) -> None:
        self.queued -= set(seats)
        self.write(self.store.withdraw(self.host.row.id, seats))

    def write(self, change: Awaitable[None]) -> None:
        """One after the other: what is withdrawn must not overtake what was queued."""
        before = self.writing

        async def go() -> None:
            if before is not None:
                await asyncio.wait([before])
            await change

        self.writing = unawaited(go())


def same_time(one: float | None, other: float | None) -> bool:
    """The same, but for what passes while one looks."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < SOON
