"""The requests of docs/protocol.md."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from kamiza import games
from kamiza.core.action import SPECTATOR, Refusal, seat_of
from kamiza.play.players import clean_name
from kamiza.play.words import Text
from kamiza.server import catalogue, http_types, messages, replays
from kamiza.server.faults import FAULTS
from kamiza.server.limits import BODY_BYTES
from kamiza.server.live_table import LiveTable, clock_choice
from kamiza.server.messages import SEATS, encode
from kamiza.server.new_tables import make_table, new_token
from kamiza.server.origin import bearer
from kamiza.server.publishing import text_of
from kamiza.server.static import Static
from kamiza.server.store import SEAT, branch_entries
from kamiza.server.tables import OtherRules, Tables
from kamiza.server.writer import CannotSave

Body = TypeVar("Body")
Answer = TypeVar("Answer")
Endpoint = Callable[[Request], Awaitable[Response]]

STATUS = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "no_such_seat": 404,
    "too_large": 413, "too_many_tables": 429, "no_free_seat": 409, "not_over": 409,
    "too_many_requests": 429, "other_rules": 409, "not_public": 403, "unknown_token": 403,
    "foreign_origin": 403, "cannot_save": 503, "closing": 503, "broken": 500,
}  # fmt: skip


class Fail(Exception):
    """A request that ends with an error; the code is a key of `FAULTS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def as_json(body: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(body), status, headers, media_type="application/json")


def failure(code: str) -> Response:
    problem = http_types.Problem(code, FAULTS[code])
    return as_json(http_types.Failure(problem), STATUS.get(code, 400))


def refused(rule: str, sentence: Text) -> Response:
    problem = http_types.Problem("refused", text_of(sentence), rule or UNSET)
    return as_json(http_types.Failure(problem), 422)


def guarded(endpoint: Endpoint) -> Endpoint:
    """Turn everything that can go wrong into an answer in plain words."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Fail as fail:
            return failure(fail.code)
        except Refusal as why:
            return refused(why.rule, why.sentences)
        except games.UnknownGame:
            return failure("unknown_game")
        except CannotSave:
            return failure("cannot_save")

    return answer


async def read(request: Request, kind: type[Body]) -> Body:
    """The body of a request, small and of the right shape."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_BYTES:
            raise Fail("too_large")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Fail("malformed") from None


class HttpApi:
    """All endpoints of one server."""

    def __init__(self, tables: Tables, static: Static) -> None:
        self.tables = tables
        self.services = tables.services
        self.limits = tables.services.limits
        self.static = static

    def routes(self) -> list[BaseRoute]:
        def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
            return Route(path, guarded(self.limited(endpoint)), methods=[method])

        return [
            route("/api/games", self.list_games),
            route("/api/games/{game}/rules", self.rules),
            route("/api/games/{game}/lesson", self.lesson),
            route("/api/games/{game}/cards", self.cards),
            route("/api/games/{game}/words", self.words),
            route("/api/games/{game}/advice", self.advice, "POST"),
            route("/api/tables", self.open_tables),
            route("/api/tables", self.make_table, "POST"),
            route("/api/tables/{table}/claim", self.claim, "POST"),
            route("/api/tables/{table}/replay", self.replay),
            route("/api/tables/{table}/chances", self.win_chances),
            route("/api/tables/{table}/record", self.record),
            route("/api/tables/{table}/branch", self.branch, "POST"),
            route("/api/tables/{table}/verify", self.verify),
            route("/healthz", self.health),
            route("/metrics", self.metrics),
            route("/api/{rest:path}", self.nothing),
            route("/", self.page),
            route("/t/{rest:path}", self.page),
            route("/r/{rest:path}", self.page),
            route("/rules", self.page),
            route("/rules/{rest:path}", self.page),
            route("/{path:path}", self.file),
        ]

    def limited(self, endpoint: Endpoint) -> Endpoint:
        """So many requests a second from one address."""

        async def answer(request: Request) -> Response:
            if not self.limits.requests.take(address_of(request)):
                self.services.metrics.limited.add()
                raise Fail("too_many_requests")
            return await endpoint(request)

        return answer

    # -- games ----------------------------------------------------------------------------------

    async def list_games(self, request: Request) -> Response:
        return as_json(catalogue.game_infos())

    async def rules(self, request: Request) -> Response:
        return as_json(catalogue.rule_list(game_of(request), is_for_study(request)))

    async def lesson(self, request: Request) -> Response:
        return as_json(catalogue.lesson(game_of(request)))

    async def cards(self, request: Request) -> Response:
        return as_json(catalogue.card_gallery(game_of(request), is_for_study(request)))

    async def words(self, request: Request) -> Response:
        return as_json(catalogue.words(game_of(request)))

    async def advice(self, request: Request) -> Response:
        trial = await read(request, http_types.Trial)
        return as_json(catalogue.advice(game_of(request), trial))

    # -- tables ---------------------------------------------------------------------------------

    async def open_tables(self, request: Request) -> Response:
        tables = [
            http_types.OpenTable(
                row.id, row.game, row.seats, taken, row.settings, clock_choice(row), row.created
            )
            for row, taken in self.services.store.open_tables()
        ]
        return as_json(tables)

    async def make_table(self, request: Request) -> Response:
        self.count_table(request)
        new = await read(request, http_types.NewTable)
        return as_json(await make_table(self.services, new), 201)

    def count_table(self, request: Request) -> None:
        if not self.limits.tables.take(address_of(request)):
            self.services.metrics.limited.add()
            raise Fail("too_many_tables")

    async def claim(self, request: Request) -> Response:
        """Sit down at a free seat of a public table."""
        self.count_table(request)
        body = await read(request, http_types.Claim)
        live = self.table(request)
        if not live.row.public:
            raise Fail("not_public")
        free = [player for player in live.players if player.is_free]
        if not free:
            raise Fail("no_free_seat")
        player, token = free[0], new_token()
        player.claimed = True
        player.name = clean_name(body.name)
        store = self.services.store
        try:
            await store.add_token(live.row.id, token, SEAT, player.seat)
            await store.save_player(live.row.id, player)
        except CannotSave:
            player.claimed = False
            raise
        return as_json(http_types.Claimed(SEATS[player.seat], token), 201)

    def table(self, request: Request) -> LiveTable:
        try:
            live = self.tables.find(request.path_params["table"])
        except OtherRules:
            raise Fail("other_rules") from None
        if live is None:
            raise Fail("unknown_table")
        self.tables.rest(live)
        return live

    # -- finished games -------------------------------------------------------------------------

    def finished(self, request: Request) -> LiveTable:
        live = self.table(request)
        if not live.table.is_over:
            raise Fail("not_over")
        return live

    async def work(self, request: Request, task: Callable[[], Answer]) -> Answer:
        """Something that takes a while: rarer per address, and beside what the tables do."""
        if not self.limits.work.take(address_of(request)):
            self.services.metrics.limited.add()
            raise Fail("too_many_requests")
        return await asyncio.to_thread(task)

    async def replay(self, request: Request) -> Response:
        live = self.finished(request)
        seat = self.perspective(request, live)
        return as_json(await self.work(request, lambda: replays.replay(live, seat)))

    async def win_chances(self, request: Request) -> Response:
        """What is known so far; the browser asks again until it is complete."""
        live = self.finished(request)
        seat = self.perspective(request, live)
        return as_json(self.tables.win_chances.of(live.row.id, live.table, seat).answer())

    def perspective(self, request: Request, live: LiveTable) -> int:
        """The seat asked for by letter, else that of the token, else a spectator."""
        letter = request.query_params.get("seat")
        if letter is not None:
            seat = seat_of(letter)
            if not 0 <= seat < live.row.seats:
                raise Fail("no_such_seat")
            return seat
        token = bearer(request.scope["headers"])
        if token is None:
            return SPECTATOR
        opened = self.services.store.pass_of(token)
        if opened is None or opened.table != live.row.id:
            raise Fail("unknown_token")
        return opened.seat

    async def record(self, request: Request) -> Response:
        live = self.finished(request)
        answer = as_json(await self.work(request, lambda: replays.record_of(live).as_json()))
        name = f"{live.row.game}-{live.row.id}.json"
        answer.headers["content-disposition"] = f'attachment; filename="{name}"'
        return answer

    async def verify(self, request: Request) -> Response:
        live = self.finished(request)
        return as_json(await self.work(request, lambda: replays.verify(live)))

    async def branch(self, request: Request) -> Response:
        """Play on from a point of a finished game."""
        self.count_table(request)
        live = self.finished(request)
        body = await read(request, http_types.NewBranch)
        moves = live.table.moves_in_force()
        if body.at >= len(moves):
            raise Fail("no_such_step")
        if len(body.players) != live.row.seats:
            raise Fail("wrong_seats")
        row = live.row
        new = http_types.NewTable(row.game, body.players, row.settings, body.public, body.clock)
        past = branch_entries(moves[: body.at])
        branch = messages.Branch(row.id, body.at)
        made = await make_table(self.services, new, row.key, past, branch)
        return as_json(made, 201)

    # -- operations -----------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        is_healthy = self.services.store.is_healthy() and not self.tables.is_closing
        return as_json({"healthy": is_healthy}, 200 if is_healthy else 503)

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.services.metrics.text())

    # -- pages ----------------------------------------------------------------------------------

    async def nothing(self, request: Request) -> Response:
        raise Fail("not_found")

    async def page(self, request: Request) -> Response:
        return self.static.answer(request, "index.html")

    async def file(self, request: Request) -> Response:
        return self.static.answer(request, request.path_params["path"])


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def game_of(request: Request) -> str:
    return games.game(request.path_params["game"]).name


def is_for_study(request: Request) -> bool:
    return request.query_params.get("study") == "1"
