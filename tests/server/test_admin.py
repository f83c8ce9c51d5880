"""Whoever runs a server can look into it, send people away, let it rest and let it empty."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Server, free_port
from websockets.exceptions import ConnectionClosed

from kamiza.server.control import PATTERN
from kamiza.server.house import House
from kamiza.server.limits import party_of


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, *QUICK) as running:
        yield running


def admin(server: Server, *order: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "kamiza", "admin", "--data", str(server.data), "--json")
    return subprocess.run(
        [*command, *order],
        env={**os.environ, "PYTHONPATH": server.code},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def told(server: Server, *order: str) -> list[dict[str, Any]]:
    done = admin(server, *order)
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


async def ordered(server: Server, *order: str) -> list[dict[str, Any]]:
    return await asyncio.to_thread(told, server, *order)


async def closed_with(client: Client) -> tuple[int, list[str]]:
    """The code a socket is closed with, and the codes of errors before."""
    begun = len(client.messages)
    try:
        while True:
            await client.receive()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        said = [message["code"] for message in client.messages[begun:] if message["t"] == "error"]
        return closed.rcvd.code, said


def test_nobody_else_may_open_the_control_socket(house: Server) -> None:
    (file,) = house.data.glob(PATTERN)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    house.stop()
    assert not file.exists()


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    done = admin(Server(tmp_path), "tables")
    assert (done.returncode, done.stderr) == (1, f"No server runs in {tmp_path}.\n")


def test_what_a_killed_server_left_behind_is_passed_over(house: Server) -> None:
    house.kill()
    assert list(house.data.glob(PATTERN))
    assert admin(house, "tables").returncode == 1
    house.start()
    assert len(told(house, "status")) == 1


def test_tables_and_people_are_listed_and_one_is_kicked(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        one, two = [
            await Client(house, made["table"]).open(seat["token"], name=f"Name {seat['seat']}")
            for seat in made["seats"]
        ]
        (table,) = await ordered(house, "tables")
        assert (table["table"], table["game"], table["people"]) == (made["table"], "shintoh", 2)
        people = {row["seats"]: row for row in await ordered(house, "connected")}
        assert people["B"]["names"] == "Name B"
        assert people["B"]["address"] == "127.0.0.1"
        await ordered(house, "kick", str(people["B"]["socket"]))
        assert await closed_with(two) == (4003, ["kicked"])
        assert [row["seats"] for row in await ordered(house, "connected")] == ["A"]
        await one.close()

    asyncio.run(scenario())


def test_a_banned_address_is_outside_until_it_is_taken_in_again(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        token = made["seats"][0]["token"]
        client = await Client(house, made["table"]).open(token)
        await ordered(house, "ban", "127.0.0.0/24")
        assert await closed_with(client) == (4003, ["banned"])
        assert await closed_with(await Client(house, made["table"]).open()) == (4003, ["banned"])
        assert house.request("GET", "/api/games")[0] == 403
        assert [row["network"] for row in await ordered(house, "bans")] == ["127.0.0.0/24"]
        await ordered(house, "unban", "127.0.0.0/24")
        await (await Client(house, made["table"]).open(token)).close()

    asyncio.run(scenario())


def test_a_ban_meets_the_whole_party_of_an_address(tmp_path: Path) -> None:
    """Of IPv6 somebody has 2^64 of them, and is counted and banned as one."""
    decided = House(tmp_path)
    asyncio.run(decided.ban(ip_network("2001:db8::7/128"), None))
    asyncio.run(decided.ban(ip_network("192.0.2.0/24"), None))
    assert decided.is_banned(party_of("2001:db8::8"))
    assert decided.is_banned(party_of("::ffff:192.0.2.9"))
    assert not decided.is_banned(party_of("2001:db8:0:1::7"))
    assert not decided.is_banned(party_of("192.0.3.9"))
    assert not decided.is_banned("")


def test_bans_and_closed_tables_outlast_a_restart(house: Server) -> None:
    made = house.make_table("pp")
    told(house, "ban", "192.0.2.7")
    told(house, "close", made["table"])
    assert stat.S_IMODE((house.data / "house.json").stat().st_mode) == 0o600
    house.kill()
    house.start()
    assert [row["network"] for row in told(house, "bans")] == ["192.0.2.7/32"]
    path = f"/api/tables/{made['table']}/replay"
    assert house.request("GET", path)[0] == 410


def test_a_closed_table_lets_nobody_in_until_it_is_opened_again(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        token = made["seats"][0]["token"]
        client = await Client(house, made["table"]).open(token)
        await ordered(house, "close", made["table"])
        assert await closed_with(client) == (4004, ["table_closed"])
        again = await Client(house, made["table"]).open()
        assert await closed_with(again) == (4004, ["table_closed"])
        standing = f"/api/tables/{made['table']}/standing"
        asked = await asyncio.to_thread(house.request, "GET", standing, token=token)
        assert (asked[0], asked[1]["error"]["code"]) == (410, "table_closed")
        await ordered(house, "reopen", made["table"])
        assert (await asyncio.to_thread(house.request, "GET", standing, token=token))[0] == 200
        await (await Client(house, made["table"]).open(token)).close()

    asyncio.run(scenario())
    assert admin(house, "close", "nosuchtable").stderr == "There is no table nosuchtable.\n"
    assert admin(house, "ban", "nonsense").stderr == "'nonsense' is no address.\n"


def test_read_only_shows_everything_and_does_nothing(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp", settings={"first_dealer": "A"})
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        await ordered(house, "read-only", "on")
        assert (await client.until("table"))["saving"] is False
        refused = await client.move("A", "pass")
        assert (refused["t"], refused["rule"]) == ("refused", "table.read_only")
        lending = await client.ask({"t": "lend", "seat": "A", "level": "heuristic"})
        assert lending["rule"] == "table.read_only"
        assert house.request("POST", "/api/tables", {"game": "shintoh", "players": []})[0] == 503
        await ordered(house, "read-only", "off")
        assert (await client.until("table"))["saving"] is True
        assert (await client.move("A", "pass"))["t"] == "done"
        await client.close()

    asyncio.run(scenario())


def test_bots_rest_while_the_server_is_read_only(house: Server) -> None:
    """The dealer's neighbour begins, a bot; it answers as soon as it may, and not before."""

    async def scenario() -> None:
        made = house.make_table("pb", settings={"first_dealer": "B"})
        await ordered(house, "read-only", "on")
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        assert client.states["A"]["view"]["asked"] == "B"
        await ordered(house, "status")
        await client.send({"t": "ping"})
        await client.until("pong")
        assert client.states["A"]["version"] == 0
        await ordered(house, "read-only", "off")
        assert await client.until_asked("A") is not None
        await client.close()

    asyncio.run(scenario())


def test_a_draining_server_is_healthy_plays_on_and_makes_no_tables(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp", settings={"first_dealer": "A"})
        free = house.make_table("pf", public=True)
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        assert house.request("GET", "/readyz") == (200, {"ready": True})
        await ordered(house, "drain", "on")
        assert house.request("GET", "/readyz") == (503, {"ready": False})
        assert house.request("GET", "/healthz")[0] == 200
        with pytest.raises(OSError, match="draining"):
            house.make_table("pp")
        status, answer = house.request(
            "POST", f"/api/tables/{free['table']}/claim", {"name": "Haru"}
        )
        assert (status, answer["error"]["code"]) == (503, "draining")
        assert (await client.move("A", "pass"))["t"] == "done"
        await ordered(house, "drain", "off")
        assert house.request("GET", "/readyz")[0] == 200
        await client.close()

    asyncio.run(scenario())


def test_sigterm_drains_first_and_then_closes_politely(tmp_path: Path) -> None:
    """Not ready at once; moves go on; a second signal does not wait; exit status 0."""

    async def scenario() -> None:
        server = Server(tmp_path, *QUICK, "--drain-seconds", "600").start()
        made = server.make_table("pp", settings={"first_dealer": "A"})
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        os.kill(server.pid, signal.SIGTERM)
        end = time.monotonic() + 60
        while server.request("GET", "/readyz")[0] == 200:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        assert (await client.move("A", "pass"))["t"] == "done"
        os.kill(server.pid, signal.SIGTERM)
        assert (await closed_with(client))[0] == 1012
        assert server.process is not None
        assert await asyncio.to_thread(server.process.wait, ANSWER_SECONDS) == 0

    asyncio.run(scenario())


def test_the_time_of_draining_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        server = Server(tmp_path, *QUICK, "--drain-seconds", "0.5").start()
        made = server.make_table("pp")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        os.kill(server.pid, signal.SIGTERM)
        assert (await closed_with(client))[0] == 1012
        assert server.process is not None
        assert await asyncio.to_thread(server.process.wait, ANSWER_SECONDS) == 0

    asyncio.run(scenario())


def test_a_damaged_file_of_decisions_is_a_sentence_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "house.json").write_text("{", encoding="utf-8")
    command = [sys.executable, "-m", "kamiza.server.serve", "--data", str(tmp_path)]
    done = subprocess.run(
        [*command, "--port", str(free_port())], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": Server(tmp_path).code}, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("Cannot read what was decided for this server")
    assert "Traceback" not in done.stderr
