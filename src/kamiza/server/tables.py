"""All tables of a server: found in memory or in the store, and put to rest."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator

from kamiza import games
from kamiza.play.table import restoring
from kamiza.play.words import refusal
from kamiza.server.calls.waking import Waking
from kamiza.server.club_results import note_soon
from kamiza.server.coaching import CoachOfGames
from kamiza.server.config import Config
from kamiza.server.gate import Gate
from kamiza.server.guiding import is_guided, start_of, subject_of
from kamiza.server.limits import Busy, Guest
from kamiza.server.live_table import LiveTable
from kamiza.server.log import log
from kamiza.server.looking_back import LookingBack
from kamiza.server.new_tables import set_up
from kamiza.server.retention import delete_old
from kamiza.server.services import Services
from kamiza.server.store import CannotRead, Elsewhere, TableRow
from kamiza.server.unhurried import unhurried
from kamiza.server.versions import is_played_here, version_of
from kamiza.server.win_chances import WinChancesOfGames
from kamiza.server.writer import CannotSave, Damaged

PROBE_SECONDS = 1.0
TIDY_SECONDS = 3600.0
MOST_OPENING = 256  # tables that are being read from the store, or wait for it
OPENED_AT_ONCE = 2
LAST_WORK = 5.0  # seconds until a forgotten table leaves the memory


class OtherRules(Exception):
    """A table of an older or newer Kamiza: it could only be continued wrongly. Nobody of the house
    can play it now; nothing of it is lost."""

    def __init__(self, row: TableRow) -> None:
        super().__init__(row.id)
        self.row = row


class BrokenTable(Exception):
    """A table whose rows cannot be read, or whose journal cannot be played."""


class Tables:
    """Every table that is in memory, by its name."""

    def __init__(self, config: Config, gate: Gate | None = None) -> None:
        self.services = Services(config, self.lost_the_disk, self.overtaken, gate or Gate(config))
        self.coach = CoachOfGames(self.services.bots)
        self.win_chances = WinChancesOfGames(self.services.bots, config.win_chance_milliseconds)
        self.looking_back = LookingBack(self.services.bots.look_back)
        self.trying = LookingBack(self.services.bots.try_out, lambda: refusal("position_slow"))
        self.live: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.turn = asyncio.Semaphore(OPENED_AT_ONCE)
        self.broken: set[str] = set()  # names of tables that could not be read
        self.is_closing = False
        self.probe_task: asyncio.Task[None] | None = None
        self.tidy_task: asyncio.Task[None] | None = None
        self.waking = Waking(self, config.wake_seconds)
        self.services.metrics.tables.read = lambda: len(self.live)
        self.services.metrics.broken_tables.read = lambda: len(self.broken)

    async def begin(self) -> None:
        """Find out whether anything can be saved, before anybody relies on it."""
        await self.services.open()
        with contextlib.suppress(CannotSave, Damaged):
            await self.services.store.probe()
        self.services.game_ended = note_soon
        self.tidy_task = asyncio.create_task(self.tidy())
        self.waking.start()

    async def tidy(self) -> None:
        """Again and again: delete what nobody wanted to be kept for so long, unless somebody looks
        at it."""
        while True:
            with contextlib.suppress(CannotSave, CannotRead, Damaged):
                await delete_old(self.services.store, self.services.config, self.live)
            await asyncio.sleep(TIDY_SECONDS)

    # -- finding --------------------------------------------------------------------------------

    async def row(self, name: str) -> TableRow | None:
        """What is known of a table, without reading it."""
        live = self.live.get(name)
        if live is not None:
            return live.row
        with self.breaking(name):
            row = await self.services.store.table(name)
            if row is not None and not is_played_here(row):
                await self.send_on(row)
            if row is not None and is_guided(row) and subject_of(row) is None:
                raise OtherRules(row)  # it begins otherwise today
        return row

    async def send_on(self, row: TableRow) -> None:
        """A table of other rules or cards: whoever plays those has it, or may have it."""
        other = await self.services.store.who_plays(row.id, version_of(row))
        raise OtherRules(row) if other is None else Elsewhere(other)

    def is_played(self, row: TableRow) -> bool:
        """Whether anybody of the house plays the rules and cards of a table."""
        neighbourhood = self.services.neighbourhood
        return is_played_here(row) or (
            neighbourhood is not None and neighbourhood.count_who_play(version_of(row)) > 0
        )

    async def find(self, name: str, guest: Guest) -> LiveTable | None:
        """The table of that name, read from the store if it is not in memory; that has a price."""
        while True:
            live = self.live.get(name)
            if live is None:
                opening = self.opening.get(name) or await self.begin_opening(name, guest)
                if opening is None:
                    return None
                live = await asyncio.shield(opening)
            if not live.is_gone:
                return live

    async def look_at(self, name: str, guest: Guest) -> LiveTable | None:
        """A table to read, not to play: it may be another process's."""
        try:
            return await self.find(name, guest)
        except Elsewhere:
            pay_for_reading(guest)
            row = await self.row(name)
            return None if row is None else await self.read(row)

    async def begin_opening(self, name: str, guest: Guest) -> asyncio.Task[LiveTable] | None:
        row = await self.row(name)
        if row is None:
            return None
        if name in self.opening:  # somebody was faster
            return self.opening[name]
        if len(self.opening) >= MOST_OPENING or self.is_closing:
            raise Busy(1)
        if name not in self.live:
            pay_for_reading(guest)
        opening = self.opening[name] = asyncio.create_task(self.open(row))
        opening.add_done_callback(lambda done: done.cancelled() or done.exception())
        return opening

    async def open(self, row: TableRow) -> LiveTable:
        """Bring a table into the memory, to be played here and nowhere else."""
        try:
            live = self.live.get(row.id)
            if live is None:
                await self.services.store.own(row.id)
                live = self.live[row.id] = await self.read(row)
                live.calls.queued = await self.services.store.calls.waiting(row.id)
        finally:
            del self.opening[row.id]
        self.rest(live)
        return live

    async def read(self, row: TableRow) -> LiveTable:
        """Play a stored table again up to now; the time nobody could play is not counted."""
        store = self.services.store
        with self.breaking(row.id):
            game, start = games.game(row.game), start_of(row)
            async with self.turn:
                journal = await store.journal(row.id)
                table = await unhurried(restoring(game, set_up(row), journal, start))
            players = await store.players(row.id)
            if len(players) != row.seats:
                raise ValueError("seats are missing")
            for player in players:
                player.left = time.monotonic()
            live = LiveTable(self.services, row, players, table, self.forget)
            left = live.time.remember(await store.clocks(row.id))
            left = await live.days.read(store.calls, row.id, left, table.asked)
            live.time.clocks.set(left, time.monotonic())
        self.broken.discard(row.id)
        return live

    @contextlib.contextmanager
    def breaking(self, name: str) -> Iterator[None]:
        """What is wrong with a table is wrong with it alone."""
        try:
            yield
        except (OtherRules, Elsewhere, CannotRead):
            raise
        except Exception as error:
            log("table_broken", table=name, error=type(error).__name__)
            self.broken.add(name)
            self.services.store.leave(name)
            raise BrokenTable from None

    def rest(self, live: LiveTable) -> None:
        """Let a table without people leave the memory after a while."""
        if not live.is_watched():
            seconds = self.services.config.idle_seconds
            asyncio.get_running_loop().call_later(seconds, self.forget_if_idle, live)

    def forget_if_idle(self, live: LiveTable) -> None:
        if live.is_idle():
            self.forget(live)
        elif not live.is_gone:
            self.rest(live)  # its bots still think

    def forget(self, live: LiveTable) -> None:
        """The store knows this table; whoever comes next reads it from there."""
        if self.live.get(live.row.id) is live:
            del self.live[live.row.id]
            self.services.store.leave(live.row.id)
        live.close()
        # What its parts have begun comes to an end before it leaves the memory.
        asyncio.get_running_loop().call_later(LAST_WORK, id, live)

    def overtaken(self, name: str) -> None:
        """Another process has this table now: whoever sits here comes back and is sent there."""
        live = self.live.get(name)
        if live is not None:
            self.forget(live)

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
            except (CannotSave, Damaged):
                continue
        log("can_save_again")
        for live in list(self.live.values()):
            live.save_what_is_left()
        self.settle_all()

    def settle_all(self) -> None:
        for live in list(self.live.values()):
            live.settle()
            live.publish_status()

    # -- the end --------------------------------------------------------------------------------

    async def close(self) -> None:
        """Nobody new; everybody here is asked to come back; what was begun is finished."""
        self.is_closing = True
        self.waking.stop()
        for live in list(self.live.values()):
            live.close()
        for task in (self.probe_task, self.tidy_task, *self.opening.values()):
            if task is not None:
                task.cancel()
        self.looking_back.close()
        self.win_chances.close()
        self.coach.close()
        await self.services.close()


def pay_for_reading(guest: Guest) -> None:
    if not guest.loads.take(time.monotonic()):
        raise Busy(guest.loads.seconds_until())
