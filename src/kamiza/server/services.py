"""What all tables of a server share: the file, the bots, the shuffles, the limits, the counters."""

from __future__ import annotations

from collections.abc import Callable

from kamiza.server.bots import Bots
from kamiza.server.config import Config
from kamiza.server.limits import AddressLimits
from kamiza.server.metrics import Metrics
from kamiza.server.shuffle import Shuffler
from kamiza.server.store import Store


class Services:
    """Made once, when the server starts."""

    def __init__(self, config: Config, lost: Callable[[str], None]) -> None:
        self.config = config
        self.metrics = Metrics()
        self.store = Store(config.data, self.metrics, lost)
        self.shuffler = Shuffler(config.rehearsal)
        self.bots = Bots(
            config.bot_workers, config.bot_seconds, config.search_budget, self.metrics,
            self.shuffler,
        )  # fmt: skip
        self.limits = AddressLimits(config.sockets_per_address, config.tables_per_minute)
        self.metrics.sockets.read = lambda: self.limits.sockets.total()
        self.metrics.saving.read = lambda: float(self.store.works)

    def close(self) -> None:
        self.bots.close()
        self.store.close()
