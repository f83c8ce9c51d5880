"""Looking back: how likely each seat was to win, at moments over a finished game.

Each moment is judged from the view one seat (or a spectator) had then, so hidden cards are never
used. It is worked out moment by moment in a process that stands back behind everything else, as
long as somebody looks at it.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from kamiza.play.table import Table
from kamiza.server import bodies
from kamiza.server.bots import NoAnswer
from kamiza.server.wire import encode

if TYPE_CHECKING:
    from kamiza.server.hall import Hall

MOST_MOMENTS = 48
INTEREST_SECONDS = 15.0  # nobody has asked for so long: stop
MOST_KEPT = 100  # games


class Look:
    """The chances over one game, as one seat could know them."""

    def __init__(self, hall: Hall, table: Table, seat: int) -> None:
        self.hall = hall
        self.table = table
        self.seat = seat
        moves = len(table.moves_in_force())
        self.steps = moments(moves)
        self.points: list[bodies.Chance] = []
        self.asked_at = 0.0
        self.task: asyncio.Task[None] | None = None

    def answer(self) -> bodies.Chances:
        """What is known so far; asking keeps it going."""
        self.asked_at = time.monotonic()
        if len(self.points) < len(self.steps) and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self.work())
        return bodies.Chances(self.seat, len(self.steps), self.points)

    async def work(self) -> None:
        """One moment after the other, each in a worker."""
        views = await asyncio.to_thread(self.views)
        for step in self.steps[len(self.points) :]:
            if time.monotonic() - self.asked_at > INTEREST_SECONDS:
                return
            chances = self.result() if step == self.steps[-1] else await self.judge(views[step])
            if chances is None:
                return
            self.points.append(bodies.Chance(step, chances))

    async def judge(self, view: bytes) -> list[float] | None:
        try:
            budget = self.hall.settings.look_milliseconds
            return await self.hall.bots.chances(self.table.game.name, view, budget)
        except NoAnswer:
            return None

    def result(self) -> list[float]:
        """At the end nothing has to be guessed."""
        return self.table.game.payoffs(self.table.state)

    def views(self) -> dict[int, bytes]:
        """What the seat knew at each moment."""
        game = self.table.game
        state = game.start(self.table.setup)
        found = {0: encode(game.view(state, self.seat).as_json())}
        wanted = set(self.steps)
        for step, (mover, move) in enumerate(self.table.moves_in_force(), 1):
            game.apply(state, game.read(mover, move))
            if step in wanted and step < self.steps[-1]:
                found[step] = encode(game.view(state, self.seat).as_json())
        return found


def moments(moves: int) -> list[int]:
    """The start, the end, and steps evenly between them."""
    count = min(MOST_MOMENTS, moves + 1)
    return sorted({round(index * moves / max(1, count - 1)) for index in range(count)})


class Looks:
    """What was worked out before is kept for a while."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.kept: dict[tuple[str, int], Look] = {}

    def of(self, name: str, table: Table, seat: int) -> Look:
        look = self.kept.get((name, seat))
        if look is None:
            if len(self.kept) >= MOST_KEPT:
                del self.kept[next(iter(self.kept))]
            look = self.kept[name, seat] = Look(self.hall, table, seat)
        return look

    def close(self) -> None:
        for look in self.kept.values():
            if look.task is not None:
                look.task.cancel()
