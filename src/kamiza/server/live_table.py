"""A table with its people: who is connected, who sits where, and what happens when.

Everything that changes the game goes through `commit`, one change at a time: first it is written
to disk, then it becomes real, then everybody hears of it. The parts of a live table each do one
thing: `publishing`, `timekeeping`, `bot_turns`, `auto_pass`, `undo_requests`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec
from msgspec import UNSET

from kamiza.core.game import Game
from kamiza.core.rng import commitment
from kamiza.play.chat import Chat
from kamiza.play.clocks import ClockRule
from kamiza.play.lending import summary
from kamiza.play.players import Player
from kamiza.play.table import BOT, PERSON, TURN, Change, Entry, Table
from kamiza.play.words import Text, refusal
from kamiza.server import http_types, messages
from kamiza.server.auto_pass import AutoPasser
from kamiza.server.bot_turns import BotTurns
from kamiza.server.connection import SHUTDOWN, Connection
from kamiza.server.log import log
from kamiza.server.messages import SEATS, packed
from kamiza.server.publishing import Audience, state_message
from kamiza.server.services import Services
from kamiza.server.store import TableRow
from kamiza.server.timekeeping import Timekeeper
from kamiza.server.undo_requests import UndoRequests
from kamiza.server.writer import CannotSave

STAND_IN = "heuristic"


class LiveTable:
    """One table that is in memory."""

    def __init__(
        self,
        services: Services,
        row: TableRow,
        players: list[Player],
        table: Table,
        forget: Callable[[LiveTable], None],
    ) -> None:
        config = services.config
        self.services = services
        self.row = row
        self.players = players
        self.table = table
        self.forget = forget  # the file knows more than this object: let it be read again
        self.game: Game = table.game
        self.commitment = commitment(row.key)
        self.lock = asyncio.Lock()
        self.chat = Chat()
        self.audience = Audience()
        self.time = Timekeeper(players, clock_rule(row), config, self.time_is_up)
        self.undo = UndoRequests(self, config.consent_seconds)
        self.bots = BotTurns(self, services.bots, config.bot_pause)
        self.auto_pass = AutoPasser(self)
        self.rematch: http_types.TableMade | None = None
        self.is_gone = False  # no longer what stands for its table

    # -- changing the game ----------------------------------------------------------------------

    async def commit(
        self, change: Change, asker: Connection | None = None, answer: bytes = b""
    ) -> None:
        """Write a change down, make it real, tell everybody; the asker gets the answer first."""
        if self.is_gone:
            raise refusal("stale")
        clocks, version, asked = self.time.clocks, self.table.version, int(change.state.asked)
        left = clocks.after(change.entry.seat, asked, time.monotonic())
        await self.save(change, left)
        self.table.accept(change)
        clocks.set(left, time.monotonic())
        self.services.metrics.acts.add()
        self.audience.send_each(lambda seat: self.state_for(seat, version), asker, answer)
        self.end_turn(change.entry)
        self.undo.drop_outdated()
        self.settle()

    async def save(self, change: Change, left: list[float] | None) -> None:
        """Put a change on disk; if that fails nothing has happened."""
        now = time.time()
        last_hash = self.game.hash(change.state) if change.state.asked < 0 else ""
        try:
            await self.services.store.add_entry(self.row.id, change.entry, left, now, last_hash)
        except CannotSave:
            raise refusal("cannot_save") from None
        except BaseException:
            self.forget(self)  # what is on disk is not known
            raise
        if last_hash:
            self.row = replace(self.row, finished=now, last_hash=last_hash)

    def end_turn(self, entry: Entry) -> None:
        """Once a turn that ran out is over, its person plays again and reads what happened."""
        if entry.by == PERSON:
            self.time.late.discard(entry.seat)
        player = self.players[entry.seat]
        if player.lent_why != TURN or self.table.asked == player.seat:
            return
        lines = summary(self.table, player)
        player.take_back()
        self.save_soon(player)
        message = self.state_for(player.seat, self.table.version, lines)
        self.audience.send_to(player.seat, message)

    # -- telling --------------------------------------------------------------------------------

    def state_for(self, seat: int, version: int | None, summary: list[Text] | None = None) -> bytes:
        """The table as one seat may see it, and what happened after the version it knows."""
        update = self.table.update(version, seat)
        return state_message(self.table, seat, update, self.auto_pass.passes_for(seat), summary)

    def publish_status(self) -> None:
        if self.audience:
            self.audience.send(packed(self.status()))

    def status(self) -> messages.TableStatus:
        away = self.time.away()
        return messages.TableStatus(
            self.player_list(),
            self.services.store.works,
            self.time.seat_clocks() or UNSET,
            UNSET if away is None else [away],
            self.undo.as_message() or UNSET,
        )

    def player_list(self) -> list[messages.Player]:
        return [
            messages.Player(
                SEATS[player.seat],
                player.name,
                "bot" if player.kind == BOT else "person",
                player.is_present,
                player.claimed,
                player.level or UNSET,
                player.lent or UNSET,
                player.lent_why or UNSET,
            )
            for player in self.players
        ]

    # -- people ---------------------------------------------------------------------------------

    def save_soon(self, player: Player) -> None:
        """Keep a name or a lending; nobody has to wait for that."""
        done = self.services.store.save_player(self.row.id, player)
        done.add_done_callback(lambda saved: saved.cancelled() or saved.exception())

    async def save_now(self, player: Player) -> None:
        """The same for a request that is answered only when it will last."""
        try:
            await self.services.store.save_player(self.row.id, player)
        except CannotSave:
            raise refusal("cannot_save") from None

    def is_watched(self) -> bool:
        return bool(self.audience)

    # -- what follows ---------------------------------------------------------------------------

    def settle(self) -> None:
        """After any change: whose clock runs, who is waited for, which bot is asked."""
        self.auto_pass.look()
        if self.is_simply_a_persons_turn():
            return
        if self.time.look(self.table.asked, self.thinking_seat(), self.undo.end):
            self.publish_status()
        self.bots.look()

    def is_for_bots(self) -> bool:
        """A bot is asked, somebody watches, it can be saved, and nobody wants to take back."""
        asked = self.table.asked
        if asked < 0 or not self.players[asked].bot_level or self.undo.holds_the_table:
            return False
        return self.is_watched() and self.services.store.works

    def is_simply_a_persons_turn(self) -> bool:
        """No clock, nobody waited for, and the asked person is here: nothing to see to."""
        asked = self.table.asked
        if asked < 0 or not self.time.is_at_rest or self.undo.open is not None:
            return False
        player = self.players[asked]
        return player.sockets > 0 and not player.bot_level

    def thinking_seat(self) -> int | None:
        """The seat whose time is running: a person's, while anybody is here and can be saved.

        While the others are asked whether to take back, nobody has to think about a move.
        """
        asked = self.table.asked
        if asked < 0 or self.players[asked].bot_level or self.undo.holds_the_table:
            return None
        return asked if self.is_watched() and self.services.store.works else None

    def time_is_up(self) -> None:
        """A countdown or a clock has run out: a bot stands in."""
        self.undo.lapse()
        for player, why in self.time.due():
            player.lend(STAND_IN, why, self.table.version)
            self.save_soon(player)
            log("seat_lent", table=self.row.id, seat=SEATS[player.seat], why=why)
        self.settle()
        self.publish_status()

    # -- the end --------------------------------------------------------------------------------

    def is_idle(self) -> bool:
        return not self.audience and not self.lock.locked() and not self.bots.are_thinking

    def close(self) -> None:
        """Nothing happens here any more; everybody is asked to come back."""
        self.is_gone = True
        self.time.stop()
        self.auto_pass.stop()
        self.bots.stop()
        for connection in self.audience.connections:
            connection.close(SHUTDOWN)


def clock_rule(row: TableRow) -> ClockRule | None:
    clock = clock_choice(row)
    return None if clock is None else ClockRule(clock.kind, clock.seconds, clock.increment)


def clock_choice(row: TableRow) -> messages.ClockChoice | None:
    """The clock that was agreed for a table."""
    return None if row.clock is None else msgspec.convert(row.clock, messages.ClockChoice)


def branch_of(row: TableRow) -> messages.Branch | None:
    """The game a table goes on from, if it does."""
    if row.branch_of is None or row.branch_at is None:
        return None
    return messages.Branch(row.branch_of, row.branch_at)
