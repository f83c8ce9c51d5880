"""A server whose disk fails when it is told to, by a library between the server and its files.

The library is `bad_disk.c`, built here with the machine's C compiler; nothing of the server or of
SQLite is replaced.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server_kit import Server

SOURCE = Path(__file__).with_name("bad_disk.c")
EVERYWHERE = (0, 1 << 60)


class NoBadDisk(Exception):
    """Why there can be none on this machine."""


def library(folder: Path) -> Path:
    """The library, built; `NoBadDisk` where that cannot be."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or compiler is None:
        raise NoBadDisk("it takes Linux and a C compiler")
    built = folder / "bad_disk.so"
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(built), str(SOURCE)]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        raise NoBadDisk(f"the C compiler says {ended.stderr.strip()[-200:]}")
    return built


class BadDisk:
    """A disk that is well until something of it is broken."""

    def __init__(self, built: Path, data: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.orders = data / "faults.txt"
        self.environment = {"LD_PRELOAD": str(built), "BAD_DISK": str(self.orders)}
        self.mend()

    def fail(self, *faults: str) -> None:
        """Each is an operation, a fault, the end of a path, and perhaps how rare and where."""
        self.tell("\n".join(complete(fault) for fault in faults) + "\n")

    def mend(self) -> None:
        self.tell("")

    def tell(self, text: str) -> None:
        """All at once: who reads it never sees half of it."""
        new = self.orders.with_suffix(".new")
        new.write_text(text)
        new.replace(self.orders)


class BadDiskServer(Server):
    """A server on such a disk."""

    def __init__(self, built: Path, data: Path, *options: str) -> None:
        super().__init__(data, *options)
        self.disk = BadDisk(built, data)

    def launch(self) -> None:
        with added_to_environment(self.disk.environment):
            super().launch()


@contextmanager
def added_to_environment(more: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def complete(fault: str) -> str:
    """`sync eio kamiza.db-wal` means always and everywhere in the file."""
    words = fault.split()
    usual = [*words, *("1", *map(str, EVERYWHERE))[len(words) - 3 :]]
    return " ".join(usual)
