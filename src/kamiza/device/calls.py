"""Nobody is called from a browser: who plays there is there."""

from __future__ import annotations

from kamiza.server.config import Config
from kamiza.server.metrics import Metrics
from kamiza.server.store import Store


class Calls:
    """What the tables know of calls."""

    senders = None

    def __init__(self, config: Config, store: Store, metrics: Metrics) -> None:
        """There is nothing to keep."""

    async def open(self) -> None:
        """Nothing begins."""

    async def close(self) -> None:
        """Nothing ends."""

    def look_at(self, due: float) -> None:
        """Nothing is ever due."""
