"""What lies beside the tables, to carry it from one store to another: keys of people, and clubs.

Each is one line of an export. Of a key there is a hash and what only its owner can open; of a
member and an invitation there are hashes, too, so links stay good and nobody learns them from here.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from kamiza.server.store.face import Step, Store, Unmet
from kamiza.server.store.whole import encode

Rows = list[tuple[Any, ...]]
Blob = bytes  # because a column of `keys` has that name


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A row of some table of the store; its fields are the columns, in their order."""

    place: ClassVar[str]
    whose: ClassVar[str]  # the condition under which a row belongs to the thing with name `?`
    order: ClassVar[str]

    @classmethod
    def question(cls) -> str:
        fields = ", ".join(cls.__struct_fields__)
        return f"select {fields} from {cls.place} where {cls.whose} order by {cls.order}"

    def adding(self) -> Step:
        """Nothing happens if there is one already; `here` then says so."""
        marks = ", ".join("?" for _ in self.__struct_fields__)
        insert = f"insert into {self.place} values ({marks}) on conflict do nothing"
        return Step(insert, msgspec.structs.astuple(self), "here")


class Key(Part):
    place, whose, order = "keys", "name = ?", "name"
    name: str
    hash: Blob
    n: int
    things: int
    bytes: int
    created: float
    seen: float


class KeyItem(Part):
    place, whose, order = "key_items", "key_name = ?", "item"
    key_name: str
    item: str
    n: int
    sealed: bytes


class Club(Part):
    place, whose, order = "clubs", "id = ?", "id"
    id: str
    name: str
    founded: float
    closed: float | None
    invite: bytes
    invites: int
    members: int
    seen: float


class Member(Part):
    place, whose, order = "club_members", "club = ?", "member"
    club: str
    member: int
    name: str
    hash: bytes
    role: str
    joined: float
    gone: float | None


class ClubTable(Part):
    place, whose, order = "club_tables", "club = ?", "table_id"
    table_id: str
    club: str
    made: float


class ClubSeat(Part):
    place, order = "club_seats", "table_id, seat"
    whose = "table_id in (select table_id from club_tables where club = ?)"
    table_id: str
    seat: int
    member: int


class ClubResult(Part):
    place, whose, order = "club_results", "club = ?", "table_id"
    table_id: str
    club: str
    at: float
    result: str
    keepsakes: str


class WholeKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key and all that is kept under it."""

    key: list[Key]
    items: list[KeyItem]


class WholeClub(msgspec.Struct, forbid_unknown_fields=True):
    """A club with its people, tables and results."""

    club: list[Club]
    members: list[Member]
    tables: list[ClubTable]
    seats: list[ClubSeat]
    results: list[ClubResult]


Whole = WholeKey | WholeClub
# The parts of each, the one that names it first; and how all of them are found.
PARTS: dict[type[Whole], tuple[type[Part], ...]] = {
    WholeKey: (Key, KeyItem),
    WholeClub: (Club, Member, ClubTable, ClubSeat, ClubResult),
}
NAMES = {
    WholeKey: "select name from keys order by created, name",
    WholeClub: "select id from clubs order by founded, id",
}


def whole_of(kind: type[Whole], rows: list[Rows]) -> Whole:
    """What the answers say; a `ValidationError` if something in it cannot be."""
    parts = [[part(*row) for row in found] for part, found in zip(PARTS[kind], rows)]
    return msgspec.json.decode(encode(dict(zip(kind.__struct_fields__, parts))), type=kind)


def parts_of(whole: Whole) -> list[list[Part]]:
    return list(msgspec.structs.astuple(whole))


def name_of(whole: Whole) -> str:
    name: str = msgspec.structs.astuple(parts_of(whole)[0][0])[0]
    return name


async def things_in(store: Store) -> list[tuple[type[Whole], str]]:
    """Everything beside the tables, by its kind and name."""
    return [(kind, name) for kind in PARTS for (name,) in await store.rows(NAMES[kind])]


async def read(store: Store, kind: type[Whole], name: str) -> Whole | None:
    """As it was at one moment: it is read until nothing has changed meanwhile."""
    found, again = None, await read_once(store, kind, name)
    while found != again:
        found, again = again, await read_once(store, kind, name)
    return found


async def read_once(store: Store, kind: type[Whole], name: str) -> Whole | None:
    rows = [await store.rows(part.question(), name) for part in PARTS[kind]]
    return whole_of(kind, rows) if rows[0] else None


async def add(store: Store, whole: Whole) -> bool:
    """Bring it in whole; false, and nothing is changed, if something of it is here already."""
    try:
        await store.change([part.adding() for parts in parts_of(whole) for part in parts])
    except Unmet:
        return False
    return True


async def is_here(store: Store, whole: Whole) -> bool:
    """Is the same here already? When somebody last looked does not count."""
    found = await read(store, type(whole), name_of(whole))
    return found is not None and unseen(found) == unseen(whole)


def unseen(whole: Whole) -> bytes:
    parts = parts_of(whole)
    first = msgspec.structs.replace(parts[0][0], seen=0.0)
    return encode([[first], *parts[1:]])
