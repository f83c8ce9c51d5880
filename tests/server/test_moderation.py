"""Unwanted words are refused in names and chat; people are reported to whoever runs the server."""

import asyncio
import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import Client, Server
from test_admin import ordered


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    words = tmp_path / "words.txt"
    words.write_text("darn\nばか\n", encoding="utf-8")
    with Server(tmp_path / "data", *QUICK, "--words", str(words)) as running:
        yield running


def test_unwanted_words_are_not_said(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        for text in ("Darn it", "バカ"):
            await client.send({"t": "chat", "seat": "A", "text": text})
            assert (await client.until("refused"))["rule"] == "table.unwanted_words"
        await client.send({"t": "chat", "seat": "A", "text": "Hello"})
        assert (await client.until("said"))["text"] == "Hello"
        await client.close()

    asyncio.run(scenario())


def test_nobody_is_called_by_an_unwanted_word(house: Server) -> None:
    """Not at a new table, not by sitting down, not by saying hello, not later."""
    seats = [{"kind": "person", "name": "Darn"}, {"kind": "person", "name": ""}]
    status, told = house.request("POST", "/api/tables", {"game": "shintoh", "players": seats})
    assert (status, told["error"]["rule"]) == (422, "table.unwanted_name")
    made = house.make_table("pf", public=True)
    claim = f"/api/tables/{made['table']}/claim"
    status, told = house.request("POST", claim, {"name": "ＤＡＲＮ"})
    assert (status, told["error"]["rule"]) == (422, "table.unwanted_name")

    async def scenario() -> None:
        token = made["seats"][0]["token"]
        client = await Client(house, made["table"]).open(token, name="ばか")
        await client.send({"t": "name", "seat": "A", "name": "Darn"})
        assert (await client.until("refused"))["rule"] == "table.unwanted_name"
        welcome = next(one for one in client.messages if one["t"] == "welcome")
        assert welcome["players"][0]["name"] == "Player 0"
        await client.close()

    asyncio.run(scenario())


def test_the_list_is_read_again_while_the_server_runs(house: Server) -> None:
    (house.data.parent / "words.txt").write_text("hello\n", encoding="utf-8")

    async def scenario() -> None:
        made = house.make_table("pp")
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        await ordered(house, "words")
        await client.send({"t": "chat", "seat": "A", "text": "Hello"})
        assert (await client.until("refused"))["rule"] == "table.unwanted_words"
        await client.close()

    asyncio.run(scenario())


def test_a_report_is_kept_with_what_was_said(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        one, two = [
            await Client(house, made["table"]).open(seat["token"]) for seat in made["seats"]
        ]
        await two.send({"t": "chat", "seat": "B", "text": "You are slow"})
        await one.until("said")
        assert (await one.ask({"t": "report", "about": "B", "why": "rude"}))["t"] == "done"
        (kept,) = await ordered(house, "reports")
        assert (kept["table"], kept["about"], kept["by"]) == (made["table"], "B", "A")
        assert (kept["why"], kept["said"]) == ("rude", ["You are slow"])
        assert "kamiza_reports_total 1" in house.get("/metrics").decode()
        await one.close()
        await two.close()

    asyncio.run(scenario())
    file = house.data / "reports.jsonl"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "slow" not in house.log.read_text("utf-8")
    assert len([json.loads(line) for line in file.read_text("utf-8").splitlines()]) == 1


def test_nobody_reports_themselves_or_without_end(house: Server) -> None:
    async def scenario() -> None:
        made = house.make_table("pp")
        client = await Client(house, made["table"]).open(made["seats"][0]["token"])
        for seat in ("A", "F"):
            refused = await client.ask({"t": "report", "about": seat})
            assert refused["rule"] == "table.not_reported"
        answers = [await client.ask({"t": "report", "about": "B"}) for _ in range(6)]
        assert [answer["t"] for answer in answers] == ["done"] * 5 + ["refused"]
        assert answers[-1]["rule"] == "table.reports_enough"
        await client.close()

    asyncio.run(scenario())
