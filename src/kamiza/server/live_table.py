"""A table with its people: connections, seats, clocks, bots, and speech everybody what happened.

Everything that changes the game goes through `commit`, one change at a time: first it is written
to disk, then it becomes real, then everybody hears of it.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET

from kamiza.core.game import Game
from kamiza.core.rng import commitment
from kamiza.play.chat import Chat
from kamiza.play.clocks import BANK, MOVE, ClockRule, Clocks
from kamiza.play.lending import Lending, summary
from kamiza.play.seats import Seat
from kamiza.play.speech import Told, advice, labels
from kamiza.play.table import (
    ABSENT,
    BOT,
    PERSON,
    TIME,
    TURN,
    Change,
    Entry,
    Refusal,
    StandIn,
    Table,
    refusal,
)
from kamiza.play.words import Text
from kamiza.server import bodies, undoing, wire
from kamiza.server.bots import NoAnswer
from kamiza.server.connection import SHUTDOWN, Connection
from kamiza.server.log import log
from kamiza.server.passing import Passer
from kamiza.server.store import TableRow
from kamiza.server.wire import encode
from kamiza.server.wire import frame as frame_of
from kamiza.server.writer import CannotSave

if TYPE_CHECKING:
    from kamiza.server.hall import Hall

WATCHING = -1
STAND_IN = "heuristic"


class Room:
    """One table that is in memory."""

    def __init__(self, hall: Hall, row: TableRow, seats: list[Seat], table: Table) -> None:
        self.hall = hall
        self.row = row
        self.seats = seats
        self.table = table
        self.game: Game = table.game
        self.commitment = commitment(row.key)
        self.listeners: dict[int, list[Connection]] = {}
        self.connections: list[Connection] = []
        self.lock = asyncio.Lock()
        self.chat = Chat()
        self.clocks = Clocks(clock_rule(row), row.seats)
        self.late: set[int] = set()  # whose clock ran out, and who have not answered since
        settings = hall.settings
        self.lending = Lending(seats, settings.away_seconds, settings.invited_seconds)
        self.undo_request: undoing.UndoRequest | None = None
        self.undo_refused: tuple[int, int] | None = None  # seat and version of the last one
        self.rematch: bodies.TableMade | None = None
        self.passer = Passer(self)
        self.bot_task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.is_gone = False  # no longer the room of its table

    # -- changing the game ----------------------------------------------------------------------

    async def commit(
        self, change: Change, asker: Connection | None = None, answer: bytes = b""
    ) -> None:
        """Write a change down, make it real, tell everybody; the asker gets the answer first."""
        if self.is_gone:
            raise refusal("stale")
        asked = change.state.asked
        left = self.clocks.after(change.entry.seat, asked, time.monotonic())
        last_hash = self.game.hash(change.state) if asked < 0 else ""
        try:
            await self.hall.store.add_entry(self.row.id, change.entry, left, time.time(), last_hash)
        except CannotSave:
            raise refusal("cannot_save") from None
        except BaseException:
            self.hall.forget(self)  # what is on disk is not known: read it again
            raise
        self.table.accept(change)
        if last_hash:
            self.row = replace(self.row, finished=time.time(), last_hash=last_hash)
        self.clocks.set(left, time.monotonic())
        self.hall.metrics.acts.add()
        self.publish(change.told, asker, answer)
        self.end_turn(change.entry)
        undoing.drop_outdated(self)
        self.settle()

    def publish(self, told: list[Told], asker: Connection | None, answer: bytes) -> None:
        """Every listening seat gets its own view; made once per seat, and for nobody in vain."""
        for seat, listeners in self.listeners.items():
            if listeners:
                frame = self.state_frame(seat, told)
                for connection in listeners:
                    if connection is asker:
                        connection.push(answer + frame)  # both in one packet
                        answer = b""
                    else:
                        connection.push(frame)
        if asker is not None and answer:
            asker.push(answer)

    def whole_story(self, seat: int) -> list[dict[str, Any]]:
        """Everything that happened, from the deal on, as one seat may know it."""
        told = self.table.told_since(0)
        return [*self.table.opening(seat), *(event.for_seat(seat) for event in told)]

    def state_frame(self, seat: int, told: list[Told], summary: list[Text] | None = None) -> bytes:
        """The table as one seat may see it."""
        return self.frame_with(seat, [event.for_seat(seat) for event in told], summary)

    def frame_with(
        self, seat: int, events: list[dict[str, Any]], summary: list[Text] | None = None
    ) -> bytes:
        view = self.game.screen(self.game.view(self.table.state, seat))
        if view["moves"]:
            view["labels"] = labels(self.game, view)
            counted = advice(self.game, view)
            if counted is not None:
                view["advice"] = counted
            if self.passer.declines(seat):
                view["passing"] = True  # the table answers; only this seat knows
        state = wire.State(
            self.table.version,
            seat,
            view,
            events,
            self.undo_word(seat),
            UNSET if summary is None else summary,  # type: ignore[arg-type]
        )
        return frame_of(state)

    def undo_word(self, seat: int) -> Literal["free", "ask"] | None:
        """What undo would do for the seat now."""
        if seat < 0:
            return None
        if self.table.undo_is_free(seat):
            return "free"
        return None if self.table.undoable(seat) is None else "ask"

    # -- people ---------------------------------------------------------------------------------

    def players(self) -> list[wire.Player]:
        return [
            wire.Player(
                seat.number,
                seat.name,
                "bot" if seat.kind == BOT else "person",
                seat.is_present,
                seat.claimed,
                seat.level or UNSET,
                seat.lent or UNSET,
                seat.lent_why or UNSET,
            )
            for seat in self.seats
        ]

    def publish_table(self) -> None:
        """Everybody hears who is here and how the clocks stand."""
        if self.connections:
            frame = frame_of(self.reveals())
            for connection in self.connections:
                connection.push(frame)

    def news(self) -> wire.TableNews:
        now = time.monotonic()
        news = wire.TableNews(self.players(), self.hall.store.works)
        if self.clocks.rule is not None:
            news.clocks = [
                wire.SeatClock(seat, self.clocks.remaining(seat, now), self.clocks.running == seat)
                for seat in range(len(self.seats))
            ]
        if self.lending.waiting_for is not None:
            left = max(0.0, self.lending.until - now)
            news.away = [wire.Away(self.lending.waiting_for, time.time() + left, left)]
        if self.undo_request is not None:
            waiting = sorted(self.undo_request.waiting)
            left = max(0.0, self.undo_request.until - now)
            news.undo_request = wire.UndoRequest(self.undo_request.seat, waiting, left)
        return news

    def save_seat(self, seat: Seat) -> None:
        """Keep a name or a lending; nobody has to wait for that."""
        done = self.hall.store.save_seat(self.row.id, seat)
        done.add_done_callback(lambda saved: saved.cancelled() or saved.exception())

    async def keep_seat(self, seat: Seat) -> None:
        """The same for a wish that is answered only when it will last."""
        try:
            await self.hall.store.save_seat(self.row.id, seat)
        except CannotSave:
            raise refusal("cannot_save") from None

    # -- time -----------------------------------------------------------------------------------

    def settle(self) -> None:
        """After any change: whose clock runs, who is waited for, which bot is asked."""
        asked = self.table.asked
        self.passer.look()
        if self.is_simply_a_persons_turn(asked):
            return
        now = time.monotonic()
        had = (self.lending.waiting_for, self.clocks.running)
        self.clocks.run(self.thinking_seat(), now)
        self.lending.look(asked, now)
        if self.clocks.rule is not None or had != (self.lending.waiting_for, self.clocks.running):
            self.publish_table()
        self.set_timer(now)
        if self.is_for_bots():
            if self.bot_task is None or self.bot_task.done():
                self.bot_task = asyncio.create_task(self.play_bots())

    def is_for_bots(self) -> bool:
        """A bot is asked, somebody watches, it can be saved, and nobody wants to take back."""
        asked = self.table.asked
        if asked < 0 or not self.seats[asked].bot_level or self.is_held():
            return False
        return bool(self.connections) and self.hall.store.works

    def is_held(self) -> bool:
        """The others are asked whether to take back."""
        return self.undo_request is not None and self.undo_request.holds

    def is_simply_a_persons_turn(self, asked: int) -> bool:
        """No clock, nobody waited for, and the asked person is here: nothing to see to."""
        if self.clocks.rule is not None or self.timer is not None or asked < 0:
            return False
        if self.undo_request is not None:
            return False
        seat = self.seats[asked]
        return seat.sockets > 0 and not seat.bot_level and self.lending.waiting_for is None

    def thinking_seat(self) -> int | None:
        """The seat whose time is running: a person's, while anybody is here and can be saved.

        While the others are asked whether to take back, nobody has to think about a move.
        """
        asked = self.table.asked
        if asked < 0 or self.seats[asked].bot_level or not self.connections:
            return None
        if self.is_held():
            return None
        return asked if self.hall.store.works else None

    def set_timer(self, now: float) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        ends = [self.clocks.deadline()]
        if self.lending.waiting_for is not None:
            ends.append(self.lending.until)
        if self.undo_request is not None:
            ends.append(self.undo_request.until)
        known = [end for end in ends if end is not None]
        if known:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(max(0.0, min(known) - now) + 0.01, self.time_is_up)

    def time_is_up(self) -> None:
        """A countdown or a clock has run out: a bot stands in."""
        now = time.monotonic()
        undoing.lapse(self, now)
        for due in (self.clocks.due(now), self.lending.due(now)):
            if due is not None and not self.seats[due].lent:
                why = self.why_late(due)
                self.seats[due].lend(STAND_IN, why, self.table.version)
                self.save_seat(self.seats[due])
                log("seat_lent", table=self.row.id, seat=due, why=why)
        self.settle()
        self.publish_table()

    def why_late(self, seat: int) -> StandIn:
        """A turn's clock costs this one turn; whoever lets it run out again may not be looking."""
        if not self.seats[seat].is_present:
            return ABSENT
        is_per_turn = self.clocks.rule is not None and self.clocks.rule.kind == MOVE
        is_first = seat not in self.late
        self.late.add(seat)
        return TURN if is_per_turn and is_first else TIME

    def end_turn(self, entry: Entry) -> None:
        """Once a turn that ran out is over, its person plays again and reads what happened."""
        if entry.by == PERSON:
            self.late.discard(entry.seat)
        seat = self.seats[entry.seat]
        if seat.lent_why != TURN or self.table.asked == seat.number:
            return
        lines = summary(self.table, seat)
        seat.take_back()
        self.save_seat(seat)
        frame = self.state_frame(seat.number, [], lines)
        for connection in self.listeners.get(seat.number, ()):
            connection.push(frame)

    # -- bots -----------------------------------------------------------------------------------

    async def play_bots(self) -> None:
        """Let bots answer as long as they are asked and somebody watches."""
        while self.is_for_bots():
            seat, version = self.table.asked, self.table.version
            began = time.monotonic()
            moves = await self.bot_moves(seat, self.seats[seat].bot_level)
            await asyncio.sleep(max(0.0, self.hall.settings.bot_pause - time.monotonic() + began))
            async with self.lock:
                if self.table.version == version and self.is_for_bots():
                    await self.act_for_bot(seat, moves)

    async def bot_moves(self, seat: int, level: str) -> tuple[str, ...]:
        view = self.game.view(self.table.state, seat).as_json()
        try:
            return tuple(await self.hall.bots.answer(self.game.name, level, encode(view)))
        except NoAnswer:
            return (self.game.describe(self.game.default_move(self.table.state)),)

    async def act_for_bot(self, seat: int, moves: tuple[str, ...]) -> None:
        """Carry out a bot's act; what cannot be is replaced by the usual answer."""
        version = self.table.version
        name = f"bot {version}"
        by = self.seats[seat].lent_why or BOT
        try:
            change = self.table.prepare_act(seat, moves, version, name, by)
        except Refusal as refused:
            log("bot_refused", table=self.row.id, rule=refused.rule)
            usual = self.game.describe(self.game.default_move(self.table.state))
            change = self.table.prepare_act(seat, (usual,), version, name, by)
        try:
            await self.commit(change)
        except Refusal:
            return  # not saved: asked again when saving works

    def clock_choice(self) -> wire.ClockChoice | None:
        rule = self.clocks.rule
        if rule is None:
            return None
        kind: Literal["bank", "move"] = "bank" if rule.kind == BANK else "move"
        return wire.ClockChoice(kind, rule.seconds, rule.increment)

    def is_idle(self) -> bool:
        is_thinking = self.bot_task is not None and not self.bot_task.done()
        return not self.connections and not self.lock.locked() and not is_thinking

    def close(self) -> None:
        """Nothing happens here any more; everybody is asked to come back."""
        self.is_gone = True
        if self.timer is not None:
            self.timer.cancel()
        self.passer.stop()
        if self.bot_task is not None:
            self.bot_task.cancel()
        for connection in self.connections:
            connection.close(SHUTDOWN)


def clock_rule(row: TableRow) -> ClockRule | None:
    if row.clock is None:
        return None
    clock = msgspec.convert(row.clock, wire.ClockChoice)
    return ClockRule(clock.kind, clock.seconds, clock.increment)
