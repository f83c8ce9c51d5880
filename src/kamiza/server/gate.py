"""What all connections of a server share, before anything of them is read."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from kamiza.server.config import Config
from kamiza.server.limits import AddressLimits
from kamiza.server.metrics import Metrics

if TYPE_CHECKING:
    from kamiza.server.guarded_http import GuardedHttp

LOOK_SECONDS = 1.0


class Gate:
    """What all connections share."""

    def __init__(self, config: Config) -> None:
        self.metrics = Metrics()
        self.limits = AddressLimits(
            config.sockets_per_address, config.tables_per_minute, config.connections
        )
        self.knows_addresses = not config.is_behind_proxy
        self.open: set[GuardedHttp] = set()
        self.looking: asyncio.TimerHandle | None = None
        self.metrics.sockets.read = lambda: self.limits.sockets
        self.metrics.connections.read = lambda: self.limits.connections

    def look_later(self) -> None:
        if self.looking is None and self.open:
            loop = asyncio.get_running_loop()
            self.looking = loop.call_later(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Every second: whose request, or whose reading, takes too long?"""
        self.looking = None
        now = time.monotonic()
        for connection in list(self.open):
            connection.look(now)
        self.look_later()
