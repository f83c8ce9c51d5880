"""What is kept: tables, seats, hashed tokens, and the journal of every table. One SQLite file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kamiza.play.players import Player
from kamiza.play.table import ACT, BRANCH, Entry
from kamiza.server.metrics import Metrics
from kamiza.server.migrations import migrate
from kamiza.server.writer import Writer, connect

FILE = "kamiza.db"
SEAT = "seat"
HOST = "host"
WATCHER = "spectator"


@dataclass(frozen=True, slots=True)
class TableRow:
    """What was agreed when a table was made."""

    id: str
    game: str
    rules: str
    digest: str
    seats: int
    settings: dict[str, object]
    key: bytes
    public: bool
    clock: dict[str, object] | None
    branch_of: str | None
    branch_at: int | None
    created: float
    finished: float | None = None
    last_hash: str | None = None  # of the state in which the game ended


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token opens."""

    table: str
    role: str  # SEAT, HOST or WATCHER
    seat: int


def token_hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


class Store:
    """Reads happen here at once; writes go through the one writer."""

    def __init__(self, folder: Path, metrics: Metrics, lost: Callable[[str], None]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.reader = connect(self.path)
        migrate(self.reader)
        self.writer = Writer(self.path, metrics, lost)

    @property
    def works(self) -> bool:
        return self.writer.works

    def close(self) -> None:
        self.writer.close()
        self.reader.close()

    # -- reading --------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        row = self.reader.execute(
            "select id, game, rules, digest, seats, settings, key, public, clock, branch_of,"
            " branch_at, created, finished, last_hash from tables where id = ?",
            (table,),
        ).fetchone()
        return None if row is None else read_table(row)

    def players(self, table: str) -> list[Player]:
        rows = self.reader.execute(
            "select seat, kind, name, level, claimed, lent, lent_why, lent_since from seats"
            " where table_id = ? order by seat",
            (table,),
        )
        return [
            Player(number, kind, name, level, bool(claimed), 0, lent, why, since)
            for number, kind, name, level, claimed, lent, why, since in rows
        ]

    def journal(self, table: str) -> list[Entry]:
        rows = self.reader.execute(
            "select version, seat, kind, moves, client, author from entries"
            " where table_id = ? order by version",
            (table,),
        )
        return [
            Entry(version, seat, kind, tuple(moves.split("\n")), client, author)
            for version, seat, kind, moves, client, author in rows
        ]

    def clocks(self, table: str) -> list[float] | None:
        """What every seat had left after the last entry."""
        row = self.reader.execute(
            "select clocks from entries where table_id = ? order by version desc limit 1", (table,)
        ).fetchone()
        return json.loads(row[0]) if row and row[0] else None

    def pass_of(self, token: str) -> Pass | None:
        row = self.reader.execute(
            "select table_id, role, seat from tokens where hash = ?", (token_hash(token),)
        ).fetchone()
        return None if row is None else Pass(row[0], row[1], -1 if row[2] is None else row[2])

    def open_tables(self, limit: int = 50) -> list[tuple[TableRow, int]]:
        """Public tables with a free seat, newest first, and how many seats are taken."""
        rows = self.reader.execute(
            "select id, game, rules, digest, t.seats, settings, key, public, clock, branch_of,"
            " branch_at, created, finished, last_hash,"
            " sum(s.kind = 'bot' or s.claimed or s.name != '') as taken"
            " from tables t join seats s on s.table_id = t.id"
            " where public = 1 and finished is null"
            " group by t.id having taken < t.seats order by created desc limit ?",
            (limit,),
        )
        return [(read_table(row[:-1]), row[-1]) for row in rows]

    def is_healthy(self) -> bool:
        try:
            self.reader.execute("select count(*) from sqlite_schema").fetchone()
        except sqlite3.Error:
            return False
        return self.works

    # -- writing --------------------------------------------------------------------------------

    def add_table(
        self, row: TableRow, players: list[Player], tokens: list[tuple[str, str, int]],
        beginning: list[Entry],
    ) -> asyncio.Future[None]:  # fmt: skip
        """A new table with its seats, tokens (token, role, seat) and, for a branch, its past."""
        values = write_table(row)
        hashes = [(token_hash(token), row.id, role, seat) for token, role, seat in tokens]
        people = [(row.id, p.seat, p.kind, p.level, p.name, int(p.claimed)) for p in players]
        past = [entry_values(row.id, entry, None, row.created) for entry in beginning]

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f"insert into tables values ({marks(14)})", values)
            connection.executemany(
                "insert into seats (table_id, seat, kind, level, name, claimed)"
                f" values ({marks(6)})",
                people,
            )
            connection.executemany(f"insert into tokens values ({marks(4)})", hashes)
            connection.executemany(ADD_ENTRY, past)

        return self.writer.write(change)

    def add_entry(
        self, table: str, entry: Entry, clocks: list[float] | None, at: float, last_hash: str = ""
    ) -> asyncio.Future[None]:
        """One line of a journal; with the hash of the last state if it ended the game."""
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

    def save_player(self, table: str, player: Player) -> asyncio.Future[None]:
        """Name, claim and lending of one seat."""
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

    def add_token(self, table: str, token: str, role: str, seat: int) -> asyncio.Future[None]:
        values = (token_hash(token), table, role, seat)

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f"insert into tokens values ({marks(4)})", values)

        return self.writer.write(change)

    def probe(self) -> asyncio.Future[None]:
        """Write something without meaning, to see whether writing works again."""

        def change(connection: sqlite3.Connection) -> None:
            version = connection.execute("pragma user_version").fetchone()[0]
            connection.execute(f"pragma user_version = {version}")

        return self.writer.write(change)


def marks(count: int) -> str:
    return ", ".join("?" * count)


ADD_ENTRY = f"insert into entries values ({marks(9)})"


def entry_values(
    table: str, entry: Entry, clocks: list[float] | None, at: float
) -> tuple[object, ...]:
    client = f"{BRANCH} {entry.version}" if entry.by == BRANCH else entry.client
    return (
        table, entry.version, entry.seat, entry.kind, "\n".join(entry.moves), client, entry.by,
        None if clocks is None else json.dumps(clocks), at,
    )  # fmt: skip


def write_table(row: TableRow) -> tuple[object, ...]:
    clock = None if row.clock is None else json.dumps(row.clock)
    return (
        row.id, row.game, row.rules, row.digest, row.seats, json.dumps(row.settings), row.key,
        int(row.public), clock, row.branch_of, row.branch_at, row.created, row.finished,
        row.last_hash,
    )  # fmt: skip


def read_table(row: tuple[object, ...]) -> TableRow:
    fields = list(row)
    fields[5] = json.loads(str(fields[5]))
    fields[7] = bool(fields[7])
    fields[8] = None if fields[8] is None else json.loads(str(fields[8]))
    return TableRow(*fields)  # type: ignore[arg-type]


def branch_entries(moves: list[tuple[int, str]]) -> list[Entry]:
    """The past of a branch: every move as an entry of its own."""
    return [
        Entry(number, seat, ACT, (move,), "", BRANCH)
        for number, (seat, move) in enumerate(moves, 1)
    ]
