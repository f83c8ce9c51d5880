"""Taking back at a table with several people: who has to agree, and what they said.

While a request is open, bots and clocks wait for its answer. It lapses when nobody answers, and
one that was turned down may be asked again but then holds nothing up.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from kamiza.core.action import Refusal, seat_number
from kamiza.play.words import name_of, refusal
from kamiza.server import messages
from kamiza.server.connection import Connection
from kamiza.server.host import Host
from kamiza.server.messages import SEATS, packed
from kamiza.server.publishing import text_of


@dataclass(slots=True)
class UndoRequest:
    """Somebody would like to take back, and others have to agree."""

    seat: int
    version: int
    id: str
    client: str
    asker: Connection
    waiting: set[int]  # seats that have not answered
    until: float  # of a clock that only goes forward
    holds: bool  # do bots and clocks wait for the answer?


class UndoRequests:
    """The one request that may be open at a table. Whoever calls an `async` method holds its lock,
    except for `someone_left`."""

    def __init__(self, host: Host, seconds: float) -> None:
        self.host = host
        self.seconds = seconds  # until a request lapses
        self.open: UndoRequest | None = None
        self.turned_down: tuple[int, int] | None = None  # seat and version of the last one

    @property
    def holds_the_table(self) -> bool:
        """Do bots and clocks wait for an answer?"""
        return self.open is not None and self.open.holds

    @property
    def end(self) -> float | None:
        return None if self.open is None else self.open.until

    def as_message(self) -> messages.UndoRequest | None:
        if self.open is None:
            return None
        left = max(0.0, self.open.until - time.monotonic())
        waiting = [SEATS[seat] for seat in sorted(self.open.waiting)]
        return messages.UndoRequest(SEATS[self.open.seat], waiting, left)

    def seats_to_ask(self, seat: int, asker: Connection) -> set[int]:
        """All other people at the table; whoever shares the asker's device has agreed already."""
        return {
            other.seat
            for other in self.host.players
            if other.is_person_here
            and not other.lent
            and other.seat != seat
            and other.seat not in asker.seats
        }

    async def ask(self, asker: Connection, wanted: messages.Undo, client: str) -> None:
        """Take back at once if nothing came to light, else ask the others."""
        table, seat = self.host.table, seat_number(wanted.seat)
        change = table.prepare_undo(seat, wanted.version, client)
        waiting = self.seats_to_ask(seat, asker)
        if table.undo_is_free(seat) or not waiting:
            answer = packed(messages.Done(wanted.id, change.entry.version))
            await self.host.commit(change, asker, answer)
            return
        if self.open is not None and self.open.version == table.version:
            raise refusal("undo_pending")
        until = time.monotonic() + self.seconds
        is_new = self.turned_down != (seat, wanted.version)
        self.open = UndoRequest(
            seat, wanted.version, wanted.id, client, asker, waiting, until, is_new
        )
        self.host.settle()
        self.host.publish_status()

    async def answer(self, seat: int, yes: bool) -> None:
        """One of the others agrees or does not."""
        if self.open is None or seat not in self.open.waiting:
            raise refusal("no_request")
        if not yes:
            self.turn_down(refusal("undo_declined", name=name_of(seat)))
            return
        self.open.waiting.discard(seat)
        await self.go_on()

    async def go_on(self) -> None:
        """Take back when everybody has agreed."""
        request = self.open
        if request is None:
            return
        if request.waiting:
            self.host.publish_status()
            return
        self.open = None
        change = self.host.table.prepare_undo(request.seat, request.version, request.client)
        answer = packed(messages.Done(request.id, change.entry.version))
        await self.host.commit(change, request.asker, answer)
        self.host.publish_status()

    async def someone_left(self, connection: Connection) -> None:
        """Who is gone need not agree; without the asker there is nothing to agree to."""
        request, players = self.open, self.host.players
        if request is None:
            return
        if request.asker is connection:
            self.turn_down(refusal("undo_outdated"))
            return
        request.waiting -= {seat for seat in connection.seats if not players[seat].is_person_here}
        try:
            async with self.host.lock:
                await self.go_on()
        except Refusal as why:
            self.drop(why)

    def lapse(self) -> None:
        """Nobody has to wait for ever for an answer."""
        if self.open is not None and time.monotonic() >= self.open.until:
            self.turn_down(refusal("undo_unanswered"))

    def turn_down(self, why: Refusal) -> None:
        """The table goes on."""
        if self.open is not None:
            self.turned_down = (self.open.seat, self.open.version)
        self.drop(why)
        self.host.settle()

    def drop_outdated(self) -> None:
        """A request made before something else happened is over."""
        if self.open is not None and self.open.version != self.host.table.version:
            self.drop(refusal("undo_outdated"))

    def drop(self, why: Refusal) -> None:
        """The request is over and the asker hears why."""
        request, self.open = self.open, None
        if request is not None:
            refused = messages.Refused(
                request.id, self.host.table.version, why.rule, text_of(why.sentences)
            )
            request.asker.push(packed(refused))
            self.host.publish_status()
