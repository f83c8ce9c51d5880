"""What each message from a client does at its table, one function for each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import UNSET

from kamiza.bots import BOT_NAMES
from kamiza.core.action import seat_number, seat_of
from kamiza.core.refusal import Refusal
from kamiza.play import speech
from kamiza.play.auto_pass import Switches
from kamiza.play.chat import ChatLine, clean_line
from kamiza.play.lending import lend_by_request, returns_by_itself, summary
from kamiza.play.players import Player, clean_name
from kamiza.play.puzzles import NotTheBest
from kamiza.play.table import ABSENT
from kamiza.play.words import PHRASES, Text, refusal
from kamiza.server import asks, clubs, http_types, messages, seats, sitting
from kamiza.server.auto_pass import HeldPass
from kamiza.server.bots import NoAnswer
from kamiza.server.calls import requests as calls
from kamiza.server.connection import Connection
from kamiza.server.faults import fault
from kamiza.server.guiding import plan_part
from kamiza.server.live_table import LiveTable, branch_of, clock_choice, position_note
from kamiza.server.messages import SEATS, encode, packed
from kamiza.server.new_tables import make_rematch, next_seat
from kamiza.server.publishing import WATCHING, encoded, text_of
from kamiza.server.reports import LINES
from kamiza.server.store import HOST, OWN, Pass

NO_ID = ""
MOST_REPORTS = 5  # of one socket

# What changes a table; none of it happens while the server only shows them.
CHANGES = (
    asks.Move, asks.Undo, asks.Consent, asks.Lend, asks.Reclaim,
    asks.Invite, asks.Name, asks.AskRematch, asks.Begin, asks.Cancel,
    asks.Ready, asks.Resign, asks.AskEnd, asks.AskVacation,
)  # fmt: skip


async def answer(live: LiveTable, connection: Connection, message: asks.ClientMessage) -> None:
    """Do what a message asks for, or say why not."""
    try:
        if live.services.house.is_read_only and type(message) in CHANGES:
            raise refusal("read_only")
        if live.is_waiting and type(message) in sitting.NEEDS_A_GAME:
            raise refusal("not_begun")
        await REQUESTS[type(message)](live, connection, message)
    except Refusal as why:
        live.services.metrics.refused.add()
        refuse(live, connection, message, why)


def refuse(
    live: LiveTable, connection: Connection, message: asks.ClientMessage, why: Refusal
) -> None:
    """Tell the sender why nothing happened, and how the table stands if they were behind."""
    refused = messages.Refused(
        getattr(message, "id", NO_ID), live.table.version, why.rule, text_of(why.sentences),
        why.is_stale, UNSET if why.behind == why.rule else why.behind,
        plan_part(why.plan) if isinstance(why, NotTheBest) else UNSET,
    )  # fmt: skip
    connection.push(packed(refused))
    if why.is_stale and isinstance(message, asks.Move | asks.Undo):
        connection.push(live.state_for(seat_number(message.seat), message.version))


def own_seat(connection: Connection, letter: messages.Seat) -> int:
    """The number of a seat that is the sender's."""
    seat = seat_number(letter)
    if seat not in connection.seats:
        raise refusal("not_yours")
    return seat


# -- coming and going ---------------------------------------------------------------------------


def sit_down(live: LiveTable, connection: Connection, opened: Pass, hello: asks.Hello) -> None:
    """Take the seat a token opens, or watch; everything needed to go on is sent at once."""
    lines, before = None, live.people()
    connection.page = hello.page or connection.page
    seat = opened.seat if opened.role in seats.OPEN_A_SEAT else WATCHING
    if seat != WATCHING:
        lines = take_seat(live, connection, seat, hello.name)
    if opened.role == OWN:
        connection.came_to.add(seat)
    elif opened.role == HOST:
        connection.is_host = True
    live.audience.join(connection)
    if seat == WATCHING and not connection.seats and not connection.is_watching:
        connection.is_watching = True
        live.audience.listen(connection, WATCHING)
    connection.push(packed(welcome(live, connection)))
    if (seat != WATCHING or not connection.seats) and not live.is_waiting:
        connection.push(live.state_for(seat, hello.version, lines))
    if live.audience.devices(seat) > 1 and seat != WATCHING:
        seats.tell_devices(live, seat)
    live.settle()
    if live.people() == before:
        connection.push(packed(live.status()))  # nothing new to the others
    else:
        live.publish_status()


def take_seat(
    live: LiveTable, connection: Connection, seat: int, name: str | None
) -> list[Text] | None:
    """Sit on a seat; the lines for somebody who was stood in for."""
    player = live.players[seat]
    lines, before = None, replace(player)
    if seat not in connection.seats:
        connection.seats.append(seat)
        live.audience.listen(connection, seat)
        player.sockets += 1
        stop_watching(live, connection)
    if returns_by_itself(player):
        lines = summary(live.table, player)
        player.take_back()
        live.time.took_back(seat)
    player.claimed = True
    if name is not None and clean_name(name) and not live.services.words.has(clean_name(name)):
        player.name = clean_name(name)
    if replace(player, sockets=0) != replace(before, sockets=0):
        live.save_soon(player)
    return lines


def stop_watching(live: LiveTable, connection: Connection) -> None:
    """Who sits at the table sees it from there."""
    if connection.is_watching:
        connection.is_watching = False
        live.audience.stop_listening(connection, WATCHING)


async def leave(live: LiveTable, connection: Connection) -> None:
    """The socket is gone: its seats are empty now."""
    before = live.people()
    stop_watching(live, connection)
    if connection not in live.audience.connections:
        return
    live.audience.connections.remove(connection)
    live.auto_pass.drop(connection)
    for seat in connection.seats:
        devices = live.audience.devices(seat)
        live.audience.stop_listening(connection, seat)
        live.players[seat].sockets -= 1
        live.players[seat].left = time.monotonic()
        live.players[seat].ready &= live.players[seat].sockets > 0
        if live.audience.devices(seat) != devices:
            seats.tell_devices(live, seat)
    live.undo.someone_left(connection)
    live.settle()
    if live.people() != before:
        live.publish_status()


def welcome(live: LiveTable, connection: Connection) -> messages.Welcome:
    row = live.row
    return messages.Welcome(
        row.id, row.game, [SEATS[seat] for seat in sorted(connection.seats)], connection.is_host,
        not connection.seats, live.player_list(), row.settings, clock_choice(row),
        live.commitment, [said(line) for line in live.chat.lines],
        encoded(PHRASES), branch_of(row),
        [[SEATS[seat] for seat in team] for team in live.game.teams(live.table.state)],
        live.allows_hints, position_note(row),
    )  # fmt: skip


def said(line: ChatLine) -> messages.Said:
    text, phrase = line.text or UNSET, line.phrase or UNSET
    return messages.Said(SEATS[line.seat], line.name, line.at, text, phrase)


# -- playing ------------------------------------------------------------------------------------


async def move(live: LiveTable, connection: Connection, message: asks.Move) -> None:
    """One act of one of the sender's seats."""
    began = time.perf_counter()
    seat = own_seat(connection, message.seat)
    if live.auto_pass.holds(seat, message.moves, message.version):
        live.auto_pass.hold(
            HeldPass(connection, message.id, partial(answer, live, connection, message))
        )
        return
    client = client_name(message.id)
    async with live.lock:
        if is_repeat(live, connection, seat, message.id):
            return
        if live.players[seat].lent:
            raise refusal("has_resigned" if live.players[seat].has_resigned else "lent")
        change = live.table.prepare_act(seat, tuple(message.moves), message.version, client)
        if live.guide is not None:
            live.guide.check(live.table, change)
        done = packed(messages.Done(message.id, change.entry.version))
        await live.commit(change, connection, done)
    live.services.metrics.act_time.observe(time.perf_counter() - began)


async def undo(live: LiveTable, connection: Connection, message: asks.Undo) -> None:
    """Back before the seat's last act."""
    seat = own_seat(connection, message.seat)
    if live.players[seat].has_resigned:
        raise refusal("has_resigned")
    async with live.lock:
        if not is_repeat(live, connection, seat, message.id):
            await live.undo.ask(connection, message, client_name(message.id))


def client_name(id: str) -> str:
    """The name of a person's request in the journal; bots have names of their own there."""
    return "person " + id


def is_repeat(live: LiveTable, connection: Connection, seat: int, id: str) -> bool:
    """A request that was done before gets its answer again."""
    known = live.table.answer_to(seat, client_name(id))
    if known is not None:
        connection.push(packed(messages.Done(id, known)))
    return known is not None


async def consent(live: LiveTable, connection: Connection, message: asks.Consent) -> None:
    """The answer to somebody who would like to take back, or to end the game."""
    seat = own_seat(connection, message.seat)
    async with live.lock:
        await live.undo.answer(connection, seat, message.yes)
    connection.push(packed(messages.Done(message.id, live.table.version)))


async def why(live: LiveTable, connection: Connection, message: asks.Why) -> None:
    """Whether a move is possible now, and if not, the rule that says no."""
    seat = own_seat(connection, message.seat)
    state = live.table.state
    refused = live.game.why_not(state, seat, message.move)
    reason = messages.Reason(message.id, refused is None)
    if refused is not None:
        speech.refused(live.game, refused, state)
        reason.rule = refused.rule
        reason.sentence = text_of(refused.sentences)
        reason.behind = UNSET if refused.behind == refused.rule else refused.behind
    connection.push(packed(reason))


async def hint(live: LiveTable, connection: Connection, message: asks.AskHint) -> None:
    """The best options of a seat, from what it knows; other people are told that it asked."""
    seat = own_seat(connection, message.seat)
    if not live.allows_hints:
        raise refusal("no_hints")
    if live.table.asked != seat:
        raise refusal("not_asked")
    if connection.thinking is None or connection.thinking.done():
        connection.thinking = asyncio.create_task(answer_hint(live, connection, seat, message.id))


async def answer_hint(live: LiveTable, connection: Connection, seat: int, id: str) -> None:
    """Think beside everything else; the socket goes on reading."""
    game = live.game
    view = encode(game.view(live.table.state, seat).as_json())
    if live.is_between_people:
        told_before = live.hinted_at == (seat, live.table.version)
        live.hinted_at = (seat, live.table.version)
        if not told_before:
            line = live.chat.note(seat, live.players[seat].name, "asked_hint", time.time())
            live.audience.send(packed(said(line)))
    try:
        found = await live.services.bots.hint(game.name, view)
    except NoAnswer:
        connection.push(fault("no_hint"))
        return
    options = [messages.HintOption(**option) for option in found["options"]]
    connection.push(
        packed(
            messages.Hint(
                id, options, found["is_only"], found["margin"], found["even"], found["worlds"]
            )
        )
    )


# -- seats --------------------------------------------------------------------------------------


async def lend(live: LiveTable, connection: Connection, message: asks.Lend) -> None:
    """A bot plays for me; or the host lets one play for somebody who is not here."""
    seat = seat_number(message.seat)
    is_the_hosts = (
        connection.is_host and seat < len(live.players) and not live.players[seat].is_present
    )
    if not is_the_hosts:
        own_seat(connection, message.seat)

    def lent(player: Player) -> None:
        lend_by_request(player, message.level, live.table.version, BOT_NAMES)
        if is_the_hosts:
            player.lent_why = ABSENT

    await live.change_player(live.players[seat], lent)
    connection.push(packed(messages.Done(message.id, live.table.version)))
    live.settle()
    live.publish_status()


async def reclaim(live: LiveTable, connection: Connection, message: asks.Reclaim) -> None:
    """I take my seat back and read what the bot did."""
    seat = own_seat(connection, message.seat)
    player = live.players[seat]
    if not player.lent:
        raise refusal("not_lent")
    if player.has_resigned:
        raise refusal("has_resigned")
    lent = replace(player)
    await live.change_player(player, Player.take_back)
    lines = summary(live.table, lent)
    live.time.took_back(seat)
    live.time.late.discard(seat)
    connection.push(packed(messages.Done(message.id, live.table.version)))
    connection.push(live.state_for(seat, live.table.version, lines))
    live.settle()
    live.publish_status()


async def invite(live: LiveTable, connection: Connection, message: asks.Invite) -> None:
    """The host invites anew to a seat whose person is not here."""
    async with live.lock:
        token = await seats.invite(live, connection, seat_number(message.seat))
    connection.push(packed(messages.Invited(message.id, message.seat, token)))
    live.publish_status()


async def wait(live: LiveTable, connection: Connection, message: asks.Wait) -> None:
    """Another seat is patient with somebody absent."""
    if not connection.seats:
        raise refusal("not_yours")
    live.time.lending.wait(seat_number(message.seat), time.monotonic())
    live.settle()
    live.publish_status()


async def name(live: LiveTable, connection: Connection, message: asks.Name) -> None:
    """A new name for one's own seat."""
    player = live.players[own_seat(connection, message.seat)]
    name = live.services.checked_name(message.name)

    def named(player: Player) -> None:
        player.name = name

    await live.change_player(player, named)
    live.publish_status()


async def passing(live: LiveTable, connection: Connection, message: asks.Passing) -> None:
    """Which questions the table passes for a player; only that player hears of it."""
    seat = own_seat(connection, message.seat)
    switches = Switches(frozenset(message.never), message.always)
    if live.auto_pass.switch(seat, switches) and live.table.asked == seat:
        live.audience.send_to(seat, live.state_for(seat, live.table.version))


async def chat(live: LiveTable, connection: Connection, message: asks.Say) -> None:
    """Talk; who watches may only read."""
    if message.seat is not None:
        own_seat(connection, message.seat)
    seat = seat_of(message.seat)
    speaker = live.players[seat].name if seat >= 0 else ""
    if message.text is not None and live.services.words.has(message.text):
        raise refusal("unwanted_words")
    line = live.chat.say(seat, speaker, message.text, message.phrase, time.monotonic(), time.time())
    live.audience.send(packed(said(line)))


async def report(live: LiveTable, connection: Connection, message: asks.Report) -> None:
    """Somebody should be looked at: kept with what they said, for whoever runs the server."""
    about = seat_number(message.about)
    if about >= len(live.players) or about in connection.seats:
        raise refusal("not_reported")
    if connection.reports >= MOST_REPORTS:
        raise refusal("reports_enough")
    connection.reports += 1
    lines = [line.text for line in live.chat.lines if line.seat == about and line.text]
    was_kept = live.services.reports.add(
        table=live.row.id, about=message.about, name=live.players[about].name,
        by="".join(SEATS[seat] for seat in connection.seats), address=connection.address,
        why=clean_line(message.why), said=lines[-LINES:],
    )  # fmt: skip
    if not was_kept:
        raise refusal("cannot_save")
    live.services.metrics.reports.add()
    connection.push(packed(messages.Done(message.id, live.table.version)))


async def rematch(live: LiveTable, connection: Connection, message: asks.AskRematch) -> None:
    """A new table with the same people, each one seat further; everybody gets their own link."""
    own_seat(connection, message.seat)
    if not live.table.is_over:
        raise refusal("not_over")
    if live.services.house.is_draining:
        raise refusal("draining")
    async with live.lock:
        if live.rematch is None:
            live.rematch = await make_rematch(live.services, live)
            await follow_club(live, live.rematch)
    for listener in live.audience.connections:
        for link in links_for(listener, live.rematch):
            listener.push(packed(link))


async def follow_club(live: LiveTable, made: http_types.TableMade) -> None:
    """The rematch of a club's table is the club's, and its members sit at it."""
    store = live.services.store
    club = await clubs.club_of_table(store, live.row.id)
    if club is None or (await clubs.club_of(store, club)).closed is not None:
        return
    members = await clubs.seats_of(store, live.row.id)
    moved = {next_seat(seat, live.row.seats): member for seat, member in members.items()}
    await clubs.add_table(store, club, made.table, moved)


def links_for(listener: Connection, made: http_types.TableMade) -> list[messages.Rematch]:
    """The links of the new table that belong to one socket."""
    after = [made.seats[next_seat(seat, len(made.seats))] for seat in listener.seats]
    links = [messages.Rematch(made.table, seat.seat, seat.token) for seat in after]
    if not links:
        links = [messages.Rematch(made.table, token=made.spectator)]
    if listener.is_host:
        links[0].host = made.host
    return links


async def ping(live: LiveTable, connection: Connection, message: asks.Ping) -> None:
    connection.push(packed(messages.Pong()))
    await asyncio.sleep(0)


REQUESTS: dict[type, Callable[[LiveTable, Connection, Any], Awaitable[None]]] = {
    asks.Move: move,
    asks.Undo: undo,
    asks.Consent: consent,
    asks.Why: why,
    asks.AskHint: hint,
    asks.Lend: lend,
    asks.Reclaim: reclaim,
    asks.Invite: invite,
    asks.Wait: wait,
    asks.Name: name,
    asks.Ready: sitting.ready,
    asks.Begin: sitting.begin,
    asks.Cancel: sitting.cancel,
    asks.Resign: sitting.resign,
    asks.AskEnd: sitting.ask_to_end,
    asks.Passing: passing,
    asks.Say: chat,
    asks.Report: report,
    asks.AskRematch: rematch,
    asks.Looking: calls.looking,
    asks.AskVacation: calls.vacation,
    asks.Ping: ping,
}
