"""The writing thread and its SQLite file: groups, failures, and what a failure leaves behind."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kamiza.server.metrics import Metrics
from kamiza.server.writer import CannotSave, Change, Writer, connect

Scenario = Callable[[Writer, list[str]], Awaitable[None]]


class Spoiled(Exception):
    """A fault of whoever asked for the change."""


def with_writer(path: Path, scenario: Scenario) -> Metrics:
    """A writer and what it told about a lost disk."""
    metrics = Metrics()

    async def run() -> None:
        told: list[str] = []
        writer = Writer(path, metrics, told.append)
        try:
            await asyncio.wait_for(scenario(writer, told), 60)
        finally:
            writer.close()

    asyncio.run(run())
    return metrics


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one table."""
    file = tmp_path / "kept.db"
    connection = connect(file)
    connection.execute("create table kept (word text unique)")
    connection.close()
    return file


def adding(word: str) -> Change:
    def change(connection: sqlite3.Connection) -> None:
        connection.execute("insert into kept values (?)", (word,))

    return change


def spoiled(connection: sqlite3.Connection) -> None:
    connection.execute("insert into kept values ('half')")
    raise Spoiled


def kept(path: Path) -> list[str]:
    connection = connect(path)
    words = [word for (word,) in connection.execute("select word from kept order by word")]
    connection.close()
    return words


def open_files(path: Path) -> int:
    """How often this process holds the file open."""
    found = 0
    for number in os.listdir("/proc/self/fd"):
        try:
            found += os.readlink(f"/proc/self/fd/{number}") == str(path)
        except OSError:
            continue  # closed in the meantime
    return found


def test_a_spoiled_change_leaves_nothing_open_and_nothing_half_written(path: Path) -> None:
    """Whoever keeps the failure, even, does not keep the file locked for the next change."""

    async def scenario(writer: Writer, told: list[str]) -> None:
        await writer.write(adding("before"))
        with pytest.raises(Spoiled) as failure:
            await writer.write(spoiled)
        assert open_files(path) == 0
        await writer.write(adding("after"))
        assert failure.value is not None
        assert (writer.works, told) == (True, [])  # a fault of one change is not the disk's

    with_writer(path, scenario)
    assert kept(path) == ["after", "before"]
    assert open_files(path) == 0


async def in_one_group(writer: Writer, *changes: Change) -> list[asyncio.Future[None]]:
    """Changes that arrive while another is written, and so are written together."""
    began, go_on = threading.Event(), threading.Event()

    def holding(connection: sqlite3.Connection) -> None:
        began.set()
        assert go_on.wait(60)

    first = writer.write(holding)
    await asyncio.to_thread(began.wait, 60)
    waiting = [writer.write(change) for change in changes]
    go_on.set()
    await first
    return waiting


@pytest.mark.parametrize("others", [1, 2])
def test_one_spoiled_change_does_not_spoil_its_group(path: Path, others: int) -> None:
    async def scenario(writer: Writer, told: list[str]) -> None:
        good = [adding(f"good {number}") for number in range(others)]
        group = await in_one_group(writer, *good, spoiled)
        *fine, bad = await asyncio.gather(*group, return_exceptions=True)
        assert fine == [None] * others
        assert isinstance(bad, Spoiled)
        assert writer.works

    metrics = with_writer(path, scenario)
    assert kept(path) == [f"good {number}" for number in range(others)]
    assert metrics.committed.value == others + 2


@pytest.mark.parametrize("others", [0, 2])
def test_what_cannot_be_written_while_other_things_can_is_nobody_else_s_misfortune(
    path: Path, others: int
) -> None:
    """As with a bad place on the disk: SQLite says no to one change, and goes on."""

    def nowhere(connection: sqlite3.Connection) -> None:
        connection.execute("insert into nowhere values (1)")

    async def scenario(writer: Writer, told: list[str]) -> None:
        good = [adding(f"good {number}") for number in range(others)]
        *fine, bad = await asyncio.gather(
            *await in_one_group(writer, *good, nowhere), return_exceptions=True
        )
        assert fine == [None] * others
        assert isinstance(bad, CannotSave)
        assert (writer.works, told) == (True, [])

    with_writer(path, scenario)
    assert kept(path) == [f"good {number}" for number in range(others)]


def test_changes_that_arrive_together_are_one_commit(path: Path) -> None:
    async def scenario(writer: Writer, told: list[str]) -> None:
        await asyncio.gather(*await in_one_group(writer, *map(adding, "abcde")))

    metrics = with_writer(path, scenario)
    assert kept(path) == list("abcde")
    assert sum(metrics.commits.counts) == 2
    assert metrics.committed.value == 6


def test_a_file_that_cannot_be_opened_is_told_and_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "kept.db"

    def creating(connection: sqlite3.Connection) -> None:
        connection.execute("create table kept (word text)")

    async def scenario(writer: Writer, told: list[str]) -> None:
        for times in (1, 2):
            with pytest.raises(CannotSave):
                await writer.write(creating)
            assert not writer.works
            assert told == ["unable to open database file"] * times
        path.parent.mkdir()
        await writer.write(creating)
        assert writer.works
        assert len(told) == 2

    with_writer(path, scenario)
    assert kept(path) == []


def test_nobody_who_stopped_waiting_disturbs_the_others(path: Path) -> None:
    """A request whose socket went away is written all the same."""

    async def scenario(writer: Writer, told: list[str]) -> None:
        gone, here = await in_one_group(writer, adding("gone"), adding("here"))
        gone.cancel()
        await asyncio.wait_for(here, 60)

    with_writer(path, scenario)
    assert kept(path) == ["gone", "here"]


def test_closing_finishes_what_was_asked_for(path: Path) -> None:
    async def scenario(writer: Writer, told: list[str]) -> None:
        for number in range(600):  # more than one commit takes
            writer.write(adding(f"{number:03}"))

    with_writer(path, scenario)
    assert kept(path) == [f"{number:03}" for number in range(600)]
    assert open_files(path) == 0


def test_a_commit_survives_a_power_cut(path: Path) -> None:
    """Write-ahead, synced with every commit, and references that hold."""
    connection = connect(path)
    asked = ("journal_mode", "synchronous", "foreign_keys")
    found = [connection.execute(f"pragma {name}").fetchone()[0] for name in asked]
    connection.close()
    assert found == ["wal", 2, 1]
