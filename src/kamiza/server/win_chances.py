"""Looking back: how likely each seat was to win, at moments over a finished game.

Each moment is judged from the view one seat (or a spectator) had then, so hidden cards are never
used. It is worked out moment by moment in a process that stands back behind everything else, as
long as somebody looks at it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from kamiza import games
from kamiza.core.game import Setup
from kamiza.play.table import Table
from kamiza.server.bots import Bots, NoAnswer
from kamiza.server.messages import SEATS, encode, seat_or_none
from kamiza.server.replay_types import WinChance, WinChances

MOST_MOMENTS = 48
INTEREST_SECONDS = 15.0  # nobody has asked for so long: stop
MOST_KEPT = 100  # games
MOST_AT_WORK = 4  # games; the others wait until they are asked for again


class WinChancesOfGame:
    """The chances over one game, as one seat could know them."""

    def __init__(
        self, bots: Bots, milliseconds: int, table: Table, seat: int, has_room: Callable[[], bool]
    ) -> None:
        self.bots = bots
        self.has_room = has_room
        self.milliseconds = milliseconds  # of CPU time for one moment
        self.table = table
        self.seat = seat
        self.steps = moments(len(table.moves_in_force()))
        self.points: list[WinChance] = []
        self.asked_at = 0.0
        self.task: asyncio.Task[None] | None = None

    def answer(self) -> WinChances:
        """What is known so far; asking keeps it going."""
        self.asked_at = time.monotonic()
        if len(self.points) < len(self.steps) and not self.is_at_work and self.has_room():
            self.task = asyncio.create_task(self.work())
        return WinChances(seat_or_none(self.seat), len(self.steps), self.points)

    @property
    def is_at_work(self) -> bool:
        return self.task is not None and not self.task.done()

    async def work(self) -> None:
        """One moment after the other, each in a worker."""
        moves = self.table.moves_in_force()
        facts = (self.table.setup.parts(), moves, self.seat, self.steps)
        try:
            views = await self.bots.look_back(views_at, self.table.game.name, *facts)
        except NoAnswer:
            return
        for step in self.steps[len(self.points) :]:
            if time.monotonic() - self.asked_at > INTEREST_SECONDS:
                return
            chances = self.result() if step == self.steps[-1] else await self.judge(views[step])
            if chances is None:
                return
            self.points.append(WinChance(step, dict(zip(SEATS, chances))))

    async def judge(self, view: bytes) -> list[float] | None:
        try:
            return await self.bots.win_chances(self.table.game.name, view, self.milliseconds)
        except NoAnswer:
            return None

    def result(self) -> list[float]:
        """At the end nothing has to be guessed."""
        return self.table.game.payoffs(self.table.state)


def views_at(
    name: str, setup: tuple[Any, ...], moves: list[tuple[int, str]], seat: int, steps: list[int]
) -> dict[int, bytes]:
    """What a seat knew at some moments of a game, but the last."""
    game = games.game(name)
    state = game.start(Setup(*setup))
    found = {0: encode(game.view(state, seat).as_json())}
    wanted = set(steps)
    for step, (mover, move) in enumerate(moves, 1):
        game.apply(state, game.read(mover, move))
        if step in wanted and step < steps[-1]:
            found[step] = encode(game.view(state, seat).as_json())
    return found


def moments(moves: int) -> list[int]:
    """The start, the end, and steps evenly between them."""
    count = min(MOST_MOMENTS, moves + 1)
    return sorted({round(index * moves / max(1, count - 1)) for index in range(count)})


class WinChancesOfGames:
    """What was worked out before is kept for a while."""

    def __init__(self, bots: Bots, milliseconds: int) -> None:
        self.bots = bots
        self.milliseconds = milliseconds
        self.kept: dict[tuple[str, int], WinChancesOfGame] = {}

    def of(self, name: str, table: Table, seat: int) -> WinChancesOfGame:
        found = self.kept.get((name, seat))
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                del self.kept[next(iter(self.kept))]
            found = WinChancesOfGame(self.bots, self.milliseconds, table, seat, self.has_room)
            self.kept[name, seat] = found
        return found

    def has_room(self) -> bool:
        return sum(chances.is_at_work for chances in self.kept.values()) < MOST_AT_WORK

    def close(self) -> None:
        for chances in self.kept.values():
            if chances.task is not None:
                chances.task.cancel()
