"""The time of a table: clocks, the countdown for who is away, and the one timer that ends them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from kamiza.play.clocks import MOVE, ClockRule, Clocks, Moment
from kamiza.play.lending import Lending
from kamiza.play.players import Player
from kamiza.play.table import ABSENT, TIME, TURN, UNDO, Act, Change, StandIn
from kamiza.server import messages
from kamiza.server.config import Config
from kamiza.server.messages import SEATS

A_LITTLE_LATER = 0.01  # seconds, so that what is due is due when the timer looks


class Timekeeper:
    """Tells the table when somebody's time is up."""

    def __init__(
        self,
        players: list[Player],
        rule: ClockRule | None,
        config: Config,
        time_is_up: Callable[[], None],
    ) -> None:
        self.players = players
        self.clocks = Clocks(rule, len(players))
        self.lending = Lending(players, config.away_seconds, config.invited_seconds)
        self.late: set[int] = set()  # whose clock ran out, and who have not answered since
        self.moments: dict[int, Moment] = {}  # the clocks just before each act, by its version
        self.time_is_up = time_is_up
        self.timer: asyncio.TimerHandle | None = None

    @property
    def is_at_rest(self) -> bool:
        """No clock runs and nobody is waited for."""
        no_clock = self.clocks.rule is None and self.timer is None
        return no_clock and self.lending.waiting_for is None

    def after(self, change: Change, acts: list[Act]) -> list[float] | None:
        """What every seat will have left once this has happened; `acts` are those before it."""
        now, entry = time.monotonic(), change.entry
        if self.clocks.rule is not None:
            self.moments[entry.version] = self.clocks.read(now)
        if entry.kind == UNDO:
            fallen = acts[len(change.acts)].entry
            return self.clocks.taken_back(entry.seat, self.moments.get(fallen.version), now)
        return self.clocks.after(entry.seat, int(change.state.asked), now)

    def kept(self, version: int, left: list[float] | None) -> list[float] | None:
        """What is stored with an entry: the clocks after it, and the moment before it."""
        if left is None:
            return None
        before = self.moments[version]
        return [round(seconds, 3) for seconds in (*left, *before.left, *before.used)]

    def remember(self, kept: dict[int, list[float]]) -> list[float] | None:
        """Read what was stored with the entries; returns what every seat had after the last."""
        seats, last = len(self.players), None
        for version, line in kept.items():
            last = line[:seats]
            if len(line) == 3 * seats:  # older servers stored only what was left
                before = Moment(line[seats : 2 * seats], line[2 * seats :])
                self.moments[version] = before
                self.clocks.used = list(before.used)
        return last

    def look(self, asked: int, thinking: int | None, another_end: float | None) -> bool:
        """After any change: whose clock runs, and who is waited for.

        True if everybody should hear how the clocks stand now.
        """
        now = time.monotonic()
        before = (self.lending.waiting_for, self.clocks.running)
        self.clocks.run(thinking, now)
        self.lending.look(asked, now)
        self.set_timer(now, another_end)
        has_changed = before != (self.lending.waiting_for, self.clocks.running)
        return has_changed or self.clocks.rule is not None

    def set_timer(self, now: float, another_end: float | None) -> None:
        self.stop()
        ends = [self.clocks.deadline(), another_end]
        if self.lending.waiting_for is not None:
            ends.append(self.lending.until)
        known = [end for end in ends if end is not None]
        if known:
            wait = max(0.0, min(known) - now) + A_LITTLE_LATER
            self.timer = asyncio.get_running_loop().call_later(wait, self.time_is_up)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def due(self) -> list[tuple[Player, StandIn]]:
        """Everybody for whom a bot has to stand in from now on, and why."""
        now = time.monotonic()
        found = []
        for seat in dict.fromkeys((self.clocks.due(now), self.lending.due(now))):
            if seat is not None and not self.players[seat].lent:
                found.append((self.players[seat], self.why_late(seat)))
        return found

    def why_late(self, seat: int) -> StandIn:
        """A turn's clock costs this one turn; whoever lets it run out again may not be looking."""
        rule, is_present = self.clocks.rule, self.players[seat].is_present
        if not is_present and (rule is None or not rule.is_long):
            return ABSENT
        is_first = seat not in self.late
        self.late.add(seat)
        if rule is not None and rule.kind == MOVE and is_first:
            return TURN
        return TIME if is_present else ABSENT

    def took_back(self, seat: int) -> None:
        """A person has a seat back from a bot."""
        self.clocks.returned(seat, time.monotonic())

    def seat_clocks(self) -> list[messages.SeatClock] | None:
        """How the clocks stand, if there are any."""
        if self.clocks.rule is None:
            return None
        now = time.monotonic()
        return [
            messages.SeatClock(
                SEATS[seat], self.clocks.remaining(seat, now), self.clocks.running == seat
            )
            for seat in range(len(self.players))
        ]

    def away(self) -> messages.Away | None:
        """Who is waited for, if somebody is."""
        seat = self.lending.waiting_for
        if seat is None:
            return None
        left = max(0.0, self.lending.until - time.monotonic())
        return messages.Away(SEATS[seat], time.time() + left, left)
