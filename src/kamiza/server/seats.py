"""Whose seat it is: claims, invitations that work once, and on how many devices it is open.

A link is a seat, so nobody may keep the link of somebody else's. Whoever comes to a free seat gets
a token that no other device has, and every token the seat had before opens nothing any more.
"""

from __future__ import annotations

import time

from kamiza.play.players import Player, clean_name
from kamiza.play.table import ABSENT, BOT
from kamiza.play.words import name_of, refusal
from kamiza.server import asks, clubs, messages
from kamiza.server.connection import UNKNOWN_TOKEN, Connection
from kamiza.server.faults import fault
from kamiza.server.live_table import LiveTable
from kamiza.server.messages import SEATS, packed
from kamiza.server.new_tables import new_token
from kamiza.server.store import INVITE, OWN, SEAT, USED, VOID, Pass, SeatTaken
from kamiza.server.writer import CannotSave, Damaged, Overtaken, Unsure

OPEN_A_SEAT = (SEAT, OWN)
NO_LONGER = {USED: "invite_used", VOID: "seat_given"}  # what was a key once, and why it is none


class Closed(Exception):
    """A token that does not open this table now; the code is a key of `FAULTS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# -- coming in ------------------------------------------------------------------------------------


async def enter(live: LiveTable, connection: Connection, hello: asks.Hello) -> Pass:
    """What a token opens at this table; an invitation is exchanged for a token of one's own."""
    opened = await pass_here(live, hello.token)
    if opened.role == INVITE or opened.role == USED or is_old_invitation(live, opened):
        async with live.lock:
            token = await exchange(live, hello)
        opened = await pass_here(live, token)
        connection.push(packed(messages.Seated(SEATS[opened.seat], token)))
    if opened.role in NO_LONGER:
        raise Closed(NO_LONGER[opened.role])
    return opened


async def pass_here(live: LiveTable, token: str) -> Pass:
    given = -1
    while given != live.given:  # no seat changes hands while the answer is on its way
        given = live.given
        opened = await live.services.store.pass_of(token)
    if opened is None or opened.table != live.row.id:
        raise Closed("unknown_token")
    return opened


def is_old_invitation(live: LiveTable, opened: Pass) -> bool:
    """Tables from before there were invitations have the token of a seat nobody came to."""
    return opened.role == SEAT and live.players[opened.seat].is_free


async def exchange(live: LiveTable, hello: asks.Hello) -> str:
    """The token somebody has from now on instead of an invitation.

    A device that names it itself gets the same answer again: the first may have been lost.
    """
    if hello.own and await live.services.store.pass_of(hello.own) is not None:
        if (await pass_here(live, hello.own)).role not in OPEN_A_SEAT:
            raise Closed("seat_given")
        return hello.own
    opened = await pass_here(live, hello.token)
    if opened.role in NO_LONGER:
        raise Closed(NO_LONGER[opened.role])
    player = live.players[opened.seat]
    if player.sockets:
        raise Closed("seat_held")
    token = hello.own or new_token()
    try:
        await give(live, player, hello.name or "", token, hello.token)
    except SeatTaken:
        raise Closed("invite_used") from None
    return token


async def give(live: LiveTable, player: Player, name: str, token: str, invite: str = "") -> None:
    """A seat gets a new holder; whoever calls holds the table's lock."""
    before = player.name, player.claimed, player.invited
    shown = "" if live.services.words.has(clean_name(name)) else clean_name(name)
    player.name, player.claimed, player.invited = shown, True, False
    try:
        await live.services.store.give_seat(live.row.id, player.seat, player.name, token, invite)
    except Exception as why:
        player.name, player.claimed, player.invited = before
        if isinstance(why, Overtaken | Damaged | Unsure):
            live.forget(live)  # the store knows more than we do
        raise
    if await clubs.club_of_table(live.services.store, live.row.id) is not None:
        await clubs.vacate(live.services.store, live.row.id, player.seat)
    live.given += 1
    if player.lent and not player.has_resigned:
        player.lent_why = ABSENT  # it goes back to who comes, whoever lent it
    for late in list(live.audience.listeners.get(player.seat, ())):  # back in this very moment
        late.push(fault("seat_given"))
        late.close(UNKNOWN_TOKEN)


async def take_free(live: LiveTable, name: str, token: str) -> Player:
    """The first free seat gets a holder, or `SeatTaken`; whoever calls holds the table's lock."""
    player = next((player for player in live.players if player.is_free), None)
    if player is None:
        raise SeatTaken
    await give(live, player, name, token)
    return player


# -- a new invitation -----------------------------------------------------------------------------


async def invite(live: LiveTable, connection: Connection, seat: int) -> str:
    """A new invitation of the host; whoever calls holds the table's lock."""
    if not connection.is_host:
        raise refusal("only_the_host")
    if seat >= len(live.players):
        raise refusal("not_yours")
    player = live.players[seat]
    check_is_gone(player, live.services.config.away_seconds)
    token = new_token()
    try:
        await live.services.store.add_invite(live.row.id, seat, token)
    except CannotSave:
        raise refusal("cannot_save") from None
    except (Overtaken, Damaged):
        live.forget(live)
        raise refusal("stale") from None
    player.invited = True
    return token


def check_is_gone(player: Player, seconds: float) -> None:
    """Nobody loses a seat by a dropped line."""
    if player.kind == BOT:
        raise refusal("bot_seat")
    if player.has_resigned:
        raise refusal("has_resigned")
    if player.sockets:
        raise refusal("present")
    if not player.is_free and time.monotonic() - player.left < seconds:
        raise refusal("just_left", name=name_of(player.seat))


# -- devices --------------------------------------------------------------------------------------


def tell_devices(live: LiveTable, seat: int) -> None:
    """Who has a seat sees whether it is open anywhere else."""
    told = messages.Devices(SEATS[seat], live.audience.devices(seat))
    live.audience.send_to(seat, packed(told))
