"""Tables that go on for days are looked at when something is due there, though nobody comes."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from kamiza.server.limits import Busy
from kamiza.server.log import log
from kamiza.server.store import CannotRead, Elsewhere
from kamiza.server.writer import CannotSave, Damaged

if TYPE_CHECKING:
    from kamiza.server.tables import Tables

MOST_AT_ONCE = 50
HOUSE = "house"  # who opens a table for nobody


class Waking:
    """Wakes tables again and again; of several processes, the one that gets a table does."""

    def __init__(self, tables: Tables, seconds: float) -> None:
        self.tables = tables
        self.seconds = seconds
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.tables.services.store.calls.is_kept:
            self.task = asyncio.create_task(self.go_on())

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    async def go_on(self) -> None:
        while True:
            try:
                await self.look()
            except (CannotRead, CannotSave, Damaged):
                log("tables_not_woken")
            await asyncio.sleep(self.seconds)

    async def look(self) -> None:
        store = self.tables.services.store.calls
        for name in await store.due_tables(time.time(), MOST_AT_ONCE):
            if name not in self.tables.live:
                try:
                    await self.wake(name)
                except Busy:
                    return

    async def wake(self, name: str) -> None:
        """Open a table and see to what is due; one that cannot be played is left to rest."""
        from kamiza.server.tables import BrokenTable, OtherRules

        tables = self.tables
        try:
            live = await tables.find(name, tables.services.limits.guest(HOUSE))
        except Elsewhere:
            return  # whoever has it sees to it
        except (BrokenTable, OtherRules):
            live = None
        if live is None or live.row.id in tables.services.house.closed:
            await tables.services.store.calls.wake(name, None)
            return
        live.settle()
        tables.rest(live)
