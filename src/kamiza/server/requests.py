"""What each frame from a client does at its table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from kamiza.play import speech
from kamiza.play.chat import Line
from kamiza.play.lending import lend_by_wish, returns_by_itself, summary
from kamiza.play.passing import Wishes
from kamiza.play.seats import clean_name
from kamiza.play.table import ABSENT, Refusal, refusal
from kamiza.play.words import PHRASES, say
from kamiza.server import bodies, undoing, wire
from kamiza.server.bots import NoAnswer
from kamiza.server.connection import Connection
from kamiza.server.room import STAND_IN, WATCHING, Room
from kamiza.server.store import HOST, SEAT, Pass
from kamiza.server.undoing import text
from kamiza.server.wire import encode
from kamiza.server.wire import frame as frame_of

if TYPE_CHECKING:
    from kamiza.play.words import Text

NO_ID = ""


async def grant(room: Room, connection: Connection, frame: wire.ClientFrame) -> None:
    """Do what a frame wishes, or say why not."""
    try:
        await WISHES[type(frame)](room, connection, frame)
    except Refusal as refused:
        room.hall.metrics.refused.add()
        refuse(room, connection, frame, refused)


def refuse(room: Room, connection: Connection, frame: wire.ClientFrame, why: Refusal) -> None:
    """Tell the sender why nothing happened, and how the table stands if they were behind."""
    sentence = text(why.sentence)
    answer = wire.Refused(
        getattr(frame, "id", NO_ID), room.table.version, why.rule, sentence, why.stale,
        UNSET if why.behind == why.rule else why.behind,
    )  # fmt: skip
    connection.push(frame_of(answer))
    if why.stale and isinstance(frame, wire.Move | wire.Undo):
        told = room.table.told_since(frame.version)
        connection.push(room.state_frame(frame.seat, told))


def require_own(connection: Connection, seat: int) -> None:
    if seat not in connection.seats:
        raise refusal("not_yours")


# -- coming and going ---------------------------------------------------------------------------


def sit_down(room: Room, connection: Connection, opened: Pass, frame: wire.Hello) -> None:
    """Take the seat a token opens, or watch; everything needed to go on is sent at once."""
    lines = None
    if opened.role == SEAT:
        lines = take_seat(room, connection, opened.seat, frame.name)
    elif opened.role == HOST:
        connection.is_host = True
    if connection not in room.connections:
        room.connections.append(connection)
    seat = opened.seat if opened.role == SEAT else WATCHING
    if seat == WATCHING and not connection.seats and not connection.is_watching:
        connection.is_watching = True
        room.listeners.setdefault(WATCHING, []).append(connection)
    connection.push(frame_of(welcome(room, connection)))
    if seat != WATCHING or not connection.seats:
        connection.push(room.frame_with(seat, missed(room, seat, frame.version), lines))
    room.settle()
    room.publish_table()


def missed(room: Room, seat: int, version: int | None) -> list[dict[str, Any]]:
    """What happened after the version a client has; a fresh one hears the whole story."""
    if version is None or version > room.table.version:
        return room.whole_story(seat)
    return [told.for_seat(seat) for told in room.table.told_since(version)]


def take_seat(
    room: Room, connection: Connection, number: int, name: str | None
) -> list[Text] | None:
    """Sit on a seat; the two lines for somebody who was stood in for."""
    seat = room.seats[number]
    lines = None
    if number not in connection.seats:
        connection.seats.append(number)
        room.listeners.setdefault(number, []).append(connection)
        seat.sockets += 1
        stop_watching(room, connection)
    if returns_by_itself(seat):
        lines = summary(room.table, seat)
        seat.take_back()
        room.clocks.returned(number, time.monotonic())
    seat.claimed = True
    if name is not None and clean_name(name):
        seat.name = clean_name(name)
    room.save_seat(seat)
    return lines


def stop_watching(room: Room, connection: Connection) -> None:
    """Who sits at the table sees it from there."""
    if connection.is_watching:
        connection.is_watching = False
        room.listeners[WATCHING].remove(connection)


async def leave(room: Room, connection: Connection) -> None:
    """The socket is gone: its seats are empty now."""
    stop_watching(room, connection)
    if connection not in room.connections:
        return
    room.connections.remove(connection)
    for number in connection.seats:
        room.listeners[number].remove(connection)
        room.seats[number].sockets -= 1
    await undoing.someone_left(room, connection)
    room.settle()
    room.publish_table()
    room.hall.rest(room)


def welcome(room: Room, connection: Connection) -> wire.Welcome:
    row = room.row
    branch = None
    if row.branch_of is not None and row.branch_at is not None:
        branch = wire.Branch(row.branch_of, row.branch_at)
    return wire.Welcome(
        row.id, row.game, sorted(connection.seats), connection.is_host, not connection.seats,
        room.players(), row.settings, room.clock_choice(), room.commitment,
        [said(line) for line in room.chat.lines],
        {key: text(phrase) for key, phrase in PHRASES.items()}, branch,
    )  # fmt: skip


def said(line: Line) -> wire.Said:
    return wire.Said(line.seat, line.name, line.at, line.text or UNSET, line.phrase or UNSET)


# -- playing ------------------------------------------------------------------------------------


async def move(room: Room, connection: Connection, frame: wire.Move) -> None:
    """One act of one of the sender's seats."""
    began = time.perf_counter()
    require_own(connection, frame.seat)
    client = "person " + frame.id
    async with room.lock:
        known = room.table.answer_to(frame.seat, client)
        if known is not None:
            connection.push(frame_of(wire.Done(frame.id, known)))
            return
        if room.seats[frame.seat].lent:
            raise refusal("lent")
        change = room.table.prepare_act(frame.seat, tuple(frame.moves), frame.version, client)
        answer = frame_of(wire.Done(frame.id, change.entry.version))
        await room.commit(change, connection, answer)
    room.hall.metrics.act_time.observe(time.perf_counter() - began)


async def undo(room: Room, connection: Connection, frame: wire.Undo) -> None:
    """Back before the seat's last act."""
    require_own(connection, frame.seat)
    client = "person " + frame.id
    async with room.lock:
        known = room.table.answer_to(frame.seat, client)
        if known is not None:
            connection.push(frame_of(wire.Done(frame.id, known)))
            return
        await undoing.undo(room, connection, frame, client)


async def consent(room: Room, connection: Connection, frame: wire.Consent) -> None:
    """The answer to somebody who would like to take back."""
    require_own(connection, frame.seat)
    async with room.lock:
        await undoing.consent(room, frame.seat, frame.yes)
    connection.push(frame_of(wire.Done(frame.id, room.table.version)))


async def why(room: Room, connection: Connection, frame: wire.Why) -> None:
    """Whether a move is possible now, and if not, the rule that says no."""
    require_own(connection, frame.seat)
    refusal = room.game.why_not(room.table.state, frame.seat, frame.move)
    answer = wire.Reason(frame.id, refusal is None)
    if refusal is not None:
        answer.rule = refusal.rule
        answer.sentence = text(speech.refusal(room.game, refusal))
        behind = speech.rule_behind(room.game, refusal.rule, room.table.state)
        answer.behind = UNSET if behind == refusal.rule else behind
    connection.push(frame_of(answer))


async def hint(room: Room, connection: Connection, frame: wire.AskHint) -> None:
    """What the quick bot would do, from what the seat knows."""
    require_own(connection, frame.seat)
    if room.table.asked != frame.seat:
        raise refusal("not_asked")
    if connection.thinking is None or connection.thinking.done():
        connection.thinking = asyncio.create_task(answer_hint(room, connection, frame))


async def answer_hint(room: Room, connection: Connection, frame: wire.AskHint) -> None:
    """Think beside everything else; the socket goes on reading."""
    view = room.game.view(room.table.state, frame.seat).as_json()
    try:
        moves = await room.hall.bots.answer(room.game.name, STAND_IN, encode(view))
    except NoAnswer:
        moves = [room.game.describe(room.game.default_move(room.table.state))]
    spoken = {to.language: room.game.speech.turn(moves, view, to) for to in speech.LISTENERS}
    connection.push(frame_of(wire.Hint(frame.id, moves, text(say("hint", moves=spoken)))))


# -- seats --------------------------------------------------------------------------------------


async def lend(room: Room, connection: Connection, frame: wire.Lend) -> None:
    """A bot plays for me; or the host lets one play for somebody who is not here."""
    seat = room.seats[frame.seat] if 0 <= frame.seat < len(room.seats) else None
    is_hosts_wish = connection.is_host and seat is not None and not seat.is_present
    if seat is None or not is_hosts_wish:
        require_own(connection, frame.seat)
    assert seat is not None
    lend_by_wish(seat, frame.level, room.table.version, room.hall.bot_levels)
    if is_hosts_wish:
        seat.lent_why = ABSENT
    await room.keep_seat(seat)
    connection.push(frame_of(wire.Done(frame.id, room.table.version)))
    room.settle()
    room.publish_table()


async def reclaim(room: Room, connection: Connection, frame: wire.Reclaim) -> None:
    """I take my seat back and read what the bot did."""
    require_own(connection, frame.seat)
    seat = room.seats[frame.seat]
    if not seat.lent:
        raise refusal("not_lent")
    lines = summary(room.table, seat)
    seat.take_back()
    room.clocks.returned(frame.seat, time.monotonic())
    room.late.discard(frame.seat)
    await room.keep_seat(seat)
    connection.push(frame_of(wire.Done(frame.id, room.table.version)))
    connection.push(room.state_frame(frame.seat, [], lines))
    room.settle()
    room.publish_table()


async def wait(room: Room, connection: Connection, frame: wire.Wait) -> None:
    """Another seat is patient with somebody absent."""
    if not connection.seats:
        raise refusal("not_yours")
    room.lending.wait(frame.seat, time.monotonic())
    room.settle()
    room.publish_table()


async def name(room: Room, connection: Connection, frame: wire.Name) -> None:
    """A new name for one's own seat."""
    require_own(connection, frame.seat)
    seat = room.seats[frame.seat]
    seat.name = clean_name(frame.name)
    await room.keep_seat(seat)
    room.publish_table()


async def passing(room: Room, connection: Connection, frame: wire.Passing) -> None:
    """Which questions the table passes for a player; only that player hears of it."""
    require_own(connection, frame.seat)
    is_new = room.passer.wish(frame.seat, Wishes(frozenset(frame.never), frame.always))
    if is_new and room.table.asked == frame.seat:
        state = room.state_frame(frame.seat, [])
        for listener in room.listeners[frame.seat]:
            listener.push(state)


async def chat(room: Room, connection: Connection, frame: wire.Say) -> None:
    """Talk; who watches may only read."""
    if frame.seat >= 0:
        require_own(connection, frame.seat)
    speaker = room.seats[frame.seat].name if frame.seat >= 0 else ""
    line = room.chat.say(
        frame.seat, speaker, frame.text, frame.phrase, time.monotonic(), time.time()
    )
    spoken = frame_of(said(line))
    for listener in room.connections:
        listener.push(spoken)


async def rematch(room: Room, connection: Connection, frame: wire.AskRematch) -> None:
    """A new table with the same people; everybody gets their own link."""
    require_own(connection, frame.seat)
    if not room.table.is_over:
        raise refusal("not_over")
    async with room.lock:
        if room.rematch is None:
            room.rematch = await room.hall.make_rematch(room)
    made = room.rematch
    for listener in room.connections:
        for link in links_for(listener, made):
            listener.push(frame_of(link))


def links_for(listener: Connection, made: bodies.TableMade) -> list[wire.Rematch]:
    """The links of the new table that belong to one socket."""
    links = [wire.Rematch(made.table, seat, made.seats[seat].token) for seat in listener.seats]
    if not links:
        links = [wire.Rematch(made.table, token=made.spectator)]
    if listener.is_host:
        links[0].host = made.host
    return links


async def ping(room: Room, connection: Connection, frame: wire.Ping) -> None:
    connection.push(frame_of(wire.Pong()))
    await asyncio.sleep(0)


WISHES: dict[type, Callable[[Room, Connection, Any], Awaitable[None]]] = {
    wire.Move: move,
    wire.Undo: undo,
    wire.Consent: consent,
    wire.Why: why,
    wire.AskHint: hint,
    wire.Lend: lend,
    wire.Reclaim: reclaim,
    wire.Wait: wait,
    wire.Name: name,
    wire.Passing: passing,
    wire.Say: chat,
    wire.AskRematch: rematch,
    wire.Ping: ping,
}
