"""Bots think in processes of their own, with low priority, and are given views only."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait

import msgspec

from kamiza import games
from kamiza.core.rng import fast_rng
from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.wire import MOST_MOVES

ATTEMPTS = 3


class NoAnswer(Exception):
    """The bots could not answer; the table has to help itself."""


def begin_work() -> None:
    """People come first; and no worker outlives its server, however that ends."""
    os.nice(10)
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
        news = world.news
        game.apply(world, action)
        if world.asked != seat or world.news != news or len(moves) == MOST_MOVES:
            return moves
        seen = game.view(world, seat)


class Bots:
    """Quick bots and hints have a worker of their own, so they never wait for deep thinkers."""

    def __init__(self, workers: int, seconds: float, search_budget: str, metrics: Metrics) -> None:
        self.budgets = {"search": f"search:{search_budget}"}
        self.quick = BotPool(1, seconds, metrics)
        self.deep = BotPool(workers, seconds, metrics)

    async def answer(self, game: str, level: str, view: bytes) -> list[str]:
        """The moves of one act for the seat of this view."""
        pool = self.deep if level in self.budgets else self.quick
        return await pool.answer(game, self.budgets.get(level, level), view)

    def close(self) -> None:
        self.quick.close()
        self.deep.close()


class BotPool:
    """Workers that are started when first needed and replaced when they die."""

    def __init__(self, workers: int, seconds: float, metrics: Metrics) -> None:
        self.workers = workers
        self.seconds = seconds
        self.metrics = metrics
        self.pool: ProcessPoolExecutor | None = None
        self.turn = asyncio.Semaphore(workers)  # first come, first served

    async def answer(self, game: str, level: str, view: bytes) -> list[str]:
        """The moves of one act for the seat of this view."""
        for _ in range(ATTEMPTS):
            async with self.turn:
                pool = self.running_pool()
                try:
                    return await self.ask(pool, game, level, view)
                except BrokenProcessPool:
                    self.restart(pool)
                except TimeoutError:
                    log("bot_too_slow", level=level)
                    self.restart(pool)
                    break
        raise NoAnswer

    async def ask(self, pool: ProcessPoolExecutor, game: str, level: str, view: bytes) -> list[str]:
        asked: Future[list[str]] = pool.submit(think, game, level, view, secrets.randbits(62))
        moves = await asyncio.wait_for(asyncio.wrap_future(asked), self.seconds)
        self.metrics.bot_answers.add()
        return moves

    def running_pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, mp_context=get_context("spawn"), initializer=begin_work
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
