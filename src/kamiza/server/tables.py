"""All tables of a server: made, found in memory or in the store, and put to rest."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec

from kamiza import games
from kamiza.bots import BOT_NAMES
from kamiza.core.action import Refusal
from kamiza.core.game import Setup
from kamiza.play import speech
from kamiza.play.seats import Seat, clean_name
from kamiza.play.table import BOT, PERSON, Entry, Refusal, Table, refusal, restore
from kamiza.server import bodies, wire
from kamiza.server.bots import Bots
from kamiza.server.chance import Chance
from kamiza.server.chances import Looks
from kamiza.server.limits import AddressLimits
from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.room import Room
from kamiza.server.settings import Settings
from kamiza.server.store import HOST, SEAT, SPECTATOR, Store, TableRow
from kamiza.server.writer import CannotSave

PROBE_SECONDS = 1.0
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class OtherRules(Exception):
    """A table of an older or newer Kamiza: it could only be continued wrongly."""


class Hall:
    """Where all rooms are."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = Store(settings.data, self.metrics, self.lost_the_disk)
        self.chance = Chance(settings.rehearsal)
        self.bots = Bots(
            settings.bot_workers, settings.bot_seconds, settings.search_budget, self.metrics,
            self.chance,
        )  # fmt: skip
        self.looks = Looks(self)
        self.limits = AddressLimits(settings.sockets_per_address, settings.tables_per_minute)
        self.bot_levels = tuple(BOT_NAMES)
        self.rooms: dict[str, Room] = {}
        self.is_closing = False
        self.probe_task: asyncio.Task[None] | None = None
        self.metrics.tables.read = lambda: len(self.rooms)
        self.metrics.sockets.read = lambda: self.limits.sockets.total()
        self.metrics.saving.read = lambda: float(self.store.works)

    # -- finding --------------------------------------------------------------------------------

    def room(self, table: str) -> Room | None:
        """The room of a table, read from the store if it is not in memory."""
        room = self.rooms.get(table)
        if room is None:
            row = self.store.table(table)
            if row is None:
                return None
            game = games.game(row.game)
            if (row.rules, row.digest) != (game.book.version, game.digest):
                raise OtherRules
            room = self.rooms[table] = self.read_room(row)
        return room

    def read_room(self, row: TableRow) -> Room:
        """Play a stored table again up to now; the time nobody could play is not counted."""
        room = Room(self, row, self.store.seats(row.id), self.read_table(row))
        left = self.store.clocks(row.id)
        room.clocks.set(left, time.monotonic())
        return room

    def read_table(self, row: TableRow) -> Table:
        return restore(games.game(row.game), set_up(row), self.store.journal(row.id))

    def rest(self, room: Room) -> None:
        """Let an empty room leave the memory after a while."""
        if not room.connections:
            asyncio.get_running_loop().call_later(
                self.settings.idle_seconds, self.forget_if_idle, room
            )

    def forget_if_idle(self, room: Room) -> None:
        if room.is_idle():
            self.forget(room)

    def forget(self, room: Room) -> None:
        """The store knows this table; whoever comes next reads it from there."""
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
        room.close()

    # -- making ---------------------------------------------------------------------------------

    async def make_table(
        self,
        new: bodies.NewTable,
        key: bytes | None = None,
        beginning: list[Entry] | None = None,
        branch: wire.Branch | None = None,
    ) -> bodies.TableMade:
        """A new table with its links; whatever the game refuses is `Refusal`."""
        game = games.game(new.game)
        check_players(new.players, self.bot_levels)
        row = TableRow(
            new_id(), game.name, game.book.version, game.digest, len(new.players),
            new.settings, key or self.chance.key(), new.public,
            None if new.clock is None else msgspec.to_builtins(new.clock),
            branch.table if branch else None, branch.at if branch else None, time.time(),
        )  # fmt: skip
        try:
            restore(game, set_up(row), beginning or [])
        except Refusal as why:
            raise Refusal(why.refusal.rule, speech.refusal(game, why.refusal)) from None
        seats = [new_seat(number, player) for number, player in enumerate(new.players)]
        made, tokens = new_links(row.id, seats)
        await self.store.add_table(row, seats, tokens, beginning or [])
        self.metrics.tables_made.add()
        log("table_made", table=row.id, game=row.game, seats=row.seats, branch=bool(branch))
        return made

    async def make_rematch(self, room: Room) -> bodies.TableMade:
        """The same people, game and clock; a new shuffle."""
        row = room.row
        new = bodies.NewTable(
            row.game,
            [
                bodies.NewPlayer(
                    "bot" if s.kind == BOT else "person", s.name, s.level or "heuristic"
                )
                for s in room.seats
            ],
            row.settings,
            False,
            room.clock_choice(),
        )
        try:
            return await self.make_table(new)
        except CannotSave:
            raise refusal("cannot_save") from None

    # -- the disk -------------------------------------------------------------------------------

    def lost_the_disk(self, why: str) -> None:
        """Nothing can be saved: tell everybody once and try again until it works."""
        if self.probe_task is None or self.probe_task.done():
            log("cannot_save", why=why)
            self.probe_task = asyncio.create_task(self.probe())
            for room in list(self.rooms.values()):
                room.settle()
                room.publish_table()

    async def probe(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self.store.probe()
                break
            except CannotSave:
                continue
        log("can_save_again")
        for room in list(self.rooms.values()):
            room.settle()
            room.publish_table()

    # -- the end --------------------------------------------------------------------------------

    async def close(self) -> None:
        """Nobody new; everybody here is asked to come back; what was begun is finished."""
        self.is_closing = True
        for room in list(self.rooms.values()):
            room.close()
        if self.probe_task is not None:
            self.probe_task.cancel()
        self.looks.close()
        self.bots.close()
        self.store.close()


def set_up(row: TableRow) -> Setup:
    return Setup(row.seats, dict(row.settings), 0, row.key)


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def check_players(players: list[bodies.NewPlayer], levels: tuple[str, ...]) -> None:
    for player in players:
        if player.kind == "bot" and player.level not in levels:
            raise refusal("unknown_level")


def new_seat(number: int, player: bodies.NewPlayer) -> Seat:
    if player.kind == "bot":
        return Seat(number, BOT, clean_name(player.name), player.level, claimed=True)
    return Seat(number, PERSON, clean_name(player.name))


def new_links(table: str, seats: list[Seat]) -> tuple[bodies.TableMade, list[tuple[str, str, int]]]:
    """A token for every person, the host and spectators."""
    made = bodies.TableMade(table, [], new_token(), new_token())
    tokens: list[Any] = [(made.spectator, SPECTATOR, -1), (made.host, HOST, -1)]
    for seat in seats:
        if seat.kind == BOT:
            made.seats.append(bodies.NewSeat(seat.number, "bot"))
            continue
        token = new_token()
        tokens.append((token, SEAT, seat.number))
        made.seats.append(bodies.NewSeat(seat.number, "person", token, bool(seat.name)))
    return made, tokens
