"""Who is called and what is still to be said, the same in a SQLite file and in PostgreSQL."""

import asyncio

import pytest
from test_store import new_table, with_stores

from kamiza.server.config import Config
from kamiza.server.store import Store, token_hash
from kamiza.server.store.calls import CalledSeat, Device, SqlCalls, Vacation

PHONE, DESK = b"p" * 32, b"d" * 32
PUSHED = Device("{}", push=1)


def seat_at(table: str, way: str = "") -> CalledSeat:
    return CalledSeat(table, 0, token_hash(f"{table} A"), way)


def test_a_secret_is_made_once(home: Config) -> None:
    async def scenario(store: Store, other: Store) -> None:
        assert await store.calls.secret("vapid", b"first") == b"first"
        assert await other.calls.secret("vapid", b"second") == b"first"

    with_stores(home, scenario, 2)


def test_a_turn_is_called_once_whoever_takes_it(home: Config) -> None:
    """Of two processes one gets it; the same turn again is nothing new, the next one is."""

    async def scenario(store: Store, other: Store) -> None:
        await new_table(store, "one")
        calls = store.calls
        await calls.keep(PHONE, PUSHED, [seat_at("one")], 1.0)
        await calls.queue("one", 0, 4, "turn", 10.0)
        await calls.queue("one", 0, 4, "turn", 20.0)
        assert await calls.take(9.0, 5.0, 10) == []
        assert await calls.waiting("one") == {0}
        (call,) = await other.calls.take(11.0, 5.0, 10)
        assert (call.device, call.way, call.table, call.turn) == (PHONE, "push", "one", 4)
        assert await calls.take(30.0, 5.0, 10) == []
        await calls.queue("one", 0, 4, "turn", 12.0)
        assert await calls.waiting("one") == set()
        await calls.queue("one", 0, 8, "turn", 12.0)
        assert await calls.take(13.0, 5.0, 10) == [], "a device has some peace after a call"
        assert len(await calls.take(16.5, 5.0, 10)) == 1

    with_stores(home, scenario, 2)


def test_a_call_that_was_withdrawn_may_come_again(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        await store.calls.keep(PHONE, PUSHED, [seat_at("one")], 1.0)
        await store.calls.queue("one", 0, 4, "turn", 10.0)
        await store.calls.withdraw("one", [0])
        assert await store.calls.take(11.0, 0.0, 10) == []
        await store.calls.queue("one", 0, 4, "turn", 12.0)
        (call,) = await store.calls.take(13.0, 0.0, 10)
        await store.calls.put_back(call._replace(due=20.0, tries=1))
        assert await store.calls.take(14.0, 0.0, 10) == []
        (again,) = await store.calls.take(21.0, 0.0, 10)
        assert (again.tries, again.turn) == (1, 4)

    with_stores(home, scenario)


def test_who_is_not_to_be_called_is_not(home: Config) -> None:
    """Never at this table, not at all, the way turned off, the seat given away, the table gone."""

    async def scenario(store: Store) -> None:
        calls = store.calls
        await new_table(store, "one")

        async def queued(turn: int) -> int:
            await calls.queue("one", 0, turn, "turn", 0.0)
            return len(await calls.take(float(turn), 0.0, 10))

        await calls.keep(PHONE, PUSHED, [seat_at("one")], 1.0)
        await calls.keep(DESK, Device("{}", mail=1), [seat_at("one")], 1.0)
        assert await queued(4) == 2
        await calls.never(PHONE, "one")
        await calls.keep_seat(PHONE, seat_at("one"))  # coming back to the table changes nothing
        assert await queued(8) == 1
        await calls.queue("one", 0, 12, "turn", 0.0)
        await calls.keep(DESK, Device("{}"), [seat_at("one")], 1.0)
        assert await calls.waiting("one") == set()
        await calls.keep(PHONE, PUSHED, [seat_at("one")], 1.0)
        assert await queued(12) == 1
        await store.add_invite("one", 0, "new")
        await store.give_seat("one", 0, "Haru", "Haru's", "new")
        assert await queued(16) == 0
        assert await calls.seats(PHONE) == []
        await calls.forget(PHONE)
        assert await calls.device(PHONE) is None
        await calls.forget_before(2.0)
        assert await calls.device(DESK) is None

    with_stores(home, scenario)


def test_nothing_is_left_of_a_deleted_table(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        await store.calls.keep(PHONE, PUSHED, [seat_at("one")], 1.0)
        await store.calls.queue("one", 0, 4, "turn", 10.0)
        await store.calls.wake("one", 5.0)
        await store.calls.save_vacation("one", 0, Vacation(1.0, 2.0, 0.0))
        await store.delete("one")
        assert await store.calls.seats(PHONE) == []
        assert await store.calls.take(11.0, 0.0, 10) == []
        assert await store.calls.due_tables(6.0, 10) == []
        assert await store.calls.vacations("one") == {}

    with_stores(home, scenario)


@pytest.mark.parametrize("later", [None, 50.0])
def test_a_table_wakes_when_it_said(home: Config, later: float | None) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        await store.calls.wake("one", 5.0)
        assert await store.calls.due_tables(4.0, 10) == []
        assert await store.calls.due_tables(5.0, 10) == ["one"]
        await store.calls.wake("one", later)
        assert await store.calls.due_tables(6.0, 10) == []

    with_stores(home, scenario)


@pytest.mark.parametrize("before", [True, False])
def test_what_another_change_has_spoiled_is_asked_once_more(home: Config, before: bool) -> None:
    """Both are written together, one cannot be: the other gets each of its answers once."""

    async def scenario(store: Store) -> None:
        assert isinstance(store.calls, SqlCalls)
        good = [("select 1", ()), ("select 2", ())]
        both = [store.calls.run(good), store.calls.run([("select * from nowhere", ())])]
        found = await asyncio.gather(*both[:: 1 if before else -1], return_exceptions=True)
        answer, failure = found[:: 1 if before else -1]
        assert answer == [[(1,)], [(2,)]]
        assert isinstance(failure, Exception)

    with_stores(home, scenario, may_fail=True)
