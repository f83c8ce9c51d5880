"""The log of SQLite torn at any byte: what is left is a whole beginning of what was written."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

from kamiza.play.players import Player
from kamiza.play.table import ACT, PERSON, Entry
from kamiza.server.folder import CannotStart, Folder
from kamiza.server.metrics import Metrics
from kamiza.server.store import HOST, TableRow
from kamiza.server.store.sqlite import SqliteStore
from kamiza.server.writer import Damaged

TABLES = ("one", "two", "three")
ENTRIES = 39  # of each table
FILE, LOG = "kamiza.db", "kamiza.db-wal"
ENDS = ("cut", "zeros", "noise")  # the rest is missing, was never written, or is something else


def act(version: int) -> Entry:
    return Entry(version, version % 2, ACT, ("m",), f"person {version}", PERSON)


def written(folder: Path, copy: Path) -> None:
    """A file and its log as a crash leaves them: taken while the store is open."""

    async def run() -> None:
        store = SqliteStore(folder, Metrics(), lambda why: None)
        for name in TABLES:
            row = TableRow(name, "shintoh", "1", "d", 2, {}, b"k", False, None, None, None, 1.0)
            players = [Player(0, PERSON, "A"), Player(1, PERSON, "B")]
            await store.add_table(row, players, [(name, HOST, -1)], [])
        for version in range(1, ENTRIES + 1):
            await asyncio.gather(*(store.add_entry(n, act(version), None, 1.0) for n in TABLES))
        for file in (FILE, LOG):
            shutil.copy(folder / file, copy / file)
        await store.close()

    asyncio.run(run())


def journals(folder: Path) -> dict[str, int]:
    """How much is left of each journal. Everything left is whole, and can be gone on from."""
    found: dict[str, int] = {}
    owned = Folder(folder)
    owned.check()
    owned.close()

    async def run() -> None:
        store = SqliteStore(folder, Metrics(), lambda why: None)
        try:
            for name in await store.names():
                assert await store.whole(name) is not None  # every entry follows the one before
                found[name] = len(await store.journal(name))
                await store.add_entry(name, act(found[name] + 1), None, 1.0)
        finally:
            await store.close()

    asyncio.run(run())
    return found


def tear(torn_from: Path, folder: Path, end: str, cuts: int, rng: random.Random) -> list[int]:
    """Cut so often at random bytes; what was left each time, the shortest log first."""
    size = (torn_from / LOG).stat().st_size
    lengths = []
    for at in sorted(rng.randrange(size) for _ in range(cuts)):
        shutil.copytree(torn_from, folder)
        rest = {"cut": b"", "zeros": bytes(size - at), "noise": rng.randbytes(size - at)}[end]
        with (folder / LOG).open("r+b") as log:
            log.truncate(at)
            log.seek(at)
            log.write(rest)
        try:
            lengths.append(sum(journals(folder).values()))
        except (CannotStart, Damaged) as why:
            raise AssertionError(f"{end} at byte {at}: {why}") from None
        shutil.rmtree(folder)
    return lengths
