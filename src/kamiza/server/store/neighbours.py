"""The processes of one house: who is alive, where the others reach it, what it can play."""

from __future__ import annotations

import socket
from collections.abc import Callable

import asyncpg

from kamiza.server.store.face import VISITOR, Neighbour

PRESENCE = 7531_0002  # lock of a process, held as long as its connection is open

# A process that renews in time and is connected. (A killed one is disconnected at once; one that
# hangs, or that the network has lost, stays connected for a while but does not renew.)
ALIVE = f"""p.until > now() and exists (
    select 1 from pg_locks where locktype = 'advisory' and classid = {PRESENCE}
    and objid = p.id::oid and granted
    and database = (select oid from pg_database where datname = current_database()))
"""
COLUMNS = "p.id, p.kind, p.machine, p.inner_address, p.plays"
WHO_PLAYS = f"""
    select {COLUMNS} from processes p left join leases l on l.table_id = $1 and l.process = p.id
    where {ALIVE} and p.kind = 'server' and p.id <> $3 and (l.process is not null or $2 = any(p.plays))
    order by l.process is null, hashtext($1 || p.id::text) limit 1
"""  # noqa: E501


class Neighbours:
    """What this process tells the others of itself, and what it knows of them."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.kind = VISITOR
        self.machine = socket.gethostname()
        self.inner = ""
        self.plays: list[str] = []
        self.process = 0  # this one, once it has introduced itself
        self.others: dict[int, Neighbour] = {}
        self.looked: list[Callable[[], None]] = []  # told whenever the others were looked at

    async def announce(self, connection: asyncpg.Connection, seconds: float) -> None:
        """On every new connection: show that this process is alive."""
        if not self.process:
            self.process = await connection.fetchval(
                "insert into processes (address, until, kind, machine, inner_address, plays)"
                " values ($1, now() + make_interval(secs => $2), $3, $4, $5, $6) returning id",
                *(self.address, seconds, self.kind, self.machine, self.inner, self.plays),
            )
        await connection.execute("select pg_try_advisory_lock($1, $2)", PRESENCE, self.process)

    async def renew(self, connection: asyncpg.Connection, seconds: float) -> None:
        await connection.execute(
            "insert into processes (id, address, until, kind, machine, inner_address, plays)"
            " overriding system value"
            " values ($1, $2, now() + make_interval(secs => $3), $4, $5, $6, $7)"
            " on conflict (id) do update set until = excluded.until, plays = excluded.plays",
            *(self.process, self.address, seconds),
            *(self.kind, self.machine, self.inner, self.plays),
        )

    async def tell_versions(self, connection: asyncpg.Connection) -> None:
        await connection.execute(
            "update processes set plays = $1 where id = $2", self.plays, self.process
        )

    async def look(self, connection: asyncpg.Connection) -> None:
        """Who is alive now."""
        rows = await connection.fetch(
            f"select {COLUMNS} from processes p where p.id <> $1 and {ALIVE}", self.process
        )
        self.others = {row[0]: neighbour(row) for row in rows}

    async def part(self, connection: asyncpg.Connection) -> None:
        await connection.execute("delete from processes where id = $1", self.process)
        await connection.execute("delete from processes where until < now() - interval '1 day'")

    async def who_plays(
        self, connection: asyncpg.Connection, table: str, version: str
    ) -> Neighbour | None:
        """Whoever has a table; otherwise one that could, always the same while it lives."""
        row = await connection.fetchrow(WHO_PLAYS, table, version, self.process)
        return None if row is None else neighbour(row)

    async def owner(self, connection: asyncpg.Connection, table: str) -> Neighbour | None:
        row = await connection.fetchrow(
            f"select {COLUMNS} from leases l join processes p on p.id = l.process"
            " where table_id = $1",
            table,
        )
        return None if row is None else neighbour(row)


def neighbour(row: asyncpg.Record) -> Neighbour:
    process, kind, machine, inner, plays = row
    return Neighbour(process, kind, machine, inner, frozenset(plays))
