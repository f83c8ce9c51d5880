"""Everything that is kept of one table, to carry it from one store to another.

Written as one line of JSON; bytes are base64 there. It holds the key of the shuffle: whoever reads
it knows all cards.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kamiza.play.table import UNDO


class StoredTable(msgspec.Struct, forbid_unknown_fields=True):
    """A row of `tables`; settings, clock and position are JSON themselves."""

    id: str
    game: str
    rules: str
    digest: str
    seats: int
    settings: str
    key: bytes
    public: int
    clock: str | None
    branch_of: str | None
    branch_at: int | None
    created: float
    finished: float | None
    last_hash: str | None
    begun: float | None = 0.0  # what was exported before this was asked had begun
    hints: int | None = None
    position: str | None = None


class StoredSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    kind: str
    level: str
    name: str
    claimed: int
    lent: str
    lent_why: str
    lent_since: int


class StoredToken(msgspec.Struct, forbid_unknown_fields=True):
    """Only the hash: an old link goes on opening the table, and nobody learns it from here."""

    hash: bytes
    role: str
    seat: int | None


class StoredEntry(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    seat: int
    kind: str
    moves: str
    client: str
    author: str
    clocks: str | None
    at: float


class WholeTable(msgspec.Struct, forbid_unknown_fields=True):
    """One table with its people, links and journal."""

    table: StoredTable
    seats: list[StoredSeat]
    tokens: list[StoredToken]
    entries: list[StoredEntry]


PARTS = (
    ("tables", StoredTable, "id", "id"),
    ("seats", StoredSeat, "table_id", "seat"),
    ("tokens", StoredToken, "table_id", "hash"),
    ("entries", StoredEntry, "table_id", "version"),
)
# Questions for the rows of one table, in any dialect: `{}` is the mark for its name.
WHOLE = tuple(
    f"select {', '.join(kind.__struct_fields__)} from {part} where {name} = {{}} order by {order}"
    for part, kind, name, order in PARTS
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(WholeTable).decode


def whole_of(*rows: list[tuple[Any, ...]]) -> WholeTable | None:
    """What four answers say of a table; a `ValidationError` if something in it cannot be."""
    if not rows[0]:
        return None
    table, seats, tokens, entries = rows
    found = WholeTable(
        StoredTable(*table[0]),
        [StoredSeat(*row) for row in seats],
        [StoredToken(*row) for row in tokens],
        [StoredEntry(*row) for row in entries],
    )
    return checked(decode(encode(found)))


def checked(whole: WholeTable) -> WholeTable:
    """Every seat is there, and every entry follows the one before."""
    if [seat.seat for seat in whole.seats] != list(range(whole.table.seats)):
        raise msgspec.ValidationError("seats are missing")
    version = 0
    for entry in whole.entries:
        version += 1 if entry.kind == UNDO else 1 + entry.moves.count("\n")
        if entry.version != version:
            raise msgspec.ValidationError(f"version {entry.version} is not {version}")
    return whole


Rows = list[tuple[Any, ...]]


def rows_of(whole: WholeTable) -> tuple[tuple[Any, ...], Rows, Rows, Rows]:
    """The values for `tables`, `seats`, `tokens` and `entries`, in the order of their columns."""
    name, values = whole.table.id, msgspec.structs.astuple
    return (
        values(whole.table),
        [(name, *values(seat)) for seat in whole.seats],
        [(token.hash, name, token.role, token.seat) for token in whole.tokens],
        [(name, *values(entry)) for entry in whole.entries],
    )
