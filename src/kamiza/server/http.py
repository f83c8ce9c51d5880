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
from kamiza.core.action import LETTERS
from kamiza.play.seats import clean_name
from kamiza.play.table import Refusal
from kamiza.server import bodies, catalogue, replays, wire
from kamiza.server.faults import FAULTS
from kamiza.server.hall import Hall, OtherRules, new_token
from kamiza.server.limits import BODY_BYTES
from kamiza.server.origin import bearer
from kamiza.server.room import WATCHING, Room
from kamiza.server.static import Static
from kamiza.server.store import SEAT, branch_entries
from kamiza.server.wire import encode
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
    return as_json(bodies.Failure(bodies.Problem(code, FAULTS[code])), STATUS.get(code, 400))


def refused(rule: str, sentence: dict[str, str]) -> Response:
    text = wire.Text(en=sentence["en"], ja=sentence["ja"])
    return as_json(bodies.Failure(bodies.Problem("refused", text, rule or UNSET)), 422)


def guarded(endpoint: Endpoint) -> Endpoint:
    """Turn everything that can go wrong into an answer in plain words."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Fail as fail:
            return failure(fail.code)
        except Refusal as why:
            return refused(why.rule, why.sentence)
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


class Requests:
    """All endpoints of one server."""

    def __init__(self, hall: Hall, static: Static) -> None:
        self.hall = hall
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
            route("/api/tables/{table}/chances", self.chances),
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
            if not self.hall.limits.requests.take(address_of(request)):
                self.hall.metrics.limited.add()
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
        trial = await read(request, bodies.Trial)
        return as_json(catalogue.advice(game_of(request), trial))

    # -- tables ---------------------------------------------------------------------------------

    async def open_tables(self, request: Request) -> Response:
        tables = [
            bodies.OpenTable(
                row.id, row.game, row.seats, taken, row.settings,
                None if row.clock is None else msgspec.convert(row.clock, wire.ClockChoice),
                row.created,
            )
            for row, taken in self.hall.store.open_tables()
        ]  # fmt: skip
        return as_json(tables)

    async def make_table(self, request: Request) -> Response:
        self.count_table(request)
        new = await read(request, bodies.NewTable)
        return as_json(await self.hall.make_table(new), 201)

    def count_table(self, request: Request) -> None:
        if not self.hall.limits.tables.take(address_of(request)):
            self.hall.metrics.limited.add()
            raise Fail("too_many_tables")

    async def claim(self, request: Request) -> Response:
        """Sit down at a free seat of a public table."""
        self.count_table(request)
        body = await read(request, bodies.Claim)
        room = self.room(request)
        if not room.row.public:
            raise Fail("not_public")
        free = [seat for seat in room.seats if seat.is_free]
        if not free:
            raise Fail("no_free_seat")
        seat, token = free[0], new_token()
        seat.claimed = True
        seat.name = clean_name(body.name)
        try:
            await self.hall.store.add_token(room.row.id, token, SEAT, seat.number)
            await self.hall.store.save_seat(room.row.id, seat)
        except CannotSave:
            seat.claimed = False
            raise
        return as_json(bodies.Claimed(seat.number, token), 201)

    def room(self, request: Request) -> Room:
        try:
            room = self.hall.room(request.path_params["table"])
        except OtherRules:
            raise Fail("other_rules") from None
        if room is None:
            raise Fail("unknown_table")
        self.hall.rest(room)
        return room

    # -- finished games -------------------------------------------------------------------------

    def finished(self, request: Request) -> Room:
        room = self.room(request)
        if not room.table.is_over:
            raise Fail("not_over")
        return room

    async def work(self, request: Request, task: Callable[[], Answer]) -> Answer:
        """Something that takes a while: rarer per address, and beside what the tables do."""
        if not self.hall.limits.work.take(address_of(request)):
            self.hall.metrics.limited.add()
            raise Fail("too_many_requests")
        return await asyncio.to_thread(task)

    async def replay(self, request: Request) -> Response:
        room = self.finished(request)
        seat = self.perspective(request, room)
        return as_json(await self.work(request, lambda: replays.replay(room, seat)))

    async def chances(self, request: Request) -> Response:
        """What is known so far; the browser asks again until it is complete."""
        room = self.finished(request)
        seat = self.perspective(request, room)
        return as_json(self.hall.looks.of(room.row.id, room.table, seat).answer())

    def perspective(self, request: Request, room: Room) -> int:
        """The seat asked for by letter, else that of the token, else a spectator."""
        letter = request.query_params.get("seat")
        if letter is not None:
            seat = LETTERS.find(letter) if len(letter) == 1 else -1
            if not 0 <= seat < room.row.seats:
                raise Fail("no_such_seat")
            return seat
        token = bearer(request.scope["headers"])
        if token is None:
            return WATCHING
        opened = self.hall.store.pass_of(token)
        if opened is None or opened.table != room.row.id:
            raise Fail("unknown_token")
        return opened.seat

    async def record(self, request: Request) -> Response:
        room = self.finished(request)
        answer = as_json(await self.work(request, lambda: replays.record_of(room).as_json()))
        name = f"{room.row.game}-{room.row.id}.json"
        answer.headers["content-disposition"] = f'attachment; filename="{name}"'
        return answer

    async def verify(self, request: Request) -> Response:
        room = self.finished(request)
        return as_json(await self.work(request, lambda: replays.verify(room)))

    async def branch(self, request: Request) -> Response:
        """Play on from a point of a finished game."""
        self.count_table(request)
        room = self.finished(request)
        body = await read(request, bodies.NewBranch)
        moves = room.table.moves_in_force()
        if body.at >= len(moves):
            raise Fail("no_such_step")
        if len(body.players) != room.row.seats:
            raise Fail("wrong_seats")
        row = room.row
        new = bodies.NewTable(row.game, body.players, row.settings, body.public, body.clock)
        past = branch_entries(moves[: body.at])
        made = await self.hall.make_table(new, row.key, past, wire.Branch(row.id, body.at))
        return as_json(made, 201)

    # -- operations -----------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        is_healthy = self.hall.store.is_healthy() and not self.hall.is_closing
        return as_json({"healthy": is_healthy}, 200 if is_healthy else 503)

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.hall.metrics.text())

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
