"""Who sits where: people, bots, and bots that stand in for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kamiza.play.table import BOT, PERSON, StandIn

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

    @property
    def is_free(self) -> bool:
        """May anybody sit here? Who made the table has put their own name on their seat."""
        return self.kind == PERSON and not self.claimed and not self.name

    @property
    def is_present(self) -> bool:
        return self.kind == BOT or self.sockets > 0

    @property
    def is_person_here(self) -> bool:
        return self.kind == PERSON and self.sockets > 0

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
    plain = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(plain.split())[:LONGEST_NAME].strip()
