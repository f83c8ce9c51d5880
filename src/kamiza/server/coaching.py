"""The coach of finished games: worked out piece by piece in a process that stands back behind
everything else, as long as somebody looks at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from kamiza import games
from kamiza.core.game import Game, Setup, State
from kamiza.play.coach import Look, Moves, Point, graph, look
from kamiza.play.coach_words import better_of, moments, summaries
from kamiza.play.table import Table
from kamiza.server import replay_types
from kamiza.server.bots import Bots, NoAnswer
from kamiza.server.messages import SEATS
from kamiza.server.publishing import text_of

CHUNK = 24  # moves that are looked at in one go
INTEREST_SECONDS = 15.0  # nobody has asked for so long: stop
MOST_KEPT = 100  # games
MOST_AT_WORK = 4  # games; the others wait until they are asked for again

Facts = tuple[str, tuple[Any, ...], list[tuple[int, str]]]


def graph_of(*facts: Any) -> list[Point]:
    """By a worker: the chances over a whole game."""
    game, start, moves = restored(facts)
    return graph(game, start, moves)


def looks_of(first: int, last: int, *facts: Any) -> list[Look]:
    """By a worker: some moves of a game."""
    game, start, moves = restored(facts)
    return look(game, start, moves, first, last)


def restored(facts: Any) -> tuple[Game, State, Moves]:
    name, setup, moves = facts
    game = games.game(name)
    return game, game.start(Setup(*setup)), moves


class CoachOfGame:
    """What is known of one game so far."""

    def __init__(self, bots: Bots, table: Table, has_room: Callable[[], bool]) -> None:
        self.bots = bots
        self.has_room = has_room
        self.moves = table.moves_in_force()
        self.facts: Facts = (table.game.name, table.setup.parts(), self.moves)
        self.points: list[Point] = []
        self.looks: list[Look] = []
        self.asked_at = 0.0
        self.task: asyncio.Task[None] | None = None

    def answer(self) -> replay_types.Coaching:
        """What is known so far; asking keeps it going."""
        self.asked_at = time.monotonic()
        if not self.is_whole and not self.is_at_work and self.has_room():
            self.task = asyncio.create_task(self.work())
        return told(self.points, self.looks, len(self.moves))

    @property
    def is_whole(self) -> bool:
        return bool(self.points) and len(self.looks) == len(self.moves)

    @property
    def is_at_work(self) -> bool:
        return self.task is not None and not self.task.done()

    async def work(self) -> None:
        """The graph first, then the moves from the first to the last."""
        try:
            if not self.points:
                self.points = await self.bots.look_back(graph_of, *self.facts)
            while not self.is_whole and time.monotonic() - self.asked_at <= INTEREST_SECONDS:
                first = len(self.looks)
                found = await self.bots.look_back(looks_of, first, first + CHUNK, *self.facts)
                self.looks = self.looks + found
        except NoAnswer:
            return


class CoachOfGames:
    """What was worked out before is kept for a while."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.kept: dict[str, CoachOfGame] = {}

    def of(self, name: str, table: Table) -> CoachOfGame:
        found = self.kept.get(name)
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                del self.kept[next(iter(self.kept))]
            found = self.kept[name] = CoachOfGame(self.bots, table, self.has_room)
        return found

    def has_room(self) -> bool:
        return sum(coach.is_at_work for coach in self.kept.values()) < MOST_AT_WORK

    def close(self) -> None:
        for coach in self.kept.values():
            if coach.task is not None:
                coach.task.cancel()


# -- in words -------------------------------------------------------------------------------------


def told(points: list[Point], looks: list[Look], moves: int) -> replay_types.Coaching:
    is_whole = bool(points) and len(looks) == moves
    return replay_types.Coaching(
        moves,
        len(looks),
        [point_of(point) for point in points],
        [decision_of(one) for one in looks if one.decision is not None],
        [
            replay_types.KeyMoment(
                one.step, SEATS[one.seat], one.kind, one.change, text_of(one.text),
                text_of(one.better),
            )
            for one in moments(looks)
        ],
        [
            replay_types.CoachedPlayer(
                SEATS[one.seat], one.even, one.end, one.luck, one.skill, one.best, one.worst,
                text_of(one.text),
            )
            for one in (summaries(points, looks) if is_whole else [])
        ],
    )  # fmt: skip


def point_of(point: Point) -> replay_types.ChancePoint:
    *seats, everybody = [
        dict(zip(SEATS, [round(chance, 4) for chance in row])) for row in point.chances
    ]
    return replay_types.ChancePoint(point.step, dict(zip(SEATS, seats)), everybody)


def decision_of(look: Look) -> replay_types.CoachedMove:
    one = look.decision
    assert one is not None
    return replay_types.CoachedMove(
        one.step, SEATS[one.seat], text_of(one.name), round(one.chance, 4), round(one.best, 4),
        one.moves, text_of(better_of(one)),
    )  # fmt: skip
