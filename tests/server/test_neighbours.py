"""Processes of one house: whoever comes to the wrong one is passed on and notices nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server_kit import ANSWER_SECONDS, Client, Message, Server, free_port
from test_postgres import LEASE, come_in, journal, sent_away, serving, start_and_fail
from websockets.exceptions import ConnectionClosed

from kamiza.server.config import Config

if TYPE_CHECKING:
    from postgres_kit import Postgres

LONG = 3600.0


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that share a database; only a killed one loses its tables here."""
    first, second = (serving(tmp_path_factory.mktemp(name), address, LONG) for name in "ab")
    second.options = (*second.options, "--inner", f"127.0.0.1:{free_port()}")
    with first, second:
        yield first, second
    for server in (first, second):
        assert "Traceback" not in server.log.read_text()
        assert "broken" not in server.log.read_text()


def token(made: Message, seat: str) -> str:
    found: str = next(one["token"] for one in made["seats"] if one["seat"] == seat)
    return found


async def code_of_end(client: Client) -> int:
    while True:
        try:
            await client.receive()
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code


# -- any process serves any table -----------------------------------------------------------------


def test_people_at_different_servers_sit_at_one_table(two: tuple[Server, Server]) -> None:
    """Acts, refusals, answers to repeats, chat: all as if it were one server."""
    one, other = two

    async def scenario() -> None:
        made = one.make_table("pp", settings={"first_dealer": "A"})
        here = await Client(one, made["table"]).open(token(made, "A"))
        there = await Client(other, made["table"]).open(token(made, "B"))
        assert other.metric("kamiza_passed_on_sockets") == 1
        assert (await here.move("A", "+salt", "stop", id="first"))["version"] == 2
        assert (await there.wait_for_version("B", 2))["view"]["asked"] == "B"
        assert (await there.move("B", "+nonsense"))["t"] == "refused"
        await there.send({"t": "nonsense"})
        assert (await there.until("error"))["code"] == "malformed"
        assert (await there.move("B", "pass", id="second"))["version"] == 3
        assert (await there.move("B", "pass", version=2, id="second"))["version"] == 3
        await here.wait_for_version("A", 3)
        await there.send({"t": "chat", "seat": "B", "text": "hello"})
        assert (await here.until("said"))["text"] == "hello"
        await there.close()
        await here.until_table(lambda told: not told["players"][1]["present"])
        again = await Client(other, made["table"]).open(token(made, "B"), version=3)
        assert again.states["B"]["version"] == 3
        await again.close()
        await here.close()
        end = time.monotonic() + ANSWER_SECONDS
        while other.metric("kamiza_passed_on_sockets"):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)

    asyncio.run(scenario())


def test_a_seat_is_claimed_at_any_server(two: tuple[Server, Server]) -> None:
    one, other = two

    async def scenario() -> None:
        made = one.make_table("pf", public=True, settings={"first_dealer": "A"})
        here = await Client(one, made["table"]).open(token(made, "A"))
        path = f"/api/tables/{made['table']}"
        claimed = other.post(f"{path}/claim", {"name": "Haru"})
        assert claimed["seat"] == "B"
        status, answer = other.request("POST", f"{path}/claim", {"name": "Yuki"})
        assert (status, answer["error"]["code"]) == (409, "no_free_seat")
        there = await Client(other, made["table"]).open(claimed["token"])
        told = await here.until_table(lambda told: told["players"][1]["name"])
        assert [player["name"] for player in told["players"]] == ["Player 0", "Haru"]
        await there.close()
        await here.close()

    asyncio.run(scenario())


def test_who_was_passed_on_to_a_killed_server_comes_back_to_the_game(
    two: tuple[Server, Server], address: str, postgres: Postgres
) -> None:
    """The line ends with "come back"; whoever takes the table plays its journal again."""
    one, other = two

    async def scenario() -> None:
        made = one.make_table("pp", settings={"first_dealer": "A"})
        await (await come_in(one, made)).close()
        there = await Client(other, made["table"]).open(token(made, "A"))
        assert (await there.move("A", "+salt", id="first"))["version"] == 1
        one.kill()
        assert await code_of_end(there) == 1012
        both = await come_in(other, made)
        assert other.metric("kamiza_passed_on_sockets") == 0
        assert (await both.move("A", "+salt", version=0, id="first"))["version"] == 1
        assert (await both.move("A", "stop", version=1))["version"] == 2
        await both.close()
        kept = await asyncio.to_thread(journal, postgres, address, made["table"])
        assert kept == [(1, "+salt"), (2, "stop")]
        one.start()

    asyncio.run(scenario())


def test_who_was_passed_on_to_a_server_that_hangs_comes_back(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Nothing is cut there, it is only silent; after its lease nobody waits for it."""

    async def scenario(one: Server, other: Server) -> None:
        made = one.make_table("pp", settings={"first_dealer": "A"})
        await (await come_in(one, made)).close()
        there = await Client(other, made["table"]).open(token(made, "A"))
        os.kill(one.pid, signal.SIGSTOP)
        assert await sent_away(there)
        both = await come_in(other, made)
        assert (await both.move("A", "+salt"))["version"] == 1
        await both.close()
        os.kill(one.pid, signal.SIGCONT)

    database = postgres.new_database()
    one, other = (serving(tmp_path / name, database, LEASE) for name in "ab")
    with one, other:
        asyncio.run(scenario(one, other))


def test_an_owner_that_cannot_be_reached(
    two: tuple[Server, Server], address: str, postgres: Postgres
) -> None:
    """Then as before: the reason, and "come back"; a request is told the same."""
    one, other = two

    async def scenario() -> None:
        made = one.make_table("pf", public=True)
        here = await Client(one, made["table"]).open(made["spectator"])
        places = await asyncio.to_thread(
            postgres.ask, "select id, inner_address from processes", database=address
        )
        question = "update processes set inner_address = $1 where $2::integer in (0, id)"
        for nowhere in ("127.0.0.1:1", "", "nonsense"):
            await asyncio.to_thread(postgres.ask, question, nowhere, 0, database=address)
            guest = await Client(other, made["table"]).open()
            await guest.send({"t": "hello", "token": made["spectator"], "version": None})
            assert (await guest.receive())["code"] == "elsewhere"
            assert await code_of_end(guest) == 1012
            path = f"/api/tables/{made['table']}/claim"
            status, answer = other.request("POST", path, {"name": "Haru"})
            assert (status, answer["error"]["code"]) == (503, "elsewhere")
        for process, place in places:
            await asyncio.to_thread(postgres.ask, question, place, process, database=address)
        await here.close()

    asyncio.run(scenario())


# -- the line -------------------------------------------------------------------------------------


def test_only_who_knows_the_secret_is_heard(
    two: tuple[Server, Server], address: str, postgres: Postgres
) -> None:
    """Without it a line ends before a word of it is read; it never goes over the line itself."""
    from kamiza.server.inner.wire import SOCKET, Opening, Unreachable, call
    from kamiza.server.store import Neighbour

    rows = postgres.ask(
        "select id, machine, inner_address from processes order by id desc limit 2",
        database=address,
    )
    ((secret,),) = postgres.ask("select secret from house", database=address)
    (number, machine, inner), (other, *_) = rows
    assert isinstance(secret, bytes)
    assert len(secret) == 32

    def stranger() -> bytes:
        host, _, port = str(inner).rpartition(":")
        with socket.create_connection((host, int(port)), ANSWER_SECONDS) as line:
            heard = line.recv(16)
            line.sendall(bytes(48) + b"\0\0\0\1\1x")
            return heard + line.recv(100)

    async def try_it(secret: bytes, process: int, place: str) -> bool:
        try:
            line = await call(Neighbour(process, "server", place, str(inner)), secret, str(machine))
        except Unreachable:
            return False
        line.tell(1, Opening(SOCKET))
        line.close()
        return True

    assert len(stranger()) == 16
    assert asyncio.run(try_it(secret, int(str(number)), str(machine)))
    assert not asyncio.run(try_it(bytes(32), int(str(number)), str(machine)))
    assert not asyncio.run(try_it(b"", int(str(number)), str(machine)))
    assert not asyncio.run(try_it(secret, int(str(other)), str(machine)))  # somebody else's address
    assert not asyncio.run(try_it(secret, int(str(number)), "another machine"))


def test_a_place_for_the_others_that_is_none_is_a_sentence(tmp_path: Path, address: str) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    for place, told in (
        ("9000", "is a host and a port"),
        (f"127.0.0.1:{taken.getsockname()[1]}", "Cannot listen on 127.0.0.1"),
    ):
        said = start_and_fail(tmp_path, address, "--inner", place)
        assert told in said
    taken.close()
    assert Config(Path(), inner="10.0.0.5:9000", worker=3).inner_place == "10.0.0.5:9002"
