"""The requests about positions; see docs/editor.md and docs/protocol.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from kamiza import games
from kamiza.core.refusal import Refusal
from kamiza.play.positions import MOST_BYTES
from kamiza.play.words import refusal
from kamiza.server import http_types, positions, replays
from kamiza.server.answers import Fail, as_json, read
from kamiza.server.guiding import puzzle_named
from kamiza.server.limits import party_of
from kamiza.server.messages import encode
from kamiza.server.web import Request, Response, Route

if TYPE_CHECKING:
    from kamiza.server.http import HttpApi

TEXT_BYTES = 256 * 1024  # of a record somebody pastes
MOST_STEPS = 100_000

form = cache(positions.form_of)


class PositionsApi:
    """Everything a position editor asks for."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api

    def routes(self, route: Callable[..., Route]) -> list[Route]:
        return [
            route("/api/games/{game}/position", self.first),
            route("/api/games/{game}/position", self.check, "POST"),
            route("/api/games/{game}/position/form", self.form),
            route("/api/games/{game}/position/text", self.text, "POST"),
            route("/api/games/{game}/analysis", self.analyse, "POST"),
            route("/api/games/{game}/puzzles/{number}/position", self.of_puzzle),
            route("/api/tables/{table}/position", self.of_table),
        ]

    async def try_out(
        self, request: Request, task: Callable[..., bytes], *facts: str | bytes | int
    ) -> bytes:
        """By a worker that may take its time; the same is asked once."""
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        address = party_of(request.client.host) if request.client else ""
        trying = self.api.tables.trying
        # What was asked may be long, and is kept as long as its answer.
        question = sha256(repr((task.__name__, facts)).encode()).digest()
        found = await trying.answer(question, address, task, *facts)
        if found.startswith(positions.WRONG):
            why = Refusal("table.position", {})
            why.sentences = msgspec.json.decode(found[len(positions.WRONG) :])
            raise why
        return found

    async def form(self, request: Request) -> Response:
        return as_json(form(game_of(request)))

    async def first(self, request: Request) -> Response:
        """Where a game of so many begins; another deal every time."""
        seats = whole(request.query_params.get("seats", "2"), 8)
        seed = int.from_bytes(self.api.services.shuffler.table_key()[:6], "big")
        found = await self.try_out(request, positions.first_position, game_of(request), seats, seed)
        return self.api.packed(request, found)

    async def check(self, request: Request) -> Response:
        body = await read(request, http_types.TriedPosition, MOST_BYTES + 1024)
        facts = (encode(body.position), body.seat or "")
        found = await self.try_out(request, positions.compressed_check, game_of(request), *facts)
        return self.api.packed(request, found)

    async def analyse(self, request: Request) -> Response:
        body = await read(request, http_types.TriedPosition, MOST_BYTES + 1024)
        name, position = game_of(request), encode(body.position)
        found = await self.try_out(request, positions.compressed_analysis, name, position)
        if not found:
            raise refusal("position_over")
        return self.api.packed(request, found)

    async def text(self, request: Request) -> Response:
        body = await read(request, http_types.PositionText, TEXT_BYTES)
        found = await self.try_out(request, positions.position_of_text, game_of(request), body.text)
        return self.api.packed(request, found)

    async def of_puzzle(self, request: Request) -> Response:
        name, number = game_of(request), request.path_params["number"]
        if puzzle_named(name, number) is None:
            raise Fail("not_found")
        found = await self.try_out(request, positions.position_of_puzzle, name, number)
        return self.api.packed(request, found)

    async def of_table(self, request: Request) -> Response:
        """A finished game after so many moves; it has no secrets."""
        live = await self.api.finished(request)
        game = replays.finished(live)
        step = whole(request.query_params.get("step", "0"), MOST_STEPS)
        if step > len(game.moves):
            raise Fail("no_such_step")
        return await self.api.look_back(request, live, positions.position_at, step)

    async def fit(self, request: Request, new: http_types.NewTable, key: bytes) -> None:
        """A table may begin at this position, and nobody is let in who knows less of it."""
        if new.public:
            raise Fail("position_is_private")
        if new.settings:
            raise Fail("position_has_settings")
        facts = (encode(new.position), len(new.players), key)
        found = await self.try_out(
            request, positions.fit_to_play, games.game(new.game).name, *facts
        )
        if not found:
            raise refusal("position_over")
        new.position = msgspec.json.decode(found)


def game_of(request: Request) -> str:
    return games.game(request.path_params["game"]).name


def whole(text: str, most: int) -> int:
    """A number of an address; whatever is none is refused."""
    if not text.isascii() or not text.isdecimal() or len(text) > 6 or int(text) > most:
        raise Fail("malformed")
    return int(text)
