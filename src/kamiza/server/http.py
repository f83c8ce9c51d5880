"""The requests of docs/protocol.md."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable

from kamiza.core.action import SPECTATOR, seat_of
from kamiza.server import (
    clubs,
    http_types,
    messages,
    other_rules,
    replays,
    seats,
    summaries,
)
from kamiza.server.answers import Endpoint, Fail, as_json, read
from kamiza.server.carrying import CarryingApi
from kamiza.server.game_requests import GamesApi
from kamiza.server.guiding import is_puzzle
from kamiza.server.inner.passing import PASSED_ON
from kamiza.server.inner.wire import Unreachable
from kamiza.server.limits import Buckets, Busy, party_of
from kamiza.server.live_table import (
    LiveTable,
    clock_choice,
    ended_message,
    going_on_from,
    result_message,
)
from kamiza.server.messages import SEATS, encode, seat_or_none
from kamiza.server.new_tables import make_table, new_token
from kamiza.server.origin import bearer
from kamiza.server.position_requests import PositionsApi
from kamiza.server.publishing import screen_of, text_of
from kamiza.server.refusals import busy, guarded
from kamiza.server.store import Elsewhere, SeatTaken, TableRow, branch_entries
from kamiza.server.tables import BrokenTable, OtherRules, Tables
from kamiza.server.web import (
    BaseRoute,
    Request,
    Response,
    Route,
    StreamingResponse,
)

MOST_NEWS = 3  # lines
UNPACKED_BYTES = 64 * 1024  # of an answer at a time


class HttpApi:
    """All endpoints of one server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.services = tables.services
        self.limits = tables.services.limits

    def route(self, path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        return Route(path, guarded(self.limited(endpoint)), methods=[method])

    def routes(self) -> list[BaseRoute]:
        route = self.route
        return [
            *GamesApi(self).routes(route),
            route("/api/tables", self.open_tables),
            route("/api/tables", self.make_table, "POST"),
            route("/api/tables/{table}/claim", self.claim, "POST"),
            route("/api/tables/{table}/standing", self.standing),
            route("/api/tables/{table}/replay", self.replay),
            route("/api/tables/{table}/win-chances", self.win_chances),
            route("/api/tables/{table}/coach", self.coach),
            route("/api/tables/{table}/summary", self.summary),
            route("/api/tables/{table}/record", self.record),
            route("/api/tables/{table}/branch", self.branch, "POST"),
            route("/api/tables/{table}/verify", self.verify),
            *PositionsApi(self).routes(route),
            *CarryingApi(self).routes(route),
            route("/api/{rest:path}", self.nothing),
        ]

    def limited(self, endpoint: Endpoint, purses: Buckets | None = None) -> Endpoint:
        """So many requests a second from one address; and a word for who comes at a bad time."""

        async def answer(request: Request) -> Response:
            if self.services.house.is_banned(address_of(request)):
                raise Fail("banned")
            self.pay(purses or self.limits.requests, request, "too_many_requests")
            try:
                return await endpoint(request)
            except Busy as not_now:
                self.services.metrics.busy.add()
                return busy(not_now.seconds)
            except Elsewhere as where:
                return await self.passed_on(where, request)

        return answer

    async def passed_on(self, where: Elsewhere, request: Request) -> Response:
        """What the process answers that has the table."""
        neighbourhood = self.services.neighbourhood
        if neighbourhood is None or PASSED_ON in request.scope:
            raise where
        try:
            return await neighbourhood.passing.request(where, request)
        except Unreachable:
            raise where from None

    def pay(self, purses: Buckets, request: Request, code: str) -> None:
        address = address_of(request)
        if not purses.take(address):
            self.services.metrics.limited.add()
            raise Fail(code, purses.seconds_until(address))

    # -- tables ---------------------------------------------------------------------------------

    async def open_tables(self, request: Request) -> Response:
        tables = [
            http_types.OpenTable(
                row.id,
                row.game,
                row.seats,
                taken,
                row.settings,
                clock_choice(row),
                row.created,
                host,
                row.begun is not None,
            )
            for row, taken, host in await self.services.store.open_tables()
            if self.tables.is_played(row)
        ]
        return as_json(tables)

    async def make_table(self, request: Request) -> Response:
        self.count_table(request)
        new = await read(request, http_types.NewTable)
        key = self.services.shuffler.table_key()
        if new.position is not None:
            await PositionsApi(self).fit(request, new, key)
        if new.club:
            return as_json(await self.make_club_table(request, new, key), 201)
        return as_json(await make_table(self.services, new, key), 201)

    async def make_club_table(
        self, request: Request, new: http_types.NewTable, key: bytes
    ) -> http_types.TableMade:
        """A table for a club: its maker's first seat is the member's, free ones wait for others."""
        store = self.services.store
        club, me = await clubs.enter(store, new.club, bearer(request.scope["headers"]))
        clubs.opened(club)
        if await clubs.count_open(store, club.id) >= clubs.MOST_OPEN_TABLES:
            raise Fail("club_tables_full")
        new.public = False
        made = await make_table(self.services, new, key)
        own = [SEATS.index(seat.seat) for seat in made.seats if seat.mine is True]
        await clubs.add_table(store, club.id, made.table, dict.fromkeys(own[:1], me.member))
        return made

    def count_table(self, request: Request) -> None:
        if self.services.house.is_draining:
            raise Fail("draining")
        if self.services.house.is_read_only:
            raise Fail("read_only")
        self.pay(self.limits.tables, request, "too_many_tables")

    async def claim(self, request: Request) -> Response:
        """Sit down at a free seat of a public table."""
        self.count_table(request)
        body = await read(request, http_types.Claim)
        name = self.services.checked_name(body.name)
        live = await self.table(request)
        if not live.row.public or live.row.branch_of is not None or live.row.position is not None:
            raise Fail("not_public")
        token = new_token()
        async with live.lock:
            try:
                player = await seats.take_free(live, name, token)
            except SeatTaken:
                raise Fail("no_free_seat") from None
        return as_json(http_types.Claimed(SEATS[player.seat], token), 201)

    async def table(self, request: Request, to_play: bool = True) -> LiveTable:
        find = self.tables.find if to_play else self.tables.look_at
        try:
            guest = self.limits.guest(address_of(request))
            live = await find(request.path_params["table"], guest)
        except BrokenTable:
            raise Fail("broken_table") from None
        if live is None:
            raise Fail("unknown_table")
        if live.row.id in self.services.house.closed:
            raise Fail("table_closed")
        self.tables.rest(live)
        return live

    async def standing(self, request: Request) -> Response:
        """How a table stands, for whoever has a link to it and is elsewhere."""
        live = await self.table(request, to_play=False)
        if bearer(request.scope["headers"]) is None:
            raise Fail("unknown_token")
        seat = await self.perspective(request, live)
        table, view = live.table, None
        if not live.is_waiting:
            view = screen_of(live.game, live.game.view(table.state, seat))
        return as_json(
            http_types.Standing(
                live.is_waiting, seat_or_none(table.asked), seat_or_none(seat), live.player_list(),
                view, ended_message(table), result_message(table), table.version,
                news_of(live, seat, request.query_params.get("since", "")),
                *live.days.standing(live.time.clocks, table.asked),
            )
        )  # fmt: skip

    # -- finished games -------------------------------------------------------------------------

    async def finished(self, request: Request) -> LiveTable:
        """A game that is over can be read here, whoever owns its table."""
        live = await self.table(request, to_play=False)
        if not live.table.is_over:
            raise Fail("not_over")
        if live.guide is not None:
            raise Fail("is_puzzle" if is_puzzle(live.row) else "is_lesson")
        return live

    async def look_back(
        self, request: Request, live: LiveTable, task: Callable[..., bytes], *more: int
    ) -> Response:
        """Something that takes a while: rarer per address, and beside what the tables do."""
        game = replays.finished(live)
        question = (task.__name__, live.row.id, encode(game.players), *more)
        looking_back, address = self.tables.looking_back, address_of(request)
        self.pay(self.limits.work, request, "too_many_requests")
        found = await looking_back.answer(question, address, task, game, *more)
        return self.packed(request, found)

    def packed(self, request: Request, found: bytes) -> Response:
        """A compressed answer, as it is or unpacked for who cannot read such."""
        headers = {"cache-control": "no-store", "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return StreamingResponse(
                unpacked(found), headers=headers, media_type="application/json"
            )
        headers["content-encoding"] = "gzip"
        return Response(found, 200, headers, media_type="application/json")

    async def replay(self, request: Request) -> Response:
        live = await self.finished(request)
        seat = await self.perspective(request, live)
        return await self.look_back(request, live, replays.compressed_replay, seat)

    async def summary(self, request: Request) -> Response:
        live = await self.finished(request)
        return await self.look_back(request, live, summaries.compressed_summary)

    async def win_chances(self, request: Request) -> Response:
        """What is known so far; the browser asks again until it is complete."""
        live = await self.finished(request)
        seat = await self.perspective(request, live)
        return as_json(self.tables.win_chances.of(live.row.id, live.table, seat).answer())

    async def coach(self, request: Request) -> Response:
        """The same for the coach; a finished game has no secrets, so it is one for all."""
        live = await self.finished(request)
        return as_json(self.tables.coach.of(live.row.id, live.table).answer())

    async def perspective(self, request: Request, live: LiveTable) -> int:
        """The seat asked for by letter, else that of the token, else a spectator."""
        letter = request.query_params.get("seat")
        if letter is not None and live.table.is_over:
            seat = seat_of(letter)
            if not 0 <= seat < live.row.seats:
                raise Fail("no_such_seat")
            return seat
        token = bearer(request.scope["headers"])
        if token is None:
            return SPECTATOR
        opened = await self.services.store.pass_of(token)
        if opened is None or opened.table != live.row.id:
            raise Fail("unknown_token")
        if opened.role in seats.NO_LONGER:
            raise Fail(seats.NO_LONGER[opened.role])
        return opened.seat if opened.role in seats.OPEN_A_SEAT else SPECTATOR

    async def record(self, request: Request) -> Response:
        try:
            live = await self.finished(request)
        except OtherRules as why:
            row, answer = why.row, await self.record_of_other_rules(request, why.row)
        else:
            row, answer = live.row, await self.look_back(request, live, replays.compressed_record)
        name = f"{row.game}-{row.id}.json"
        answer.headers["content-disposition"] = f'attachment; filename="{name}"'
        return answer

    async def record_of_other_rules(self, request: Request, row: TableRow) -> Response:
        """Nobody can play it again now, but what was written down is there."""
        if row.finished is None:
            raise OtherRules(row)
        if row.id in self.services.house.closed:
            raise Fail("table_closed")
        self.pay(self.limits.work, request, "too_many_requests")
        store = self.services.store
        players, journal = await store.players(row.id), await store.journal(row.id)
        return as_json(other_rules.record_of(row, players, journal).as_json(reveal=True))

    async def verify(self, request: Request) -> Response:
        live = await self.finished(request)
        return await self.look_back(request, live, replays.compressed_verification)

    async def branch(self, request: Request) -> Response:
        """Play on from a point of a finished game. Its replay shows every hand and what comes next,
        so no stranger is let in."""
        self.count_table(request)
        live = await self.finished(request)
        body = await read(request, http_types.NewBranch)
        if body.public:
            raise Fail("branch_is_private")
        moves = live.table.moves_in_force()
        if body.at >= len(moves):
            raise Fail("no_such_step")
        if len(body.players) != live.row.seats:
            raise Fail("wrong_seats")
        row = live.row
        new = http_types.NewTable(
            row.game, body.players, row.settings, False, body.clock, position=row.position
        )
        past = branch_entries(moves[: body.at])
        branch = going_on_from(row.id, body.at)
        made = await make_table(self.services, new, row.key, past, branch)
        return as_json(made, 201)

    async def nothing(self, request: Request) -> Response:
        raise Fail("not_found")


async def unpacked(packed: bytes) -> AsyncIterator[bytes]:
    """A compressed answer for who cannot read such: in pieces, as fast as they are read."""
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while packed:
        yield unpacking.decompress(packed, UNPACKED_BYTES)
        packed = unpacking.unconsumed_tail
        await asyncio.sleep(0)
    yield unpacking.flush()


def news_of(live: LiveTable, seat: int, since: str) -> list[messages.Text]:
    """The last lines of the log that somebody who knew a version has not read."""
    if live.is_waiting or not since.isdecimal() or len(since) > 9:
        return []
    lines = live.table.update(int(since), seat).lines
    return [text_of(line.text) for line in lines if not line.head][-MOST_NEWS:]


def address_of(request: Request) -> str:
    return party_of(request.client.host) if request.client else ""
