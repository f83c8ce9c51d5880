"""Bots think in processes of their own, with low priority, and are given views only."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TypeVar

import msgspec

from kamiza import games
from kamiza.core.action import NOBODY
from kamiza.core.rng import fast_rng
from kamiza.server.log import log
from kamiza.server.messages import MOST_MOVES
from kamiza.server.metrics import Metrics
from kamiza.server.shuffle import Shuffler

ATTEMPTS = 3
PATIENCE = 10  # how far workers stand back behind the server, as in nice(1)
STUDY_PATIENCE = 13
MOST_IMAGINED = 5_000  # moves of a game that is played out

Answer = TypeVar("Answer")


class NoAnswer(Exception):
    """The bots could not answer; the table has to help itself."""


def begin_work(patience: int) -> None:
    """People come first; and no worker outlives its server, however that ends."""
    os.nice(patience)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


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


class Bots:
    """Quick bots and hints have a worker of their own, so they never wait for deep thinkers.

    Looking back at finished games has one too, which stands back behind all others.
    """

    def __init__(
        self, workers: int, seconds: float, search_budget: str, metrics: Metrics, shuffler: Shuffler
    ) -> None:
        self.shuffler = shuffler
        self.budgets = {"search": f"search:{search_budget}"}
        self.quick = BotPool(1, seconds, metrics)
        self.deep = BotPool(workers, seconds, metrics)
        self.study = BotPool(1, seconds, metrics, STUDY_PATIENCE)

    async def answer(self, game: str, level: str, view: bytes) -> list[str]:
        """The moves of one act for the seat of this view."""
        pool = self.deep if level in self.budgets else self.quick
        level = self.budgets.get(level, level)
        return await pool.ask(think, game, level, view, self.shuffler.bot_seed(view))

    async def win_chances(self, game: str, view: bytes, milliseconds: int) -> list[float]:
        """How likely each seat wins, as far as the seat of this view could know."""
        seed = self.shuffler.bot_seed(view)
        return await self.study.ask(estimate, game, view, seed, milliseconds)

    def close(self) -> None:
        for pool in (self.quick, self.deep, self.study):
            pool.close()


class BotPool:
    """Workers that are started when first needed and replaced when they die."""

    def __init__(
        self, workers: int, seconds: float, metrics: Metrics, patience: int = PATIENCE
    ) -> None:
        self.workers = workers
        self.patience = patience
        self.seconds = seconds
        self.metrics = metrics
        self.pool: ProcessPoolExecutor | None = None
        self.turn = asyncio.Semaphore(workers)  # first come, first served

    async def ask(self, task: Callable[..., Answer], *facts: object) -> Answer:
        """Let a worker do a task; `NoAnswer` if it cannot, or not in time."""
        for _ in range(ATTEMPTS):
            async with self.turn:
                pool = self.running_pool()
                try:
                    asked: Future[Answer] = pool.submit(task, *facts)
                    answer = await asyncio.wait_for(asyncio.wrap_future(asked), self.seconds)
                except BrokenProcessPool:
                    self.restart(pool)
                except TimeoutError:
                    log("bot_too_slow", task=task.__name__)
                    self.restart(pool)
                    break
                else:
                    self.metrics.bot_answers.add()
                    return answer
        raise NoAnswer

    def running_pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, get_context("spawn"), begin_work, (self.patience,)
            )
        return self.pool

    def restart(self, broken: ProcessPoolExecutor) -> None:
        """Throw a pool away, unless somebody else has done so already."""
        if self.pool is broken:
            self.metrics.bot_restarts.add()
            self.close()

    def close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:  # a bot in deep thought would not notice a polite request
            worker.kill()
