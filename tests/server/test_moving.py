"""Moving house: export, import, backup, deletion and how long things are kept, in both stores."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_store import act, new_table, with_stores

from kamiza.server import clubs, keys
from kamiza.server.club_types import ClubResult, ClubSeat
from kamiza.server.config import Config
from kamiza.server.retention import keep
from kamiza.server.store import Store, beside
from kamiza.terminal.main import main

if TYPE_CHECKING:
    from postgres_kit import Postgres


def place(home: Config) -> list[str]:
    return ["--data", str(home.data), *(["--store", home.store] if home.store else [])]


@pytest.fixture(params=["to sqlite", "to postgres"])
def new_home(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """Where things are moved to."""
    if request.param == "to sqlite":
        return Config(tmp_path / "new")
    postgres: Postgres = request.getfixturevalue("postgres")
    return Config(tmp_path / "new", postgres.new_database(), lease_seconds=3600.0)


def fill(home: Config) -> None:
    async def scenario(store: Store) -> None:
        for name in ("one", "two"):
            await new_table(store, name)
            await store.add_entry(name, act(2, "+salt", "stop"), [1.5, 2.5], 10.0)
        await store.add_entry("two", act(3, "pass"), None, 11.0, "hash")

    with_stores(home, scenario)


def kept(home: Config) -> dict[str, object]:
    found: dict[str, object] = {}

    async def scenario(store: Store) -> None:
        for name in await store.names():
            found[name] = await store.whole(name)

    with_stores(home, scenario)
    return found


def test_everything_arrives_as_it_was(home: Config, new_home: Config, tmp_path: Path) -> None:
    """From either store to either; a second time nothing is added."""
    file = tmp_path / "moved"
    fill(home)
    assert main(["export", *place(home), str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for _ in range(2):
        assert main(["import", *place(new_home), str(file)]) == 0
        assert kept(new_home) == kept(home)

    async def plays_on(store: Store) -> None:
        assert (await store.pass_of("one A")) is not None
        await store.own("one")
        await store.add_entry("one", act(3, "pass"), None, 12.0)

    with_stores(new_home, plays_on)


NAME, PROOF, ITEM = "0" * 32, "a" * 64, "1" * 32


def fill_beside(home: Config) -> clubs.Link:
    """A key that holds something, and a club of two with a table and a result."""
    made: list[clubs.Link] = []

    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        await keys.write(store, NAME, 0, [(ITEM, b"sealed \xff\x00")])
        link = await clubs.make(store, "Four Lanterns 四灯", "Mika")
        await clubs.join(store, await clubs.door(store, link.club, link.invite), "Haru")
        seats = [ClubSeat("A", "Mika", 1, "", 40, 1), ClubSeat("B", "Haru", 2, "", 30, 2)]
        result = ClubResult("one", "kodama", 20.0, [], seats)
        await clubs.add_result(store, link.club, result, [[{"card": "TR1"}], []])
        made.append(link)

    with_stores(home, scenario)
    return made[0]


def kept_beside(home: Config) -> list[object]:
    found: list[object] = []

    async def scenario(store: Store) -> None:
        found.extend([await beside.read(store, *at) for at in await beside.things_in(store)])

    with_stores(home, scenario)
    return found


@pytest.mark.parametrize("way", ["export", "backup"])
def test_keys_and_clubs_move_too(
    home: Config, new_home: Config, tmp_path: Path, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """From either store to either, and their owners open them there with what they have."""
    file = tmp_path / "moved"
    fill(home)
    link = fill_beside(home)
    assert main([way, *place(home), str(file)]) == 0
    capsys.readouterr()
    assert main(["import", *place(new_home), str(file)]) == 0
    assert capsys.readouterr().out == "2 tables and 2 keys and clubs added, 0 already here.\n"
    assert main(["import", *place(new_home), str(file)]) == 0
    assert capsys.readouterr().out == "0 tables added, 4 already here.\n"
    assert len(kept_beside(home)) == 2
    assert kept_beside(new_home) == kept_beside(home)

    async def opens(store: Store) -> None:
        await keys.find(store, NAME, PROOF)
        assert [one.sealed for one in await keys.items_after(store, NAME, 0)] == [
            b"sealed \xff\x00"
        ]
        club, me = await clubs.enter(store, link.club, link.token)
        assert (club.name, me.name) == ("Four Lanterns 四灯", "Mika")
        assert [one.name for one in await clubs.members(store, club.id)] == ["Mika", "Haru"]
        assert len(await clubs.results(store, club.id)) == 1
        await clubs.door(store, link.club, link.invite)

    with_stores(new_home, opens)


def test_keys_and_clubs_that_are_here_stay_as_they_are(
    home: Config, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "moved"
    link = fill_beside(home)
    assert main(["export", *place(home), str(file)]) == 0

    async def goes_on(store: Store) -> None:
        await keys.write(store, NAME, 1, [(ITEM, b"newer")])
        await clubs.join(store, await clubs.door(store, link.club, link.invite), "Nao")

    with_stores(home, goes_on)
    before = kept_beside(home)
    capsys.readouterr()
    assert main(["import", *place(home), str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == "0 tables added, 0 already here.\n"
    assert NAME in said.err
    assert link.club in said.err
    assert kept_beside(home) == before


def test_nothing_but_the_named_table_is_taken(home: Config, tmp_path: Path) -> None:
    some, everything = tmp_path / "some", tmp_path / "all"
    fill(home)
    fill_beside(home)
    assert main(["export", *place(home), "--table", "two", str(some)]) == 0
    assert main(["export", *place(home), str(everything)]) == 0
    for number, file in enumerate((some, everything)):
        new = Config(tmp_path / f"new{number}")
        assert main(["import", *place(new), "--table", "two", str(file)]) == 0
        assert list(kept(new)) == ["two"]
        assert kept_beside(new) == []


def test_an_export_of_an_older_kamiza_is_still_taken(tmp_path: Path) -> None:
    """The first form had tables only, and counted them by that name."""
    home, new, file = Config(tmp_path / "data"), Config(tmp_path / "new"), tmp_path / "moved"
    fill(home)
    main(["export", *place(home), str(file)])
    lines = file.read_bytes().splitlines(keepends=True)
    lines[0] = b'{"kamiza_tables":1}\n'
    total = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = b'{"tables":2,"sha256":"%s"}\n' % total.encode()
    file.write_bytes(b"".join(lines))
    assert main(["import", *place(new), str(file)]) == 0
    assert kept(new) == kept(home)


def test_one_table_by_its_name(home: Config, tmp_path: Path) -> None:
    file, new = tmp_path / "moved", Config(tmp_path / "new")
    fill(home)
    assert main(["export", *place(home), "--table", "two", str(file)]) == 0
    assert main(["import", *place(new), str(file)]) == 0
    assert list(kept(new)) == ["two"]
    assert main(["export", *place(home), "--table", "three", str(tmp_path / "none")]) == 1
    assert not list(tmp_path.glob("none*"))


def test_a_backup_can_be_taken_back(home: Config, new_home: Config, tmp_path: Path) -> None:
    """A file's backup is a file, a database's an export; both are taken by either store."""
    copy = tmp_path / "copy"
    fill(home)
    assert main(["backup", *place(home), str(copy)]) == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert main(["import", *place(new_home), str(copy)]) == 0
    assert kept(new_home) == kept(home)


def test_what_is_here_already_is_not_overwritten(
    home: Config, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "moved"
    fill(home)
    assert main(["export", *place(home), str(file)]) == 0

    async def play(store: Store) -> None:
        await store.own("one")
        await store.add_entry("one", act(3, "pass"), None, 12.0)

    with_stores(home, play)
    before = kept(home)
    capsys.readouterr()
    assert main(["import", *place(home), str(file)]) == 1
    said = capsys.readouterr()
    assert "0 tables added, 1 already here" in said.out
    assert "one" in said.err
    assert kept(home) == before


@pytest.mark.parametrize("damage", ["cut", "a line less", "changed", "something else", "empty"])
def test_half_an_export_is_not_taken(
    tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home, new = Config(tmp_path / "data"), Config(tmp_path / "new")
    file = tmp_path / "moved"
    fill(home)
    main(["export", *place(home), str(file)])
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "a line less": b"".join([lines[0], *lines[2:]]),
            "changed": whole.replace(b"+salt", b"+rice", 1),
            "something else": b"{}\n{}\n",
            "empty": b"",
        }[damage]
    )
    capsys.readouterr()
    assert main(["import", *place(new), str(file)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said
    assert kept(new) == {}


def test_what_cannot_be_read_is_named_and_the_rest_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, new = Config(tmp_path / "data"), Config(tmp_path / "new")
    file = tmp_path / "moved"
    fill(home)
    with closing(sqlite3.connect(home.data / "kamiza.db")) as tables, tables:
        tables.execute("update entries set version = 77 where table_id = 'one'")
    assert main(["export", *place(home), str(file)]) == 1
    assert "one" in capsys.readouterr().err
    assert main(["import", *place(new), str(file)]) == 0
    assert list(kept(new)) == ["two"]


def test_nothing_is_imported_into_the_folder_of_a_running_server(tmp_path: Path) -> None:
    home = Config(tmp_path / "data")
    fill(home)
    main(["export", *place(home), str(tmp_path / "moved")])
    with Server(home.data, *QUICK):
        assert main(["import", *place(home), str(tmp_path / "moved")]) == 1


# -- deleting -------------------------------------------------------------------------------------


def test_nothing_is_left_of_a_deleted_table(home: Config) -> None:
    fill(home)
    assert main(["delete", *place(home), "one"]) == 0
    assert list(kept(home)) == ["two"]

    async def scenario(store: Store) -> None:
        assert await store.table("one") is None
        assert await store.players("one") == []
        assert await store.journal("one") == []
        assert await store.pass_of("one A") is None

    with_stores(home, scenario)
    assert main(["delete", *place(home), "one"]) == 1


def test_the_words_of_a_deleted_table_are_not_left_in_the_file(tmp_path: Path) -> None:
    home = Config(tmp_path / "data")
    fill(home)
    assert main(["delete", *place(home), "one", "two"]) == 0
    stored = b"".join(file.read_bytes() for file in home.data.glob("kamiza.db*"))
    assert b"Mika" not in stored


def test_a_table_is_deleted_under_its_players(home: Config, tmp_path: Path) -> None:
    """The server finds out with the next move, and everybody else plays on."""
    options = ("--store", home.store) if home.store else ()

    async def scenario(server: Server, made: Message, other: Message) -> None:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert await asyncio.to_thread(main, ["delete", *place(home), made["table"]]) == 0
        await client.send({"t": "move", "id": "m", "seat": "A", "version": 0, "moves": ["+salt"]})
        assert client.socket is not None
        await client.socket.wait_closed()
        again = await Client(server, made["table"]).open()
        assert (await again.receive())["code"] == "unknown_table"
        there = await Client(server, other["table"]).open(other["seats"][0]["token"])
        assert (await there.move("A", "+salt"))["t"] == "done"

    with Server(home.data, *QUICK, *options) as server:
        made, other = (server.make_table("pp", settings={"first_dealer": "A"}) for _ in range(2))
        asyncio.run(scenario(server, made, other))
    assert "Traceback" not in server.log.read_text()


def test_finished_games_are_kept_as_long_as_was_said(home: Config) -> None:
    """At the start and then every hour; what goes on stays, however old."""
    options = ("--store", home.store) if home.store else ()

    async def scenario(store: Store) -> None:
        now = time.time()
        for name, ended in (("old", now - 100.0), ("new", now), ("open", None)):
            await new_table(store, name)
            entry = act(1, "pass")
            await store.add_entry(name, entry, None, ended or 1.0, "hash" if ended else "")

    with_stores(home, scenario)
    with Server(home.data, *QUICK, *options, "--keep", "finished=50s") as server:
        end = time.monotonic() + 60
        while "deleted_finished" not in server.log.read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
    assert sorted(kept(home)) == ["new", "open"]


@pytest.mark.parametrize("text", ["90d", "finished=", "finished=-1d", "finished=1y", "open=3d"])
def test_how_long_is_said_in_one_way(text: str) -> None:
    assert keep("finished=90d") == ("finished", 90 * 86400)
    assert keep("keys=400d") == ("keys", 400 * 86400)
    with pytest.raises(argparse.ArgumentTypeError):
        keep(text)
