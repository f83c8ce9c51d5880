"""Before the first move and after the last wish to make one: ready, begin, cancel, resign, end.

A table that waits deals nothing to anybody and starts no clock until all its people are here and
have said that they are ready, or until who made it says so; then bots keep the seats of the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kamiza.core.action import seat_number
from kamiza.play.players import Player
from kamiza.play.table import ABSENT, OVER, PERSON, PLAYS_ON, RESIGNED
from kamiza.play.words import refusal
from kamiza.server import asks, messages
from kamiza.server.connection import Connection
from kamiza.server.faults import fault
from kamiza.server.live_table import STAND_IN, LiveTable
from kamiza.server.log import log
from kamiza.server.messages import packed
from kamiza.server.writer import CannotSave, Damaged, Overtaken, Unsure

UNKNOWN_TABLE = 4004
RESIGN_COMMAND = "resign"  # of a game that has its own rule for it

# What a table that waits has no answer to.
NEEDS_A_GAME = (
    asks.Move, asks.Undo, asks.Consent, asks.Why, asks.AskHint, asks.Lend,
    asks.Reclaim, asks.Wait, asks.Resign, asks.AskEnd, asks.AskVacation,
)  # fmt: skip


def own_player(live: LiveTable, connection: Connection, letter: messages.Seat) -> Player:
    seat = seat_number(letter)
    if seat not in connection.seats:
        raise refusal("not_yours")
    return live.players[seat]


def done(live: LiveTable, connection: Connection, id: str) -> None:
    connection.push(packed(messages.Done(id, live.table.version)))


# -- the waiting room -----------------------------------------------------------------------------


async def ready(live: LiveTable, connection: Connection, message: asks.Ready) -> None:
    """Somebody is ready, or would rather wait; with the last one the game begins."""
    player = own_player(live, connection, message.seat)
    if not live.is_waiting:
        raise refusal("has_begun")
    player.ready = message.yes
    done(live, connection, message.id)
    async with live.lock:
        if live.is_waiting and all(is_ready(player) for player in people(live)):
            await begin_game(live)
    live.publish_status()


def people(live: LiveTable) -> list[Player]:
    return [player for player in live.players if player.kind == PERSON]


def is_ready(player: Player) -> bool:
    return player.ready and player.is_person_here


async def begin(live: LiveTable, connection: Connection, message: asks.Begin) -> None:
    """Begin with whoever is here. If the host has gone, whoever sits here may say so."""
    host_is_here = any(other.is_host for other in live.audience.connections)
    if not connection.is_host and (host_is_here or not connection.seats):
        raise refusal("only_the_host_begins")
    async with live.lock:
        if not live.is_waiting:
            raise refusal("has_begun")
        await begin_game(live)
    done(live, connection, message.id)
    live.publish_status()


async def begin_game(live: LiveTable) -> None:
    """Everybody gets their cards; bots keep the seats of those who are not here. Whoever calls
    holds the table's lock."""
    now = time.time()
    try:
        await live.services.store.begin(live.row.id, now)
    except (Overtaken, Damaged, Unsure):
        live.forget(live)
        raise refusal("stale") from None
    except CannotSave:
        raise refusal("cannot_save") from None
    live.row = replace(live.row, begun=now)
    for player in people(live):
        if not player.is_person_here and not live.days.are_counted:
            player.lend(STAND_IN, ABSENT, live.table.version)
            live.save_soon(player)
    live.audience.send_each(lambda seat: live.state_for(seat, None), None, b"")
    log("table_begun", table=live.row.id)
    live.days.acted(None)
    live.settle()
    live.calls.came()


async def cancel(live: LiveTable, connection: Connection, message: asks.Cancel) -> None:
    """There will be no game: nothing is kept of the table."""
    if not connection.is_host:
        raise refusal("only_the_host_cancels")
    async with live.lock:
        if not live.is_waiting:
            raise refusal("has_begun")
        await delete(live, "cancelled", partial(done, live, connection, message.id))


async def delete(live: LiveTable, why: str, first: Callable[[], None] = lambda: None) -> None:
    """Nothing is kept of a table, and everybody there is told. Whoever calls holds its lock."""
    try:
        await live.services.store.delete(live.row.id)
    except CannotSave:
        raise refusal("cannot_save") from None
    first()
    log("table_deleted", table=live.row.id, why=why)
    for listener in list(live.audience.connections):
        listener.push(fault(why))
        listener.close(UNKNOWN_TABLE)
    live.forget(live)


# -- giving up, and ending together ---------------------------------------------------------------


async def resign(live: LiveTable, connection: Connection, message: asks.Resign) -> None:
    """Somebody gives up, as the game's own rules say, if they do; otherwise as the table does."""
    player = own_player(live, connection, message.seat)
    client = "person " + message.id
    async with live.lock:
        known = live.table.answer_to(player.seat, client)
        if known is not None:
            connection.push(packed(messages.Done(message.id, known)))
            return
        table = live.table
        if has_own_rule(live, player.seat):
            act = (RESIGN_COMMAND,)
            change = table.prepare_act(player.seat, act, table.version, client)
        else:
            change = table.prepare_resign(player.seat, what_follows(live, player), client)
        await live.commit(change, connection, packed(messages.Done(message.id, table.version + 1)))
        if change.resigns and not table.is_over:
            player.lend(STAND_IN, RESIGNED, table.version)
            live.save_soon(player)
    live.settle()
    live.publish_status()


def has_own_rule(live: LiveTable, seat: int) -> bool:
    """Do the rules say what happens now if this seat resigns?"""
    game, table = live.game, live.table
    if table.is_over or not game.is_command(RESIGN_COMMAND):
        return False
    return game.why_not(table.state, seat, RESIGN_COMMAND) is None


def what_follows(live: LiveTable, player: Player) -> str:
    """A bot plays on for the others' sake, as long as there are two and a person among them."""
    others = [one for one in live.players if one is not player and not one.has_resigned]
    for_whom = any(one.kind == PERSON and not one.is_free for one in others)
    return PLAYS_ON if len(others) > 1 and for_whom else OVER


async def ask_to_end(live: LiveTable, connection: Connection, message: asks.AskEnd) -> None:
    """Somebody would like to end the game here; everybody else has to agree."""
    player = own_player(live, connection, message.seat)
    if player.has_resigned:
        raise refusal("has_resigned")
    client = "person " + message.id
    async with live.lock:
        known = live.table.answer_to(player.seat, client)
        if known is not None:
            connection.push(packed(messages.Done(message.id, known)))
            return
        await live.undo.ask_to_end(connection, message, client)
