"""How much of everything one socket or one address may have."""

from __future__ import annotations

import time
from collections import Counter

MESSAGE_BYTES = 16 * 1024
BODY_BYTES = 16 * 1024
MESSAGES_PER_SECOND = 20.0
MESSAGE_BURST = 40.0
REQUESTS_PER_SECOND = 20.0
REQUEST_BURST = 200.0
WORK_PER_SECOND = 2.0  # replays, records, verifications
WORK_BURST = 20.0
MOST_ADDRESSES = 1000
FLOOD_MESSAGES = 200  # over the limit in one go: the socket is closed
MALFORMED_COST = 4.0  # messages that cannot be read count more


class Bucket:
    """So many a second on average, so many at once."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.seen = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Is there enough left? If so it is used up."""
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


class Buckets:
    """A bucket for every address; addresses that have been quiet are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        now = time.monotonic()
        bucket = self.buckets.get(address)
        if bucket is None:
            if len(self.buckets) > MOST_ADDRESSES:
                self.buckets = {a: b for a, b in self.buckets.items() if now - b.seen < 60.0}
            bucket = self.buckets[address] = Bucket(self.rate, self.burst, now)
        return bucket.take(now)


class AddressLimits:
    """What addresses may do together over all their connections."""

    def __init__(self, sockets: int, tables_per_minute: int) -> None:
        self.most_sockets = sockets
        self.sockets: Counter[str] = Counter()
        self.tables = Buckets(tables_per_minute / 60.0, float(tables_per_minute))
        # Whoever may make many tables is a load test and may ask as often.
        self.work = Buckets(WORK_PER_SECOND * max(1.0, tables_per_minute / 10), WORK_BURST)
        self.requests = Buckets(
            REQUESTS_PER_SECOND * max(1.0, tables_per_minute / 10), REQUEST_BURST
        )

    def open_socket(self, address: str) -> bool:
        """Count a new socket, or say no."""
        if self.sockets[address] >= self.most_sockets:
            return False
        self.sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]
