"""Whom the table calls, what is still to be said to them, and which tables wake up by themselves.

Said once for every store that speaks SQL: a store gives two functions, one that reads and one that
does some statements in one transaction. A store without them has nobody to call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

Rows = list[tuple[Any, ...]]
Statement = tuple[str, tuple[object, ...]]
Read = Callable[[str, tuple[object, ...]], Awaitable[Rows]]
Run = Callable[[Sequence[Statement]], Awaitable[list[Rows]]]

PUSH, MAIL, HOOK = "push", "mail", "hook"
NEVER = "never"  # not for this seat; else as the device wishes

# A link that still opens its seat; a webhook is the host's.
IS_OPEN = (
    "exists (select 1 from tokens t where t.hash = s.token and t.table_id = s.table_id"
    " and t.role in ('seat', 'own', 'host'))"
)
QUEUE = (
    "insert into calls (device, way, table_id, seat, turn, kind, due)"
    " select s.device, '{way}', s.table_id, s.seat, cast(? as integer), cast(? as text),"
    " cast(? as double precision) from called_seats s join devices d on d.id = s.device"
    " where s.table_id = ? and s.seat = ? and s.called < ? and s.way <> 'never' and d.{way} > 0"
    f" and {IS_OPEN}"
    " on conflict (device, way, table_id, seat) do update set"
    " turn = excluded.turn, kind = excluded.kind"
)
PUT_BACK = (
    "insert into calls (device, way, table_id, seat, turn, kind, due, tries, held)"
    " select s.device, cast(? as text), s.table_id, s.seat, cast(? as integer), cast(? as text),"
    " cast(? as double precision), cast(? as integer), cast(? as integer)"
    " from called_seats s where s.device = ? and s.table_id = ? and s.seat = ? and s.way <> 'never'"
    " on conflict (device, way, table_id, seat) do nothing"
)
# Whose turn it is to be called. The row of a device is locked until all its calls are taken, so of
# two processes one has them; the time is the mark of who took them.
TAKE_DEVICES = (
    "update devices set called = ? where called <= ? and id in"
    " (select device from calls where due <= ? group by device order by min(due) limit ?)"
)
MARK_SEATS = (
    "update called_seats set called = (select max(c.turn) from calls c where"
    " c.device = called_seats.device and c.table_id = called_seats.table_id"
    " and c.seat = called_seats.seat) where exists (select 1 from calls c join devices d"
    " on d.id = c.device where c.device = called_seats.device and"
    " c.table_id = called_seats.table_id and c.seat = called_seats.seat"
    " and c.turn > called_seats.called and c.due <= ? and d.called = ?)"
)
TAKE_CALLS = (
    "delete from calls where due <= ? and device in (select id from devices where called = ?)"
    " returning device, way, table_id, seat, turn, kind, due, tries, held"
)


class Call(NamedTuple):
    """Something to be said to a device."""

    device: bytes
    way: str
    table: str
    seat: int
    turn: int
    kind: str
    due: float
    tries: int
    held: int  # 1 if it has waited until now because that was wished


class Device(NamedTuple):
    """How somebody wants to be called; each way is 0 if not at all."""

    wishes: str
    push: int = 0
    mail: int = 0
    hook: int = 0


class CalledSeat(NamedTuple):
    table: str
    seat: int
    token: bytes
    way: str


class Vacation(NamedTuple):
    """When the clock of a seat rests, and how much of the allowance is gone before that."""

    began: float
    until: float
    used: float


class CallStore:
    """A store that has nobody to call; tables still know their vacations while they are open."""

    @property
    def is_kept(self) -> bool:
        return False

    async def secret(self, name: str, made: bytes) -> bytes:
        """A secret of the house; `made` becomes it, unless there is one."""
        return made

    async def device(self, id: bytes) -> Device | None:
        return None

    async def seats(self, id: bytes) -> list[CalledSeat]:
        return []

    async def keep(self, id: bytes, device: Device, seats: list[CalledSeat], now: float) -> None:
        """What a device wishes, and for which seats; all others are forgotten."""

    async def change(self, id: bytes, device: Device) -> None:
        """A device wishes something else, for the same seats."""

    async def keep_seat(self, id: bytes, seat: CalledSeat) -> None:
        """One more seat, unless it was decided about before."""

    async def never(self, id: bytes, table: str) -> None:
        """A device is not called to a table any more."""

    async def forget(self, id: bytes) -> None:
        """Nothing is kept of a device."""

    async def forget_before(self, seen: float) -> None:
        """Nothing is kept of devices that were last heard of before this."""

    async def queue(self, table: str, seat: int, turn: int, kind: str, due: float) -> None:
        """Call everybody who wishes so, unless they were called for this turn already."""

    async def withdraw(self, table: str, seats: Sequence[int]) -> None:
        """There is nothing to be said to these any more."""

    async def waiting(self, table: str) -> set[int]:
        """The seats something is still to be said to."""
        return set()

    async def next_due(self) -> float | None:
        """When something is to be said next."""
        return None

    async def take(self, now: float, gap: float, most: int) -> list[Call]:
        """All that is due now, for devices that had some peace before; nobody else gets it."""
        return []

    async def put_back(self, call: Call) -> None:
        """Not now: later, unless there is something newer to say."""

    async def vacations(self, table: str) -> dict[int, Vacation]:
        return {}

    async def save_vacation(self, table: str, seat: int, vacation: Vacation) -> None:
        """When a seat rests."""

    async def wake(self, table: str, at: float | None) -> None:
        """A table is to be looked at then, whether or not anybody comes."""

    async def due_tables(self, now: float, most: int) -> list[str]:
        return []

    async def last_at(self, table: str) -> float | None:
        """When the last entry of a journal was made."""
        return None


class SqlCalls(CallStore):
    """The same for every store that speaks SQL."""

    def __init__(self, read: Read, run: Run) -> None:
        self.read = read
        self.run = run

    @property
    def is_kept(self) -> bool:
        return True

    async def one(self, question: str, *values: object) -> tuple[Any, ...] | None:
        return next(iter(await self.read(question, values)), None)

    async def secret(self, name: str, made: bytes) -> bytes:
        question = "select value from secrets where name = ?"
        row = await self.one(question, name)
        if row is None:
            write = "insert into secrets values (?, ?) on conflict (name) do nothing"
            await self.run([(write, (name, made))])
            row = await self.one(question, name)
        return made if row is None else bytes(row[0])

    # -- who is called --------------------------------------------------------------------------

    async def device(self, id: bytes) -> Device | None:
        row = await self.one("select wishes, push, mail, hook from devices where id = ?", id)
        return None if row is None else Device(*row)

    async def seats(self, id: bytes) -> list[CalledSeat]:
        question = (
            f"select table_id, seat, token, way from called_seats s where device = ? and {IS_OPEN}"
            " order by table_id, seat"
        )
        rows = await self.read(question, (id,))
        return [CalledSeat(table, seat, bytes(token), way) for table, seat, token, way in rows]

    async def keep(self, id: bytes, device: Device, seats: list[CalledSeat], now: float) -> None:
        device_row = (
            "insert into devices (id, wishes, push, mail, hook, seen) values (?, ?, ?, ?, ?, ?)"
            " on conflict (id) do update set wishes = excluded.wishes, push = excluded.push,"
            " mail = excluded.mail, hook = excluded.hook, seen = excluded.seen"
        )
        statements: list[Statement] = [(device_row, (id, *device, now))]
        kept = {(seat.table, seat.seat) for seat in seats}
        for old in await self.read(
            "select table_id, seat from called_seats where device = ?", (id,)
        ):
            if tuple(old) not in kept:
                gone = "delete from called_seats where device = ? and table_id = ? and seat = ?"
                statements.append((gone, (id, *old)))
        statements += [
            (
                "insert into called_seats (device, table_id, seat, token, way)"
                " values (?, ?, ?, ?, ?) on conflict (device, table_id, seat) do update set"
                " token = excluded.token, way = excluded.way",
                (id, *seat),
            )
            for seat in seats
        ]
        off = [way for way, wish in zip((PUSH, MAIL, HOOK), device[1:]) if not wish]
        statements += [("delete from calls where device = ? and way = ?", (id, way)) for way in off]
        statements += [
            ("delete from calls where device = ? and table_id = ?", (id, seat.table))
            for seat in seats
            if seat.way == NEVER
        ]
        await self.run(statements)

    async def change(self, id: bytes, device: Device) -> None:
        change = "update devices set wishes = ?, push = ?, mail = ?, hook = ? where id = ?"
        await self.run([(change, (*device, id)), *withdrawn(id, device)])

    async def keep_seat(self, id: bytes, seat: CalledSeat) -> None:
        new = (
            "insert into called_seats (device, table_id, seat, token, way) values (?, ?, ?, ?, ?)"
            " on conflict (device, table_id, seat) do update set token = excluded.token"
        )
        await self.run([(new, (id, *seat))])

    async def never(self, id: bytes, table: str) -> None:
        place = (id, table)
        change = "update called_seats set way = 'never' where device = ? and table_id = ?"
        gone = "delete from calls where device = ? and table_id = ?"
        await self.run([(change, place), (gone, place)])

    async def forget(self, id: bytes) -> None:
        await self.run([("delete from devices where id = ?", (id,))])

    async def forget_before(self, seen: float) -> None:
        await self.run([("delete from devices where seen < ? and hook = 0", (seen,))])

    # -- what is to be said ---------------------------------------------------------------------

    async def queue(self, table: str, seat: int, turn: int, kind: str, due: float) -> None:
        values = (turn, kind, due, table, seat, turn)
        await self.run([(QUEUE.format(way=way), values) for way in (PUSH, MAIL, HOOK)])

    async def withdraw(self, table: str, seats: Sequence[int]) -> None:
        gone = "delete from calls where table_id = ? and seat = ?"
        await self.run([(gone, (table, seat)) for seat in seats])

    async def waiting(self, table: str) -> set[int]:
        rows = await self.read("select distinct seat from calls where table_id = ?", (table,))
        return {row[0] for row in rows}

    async def next_due(self) -> float | None:
        row = await self.one("select min(due) from calls")
        return None if row is None or row[0] is None else float(row[0])

    async def take(self, now: float, gap: float, most: int) -> list[Call]:
        found = await self.run(
            [
                (TAKE_DEVICES, (now, now - gap, now, most)),
                (MARK_SEATS, (now, now)),
                (TAKE_CALLS, (now, now)),
            ]
        )
        return [Call(bytes(row[0]), *row[1:]) for row in found[2]]

    async def put_back(self, call: Call) -> None:
        values = (
            call.way, call.turn, call.kind, call.due, call.tries, call.held, call.device,
            call.table, call.seat,
        )  # fmt: skip
        await self.run([(PUT_BACK, values)])

    # -- tables that go on for days -------------------------------------------------------------

    async def vacations(self, table: str) -> dict[int, Vacation]:
        question = "select seat, began, until, used from vacations where table_id = ?"
        return {row[0]: Vacation(*row[1:]) for row in await self.read(question, (table,))}

    async def save_vacation(self, table: str, seat: int, vacation: Vacation) -> None:
        change = (
            "insert into vacations values (?, ?, ?, ?, ?) on conflict (table_id, seat) do update"
            " set began = excluded.began, until = excluded.until, used = excluded.used"
        )
        await self.run([(change, (table, seat, *vacation))])

    async def wake(self, table: str, at: float | None) -> None:
        if at is None:
            await self.run([("delete from wakes where table_id = ?", (table,))])
            return
        change = (
            "insert into wakes values (?, ?) on conflict (table_id) do update set at = excluded.at"
        )
        await self.run([(change, (table, at))])

    async def due_tables(self, now: float, most: int) -> list[str]:
        question = "select table_id from wakes where at <= ? order by at limit ?"
        return [row[0] for row in await self.read(question, (now, most))]

    async def last_at(self, table: str) -> float | None:
        question = "select at from entries where table_id = ? order by version desc limit 1"
        row = await self.one(question, table)
        return None if row is None else float(row[0])


def withdrawn(id: bytes, device: Device) -> list[Statement]:
    """Nothing is said in a way that is not wished any more."""
    off = [way for way, wish in zip((PUSH, MAIL, HOOK), device[1:]) if not wish]
    return [("delete from calls where device = ? and way = ?", (id, way)) for way in off]


def unawaited(write: Awaitable[None]) -> asyncio.Task[None]:
    """Done beside everything else; what comes of it is nobody's business."""

    async def go() -> None:
        await write

    task = asyncio.ensure_future(go())
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
