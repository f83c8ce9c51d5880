"""What the parts of a live table (bots, automatic passes, undo) may ask of it, and nothing more."""

from __future__ import annotations

import asyncio
from typing import Protocol

from kamiza.play.players import Player
from kamiza.play.table import Change, Table
from kamiza.server.connection import Connection
from kamiza.server.guiding import Teacher
from kamiza.server.publishing import Audience


class Host(Protocol):
    """One table, as seen by its parts."""

    table: Table
    players: list[Player]
    audience: Audience
    guide: Teacher | None  # of a lesson or a puzzle
    lock: asyncio.Lock  # held by whoever prepares and commits a change

    async def commit(
        self, change: Change, asker: Connection | None = None, answer: bytes = b""
    ) -> None:
        """Write a change down, make it real, tell everybody."""

    def settle(self) -> None:
        """See to what follows from the table as it stands now."""

    def publish_status(self) -> None:
        """Everybody hears who is here, how the clocks stand and what is asked of them."""

    def is_watched(self) -> bool:
        """Is anybody connected?"""

    def is_for_bots(self) -> bool:
        """Is a bot to answer now?"""

    def is_seen_by_others(self, seat: int) -> bool:
        """Can anybody but who plays this seat tell when it answers?"""

    def longest_pause(self, seat: int) -> float:
        """Seconds after which an answer must not be held back any longer."""
