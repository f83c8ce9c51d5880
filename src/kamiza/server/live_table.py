"""A table with its people: who is connected, who sits where, and what happens when.

Everything that changes the game goes through `commit`, one change at a time: first it is written
to disk, then it becomes real, then everybody hears of it. The parts of a live table each do one
thing: `publishing`, `timekeeping`, `bot_turns`, `auto_pass`, `undo_requests`.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf

import msgspec
from msgspec import UNSET

from kamiza.core.action import NOBODY
from kamiza.core.game import Game
from kamiza.core.rng import commitment
from kamiza.play.chat import Chat
from kamiza.play.clocks import ClockRule
from kamiza.play.lending import summary
from kamiza.play.players import Player
from kamiza.play.table import BOT, PERSON, RESIGNED, TURN, Change, Entry, Table
from kamiza.play.words import Text, refusal, say
from kamiza.server import http_types, messages
from kamiza.server.auto_pass import AutoPasser
from kamiza.server.bot_turns import BotTurns
from kamiza.server.by_days import Days
from kamiza.server.calls.turns import TurnCalls
from kamiza.server.connection import SHUTDOWN, Connection
from kamiza.server.guiding import guide_of, guided_part, is_guided
from kamiza.server.log import log
from kamiza.server.messages import SEATS, packed
from kamiza.server.publishing import WATCHING, Audience, Guided, state_message, text_of
from kamiza.server.services import Services
from kamiza.server.store import TableRow
from kamiza.server.timekeeping import Timekeeper
from kamiza.server.undo_requests import UndoRequests
from kamiza.server.writer import CannotSave, Damaged, Overtaken, Unsure

STAND_IN = "heuristic"
CARRIED = "carried:"  # before the name that a table had where it was brought from
MOST_MADE = 16  # states that are kept for whoever says hello next
MOST_WATCHERS = 20  # that are counted, because everybody hears of every change


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
        self.guide = guide_of(row)
        self.lock = asyncio.Lock()
        self.chat = Chat()
        self.audience = Audience()
        # Its parts do not hold it: once forgotten it is gone at once, with every state of its game.
        me = weakref.proxy(self)
        self.time = Timekeeper(players, clock_rule(row), config, lambda: me.time_is_up())
        self.days = days_of(row)
        self.time.late = self.days.late_seats(table)
        self.calls = TurnCalls(me)
        self.undo = UndoRequests(me, config.consent_seconds)
        self.bots = BotTurns(me, services.bots, config.bot_pause)
        self.auto_pass = AutoPasser(me)
        self.rematch: http_types.TableMade | None = None
        self.made: dict[tuple[int, int | None, bool], bytes] = {}  # states of the present version
        self.made_for = -1
        self.unsaved: set[int] = set()  # seats of which the store does not know the newest
        self.hinted_at: tuple[int, int] | None = None  # who asked for the last hint, and when
        self.given = 0  # how often a seat got a new holder
        self.is_gone = False  # no longer what stands for its table
        for seat in table.resigned:
            players[seat].lend(STAND_IN, RESIGNED, table.version)

    # -- changing the game ----------------------------------------------------------------------

    async def commit(
        self, change: Change, asker: Connection | None = None, answer: bytes = b""
    ) -> None:
        """Write a change down, make it real, tell everybody; the asker gets the answer first."""
        if self.is_gone:
            raise refusal("stale")
        if self.services.house.is_read_only:
            raise refusal("read_only")
        version = self.table.version
        left = self.time.after(change, self.table.acts)
        await self.save(change, left)
        self.table.accept(change)
        self.time.clocks.set(left, time.monotonic())
        self.days.acted(left)
        self.services.metrics.acts.add()
        self.audience.send_each(partial(self.new_state, version), asker, answer)
        self.end_turn(change.entry)
        self.undo.drop_outdated()
        self.settle()
        self.calls.came()
        if self.table.is_over:
            self.publish_status()
            self.services.game_ended(self)

    async def save(self, change: Change, left: list[float] | None) -> None:
        """Put a change on disk; if that fails nothing has happened."""
        now = time.time()
        clocks = self.time.kept(change.entry.version, left)
        is_over = change.state.asked < 0 or change.ended is not None
        last_hash = self.game.hash(change.state) if is_over else ""
        try:
            await self.services.store.add_entry(self.row.id, change.entry, clocks, now, last_hash)
        except (Overtaken, Damaged, Unsure) as why:
            log("table_read_again", table=self.row.id, why=str(why))
            self.forget(self)
            raise refusal("stale") from None
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

    # -- what is sent ---------------------------------------------------------------------------

    def state_for(self, seat: int, version: int | None, summary: list[Text] | None = None) -> bytes:
        """The table as one seat may see it, and what happened after the version it knows."""
        is_passed = self.auto_pass.passes_for(seat)
        if summary is not None:
            update = self.table.update(version, seat)
            guided = self.guided(seat)
            return state_message(self.table, seat, update, is_passed, guided, summary)
        if self.made_for != self.table.version:
            self.made.clear()
            self.made_for = self.table.version
        found = self.made.get((seat, version, is_passed))
        if found is None:
            update, guided = self.table.update(version, seat), self.guided(seat)
            found = state_message(self.table, seat, update, is_passed, guided)
            if len(self.made) < MOST_MADE:
                self.made[seat, version, is_passed] = found
        return found

    def new_state(self, version: int, seat: int) -> bytes:
        """The same for who knows the version before. It is not kept: nobody asks for it again, and
        what is kept of every table is never where the processor finds it quickly."""
        is_passed = seat == self.table.asked and self.auto_pass.passes_for(seat)
        update, guided = self.table.update(version, seat), self.guided(seat)
        return state_message(self.table, seat, update, is_passed, guided)

    def guided(self, seat: int) -> Guided | None:
        """What the guide says, if this is a lesson or a puzzle and the seat is the guided one."""
        if self.guide is None or seat != self.guide.you:
            return None
        return guided_part(self.guide, self.table)

    def publish_status(self) -> None:
        if self.audience:
            self.audience.send(packed(self.status()))

    def status(self) -> messages.TableStatus:
        away = self.time.away()
        return messages.TableStatus(
            self.player_list(),
            self.services.can_change,
            self.time.seat_clocks() or UNSET,
            UNSET if away is None else [away],
            self.undo.undo_message() or UNSET,
            self.undo.end_message() or UNSET,
            self.is_waiting,
            self.is_paused,
            self.watchers(),
            ended_message(self.table) or UNSET,
            result_message(self.table) or UNSET,
            self.days.last_at if self.days.are_counted else UNSET,
            self.days.messages(len(self.players)) or UNSET,
        )

    def player_list(self) -> list[messages.Player]:
        hosts = {seat for one in self.audience.connections if one.is_host for seat in one.seats}
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
                player.is_offered,
                player.ready,
                player.seat in hosts,
            )
            for player in self.players
        ]

    def people(self) -> tuple[list[messages.Player], int, bool]:
        """Everything about people that everybody is told, and whether anybody is there to play
        for."""
        return self.player_list(), self.watchers(), self.is_watched()

    def watchers(self) -> int:
        return min(self.audience.devices(WATCHING), MOST_WATCHERS)

    # -- people ---------------------------------------------------------------------------------

    def save_soon(self, player: Player) -> None:
        """Keep a name or a lending; nobody has to wait for that."""

        def saved(done: asyncio.Future[None]) -> None:
            if done.cancelled() or done.exception() is None:
                self.unsaved.discard(player.seat)
            else:
                self.unsaved.add(player.seat)

        self.services.store.save_player(self.row.id, player).add_done_callback(saved)

    def save_what_is_left(self) -> None:
        """Once saving works again: what nobody was refused, and could not be kept."""
        for seat in sorted(self.unsaved):
            self.save_soon(self.players[seat])

    async def change_player(self, player: Player, change: Callable[[Player], None]) -> None:
        """Change a seat once that will last; if it cannot be saved, nobody has seen it changed."""
        async with self.lock:
            wanted = replace(player)
            change(wanted)
            try:
                await self.services.store.save_player(self.row.id, wanted)
            except (Overtaken, Damaged, Unsure):
                self.forget(self)
                raise refusal("stale") from None
            except CannotSave:
                raise refusal("cannot_save") from None
            change(player)

    def is_watched(self) -> bool:
        return bool(self.audience)

    def is_on_one_device(self) -> bool:
        """Do all people share one screen?"""
        people = {player.seat for player in self.players if player.kind == PERSON}
        return len(people) < 2 or any(people <= set(c.seats) for c in self.audience.connections)

    @property
    def is_waiting(self) -> bool:
        """Has the game not begun yet?"""
        return self.row.begun is None

    @property
    def is_paused(self) -> bool:
        """Have all people gone, or let their time run out? Bots do not play a game to its end for
        nobody; whoever comes back goes on where it stands. A game of days waits for nobody to be
        here."""
        people = [p for p in self.players if p.kind == PERSON and not p.is_free]
        if self.days.are_counted:
            at_play = any(player.is_played_by_person for player in people)
        else:
            at_play = any(player.is_at_play for player in people)
        return bool(people) and not at_play and not self.is_waiting and not self.table.is_over

    @property
    def is_between_people(self) -> bool:
        return sum(player.kind == PERSON for player in self.players) > 1

    @property
    def allows_hints(self) -> bool:
        """As whoever made the table decided; otherwise where nobody plays against people."""
        return not self.is_between_people if self.row.hints is None else self.row.hints

    def is_seen_by_others(self, seat: int) -> bool:
        """Bots do not look at the clock; people do, also those who are still to come."""
        others = (player for player in self.players if player.seat != seat)
        return bool(self.audience.listeners.get(WATCHING)) or any(p.kind == PERSON for p in others)

    def longest_pause(self, seat: int) -> float:
        """A pause may cost half of a clock, never all of it."""
        clocks = self.time.clocks
        return inf if clocks.rule is None else clocks.remaining(seat, time.monotonic()) / 2

    # -- what follows ---------------------------------------------------------------------------

    def settle(self) -> None:
        """After any change: whose clock runs, who is waited for, which bot is asked."""
        if self.is_waiting:
            return
        self.auto_pass.look()
        if self.is_simply_a_persons_turn():
            self.calls.look()
            return
        is_awaited = not self.is_paused and not self.days.are_counted
        waited_for = self.table.asked if is_awaited else NOBODY
        if self.time.look(waited_for, self.thinking_seat(), self.undo.end):
            self.publish_status()
        self.bots.look()
        self.calls.look()

    def is_for_bots(self) -> bool:
        """A bot is asked, somebody watches, it can be saved, and nobody wants to take back."""
        asked = self.table.asked
        if asked < 0 or not self.players[asked].bot_level or self.undo.holds_the_table:
            return False
        if self.is_waiting or self.is_paused:
            return False
        if self.guide is not None and self.guide.rests(self.table):
            return False
        return self.goes_on and self.services.can_change

    @property
    def goes_on(self) -> bool:
        """Does anything happen now? Not at an empty table, unless its game takes days."""
        return self.is_watched() or self.days.are_counted

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
        if self.is_paused or self.days.rests(asked):
            return None
        return asked if self.goes_on and self.services.can_change else None

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
        self.calls.stop()
        for connection in self.audience.connections:
            self.auto_pass.drop(connection)
        self.auto_pass.stop()
        self.bots.stop()
        for connection in self.audience.connections:
            connection.close(SHUTDOWN)


def ended_message(table: Table) -> messages.Ended | None:
    """That people ended the game, if they did."""
    ended = table.ended
    return None if ended is None else msgspec.convert(vars(ended), messages.Ended)


def result_message(table: Table) -> messages.Result | None:
    result = table.result()
    return None if result is None else messages.Result(result["scores"], result["ranks"])


def clock_rule(row: TableRow) -> ClockRule | None:
    clock = clock_choice(row)
    return None if clock is None else ClockRule(clock.kind, clock.seconds, clock.increment)


def days_of(row: TableRow) -> Days:
    clock = clock_choice(row)
    allowance = 0.0 if clock is None else clock.vacation
    return Days(clock_rule(row), row.seats, allowance, row.begun or row.created)


def clock_choice(row: TableRow) -> messages.ClockChoice | None:
    """The clock that was agreed for a table."""
    return None if row.clock is None else msgspec.convert(row.clock, messages.ClockChoice)


def branch_of(row: TableRow) -> messages.Branch | None:
    """The game a table goes on from, if it does."""
    if row.branch_of is None or row.branch_at is None or is_guided(row):
        return None
    if is_carried(row):
        table = row.branch_of.removeprefix(CARRIED)
        note = say("copied" if table == row.id else "carried")
        return messages.Branch(table, row.branch_at, text_of(note))
    return going_on_from(row.branch_of, row.branch_at)


def is_carried(row: TableRow) -> bool:
    """Whether a table was brought from a device, or from a server to one."""
    return row.branch_of is not None and row.branch_of.startswith(CARRIED)


def position_note(row: TableRow) -> messages.Text | None:
    """What everybody is told at a table that did not begin with its deal."""
    return None if row.position is None else text_of(say("from_position"))


def going_on_from(table: str, at: int) -> messages.Branch:
    """Where a table comes from, and what that means for its secrets."""
    return messages.Branch(table, at, text_of(say("branch_seen")))
