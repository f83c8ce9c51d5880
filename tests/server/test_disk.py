"""A disk that fails in every way: what was answered is kept, what could not be kept is refused."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from bad_disk import BadDiskServer, NoBadDisk, library
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Message, Server
from websockets.exceptions import ConnectionClosed

from kamiza.play.table import ACT, PERSON, UNDO
from kamiza.server.reports import Reports

LOG = "kamiza.db-wal"  # where SQLite writes first
FAILING = [
    f"write eio {LOG}",
    f"write enospc {LOG}",
    f"write short {LOG}",
    f"write torn {LOG}",
    f"write late {LOG}",
    f"sync eio {LOG}",
    f"sync late {LOG}",
]
BOTS = [{"kind": "bot", "level": "heuristic"}] * 2
SETTINGS = {"first_dealer": "A"}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return library(tmp_path_factory.mktemp("bad_disk"))
    except NoBadDisk as why:
        pytest.skip(f"Faults of the disk are not tested: {why}.")


class Table:
    """A table of two people who are here."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.made: Message = server.make_table("pp", settings=SETTINGS)
        self.name: str = self.made["table"]

    async def open(self) -> "Table":
        first, second = (seat["token"] for seat in self.made["seats"])
        self.first = await Client(self.server, self.name).open(first)
        self.second = await Client(self.server, self.name).open(second)
        return self

    async def act(self, id: str) -> Message:
        """The first two acts of the table, by the names of their requests."""
        move, version = ("+salt", 0) if id == "one" else ("stop", 1)
        return await self.first.move("A", move, version=version, id=id)

    def stored(self) -> list[str]:
        """The names of the requests in the journal, as the file has them now."""
        with closing(sqlite3.connect(self.server.data / "kamiza.db")) as tables:
            rows = tables.execute(
                "select client from entries where table_id = ? order by version", (self.name,)
            )
            return [client.removeprefix("person ") for (client,) in rows]


def is_refused(answer: Message) -> bool:
    """In words, in both languages, and nothing has happened."""
    assert (answer["t"], answer["rule"]) == ("refused", "table.cannot_save"), answer
    return all(answer["sentence"][language] for language in ("en", "ja"))


async def until_saving(client: Client, saving: bool) -> None:
    while (await client.until("table"))["saving"] != saving:
        pass


def run(built: Path, folder: Path, scenario: Callable[[BadDiskServer], Awaitable[None]]) -> None:
    server = BadDiskServer(built, folder, *QUICK)
    with server:
        asyncio.run(asyncio.wait_for(scenario(server), 5 * ANSWER_SECONDS))  # type: ignore[arg-type]
    assert "Traceback" not in server.log.read_text()


# -- writing --------------------------------------------------------------------------------------


def test_what_cannot_be_kept_is_refused_and_goes_on_when_it_can(
    built: Path, tmp_path: Path
) -> None:
    async def scenario(server: BadDiskServer) -> None:
        for fault in FAILING:
            await refused_and_goes_on(server, fault)

    run(built, tmp_path, scenario)


async def refused_and_goes_on(server: BadDiskServer, fault: str) -> None:
    table, other = await Table(server).open(), await Table(server).open()
    assert (await table.act("one"))["t"] == "done"
    await table.second.wait_for_version("B", 1)
    server.disk.fail(fault)
    assert is_refused(await table.act("two")), fault
    assert is_refused(await other.act("one")), fault
    await until_saving(table.second, False)
    assert statuses(server) == [503, 503]
    status, answer = server.request("POST", "/api/tables", {"game": "shintoh", "players": BOTS})
    assert (status, answer["error"]["code"]) == (503, "cannot_save")
    server.disk.mend()
    await until_saving(table.second, True)
    assert table.second.states["B"]["version"] == 1  # nobody was told of it
    assert (await table.act("two"))["version"] == 2
    assert (await other.act("one"))["version"] == 1
    assert statuses(server) == [200, 200]
    assert (table.stored(), other.stored()) == (["one", "two"], ["one"])


def statuses(server: Server) -> list[int]:
    return [server.request("GET", path)[0] for path in ("/healthz", "/readyz")]


@pytest.mark.parametrize("fault", [f"write torn {LOG}", f"sync eio {LOG}", f"sync late {LOG}"])
def test_what_was_refused_does_not_come_back_from_the_dead(
    built: Path, tmp_path: Path, fault: str
) -> None:
    """A sync that fails leaves the whole change in the file. The server dies and reads it again."""

    async def scenario(server: BadDiskServer) -> None:
        table = await Table(server).open()
        assert (await table.act("one"))["t"] == "done"
        server.disk.fail(fault)
        assert is_refused(await table.act("two"))
        server.kill()
        server.disk.mend()
        server.start()
        assert table.stored() == ["one"]
        again = await Client(server, table.name).open(table.made["seats"][0]["token"])
        assert again.states["A"]["version"] == 1

    run(built, tmp_path, scenario)


def test_a_log_is_enough(built: Path, tmp_path: Path) -> None:
    """The file itself cannot be written: everything is kept in its log, and metrics tell."""

    async def scenario(server: BadDiskServer) -> None:
        table = await Table(server).open()
        server.disk.fail("write eio kamiza.db", "sync eio kamiza.db")
        assert [(await table.act(id))["t"] for id in ("one", "two")] == ["done", "done"]
        assert server.metric("kamiza_log_bytes") > 0
        assert server.stop() == 0
        assert (server.data / LOG).exists()
        server.disk.mend()
        server.start()
        await table.open()
        assert table.first.states["A"]["version"] == 2

    run(built, tmp_path, scenario)


SEATS: list[Message] = [
    {"t": "lend", "seat": "A", "level": "heuristic"},
    {"t": "reclaim", "seat": "A"},
    {"t": "invite", "seat": "C"},
]


def test_a_seat_that_could_not_be_kept_is_as_it_was(built: Path, tmp_path: Path) -> None:
    """Lending, taking back, a name, an invitation: refused, and nobody sees it."""

    async def scenario(server: BadDiskServer) -> None:
        made = server.make_table("ppf", settings=SETTINGS)
        tokens = [made["seats"][0]["token"], made["host"]]
        client = await Client(server, made["table"]).open(*tokens)
        second = await Client(server, made["table"]).open(made["seats"][1]["token"])
        for request in SEATS:
            before = people(await welcome(server, made))
            server.disk.fail(f"write eio {LOG}")
            assert is_refused(await client.ask(request)), request
            await until_saving(second, False)
            assert people(await welcome(server, made)) == before
            server.disk.mend()
            await until_saving(second, True)
            assert (await client.ask(request))["t"] in ("done", "invited")
        await name_is_refused(server, client, second)

    run(built, tmp_path, scenario)


async def name_is_refused(server: BadDiskServer, client: Client, second: Client) -> None:
    server.disk.fail(f"write eio {LOG}")
    await client.send({"t": "name", "seat": "A", "name": "Somebody else"})
    assert is_refused(await client.until("refused"))
    server.disk.mend()
    await until_saving(second, True)
    names = [p["name"] for m in second.messages if m["t"] == "table" for p in m["players"]]
    assert "Somebody else" not in names


async def welcome(server: Server, made: Message) -> Message:
    """What somebody hears who comes now."""
    watcher = await Client(server, made["table"]).open(made["spectator"])
    await watcher.close()
    return next(message for message in watcher.messages if message["t"] == "welcome")


def people(message: Message) -> list[Message]:
    return list(message["players"])


def test_what_nobody_asked_for_is_kept_later(built: Path, tmp_path: Path) -> None:
    """A person who comes while the disk is full is let in; their name lasts all the same."""

    async def scenario(server: BadDiskServer) -> None:
        table = await Table(server).open()
        server.disk.fail(f"write enospc {LOG}")
        assert is_refused(await table.act("one"))
        token = table.made["seats"][1]["token"]
        second = await Client(server, table.name).open(token, name="Aoi")
        assert is_refused(await table.act("one"))  # the name was tried before that
        server.disk.mend()
        await until_saving(second, True)
        await table.act("one")  # whatever was to be written before is written
        server.kill()
        server.start()
        assert [p["name"] for p in people(await welcome(server, table.made))][1] == "Aoi"

    run(built, tmp_path, scenario)


def test_who_asked_to_take_back_hears_that_it_could_not_be_kept(
    built: Path, tmp_path: Path
) -> None:
    """Not only whoever agreed."""

    async def scenario(server: BadDiskServer) -> None:
        table = await Table(server).open()
        await table.act("one")
        await table.act("two")
        state = await table.second.wait_for_version("B", 2)
        answer = await table.second.move("B", state["view"]["moves"][0])
        undo = {"t": "undo", "id": "back", "seat": "A", "version": answer["version"]}
        await table.first.send(undo)
        while "undo_request" not in await table.second.until("table"):
            pass
        server.disk.fail(f"sync eio {LOG}")
        assert is_refused(await table.second.ask({"t": "consent", "seat": "B", "yes": True}))
        while (refused := await table.first.until("refused"))["id"] != "back":
            pass
        assert is_refused(refused)

    run(built, tmp_path, scenario)


def test_a_report_that_was_cut_off_does_not_spoil_the_others(tmp_path: Path) -> None:
    reports = Reports(tmp_path)
    assert reports.add(why="first")
    with reports.file.open("ab") as file:
        file.write(b'{"at": 1, "why": "cut \xe3\x81')
    assert reports.add(why="last")
    assert [report["why"] for report in reports.all()] == ["first", "last"]


# -- a disk that takes its time -------------------------------------------------------------------


def test_a_sync_that_hangs_holds_up_nobody_but_who_waits_for_it(
    built: Path, tmp_path: Path
) -> None:
    """Health tells after a while; when the disk goes on, so does everything."""

    async def scenario(server: BadDiskServer) -> None:
        table, other = await Table(server).open(), await Table(server).open()
        server.disk.fail(f"sync hang {LOG}")
        act = asyncio.create_task(table.act("one"))
        await other.first.send({"t": "ping"})
        await other.first.until("pong")
        late = await Client(server, other.name).open(other.made["spectator"])
        assert late.states[None]["version"] == 0
        while statuses(server) != [503, 503]:
            await asyncio.sleep(0.2)
        assert not act.done()
        server.disk.mend()
        assert (await act)["version"] == 1
        assert statuses(server) == [200, 200]

    run(built, tmp_path, scenario)


# -- a place that cannot be read ------------------------------------------------------------------


def lengthen(server: Server, table: Table, count: int) -> None:
    """Salt is laid and taken back again and again, until the journal fills pages of its own."""
    rows = [
        (table.name, version, 0, ACT if version % 2 else UNDO, "+salt", f"{table.name} {version}",
         PERSON, None, 1.0)
        for version in range(1, count + 1)
    ]  # fmt: skip
    with closing(sqlite3.connect(server.data / "kamiza.db")) as tables, tables:
        tables.executemany("insert into entries values (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def own_pages(server: Server, table: Table) -> list[int]:
    """The pages where the end of its journal stands."""
    content = (server.data / "kamiza.db").read_bytes()
    end = f"{table.name} {LENGTH}".encode()
    pages = [content[start : start + PAGE] for start in range(0, len(content), PAGE)]
    return [number for number, page in enumerate(pages) if end in page]


PAGE = 4096
LENGTH = 400


def test_a_bad_place_on_the_disk_is_one_table_s_misfortune(built: Path, tmp_path: Path) -> None:
    async def scenario(server: BadDiskServer) -> None:
        whole, broken = sorted((Table(server), Table(server)), key=lambda table: table.name)
        server.stop()  # the last one of the file has its last page for itself
        for table in (broken, whole):
            lengthen(server, table, LENGTH)
        places = own_pages(server, broken)
        server.start()
        for table in (broken, whole):
            await table.open()
        faults = [f"read eio kamiza.db 1 {n * PAGE} {n * PAGE + PAGE - 1}" for n in places]
        server.disk.fail(*faults)
        lost = broken.first.move("A", "+salt", version=LENGTH)
        kept = whole.first.move("A", "+salt", version=LENGTH)
        closed, done = await asyncio.gather(lost, kept, return_exceptions=True)
        assert isinstance(closed, ConnectionClosed)  # it is to be read again
        assert isinstance(done, dict)
        assert done["t"] == "done"
        again = await Client(server, broken.name).open()
        with suppress(ConnectionClosed):  # it was known before
            await again.send({"t": "hello", "token": broken.made["spectator"], "version": None})
        assert (await again.until("error"))["code"] == "broken_table"
        assert (await whole.first.move("A", "stop", version=LENGTH + 1))["t"] == "done"
        assert all(m["saving"] for m in whole.first.messages if m["t"] == "table")
        assert statuses(server) == [503, 503]  # and whoever runs the server knows
        server.disk.mend()
        assert statuses(server) == [200, 200]
        await broken.open()
        assert (await broken.first.move("A", "+salt", version=LENGTH))["t"] == "done"

    run(built, tmp_path, scenario)


def test_a_disk_that_can_read_again_is_well(built: Path, tmp_path: Path) -> None:
    """SQLite calls a file damaged that the disk does not give; it may have been the disk."""

    async def scenario(server: BadDiskServer) -> None:
        table = Table(server)
        server.stop()
        server.start()
        server.disk.fail("read eio kamiza.db")
        client = await Client(server, table.name).open()
        assert (await client.until("error"))["code"] == "broken_table"
        assert statuses(server) == [503, 503]
        server.disk.mend()
        await table.open()
        assert server.get("/healthz") == {"healthy": True}  # and no table is called broken

    run(built, tmp_path, scenario)


# -- starting -------------------------------------------------------------------------------------

FULL = ("write enospc kamiza.db", f"write enospc {LOG}")


def test_a_start_on_a_full_disk_is_not_healthy(built: Path, tmp_path: Path) -> None:
    """Known before anybody relies on it; everything can be seen, and it gets well by itself."""

    async def scenario(server: BadDiskServer) -> None:
        table = Table(server)
        server.kill()
        server.disk.fail(*FULL)
        server.launch()
        while (found := statuses_if_any(server)) == [0, 0]:
            await asyncio.sleep(0.05)
        assert found == [503, 503]
        await table.open()
        assert is_refused(await table.act("one"))
        server.disk.mend()
        while statuses_if_any(server) != [200, 200]:
            await asyncio.sleep(0.1)
        assert (await table.act("one"))["t"] == "done"

    run(built, tmp_path, scenario)


def statuses_if_any(server: Server) -> list[int]:
    try:
        return statuses(server)
    except OSError:
        return [0, 0]  # it does not answer yet


@pytest.mark.parametrize("is_new", [True, False])
def test_a_disk_without_room_even_to_look_is_told_in_one_sentence(
    built: Path, tmp_path: Path, is_new: bool
) -> None:
    """A new file cannot be begun; of an old one the index of its log cannot be made."""
    server = BadDiskServer(built, tmp_path, *QUICK)
    if not is_new:
        with server:
            server.make_table("pp")
    server.log.write_bytes(b"")
    server.disk.fail(*FULL, "write enospc kamiza.db-shm")
    server.launch()
    assert server.process is not None
    assert server.process.wait(ANSWER_SECONDS) == 1
    said = server.log.read_text().strip()
    assert "kamiza.db" in said
    assert said.endswith(".")
    assert "\n" not in said
