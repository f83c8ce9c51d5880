"""Thinking time: none, so much per turn, or a bank with an increment.

Only the clock of the asked seat runs. Times are seconds of a clock that only goes forward; the
caller passes them in, so time during which the server is down is never counted.
"""

from __future__ import annotations

from dataclasses import dataclass

MOVE = "move"
BANK = "bank"
LEAST_AFTER_RETURN = 15.0  # whoever takes a seat back from a bot can at least answer once


@dataclass(frozen=True, slots=True)
class ClockRule:
    """What was agreed for a table."""

    kind: str  # MOVE or BANK
    seconds: float
    increment: float = 0.0


class Clocks:
    """The clocks of all seats of a table."""

    def __init__(self, rule: ClockRule | None, seats: int) -> None:
        self.rule = rule
        self.left = [rule.seconds if rule else 0.0] * seats
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
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = seat
        self.since = now

    def after(self, seat: int, asked: int, now: float) -> list[float] | None:
        """What every seat would have left if this one acted now and `asked` were asked next."""
        if self.rule is None:
            return None
        left = [self.remaining(other, now) for other in range(len(self.left))]
        if self.running not in (None, seat):
            return left  # a command while somebody else thinks earns nothing
        if self.rule.kind == MOVE:
            left[seat] = self.rule.seconds
        elif asked != seat:  # adding cards one by one earns nothing
            left[seat] += self.rule.increment
        return left

    def set(self, left: list[float] | None, now: float) -> None:
        """Every clock stands at this, from now on."""
        if left is not None:
            self.left = left
            self.since = now

    def returned(self, seat: int, now: float) -> None:
        """A person takes the seat back: never without any time."""
        if self.rule is None:
            return
        least = self.rule.seconds if self.rule.kind == MOVE else self.rule.increment
        self.left[seat] = max(self.remaining(seat, now), least, LEAST_AFTER_RETURN)
        if self.running == seat:
            self.since = now

    def deadline(self) -> float | None:
        """When the running clock is used up."""
        return None if self.running is None else self.since + self.left[self.running]

    def due(self, now: float) -> int | None:
        """The seat whose time is up."""
        deadline = self.deadline()
        return self.running if deadline is not None and now >= deadline else None
