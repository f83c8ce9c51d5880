"""Taking back, and ending a game early, at a table with several people: who has to agree, and what
they said.

A person agrees by saying so, from a device of their own: not by being away, and not through a link
that whoever asks has added to their socket. While a request is open, bots and clocks wait for its
answer. It lapses when nobody answers, and one that was turned down may be asked again but then
holds nothing up.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from kamiza.core.action import seat_number
from kamiza.core.refusal import Refusal
from kamiza.play.table import COUNTS, NO_RESULT, PERSON, Change
from kamiza.play.words import name_of, refusal
from kamiza.server import asks, messages
from kamiza.server.connection import Connection
from kamiza.server.host import Host
from kamiza.server.messages import SEATS, packed
from kamiza.server.publishing import text_of


@dataclass(slots=True)
class UndoRequest:
    """Somebody would like to take back or to end the game, and others have to agree."""

    what: Literal["undo", "end"]
    counts: bool  # of a game to be ended
    seat: int
    version: int
    id: str
    client: str
    asker: Connection
    waiting: set[int]  # seats that have not answered
    until: float  # of a clock that only goes forward
    holds: bool  # do bots and clocks wait for the answer?


class UndoRequests:
    """The one request that may be open at a table. Callers of `async` methods hold its lock."""

    def __init__(self, host: Host, seconds: float) -> None:
        self.host = host
        self.seconds = seconds  # until a request lapses
        self.open: UndoRequest | None = None
        self.turned_down: tuple[str, int, int] | None = None  # what, seat and version of the last

    @property
    def holds_the_table(self) -> bool:
        """Do bots and clocks wait for an answer?"""
        return self.open is not None and self.open.holds

    @property
    def end(self) -> float | None:
        return None if self.open is None else self.open.until

    def undo_message(self) -> messages.UndoRequest | None:
        if self.open is None or self.open.what != "undo":
            return None
        return messages.UndoRequest(SEATS[self.open.seat], self.waiting(), self.left())

    def end_message(self) -> messages.EndRequest | None:
        if self.open is None or self.open.what != "end":
            return None
        seat, counts = SEATS[self.open.seat], self.open.counts
        return messages.EndRequest(seat, self.waiting(), self.left(), counts)

    def left(self) -> float:
        return 0.0 if self.open is None else max(0.0, self.open.until - time.monotonic())

    def waiting(self) -> list[messages.Seat]:
        return [] if self.open is None else [SEATS[seat] for seat in sorted(self.open.waiting)]

    def seats_to_ask(self, seat: int, asker: Connection) -> set[int]:
        """All other people who have a seat, here or not; bots agree."""
        return {
            other.seat
            for other in self.host.players
            if other.kind == PERSON
            and not other.is_free
            and not other.has_resigned
            and other.seat != seat
            and not self.shares_the_device(other.seat, seat, asker)
        }

    def shares_the_device(self, other: int, seat: int, asker: Connection) -> bool:
        """Two seats of one maker that are open here and nowhere else: they have agreed already."""
        if other not in asker.seats or self.host.audience.devices(other) > 1:
            return False
        return not asker.came_to & {other, seat}

    async def ask(self, asker: Connection, wanted: asks.Undo, client: str) -> None:
        """Take back at once if nothing came to light, else ask the others."""
        table, seat = self.host.table, seat_number(wanted.seat)
        change = table.prepare_undo(seat, wanted.version, client)
        waiting = self.seats_to_ask(seat, asker)
        if table.undo_is_free(seat):
            waiting = set()
        await self.propose("undo", False, asker, wanted.id, change, waiting)

    async def ask_to_end(self, asker: Connection, wanted: asks.AskEnd, client: str) -> None:
        """End the game if everybody agrees; who plays with bots alone need not ask."""
        seat = seat_number(wanted.seat)
        counts = COUNTS if wanted.counts else NO_RESULT
        change = self.host.table.prepare_end(seat, counts, client)
        waiting = self.seats_to_ask(seat, asker)
        await self.propose("end", wanted.counts, asker, wanted.id, change, waiting)

    async def propose(
        self,
        what: Literal["undo", "end"],
        counts: bool,
        asker: Connection,
        id: str,
        change: Change,
        waiting: set[int],
    ) -> None:
        """Do it if nobody has to be asked; otherwise everybody hears what is asked."""
        version, entry = self.host.table.version, change.entry
        if not waiting:
            await self.host.commit(change, asker, packed(messages.Done(id, entry.version)))
            return
        if self.open is not None and self.open.version == version:
            raise refusal(f"{what}_pending")
        until = time.monotonic() + self.seconds
        is_new = self.turned_down != (what, entry.seat, version)
        self.open = UndoRequest(
            what, counts, entry.seat, version, id, entry.client, asker, waiting, until, is_new
        )
        self.host.settle()
        self.host.publish_status()

    def change(self, request: UndoRequest) -> Change:
        table = self.host.table
        if request.what == "undo":
            return table.prepare_undo(request.seat, request.version, request.client)
        counts = COUNTS if request.counts else NO_RESULT
        return table.prepare_end(request.seat, counts, request.client)

    async def answer(self, connection: Connection, seat: int, yes: bool) -> None:
        """One of the others agrees or does not."""
        if self.open is None or seat not in self.open.waiting:
            raise refusal("no_request")
        if yes and self.open.seat in connection.seats:
            raise refusal("consent_of_asker")
        if not yes:
            self.turn_down(refusal(f"{self.open.what}_declined", name=name_of(seat)))
            return
        self.open.waiting.discard(seat)
        await self.go_on()

    async def go_on(self) -> None:
        """Do it when everybody has agreed."""
        request = self.open
        if request is None:
            return
        if request.waiting:
            self.host.publish_status()
            return
        change = self.change(request)
        answer = packed(messages.Done(request.id, change.entry.version))
        try:
            self.open = None
            await self.host.commit(change, request.asker, answer)
        except Refusal as why:
            self.open = request
            self.drop(why)  # whoever asked hears it too
            raise
        self.host.publish_status()

    def someone_left(self, connection: Connection) -> None:
        """Without the asker there is nothing to agree to. Others have not answered by leaving."""
        if self.open is not None and self.open.asker is connection:
            self.turn_down(refusal(f"{self.open.what}_outdated"))

    def lapse(self) -> None:
        """Nobody has to wait for ever for an answer."""
        if self.open is not None and time.monotonic() >= self.open.until:
            self.turn_down(refusal(f"{self.open.what}_unanswered"))

    def turn_down(self, why: Refusal) -> None:
        """The table goes on."""
        if self.open is not None:
            self.turned_down = (self.open.what, self.open.seat, self.open.version)
        self.drop(why)
        self.host.settle()

    def drop_outdated(self) -> None:
        """A request made before something else happened is over."""
        if self.open is not None and self.open.version != self.host.table.version:
            self.drop(refusal(f"{self.open.what}_outdated"))

    def drop(self, why: Refusal) -> None:
        """The request is over and the asker hears why."""
        request, self.open = self.open, None
        if request is not None:
            refused = messages.Refused(
                request.id, self.host.table.version, why.rule, text_of(why.sentences)
            )
            request.asker.push(packed(refused))
            self.host.publish_status()
