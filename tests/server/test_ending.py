"""How a server ends: what it was thinking about stops, and everybody is asked to come back."""

import asyncio
import contextlib
import gc
import json
import os
import random
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvicorn
from conftest import QUICK
from server_kit import Client, Server
from test_lasting import workers_of
from test_requests import finished_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kamiza import games
from kamiza.core.game import Setup
from kamiza.play.table import Table
from kamiza.server import win_chances
from kamiza.server.app import App
from kamiza.server.config import Config
from kamiza.server.http_types import NewPlayer, NewTable
from kamiza.server.limits import AddressLimits, Guest
from kamiza.server.messages import ClockChoice
from kamiza.server.new_tables import make_table
from kamiza.server.serve import uvicorn_config
from kamiza.server.tables import Tables
from kamiza.server.websocket import FastWebSocket


def with_tables(
    folder: Path, scenario: Callable[[Tables], Awaitable[None]], idle: float = 60.0
) -> None:
    async def run() -> None:
        await scenario(Tables(Config(folder, win_chance_milliseconds=1, idle_seconds=idle)))

    asyncio.run(run())


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


MOST_PATIENT = 19  # nobody stands back further


def patience(pid: int) -> int:
    """How far a process stands back behind others."""
    return os.getpriority(os.PRIO_PROCESS, pid)


def played() -> Table:
    """A finished game of two."""
    game = games.game("shintoh")
    table = Table(game, Setup(2, {"first_dealer": "A"}, 0, bytes(32)))
    rng = random.Random(1)
    while not table.is_over:
        move = game.describe(rng.choice(game.moves(table.state)))
        request = f"w{table.version}"
        table.accept(table.prepare_act(table.asked, (move,), table.version, request))
    return table


def test_looking_back_stops_when_the_server_closes(tmp_path: Path) -> None:
    table = played()

    async def scenario(tables: Tables) -> None:
        tables.win_chances.of("unasked", table, 0)  # nobody has looked at this one yet
        look = tables.win_chances.of("asked", table, 0)
        assert look.answer().points == []
        assert look.task is not None
        await asyncio.sleep(0)  # it has begun
        await tables.close()
        await asyncio.wait([look.task])
        assert look.task.cancelled()
        assert len(look.points) < len(look.steps)

    with_tables(tmp_path, scenario)


def test_what_was_looked_at_is_kept_for_a_while(tmp_path: Path) -> None:
    """The same game and seat is worked out once; behind a hundred others it is forgotten."""
    table = played()

    async def scenario(tables: Tables) -> None:
        first = tables.win_chances.of("table 0", table, 0)
        assert tables.win_chances.of("table 0", table, 1) is not first
        for number in range(1, win_chances.MOST_KEPT - 1):
            tables.win_chances.of(f"table {number}", table, 0)
        assert tables.win_chances.of("table 0", table, 0) is first
        tables.win_chances.of("one more", table, 0)
        assert len(tables.win_chances.kept) == win_chances.MOST_KEPT
        assert tables.win_chances.of("table 0", table, 0) is not first
        await tables.close()

    with_tables(tmp_path, scenario)


@pytest.mark.parametrize(
    ("moves", "found"),
    [(0, [0]), (1, [0, 1]), (47, list(range(48))), (94, list(range(0, 95, 2)))],
)
def test_the_moments_of_a_game(moves: int, found: list[int]) -> None:
    assert win_chances.moments(moves) == found


def test_a_forgotten_table_leaves_the_memory_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every state of its game, and without waiting for a collection of garbage."""
    monkeypatch.setattr("kamiza.server.tables.LAST_WORK", 0.0)

    async def scenario(tables: Tables) -> None:
        await tables.begin()
        players = [NewPlayer("person", "Mika"), NewPlayer("bot", level="heuristic")]
        wanted = NewTable("shintoh", players, clock=ClockChoice("bank", 600, 10))
        made = await make_table(tables.services, wanted)
        live = await tables.find(made.table, Guest(AddressLimits(100, 100, 100), "127.0.0.1"))
        assert live is not None
        game, table = live.game, live.table
        async with live.lock:  # nobody watches: otherwise it may leave in the middle
            for number in range(6):
                move = game.describe(game.default_move(table.state))
                request = f"act {number}"
                await live.commit(table.prepare_act(table.asked, (move,), table.version, request))
        left = [weakref.ref(live), weakref.ref(table)]
        del live, table
        await asyncio.to_thread(until, lambda: [one() for one in left] == [None, None])
        await tables.close()

    gc.disable()
    try:
        with_tables(tmp_path, scenario, idle=0.2)
    finally:
        gc.enable()


def test_a_socket_that_is_over_leaves_the_memory_at_once(tmp_path: Path) -> None:
    """Whether it was closed, cut, sent away or never let in."""

    async def run() -> None:
        config = Config(tmp_path)
        app = App(config)
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn_config(config, app))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        address = f"ws://127.0.0.1:{listening.getsockname()[1]}/ws/nowhere"
        for way in range(12):
            with contextlib.suppress(ConnectionClosed, InvalidStatus):
                client = await connect(address, open_timeout=60)
                if way % 3 == 0:
                    await client.close()
                elif way % 3 == 1:
                    client.transport.abort()
                else:
                    await client.send('{"t": "hello", "v": 1, "id": "1", "token": "none"}')
                    await client.recv()
                    await client.wait_closed()
        end = time.monotonic() + 60
        while left := [one for one in gc.get_objects() if isinstance(one, FastWebSocket)]:
            assert time.monotonic() < end, left
            del left
            await asyncio.sleep(0.05)
        server.should_exit = True
        await serving

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()


def test_a_server_that_looks_back_stops_at_once_and_takes_its_workers_along(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, *QUICK[:-1], "600000") as server:
        made, _ = finished_table(server)
        path = f"/api/tables/{made['table']}/win-chances"
        assert server.get(path)["points"] == []
        until(lambda: bool(workers_of(server.pid)))
        workers = workers_of(server.pid)
        further = min(patience(server.pid) + 1, MOST_PATIENT)
        until(lambda: all(patience(worker) >= further for worker in workers))
        assert server.stop() == 0
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    events = [json.loads(line)["event"] for line in server.log.read_text().splitlines()[1:]]
    assert events == ["started", "table_made", "stopped"]  # and no fault in between


def test_everybody_is_asked_to_come_back(tmp_path: Path) -> None:
    """Players, the host and spectators alike; a bot in deep thought holds nothing up."""

    async def scenario(server: Server) -> None:
        made = server.make_table("ps", settings={"first_dealer": "A"})
        tokens = (made["seats"][0]["token"], made["host"], made["spectator"])
        clients = [await Client(server, made["table"]).open(token) for token in tokens]
        assert (await clients[0].move("A", "pass"))["t"] == "done"
        await asyncio.to_thread(until, lambda: bool(workers_of(server.pid)))
        assert await asyncio.to_thread(server.stop) == 0
        for client in clients:
            with pytest.raises(ConnectionClosed) as closed:
                await client.until("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012

    with Server(tmp_path, "--search-budget", "600000ms") as server:
        asyncio.run(scenario(server))
        assert "Traceback" not in server.log.read_text()


def test_a_port_that_is_taken_is_said_in_words(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kamiza.server.serve", "--port", str(server.port)]
    ended = subprocess.run(
        [*command, "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": server.code},
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Cannot listen on 127.0.0.1:{server.port}: ")
    assert "Traceback" not in ended.stderr


def test_an_empty_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path, *QUICK, "--idle-seconds", "0.1") as server:
        made = server.make_table("pp", settings={"first_dealer": "A"})

        def in_memory() -> bool:
            return server.metric("kamiza_tables") == 1

        async def act() -> None:
            client = await Client(server, made["table"]).open(made["seats"][0]["token"])
            await client.move("A", "+salt")
            await asyncio.sleep(0.3)
            assert in_memory()  # as long as somebody is here
            await client.close()

        async def look() -> None:
            client = await Client(server, made["table"]).open(made["seats"][0]["token"])
            assert client.states["A"]["version"] == 1

        asyncio.run(act())
        until(lambda: not in_memory())
        asyncio.run(look())
