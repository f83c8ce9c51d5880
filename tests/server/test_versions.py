"""Rules change under running games: old and new Kamizas side by side lose none.

A table keeps the rules and cards it began with. Whoever cannot play them does not touch the table
but passes people on to a process that can; when there is none the table rests, with the reason.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Message, Server
from test_admin import closed_with, told
from test_playing import play_seat
from test_postgres import LEASE

from kamiza import games
from kamiza.core.record import read_record, replay

if TYPE_CHECKING:
    from postgres_kit import Postgres

NEW = "99"
CODE = Path(games.__file__).parents[2]


@pytest.fixture(scope="module")
def new_code(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same Kamiza as it might be a year from now: Shintoh has other rules."""
    source = tmp_path_factory.mktemp("new") / "src"
    skipped = shutil.ignore_patterns("__pycache__", "assets", "static")
    shutil.copytree(CODE / "kamiza", source / "kamiza", ignore=skipped)
    rules = source / "kamiza" / "games" / "shintoh" / "rules.toml"
    text = rules.read_text("utf-8")
    version = games.game("shintoh").book.version
    assert text.startswith(f'version = "{version}"')
    rules.write_text(text.replace(f'"{version}"', f'"{NEW}"', 1), encoding="utf-8")
    more = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep)[1:] if part]
    return os.pathsep.join([str(source), *more])


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, new_code: str
) -> Iterator[tuple[Server, Server]]:
    """An old and a new server that share a database."""
    options = (*QUICK, "--store", postgres.new_database(), "--lease-seconds", str(LEASE))
    old = Server(tmp_path_factory.mktemp("old"), *options)
    new = Server(tmp_path_factory.mktemp("young"), *options, code=new_code)
    with old, new:
        wait_until_known(old, new)
        yield old, new
    for server in (old, new):
        assert "Traceback" not in server.log.read_text()


def wait_until_known(one: Server, other: Server) -> None:
    """Each knows what the other plays, soon after its start: its tables are offered."""
    for server, stranger in ((one, other), (other, one)):
        made = server.make_table("pf", public=True)["table"]
        end = time.monotonic() + ANSWER_SECONDS
        while made not in [row["table"] for row in stranger.get("/api/tables")]:
            assert time.monotonic() < end
            time.sleep(0.05)


def versions(server: Server) -> dict[str, Message]:
    """What is played of Shintoh, by the version of its rules."""
    rows = told(server, "versions")
    return {row["rules"]: row for row in rows if row["game"] == "shintoh"}


async def seat(server: Server, made: Message, number: int = 0) -> Client:
    return await Client(server, made["table"]).open(made["seats"][number]["token"])


def test_old_and_new_play_side_by_side(house: tuple[Server, Server]) -> None:
    """Each table goes on under its own rules, whichever server somebody comes to."""
    old, new = house

    async def scenario(maker: Server, stranger: Server) -> None:
        made = maker.make_table("pp", public=True, settings={"first_dealer": "A"})
        there = await seat(stranger, made)  # the first to come, and nobody has the table yet
        here = await seat(maker, made, 1)
        assert (await there.move("A", "+salt", "stop"))["version"] == 2
        assert (await here.wait_for_version("B", 2))["view"]["asked"] == "B"
        assert (await here.move("B", "pass"))["version"] == 3
        await there.wait_for_version("A", 3)
        assert stranger.metric("kamiza_passed_on_sockets") == 1
        await here.close()
        await there.close()

    async def scenarios() -> None:
        await scenario(old, new)
        await scenario(new, old)

    asyncio.run(scenarios())
    rows = versions(old)
    own = games.game("shintoh").book.version
    assert (rows[own]["here"], rows[own]["elsewhere"]) == (True, 0)
    assert (rows[NEW]["here"], rows[NEW]["elsewhere"]) == (False, 1)


def test_without_anybody_who_plays_it_a_table_rests(house: tuple[Server, Server]) -> None:
    """The reason in words, nothing broken, nothing lost; with an old Kamiza it goes on."""
    old, new = house
    own = games.game("shintoh").book.version

    async def begin() -> Message:
        made = old.make_table("pf", public=True, settings={"first_dealer": "A"})
        client = await seat(old, made)
        assert (await client.move("A", "+salt", id="first"))["version"] == 1
        await client.close()
        return made

    async def rest(made: Message) -> None:
        client = await Client(new, made["table"]).open()
        code, said = await closed_with(client)
        assert (code, said) == (4004, ["other_rules"])
        sentence = client.messages[-1]["sentence"]
        assert f"rules {own}" in sentence["en"]
        assert f"rules {NEW}" in sentence["en"]
        assert f"ルール{own}" in sentence["ja"]

    async def go_on(made: Message) -> None:
        client = await seat(new, made)
        assert (await client.move("A", "+salt", version=0, id="first"))["version"] == 1
        assert (await client.move("A", "stop", version=1))["version"] == 2
        await client.close()

    made = asyncio.run(begin())
    assert made["table"] in [row["table"] for row in new.get("/api/tables")]
    old.kill()
    wait_until_gone(new)
    asyncio.run(rest(made))
    path = f"/api/tables/{made['table']}"
    for asked in ("replay", "record"):
        status, answer = new.request("GET", f"{path}/{asked}")
        assert (status, answer["error"]["code"]) == (409, "other_rules")
    assert new.request("POST", f"{path}/claim", {"name": "Haru"})[0] == 409
    assert made["table"] not in [row["table"] for row in new.get("/api/tables")]
    assert new.get("/healthz") == {"healthy": True}
    assert (versions(new)[own]["here"], versions(new)[own]["elsewhere"]) == (False, 0)
    old.start()
    wait_until_known(old, new)
    asyncio.run(go_on(made))


def wait_until_gone(server: Server) -> None:
    end = time.monotonic() + ANSWER_SECONDS
    while server.metric("kamiza_neighbours"):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_finished_game_of_other_rules_can_be_had(house: tuple[Server, Server]) -> None:
    """While somebody plays its rules: replay and all. Without: the moves and the key."""
    old, new = house

    async def finish() -> Message:
        made = old.make_table("pb")
        client = await seat(old, made)
        await play_seat(client, "A", random.Random(1))
        await client.close()
        return made

    made = asyncio.run(finish())
    path = f"/api/tables/{made['table']}"
    steps = new.get(f"{path}/replay")["steps"]
    assert len(steps) > 1
    whole = new.get(f"{path}/record")
    old.kill()
    wait_until_gone(new)
    left = new.get(f"{path}/record")
    assert left == {key: whole[key] for key in whole if key not in ("hashes", "result")}
    *_, last = replay(games.game("shintoh"), read_record(left))
    assert last.number == len(whole["moves"])
    assert new.request("GET", f"{path}/replay")[0] == 409
    old.start()
