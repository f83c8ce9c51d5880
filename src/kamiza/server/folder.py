"""The folder of a server: its own, closed to other people, and looked at before anybody plays."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

from kamiza.server.migrations import FromTheFuture, migrate
from kamiza.server.writer import connect, touch

FILE = "kamiza.db"
LOCK = "kamiza.lock"
OWN = "kamiza.*"  # everything a server makes in its folder
PRIVATE = 0o600
PRIVATE_FOLDER = 0o700


class CannotStart(Exception):
    """Why a server cannot start, in one sentence for whoever starts it."""


class Folder:
    """A folder that belongs to this process until it ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / FILE
        try:
            make_private(path)
            self.lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise CannotStart(f"Cannot keep tables in {path}: {error.strerror}.") from None
        self.take()

    def take(self) -> None:
        """Lock the folder; the system gives it back even when a server is killed."""
        if not locked(self.lock):
            owner = os.pread(self.lock, 20, 0).decode(errors="replace").strip()
            self.close()
            by = f" (process {owner})" if owner else ""
            raise CannotStart(f"Another Kamiza{by} is using the folder {self.path}.")
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        os.close(self.lock)

    def check(self) -> None:
        """Read the whole file once and bring it up to date; `CannotStart` if it is no good."""
        try:
            with closing(connect(self.file)) as tables:
                verdict = str(tables.execute("pragma quick_check(1)").fetchone()[0])
                if verdict != "ok":
                    raise CannotStart(self.damaged(verdict.splitlines()[-1]))
                migrate(tables)
                can_write(tables)
        except FromTheFuture:
            raise CannotStart(f"{self.file} was written by a newer Kamiza.") from None
        except sqlite3.OperationalError as error:
            raise CannotStart(f"Cannot use {self.file}: {error}.") from None
        except sqlite3.DatabaseError as error:
            raise CannotStart(self.damaged(str(error))) from None

    def damaged(self, how: str) -> str:
        return f"{self.file} is damaged ({how}); take a backup of it."


def make_private(folder: Path) -> None:
    """Only the owner may look in; what was open to others is closed."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    for path in (folder, *folder.glob(OWN)):
        found = path.stat()
        is_shared = bool(found.st_mode & stat.S_ISVTX)  # like /tmp: not ours to close
        if found.st_uid == os.geteuid() and not is_shared and found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & PRIVATE_FOLDER)


def make_private_file(path: Path) -> None:
    """An empty file that nobody else can open, not even for a moment."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def can_write(tables: sqlite3.Connection) -> None:
    """A full disk may get room again: that is no reason not to start."""
    try:
        touch(tables)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise


if sys.platform == "win32":

    def locked(lock: int) -> bool:
        """There is no such lock here; what does not follow is refused by the file all the same."""
        return True

else:
    import fcntl

    def locked(lock: int) -> bool:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
