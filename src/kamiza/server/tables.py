"""All tables of a server: found in memory or in the store, and put to rest."""

from __future__ import annotations

import asyncio
import time

from kamiza import games
from kamiza.play.table import Table, restore
from kamiza.server.config import Config
from kamiza.server.live_table import LiveTable
from kamiza.server.log import log
from kamiza.server.new_tables import set_up
from kamiza.server.services import Services
from kamiza.server.store import TableRow
from kamiza.server.win_chances import WinChancesOfGames
from kamiza.server.writer import CannotSave

PROBE_SECONDS = 1.0


class OtherRules(Exception):
    """A table of an older or newer Kamiza: it could only be continued wrongly."""


class Tables:
    """Every table that is in memory, by its name."""

    def __init__(self, config: Config) -> None:
        self.services = Services(config, self.lost_the_disk)
        self.win_chances = WinChancesOfGames(self.services.bots, config.chance_milliseconds)
        self.live: dict[str, LiveTable] = {}
        self.is_closing = False
        self.probe_task: asyncio.Task[None] | None = None
        self.services.metrics.tables.read = lambda: len(self.live)

    # -- finding --------------------------------------------------------------------------------

    def find(self, name: str) -> LiveTable | None:
        """The table of that name, read from the store if it is not in memory."""
        live = self.live.get(name)
        if live is None:
            row = self.services.store.table(name)
            if row is None:
                return None
            game = games.game(row.game)
            if (row.rules, row.digest) != (game.book.version, game.digest):
                raise OtherRules
            live = self.live[name] = self.read(row)
        return live

    def read(self, row: TableRow) -> LiveTable:
        """Play a stored table again up to now; the time nobody could play is not counted."""
        store = self.services.store
        table = self.read_table(row)
        live = LiveTable(self.services, row, store.players(row.id), table, self.forget)
        live.time.clocks.set(store.clocks(row.id), time.monotonic())
        return live

    def read_table(self, row: TableRow) -> Table:
        return restore(games.game(row.game), set_up(row), self.services.store.journal(row.id))

    def rest(self, live: LiveTable) -> None:
        """Let a table without people leave the memory after a while."""
        if not live.is_watched():
            seconds = self.services.config.idle_seconds
            asyncio.get_running_loop().call_later(seconds, self.forget_if_idle, live)

    def forget_if_idle(self, live: LiveTable) -> None:
        if live.is_idle():
            self.forget(live)

    def forget(self, live: LiveTable) -> None:
        """The store knows this table; whoever comes next reads it from there."""
        if self.live.get(live.row.id) is live:
            del self.live[live.row.id]
        live.close()

    # -- the disk -------------------------------------------------------------------------------

    def lost_the_disk(self, why: str) -> None:
        """Nothing can be saved: tell everybody once and try again until it works."""
        if self.probe_task is None or self.probe_task.done():
            log("cannot_save", why=why)
            self.probe_task = asyncio.create_task(self.probe())
            self.settle_all()

    async def probe(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self.services.store.probe()
                break
            except CannotSave:
                continue
        log("can_save_again")
        self.settle_all()

    def settle_all(self) -> None:
        for live in list(self.live.values()):
            live.settle()
            live.publish_status()

    # -- the end --------------------------------------------------------------------------------

    async def close(self) -> None:
        """Nobody new; everybody here is asked to come back; what was begun is finished."""
        self.is_closing = True
        for live in list(self.live.values()):
            live.close()
        if self.probe_task is not None:
            self.probe_task.cancel()
        self.win_chances.close()
        self.services.close()
