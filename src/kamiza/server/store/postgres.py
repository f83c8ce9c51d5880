"""The store in PostgreSQL, shared by many processes: each table is written by its owner alone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import asyncpg

from kamiza.play.players import Player
from kamiza.play.table import Entry
from kamiza.server.config import Config
from kamiza.server.folder import CannotStart
from kamiza.server.metrics import Metrics
from kamiza.server.store import postgres_layout as layout
from kamiza.server.store.calls import Rows, SqlCalls, Statement
from kamiza.server.store.face import (
    COLUMNS,
    FIRST_NAME,
    INVITE,
    IS_FREE,
    IS_INVITED,
    OPEN_VERSIONS,
    OWN,
    PLAYERS,
    RETIRE_ALL,
    RETIRE_INVITES,
    SEAT_COLUMNS,
    TABLE,
    CannotRead,
    Neighbour,
    OpenRow,
    Pass,
    SeatTaken,
    Step,
    Store,
    TableRow,
    Unmet,
    entry_values,
    follows,
    open_row,
    read_entry,
    read_player,
    read_table,
    seat_values,
    token_hash,
    write_table,
)
from kamiza.server.store.leases import Leases, held
from kamiza.server.store.postgres_writer import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    LOST,
    OVERTAKEN,
    PostgresWriter,
    add_entries,
    connect,
    reason,
)
from kamiza.server.store.whole import WHOLE, WholeTable, rows_of, whole_of
from kamiza.server.writer import Overtaken

READERS = 4
SHORTEST_PAUSE = 5.0  # seconds; a busy machine is no hanging process
LOCK_TIMEOUT = "300ms"  # a lease that is held longer is being written to: its owner lives
DECIDED = "kamiza_decided"  # what is told when something was


async def prepare(address: str) -> None:
    """Bring a database up to date; `CannotStart` if it is no good."""
    try:
        connection = await connect(address)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise CannotStart(f"Cannot reach the database: {reason(error)}.") from None
    try:
        await layout.migrate(connection)
    except layout.FromTheFuture:
        raise CannotStart("The database was used by a newer Kamiza.") from None
    except (*LOST, asyncpg.PostgresError) as error:
        raise CannotStart(f"Cannot use the database: {reason(error)}.") from None
    finally:
        await connection.close()


class PostgresStore(Store):
    """Reads take a connection from a few; writes go through the one writer."""

    def __init__(
        self,
        config: Config,
        metrics: Metrics,
        lost: Callable[[str], None],
        overtaken: Callable[[str], None],
    ) -> None:
        self.address = config.store
        self.leases = Leases(config, overtaken)
        pause = max(SHORTEST_PAUSE, config.lease_seconds)
        self.writer = PostgresWriter(config.store, metrics, lost, self.greet, pause)
        self.decided: Callable[[], None] = lambda: None  # told when something was decided
        self.pool: asyncpg.Pool | None = None
        self.calls = SqlCalls(self.answer, self.run)

    @property
    def works(self) -> bool:
        return self.writer.works

    async def open(self) -> None:
        self.leases.renewed = time.monotonic()
        await self.leases.renewal(self.writer)
        self.leases.start(self.writer)

    async def close(self) -> None:
        await self.leases.stop(self.writer)
        await self.writer.close()
        if self.pool is not None:
            self.pool.terminate()

    # -- whose table it is ----------------------------------------------------------------------

    async def own(self, table: str) -> None:
        await self.reading(lambda connection: self.leases.take(connection, table))

    def leave(self, table: str) -> None:
        self.leases.leave(table, self.writer)

    # -- the house ------------------------------------------------------------------------------

    def introduce(self, kind: str, inner: str, plays: Iterable[str]) -> None:
        me = self.leases.neighbours
        me.kind, me.inner, me.plays = kind, inner, sorted(plays)

    def tell_versions(self, plays: list[str]) -> asyncio.Future[None]:
        """What this process has turned out to play."""
        self.leases.neighbours.plays = sorted(plays)
        return self.writer.write(self.leases.neighbours.tell_versions)

    async def who_plays(self, table: str, version: str) -> Neighbour | None:
        found: Neighbour | None = await self.reading(
            lambda connection: self.leases.neighbours.who_plays(connection, table, version)
        )
        return found

    async def greet(self, connection: asyncpg.Connection) -> None:
        """On every new connection of the writer."""
        await self.leases.announce(connection)
        await connection.add_listener(DECIDED, lambda *told: self.decided())

    def decide(self, change: str, *values: object) -> asyncio.Future[None]:
        """A decision for all processes of the house."""

        async def decision(connection: asyncpg.Connection) -> None:
            await connection.execute(change, *values)
            await connection.execute(f"notify {DECIDED}")

        return self.writer.write(decision)

    async def decisions(self) -> tuple[list[tuple[str, float | None]], list[str], bool]:
        """Bans, closed tables, and whether the house rests."""
        bans = await self.all("select network, until from bans order by network")
        closed = await self.all("select table_id from closed_tables")
        rests = await self.one("select is_read_only from house")
        return (
            [(row[0], row[1]) for row in bans],
            [row[0] for row in closed],
            bool(rests and rests[0]),
        )

    async def secret(self) -> bytes:
        """What only the processes of this house know."""
        row = await self.one("select secret from house")
        return b"" if row is None else row[0]

    async def open_versions(self) -> list[tuple[str, str, str, int]]:
        return [(row[0], row[1], row[2], row[3]) for row in await self.all(OPEN_VERSIONS)]

    # -- reading --------------------------------------------------------------------------------

    async def reading(self, ask: Callable[[asyncpg.Connection], Any]) -> Any:
        """What a question brings; `CannotRead` if nobody answers."""
        try:
            if self.pool is None:
                self.pool = await asyncpg.create_pool(
                    self.address,
                    min_size=0,
                    max_size=READERS,
                    timeout=CONNECT_SECONDS,
                    command_timeout=ANSWER_SECONDS,
                    server_settings={"application_name": "kamiza", "lock_timeout": LOCK_TIMEOUT},
                )
            async with self.pool.acquire() as connection:
                return await ask(connection)
        except LOST as broken:
            raise CannotRead(reason(broken)) from None
        except asyncpg.PostgresError as broken:
            if not (broken.sqlstate or "").startswith(("08", "53", "57")):
                raise
            raise CannotRead(reason(broken)) from None

    async def all(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        rows = await self.reading(lambda connection: connection.fetch(question, *values))
        return [tuple(row) for row in rows]

    async def one(self, question: str, *values: object) -> tuple[Any, ...] | None:
        return next(iter(await self.all(question, *values)), None)

    async def answer(self, question: str, values: tuple[object, ...]) -> Rows:
        return await self.all(numbered(question), *values)

    async def run(self, statements: Sequence[Statement]) -> list[Rows]:
        """Some statements in one transaction, and what each of them gives back."""
        found: list[Rows] = []

        async def change(connection: asyncpg.Connection) -> None:
            found.clear()
            for question, values in statements:
                rows = await connection.fetch(numbered(question), *values)
                found.append([tuple(row) for row in rows])

        await self.writer.write(change)
        return found

    async def table(self, table: str) -> TableRow | None:
        row = await self.one(f"select {TABLE} from tables where id = $1", table)
        return None if row is None else read_table(row)

    async def players(self, table: str) -> list[Player]:
        return [read_player(row) for row in await self.all(numbered(PLAYERS), table)]

    async def journal(self, table: str) -> list[Entry]:
        rows = await self.all(
            "select version, seat, kind, moves, client, author from entries"
            " where table_id = $1 order by version",
            table,
        )
        return [read_entry(row) for row in rows]

    async def clocks(self, table: str) -> dict[int, list[float]]:
        rows = await self.all(
            "select version, clocks from entries where table_id = $1 and clocks is not null"
            " order by version",
            table,
        )
        return {version: json.loads(clocks) for version, clocks in rows}

    async def pass_of(self, token: str) -> Pass | None:
        row = await self.one(
            "select table_id, role, seat from tokens where hash = $1", token_hash(token)
        )
        return None if row is None else Pass(row[0], row[1], -1 if row[2] is None else row[2])

    async def open_tables(self, limit: int = 50) -> list[OpenRow]:
        rows = await self.all(
            f"select {TABLE}, taken, {FIRST_NAME} from tables t, lateral (select count(*) filter"
            " (where s.kind = 'bot' or s.claimed <> 0 or s.name <> '') as taken"
            " from seats s where s.table_id = t.id) as s"
            " where public = 1 and finished is null and branch_of is null and taken < seats"
            " order by created desc limit $1",
            limit,
        )
        return [found for row in rows if (found := open_row(row)) is not None]

    async def is_healthy(self) -> bool:
        try:
            await self.one("select 1")
        except CannotRead:
            return False
        return self.works

    # -- whole tables ---------------------------------------------------------------------------

    async def names(self, finished_before: float | None = None) -> list[str]:
        if finished_before is None:
            return [name for (name,) in await self.all("select id from tables order by created")]
        question = "select id from tables where finished < $1 order by finished"
        return [name for (name,) in await self.all(question, finished_before)]

    async def whole(self, table: str) -> WholeTable | None:
        async def ask(connection: asyncpg.Connection) -> list[list[tuple[Any, ...]]]:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                found = [await connection.fetch(part.format("$1"), table) for part in WHOLE]
            return [[tuple(row) for row in rows] for rows in found]

        return whole_of(*await self.reading(ask))

    def add_whole(self, whole: WholeTable) -> asyncio.Future[None]:
        table, seats, tokens, entries = rows_of(whole)

        async def change(connection: asyncpg.Connection) -> None:
            await connection.execute(
                f"insert into tables ({TABLE}) values ({marks(COLUMNS)})", *table
            )
            await connection.executemany(f"insert into seats values ({marks(9)})", seats)
            await connection.executemany(ADD_TOKEN, tokens)
            await connection.executemany(f"insert into entries values ({marks(9)})", entries)
            await connection.execute("insert into leases (table_id) values ($1)", whole.table.id)

        return self.writer.write(change)

    def delete(self, table: str) -> asyncio.Future[None]:
        async def change(connection: asyncpg.Connection) -> None:
            await connection.execute("delete from tables where id = $1", table)
            await connection.execute("delete from entries where table_id = $1", table)
            await connection.execute("delete from club_tables where table_id = $1", table)

        return self.writer.write(change)

    # -- writing --------------------------------------------------------------------------------

    def add_table(
        self, row: TableRow, players: list[Player], tokens: list[tuple[str, str, int]],
        beginning: list[Entry],
    ) -> asyncio.Future[None]:  # fmt: skip
        values = write_table(row)
        people = [seat_values(row.id, player) for player in players]
        hashes = [(token_hash(token), row.id, role, seat) for token, role, seat in tokens]
        past = [entry_values(row.id, entry, None, row.created) for entry in beginning]

        async def change(connection: asyncpg.Connection) -> None:
            await connection.execute(
                f"insert into tables ({TABLE}) values ({marks(COLUMNS)})", *values
            )
            await connection.executemany(
                f"insert into seats ({SEAT_COLUMNS}) values ({marks(9)})",
                people,
            )
            await connection.executemany(ADD_TOKEN, hashes)
            await connection.executemany(f"insert into entries values ({marks(9)})", past)
            await connection.execute("insert into leases (table_id) values ($1)", row.id)

        return self.writer.write(change)

    def add_entry(
        self, table: str, entry: Entry, clocks: list[float] | None, at: float, last_hash: str = ""
    ) -> asyncio.Future[None]:
        fence = self.leases.fence(table)
        line = (fence, follows(entry), *entry_values(table, entry, clocks, at))
        if not last_hash:
            return self.writer.write(line)

        async def change(connection: asyncpg.Connection) -> None:
            await held(connection, table, fence)
            await add_last(connection, line)
            await connection.execute(
                "update tables set finished = $1, last_hash = $2 where id = $3",
                *(at, last_hash, table),
            )

        return self.writer.write(change)

    def begin(self, table: str, at: float) -> asyncio.Future[None]:
        fence = self.leases.fence(table)

        async def change(connection: asyncpg.Connection) -> None:
            await held(connection, table, fence)
            await connection.execute("update tables set begun = $1 where id = $2", at, table)

        return self.writer.write(change)

    def save_player(self, table: str, player: Player) -> asyncio.Future[None]:
        fence = self.leases.fence(table)
        values = (
            player.name, int(player.claimed), player.lent, player.lent_why, player.lent_since,
            table, player.seat,
        )  # fmt: skip

        async def change(connection: asyncpg.Connection) -> None:
            await held(connection, table, fence)
            await connection.execute(
                "update seats set name = $1, claimed = $2, lent = $3, lent_why = $4,"
                " lent_since = $5 where table_id = $6 and seat = $7",
                *values,
            )

        return self.writer.write(change)

    def give_seat(
        self, table: str, seat: int, name: str, token: str, invite: str
    ) -> asyncio.Future[None]:
        fence = self.leases.fence(table)
        place = (table, seat)
        condition = (IS_INVITED, (token_hash(invite), *place)) if invite else (IS_FREE, place)

        async def change(connection: asyncpg.Connection) -> None:
            await held(connection, table, fence)
            question, values = condition
            if await connection.fetchval(numbered(question), *values) is None:
                raise SeatTaken
            await connection.execute(numbered(RETIRE_ALL), *place)
            await connection.execute(ADD_TOKEN, token_hash(token), table, OWN, seat)
            await connection.execute(
                "update seats set claimed = 1, name = $1 where table_id = $2 and seat = $3",
                *(name, *place),
            )

        return self.writer.write(change)

    def add_invite(self, table: str, seat: int, token: str) -> asyncio.Future[None]:
        fence = self.leases.fence(table)

        async def change(connection: asyncpg.Connection) -> None:
            await held(connection, table, fence)
            await connection.execute(numbered(RETIRE_INVITES), table, seat)
            await connection.execute(ADD_TOKEN, token_hash(token), table, INVITE, seat)

        return self.writer.write(change)

    def probe(self) -> asyncio.Future[None]:
        return asyncio.ensure_future(self.leases.renewal(self.writer))

    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return await self.all(numbered(question), *values)

    def change(self, steps: list[Step]) -> asyncio.Future[None]:
        async def change(connection: asyncpg.Connection) -> None:
            for statement, values, unless in steps:
                done = await connection.execute(numbered(statement), *values)
                if unless and done.rpartition(" ")[2] == "0":
                    raise Unmet(unless)

        return self.writer.write(change)


async def add_last(connection: asyncpg.Connection, line: tuple[object, ...]) -> None:
    """The entry that ends a game."""
    if not await add_entries(connection, [line]):
        raise Overtaken(OVERTAKEN)


def marks(count: int) -> str:
    return ", ".join(f"${number}" for number in range(1, count + 1))


def numbered(question: str) -> str:
    """A question that both stores ask, with the marks of this one."""
    first, *rest = question.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


ADD_TOKEN = f"insert into tokens values ({marks(4)})"
