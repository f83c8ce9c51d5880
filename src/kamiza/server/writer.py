"""The one thread that writes: many changes, one commit, and nobody is told before it is done."""

from __future__ import annotations

import asyncio
import sqlite3
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

MOST_IN_ONE_COMMIT = 512


class CannotSave(Exception):
    """The disk is full or broken; nothing was written."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a power cut."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")
    return connection


class Writer:
    """Group commit: whatever arrives while one commit runs goes into the next."""

    def __init__(self, path: Path, metrics: Metrics, lost: Callable[[str], None]) -> None:
        self.path = path
        self.metrics = metrics
        self.lost = lost  # told whenever something could not be written
        self.works = True  # false after a failed write, until one succeeds again
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.loop = asyncio.get_running_loop()
        self.connection: sqlite3.Connection | None = None
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    def write(self, change: Change | Row) -> asyncio.Future[None]:
        """Done when the change, or the new row of a journal, is on disk; else `CannotSave`."""
        done: asyncio.Future[None] = self.loop.create_future()
        self.jobs.put((change, done))
        return done

    def close(self) -> None:
        """Finish what was asked for, then stop."""
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
        job = self.jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_IN_ONE_COMMIT or self.jobs.empty():
                return batch, True
            job = self.jobs.get()
        return batch, False

    def commit(self, batch: list[Job]) -> None:
        """Write a batch; if one change spoils it, write each by itself."""
        began = time.perf_counter()
        failure = self.attempt([change for change, _ in batch])
        if failure is None or isinstance(failure, CannotSave) or len(batch) == 1:
            results = [failure] * len(batch)
        else:
            results = [self.attempt([change]) for change, _ in batch]
        self.metrics.commits.observe(time.perf_counter() - began)
        self.metrics.committed.add(len(batch))
        self.loop.call_soon_threadsafe(self.answer, [done for _, done in batch], results)

    def attempt(self, changes: list[Change | Row]) -> Exception | None:
        """One transaction; the reason why nothing of it was written, or None."""
        rows = [change for change in changes if isinstance(change, tuple)]
        try:
            if self.connection is None:
                self.connection = connect(self.path)
            self.connection.execute("begin immediate")
            for change in changes:
                if not isinstance(change, tuple):
                    change(self.connection)
            if rows:  # all in one statement: each would wait for the other thread's turn to end
                self.connection.execute(ADD_ENTRIES, (msgspec.json.encode(rows).decode(),))
            self.connection.execute("commit")
        except sqlite3.OperationalError as broken:
            self.forget_connection()
            return CannotSave(str(broken))
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

    def answer(self, waiting: list[asyncio.Future[None]], results: list[Exception | None]) -> None:
        broken = [str(result) for result in results if isinstance(result, CannotSave)]
        self.works = not broken
        for done, failure in zip(waiting, results):
            if done.cancelled():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)
        if broken:
            self.lost(broken[0])
