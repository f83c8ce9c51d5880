"""What the server counts for its operator, and what it does with files it cannot read."""

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest
from server_kit import Client, Server

from kamiza.server.metrics import BOUNDS, Histogram
from kamiza.server.migrations import MIGRATIONS, migrate
from kamiza.server.writer import connect


def counted(server: Server) -> dict[str, float]:
    """Every number by its name without the prefix."""
    text = server.get("/metrics").decode()
    found = re.findall(r"^kamiza_(\w+) (\S+)$", text, re.MULTILINE)
    return {name: float(number) for name, number in found}


def test_everything_is_counted_once(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        begun = counted(server)["changes_committed_total"]  # a trial, and the keys of the server
        made = server.make_table("pp", settings={"first_dealer": "A"})
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert (await client.move("A", "+salt"))["t"] == "done"
        assert (await client.move("A", "+rice", version=0))["t"] == "refused"
        assert client.socket is not None
        for _ in range(2):
            await client.socket.send("{")
            assert (await client.until("error"))["code"] == "malformed"
        await client.wait_for_version("A", 1)
        assert (await client.ask({"t": "undo", "seat": "A", "version": 1}))["t"] == "done"
        numbers = counted(server)
        exact = {"acts_total": 2, "refused_total": 1, "malformed_total": 2, "limited_total": 0}
        exact |= {"tables_created_total": 1, "tables": 1, "sockets": 1, "saving": 1}
        exact |= {"messages_received_total": 6, "act_seconds_count": 1, "bot_answers_total": 0}
        assert {name: numbers[name] for name in exact} == exact
        # the table, the seat as it was taken, and two acts
        assert numbers["changes_committed_total"] == begun + 4
        assert 1 <= numbers["commit_seconds_count"] <= begun + 4
        assert numbers["messages_sent_total"] > 0
        await client.close()

    with Server(tmp_path, "--tables-per-minute", "1") as server:
        asyncio.run(scenario(server))
        body = {"game": "shintoh", "players": [{"kind": "bot"}] * 2}
        assert server.request("POST", "/api/tables", body)[0] == 429
        assert counted(server)["limited_total"] == 1


def test_times_are_sorted_into_their_places() -> None:
    times = Histogram("kept_seconds", "Time.")
    for seconds in (0.0005, 0.001, 0.002, 99.0):  # a bound belongs to what lies below it
        times.observe(seconds)
    lines = times.lines()
    places = [int(line.split()[-1]) for line in lines if "_bucket" in line]
    assert places == [2] + [3] * (len(BOUNDS) - 1) + [4]
    assert lines[-2:] == ["kept_seconds_sum 99.003500", "kept_seconds_count 4"]


# -- files ----------------------------------------------------------------------------------------


def test_a_file_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    """What was kept by the first version is still there, and nothing is done twice."""
    connection = connect(tmp_path / "old.db")
    connection.executescript(f"begin; {MIGRATIONS[0]}; pragma user_version = 1; commit;")
    connection.execute(
        "insert into tables (id, game, rules, digest, seats, options, key, public, created)"
        " values ('old', 'shintoh', '1', '', 2, '{}', x'00', 0, 1.5)"
    )
    connection.execute(
        "insert into seats values ('old', 0, 'person', '', 'Mika', 1, 'search', 'wish', 3)"
    )
    connection.execute(
        "insert into entries values ('old', 1, 0, 'act', '[]', 'c', 'wish', null, 2.5)"
    )
    for _ in range(2):
        migrate(connection)
        assert connection.execute("pragma user_version").fetchone()[0] == len(MIGRATIONS)
    kept = connection.execute("select id, settings, last_hash from tables").fetchall()
    assert kept == [("old", "{}", None)]
    assert connection.execute("select lent_why from seats").fetchall() == [("request",)]
    assert connection.execute("select author from entries").fetchall() == [("request",)]
    connection.close()


def test_a_file_of_a_newer_kamiza_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "kamiza.db") as newer:
        newer.execute("create table wonders (name text)")
        newer.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    with pytest.raises(RuntimeError, match="did not start") as failed:
        Server(tmp_path).start()
    assert "written by a newer Kamiza" in str(failed.value)
    with sqlite3.connect(tmp_path / "kamiza.db") as newer:
        tables = newer.execute("select name from sqlite_schema").fetchall()
    newer.close()
    assert tables == [("wonders",)]
