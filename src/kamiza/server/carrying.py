"""Tables that go from a device to a server and back; see docs/offline.md.

Whoever holds every seat that a person has may take a table along: all its cards are theirs to know
anyway. It is played again, move by move, where it arrives, so nothing that is brought is believed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from kamiza import games
from kamiza.core.refusal import Refusal
from kamiza.play.players import Player
from kamiza.play.table import (
    ACT,
    BOT,
    COUNTS,
    END,
    MOST_MOVES,
    NO_RESULT,
    OVER,
    PERSON,
    PLAYS_ON,
    RESIGN,
    UNDO,
    Entry,
)
from kamiza.server import clubs, sitting
from kamiza.server.answers import Fail, as_json, read
from kamiza.server.guiding import is_guided, is_lesson
from kamiza.server.http_types import NewPlayer, NewTable
from kamiza.server.live_table import CARRIED, LiveTable, branch_of, clock_choice, going_on_from
from kamiza.server.log import log
from kamiza.server.messages import SEATS, ClockChoice, Seat
from kamiza.server.new_tables import make_table
from kamiza.server.origin import bearer
from kamiza.server.position_requests import PositionsApi, whole
from kamiza.server.seats import OPEN_A_SEAT
from kamiza.server.store import HOST, INVITE, Pass, Step, TableRow
from kamiza.server.tables import OtherRules
from kamiza.server.web import Request, Response, Route

if TYPE_CHECKING:
    from kamiza.server.http import HttpApi

CARRIED_BYTES = 512 * 1024
MOST_VERSION = 999_999
# What the one move of these lines may say.
SAYS = {RESIGN: (PLAYS_ON, OVER), END: (COUNTS, NO_RESULT)}

Move = Annotated[str, Meta(min_length=1, max_length=500, pattern="^[^\n]*$")]
Name = Annotated[str, Meta(max_length=32)]


class Line(Struct, array_like=True, forbid_unknown_fields=True):
    """An act that still counts, that somebody resigned, or that all agreed to end."""

    seat: Seat
    kind: Literal["act", "resign", "end"]
    by: Literal["person", "bot", "branch", "absent", "time", "turn", "request", "resigned"]
    moves: Annotated[list[Move], Meta(min_length=1, max_length=200)]


class Carried(Struct, forbid_unknown_fields=True):
    """One table on its way. It holds the key of the shuffle: whoever reads it knows all cards."""

    kamiza_table: Literal[1]
    table: Annotated[str, Meta(pattern="^[a-z0-9]{1,16}$")]  # its name where it comes from
    version: int  # there
    game: Name
    rules: Name
    digest: Annotated[str, Meta(max_length=80)]
    key: Annotated[bytes, Meta(min_length=32, max_length=32)]
    players: Annotated[list[NewPlayer], Meta(min_length=1, max_length=8)]
    settings: dict[str, Any]
    journal: Annotated[list[Line], Meta(max_length=5000)]
    clock: ClockChoice | None = None
    hints: bool | None = None
    position: dict[str, Any] | None = None


class Holder(Struct):
    """The links of all seats that people have; the host's is the bearer's."""

    seats: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=8)]


class CarryingApi:
    """Take a table along, bring it, and leave nothing behind."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api

    def routes(self, route: Callable[..., Route]) -> list[Route]:
        return [
            route("/api/carried", self.bring, "POST"),
            route("/api/tables/{table}/carried", self.take, "POST"),
            route("/api/tables/{table}/carried", self.leave, "DELETE"),
        ]

    async def take(self, request: Request) -> Response:
        holder = await read(request, Holder)
        try:
            async with self.held(request, holder) as live:
                journal = await self.api.services.store.journal(live.row.id)
                live.row = await self.copied(live.row, live.players, live.table.version)
                return as_json(carried(live.row, live.players, live.table.version, journal))
        except OtherRules as why:
            players, journal = await self.resting(request, why.row, holder)
            version = journal[-1].version if journal else 0
            row = await self.copied(why.row, players, version)
            return as_json(carried(row, players, version, journal))

    async def copied(self, row: TableRow, players: list[Player], version: int) -> TableRow:
        """The key of the shuffle leaves: whoever sits down here later reads that it did."""
        if is_guided(row):
            raise Fail("is_lesson" if is_lesson(row) else "is_puzzle")
        if row.begun is None:
            raise Fail("stays_here")
        if sum(player.kind == PERSON for player in players) < 2 or branch_of(row) is not None:
            return row
        self.check_may_change()
        row = replace(row, branch_of=CARRIED + row.id, branch_at=version)
        note = "update tables set branch_of = ?, branch_at = ? where id = ?"
        values = (row.branch_of, row.branch_at, row.id)
        await self.api.services.store.change([Step(note, values, "changed")])
        return row

    async def leave(self, request: Request) -> Response:
        """Nothing is kept of a table that went on elsewhere since this version of it."""
        version = whole(request.query_params.get("version", ""), MOST_VERSION)
        holder = await read(request, Holder)
        try:
            async with self.held(request, holder) as live:
                if live.table.version != version:
                    raise Fail("changed")
                self.check_may_change()
                await sitting.delete(live, "carried_away")
        except OtherRules as why:  # nobody has acted since
            await self.resting(request, why.row, holder)
            self.check_may_change()
            await self.api.services.store.delete(why.row.id)
            log("table_deleted", table=why.row.id, why="carried_away")
        return as_json({})

    def check_may_change(self) -> None:
        """A house that only shows its tables notes nothing and lets none go."""
        if self.api.services.house.is_read_only:
            raise Fail("read_only")

    @asynccontextmanager
    async def held(self, request: Request, holder: Holder) -> AsyncIterator[LiveTable]:
        """A table all of whose people are whoever asks; nobody else sits down meanwhile."""
        live = await self.api.table(request)
        async with live.lock:
            if live.is_gone:
                raise Fail("changed")
            await self.check_holder(request, live.row, live.players, holder)
            yield live

    async def resting(
        self, request: Request, row: TableRow, holder: Holder
    ) -> tuple[list[Player], list[Entry]]:
        """The same for a table whose rules nobody plays here: what is written down of it. Whether
        it can be played is asked where it arrives."""
        house, store = self.api.services.house, self.api.services.store
        if row.id in house.closed:
            raise Fail("table_closed")
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        players = await store.players(row.id)
        await self.check_holder(request, row, players, holder)
        return players, await store.journal(row.id)

    async def check_holder(
        self, request: Request, row: TableRow, players: list[Player], holder: Holder
    ) -> None:
        store, token = self.api.services.store, bearer(request.scope["headers"])
        host = None if token is None else await store.pass_of(token)
        if host is None or (host.table, host.role) != (row.id, HOST):
            raise Fail("not_the_host")
        passes = [await store.pass_of(seat) for seat in holder.seats]
        held = {
            opened.seat
            for opened in passes
            if opened is not None and opened.table == row.id and is_held(players, opened)
        }
        if any(player.kind == PERSON and player.seat not in held for player in players):
            raise Fail("others_sit")
        if await clubs.club_of_table(store, row.id) is not None:
            raise Fail("stays_here")

    async def bring(self, request: Request) -> Response:
        """A new table with new links that goes on where the one that was brought stood."""
        self.api.count_table(request)
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        brought = await read(request, Carried, CARRIED_BYTES)
        game = games.game(brought.game)
        if (brought.rules, brought.digest) != (game.book.version, game.digest):
            raise Fail("carried_other_rules")
        for player in brought.players:
            self.api.services.checked_name(player.name)
        new = NewTable(
            game.name, brought.players, brought.settings, False, brought.clock,
            hints=brought.hints, position=brought.position,
        )  # fmt: skip
        if new.position is not None:
            new.settings = {}
            await PositionsApi(self.api).fit(request, new, brought.key)
        past = entries_of(brought)
        branch = going_on_from(CARRIED + brought.table, past[-1].version if past else 0)
        try:
            made = await make_table(self.api.services, new, brought.key, past, branch)
        except Refusal:
            raise Fail("not_carried") from None
        return as_json(made, 201)


def is_held(players: list[Player], opened: Pass) -> bool:
    """Whether whoever has this link has the seat. Somebody who is away keeps theirs, though there
    may be an invitation to it."""
    if opened.role == INVITE:
        return players[opened.seat].is_free
    return opened.role in OPEN_A_SEAT


def carried(row: TableRow, players: list[Player], version: int, journal: list[Entry]) -> Carried:
    """What was taken back stays behind."""
    counts = in_force(journal)
    return Carried(
        1, row.id, version, row.game, row.rules, row.digest, row.key,
        [
            NewPlayer("bot" if p.kind == BOT else "person", p.name, p.level or "heuristic")
            for p in players
        ],
        row.settings,
        [
            Line(SEATS[entry.seat], entry.kind, entry.by, list(entry.moves))  # type: ignore[arg-type]
            for entry in journal
            if entry.kind in SAYS or (entry.kind == ACT and entry.version in counts)
        ],
        clock_choice(row), row.hints, row.position,
    )  # fmt: skip


def in_force(journal: list[Entry]) -> set[int]:
    """The versions of the acts that were not taken back. Whoever takes back names every move."""
    acts: list[Entry] = []
    for entry in journal:
        if entry.kind == ACT:
            acts.append(entry)
        elif entry.kind == UNDO:
            left = len(entry.moves)
            while left > 0:
                left -= len(acts.pop().moves)
    return {act.version for act in acts}


def entries_of(brought: Carried) -> list[Entry]:
    """The journal of the new table; whether it can be played is not asked here."""
    found: list[Entry] = []
    version = 0
    if sum(len(line.moves) for line in brought.journal) > MOST_MOVES:
        raise Fail("not_carried")
    for line in brought.journal:
        seat = SEATS.index(line.seat)
        if seat >= len(brought.players):
            raise Fail("not_carried")
        if line.kind in SAYS and (len(line.moves) != 1 or line.moves[0] not in SAYS[line.kind]):
            raise Fail("not_carried")
        version += len(line.moves)
        moves = tuple(line.moves)
        found.append(Entry(version, seat, line.kind, moves, f"carried {version}", line.by))
    return found
