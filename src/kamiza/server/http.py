"""The requests of docs/protocol.md."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable

from msgspec import UNSET
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from kamiza import games
from kamiza.bots.puzzles import Puzzle
from kamiza.core.action import SPECTATOR, Refusal, seat_of
from kamiza.play.lesson_files import lessons_of
from kamiza.play.words import Text
from kamiza.server import (
    catalogue,
    clubs,
    http_types,
    messages,
    other_rules,
    replays,
    seats,
    summaries,
)
from kamiza.server.answers import Endpoint, Fail, as_json, read
from kamiza.server.calls.api import CallsApi
from kamiza.server.faults import FAULTS, busy_sentence
from kamiza.server.guiding import is_puzzle, puzzle_named
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
from kamiza.server.new_lessons import make_lesson, make_puzzle
from kamiza.server.new_tables import make_table, new_token
from kamiza.server.origin import bearer
from kamiza.server.position_requests import PositionsApi
from kamiza.server.publishing import screen_of, text_of
from kamiza.server.static import Static
from kamiza.server.store import CannotRead, Elsewhere, SeatTaken, TableRow, Unmet, branch_entries
from kamiza.server.tables import BrokenTable, OtherRules, Tables
from kamiza.server.whole_metrics import text_of_all
from kamiza.server.writer import CannotSave, Damaged, Overtaken

MOST_NEWS = 3  # lines
UNPACKED_BYTES = 64 * 1024  # of an answer at a time

STATUS = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "no_such_seat": 404,
    "too_large": 413, "too_many_tables": 429, "no_free_seat": 409, "not_over": 409,
    "branch_is_private": 409, "position_is_private": 409, "is_lesson": 409, "is_puzzle": 409,
    "too_many_requests": 429, "other_rules": 409, "not_public": 403, "unknown_token": 403,
    "invite_used": 403, "seat_given": 403,
    "foreign_origin": 403, "banned": 403, "table_closed": 410,
    "draining": 503, "read_only": 503, "cannot_save": 503, "closing": 503, "broken": 500,
    "broken_table": 500, "unreadable": 503, "elsewhere": 503,
    "no_calls": 409, "no_push": 409, "no_mail": 409, "unknown_device": 404, "not_the_host": 403,
    "unknown_ticket": 404, "mail_asked_enough": 429, "no_hook": 404,
    "unknown_key": 403, "changed": 409, "key_full": 409, "too_many_keys": 503,
    "unknown_club": 403, "club_removed": 403, "only_the_founder": 403, "club_closed": 410,
    "club_full": 409, "too_many_clubs": 503, "name_taken": 409, "founder_stays": 409,
    "no_such_member": 404, "club_tables_full": 409, "sits_already": 409,
}  # fmt: skip


def failure(code: str, wait: int | None = None, sentence: messages.Text | None = None) -> Response:
    problem = http_types.Problem(code, sentence or FAULTS[code])
    answer = as_json(http_types.Failure(problem), STATUS.get(code, 400))
    if wait is not None:
        answer.headers["retry-after"] = str(wait)
    return answer


def busy(seconds: int) -> Response:
    """Too much to do; and when to try again."""
    problem = http_types.Problem("busy", busy_sentence(seconds))
    answer = as_json(http_types.Failure(problem), 503)
    answer.headers["retry-after"] = str(seconds)
    return answer


def refused(rule: str, sentence: Text) -> Response:
    problem = http_types.Problem("refused", text_of(sentence), rule or UNSET)
    return as_json(http_types.Failure(problem), 422)


def guarded(endpoint: Endpoint) -> Endpoint:
    """Turn everything that can go wrong into an answer in plain words."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Fail as fail:
            return failure(fail.code, fail.wait)
        except Refusal as why:
            return refused(why.rule, why.sentences)
        except games.UnknownGame:
            return failure("unknown_game")
        except OtherRules as why:
            return failure("other_rules", sentence=other_rules.reason(why.row))
        except CannotSave:
            return failure("cannot_save")
        except (Elsewhere, Overtaken):  # and it could not be passed on
            return failure("elsewhere")
        except (Damaged, CannotRead):
            return failure("unreadable")
        except Unmet as why:
            return failure(why.code)
        except ClientDisconnect:
            return failure("malformed")  # nobody hears it

    return answer


class HttpApi:
    """All endpoints of one server."""

    def __init__(self, tables: Tables, static: Static) -> None:
        self.tables = tables
        self.services = tables.services
        self.limits = tables.services.limits
        self.static = static

    def route(self, path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        return Route(path, guarded(self.limited(endpoint)), methods=[method])

    def routes(self) -> list[BaseRoute]:
        route = self.route

        def health(path: str, endpoint: Endpoint) -> Route:
            return Route(path, guarded(self.limited(endpoint, is_health=True)), methods=["GET"])

        return [
            route("/api/games", self.list_games),
            route("/api/games/{game}/rules", self.rules),
            route("/api/games/{game}/lesson", self.lesson),
            route("/api/games/{game}/lessons/{lesson}", self.make_lesson, "POST"),
            route("/api/games/{game}/lessons/{lesson}", self.quiz),
            route("/api/games/{game}/puzzles", self.puzzles),
            route("/api/games/{game}/puzzles/{number}", self.make_puzzle, "POST"),
            route("/api/games/{game}/puzzles/{number}", self.puzzle_answer),
            route("/api/games/{game}/cards", self.cards),
            route("/api/games/{game}/words", self.words),
            route("/api/games/{game}/names", self.names),
            route("/api/games/{game}/advice", self.advice, "POST"),
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
            *CallsApi(self).routes(route),
            health("/healthz", self.health),
            health("/readyz", self.ready),
            health("/metrics", self.metrics),
            route("/api/{rest:path}", self.nothing),
            route("/", self.page),
            route("/t/{rest:path}", self.page),
            route("/r/{rest:path}", self.page),
            route("/learn/{rest:path}", self.page),
            route("/calls", self.page),
            route("/edit", self.page),
            route("/edit/{rest:path}", self.page),
            route("/puzzles", self.page),
            route("/puzzles/{rest:path}", self.page),
            route("/rules", self.page),
            route("/rules/{rest:path}", self.page),
            route("/me", self.page),
            route("/c/{rest:path}", self.page),
            route("/{path:path}", self.file),
        ]

    def limited(self, endpoint: Endpoint, is_health: bool = False) -> Endpoint:
        """So many requests a second from one address; and a word for who comes at a bad time."""

        async def answer(request: Request) -> Response:
            if self.services.house.is_banned(address_of(request)):
                raise Fail("banned")
            purses = self.limits.health if is_health else self.limits.requests
            self.pay(purses, request, "too_many_requests")
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

    # -- games ----------------------------------------------------------------------------------

    async def list_games(self, request: Request) -> Response:
        return as_json(catalogue.game_infos())

    async def rules(self, request: Request) -> Response:
        return as_json(catalogue.rule_list(game_of(request), is_for_study(request)))

    async def lesson(self, request: Request) -> Response:
        return as_json(catalogue.lesson(game_of(request)))

    async def quiz(self, request: Request) -> Response:
        found = catalogue.quiz(game_of(request), request.path_params["lesson"])
        if found is None:
            raise Fail("not_found")
        return as_json(found)

    async def cards(self, request: Request) -> Response:
        return as_json(catalogue.card_gallery(game_of(request), is_for_study(request)))

    async def words(self, request: Request) -> Response:
        return as_json(catalogue.words(game_of(request)))

    async def names(self, request: Request) -> Response:
        return as_json(catalogue.names(game_of(request)))

    async def advice(self, request: Request) -> Response:
        trial = await read(request, http_types.Trial)
        return as_json(catalogue.advice(game_of(request), trial))

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

    async def make_lesson(self, request: Request) -> Response:
        lesson = lessons_of(game_of(request)).get(request.path_params["lesson"])
        if lesson is None:
            raise Fail("not_found")
        self.count_table(request)
        body = await read(request, http_types.NewLesson)
        return as_json(await make_lesson(self.services, lesson, body.name), 201)

    async def puzzles(self, request: Request) -> Response:
        return as_json(catalogue.puzzle_infos(game_of(request)))

    def puzzle(self, request: Request) -> Puzzle:
        found = puzzle_named(game_of(request), request.path_params["number"])
        if found is None:
            raise Fail("not_found")
        return found

    async def puzzle_answer(self, request: Request) -> Response:
        """Whoever gives up is shown the answer."""
        return as_json(catalogue.puzzle_plans(self.puzzle(request)))

    async def make_puzzle(self, request: Request) -> Response:
        puzzle = self.puzzle(request)
        self.count_table(request)
        body = await read(request, http_types.NewLesson)
        return as_json(await make_puzzle(self.services, puzzle, body.name), 201)

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

    # -- operations -----------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        is_healthy = await self.services.store.is_healthy() and not self.tables.is_closing
        facts: dict[str, object] = {"healthy": is_healthy}
        if self.tables.broken:
            facts["broken_tables"] = len(self.tables.broken)
        return as_json(facts, 200 if is_healthy else 503)

    async def ready(self, request: Request) -> Response:
        """May a proxy send newcomers here? While the server drains it is healthy, not ready."""
        can_play = await self.services.store.is_healthy() and not self.tables.is_closing
        is_ready = can_play and not self.services.house.is_draining
        return as_json({"ready": is_ready}, 200 if is_ready else 503)

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(await text_of_all(self.services.config, self.services.metrics))

    # -- pages ----------------------------------------------------------------------------------

    async def nothing(self, request: Request) -> Response:
        raise Fail("not_found")

    async def page(self, request: Request) -> Response:
        """A page; whoever opens one asks for the games next, so they are read meanwhile."""
        answer = self.static.answer(request, "index.html")
        answer.background = BackgroundTask(catalogue.read_ahead)
        return answer

    async def file(self, request: Request) -> Response:
        return self.static.answer(request, request.path_params["path"])


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


def game_of(request: Request) -> str:
    return games.game(request.path_params["game"]).name


def is_for_study(request: Request) -> bool:
    return request.query_params.get("study") == "1"
