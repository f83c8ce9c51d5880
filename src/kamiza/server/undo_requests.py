"""Taking back at a table with several people: who has to agree, and what they said.

While a request is open, bots and clocks wait for its answer. It lapses when nobody answers, and a
wish that was turned down may be asked again but then holds nothing up.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kamiza.play.table import Refusal, refusal
from kamiza.play.words import name_of
from kamiza.server import wire
from kamiza.server.connection import Connection
from kamiza.server.wire import frame as frame_of

if TYPE_CHECKING:
    from kamiza.server.room import Room


@dataclass(slots=True)
class UndoRequest:
    """A wish to take back that others have to agree to."""

    seat: int
    version: int
    id: str
    client: str
    asker: Connection
    waiting: set[int]  # seats that have not answered
    until: float  # of a clock that only goes forward
    holds: bool  # do bots and clocks wait for the answer?


def seats_to_ask(room: Room, seat: int, asker: Connection) -> set[int]:
    """All other people at the table; whoever shares the asker's device has agreed already."""
    return {
        other.number
        for other in room.seats
        if other.is_person_here
        and not other.lent
        and other.number != seat
        and other.number not in asker.seats
    }


async def undo(room: Room, asker: Connection, frame: wire.Undo, client: str) -> None:
    """Take back at once if nothing came to light, else ask the others. The room is locked."""
    change = room.table.prepare_undo(frame.seat, frame.version, client)
    waiting = seats_to_ask(room, frame.seat, asker)
    if room.table.undo_is_free(frame.seat) or not waiting:
        await room.commit(change, asker, frame_of(wire.Done(frame.id, change.entry.version)))
        return
    if room.undo_request is not None and room.undo_request.version == room.table.version:
        raise refusal("undo_pending")
    until = time.monotonic() + room.hall.settings.consent_seconds
    is_new = room.undo_refused != (frame.seat, frame.version)
    room.undo_request = UndoRequest(
        frame.seat, frame.version, frame.id, client, asker, waiting, until, is_new
    )
    room.settle()
    room.publish_table()


async def consent(room: Room, seat: int, yes: bool) -> None:
    """One of the others answers. The room is locked."""
    request = room.undo_request
    if request is None or seat not in request.waiting:
        raise refusal("no_request")
    if not yes:
        turn_down(room, refusal("undo_declined", name=name_of(seat)))
        return
    request.waiting.discard(seat)
    await go_on(room)


async def go_on(room: Room) -> None:
    """Take back when everybody has agreed. The room is locked."""
    request = room.undo_request
    if request is None:
        return
    if request.waiting:
        room.publish_table()
        return
    room.undo_request = None
    change = room.table.prepare_undo(request.seat, request.version, request.client)
    answer = frame_of(wire.Done(request.id, change.entry.version))
    await room.commit(change, request.asker, answer)
    room.publish_table()


async def someone_left(room: Room, connection: Connection) -> None:
    """Who is gone need not agree; without the asker there is nothing to agree to."""
    request = room.undo_request
    if request is None:
        return
    if request.asker is connection:
        turn_down(room, refusal("undo_outdated"))
        return
    request.waiting -= {seat for seat in connection.seats if not room.seats[seat].is_person_here}
    try:
        async with room.lock:
            await go_on(room)
    except Refusal as why:
        drop(room, why)


def lapse(room: Room, now: float) -> None:
    """Nobody has to wait for ever for an answer."""
    request = room.undo_request
    if request is not None and now >= request.until:
        turn_down(room, refusal("undo_unanswered"))


def turn_down(room: Room, why: Refusal) -> None:
    """The table goes on."""
    request = room.undo_request
    if request is not None:
        room.undo_refused = (request.seat, request.version)
    drop(room, why)
    room.settle()


def drop_outdated(room: Room) -> None:
    """A request made before something else happened is over."""
    request = room.undo_request
    if request is not None and request.version != room.table.version:
        drop(room, refusal("undo_outdated"))


def drop(room: Room, why: Refusal) -> None:
    """The request is over and the asker hears why."""
    request, room.undo_request = room.undo_request, None
    if request is not None:
        request.asker.push(
            frame_of(wire.Refused(request.id, room.table.version, why.rule, text(why.sentence)))
        )
        room.publish_table()


def text(sentence: dict[str, str]) -> wire.Text:
    return wire.Text(en=sentence["en"], ja=sentence["ja"])
