"""What the commands that move, copy and delete tables have in common.

An export is text: a first line that says what it is, one line for each table (`store.whole`), key
and club (`store.beside`), and a last line with their number and a checksum, so that half of a file
is never taken for all of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec

from kamiza.server.config import Config
from kamiza.server.folder import FILE, CannotStart, make_private_file
from kamiza.server.metrics import Metrics
from kamiza.server.store import CannotRead, Store, beside, homes
from kamiza.server.store.whole import WHOLE, WholeTable, checked, decode, encode, whole_of
from kamiza.server.writer import CannotSave, Damaged

FORMAT = {"kamiza_tables": 2}
READABLE = (FORMAT, {"kamiza_tables": 1})  # which had tables only
SQLITE = b"SQLite format 3\0"

Thing = WholeTable | beside.Whole


class Unusable(Exception):
    """A file that cannot be taken, in one sentence."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where the tables are: the same words as for `kamiza serve`."""
    parser.add_argument("--data", type=Path, default=Path("data"), help="where tables are kept")
    parser.add_argument("--store", default="", help="postgresql://… if they are kept there")


def with_store(args: argparse.Namespace, task: Callable[[Store], Awaitable[int]]) -> int:
    """Do something with a store; the exit status, and a sentence if it did not go well."""
    config = Config(args.data, args.store)

    async def run() -> int:
        store = homes.store_of(config, Metrics(), lambda why: None, lambda table: None)
        await store.open()
        try:
            return await task(store)
        finally:
            await store.close()

    try:
        if not config.store and not (config.data / FILE).is_file():
            raise CannotStart(f"There are no tables in {config.data}.")
        return asyncio.run(run())
    except (CannotStart, Unusable) as why:
        print(why, file=sys.stderr)
    except (CannotSave, CannotRead, Damaged, sqlite3.Error, OSError) as why:
        print(f"It cannot be done now: {why}.", file=sys.stderr)
    return 1


# -- files ----------------------------------------------------------------------------------------


class Export:
    """An export being written; it gets its name when it is whole and on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unfinished = path.with_name(path.name + ".part")
        self.unfinished.unlink(missing_ok=True)
        make_private_file(self.unfinished)
        self.file = self.unfinished.open("wb")
        self.sum = sha256()
        self.count = 0
        self.write(encode(FORMAT))

    def write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.sum.update(line + b"\n")

    def add(self, whole: Thing) -> None:
        self.write(encode(whole))
        self.count += 1

    def finish(self) -> None:
        last = {"things": self.count, "sha256": self.sum.hexdigest()}
        self.file.write(encode(last) + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self.unfinished.replace(self.path)


class LastLine(msgspec.Struct, forbid_unknown_fields=True):
    sha256: str
    things: int = 0
    tables: int = 0  # which is what things were, when there were only tables


class AnyLine(msgspec.Struct):
    """Enough of a line to know what it is."""

    key: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    club: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def things_in(path: Path) -> Iterator[Thing]:
    """All of an export or of a copy of a store; `Unusable` before the first if it is cut."""
    try:
        with path.open("rb") as file:
            is_copy = file.read(len(SQLITE)) == SQLITE
    except OSError as error:
        raise Unusable(f"Cannot read {path}: {error.strerror}.") from None
    try:
        if is_copy:
            yield from things_of_copy(path)
        else:
            check_export(path)
            yield from things_of_export(path)
    except (msgspec.MsgspecError, sqlite3.Error, ValueError) as error:
        raise Unusable(f"{path} cannot be read: {error}.") from None


def check_export(path: Path) -> None:
    """Nothing is missing and nothing was changed."""
    total, count, last = sha256(), -1, b""
    with path.open("rb") as file:
        for line in file:
            if last:
                total.update(last)
                count += 1
            elif msgspec.json.decode(line) not in READABLE:
                raise Unusable(f"{path} is no export of this Kamiza.")
            last = line
    end = msgspec.json.decode(last, type=LastLine)
    if (end.things + end.tables, end.sha256) != (count, total.hexdigest()):
        raise Unusable(f"{path} is not whole, or was changed.")


def things_of_export(path: Path) -> Iterator[Thing]:
    with path.open("rb") as file:
        next(file)
        held = next(file)
        for line in file:  # the last one is no thing
            yield thing_of(held)
            held = line


def thing_of(line: bytes) -> Thing:
    found = msgspec.json.decode(line, type=AnyLine)
    if found.key is not msgspec.UNSET:
        return msgspec.json.decode(line, type=beside.WholeKey)
    if found.club is not msgspec.UNSET:
        return msgspec.json.decode(line, type=beside.WholeClub)
    return checked(decode(line))


def things_of_copy(path: Path) -> Iterator[Thing]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as copy:
        names = [name for (name,) in copy.execute("select id from tables order by created")]
        for name in names:
            kept = [copy.execute(part.format("?"), (name,)).fetchall() for part in WHOLE]
            whole = whole_of(*kept)
            assert whole is not None
            yield whole
        for kind, parts in beside.PARTS.items():
            for (name,) in copy.execute(beside.NAMES[kind]).fetchall():
                rows = [copy.execute(part.question(), (name,)).fetchall() for part in parts]
                yield beside.whole_of(kind, rows)
