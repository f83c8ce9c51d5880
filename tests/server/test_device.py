"""Tables of a device: the same store, with another way to keep what is written."""

import asyncio
from pathlib import Path

import pytest

from kamiza.device import web
from kamiza.device.store import DeviceStore
from kamiza.play.table import ACT, PERSON, Entry
from kamiza.server import writer
from kamiza.server.frames import framed, payload_of
from kamiza.server.metrics import Metrics
from kamiza.server.store import TableRow
from kamiza.server.writer import CannotSave


class Shelf:
    """Keeps the file as a browser would, unless it is full."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.kept = b""
        self.is_full = False

    async def save(self) -> None:
        await asyncio.sleep(0)
        if self.is_full:
            raise OSError("full")
        self.kept = self.file.read_bytes()

    def restore(self) -> None:
        self.file.write_bytes(self.kept)


def row(name: str) -> TableRow:
    return TableRow(
        name, "shintoh", "1", "x", 2, {}, b"k" * 32, False, None, None, None, 0.0
    )  # fmt: skip


def entry(version: int) -> Entry:
    return Entry(version, 0, ACT, ("pass",), f"act {version}", PERSON)


def test_what_is_answered_is_kept_and_what_is_refused_never_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "IN_BROWSER", True)

    async def play() -> None:
        shelf, lost = Shelf(tmp_path / "kamiza.db"), []
        store = DeviceStore(tmp_path, Metrics(), lost.append, shelf)
        shelf.file = store.path
        await store.add_table(row("0a"), [], [], [])
        await store.add_entry("0a", entry(1), None, 0.0)
        assert b"act 1" in shelf.kept
        shelf.is_full = True
        with pytest.raises(CannotSave):
            await store.add_entry("0a", entry(2), None, 0.0)
        assert lost
        assert not store.works
        assert [one.version for one in await store.journal("0a")] == [1]
        shelf.is_full = False
        await asyncio.gather(store.probe(), store.add_entry("0a", entry(2), None, 0.0))
        assert store.works
        assert b"act 2" in shelf.kept
        assert [one.version for one in await store.journal("0a")] == [1, 2]
        await store.close()

    asyncio.run(play())


def test_a_question_finds_the_first_route_that_fits() -> None:
    async def told(request: web.Request) -> web.Response:
        return web.PlainTextResponse(f"{request.path_params} {request.query_params}")

    routes: list[web.BaseRoute] = [
        web.Route("/api/games/{game}/rules", told, ["GET"]),
        web.Route("/api/{rest:path}", told, ["GET"]),
    ]

    async def ask(method: str, address: str) -> tuple[int, bytes]:
        found = await web.answer(routes, web.Request(method, address, {}))
        return found.status_code, await found.whole()

    async def asked() -> None:
        rules = await ask("GET", "/api/games/shintoh/rules?study=1")
        assert rules == (200, b"{'game': 'shintoh'} {'study': '1'}")
        assert await ask("GET", "/api/a/b") == (200, b"{'rest': 'a/b'} {}")
        assert (await ask("POST", "/api/a"))[0] == 405

    asyncio.run(asked())


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_gives_its_text_back(size: int) -> None:
    assert payload_of(framed(b"x" * size)) == b"x" * size
