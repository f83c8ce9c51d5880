"""What is asked about finished games: worked out once, beside everything else, and kept a while.

A worker process makes the answer, compressed; whoever asks for the same meanwhile waits for the
same answer. Few are made at once, and whoever comes then is told when to come back.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from kamiza.server.bots import NoAnswer
from kamiza.server.limits import Busy

MOST_AT_ONCE = 8
MOST_OF_ADDRESS = 2
MOST_KEPT = 32 << 20  # bytes
SECONDS_EACH = 0.5  # about

Ask = Callable[..., Awaitable[bytes]]


def at_work() -> Exception:
    return Busy(MOST_AT_ONCE * SECONDS_EACH)


class LookingBack:
    """Answers about finished games, by what was asked."""

    def __init__(self, ask: Ask, silent: Callable[[], Exception] = at_work) -> None:
        self.ask = ask  # a worker
        self.silent = silent  # what is said if it does not answer
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.kept_bytes = 0
        self.running: dict[Hashable, asyncio.Task[bytes]] = {}
        self.of_address: Counter[str] = Counter()

    async def answer(
        self, question: Hashable, address: str, task: Callable[..., bytes], *facts: object
    ) -> bytes:
        """The compressed answer; `Busy` if too many others wait for theirs."""
        if question in self.kept:
            self.kept.move_to_end(question)
            return self.kept[question]
        running = self.running.get(question)
        if running is None:
            crowd = len(self.running)
            if crowd >= MOST_AT_ONCE or self.of_address[address] >= MOST_OF_ADDRESS:
                raise Busy(crowd * SECONDS_EACH)
            self.of_address[address] += 1
            running = asyncio.create_task(self.work(question, address, task, facts))
            self.running[question] = running
        return await asyncio.shield(running)

    async def work(
        self,
        question: Hashable,
        address: str,
        task: Callable[..., bytes],
        facts: tuple[object, ...],
    ) -> bytes:
        try:
            found = await self.ask(task, *facts)
        except NoAnswer:
            raise self.silent() from None
        finally:
            del self.running[question]
            self.of_address[address] -= 1
            self.of_address += Counter()  # without those at zero
        self.keep(question, found)
        return found

    def keep(self, question: Hashable, found: bytes) -> None:
        self.kept[question] = found
        self.kept_bytes += len(found)
        while self.kept_bytes > MOST_KEPT:
            _, oldest = self.kept.popitem(last=False)
            self.kept_bytes -= len(oldest)

    def close(self) -> None:
        for task in self.running.values():
            task.cancel()
