"""Who sits where: people, bots, and bots that stand in for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kamiza.play.table import ABSENT, BOT, PERSON, RESIGNED, TIME, StandIn

LONGEST_NAME = 24


@dataclass(slots=True)
class Player:
    """Who has one seat of a table."""

    seat: int
    kind: str  # PERSON or BOT
    name: str = ""
    level: str = ""  # of a bot's seat
    claimed: bool = False  # somebody has sat here before
    sockets: int = 0  # how many connections hold this seat now
    lent: str = ""  # the level of the bot that stands in
    lent_why: StandIn | Literal[""] = ""
    lent_since: int = 0  # the version at which it began
    invited: bool = False  # an invitation to this seat is open
    ready: bool = False  # to begin, while the table waits for that
    left: float = 0.0  # when the last connection ended, of a clock that only goes forward

    @property
    def is_free(self) -> bool:
        """May anybody sit here? Who made the table has put their own name on their seat."""
        return self.kind == PERSON and not self.claimed and not self.name

    @property
    def is_offered(self) -> bool:
        """Is somebody else invited to a seat that has its person?"""
        return self.invited and self.claimed

    @property
    def is_present(self) -> bool:
        return self.kind == BOT or self.sockets > 0

    @property
    def is_person_here(self) -> bool:
        return self.kind == PERSON and self.sockets > 0

    @property
    def has_resigned(self) -> bool:
        return self.lent_why == RESIGNED

    @property
    def is_at_play(self) -> bool:
        """Is a person here who plays, or has asked a bot to play and looks on?"""
        return self.is_person_here and self.is_played_by_person

    @property
    def is_played_by_person(self) -> bool:
        """Here or not: no bot has had to stand in."""
        return self.lent_why not in (ABSENT, TIME, RESIGNED)

    @property
    def bot_level(self) -> str:
        """The level of the bot that answers for this seat now, or nothing."""
        return self.level if self.kind == BOT else self.lent

    def lend(self, level: str, why: StandIn, version: int) -> None:
        self.lent, self.lent_why, self.lent_since = level, why, version

    def take_back(self) -> None:
        self.lent = self.lent_why = ""


def clean_name(name: str) -> str:
    """A name without control characters and double spaces, not too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip()
