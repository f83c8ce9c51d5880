"""Nobody has to wait for ever: a countdown for absent players, and the bot that stands in.

Times are seconds of any clock that only goes forward; the caller passes them in.
"""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.play.log import lines_of
from kamiza.play.players import Player
from kamiza.play.table import ABSENT, BOT, PERSON, REQUEST, TIME, TURN, Table
from kamiza.play.words import Text, refusal, say


class Lending:
    """The countdown of the asked seat while its person is away."""

    def __init__(self, players: list[Player], grace: float, invited_grace: float) -> None:
        self.players = players
        self.grace = grace  # for somebody who was here before
        self.invited_grace = invited_grace  # for somebody who has not come yet
        self.waiting_for: int | None = None
        self.until = 0.0

    def look(self, asked: int, now: float) -> None:
        """Begin, keep or drop the countdown, as the table stands now."""
        player = self.players[asked] if asked >= 0 else None
        if player is None or player.is_present or player.lent or not self.is_anybody_here():
            self.waiting_for = None
        elif self.waiting_for != asked:
            self.waiting_for = asked
            self.until = now + (self.grace if player.claimed else self.invited_grace)

    def is_anybody_here(self) -> bool:
        return any(player.is_person_here for player in self.players)

    def wait(self, seat: int, now: float) -> None:
        """Somebody else is patient: the countdown begins anew."""
        if self.waiting_for != seat:
            raise refusal("not_away")
        self.until = max(self.until, now + self.grace)

    def due(self, now: float) -> int | None:
        """The seat whose countdown has run out."""
        return self.waiting_for if self.waiting_for is not None and now >= self.until else None


def returns_by_itself(player: Player) -> bool:
    """Does the seat go back to its person as soon as they are here again?"""
    return bool(player.lent) and (player.lent_why == ABSENT or not player.claimed)


def lend_by_request(player: Player, level: str, version: int, levels: tuple[str, ...]) -> None:
    """A person hands their own seat to a bot."""
    if player.kind == BOT:
        raise refusal("bot_seat")
    if player.has_resigned:
        raise refusal("has_resigned")
    if level not in levels:
        raise refusal("unknown_level")
    player.lend(level, REQUEST, version)


def summary(table: Table, player: Player) -> list[Text]:
    """Lines for somebody who has the seat back: how much the bot did, what last, what now."""
    answers = sum(
        1
        for act in table.acts
        if act.entry.version > player.lent_since
        and act.entry.seat == player.seat
        and act.entry.by != PERSON
    )
    ending = "" if answers > 1 else "_one" if answers else "_none"
    why = "late" if player.lent_why in (TIME, TURN) else "away"
    lines = [say(f"{why}_summary{ending}", count=answers), last_line(table, player)]
    return [*lines, say("late_turn")] if player.lent_why == TURN else lines


def last_line(table: Table, player: Player) -> Text:
    """What the log told last of the player."""
    letter = seat_letter(player.seat)
    entries = table.log.after(player.lent_since)
    own = [line for line in lines_of(table.game, entries, player.seat) if line.seat == letter]
    return say("away_last", sentence=own[-1].text) if own else say("away_nothing")
