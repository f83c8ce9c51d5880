"""Tables whose rules nobody plays any more, as a device has them after an update: they can be taken
along and given up all the same."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server

from kamiza import games
from kamiza.server import other_rules
from kamiza.server.store import TableRow

CODE = Path(games.__file__).parents[2]


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same Kamiza with other rules of Shintoh."""
    source = tmp_path_factory.mktemp("later") / "src"
    skipped = shutil.ignore_patterns("__pycache__", "assets", "static")
    shutil.copytree(CODE / "kamiza", source / "kamiza", ignore=skipped)
    rules = source / "kamiza" / "games" / "shintoh" / "rules.toml"
    text = rules.read_text("utf-8")
    version = games.game("shintoh").book.version
    rules.write_text(text.replace(f'version = "{version}"', 'version = "99"', 1), encoding="utf-8")
    more = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep)[1:] if part]
    return os.pathsep.join([str(source), *more])


def holder(made: Message) -> Message:
    return {"seats": [seat["token"] for seat in made["seats"] if seat.get("token")]}


def code(answer: tuple[int, Message]) -> str:
    return str(answer[1]["error"]["code"])


async def play(server: Server, made: Message) -> None:
    """An act that is taken back, and two that count."""
    client = await Client(server, made["table"]).open(*holder(made)["seats"])
    assert (await client.move("A", "+salt"))["version"] == 1
    assert (await client.ask({"t": "undo", "seat": "A", "version": 1}))["version"] == 2
    assert (await client.move("A", "+salt", version=2))["version"] == 3
    assert (await client.move("A", "stop", version=3))["version"] == 4
    await client.close()


def test_it_is_taken_along_and_given_up(tmp_path: Path, later: str) -> None:
    with Server(tmp_path / "one", *QUICK) as server:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        asyncio.run(play(server, made))
        path = f"/api/tables/{made['table']}/carried"
        status, before = server.request("POST", path, holder(made), made["host"])
        assert status == 200
        lesson = server.post("/api/games/shintoh/lessons/first_god", {"name": "Mika"})
    with Server(tmp_path / "one", *QUICK, code=later) as server:
        mine, host = holder(made), made["host"]
        standing = f"/api/tables/{made['table']}/standing"
        assert code(server.request("GET", standing, token=host)) == "other_rules"
        assert code(server.request("POST", path, mine, made["spectator"])) == "not_the_host"
        one = {"seats": mine["seats"][:1]}
        assert code(server.request("POST", path, one, host)) == "others_sit"
        assert code(server.request("DELETE", f"{path}?version=0", one, host)) == "others_sit"
        assert server.request("POST", path, mine, host) == (200, before)

        others = f"/api/tables/{lesson['table']}/carried"
        answer = server.request("POST", others, holder(lesson), lesson["host"])
        assert code(answer) == "is_lesson"
        for table, gone in ((made, path), (lesson, others)):
            answer = server.request("DELETE", f"{gone}?version=0", holder(table), table["host"])
            assert answer == (200, {})
            standing = f"/api/tables/{table['table']}/standing"
            assert code(server.request("GET", standing, token=host)) == "unknown_table"
    with Server(tmp_path / "two", *QUICK) as server:
        there = server.post("/api/carried", before)
        found = server.get(f"/api/tables/{there['table']}/standing", there["seats"][0]["token"])
        assert found["version"] == 2  # what was taken back stays behind


def test_a_device_says_where_its_table_goes_on() -> None:
    def row(name: str) -> TableRow:
        return TableRow(name, "shintoh", "0", "x", 2, {}, b"k" * 32, False, None, None, None, 0.0)

    assert "whoever runs the server" in other_rules.reason(row("abc"))["en"]
    for language in ("en", "ja"):
        said = other_rules.reason(row("0abc"))[language]
        assert said != other_rules.reason(row("abc"))[language]
        assert not any(word in said for word in ("server", "サーバー"))
    assert "saved as a file" in other_rules.reason(row("0abc"))["en"]
