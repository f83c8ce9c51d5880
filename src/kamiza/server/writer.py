"""The one thread that writes: many changes, one commit, and nobody is told before it is done."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import msgspec

from kamiza.server.metrics import Metrics

Change = Callable[[sqlite3.Connection], None]
Row = tuple[object, ...]
Job = tuple[Change | Row, "asyncio.Future[None]"]

COLUMNS = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(9))
ADD_ENTRIES = f"insert into entries select {COLUMNS} from json_each(?)"

IN_BROWSER = sys.platform == "emscripten"
MOST_IN_ONE_COMMIT = 512
PATIENCE = 5.0  # seconds: a commit that takes longer hangs
CHECKPOINT_PAGES = 8000  # 32 MB: what changes again and again goes to the file less often


class CannotSave(Exception):
    """The disk is full or broken; nothing was written."""


class Unsure(CannotSave):
    """The line to the disk was cut in the middle: perhaps it was written."""


class Overtaken(Exception):
    """Somebody else has written here, or what it belonged to is gone; nothing was written."""


class Damaged(Exception):
    """The file, or this part of it, cannot be read any more."""


def touch(connection: sqlite3.Connection) -> None:
    """Write something without meaning."""
    version = connection.execute("pragma user_version").fetchone()[0]
    connection.execute(f"pragma user_version = {version}")


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a power cut."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    # In a browser the file is in the memory, and kept by `kamiza.device.store`.
    connection.execute(f"pragma journal_mode = {'memory' if IN_BROWSER else 'wal'}")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma secure_delete = on")  # what is deleted is not left in the file
    connection.execute(f"pragma wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection


class Writer:
    """Group commit: whatever arrives while one commit runs goes into the next."""

    def __init__(self, path: Path, metrics: Metrics, lost: Callable[[str], None]) -> None:
        self.path = path
        self.metrics = metrics
        self.lost = lost  # told whenever something could not be written
        self.works = True  # false after a failed write, until one succeeds again
        self.can_save = True  # the same, as the thread knows it
        self.began: float | None = None  # when the commit began that is running now
        self.fresh: list[Job] = []  # asked for in this turn of the event loop
        self.jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self.loop = asyncio.get_running_loop()
        self.connection: sqlite3.Connection | None = None
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    def write(self, change: Change | Row) -> asyncio.Future[None]:
        """Done when the change, or the new row of a journal, is on disk; else `CannotSave`."""
        done: asyncio.Future[None] = self.loop.create_future()
        if not self.fresh:
            self.loop.call_soon(self.hand_over)
        self.fresh.append((change, done))
        return done

    @property
    def hangs(self) -> bool:
        """Has the disk not answered for a long time?"""
        began = self.began
        return began is not None and time.perf_counter() - began > PATIENCE

    def hand_over(self) -> None:
        """Wake the thread once for all changes of a turn: each waking costs more than a change."""
        if self.fresh:
            self.jobs.put(self.fresh)
            self.fresh = []

    def close(self) -> None:
        """Finish what was asked for, then stop."""
        self.hand_over()
        self.jobs.put(None)
        self.thread.join()

    # -- in the thread --------------------------------------------------------------------------

    def run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self.collect()
            if batch:
                self.commit(batch)
        if self.connection is not None:
            self.connection.close()

    def collect(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all others that are there already."""
        batch: list[Job] = []
        jobs = self.jobs.get()
        while jobs is not None:
            batch += jobs
            if len(batch) >= MOST_IN_ONE_COMMIT or self.jobs.empty():
                return batch, True
            jobs = self.jobs.get()
        return batch, False

    def commit(self, batch: list[Job]) -> None:
        """Write a batch, and tell how each of its changes fared."""
        self.began = began = time.perf_counter()
        results = self.write_down([change for change, _ in batch])
        self.began = None
        self.metrics.commits.observe(time.perf_counter() - began)
        self.metrics.committed.add(len(batch))
        waiting = [done for _, done in batch]
        self.loop.call_soon_threadsafe(self.answer, waiting, results, self.can_save)

    def write_down(self, changes: list[Change | Row]) -> list[Exception | None]:
        """All at once; if one change spoils that, or its place on the disk, each by itself."""
        failure = self.attempt(changes)
        if failure is None or not self.can_write_else(failure):
            return [failure] * len(changes)
        if len(changes) == 1 and not isinstance(failure, CannotSave):
            return [failure]
        results: list[Exception | None] = []
        for change in changes:
            failure = self.attempt([change])
            results.append(failure)
            if failure is not None and not self.can_write_else(failure):
                return results + [failure] * (len(changes) - len(results))
        return results

    def can_write_else(self, failure: Exception) -> bool:
        """Is a failure the change's own, and not the disk's?

        What is written to find that out also takes the place of what was written in vain. When only
        the sync fails, everything lies in the file already, and who starts anew would find it.
        """
        self.can_save = not isinstance(failure, CannotSave) or self.attempt([touch]) is None
        return self.can_save

    def attempt(self, changes: list[Change | Row]) -> Exception | None:
        """One transaction; the reason why nothing of it was written, or None."""
        rows = [change for change in changes if isinstance(change, tuple)]
        try:
            if self.connection is None:
                self.connection = connect(self.path)
            # Rows all in one statement, which is a transaction if it stands alone: after each
            # statement this thread has to wait for its turn.
            is_alone = len(rows) == len(changes)
            if not is_alone:
                self.connection.execute("begin immediate")
            for change in changes:
                if not isinstance(change, tuple):
                    change(self.connection)
            if rows:
                self.connection.execute(ADD_ENTRIES, (msgspec.json.encode(rows).decode(),))
            if not is_alone:
                self.connection.execute("commit")
            self.can_save = True
        except sqlite3.OperationalError as broken:
            self.forget_connection()
            return CannotSave(str(broken))
        except sqlite3.IntegrityError as wrong:
            self.forget_connection()
            return Overtaken(str(wrong))
        except sqlite3.DatabaseError as broken:
            self.forget_connection()
            return Damaged(str(broken))
        except Exception as wrong:  # handed to whoever asked for the change
            self.forget_connection()
            return wrong
        return None

    def forget_connection(self) -> None:
        """After a failure nothing about a connection is sure: the next attempt opens a new one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close()

    # -- back in the loop -----------------------------------------------------------------------

    def answer(
        self,
        waiting: list[asyncio.Future[None]],
        results: list[Exception | None],
        can_save: bool,
    ) -> None:
        self.works = can_save
        for done, failure in zip(waiting, results):
            if done.cancelled():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)
        if not can_save:
            self.lost(next(str(result) for result in results if isinstance(result, CannotSave)))
