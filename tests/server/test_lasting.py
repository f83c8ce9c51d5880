"""What lasts: restarts, a full disk, backups, dead bots, absent players and clocks."""

import argparse
import asyncio
import os
import random
import resource
import signal
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_playing import play_seat
from websockets.exceptions import ConnectionClosed

from kamiza.core.record import read_record
from kamiza.server import backup

# -- rehearsals -----------------------------------------------------------------------------------


def test_a_rehearsal_repeats_itself_and_real_play_does_not(tmp_path: Path) -> None:
    """The same text brings the same game, bots and all; without one no two tables are alike."""

    def played(folder: str, *more: str) -> list[tuple[str, list[str]]]:
        with Server(tmp_path / folder, *QUICK, *more) as server:
            return [asyncio.run(whole_game(server)) for _ in range(2)]

    async def whole_game(server: Server) -> tuple[str, list[str]]:
        made = server.make_table("pbb")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await play_seat(client, "A", random.Random(1))
        record = read_record(server.get(f"/api/tables/{made['table']}/record"))
        await client.close()
        return record.commitment, record.moves

    once, again = played("once", "--rehearsal", "noh"), played("again", "--rehearsal", "noh")
    assert once == again
    assert once[0] != once[1]
    other, real = played("other", "--rehearsal", "kyogen"), played("real")
    games = {commitment for commitment, _ in (*once, *other, *real)}
    assert len(games) == 6


# -- restarts -------------------------------------------------------------------------------------


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    """Polite or not: the same question is open afterwards, and repeats keep their answers."""
    server = Server(tmp_path, *QUICK).start()

    async def before(made: Message, polite: bool) -> Message:
        both = await Client(server, made["table"]).open(*[s["token"] for s in made["seats"]])
        await both.move("A", "+salt", "stop", id="first")
        await both.wait_for_version("B", 2)
        await both.ask({"t": "undo", "seat": "A", "version": 2})
        await both.wait_for_version("A", 3)
        await both.move("A", "+sake", id="second")
        await both.send({"t": "name", "seat": "B", "name": "Haru"})
        await both.until_table(lambda told: told["players"][1]["name"] == "Haru")
        await both.wait_for_version("B", 4)
        state = both.states["B"]
        server.stop() if polite else server.kill()
        with pytest.raises(ConnectionClosed) as closed:
            await both.until("nothing")
        if polite:
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        return state

    async def after(made: Message, last: Message) -> None:
        both = await Client(server, made["table"]).open(
            *[s["token"] for s in made["seats"]], version=2
        )
        assert both.states["B"]["view"] == last["view"]
        assert [e["event"] for e in both.states["B"]["events"]] == ["undone", "card_added"]
        assert both.messages[0]["players"][1]["name"] == "Haru"
        assert (await both.move("A", "+sake", version=3, id="second"))["version"] == 4
        assert (await both.move("A", "+salt", "stop", version=0, id="first"))["version"] == 2
        assert (await both.move("A", "stop"))["version"] == 5

    for polite in (True, False):
        made = server.make_table("pp", settings={"first_dealer": "A"})
        last = asyncio.run(before(made, polite))
        server.start()
        asyncio.run(after(made, last))
    assert server.stop() == 0


def test_a_bot_s_move_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, *QUICK).start()
    made = server.make_table("pbb", settings={"first_dealer": "B"})
    server.kill()
    server.start()

    async def scenario() -> None:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert await client.until_asked("A") is not None

    asyncio.run(scenario())
    server.stop()


# -- the disk -------------------------------------------------------------------------------------


def test_a_full_disk_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    """No file may grow any more, as on a full disk: nothing is acknowledged until it can again."""
    with Server(tmp_path, *QUICK) as server:
        asyncio.run(full_disk(server))


async def full_disk(server: Server) -> None:
    made = server.make_table("pp", settings={"first_dealer": "A"})
    client = await Client(server, made["table"]).open(made["seats"][0]["token"])
    other = await Client(server, made["table"]).open(made["seats"][1]["token"])
    limit_file_size(server, 0)
    answer = await client.move("A", "+salt", id="kept")
    assert (answer["t"], answer["rule"], answer["version"]) == ("refused", "table.cannot_save", 0)
    while (await other.until("table"))["saving"]:
        pass
    assert server.request("GET", "/healthz")[0] == 503
    body = {"game": "shintoh", "players": [{"kind": "bot"}] * 2}
    assert server.request("POST", "/api/tables", body)[0] == 503
    assert (await client.move("A", "+salt", id="kept"))["t"] == "refused"
    limit_file_size(server, resource.RLIM_INFINITY)
    while not (await other.until("table"))["saving"]:
        pass
    answer = await client.move("A", "+salt", id="kept")
    assert (answer["t"], answer["version"]) == ("done", 1)
    assert other.states["B"]["version"] in (0, 1)
    assert server.get("/healthz") == {"healthy": True}


def limit_file_size(server: Server, size: int) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_backup_of_a_running_server(tmp_path: Path, server: Server) -> None:
    made = server.make_table("pp")
    copy = tmp_path / "copy.db"
    assert backup.run(argparse.Namespace(store="", data=server.data, file=copy)) == 0
    with sqlite3.connect(copy) as tables:
        (found,) = tables.execute("select game from tables where id = ?", (made["table"],))
    assert found == ("shintoh",)
    assert backup.run(argparse.Namespace(store="", data=tmp_path / "nothing", file=copy)) == 1


def test_tokens_are_kept_only_as_hashes(server: Server) -> None:
    made = server.make_table("pp")
    stored = b"".join(file.read_bytes() for file in server.data.glob("kamiza.db*"))
    assert made["table"].encode() in stored
    for token in (made["host"], made["spectator"], made["seats"][0]["token"]):
        assert token.encode() not in stored


def test_a_table_of_other_rules_is_not_continued_wrongly(tmp_path: Path) -> None:
    server = Server(tmp_path, *QUICK).start()
    made = server.make_table("pp")
    server.stop()
    with sqlite3.connect(tmp_path / "kamiza.db") as tables:
        tables.execute("update tables set digest = 'of older cards'")
    server.start()

    async def scenario() -> None:
        client = await Client(server, made["table"]).open()
        assert (await client.receive())["code"] == "other_rules"

    asyncio.run(scenario())
    status, answer = server.request("GET", f"/api/tables/{made['table']}/replay")
    assert (status, answer["error"]["code"]) == (409, "other_rules")
    assert server.stop() == 0


# -- bots -----------------------------------------------------------------------------------------


def test_dead_bots_are_replaced(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        made = server.make_table("pbb")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        killer = asyncio.create_task(kill_workers(server))
        await play_seat(client, "A", random.Random(1))
        killer.cancel()

    with Server(tmp_path, *QUICK, "--bot-workers", "1") as server:
        asyncio.run(scenario(server))
        assert "kamiza_bot_restarts_total 0" not in server.get("/metrics").decode()


async def kill_workers(server: Server) -> None:
    """Twice, as soon as there are any."""
    for _ in range(2):
        while not (workers := workers_of(server.pid)):
            await asyncio.sleep(0.02)
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        await asyncio.sleep(1.0)


def workers_of(pid: int) -> list[int]:
    """The processes in which bots think: children that were spawned, but not to track."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")  # each knows what it started
    children = [child for thread in threads for child in told_of(thread).split()]
    lines = {int(child): told_of(Path("/proc") / child.decode() / "cmdline") for child in children}
    return [child for child, line in lines.items() if b"spawn_main" in line]


def told_of(file: Path) -> bytes:
    """What the system tells of a process or a thread; nothing, if it has just ended."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    server = Server(tmp_path, *QUICK).start()

    async def wake_the_bots() -> None:
        made = server.make_table("pb")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.until_asked("A")
        if not workers_of(server.pid):
            await client.ask({"t": "hint", "seat": "A"})

    asyncio.run(wake_the_bots())
    workers = workers_of(server.pid)
    assert workers
    server.kill()
    end = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


# -- time -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that waits half a second for anybody."""
    options = ("--away-seconds", "0.5", "--invited-seconds", "0.5")
    server = Server(tmp_path_factory.mktemp("hasty"), *QUICK, *options).start()
    yield server
    server.stop()


def test_a_bot_stands_in_after_a_visible_countdown(hasty: Server) -> None:
    async def scenario() -> None:
        made = hasty.make_table("pp", settings={"first_dealer": "B"})
        # Who is asked comes first: the other one is not waited for meanwhile.
        second = await Client(hasty, made["table"]).open(made["seats"][1]["token"])
        first = await Client(hasty, made["table"]).open(made["seats"][0]["token"])
        await second.close()
        status = await first.until_table(lambda told: "away" in told)
        assert status["away"][0]["seat"] == "B"
        assert 0 < status["away"][0]["left"] <= 0.5
        await first.send({"t": "wait", "seat": "B"})
        await first.until_asked("A")
        back = await Client(hasty, made["table"]).open(made["seats"][1]["token"], version=0)
        assert len(back.states["B"]["summary"]) == 2
        assert back.states["B"]["events"]
        assert "lent" not in back.messages[-1]["players"][1]

    asyncio.run(scenario())


def test_time_up_leads_to_a_bot_and_never_to_a_dead_table(server: Server) -> None:
    async def scenario() -> None:
        clock = {"kind": "bank", "seconds": 5, "increment": 0}
        made = server.make_table("pp", settings={"first_dealer": "B"}, clock=clock)
        first = await Client(server, made["table"]).open(made["seats"][0]["token"])
        second = await Client(server, made["table"]).open(made["seats"][1]["token"])
        clock = {"kind": "bank", "seconds": 5.0, "increment": 0.0, "vacation": 0.0}
        assert second.messages[0]["clock"] == clock
        clocks = second.messages[-1]["clocks"]
        assert [entry["running"] for entry in clocks] == [False, True]
        await first.until_asked("A")  # after five seconds a bot has answered for B
        assert first.sentences("A").count("{B} is out of time; a bot plays.") == 1
        answer = await second.move("B", "pass", version=0)
        assert answer["rule"] == "table.lent"
        told = await second.until_table(lambda told: "lent_why" in told["players"][1])
        assert told["players"][1]["lent_why"] == "time"
        assert (await second.ask({"t": "reclaim", "seat": "B"}))["t"] == "done"

    asyncio.run(scenario())


def test_a_turn_that_runs_out_costs_this_turn_and_only_the_next_one_the_seat(
    server: Server,
) -> None:
    async def scenario() -> None:
        clock = {"kind": "move", "seconds": 5}
        made = server.make_table("pp", settings={"first_dealer": "B"}, clock=clock)
        first = await Client(server, made["table"]).open(made["seats"][0]["token"])
        second = await Client(server, made["table"]).open(made["seats"][1]["token"])

        async def comes_back() -> None:
            """B reads that a bot has answered, and has the seat and a whole turn again."""
            while "summary" not in (state := await second.until("state")):
                pass
            lines = [line["en"] for line in state["summary"]]
            assert "Your time was up" in lines[0]
            assert "yours again" in lines[-1]
            status = await second.until("table")
            assert "lent" not in status["players"][1]
            assert status["clocks"][1] == {"seat": "B", "left": 5.0, "running": False}

        async def next_turn() -> None:
            await first.until_asked("A")
            done = await first.move("A", "pass")
            assert done["t"] == "done", done
            await first.wait_for_version("A", done["version"])
            await second.wait_for_version("B", done["version"])
            assert await second.until_asked("B") is not None

        await comes_back()
        await next_turn()
        done = await second.move("B", "pass")  # whoever answers is looking
        await first.wait_for_version("A", done["version"])
        await second.wait_for_version("B", done["version"])
        await next_turn()
        await comes_back()
        await next_turn()
        told = await second.until_table(lambda told: "lent" in told["players"][1])
        assert told["players"][1]["lent_why"] == "time"
        await first.until_asked("A")
        assert (await second.move("B", "pass"))["rule"] == "table.lent"
        assert (await second.ask({"t": "reclaim", "seat": "B"}))["t"] == "done"

    asyncio.run(scenario())


def test_clocks_are_credited_for_downtime(tmp_path: Path) -> None:
    server = Server(tmp_path, *QUICK).start()
    clock = {"kind": "bank", "seconds": 100, "increment": 5}
    made = server.make_table("pp", settings={"first_dealer": "A"}, clock=clock)
    tokens = [seat["token"] for seat in made["seats"]]

    async def act() -> None:
        both = await Client(server, made["table"]).open(*tokens)
        await both.move("A", "+salt", "stop")

    async def look() -> list[Message]:
        both = await Client(server, made["table"]).open(*tokens)
        clocks: list[Message] = both.messages[-1]["clocks"]
        return clocks

    began = time.monotonic()
    asyncio.run(act())
    server.kill()
    killed = time.monotonic()
    time.sleep(1.0)
    server.start()
    started = time.monotonic()
    clocks = asyncio.run(look())
    up = killed - began + time.monotonic() - started  # however slow the machine is
    assert 105 - up <= clocks[0]["left"] <= 105
    assert 100 - up <= clocks[1]["left"] <= 100
    server.stop()
