"""The third home of the store: a SQLite file in the memory, kept page by page by the browser.

The statements are those of every server. A change is made in the memory first; then the pages of
the file that it touched go to the browser's database in one transaction, and only when that says
it is done anybody hears of the change. If it fails, the file becomes again what was kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from kamiza.server.metrics import Metrics
from kamiza.server.store.calls import CallStore
from kamiza.server.store.sqlite import SqliteStore
from kamiza.server.writer import CannotSave, Job, Writer, connect


class Shelf(Protocol):
    """What keeps the file."""

    def save(self) -> Awaitable[None]:
        """Keep what is new in the file; whatever goes wrong, nothing of it was kept."""

    def restore(self) -> None:
        """Make the file again what was kept."""


class DeviceWriter(Writer):
    """One batch after the other, without a thread."""

    def __init__(
        self, path: Path, metrics: Metrics, lost: Callable[[str], None],
        save: Callable[[], Awaitable[None]], restore: Callable[[], None],
    ) -> None:  # fmt: skip
        self.path = path
        self.metrics = metrics
        self.lost = lost
        self.keep = save
        self.restore = restore
        self.works = self.can_save = True
        self.began = None
        self.fresh = []
        self.loop = asyncio.get_running_loop()
        self.connection = None
        self.saving: asyncio.Task[None] | None = None

    def hand_over(self) -> None:
        """Whatever comes while something is being kept is kept with the next batch."""
        if self.fresh and (self.saving is None or self.saving.done()):
            self.saving = asyncio.create_task(self.save_all())

    async def save_all(self) -> None:
        while self.fresh:
            batch, self.fresh = self.fresh, []
            await self.save(batch)

    async def save(self, batch: list[Job]) -> None:
        results = self.write_down([change for change, _ in batch])
        if None in results:
            try:
                await self.keep()
                self.can_save = True
            except Exception as why:
                self.forget_connection()
                self.restore()
                self.can_save = False
                failure = CannotSave(str(why))
                results = [failure if result is None else result for result in results]
        self.metrics.committed.add(len(batch))
        self.answer([done for _, done in batch], results, self.can_save)

    def close(self) -> None:
        """Nothing is open but the file in the memory."""
        self.forget_connection()


class DeviceStore(SqliteStore):
    """Tables of this device. Nobody is called from here."""

    def __init__(
        self, folder: Path, metrics: Metrics, lost: Callable[[str], None], shelf: Shelf
    ) -> None:
        self.shelf = shelf
        super().__init__(folder, metrics, lost)
        self.calls = CallStore()

    def make_writer(self, metrics: Metrics, lost: Callable[[str], None]) -> Writer:
        return DeviceWriter(self.path, metrics, lost, self.shelf.save, self.restore)

    def restore(self) -> None:
        """Nobody goes on with pages that were never kept."""
        self.reader.close()
        self.shelf.restore()
        self.reader = connect(self.path)


def kept_in_browser(
    folder: Path, metrics: Metrics, lost: Callable[[str], None]
) -> DeviceStore:  # pragma: no cover - there is no browser around CPython
    import kamiza_shelf  # type: ignore[import-not-found]  # worker.ts brings it

    return DeviceStore(folder, metrics, lost, kamiza_shelf)
