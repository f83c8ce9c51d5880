"""Thinking time: none, so much per turn, or a bank with an increment.

Only the clock of the asked seat runs. Times are seconds of a clock that only goes forward; the
caller passes them in, so time during which the server is down is never counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOVE = "move"
BANK = "bank"
LONG_TURN = 3600.0  # seconds for one turn from which on nobody is expected to sit and wait
LONG_BANK = 86400.0  # the same for a whole game
LEAST_AFTER_RETURN = 15.0  # whoever takes a seat back from a bot can at least answer once


@dataclass(frozen=True, slots=True)
class ClockRule:
    """What was agreed for a table."""

    kind: str  # MOVE or BANK
    seconds: float
    increment: float = 0.0

    @property
    def is_long(self) -> bool:
        """Does the game go on for days? Then the clock runs whether or not anybody is here."""
        return self.seconds >= (LONG_TURN if self.kind == MOVE else LONG_BANK)


class Moment(NamedTuple):
    """How all clocks stood once."""

    left: list[float]
    used: list[float]  # seconds each of them had run in all


class Clocks:
    """The clocks of all seats of a table."""

    def __init__(self, rule: ClockRule | None, seats: int) -> None:
        self.rule = rule
        self.left = [rule.seconds if rule else 0.0] * seats
        self.used = [0.0] * seats
        self.running: int | None = None
        self.since = 0.0

    def remaining(self, seat: int, now: float) -> float:
        """Seconds the seat has left."""
        spent = now - self.since if self.running == seat else 0.0
        return max(0.0, self.left[seat] - spent)

    def run(self, seat: int | None, now: float) -> None:
        """Let this seat's clock run and no other; None stops all."""
        if self.rule is None or seat == self.running:
            return
        self.read(now)
        self.running = seat
        self.since = now

    def read(self, now: float) -> Moment:
        """How the clocks stand; what has run since they were read last is used up."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
            self.used[self.running] += now - self.since
            self.since = now
        return Moment(list(self.left), list(self.used))

    def after(self, seat: int, asked: int, now: float) -> list[float] | None:
        """What every seat would have left if this one acted now and `asked` were asked next."""
        if self.rule is None:
            return None
        left = self.read(now).left
        if self.running not in (None, seat):
            return left  # a command while somebody else thinks earns nothing
        if self.rule.kind == MOVE:
            left[seat] = self.rule.seconds
        elif asked != seat:  # adding cards one by one earns nothing
            left[seat] += self.rule.increment
        return left

    def taken_back(self, seat: int, then: Moment | None, now: float) -> list[float] | None:
        """What every seat would have left if this one took back what it did at that moment.

        It gets nothing for the act: what it has thought since then counts as if the act had never
        been. And it costs nobody else the time they thought about what is gone now.
        """
        if self.rule is None:
            return None
        left, used = self.read(now)
        if then is not None:
            back = then.left[seat] - (used[seat] - then.used[seat])
            left = [max(mine, had) for mine, had in zip(left, then.left)]
            left[seat] = max(0.0, back)
        return left

    def set(self, left: list[float] | None, now: float) -> None:
        """Every clock stands at this, from now on."""
        if left is not None:
            self.read(now)
            self.left = left
            self.since = now

    def returned(self, seat: int, now: float) -> None:
        """A person takes the seat back: never without any time."""
        if self.rule is None:
            return
        least = self.rule.seconds if self.rule.kind == MOVE else self.rule.increment
        self.read(now)
        self.left[seat] = max(self.left[seat], least, LEAST_AFTER_RETURN)

    def deadline(self) -> float | None:
        """When the running clock is used up."""
        return None if self.running is None else self.since + self.left[self.running]

    def due(self, now: float) -> int | None:
        """The seat whose time is up."""
        deadline = self.deadline()
        return self.running if deadline is not None and now >= deadline else None
