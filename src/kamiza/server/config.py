"""What can be set when a server starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Config:
    """Defaults suit a table among friends on one machine."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # allowed besides the server's own
    is_behind_proxy: bool = False  # believe X-Forwarded-For
    bot_pause: float = 0.6  # seconds a bot's act takes at least, so that people can follow
    bot_workers: int = 1
    search_budget: str = "200ms"  # CPU time, or iterations, of one decision of a search bot
    bot_seconds: float = 20.0  # after that a bot's seat answers without it
    chance_milliseconds: int = 80  # of CPU time for the win chances at one moment of a game
    away_seconds: float = 60.0  # countdown for somebody who has left
    invited_seconds: float = 300.0  # countdown for somebody who has not come yet
    consent_seconds: float = 30.0  # a request to take back that nobody answers lapses after that
    idle_seconds: float = 60.0  # an empty table leaves the memory after that
    sockets_per_address: int = 100
    tables_per_minute: int = 10
    rehearsal: str = ""  # with a text, every start brings the same shuffles and bots
