"""Questions for bots, answered by processes that only think (`kamiza bots`).

A question is never lost: if the process that has it ends, hangs past its lease or has too much to
do, another one is asked, and in the end whoever asked thinks for itself.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from kamiza.server.bots import TASKS, BotPool, NoAnswer, NobodyThinks
from kamiza.server.inner.wire import (
    ANSWER,
    OPENING,
    QUESTION,
    THINKING,
    Line,
    Opening,
    Unreachable,
    call,
)
from kamiza.server.store import BOTS, Neighbour
from kamiza.server.versions import own_version

if TYPE_CHECKING:
    from kamiza.server.store.postgres import PostgresStore

ASK_SECONDS = 30.0
MOST_WAITING = 16  # questions for each worker; whoever has more says so


class Question(msgspec.Struct):
    """Which pool is asked to do what, with which facts."""

    number: int
    pool: str
    task: str
    facts: list[Any]


class Answer(msgspec.Struct):
    number: int
    found: Any = None
    is_refused: bool = False  # too much to do here: ask somebody else
    is_failed: bool = False  # nobody could


class Lost(NobodyThinks):
    """The process that was asked cannot answer; another one might."""


# -- asking ---------------------------------------------------------------------------------------


class Thinkers:
    """The thinking processes of the house, as seen by one that asks."""

    def __init__(self, store: PostgresStore) -> None:
        self.neighbours = store.leases.neighbours
        self.secret = b""
        self.asked: dict[int, Asked] = {}
        self.opening: dict[int, asyncio.Lock] = {}
        self.neighbours.looked.append(self.look)

    @property
    def count(self) -> int:
        return sum(other.kind == BOTS for other in self.neighbours.others.values())

    async def ask(self, pool: str, task: str, game: str, *facts: object) -> Any:
        """What somebody finds out; `NobodyThinks` if there is nobody who can be asked."""
        tried: set[int] = set()
        while (other := self.choose(own_version(game), tried)) is not None:
            tried.add(other.process)
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    asked = await self.line_to(other)
                    return await asked.ask(pool, task, [game, *facts])
            except (Lost, Unreachable, TimeoutError):
                continue
        raise NobodyThinks

    def choose(self, version: str, tried: set[int]) -> Neighbour | None:
        """Whoever plays this and has least to do."""
        able = [
            other
            for other in self.neighbours.others.values()
            if other.kind == BOTS and version in other.plays and other.process not in tried
        ]
        return min(able, key=lambda other: self.load(other.process), default=None)

    def load(self, process: int) -> int:
        asked = self.asked.get(process)
        return 0 if asked is None else len(asked.waiting)

    async def line_to(self, other: Neighbour) -> Asked:
        async with self.opening.setdefault(other.process, asyncio.Lock()):
            asked = self.asked.get(other.process)
            if asked is None or asked.is_over:
                line = await call(other, self.secret, self.neighbours.machine)
                line.tell(OPENING, Opening(THINKING))
                asked = self.asked[other.process] = Asked(line)
        return asked

    def look(self) -> None:
        """Whoever is no longer alive answers nothing any more."""
        for process in set(self.asked) - set(self.neighbours.others):
            self.asked.pop(process).end()
            self.opening.pop(process, None)

    def close(self) -> None:
        for asked in self.asked.values():
            asked.end()


class Asked:
    """One process that was asked, and what it has not answered yet."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.is_over = False
        self.task = asyncio.create_task(self.listen())

    async def ask(self, pool: str, task: str, facts: list[object]) -> Any:
        if self.is_over:
            raise Lost
        number = next(self.numbers)
        answered = self.waiting[number] = asyncio.get_running_loop().create_future()
        self.line.tell(QUESTION, Question(number, pool, task, facts))
        try:
            answer = await answered
        finally:
            self.waiting.pop(number, None)
        if answer.is_refused:
            raise Lost
        if answer.is_failed:
            raise NoAnswer
        return answer.found

    async def listen(self) -> None:
        async for _, payload in self.line.records():
            answer = msgspec.msgpack.decode(payload, type=Answer)
            answered = self.waiting.get(answer.number)
            if answered is not None and not answered.done():
                answered.set_result(answer)
        self.end()

    def end(self) -> None:
        self.is_over = True
        for answered in self.waiting.values():
            if not answered.done():
                answered.set_exception(Lost())
        self.line.close()
        if self.task is not asyncio.current_task():
            self.task.cancel()


# -- answering ------------------------------------------------------------------------------------


class Answering:
    """The other end: questions of any number of servers, answered by the pools of this process."""

    def __init__(self, pools: dict[str, BotPool]) -> None:
        self.pools = pools
        self.waiting = dict.fromkeys(pools, 0)

    async def serve(self, line: Line) -> None:
        tasks: set[asyncio.Task[None]] = set()
        async for _, payload in line.records():
            question = msgspec.msgpack.decode(payload, type=Question)
            answering = asyncio.create_task(self.answer(line, question))
            tasks.add(answering)
            answering.add_done_callback(tasks.discard)
        for answering in tasks:  # whoever asked is gone
            answering.cancel()

    async def answer(self, line: Line, question: Question) -> None:
        pool = self.pools[question.pool]
        answer = Answer(question.number)
        if self.waiting[question.pool] >= MOST_WAITING * pool.workers:
            answer.is_refused = True
        else:
            self.waiting[question.pool] += 1
            try:
                answer.found = await pool.ask(TASKS[question.task], *question.facts)
            except NoAnswer:
                answer.is_failed = True
            finally:
                self.waiting[question.pool] -= 1
        line.tell(ANSWER, answer)
