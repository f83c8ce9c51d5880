"""A game that goes on for days: its clock runs whether or not anybody is here, and people rest.

A table leaves the memory while everybody is away, so all of this is worked out from what is stored:
when the last act was made, what every clock stood at then, and who has rested since.
"""

from __future__ import annotations

import time

from kamiza.play.clocks import ClockRule, Clocks
from kamiza.play.table import ABSENT, TIME, TURN, Table
from kamiza.play.words import refusal
from kamiza.server import messages
from kamiza.server.messages import SEATS
from kamiza.server.store.calls import CallStore, Vacation

DAY = 86400.0
OVERDUE = 600.0  # seconds: if nobody saw to a clock for so long, the server was down
LEAST_AFTER_DOWNTIME = 3600.0  # what whoever ran out of time meanwhile has then
NO_VACATION = Vacation(0.0, 0.0, 0.0)


class Days:
    """What a table knows of days; nothing, if its clock is short."""

    def __init__(
        self, rule: ClockRule | None, seats: int, allowance: float, last_at: float
    ) -> None:
        self.are_counted = rule is not None and rule.is_long
        self.had = [rule.seconds if rule else 0.0] * seats  # clocks when the turn began
        self.allowance = allowance if self.are_counted else 0.0
        self.vacations: dict[int, Vacation] = {}
        self.last_at = last_at  # when the last act was made

    # -- vacations ------------------------------------------------------------------------------

    def rests(self, seat: int) -> bool:
        return self.resting_until(seat) is not None

    def resting_until(self, seat: int) -> float | None:
        vacation = self.vacations.get(seat, NO_VACATION)
        return vacation.until if vacation.began <= time.time() < vacation.until else None

    def left(self, seat: int) -> float:
        """Seconds a seat may still rest, this vacation not counted from now on."""
        vacation = self.vacations.get(seat, NO_VACATION)
        taken = min(time.time(), vacation.until) - vacation.began
        return max(0.0, self.allowance - vacation.used - max(0.0, taken))

    def new_vacation(self, seat: int, days: float) -> Vacation:
        """As somebody wishes; a `Refusal` if it is too long. With 0 days they are back."""
        if self.allowance <= 0:
            raise refusal("no_vacation")
        now, left = time.time(), self.left(seat)
        if days * DAY > left + 1.0:
            raise refusal("vacation_too_long", days=f"{left / DAY:.1f}")
        return Vacation(now, now + days * DAY, self.allowance - left)

    def rested(self, seat: int, since: float, now: float) -> float:
        """Seconds of a time in which a seat was on vacation."""
        vacation = self.vacations.get(seat, NO_VACATION)
        return max(0.0, min(now, vacation.until) - max(since, vacation.began))

    def messages(self, seats: int) -> list[messages.Rest] | None:
        if self.allowance <= 0:
            return None
        return [
            messages.Rest(SEATS[seat], self.resting_until(seat), self.left(seat))
            for seat in range(seats)
        ]

    def standing(
        self, clocks: Clocks, asked: int
    ) -> tuple[float | None, float | None, float | None]:
        """For who looks from elsewhere: the last act, the time left, and until when it rests."""
        if not self.are_counted or asked < 0:
            return None, None, None
        left = clocks.left[asked]
        if clocks.running is None and not self.rests(asked):
            left = self.clocks_now(self.had, asked)[asked]  # it was only read, not played
        elif clocks.running == asked:
            left = clocks.remaining(asked, time.monotonic())
        return self.last_at, left, self.resting_until(asked)

    # -- after a pause --------------------------------------------------------------------------

    def clocks_now(self, left: list[float], asked: int) -> list[float]:
        """What the clocks stand at, if they stood so after the last act."""
        if not self.are_counted or asked < 0:
            return left
        now = time.time()
        ran = max(0.0, now - self.last_at - self.rested(asked, self.last_at, now))
        remaining = left[asked] - ran
        if remaining < -OVERDUE:
            remaining = min(left[asked], LEAST_AFTER_DOWNTIME)
        return [*left[:asked], max(0.0, remaining), *left[asked + 1 :]]

    def late_seats(self, table: Table) -> set[int]:
        """Whose clock ran out last time, and who have not answered since."""
        if not self.are_counted:
            return set()
        last = {act.entry.seat: act.entry.by for act in table.acts}
        return {seat for seat, by in last.items() if by in (TURN, TIME, ABSENT)}

    async def read(
        self, store: CallStore, name: str, left: list[float] | None, asked: int
    ) -> list[float] | None:
        """What was stored, and how the clocks stand now if they stood so after the last act."""
        if not self.are_counted:
            return left
        self.vacations = await store.vacations(name)
        self.last_at = await store.last_at(name) or self.last_at
        self.had = left or self.had
        return self.clocks_now(self.had, asked)

    def acted(self, left: list[float] | None) -> None:
        """Somebody has made an act, and the clocks stand so."""
        if self.are_counted:
            self.last_at, self.had = time.time(), left or self.had
