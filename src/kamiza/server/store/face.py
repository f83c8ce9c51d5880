"""What the server knows of its store, wherever that keeps things.

A read is awaited. A write is a future: done when it lasts, or else `CannotSave` (nothing was
written), `Unsure` (perhaps it was) or `Overtaken` (somebody else has written to this table).
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from kamiza.play.players import Player
from kamiza.play.table import ACT, BRANCH, UNDO, Entry
from kamiza.server.store.calls import CallStore
from kamiza.server.store.whole import WholeTable

# What a token opens.
SEAT = "seat"  # a seat whose link was made with the table
OWN = "own"  # a seat somebody came to; nobody else has ever had this token
INVITE = "invite"  # a seat, once: whoever uses it gets a token of their own
HOST = "host"
WATCHER = "spectator"
# And what opens nothing any more, kept to say why.
USED = "used"  # an invitation
VOID = "void"  # a seat that was given to somebody else


class CannotRead(Exception):
    """The store is out of reach at the moment."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A process of the same house, as it introduced itself."""

    process: int
    kind: str  # SERVER, BOTS or VISITOR
    machine: str
    inner: str  # where its own kind reaches it, as host:port; empty if nowhere
    plays: frozenset[str] = frozenset()  # see `versions`


SERVER = "server"  # has tables
BOTS = "bots"  # only thinks
VISITOR = "visitor"  # exports, deletes, and is gone


class Elsewhere(Exception):
    """A table that another process owns, or that only another one can play."""

    def __init__(self, owner: Neighbour | None = None) -> None:
        super().__init__("" if owner is None else owner.process)
        self.owner = owner


class SeatTaken(Exception):
    """Somebody was faster."""


class Unmet(Exception):
    """What a step needs was not so, and nothing of its change was written; the code says what."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Step(NamedTuple):
    """One statement of a change, with `?` for its values, as every store understands it."""

    statement: str
    values: tuple[object, ...]
    unless: str = ""  # with a code: `Unmet` if the statement touches no row


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
    begun: float | None = 0.0  # None while it waits until everybody is ready
    hints: bool | None = None  # are they allowed? None: where nobody plays against other people
    position: dict[str, object] | None = None  # where it began, if not with its deal


class OpenRow(NamedTuple):
    """A table one may sit down at."""

    table: TableRow
    taken: int  # seats
    host: str  # the name of the first person there


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token opens."""

    table: str
    role: str  # SEAT, OWN, INVITE, HOST, WATCHER; or USED, VOID
    seat: int


class Store(ABC):
    """Where tables are kept."""

    calls: CallStore = CallStore()  # whom the tables call; a store may have nobody

    @property
    @abstractmethod
    def works(self) -> bool:
        """False after a failed write, until one succeeds again."""

    async def open(self) -> None:  # noqa: B027 - a store may have nothing to do here
        """Be ready to read and write."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked for, then stop."""

    # -- whose table it is ----------------------------------------------------------------------

    async def own(self, table: str) -> None:  # noqa: B027
        """From now on this process alone writes to a table; `Elsewhere` if another one does.

        What is read after this is what the last owner has left.
        """

    def leave(self, table: str) -> None:  # noqa: B027
        """This process does not write to a table any more."""

    # -- the other processes of the house -------------------------------------------------------

    def introduce(self, kind: str, inner: str, plays: Iterable[str]) -> None:  # noqa: B027
        """Before `open`: what the others shall know of this process."""

    async def who_plays(self, table: str, version: str) -> Neighbour | None:
        """A process that has a table, or else one that could; None if nobody can."""
        return None

    @abstractmethod
    async def open_versions(self) -> list[tuple[str, str, str, int]]:
        """Game, rules and cards of all games that go on, and how many of each."""

    # -- reading --------------------------------------------------------------------------------

    @abstractmethod
    async def table(self, table: str) -> TableRow | None: ...

    @abstractmethod
    async def players(self, table: str) -> list[Player]: ...

    @abstractmethod
    async def journal(self, table: str) -> list[Entry]: ...

    @abstractmethod
    async def clocks(self, table: str) -> dict[int, list[float]]:
        """What was kept of the clocks with every entry that has any, by its version."""

    @abstractmethod
    async def pass_of(self, token: str) -> Pass | None: ...

    @abstractmethod
    async def open_tables(self, limit: int = 50) -> list[OpenRow]:
        """Public tables with a free seat, newest first."""

    @abstractmethod
    async def is_healthy(self) -> bool:
        """Whether it can be read and written."""

    # -- writing --------------------------------------------------------------------------------

    @abstractmethod
    def add_table(
        self, row: TableRow, players: list[Player], tokens: list[tuple[str, str, int]],
        beginning: list[Entry],
    ) -> asyncio.Future[None]:  # fmt: skip
        """A new table with its seats, tokens (token, role, seat) and, for a branch, its past."""

    @abstractmethod
    def add_entry(
        self, table: str, entry: Entry, clocks: list[float] | None, at: float, last_hash: str = ""
    ) -> asyncio.Future[None]:
        """One line of a journal; with the hash of the last state if it ended the game."""

    @abstractmethod
    def begin(self, table: str, at: float) -> asyncio.Future[None]:
        """A table that waited does not any more."""

    @abstractmethod
    def save_player(self, table: str, player: Player) -> asyncio.Future[None]:
        """Name, claim and lending of one seat."""

    @abstractmethod
    def give_seat(
        self, table: str, seat: int, name: str, token: str, invite: str
    ) -> asyncio.Future[None]:
        """A seat gets a new holder: by an invitation, or without one if it is free.

        All in one transaction, what has to be so included: of two who come at once, one gets it,
        and for the other it is `SeatTaken`.
        """

    @abstractmethod
    def add_invite(self, table: str, seat: int, token: str) -> asyncio.Future[None]:
        """A new invitation; the one before it opens nothing any more."""

    # -- whole tables ---------------------------------------------------------------------------

    @abstractmethod
    async def names(self, finished_before: float | None = None) -> list[str]:
        """All tables, or those whose game was over at some time."""

    @abstractmethod
    async def whole(self, table: str) -> WholeTable | None:
        """Everything that is kept of a table, as it was at one moment."""

    @abstractmethod
    def add_whole(self, whole: WholeTable) -> asyncio.Future[None]:
        """A table from elsewhere; `Overtaken` if there is one of that name."""

    @abstractmethod
    def delete(self, table: str) -> asyncio.Future[None]:
        """Nothing is kept of a table any more."""

    @abstractmethod
    def probe(self) -> asyncio.Future[None]:
        """Write something without meaning, to see whether writing works again."""

    # -- what lies beside the tables: `keys`, `clubs` --------------------------------------------

    @abstractmethod
    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """The answer to a question that every store understands, with `?` for its values."""

    @abstractmethod
    def change(self, steps: list[Step]) -> asyncio.Future[None]:
        """All steps in one transaction, or none: `Unmet` if one finds nothing it needs."""


OPEN_VERSIONS = (
    "select game, rules, digest, count(*) from tables where finished is null"
    " group by game, rules, digest order by game, rules, digest"
)

# -- rows, the same in every store ----------------------------------------------------------------

TABLE = (
    "id, game, rules, digest, seats, settings, key, public, clock, branch_of, branch_at, created,"
    " finished, last_hash, begun, hints, position"
)
COLUMNS = TABLE.count(",") + 1

PLAYERS = (
    "select seat, kind, name, level, claimed, lent, lent_why, lent_since, exists"
    " (select 1 from tokens t where t.table_id = s.table_id and t.seat = s.seat"
    " and role = 'invite') from seats s where table_id = ? order by seat"
)
FIRST_NAME = (
    "coalesce((select name from seats f where f.table_id = t.id and f.kind = 'person'"
    " and f.name <> '' order by f.seat limit 1), '')"
)
IS_FREE = "select 1 from seats where table_id = ? and seat = ? and claimed = 0 and name = ''"
# An older table has the token of a seat where a newer one has an invitation.
IS_INVITED = (
    "select 1 from tokens where hash = ? and table_id = ? and seat = ?"
    " and role in ('invite', 'seat')"
)
RETIRE_ALL = (
    "update tokens set role = case role when 'invite' then 'used' else 'void' end"
    " where table_id = ? and seat = ? and role in ('invite', 'seat', 'own')"
)
RETIRE_INVITES = (
    "update tokens set role = 'used' where table_id = ? and seat = ? and role = 'invite'"
)


def token_hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


SEAT_COLUMNS = "table_id, seat, kind, level, name, claimed, lent, lent_why, lent_since"


def seat_values(table: str, player: Player) -> tuple[object, ...]:
    return (
        table, player.seat, player.kind, player.level, player.name, int(player.claimed),
        player.lent, player.lent_why, player.lent_since,
    )  # fmt: skip


def entry_values(
    table: str, entry: Entry, clocks: list[float] | None, at: float
) -> tuple[object, ...]:
    client = f"{BRANCH} {entry.version}" if entry.by == BRANCH else entry.client
    return (
        table, entry.version, entry.seat, entry.kind, "\n".join(entry.moves), client, entry.by,
        None if clocks is None else json.dumps(clocks), at,
    )  # fmt: skip


def follows(entry: Entry) -> int:
    """The version an entry follows."""
    return entry.version - (1 if entry.kind == UNDO else len(entry.moves))


def write_table(row: TableRow) -> tuple[object, ...]:
    clock = None if row.clock is None else json.dumps(row.clock)
    return (
        row.id, row.game, row.rules, row.digest, row.seats, json.dumps(row.settings), row.key,
        int(row.public), clock, row.branch_of, row.branch_at, row.created, row.finished,
        row.last_hash, row.begun, None if row.hints is None else int(row.hints),
        None if row.position is None else json.dumps(row.position),
    )  # fmt: skip


def read_table(row: tuple[object, ...]) -> TableRow:
    fields = list(row)
    fields[5] = json.loads(str(fields[5]))
    fields[7] = bool(fields[7])
    fields[8] = None if fields[8] is None else json.loads(str(fields[8]))
    fields[15] = None if fields[15] is None else bool(fields[15])
    fields[16] = None if fields[16] is None else json.loads(str(fields[16]))
    return TableRow(*fields)  # type: ignore[arg-type]


def readable(row: tuple[object, ...]) -> TableRow | None:
    """One of many: a broken row is nobody's business but its own."""
    try:
        return read_table(row)
    except ValueError:
        return None


def open_row(row: tuple[Any, ...]) -> OpenRow | None:
    """A table, how many seats are taken, and a name."""
    table = readable(row[:-2])
    return None if table is None else OpenRow(table, row[-2], row[-1])


def read_entry(row: tuple[Any, ...]) -> Entry:
    version, seat, kind, moves, client, author = row
    return Entry(version, seat, kind, tuple(moves.split("\n")), client, author)


def read_player(row: tuple[Any, ...]) -> Player:
    number, kind, name, level, claimed, lent, why, since, invited = row
    return Player(number, kind, name, level, bool(claimed), 0, lent, why, since, bool(invited))


def branch_entries(moves: list[tuple[int, str]]) -> list[Entry]:
    """The past of a branch: every move as an entry of its own."""
    return [
        Entry(number, seat, ACT, (move,), "", BRANCH)
        for number, (seat, move) in enumerate(moves, 1)
    ]
