"""The requests about the games themselves, their lessons and puzzles; see docs/protocol.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kamiza import games
from kamiza.bots.puzzles import Puzzle
from kamiza.play.lesson_files import lessons_of
from kamiza.server import catalogue, game_types
from kamiza.server.answers import Fail, as_json, read
from kamiza.server.guiding import puzzle_named
from kamiza.server.new_lessons import make_lesson, make_puzzle
from kamiza.server.web import Request, Response, Route

if TYPE_CHECKING:
    from kamiza.server.http import HttpApi


class GamesApi:
    """What can be asked without a table; lessons and puzzles make one."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api

    def routes(self, route: Callable[..., Route]) -> list[Route]:
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
        ]

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
        trial = await read(request, game_types.Trial)
        return as_json(catalogue.advice(game_of(request), trial))

    # -- lessons and puzzles ------------------------------------------------------------------

    async def make_lesson(self, request: Request) -> Response:
        lesson = lessons_of(game_of(request)).get(request.path_params["lesson"])
        if lesson is None:
            raise Fail("not_found")
        self.api.count_table(request)
        body = await read(request, game_types.NewLesson)
        return as_json(await make_lesson(self.api.services, lesson, body.name), 201)

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
        self.api.count_table(request)
        body = await read(request, game_types.NewLesson)
        return as_json(await make_puzzle(self.api.services, puzzle, body.name), 201)


def game_of(request: Request) -> str:
    return games.game(request.path_params["game"]).name


def is_for_study(request: Request) -> bool:
    return request.query_params.get("study") == "1"
