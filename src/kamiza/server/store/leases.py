"""Which process owns which table, and how that is proved with every write.

A process is alive while it renews its one row in time and its connection is open. A table has a
lease: who owns it, and a fencing number that grows whenever it changes hands. Every write to a
table carries the number its owner got and is done only while that is still the newest. So time
decides when a table may be taken over; it never decides who may write.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import asyncpg

from kamiza.server.config import Config
from kamiza.server.log import log
from kamiza.server.store.face import Elsewhere
from kamiza.server.store.neighbours import ALIVE, Neighbours
from kamiza.server.writer import CannotSave, Overtaken

if TYPE_CHECKING:
    from kamiza.server.store.postgres_writer import PostgresWriter

NOBODYS = -1  # a fencing number that no table has
TAKE = f"""
    update leases set process = $2, fence = fence + 1 where table_id = $1
    and (process is null or process = $2 or not exists (
        select p.id from processes p where p.id = leases.process and {ALIVE})) returning fence
"""


class Leases:
    """The tables of this process."""

    def __init__(self, config: Config, overtaken: Callable[[str], None]) -> None:
        self.seconds = config.lease_seconds
        self.neighbours = Neighbours(f"{socket.gethostname()}:{config.port}")
        self.overtaken = overtaken  # told which table another process has
        self.fences: dict[str, int] = {}
        self.renewed = time.monotonic()
        self.task: asyncio.Task[None] | None = None

    # -- being there ----------------------------------------------------------------------------

    async def announce(self, connection: asyncpg.Connection) -> None:
        """On every new connection of the writer: show that this process is alive."""
        await self.neighbours.announce(connection, self.seconds)

    @property
    def process(self) -> int:
        return self.neighbours.process

    async def renew(self, connection: asyncpg.Connection) -> None:
        """One row for all tables; whoever comes late sees which ones are left."""
        was_late = time.monotonic() - self.renewed > self.seconds
        await self.neighbours.renew(connection, self.seconds)
        await self.neighbours.look(connection)
        if was_late:
            await self.look_after(connection)

    async def look_after(self, connection: asyncpg.Connection) -> None:
        """After a silence: the tables that others have taken are theirs."""
        rows = await connection.fetch(
            "select table_id, fence from leases where process = $1", self.process
        )
        mine = dict(rows)
        gone = [table for table, fence in self.fences.items() if mine.get(table) != fence]
        log("came_late", tables=len(self.fences), taken_over=len(gone))
        for table in gone:
            del self.fences[table]
            self.overtaken(table)

    def start(self, writer: PostgresWriter) -> None:
        self.task = asyncio.create_task(self.keep(writer))

    async def keep(self, writer: PostgresWriter) -> None:
        while True:
            await asyncio.sleep(self.seconds / 3)
            with contextlib.suppress(CannotSave):
                await self.renewal(writer)

    async def renewal(self, writer: PostgresWriter) -> None:
        sent = time.monotonic()
        await writer.write(self.renew)
        self.renewed = sent
        for tell in self.neighbours.looked:
            tell()

    async def stop(self, writer: PostgresWriter) -> None:
        """All tables are free at once."""
        if self.task is not None:
            self.task.cancel()
        if writer.works and self.process:
            with contextlib.suppress(CannotSave):
                await writer.write(self.neighbours.part)

    # -- tables ---------------------------------------------------------------------------------

    async def take(self, connection: asyncpg.Connection, table: str) -> None:
        """Own a table; `Elsewhere` while another process that is alive does."""
        try:
            fence = await connection.fetchval(TAKE, table, self.process)
        except asyncpg.LockNotAvailableError:  # or it hangs, and does not hold it for long
            fence = None
        if fence is None:
            raise Elsewhere(await self.neighbours.owner(connection, table))
        self.fences[table] = fence

    def fence(self, table: str) -> int:
        return self.fences.get(table, NOBODYS)

    def leave(self, table: str, writer: PostgresWriter) -> None:
        fence = self.fences.pop(table, None)
        if fence is None:
            return

        async def change(connection: asyncpg.Connection) -> None:
            await connection.execute(
                "update leases set process = null where table_id = $1 and fence = $2", table, fence
            )

        left = writer.write(change)
        left.add_done_callback(lambda done: done.cancelled() or done.exception())


async def held(connection: asyncpg.Connection, table: str, fence: int) -> None:
    """Within a transaction: this process still owns the table, and does until the end of it."""
    found = await connection.fetchval(
        "select 1 from leases where table_id = $1 and fence = $2 for share", table, fence
    )
    if found is None:
        raise Overtaken("the table has another owner")
