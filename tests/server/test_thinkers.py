"""Processes that only think answer for the bots of all servers; nothing is lost without them."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, SOURCE, Client, Server

if TYPE_CHECKING:
    from postgres_kit import Postgres

LEASE = ("--lease-seconds", "6")  # long enough for a busy machine
CODE = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", SOURCE)}


class Thinker:
    """A `kamiza bots` of its own."""

    def __init__(self, folder: Path, name: str, address: str) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kamiza", "bots", "--store", address, *LEASE,
                 "--workers", "1"], stdout=log, stderr=log, env=CODE,
            )  # fmt: skip
        atexit.register(self.process.kill)  # a test that fails leaves nothing behind

    def end(self, how: int) -> int:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        return self.process.wait(ANSWER_SECONDS)


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("d"), *QUICK, *LEASE, "--store", address) as running:
        yield running
    assert "Traceback" not in running.log.read_text()


def wait_for(server: Server, count: int) -> None:
    """Until the server knows of so many."""
    end = time.monotonic() + 60
    while server.metric("kamiza_thinkers") != count:
        assert time.monotonic() < end
        time.sleep(0.05)


def answers(server: Server) -> tuple[float, float]:
    """How many the server found out for itself, and how many others told it."""
    own = server.metric("kamiza_bot_answers_total")
    return own, server.metric("kamiza_bot_answers_elsewhere_total")


async def play(server: Server, rounds: int = 40) -> None:
    """A person and a searching bot, until the bot has answered: the person may be asked more than
    once before it is, for the cards come by chance."""
    before = sum(answers(server))
    made = server.make_table("ps", settings={"first_dealer": "A"})
    client = await Client(server, made["table"]).open(made["seats"][0]["token"])
    for _ in range(rounds):
        state = await client.until_asked("A")
        assert state is not None
        if sum(answers(server)) > before:
            break
        done = await client.move("A", state["view"]["moves"][-1])
        await client.wait_for_version("A", done["version"])
        assert done["t"] == "done"
    assert sum(answers(server)) > before
    await client.close()


def test_who_only_thinks_thinks_for_a_server(server: Server, address: str, tmp_path: Path) -> None:
    """The server has no bots of its own then; without the others it thinks for itself."""
    one, two = (Thinker(tmp_path, name, address) for name in "ab")
    wait_for(server, 2)
    asyncio.run(play(server))
    own, told = answers(server)
    assert (own, told > 0) == (0, True)
    assert one.end(signal.SIGTERM) == 0
    asyncio.run(play(server))
    assert answers(server)[0] == 0
    assert answers(server)[1] > told
    two.end(signal.SIGKILL)
    asyncio.run(play(server))
    assert answers(server)[0] > 0
    assert "Traceback" not in one.log.read_text() + two.log.read_text()


def test_a_question_is_not_lost_with_who_had_it(
    server: Server, address: str, tmp_path: Path
) -> None:
    """The process hangs with the question in hand; after its lease somebody else answers it."""
    thinker = Thinker(tmp_path, "a", address)
    wait_for(server, 1)

    async def scenario() -> None:
        made = server.make_table("pb", settings={"first_dealer": "B"})
        os.kill(thinker.process.pid, signal.SIGSTOP)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert await client.until_asked("A") is not None
        await client.close()

    asyncio.run(scenario())
    os.kill(thinker.process.pid, signal.SIGCONT)
    assert thinker.end(signal.SIGTERM) == 0


def test_without_a_database_it_says_so() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "kamiza", "bots"], capture_output=True, text=True, timeout=120,
        env=CODE, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "--bot-workers" in ended.stderr
    assert json.dumps(ended.stderr).count("\\n") == 1
