"""What is asked of bots, and whom. They are given views only."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Protocol, TypeVar

import msgspec

from kamiza import games
from kamiza.core.action import NOBODY
from kamiza.core.rng import fast_rng
from kamiza.server.messages import MOST_MOVES
from kamiza.server.metrics import Metrics
from kamiza.server.no_answer import NoAnswer
from kamiza.server.shuffle import Shuffler

if sys.platform == "emscripten":
    from kamiza.device.thinking import BotPool
else:
    from kamiza.server.bot_pool import BotPool

__all__ = ["BotPool", "Bots", "NoAnswer", "NobodyThinks"]

STUDY_PATIENCE = 13  # how far who looks back stands back, as in nice(1)
TRYING_SECONDS = 10.0
MOST_IMAGINED = 5_000  # moves of a game that is played out

Answer = TypeVar("Answer")


def think(name: str, level: str, view: bytes, seed: int) -> list[str]:
    """A bot's whole act: it goes on as long as it is asked and learns nothing new."""
    from kamiza.bots import make_bot

    game = games.game(name)
    seen = game.read_view(msgspec.json.decode(view))
    bot = make_bot(level, game, seed)
    world = game.imagine(seen, fast_rng(seed))
    seat = world.asked
    moves: list[str] = []
    while True:
        action = bot.choose(seen)
        moves.append(game.describe(action))
        reveals = world.reveals
        game.apply(world, action)
        if world.asked != seat or world.reveals != reveals or len(moves) == MOST_MOVES:
            return moves
        seen = game.view(world, seat)


def estimate(name: str, view: bytes, seed: int, milliseconds: int) -> list[float]:
    """How likely each seat wins, from what one of them knew: games imagined and played out."""
    game = games.game(name)
    rng = fast_rng(seed)
    worlds = game.worlds(game.read_view(msgspec.json.decode(view)))
    end = time.process_time() + milliseconds / 1000
    total: list[float] = []
    played = 0
    while played == 0 or time.process_time() < end:
        state = worlds.sample(rng)
        for _ in range(MOST_IMAGINED):
            if state.asked == NOBODY:
                break
            game.apply(state, game.quick_move(state, rng))
        won = game.payoffs(state)
        total = [sum(pair) for pair in zip(total, won)] if played else won
        played += 1
    return [share / played for share in total]


def advise(name: str, view: bytes, seed: int) -> dict[str, Any]:
    """A hint for the seat of a view."""
    from kamiza.bots.hints import hint

    game = games.game(name)
    found = hint(game, game.read_view(msgspec.json.decode(view)), seed)
    return dict(msgspec.to_builtins(found))


# What can be asked of a process that only thinks.
TASKS: dict[str, Callable[..., Any]] = {"think": think, "estimate": estimate, "advise": advise}
QUICK, DEEP, STUDY = "quick", "deep", "study"


class OtherThinkers(Protocol):
    """Other processes that think."""

    async def ask(self, pool: str, task: str, game: str, *facts: object) -> Any:
        """What they find out; `NobodyThinks` if there are none, or none can."""


class NobodyThinks(Exception):
    """There is no other process that could answer; it has to be done here."""


def is_quick(game: str, level: str) -> bool:
    """Does a bot of this level answer at once?"""
    from kamiza.bots.levels import LEVELS, level_of

    if level in LEVELS:
        return level_of(games.game(game), level).is_quick
    return level != "search"


class Bots:
    """Quick bots and hints have a worker of their own, so they never wait for deep thinkers.

    Looking back at finished games has one too, which stands back behind all others. If there are
    processes that only think, they are asked first; nothing is lost if they cannot answer.
    """

    def __init__(
        self, workers: int, seconds: float, search_budget: str, metrics: Metrics, shuffler: Shuffler
    ) -> None:
        self.shuffler = shuffler
        self.metrics = metrics
        self.budgets = {"search": f"search:{search_budget}"}
        self.quick = BotPool(1, seconds, metrics)
        self.deep = BotPool(workers, seconds, metrics)
        self.study = BotPool(1, seconds, metrics, STUDY_PATIENCE)
        # Positions that people make up may turn round for ever; nobody else waits for this one.
        self.trying = BotPool(1, min(seconds, TRYING_SECONDS), metrics, STUDY_PATIENCE)
        self.pools = {QUICK: self.quick, DEEP: self.deep, STUDY: self.study}
        self.elsewhere: OtherThinkers | None = None

    async def answer(self, game: str, level: str, view: bytes) -> list[str]:
        """The moves of one act for the seat of this view."""
        pool = QUICK if is_quick(game, level) else DEEP
        level = self.budgets.get(level, level)
        moves: list[str] = await self.ask(
            pool, "think", game, level, view, self.shuffler.bot_seed(view)
        )
        return moves

    async def hint(self, game: str, view: bytes) -> dict[str, Any]:
        """The best options of the seat of this view; asked twice, the same."""
        seed = int.from_bytes(sha256(view).digest()[:6], "big")
        found: dict[str, Any] = await self.ask(QUICK, "advise", game, view, seed)
        return found

    async def win_chances(self, game: str, view: bytes, milliseconds: int) -> list[float]:
        """How likely each seat wins, as far as the seat of this view could know."""
        seed = self.shuffler.bot_seed(view)
        chances: list[float] = await self.ask(STUDY, "estimate", game, view, seed, milliseconds)
        return chances

    async def ask(self, pool: str, task: str, game: str, *facts: object) -> Any:
        """Whoever only thinks is asked first."""
        if self.elsewhere is not None:
            with contextlib.suppress(NobodyThinks):
                answer = await self.elsewhere.ask(pool, task, game, *facts)
                self.metrics.told_answers.add()
                return answer
        return await self.pools[pool].ask(TASKS[task], game, *facts)

    async def look_back(self, task: Callable[..., Answer], *facts: object) -> Answer:
        """Something about a finished game, by the worker that looks back."""
        return await self.study.ask(task, *facts)

    async def try_out(self, task: Callable[..., Answer], *facts: object) -> Answer:
        """Something about a position that somebody made up, by a worker of its own."""
        return await self.trying.ask(task, *facts)

    def close(self) -> None:
        for pool in (*self.pools.values(), self.trying):
            pool.close()
