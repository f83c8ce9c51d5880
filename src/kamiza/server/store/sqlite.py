"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kamiza.play.players import Player
from kamiza.play.table import Entry
from kamiza.server.folder import FILE
from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.migrations import migrate
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
    OpenRow,
    Pass,
    SeatTaken,
    Step,
    Store,
    TableRow,
    Unmet,
    entry_values,
    open_row,
    read_entry,
    read_player,
    read_table,
    seat_values,
    token_hash,
    write_table,
)
from kamiza.server.store.whole import WHOLE, WholeTable, rows_of, whole_of
from kamiza.server.writer import Damaged, Writer, connect, touch

Question = tuple[str, tuple[object, ...]]


class SqliteStore(Store):
    """Reads happen here at once; writes go through the one writer."""

    def __init__(self, folder: Path, metrics: Metrics, lost: Callable[[str], None]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.reader = connect(self.path)
        migrate(self.reader)
        self.damaged: Question | None = None  # what the file could not answer
        self.writer = self.make_writer(metrics, lost)
        self.calls = SqlCalls(self.answer, self.run)
        metrics.log_bytes.read = self.log_bytes

    def make_writer(self, metrics: Metrics, lost: Callable[[str], None]) -> Writer:
        return Writer(self.path, metrics, lost)

    @property
    def works(self) -> bool:
        return self.writer.works

    def log_bytes(self) -> float:
        """It stays small while the file itself can be written."""
        log = self.path.with_name(self.path.name + "-wal")
        return float(log.stat().st_size) if log.exists() else 0.0

    async def close(self) -> None:
        self.writer.close()
        self.reader.close()

    # -- reading --------------------------------------------------------------------------------

    def read(self, question: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """All rows of an answer; `Damaged` if the file cannot give it, `CannotRead` if the disk
        cannot, which may pass."""
        try:
            return self.reader.execute(question, values).fetchall()
        except sqlite3.OperationalError as broken:
            log("cannot_read", why=str(broken))
            raise CannotRead(str(broken)) from None
        except sqlite3.DatabaseError as broken:
            self.damaged = question, values
            raise Damaged(str(broken)) from None

    def one(self, question: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        return next(iter(self.read(question, values)), None)

    async def answer(self, question: str, values: tuple[object, ...]) -> Rows:
        return self.read(question, values)

    async def run(self, statements: Sequence[Statement]) -> list[Rows]:
        """Some statements in one transaction, and what each of them gives back."""
        found: list[Rows] = []

        def change(connection: sqlite3.Connection) -> None:
            found[:] = [connection.execute(*statement).fetchall() for statement in statements]

        await self.writer.write(change)
        return found

    async def table(self, table: str) -> TableRow | None:
        row = self.one(f"select {TABLE} from tables where id = ?", (table,))
        return None if row is None else read_table(row)

    async def players(self, table: str) -> list[Player]:
        return [read_player(row) for row in self.read(PLAYERS, (table,))]

    async def journal(self, table: str) -> list[Entry]:
        rows = self.read(
            "select version, seat, kind, moves, client, author from entries"
            " where table_id = ? order by version",
            (table,),
        )
        return [read_entry(row) for row in rows]

    async def clocks(self, table: str) -> dict[int, list[float]]:
        rows = self.read(
            "select version, clocks from entries where table_id = ? and clocks is not null"
            " order by version",
            (table,),
        )
        return {version: json.loads(clocks) for version, clocks in rows}

    async def pass_of(self, token: str) -> Pass | None:
        row = self.one(
            "select table_id, role, seat from tokens where hash = ?", (token_hash(token),)
        )
        return None if row is None else Pass(row[0], row[1], -1 if row[2] is None else row[2])

    async def open_tables(self, limit: int = 50) -> list[OpenRow]:
        rows = self.read(
            "select id, game, rules, digest, t.seats, settings, key, public, clock, branch_of,"
            " branch_at, created, finished, last_hash, begun, hints, position,"
            " sum(s.kind = 'bot' or s.claimed or s.name != '') as taken,"
            f" {FIRST_NAME}"
            " from tables t join seats s on s.table_id = t.id"
            " where public = 1 and finished is null and branch_of is null"
            " group by t.id having taken < t.seats order by created desc limit ?",
            (limit,),
        )
        return [found for row in rows if (found := open_row(row)) is not None]

    async def open_versions(self) -> list[tuple[str, str, str, int]]:
        return [(row[0], row[1], row[2], row[3]) for row in self.read(OPEN_VERSIONS, ())]

    async def is_healthy(self) -> bool:
        try:
            self.reader.execute("select count(*) from sqlite_schema").fetchone()
            if self.damaged is not None:
                self.reader.execute(*self.damaged).fetchall()  # the disk may be well again
                self.damaged = None
        except sqlite3.Error:
            return False
        return self.works and not self.writer.hangs

    # -- whole tables ---------------------------------------------------------------------------

    async def names(self, finished_before: float | None = None) -> list[str]:
        if finished_before is None:
            return [name for (name,) in self.read("select id from tables order by created", ())]
        question = "select id from tables where finished < ? order by finished"
        return [name for (name,) in self.read(question, (finished_before,))]

    async def whole(self, table: str) -> WholeTable | None:
        self.read("begin", ())
        try:
            kept = [self.read(question.format("?"), (table,)) for question in WHOLE]
        finally:
            self.reader.execute("commit")
        return whole_of(*kept)

    def add_whole(self, whole: WholeTable) -> asyncio.Future[None]:
        table, seats, tokens, entries = rows_of(whole)

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f"insert into tables ({TABLE}) values ({marks(COLUMNS)})", table)
            connection.executemany(f"insert into seats values ({marks(9)})", seats)
            connection.executemany(ADD_TOKEN, tokens)
            connection.executemany(ADD_ENTRY, entries)

        return self.writer.write(change)

    def delete(self, table: str) -> asyncio.Future[None]:
        def change(connection: sqlite3.Connection) -> None:
            for part in ("entries", "tokens", "seats", "club_tables"):
                connection.execute(f"delete from {part} where table_id = ?", (table,))
            connection.execute("delete from tables where id = ?", (table,))

        return self.writer.write(change)

    # -- writing --------------------------------------------------------------------------------

    def add_table(
        self, row: TableRow, players: list[Player], tokens: list[tuple[str, str, int]],
        beginning: list[Entry],
    ) -> asyncio.Future[None]:  # fmt: skip
        values = write_table(row)
        hashes = [(token_hash(token), row.id, role, seat) for token, role, seat in tokens]
        people = [seat_values(row.id, player) for player in players]
        past = [entry_values(row.id, entry, None, row.created) for entry in beginning]

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f"insert into tables ({TABLE}) values ({marks(COLUMNS)})", values)
            connection.executemany(
                f"insert into seats ({SEAT_COLUMNS}) values ({marks(9)})",
                people,
            )
            connection.executemany(ADD_TOKEN, hashes)
            connection.executemany(ADD_ENTRY, past)

        return self.writer.write(change)

    def add_entry(
        self, table: str, entry: Entry, clocks: list[float] | None, at: float, last_hash: str = ""
    ) -> asyncio.Future[None]:
        values = entry_values(table, entry, clocks, at)
        if not last_hash:
            return self.writer.write(values)

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(ADD_ENTRY, values)
            connection.execute(
                "update tables set finished = ?, last_hash = ? where id = ?",
                (at, last_hash, table),
            )

        return self.writer.write(change)

    def begin(self, table: str, at: float) -> asyncio.Future[None]:
        def change(connection: sqlite3.Connection) -> None:
            connection.execute("update tables set begun = ? where id = ?", (at, table))

        return self.writer.write(change)

    def save_player(self, table: str, player: Player) -> asyncio.Future[None]:
        values = (
            player.name, int(player.claimed), player.lent, player.lent_why, player.lent_since,
            table, player.seat,
        )  # fmt: skip

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "update seats set name = ?, claimed = ?, lent = ?, lent_why = ?, lent_since = ?"
                " where table_id = ? and seat = ?",
                values,
            )

        return self.writer.write(change)

    def give_seat(
        self, table: str, seat: int, name: str, token: str, invite: str
    ) -> asyncio.Future[None]:
        place = (table, seat)
        condition = (IS_INVITED, (token_hash(invite), *place)) if invite else (IS_FREE, place)

        def change(connection: sqlite3.Connection) -> None:
            if connection.execute(*condition).fetchone() is None:
                raise SeatTaken
            connection.execute(RETIRE_ALL, place)
            connection.execute(ADD_TOKEN, (token_hash(token), table, OWN, seat))
            connection.execute(
                "update seats set claimed = 1, name = ? where table_id = ? and seat = ?",
                (name, *place),
            )

        return self.writer.write(change)

    def add_invite(self, table: str, seat: int, token: str) -> asyncio.Future[None]:
        def change(connection: sqlite3.Connection) -> None:
            connection.execute(RETIRE_INVITES, (table, seat))
            connection.execute(ADD_TOKEN, (token_hash(token), table, INVITE, seat))

        return self.writer.write(change)

    def probe(self) -> asyncio.Future[None]:
        return self.writer.write(touch)

    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return self.read(question, values)

    def change(self, steps: list[Step]) -> asyncio.Future[None]:
        def change(connection: sqlite3.Connection) -> None:
            for statement, values, unless in steps:
                if connection.execute(statement, values).rowcount < 1 and unless:
                    raise Unmet(unless)

        return self.writer.write(change)


def marks(count: int) -> str:
    return ", ".join("?" * count)


ADD_ENTRY = f"insert into entries values ({marks(9)})"
ADD_TOKEN = f"insert into tokens values ({marks(4)})"
