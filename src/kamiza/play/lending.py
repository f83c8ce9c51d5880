"""Nobody has to wait for ever: a countdown for absent players, and the bot that stands in.

Times are seconds of any clock that only goes forward; the caller passes them in.
"""

from __future__ import annotations

from kamiza.play.seats import Seat
from kamiza.play.speech import Told
from kamiza.play.table import ABSENT, BOT, PERSON, TIME, TURN, WISH, Table, refusal
from kamiza.play.words import Text, say


class Lending:
    """The countdown of the asked seat while its person is away."""

    def __init__(self, seats: list[Seat], grace: float, invited_grace: float) -> None:
        self.seats = seats
        self.grace = grace  # for somebody who was here before
        self.invited_grace = invited_grace  # for somebody who has not come yet
        self.waiting_for: int | None = None
        self.until = 0.0

    def look(self, asked: int, now: float) -> None:
        """Begin, keep or drop the countdown, as the table stands now."""
        seat = self.seats[asked] if asked >= 0 else None
        if seat is None or seat.is_present or seat.lent or not self.is_anybody_here():
            self.waiting_for = None
        elif self.waiting_for != asked:
            self.waiting_for = asked
            self.until = now + (self.grace if seat.claimed else self.invited_grace)

    def is_anybody_here(self) -> bool:
        return any(seat.is_person_here for seat in self.seats)

    def wait(self, seat: int, now: float) -> None:
        """Somebody else is patient: the countdown begins anew."""
        if self.waiting_for != seat:
            raise refusal("not_away")
        self.until = max(self.until, now + self.grace)

    def due(self, now: float) -> int | None:
        """The seat whose countdown has run out."""
        return self.waiting_for if self.waiting_for is not None and now >= self.until else None


def returns_by_itself(seat: Seat) -> bool:
    """Does the seat go back to its person as soon as they are here again?"""
    return bool(seat.lent) and (seat.lent_why == ABSENT or not seat.claimed)


def lend_by_wish(seat: Seat, level: str, version: int, levels: tuple[str, ...]) -> None:
    """A person hands their own seat to a bot."""
    if seat.kind == BOT:
        raise refusal("bot_seat")
    if level not in levels:
        raise refusal("unknown_level")
    seat.lend(level, WISH, version)


def summary(table: Table, seat: Seat) -> list[Text]:
    """Lines for somebody who has the seat back: how much the bot did, what last, what now."""
    own = [
        told
        for told in table.told_since(seat.lent_since)
        if told.event.facts.get("seat") == seat.number
    ]
    answers = sum(
        1
        for act in table.acts
        if act.entry.version > seat.lent_since
        and act.entry.seat == seat.number
        and act.entry.by != PERSON
    )
    ending = "" if answers > 1 else "_one" if answers else "_none"
    why = "late" if seat.lent_why in (TIME, TURN) else "away"
    lines = [say(f"{why}_summary{ending}", count=answers), last_line(own, seat.number)]
    return [*lines, say("late_turn")] if seat.lent_why == TURN else lines


def last_line(own: list[Told], seat: int) -> Text:
    if not own:
        return say("away_nothing")
    return say("away_last", sentence=own[-1].for_seat(seat)["sentence"])
