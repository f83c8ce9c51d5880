"""Decisions that hold for a whole house: they stand in the database its processes share.

Whoever decides tells the others (NOTIFY); a process that did not hear it, because its line was cut,
reads what holds when it renews its lease. Only emptying (`drain`) is of one process.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from kamiza.server.house import House, Network
from kamiza.server.store import CannotRead

if TYPE_CHECKING:
    from kamiza.server.store.postgres import PostgresStore

BAN = "insert into bans values ($1, $2) on conflict (network) do update set until = excluded.until"
CLOSE = "insert into closed_tables values ($1) on conflict do nothing"


class SharedHouse(House):
    """All of it outlasts a restart: of many processes, one may start at any time."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.reading: asyncio.Task[None] | None = None
        super().__init__(Path())
        store.decided = self.read_soon
        store.leases.neighbours.looked.append(self.read_soon)

    def read(self) -> None:
        """It is read once there is a store."""

    async def open(self) -> None:
        await self.read_again()

    def read_soon(self) -> None:
        if self.reading is None or self.reading.done():
            self.reading = asyncio.create_task(self.look())

    async def look(self) -> None:
        """Read what holds now, and see to it if that is new."""
        before = (dict(self.bans), set(self.closed), self.is_read_only)
        try:
            await self.read_again()
        except CannotRead:
            return  # it is read again with the next renewal
        if before != (self.bans, self.closed, self.is_read_only):
            self.changed()

    async def read_again(self) -> None:
        bans, closed, self.is_read_only = await self.store.decisions()
        self.bans = {ip_network(network): end for network, end in bans}
        self.closed = set(closed)

    async def ban(self, network: Network, until: float | None) -> None:
        await self.decide(BAN, str(network), until)

    async def unban(self, network: Network) -> bool:
        was_banned = network in self.bans
        await self.decide("delete from bans where network = $1", str(network))
        return was_banned

    async def close(self, table: str) -> None:
        await self.decide(CLOSE, table)

    async def reopen(self, table: str) -> bool:
        was_closed = table in self.closed
        await self.decide("delete from closed_tables where table_id = $1", table)
        return was_closed

    async def rest(self, is_read_only: bool) -> None:
        await self.decide("update house set is_read_only = $1", is_read_only)

    async def decide(self, change: str, *values: object) -> None:
        await self.store.decide(change, *values)
        await self.read_again()
