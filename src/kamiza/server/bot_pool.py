"""Bots think in processes of their own, with low priority."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TypeVar

from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.no_answer import NoAnswer

ATTEMPTS = 3
START_SECONDS = 60.0  # of a worker; no answer is late because one has to begin first
PATIENCE = 10  # how far workers stand back behind the server, as in nice(1)

Answer = TypeVar("Answer")


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
                    if len(pool._processes or {}) < self.workers:  # starting one takes a while
                        begun = await asyncio.to_thread(pool.submit, os.getpid)
                        await asyncio.wait_for(asyncio.wrap_future(begun), START_SECONDS)
                    asked = pool.submit(task, *facts)
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
