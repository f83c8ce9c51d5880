"""Bots that think where the tables are: a worker of a browser has no processes."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import TypeVar

from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.no_answer import NoAnswer

Answer = TypeVar("Answer")


class BotPool:
    """One thing after the other, with everything else in between."""

    def __init__(self, workers: int, seconds: float, metrics: Metrics, patience: int = 0) -> None:
        self.metrics = metrics
        self.turn = asyncio.Lock()

    async def ask(self, task: Callable[..., Answer], *facts: object) -> Answer:
        """Do a task as soon as what was sent before has gone out; `NoAnswer` if it fails."""
        async with self.turn:
            await asyncio.sleep(0)
            try:
                answer = task(*facts)
            except Exception:
                log("bot_failed", task=task.__name__, why=traceback.format_exc())
                raise NoAnswer from None
            self.metrics.bot_answers.add()
            return answer

    def close(self) -> None:
        """Nothing goes on by itself."""
