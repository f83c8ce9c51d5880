"""Many processes at one port: one looks after them, and people notice none of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Message, Server
from test_admin import admin, closed_with, ordered, told
from test_postgres import come_in, journal
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from postgres_kit import Postgres

WORKERS = 3
LONG = ("--lease-seconds", "3600")


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[Server]:
    options = (*QUICK, *LONG, "--store", address, "--workers", str(WORKERS))
    with Server(tmp_path_factory.mktemp("d"), *options) as running:
        wait_for(running, WORKERS)
        yield running
    assert "Traceback" not in running.log.read_text()


def events(server: Server, event: str) -> list[Message]:
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [told for line in lines if (told := json.loads(line))["event"] == event]


def wait_for(server: Server, count: int) -> None:
    """Until so many workers answer."""
    end = time.monotonic() + 120
    while workers_of(server) != count:
        assert time.monotonic() < end, server.log.read_text()
        time.sleep(0.1)


def workers_of(server: Server) -> float:
    try:
        return server.metric("kamiza_workers_up")
    except OSError:  # nobody answers: none
        return 0


def pids(server: Server) -> list[int]:
    return [row["pid"] for row in told(server, "status")]


def owner_of(server: Server, table: str) -> int:
    """The process that has a table."""
    (number,) = {row["socket"] // 1_000_000 for row in told(server, "connected")
                 if row["table"] == table}  # fmt: skip
    return [line["pid"] for line in events(server, "worker_started") if line["worker"] == number][
        -1
    ]


def test_all_workers_serve_one_port(many: Server) -> None:
    """Twelve sockets come to whoever has time; all sit at one table of one owner."""

    async def scenario() -> None:
        made = many.make_table("pp", settings={"first_dealer": "A"})
        both = await come_in(many, made)
        guests = [await Client(many, made["table"]).open(made["spectator"]) for _ in range(10)]
        assert (await both.move("A", "+salt", "stop"))["version"] == 2
        for guest in guests:
            assert (await guest.wait_for_version(None, 2))["view"]["asked"] == "B"
            await guest.close()
        assert len(await ordered(many, "status")) == WORKERS
        assert [row["table"] for row in await ordered(many, "tables")] == [made["table"]]
        await both.close()

    asyncio.run(scenario())


def test_metrics_tell_of_all_workers(many: Server) -> None:
    """Each number with the worker it is of, whichever is asked; the same names as of one alone."""
    end = time.monotonic() + ANSWER_SECONDS
    while f"kamiza_workers_up {WORKERS}\n" not in (text := many.metrics()):
        assert time.monotonic() < end  # whoever does not answer in time is left out
    samples = [line for line in text.splitlines() if line.startswith("kamiza_acts_total")]
    assert samples == sorted(samples)
    assert [line.partition("{")[2].partition("}")[0] for line in samples] == [
        f'worker="{number}"' for number in range(1, WORKERS + 1)
    ]
    assert text.count("# TYPE kamiza_acts_total counter") == 1
    assert 'kamiza_commit_seconds_bucket{le="+Inf",worker="1"}' in text
    assert many.metric("kamiza_workers") == WORKERS


def test_a_killed_worker_is_replaced_and_its_table_goes_on(
    many: Server, address: str, postgres: Postgres
) -> None:
    async def scenario() -> None:
        made = many.make_table("pp", settings={"first_dealer": "A"})
        both = await come_in(many, made)
        assert (await both.move("A", "+salt", id="first"))["version"] == 1
        owner = await asyncio.to_thread(owner_of, many, made["table"])
        os.kill(owner, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            await both.until("nothing")
        again = await come_in(many, made)
        assert (await again.move("A", "+salt", version=0, id="first"))["version"] == 1
        assert (await again.move("A", "stop", version=1))["version"] == 2
        await again.close()
        await asyncio.to_thread(wait_for, many, WORKERS)
        assert owner not in await asyncio.to_thread(pids, many)
        kept = await asyncio.to_thread(journal, postgres, address, made["table"])
        assert kept == [(1, "+salt"), (2, "stop")]

    asyncio.run(scenario())


# -- decisions hold everywhere --------------------------------------------------------------------


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory, address: str, many: Server) -> Iterator[Server]:
    """Another server of the same house, as on another machine: a folder of its own."""
    with Server(tmp_path_factory.mktemp("o"), *QUICK, *LONG, "--store", address) as running:
        yield running
    assert "Traceback" not in running.log.read_text()


async def until(server: Server, order: str, is_so: Any) -> None:
    """What was decided there holds here, as soon as it is heard."""
    end = time.monotonic() + 60
    while not all(map(is_so, await ordered(server, order) or [None])):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


def test_a_ban_holds_for_the_whole_house(many: Server, other: Server) -> None:
    """With a lease of an hour: nobody waits for its renewal."""

    async def scenario() -> None:
        made = many.make_table("pp")
        one, two = [
            await Client(server, made["table"]).open(seat["token"])
            for server, seat in zip((many, other), made["seats"])
        ]
        await ordered(many, "ban", "127.0.0.0/24")
        assert await closed_with(one) == (4003, ["banned"])
        assert await closed_with(two) == (4003, ["banned"])
        await until(other, "bans", lambda row: row and row["network"] == "127.0.0.0/24")
        assert other.request("GET", "/api/games")[0] == 403
        assert [row["network"] for row in await ordered(many, "bans")] == ["127.0.0.0/24"]
        await ordered(other, "unban", "127.0.0.0/24")
        await until(many, "bans", lambda row: row is None)
        await (await Client(many, made["table"]).open(made["spectator"])).close()

    asyncio.run(scenario())


def test_read_only_and_closed_tables_hold_for_the_whole_house(many: Server, other: Server) -> None:
    async def scenario() -> None:
        made = many.make_table("pp", settings={"first_dealer": "A"})
        client = await Client(many, made["table"]).open(made["seats"][0]["token"])
        await ordered(other, "read-only", "on")
        while (await client.until("table"))["saving"]:
            pass
        assert (await client.move("A", "pass"))["rule"] == "table.read_only"
        await until(many, "status", lambda row: row["read_only"])
        await ordered(other, "read-only", "off")
        while not (await client.until("table"))["saving"]:
            pass
        assert (await client.move("A", "pass"))["t"] == "done"
        await ordered(other, "close", made["table"])
        assert await closed_with(client) == (4004, ["table_closed"])
        end = time.monotonic() + ANSWER_SECONDS
        refused = (4004, ["table_closed"])  # by whichever worker, as soon as it has heard of it
        while await closed_with(await Client(many, made["table"]).open()) != refused:
            assert time.monotonic() < end
        await ordered(many, "reopen", made["table"])

    asyncio.run(scenario())


def test_a_kick_reaches_who_was_passed_on(many: Server, other: Server) -> None:
    async def scenario() -> None:
        made = many.make_table("pp")
        one = await Client(many, made["table"]).open(made["seats"][0]["token"])
        two = await Client(other, made["table"]).open(made["seats"][1]["token"])
        people = {row["seats"]: row for row in await ordered(many, "connected")}
        assert people["B"]["address"] == "127.0.0.1"
        await ordered(many, "kick", str(people["B"]["socket"]))
        assert await closed_with(two) == (4003, ["kicked"])
        await one.close()

    asyncio.run(scenario())


# -- the end --------------------------------------------------------------------------------------


def test_all_workers_drain_and_end_together(tmp_path: Path, postgres: Postgres) -> None:
    """Not ready at once; moves go on; a second signal reaches all; nothing is left."""
    options = ("--workers", "2", "--store", postgres.new_database(), "--drain-seconds", "600")

    async def scenario() -> None:
        server = Server(tmp_path, *QUICK, *options).start()
        await asyncio.to_thread(wait_for, server, 2)
        made = server.make_table("pp", settings={"first_dealer": "A"})
        both = await come_in(server, made)
        workers = await asyncio.to_thread(pids, server)
        os.kill(server.pid, signal.SIGTERM)
        end = time.monotonic() + 60
        while not all(row["draining"] for row in await ordered(server, "status")):
            assert time.monotonic() < end
        assert server.request("GET", "/readyz")[0] == 503
        assert server.request("GET", "/healthz")[0] == 200
        assert (await both.move("A", "pass"))["t"] == "done"
        os.kill(server.pid, signal.SIGTERM)
        assert (await closed_with(both))[0] == 1012
        assert server.process is not None
        assert await asyncio.to_thread(server.process.wait, ANSWER_SECONDS) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
        assert "Traceback" not in server.log.read_text()

    asyncio.run(scenario())


def test_workers_do_not_outlive_who_looks_after_them(tmp_path: Path, postgres: Postgres) -> None:
    server = Server(tmp_path, *QUICK, "--workers", "2", "--store", postgres.new_database()).start()
    wait_for(server, 2)
    workers = pids(server)
    server.kill()
    end = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert admin(server, "status").returncode == 1


def test_a_worker_that_cannot_live_is_tried_later_and_later(
    tmp_path: Path, postgres: Postgres
) -> None:
    """The database lacks something for a while; as soon as it is well, so is the server."""
    address = postgres.new_database()
    server = Server(tmp_path, *QUICK, *LONG, "--workers", "1", "--store", address).start()
    (worker,) = pids(server)
    postgres.ask("alter table processes rename to elsewhere", database=address)
    os.kill(worker, signal.SIGKILL)
    end = time.monotonic() + 300
    while len(events(server, "worker_started")) < 4:
        assert time.monotonic() < end, server.log.read_text()
        time.sleep(0.1)
    ended = [line["at"] for line in events(server, "worker_ended")]
    started = [line["at"] for line in events(server, "worker_started")]
    waits = [start - last for last, start in zip(ended, started[1:])]
    assert waits[1] > 0.4
    assert waits[2] > 0.9
    postgres.ask("alter table elsewhere rename to processes", database=address)
    wait_for(server, 1)
    assert server.stop() == 0


def test_a_file_has_one_process(tmp_path: Path) -> None:
    """Why, and what to do."""
    ended = subprocess.run(
        [sys.executable, "-m", "kamiza", "serve", "--data", str(tmp_path), "--workers", "2"],
        capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": Server(tmp_path).code},
    )  # fmt: skip
    assert ended.returncode == 1
    assert "needs --store" in ended.stderr
    assert "kamiza import" in ended.stderr
    assert not list(tmp_path.glob("kamiza.*"))
