"""The one task that writes to PostgreSQL: many changes, one commit, as the file's writer does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import asyncpg

from kamiza.server.metrics import Metrics
from kamiza.server.writer import MOST_IN_ONE_COMMIT, CannotSave, Overtaken, Unsure

Change = Callable[[asyncpg.Connection], Awaitable[None]]
Row = tuple[object, ...]  # fence, version it follows, and the values of an entry
Job = tuple[Change | Row, "asyncio.Future[None]"]

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0  # a database that is silent for so long is given up

# An entry is written by the owner of its table alone, and only behind the last one. Who takes a
# table over changes its lease: that waits for this statement, or this statement finds it changed.
ADD_ENTRIES = """
    with given as materialized (
        select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::integer[],
            $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::double precision[])
        as g (fence, follows, table_id, version, seat, kind, moves, client, author, clocks, at)
    ), held as materialized (
        select g.* from given g join leases l using (table_id, fence) for share of l
    )
    insert into entries
    select table_id, version, seat, kind, moves, client, author, clocks, at from held
    where follows = coalesce(
        (select max(e.version) from entries e where e.table_id = held.table_id), 0)
    returning table_id, version
"""
OVERTAKEN = "the table has another owner, or the entry does not follow the last one"

# What PostgreSQL answers when it cannot write just now: nothing of the change was written.
FOR_NOW = ("25006", "40", "53", "54", "55", "58")
LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError, TimeoutError)


async def connect(address: str, longest_pause: float = ANSWER_SECONDS) -> asyncpg.Connection:
    """A connection whose commits survive a power cut, if the database itself does.

    Whoever hangs in the middle of a change still holds the leases of its tables: the database ends
    that after the longest pause, and with it the presence of the process.
    """
    return await asyncpg.connect(
        address,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings={
            "synchronous_commit": "on",
            "application_name": "kamiza",
            "idle_in_transaction_session_timeout": str(max(1, int(longest_pause * 1000))),
        },
    )


class PostgresWriter:
    """Group commit: whatever arrives while one commit runs goes into the next."""

    def __init__(
        self, address: str, metrics: Metrics, lost: Callable[[str], None], greet: Change,
        longest_pause: float,
    ) -> None:  # fmt: skip
        self.address = address
        self.longest_pause = longest_pause  # seconds, in the middle of a change
        self.metrics = metrics
        self.lost = lost  # told whenever something could not be written
        self.greet = greet  # done first on every new connection
        self.works = True  # false after a failed write, until one succeeds again
        self.jobs: list[Job] = []
        self.is_closing = False
        self.wake = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.connection: asyncpg.Connection | None = None
        self.task = self.loop.create_task(self.run())

    def write(self, change: Change | Row) -> asyncio.Future[None]:
        """Done when the change, or the new row of a journal, is committed; else `CannotSave`."""
        done: asyncio.Future[None] = self.loop.create_future()
        self.jobs.append((change, done))
        self.wake.set()
        return done

    async def close(self) -> None:
        """Finish what was asked for, then stop."""
        self.is_closing = True
        self.wake.set()
        await self.task
        self.forget_connection()

    async def run(self) -> None:
        while self.jobs or not self.is_closing:
            if not self.jobs:
                self.wake.clear()
                await self.wake.wait()
                continue
            batch = self.jobs[:MOST_IN_ONE_COMMIT]
            del self.jobs[:MOST_IN_ONE_COMMIT]
            await self.commit(batch)

    async def commit(self, batch: list[Job]) -> None:
        """Write a batch; what another change has spoiled is written by itself."""
        began = time.perf_counter()
        changes = [change for change, _ in batch]
        results, is_spoiled = await self.attempt(changes)
        tables = [change[2] for change in changes if isinstance(change, tuple)]
        is_crowded = len(set(tables)) < len(tables)  # one of two may follow the other
        if len(batch) > 1 and (is_spoiled or is_crowded):
            for number, result in enumerate(results):
                if result is not None and not isinstance(result, CannotSave):
                    results[number] = (await self.attempt([changes[number]]))[0][0]
        self.metrics.commits.observe(time.perf_counter() - began)
        self.metrics.committed.add(len(batch))
        self.answer([done for _, done in batch], results)

    async def attempt(self, changes: list[Change | Row]) -> tuple[list[Exception | None], bool]:
        """One transaction: why each change was not written, and whether one spoiled it for all."""
        rows = [change for change in changes if isinstance(change, tuple)]
        others = [change for change in changes if not isinstance(change, tuple)]
        try:
            connection = await self.connected()
        except (*LOST, asyncpg.PostgresError) as broken:
            return [CannotSave(reason(broken))] * len(changes), False
        try:
            if others:
                async with connection.transaction():
                    for change in others:
                        await change(connection)
                    written = await add_entries(connection, rows)
            else:
                written = await add_entries(connection, rows)  # a transaction of its own
        except Exception as wrong:  # handed to whoever asked for the change
            failure = failure_of(wrong)
            if isinstance(failure, Unsure):
                self.forget_connection()
            return [failure] * len(changes), True
        return [is_missing(change, written) for change in changes], False

    async def connected(self) -> asyncpg.Connection:
        if self.connection is None or self.connection.is_closed():
            connection = await connect(self.address, self.longest_pause)
            await self.greet(connection)
            self.connection = connection
        return self.connection

    def forget_connection(self) -> None:
        """After a cut nothing about a connection is sure: the next attempt opens a new one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.terminate()

    def answer(self, waiting: list[asyncio.Future[None]], results: list[Exception | None]) -> None:
        broken = [str(result) for result in results if isinstance(result, CannotSave)]
        self.works = not broken
        for done, failure in zip(waiting, results):
            if done.cancelled():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)
        if broken:
            self.lost(broken[0])


async def add_entries(connection: asyncpg.Connection, rows: list[Row]) -> set[tuple[str, int]]:
    """Which of these entries were written."""
    if not rows:
        return set()
    written = await connection.fetch(ADD_ENTRIES, *map(list, zip(*rows)))
    return {(table, version) for table, version in written}


def is_missing(change: Change | Row, written: set[tuple[str, int]]) -> Exception | None:
    if not isinstance(change, tuple) or (change[2], change[3]) in written:
        return None
    return Overtaken(OVERTAKEN)


def failure_of(wrong: Exception) -> Exception:
    """What an error of the driver means for a change."""
    if isinstance(wrong, asyncpg.IntegrityConstraintViolationError):
        return Overtaken(reason(wrong))
    state = getattr(wrong, "sqlstate", None) or ""
    if isinstance(wrong, LOST) or state.startswith(("08", "57")):
        return Unsure(reason(wrong))
    if state.startswith(FOR_NOW):
        return CannotSave(reason(wrong))
    return wrong


def reason(error: BaseException) -> str:
    """One line for the log; an address with a password is no part of it."""
    return f"{type(error).__name__}: {error}".splitlines()[0]
