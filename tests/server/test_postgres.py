"""Servers that share a PostgreSQL: one owner for each table, and what happens when it is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, SOURCE, Client, Message, Server, free_port
from test_playing import play_seat
from test_store import act, new_table, with_stores
from websockets.exceptions import ConnectionClosed

from kamiza.server.config import Config
from kamiza.server.store import Elsewhere, Store
from kamiza.server.writer import Overtaken, Unsure

if TYPE_CHECKING:
    from postgres_kit import Postgres

LEASE = 5.0  # long enough for a busy machine, and waited for where a server hangs


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new_database()


def serving(folder: Path, address: str, lease: float = LEASE) -> Server:
    return Server(folder, *QUICK, "--store", address, "--lease-seconds", str(lease))


async def come_in(server: Server, made: Message, seconds: float = 60.0) -> Client:
    """Sit on both seats, as soon as this server has the table."""
    end = time.monotonic() + seconds
    while True:
        client = await Client(server, made["table"]).open()
        try:
            for seat in made["seats"]:
                await client.send({"t": "hello", "token": seat["token"], "version": None})
            while len(client.states) < len(made["seats"]):
                await client.receive()
            return client
        except ConnectionClosed:
            assert time.monotonic() < end, client.messages
            await asyncio.sleep(0.1)


async def sent_away(client: Client) -> bool:
    """Whether a socket ends with "come back"."""
    try:
        while True:
            await client.receive()
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code == 1012


def journal(postgres: Postgres, address: str, table: str) -> list[tuple[object, ...]]:
    question = "select version, moves from entries where table_id = $1 order by version"
    return postgres.ask(question, table, database=address)


# -- one server -----------------------------------------------------------------------------------


def test_a_restart_loses_nothing(tmp_path: Path, address: str) -> None:
    """Polite or not: a dead server's tables are free at once, long before its lease is over."""
    server = serving(tmp_path, address, 3600.0).start()
    made = server.make_table("pp", settings={"first_dealer": "A"})

    async def play(version: int) -> None:
        both = await come_in(server, made)
        assert both.states["A"]["version"] == version
        assert (await both.move("A", "+salt"))["version"] == version + 1
        assert (await both.ask({"t": "undo", "seat": "A", "version": version + 1}))["t"] == "done"
        await both.send({"t": "name", "seat": "B", "name": "Haru"})
        await both.until("table")
        await both.close()

    for round_ in range(4):
        asyncio.run(play(2 * round_))
        server.stop() if round_ % 2 else server.kill()
        server.start()
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


def test_the_database_dies_and_comes_back(tmp_path: Path) -> None:
    """Nothing is answered that is not kept; as soon as it is back everything goes on."""
    kit = pytest.importorskip("postgres_kit")
    if kit.NAMED:
        pytest.skip("a PostgreSQL that others use is not killed")
    try:
        database = kit.Postgres().start()
    except kit.NoPostgres as why:
        pytest.skip(f"PostgreSQL is not tested: {why}")
    address = database.new_database()

    async def play_on(server: Server, made: Message) -> None:
        both = await come_in(server, made)
        assert (await both.move("A", "+salt", id="first"))["version"] == 1
        database.kill()
        try:
            answer = await both.move("A", "stop", version=1, id="second")
            assert answer["rule"] == "table.cannot_save"
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            assert closed.rcvd.code == 1012  # whether it was kept is not known: come back
        assert server.request("GET", "/healthz")[0] == 503
        await asyncio.to_thread(database.start)
        both = await come_in(server, made)
        version = both.states["A"]["version"]
        kept = await asyncio.to_thread(journal, database, address, made["table"])
        assert version == len(kept)
        assert (await both.move("A", "+salt", version=0, id="first"))["version"] == 1
        while (answer := await both.move("A", "stop", version=1, id="second"))["t"] == "refused":
            assert answer["rule"] == "table.cannot_save"
            await asyncio.sleep(0.1)
        assert answer["version"] == 2
        await both.close()

    with serving(tmp_path, address) as server:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        asyncio.run(play_on(server, made))
    assert "Traceback" not in server.log.read_text()
    database.stop()


def start_and_fail(folder: Path, address: str, *more: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "kamiza.server.serve", "--port", str(free_port()),
         "--data", str(folder), "--store", address, *more],
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", SOURCE)},
    )  # fmt: skip
    assert ended.returncode == 1, ended.stderr
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def test_a_database_that_is_no_good_is_told_in_one_sentence(
    tmp_path: Path, address: str, postgres: Postgres
) -> None:
    nowhere = start_and_fail(tmp_path, "postgresql://kamiza:secret@127.0.0.1:1/kamiza")
    assert "Cannot reach the database" in nowhere
    assert "secret" not in nowhere
    serving(tmp_path, address).start().stop()
    postgres.ask("insert into layout values (1000)", database=address)
    assert "newer Kamiza" in start_and_fail(tmp_path, address)
    postgres.ask("update layout set needs = 2 where version = 1000", database=address)
    assert serving(tmp_path, address).start().stop() == 0  # newer, and an older one can go on


# -- two servers ----------------------------------------------------------------------------------


def two_stores(address: str, seconds: float = 3600.0) -> Config:
    return Config(Path(), address, lease_seconds=seconds)


def test_a_table_has_one_owner(address: str) -> None:
    async def scenario(one: Store, two: Store) -> None:
        await new_table(one, "table")
        with pytest.raises(Elsewhere):
            await two.own("table")
        for write in (
            two.add_entry("table", act(1, "m"), None, 1.0),
            two.add_entry("table", act(1, "m"), None, 1.0, "hash"),
            two.add_invite("table", 0, "token"),
            two.give_seat("table", 0, "thief", "token", "table A"),
            two.save_player("table", (await one.players("table"))[0]),
        ):
            with pytest.raises(Overtaken):
                await write
        await one.add_entry("table", act(1, "m"), None, 1.0)
        one.leave("table")
        await one.probe()  # behind it in the queue
        await two.own("table")
        await two.add_entry("table", act(2, "m"), None, 1.0)
        with pytest.raises(Overtaken):
            await one.add_entry("table", act(3, "m"), None, 1.0)

    with_stores(two_stores(address), scenario, 2)


def test_who_only_thinks_to_own_a_table_cannot_write(address: str, postgres: Postgres) -> None:
    """The lease is over and the table taken, and nobody has told its old owner."""

    async def scenario(one: Store, two: Store) -> None:
        await new_table(one, "table")
        await one.add_entry("table", act(1, "m"), None, 1.0)
        await asyncio.to_thread(
            postgres.ask, "update processes set until = now() - interval '1 s'", database=address
        )
        await two.own("table")
        player = (await one.players("table"))[0]
        player.name = "thief"
        for write in (
            one.add_entry("table", act(2, "mine"), None, 1.0),
            one.add_entry("table", act(2, "mine"), None, 1.0, "hash"),
            one.add_invite("table", 0, "token"),
            one.give_seat("table", 0, "thief", "token", "table A"),
            one.save_player("table", player),
        ):
            with pytest.raises(Overtaken):
                await write
        await two.add_entry("table", act(2, "m"), None, 1.0)
        assert [entry.moves for entry in await two.journal("table")] == [("m",), ("m",)]
        assert await two.pass_of("token") is None
        assert "thief" not in [player.name for player in await two.players("table")]

    with_stores(two_stores(address), scenario, 2)


def test_a_write_that_waits_for_a_take_over_is_refused(address: str) -> None:
    """Both at the same moment: whoever comes second sees what the first has done."""

    async def scenario(store: Store) -> None:
        await new_table(store, "table")
        taker = await asyncpg.connect(address)
        taking = taker.transaction()
        await taking.start()
        await taker.execute("update leases set fence = fence + 1")
        write = store.add_entry("table", act(1, "m"), None, 1.0)
        waiting = "select count(*) from pg_locks where not granted"
        while not await taker.fetchval(waiting):
            assert not write.done()
            await asyncio.sleep(0.01)
        await taking.commit()
        with pytest.raises(Overtaken):
            await write
        assert await store.journal("table") == []
        await taker.close()

    asyncpg = pytest.importorskip("asyncpg")
    with_stores(two_stores(address), scenario)


def test_who_hangs_in_the_middle_of_a_write_holds_nobody_up(address: str) -> None:
    """Its transaction holds the lease; that ends with the lease, and meanwhile nobody waits."""
    hangs, goes_on = asyncio.Event(), asyncio.Event()

    async def change(connection: asyncpg.Connection) -> None:
        await connection.execute("select from leases where table_id = 'table' for share")
        hangs.set()
        await goes_on.wait()

    async def take_over(store: Store) -> None:
        while True:
            try:
                return await store.own("table")
            except Elsewhere:
                assert await store.table("table") is not None

    async def scenario(one: Store, two: Store) -> None:
        await new_table(one, "table")
        late = one.writer.write(change)  # type: ignore[attr-defined]
        await hangs.wait()
        try:
            await asyncio.wait_for(take_over(two), ANSWER_SECONDS)
            await two.add_entry("table", act(1, "m"), None, 1.0)
        finally:
            goes_on.set()
        with pytest.raises(Unsure):
            await late
        with pytest.raises(Overtaken):
            await one.add_entry("table", act(1, "mine"), None, 1.0)

    asyncpg = pytest.importorskip("asyncpg")
    with_stores(two_stores(address, 1.0), scenario, 2, may_fail=True)


def test_every_kind_of_write_finds_out(tmp_path: Path, address: str, postgres: Postgres) -> None:
    """A lending and a claim, too, are refused in plain words once the table is another's."""

    def take_over() -> None:
        postgres.ask("update leases set fence = fence + 1", database=address)

    async def scenario(server: Server, made: Message) -> None:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await asyncio.to_thread(take_over)
        await client.send({"t": "lend", "id": "l", "seat": "A", "level": "heuristic"})
        assert await sent_away(client)
        again = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await asyncio.to_thread(take_over)
        path = f"/api/tables/{made['table']}/claim"
        status, answer = await asyncio.to_thread(server.request, "POST", path, {"name": "Haru"})
        assert (status, answer["error"]["code"]) == (503, "elsewhere")
        await again.close()

    with serving(tmp_path, address, 3600.0) as server:  # nothing else tells it
        made = server.make_table("pf", public=True, settings={"first_dealer": "B"})
        asyncio.run(scenario(server, made))
    said = server.log.read_text()
    assert "Traceback" not in said
    assert "socket_broken" not in said


def test_a_killed_owner_is_followed_at_once(tmp_path: Path, address: str) -> None:
    """The other server takes the table over and plays its journal again."""
    one, two = (serving(tmp_path / name, address, 3600.0).start() for name in "ab")
    made = one.make_table("pp", settings={"first_dealer": "A"})

    async def scenario() -> None:
        both = await come_in(one, made)
        await both.move("A", "+salt", id="first")
        one.kill()
        again = await come_in(two, made)
        assert again.states["A"]["version"] == 1
        assert (await again.move("A", "+salt", version=0, id="first"))["version"] == 1
        assert (await again.move("A", "stop", version=1))["version"] == 2
        await again.close()

    asyncio.run(scenario())
    assert two.stop() == 0


def test_a_finished_game_can_be_seen_at_any_server(tmp_path: Path, address: str) -> None:
    """And one that goes on only at its own."""
    one, two = (serving(tmp_path / name, address, 3600.0).start() for name in "ab")

    async def finish(made: Message) -> None:
        client = await Client(one, made["table"]).open(made["seats"][0]["token"])
        await play_seat(client, "A", random.Random(1))
        path = f"/api/tables/{made['table']}/replay"
        steps = two.get(path)["steps"]
        assert len(steps) > 1
        assert steps == one.get(path)["steps"]
        await client.close()

    async def go_on(made: Message) -> None:
        client = await Client(one, made["table"]).open(made["seats"][0]["token"])
        status, answer = two.request("GET", f"/api/tables/{made['table']}/replay")
        assert (status, answer["error"]["code"]) == (409, "not_over")
        await client.close()

    asyncio.run(finish(one.make_table("pb")))
    asyncio.run(go_on(one.make_table("pb")))
    for server in (one, two):
        assert server.stop() == 0


def test_a_server_that_hung_past_its_lease_cannot_write(
    tmp_path: Path, address: str, postgres: Postgres
) -> None:
    """SIGSTOP: the table is taken over; when the old owner goes on its people are sent away."""
    one, two = (serving(tmp_path / name, address).start() for name in "ab")
    made = one.make_table("pp", settings={"first_dealer": "A"})

    async def scenario() -> None:
        old = await come_in(one, made)
        await old.move("A", "+salt", id="first")
        os.kill(one.pid, signal.SIGSTOP)
        request = {"t": "move", "seat": "A", "version": 1, "moves": ["stop"], "id": "late"}
        await old.send(request)  # read as soon as it goes on, before it knows anything
        new = await come_in(two, made)
        os.kill(one.pid, signal.SIGCONT)
        assert await sent_away(old)
        assert "late" not in [said["id"] for said in old.messages if said["t"] == "done"]
        assert (await new.move("A", "+sake", "stop", version=1))["version"] == 3
        await new.close()

    asyncio.run(scenario())
    assert journal(postgres, address, made["table"]) == [(1, "+salt"), (3, "+sake\nstop")]
    for server in (one, two):
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()


def test_people_who_only_watch_are_sent_on_too(tmp_path: Path, address: str) -> None:
    """After a silence a server looks after its tables, even where nobody moves."""
    one, two = (serving(tmp_path / name, address).start() for name in "ab")
    made = one.make_table("pp", settings={"first_dealer": "A"})

    async def scenario() -> None:
        watcher = await Client(one, made["table"]).open(made["spectator"])
        os.kill(one.pid, signal.SIGSTOP)
        await (await come_in(two, made)).close()
        os.kill(one.pid, signal.SIGCONT)
        assert await sent_away(watcher)

    asyncio.run(scenario())
    for server in (one, two):
        assert server.stop() == 0
