"""The store, the same in a SQLite file and in PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from kamiza.play.players import Player
from kamiza.play.table import ACT, BOT, PERSON, UNDO, Entry
from kamiza.server.config import Config
from kamiza.server.metrics import Metrics
from kamiza.server.store import (
    HOST,
    INVITE,
    SEAT,
    USED,
    Pass,
    Store,
    TableRow,
    branch_entries,
    homes,
)
from kamiza.server.writer import Overtaken

Scenario = Callable[[Store], Awaitable[None]]


def with_stores(
    home: Config, scenario: Callable[..., Awaitable[None]], count: int = 1, may_fail: bool = False
) -> Metrics:
    """So many stores at one place, as of so many processes."""
    metrics = Metrics()

    async def run() -> None:
        told: list[str] = []
        stores = [homes.store_of(home, metrics, told.append, told.append) for _ in range(count)]
        for store in stores:
            await store.open()
        try:
            await asyncio.wait_for(scenario(*stores), 60)
        finally:
            for store in stores:
                await store.close()
        assert may_fail or told == []

    folder = homes.prepare(home)
    if folder is not None:
        folder.close()
    asyncio.run(run())
    return metrics


def row(name: str, created: float = 1.5, public: bool = True) -> TableRow:
    settings: dict[str, object] = {"first_dealer": "A", "names": ["神", "\u2028"]}
    clock: dict[str, object] = {"kind": "bank", "seconds": 60.5, "increment": 0.0}
    return TableRow(
        name, "shintoh", "2", "abc", 2, settings, bytes(range(32)), public, clock, None, None,
        created, position={"seats": 2, "altar": None, "players": {"A": {"hand": "神"}}},
    )  # fmt: skip


def people() -> list[Player]:
    return [Player(0, PERSON, "Mika 神"), Player(1, BOT, "", "heuristic", claimed=True)]


async def new_table(store: Store, name: str, *more: Entry) -> None:
    tokens = [(f"{name} A", SEAT, 0), (f"{name} host", HOST, -1)]
    await store.add_table(row(name), people(), tokens, list(more))
    await store.own(name)


def act(version: int, *moves: str, client: str = "") -> Entry:
    return Entry(version, 0, ACT, moves, client or f"person {version}", PERSON)


def test_what_was_written_is_read_again(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        assert await store.table("one") == row("one")
        assert await store.table("two") is None
        assert await store.players("one") == people()
        assert (await store.journal("one"), await store.clocks("one")) == ([], {})
        first, second = act(2, "+salt", "stop"), Entry(3, 0, UNDO, ("+salt", "stop"), "u", PERSON)
        await store.add_entry("one", first, [59.5, 60.5], 10.0)
        await store.add_entry("one", second, None, 11.0)
        assert await store.journal("one") == [first, second]
        await store.add_entry("one", act(4, "+sake"), [1.25, 2.5], 12.0)
        assert await store.clocks("one") == {2: [59.5, 60.5], 4: [1.25, 2.5]}
        assert await store.is_healthy()

    with_stores(home, scenario)


def test_tokens_open_what_they_were_made_for(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        assert await store.pass_of("one A") == Pass("one", SEAT, 0)
        assert await store.pass_of("one host") == Pass("one", HOST, -1)
        assert await store.pass_of("one") is None
        await store.add_invite("one", 0, "more")
        assert await store.pass_of("more") == Pass("one", INVITE, 0)
        assert [player.invited for player in await store.players("one")] == [True, False]
        await store.add_invite("one", 0, "another")
        assert await store.pass_of("more") == Pass("one", USED, 0)

    with_stores(home, scenario)


def test_players_are_kept_as_they_are(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        lent = Player(0, PERSON, "Haru", "", True, 0, "heuristic", "absent", 7)
        await store.save_player("one", lent)
        assert (await store.players("one"))[0] == lent

    with_stores(home, scenario)


def test_the_end_is_kept_with_the_last_entry(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        with pytest.raises(Overtaken):
            await store.add_entry("one", act(2, "stop"), None, 20.0, "hash")
        assert await store.table("one") == row("one")
        await store.add_entry("one", act(1, "stop"), None, 20.0, "hash")
        assert await store.table("one") == replace(row("one"), finished=20.0, last_hash="hash")

    with_stores(home, scenario)


def test_a_branch_begins_with_its_past(home: Config) -> None:
    async def scenario(store: Store) -> None:
        past = branch_entries([(0, "+salt"), (0, "stop"), (1, "pass")])
        await new_table(store, "one", *past)
        found = await store.journal("one")
        assert [entry.moves for entry in found] == [entry.moves for entry in past]
        await store.add_entry("one", act(4, "stop"), None, 1.0)

    with_stores(home, scenario)


def test_open_tables_are_public_and_have_a_free_seat(home: Config) -> None:
    async def scenario(store: Store) -> None:
        free = [Player(0, PERSON, ""), Player(1, BOT, "", "heuristic", claimed=True)]
        for number, public in enumerate((True, False, True)):
            made = row(f"t{number}", float(number), public)
            await store.add_table(made, free, [], [])
        await new_table(store, "full")  # somebody with a name, and a bot
        found = await store.open_tables()
        assert [(one.table.id, one.taken, one.host) for one in found] == [
            ("t2", 1, ""),
            ("t0", 1, ""),
        ]
        assert [one.table.id for one in await store.open_tables(1)] == ["t2"]
        await store.own("t2")
        await store.add_entry("t2", act(1, "stop"), None, 1.0, "hash")
        assert [one.table.id for one in await store.open_tables()] == ["t0"]

    with_stores(home, scenario)


def test_a_table_waits_until_it_has_begun(home: Config) -> None:
    async def scenario(store: Store) -> None:
        waits = replace(row("t0", 1.0, True), begun=None)
        named = [Player(0, PERSON, "Mika"), Player(1, PERSON, "")]
        await store.add_table(waits, named, [], [])
        await store.own("t0")
        assert await store.table("t0") == waits
        (listed,) = await store.open_tables()
        assert (listed.host, listed.table.begun) == ("Mika", None)
        await store.begin("t0", 7.0)
        assert await store.table("t0") == replace(waits, begun=7.0)

    with_stores(home, scenario)


@pytest.mark.parametrize(
    "wrong",
    [
        act(1, "stop", client="again"),  # a version twice
        act(3, "stop"),  # a gap
        act(3, "+rice", "+salt", "stop"),  # more moves than versions
        Entry(3, 0, UNDO, ("stop",), "undo", PERSON),
        Entry(2, 0, ACT, ("stop",), "person 1", PERSON),  # a request twice
    ],
)
def test_an_entry_that_does_not_follow_is_not_written(home: Config, wrong: Entry) -> None:
    """Alone, and in one group with others that are written."""

    async def scenario(store: Store) -> None:
        for name in ("one", "two", "three"):
            await new_table(store, name)
            await store.add_entry(name, act(1, "+salt"), None, 1.0)
        with pytest.raises(Overtaken):
            await store.add_entry("one", wrong, None, 2.0)
        group = [
            store.add_entry("two", act(2, "stop"), None, 2.0),
            store.add_entry("one", wrong, None, 2.0),
            store.add_entry("three", act(2, "stop"), None, 2.0),
            store.add_entry("nowhere", act(1, "stop"), None, 2.0),
        ]
        two, one, three, nowhere = await asyncio.gather(*group, return_exceptions=True)
        assert (two, three) == (None, None)
        assert isinstance(one, Overtaken)
        assert isinstance(nowhere, Overtaken)
        assert await store.journal("one") == [act(1, "+salt")]
        await store.add_entry("one", act(2, "stop"), None, 3.0)
        assert await store.journal("two") == await store.journal("one")

    with_stores(home, scenario)


def test_one_spoiled_change_does_not_spoil_its_group(home: Config) -> None:
    async def scenario(store: Store) -> None:
        for name in ("one", "two"):
            await new_table(store, name)
        wrong = store.add_entry("one", act(3, "stop"), None, 2.0, "hash")
        group = [store.add_invite("two", 0, f"token {n}") for n in range(3)]
        group.append(store.add_entry("two", act(1, "stop"), None, 2.0))
        results = await asyncio.gather(wrong, *group, return_exceptions=True)
        assert isinstance(results[0], Overtaken)
        assert results[1:] == [None] * 4

    with_stores(home, scenario)


def test_many_changes_are_few_commits(home: Config) -> None:
    async def scenario(store: Store) -> None:
        names = [f"t{number}" for number in range(50)]
        await asyncio.gather(*(new_table(store, name) for name in names))
        for version in range(1, 5):
            entries = [store.add_entry(name, act(version, "m"), None, 1.0) for name in names]
            await asyncio.gather(*entries)
        for name in names:
            assert len(await store.journal(name)) == 4

    metrics = with_stores(home, scenario)
    assert metrics.committed.value >= 250
    assert sum(metrics.commits.counts) < metrics.committed.value / 5


def test_closing_finishes_what_was_asked_for(home: Config) -> None:
    async def asking(store: Store) -> None:
        await new_table(store, "one")
        for version in range(1, 700):  # more than one commit takes
            store.add_entry("one", act(version, "m"), None, 1.0)

    async def looking(store: Store) -> None:
        assert len(await store.journal("one")) == 699

    with_stores(home, asking)
    with_stores(home, looking)
