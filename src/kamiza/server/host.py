"""What the parts of a live table (bots, automatic passes, undo) may ask of it, and nothing more."""

from __future__ import annotations

import asyncio
from typing import Protocol

from kamiza.play.players import Player
from kamiza.play.table import Change, Table
from kamiza.server.connection import Connection


class Host(Protocol):
    """One table, as seen by its parts."""

    table: Table
    players: list[Player]
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
