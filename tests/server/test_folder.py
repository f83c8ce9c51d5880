"""The folder of a server: its own, private, and looked at before anybody plays."""

import argparse
import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import SOURCE, Client, Message, Server, free_port
from websockets.exceptions import ConnectionClosed

from kamiza.play.table import ACT, PERSON, UNDO, Entry
from kamiza.server import backup
from kamiza.server.migrations import MIGRATIONS

AS_NOBODY = """
import os, sys
from kamiza.server import serve
if os.geteuid() == 0:  # who may write everywhere
    os.seteuid(65534)
sys.exit(serve.main())
"""


def start_and_fail(folder: Path, code: tuple[str, ...] = ("-m", "kamiza.server.serve")) -> str:
    """What a server says that cannot start here: one sentence and exit status 1."""
    ended = subprocess.run(
        [sys.executable, *code, "--port", str(free_port()), "--data", str(folder)],
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", SOURCE)},
    )  # fmt: skip
    said = ended.stderr.strip()
    assert (ended.returncode, ended.stdout) == (1, ""), said
    assert said
    assert "\n" not in said
    assert said.endswith(".")
    return said


def made_table(folder: Path) -> Message:
    with Server(folder, *QUICK) as server:
        return server.make_table("pp", settings={"first_dealer": "A"})


def file_of(folder: Path) -> Path:
    return folder / "kamiza.db"


# -- one server, one folder -----------------------------------------------------------------------


def test_a_second_server_on_a_folder_does_not_start(tmp_path: Path) -> None:
    with Server(tmp_path, *QUICK) as server:
        said = start_and_fail(tmp_path)
        assert str(tmp_path) in said
        assert str(server.pid) in said
        server.make_table("pp")


def test_a_folder_is_free_again_after_a_crash(tmp_path: Path) -> None:
    server = Server(tmp_path, *QUICK).start()
    server.make_table("pb")  # with bots: nobody keeps the folder for the dead
    server.kill()
    server.start()
    assert server.stop() == 0


def test_a_stopped_server_keeps_its_folder(tmp_path: Path) -> None:
    """One that does not answer may go on any moment."""
    with Server(tmp_path, *QUICK) as server:
        os.kill(server.pid, signal.SIGSTOP)
        try:
            start_and_fail(tmp_path)
        finally:
            os.kill(server.pid, signal.SIGCONT)


def written_by_another(folder: Path, table: str, entry: Entry) -> None:
    """An entry that gets into the file behind the server's back."""
    with closing(sqlite3.connect(file_of(folder))) as tables, tables:
        values = (table, entry.version, entry.seat, entry.kind, "\n".join(entry.moves))
        tables.execute(
            "insert into entries values (?, ?, ?, ?, ?, ?, ?, null, 0)",
            (*values, entry.client, entry.by),
        )


def test_an_entry_that_does_not_follow_is_refused_and_the_table_read_again(tmp_path: Path) -> None:
    """Whoever wrote meanwhile: the game stays one game, and goes on."""

    async def scenario(server: Server) -> None:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        token = made["seats"][0]["token"]
        client = await Client(server, made["table"]).open(token)
        written_by_another(tmp_path, made["table"], Entry(1, 0, ACT, ("+salt",), "else", PERSON))
        with pytest.raises(ConnectionClosed) as closed:
            await client.move("A", "+salt", "stop")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        again = await Client(server, made["table"]).open(token)
        assert again.states["A"]["version"] == 1
        assert (await again.move("A", "stop"))["version"] == 2
        await again.close()

    with Server(tmp_path, *QUICK) as server:
        asyncio.run(scenario(server))
        assert server.get("/healthz") == {"healthy": True}
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    "entry",
    [
        Entry(3, 0, ACT, ("stop",), "gap", PERSON),
        Entry(3, 0, ACT, ("+rice", "+rice", "stop"), "too many", PERSON),
        Entry(3, 0, UNDO, ("stop",), "gap", PERSON),
        Entry(1, 0, ACT, ("stop",), "again", PERSON),
        Entry(0, 0, UNDO, ("stop",), "backwards", PERSON),
    ],
)
def test_the_file_itself_knows_what_follows(tmp_path: Path, entry: Entry) -> None:
    made = made_table(tmp_path)
    written_by_another(tmp_path, made["table"], Entry(1, 0, ACT, ("+salt",), "first", PERSON))
    with pytest.raises(sqlite3.IntegrityError):
        written_by_another(tmp_path, made["table"], entry)
    written_by_another(tmp_path, made["table"], Entry(2, 0, UNDO, ("+salt",), "back", PERSON))


# -- private --------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    folder, copy = tmp_path / "new", tmp_path / "copy.db"
    before = os.umask(0o022)
    try:
        with Server(folder, *QUICK) as server:
            server.make_table("pp")
            assert mode(folder) == 0o700
            assert {mode(file) for file in folder.glob("kamiza*")} == {0o600}
            assert backup.run(argparse.Namespace(store="", data=folder, file=copy)) == 0
        assert mode(copy) == 0o600
    finally:
        os.umask(before)


def test_what_was_open_to_all_is_closed_at_the_start(tmp_path: Path) -> None:
    made_table(tmp_path)
    tmp_path.chmod(0o755)
    file_of(tmp_path).chmod(0o644)
    with Server(tmp_path, *QUICK) as server:
        assert (mode(tmp_path), mode(file_of(tmp_path))) == (0o700, 0o600)
        server.make_table("pp")
        assert {mode(file) for file in tmp_path.glob("kamiza*")} == {0o600}


# -- looked at before anybody plays ---------------------------------------------------------------


def flip(path: Path, first: int, count: int) -> None:
    """Turn bytes of a file round."""
    with path.open("r+b") as file:
        file.seek(first)
        turned = bytes(byte ^ 0xFF for byte in file.read(count))
        file.seek(first)
        file.write(turned)


def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    made_table(tmp_path)
    flip(file_of(tmp_path), 0, 100)
    assert str(file_of(tmp_path)) in start_and_fail(tmp_path)


def test_damage_far_inside_is_found_at_the_start(tmp_path: Path) -> None:
    made_table(tmp_path)
    flip(file_of(tmp_path), page_of(tmp_path, "tokens") * 4096 - 4096, 8)
    assert "damaged" in start_and_fail(tmp_path)


def page_of(folder: Path, name: str) -> int:
    with closing(sqlite3.connect(file_of(folder))) as tables:
        found = tables.execute("select rootpage from sqlite_schema where name = ?", (name,))
        return int(found.fetchone()[0])


def test_a_file_of_the_future_is_told_in_one_sentence(tmp_path: Path) -> None:
    made_table(tmp_path)
    with closing(sqlite3.connect(file_of(tmp_path))) as tables:
        tables.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    assert "newer" in start_and_fail(tmp_path)


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made_table(folder)
        for path in (*folder.iterdir(), folder):
            if os.geteuid() == 0:
                os.chown(path, 65534, 65534)
            path.chmod(0o500 if path.is_dir() else 0o400)
        assert name in start_and_fail(folder, ("-c", AS_NOBODY))
        (folder / "kamiza.lock").chmod(0o600)
        assert "kamiza.db" in start_and_fail(folder, ("-c", AS_NOBODY))
        folder.chmod(0o700)


def test_a_place_where_there_can_be_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in start_and_fail(tmp_path / "file" / "data")


# -- one broken table -----------------------------------------------------------------------------


async def come_to(server: Server, made: Message) -> Client:
    """Somebody with a link, whatever they hear; no table is read for who has none."""
    client = await Client(server, made["table"]).open()
    with suppress(ConnectionClosed):  # it was known before
        await client.send({"t": "hello", "token": made["spectator"], "version": None})
    return client


@pytest.mark.parametrize(
    "damage",
    [
        "update entries set moves = 'nonsense' where table_id = ?",
        "update entries set seat = 77 where table_id = ?",
        "update entries set clocks = '[' where table_id = ?",
        "update tables set settings = '{' where id = ?",
        "update tables set key = '' where id = ?",
        "delete from seats where table_id = ?",
    ],
)
def test_one_broken_table_does_not_touch_the_others(tmp_path: Path, damage: str) -> None:
    """Who comes to it hears why, health tells, and everybody else plays on."""

    async def scenario(server: Server, broken: Message, whole: Message) -> None:
        client = await come_to(server, broken)
        assert (await client.receive())["code"] == "broken_table"
        with pytest.raises(ConnectionClosed) as closed:
            await client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004
        other = await Client(server, whole["table"]).open(whole["seats"][0]["token"])
        assert (await other.move("A", "+salt"))["t"] == "done"

    async def first_move(server: Server, made: Message) -> None:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.move("A", "+salt")

    server = Server(tmp_path, *QUICK).start()
    broken, whole = (
        server.make_table("pf", settings={"first_dealer": "A"}, public=True) for _ in range(2)
    )
    asyncio.run(first_move(server, broken))
    server.stop()
    with closing(sqlite3.connect(file_of(tmp_path))) as tables, tables:
        tables.execute(damage, (broken["table"],))
    server.start()
    asyncio.run(scenario(server, broken, whole))
    assert whole["table"] in [table["table"] for table in server.get("/api/tables")]
    status, answer = server.request("GET", f"/api/tables/{broken['table']}/replay")
    assert (status, answer["error"]["code"]) == (500, "broken_table")
    assert server.get("/healthz") == {"healthy": True, "broken_tables": 1}
    assert "kamiza_broken_tables 1" in server.get("/metrics").decode()
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


def test_a_game_that_is_not_here_is_told(tmp_path: Path) -> None:
    made = made_table(tmp_path)
    with closing(sqlite3.connect(file_of(tmp_path))) as tables, tables:
        tables.execute("update tables set game = 'mahjong'")
    with Server(tmp_path, *QUICK) as server:
        status, answer = server.request("GET", f"/api/tables/{made['table']}/replay")
        assert (status, answer["error"]["code"]) == (409, "other_rules")


def test_damage_while_the_server_runs_is_told(tmp_path: Path) -> None:
    """The journals' page is gone: a socket hears it, health turns red, nothing is logged raw."""

    async def scenario(server: Server, made: Message) -> None:
        client = await come_to(server, made)
        assert (await client.receive())["code"] == "broken_table"

    made = made_table(tmp_path)
    page = page_of(tmp_path, "entries")
    with Server(tmp_path, *QUICK) as server:
        flip(file_of(tmp_path), page * 4096 - 4096, 8)
        asyncio.run(scenario(server, made))
        status, health = server.request("GET", "/healthz")
        assert (status, health["healthy"]) == (503, False)
        assert health["broken_tables"] == 1
    assert "Traceback" not in server.log.read_text()
