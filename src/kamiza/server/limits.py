"""What everything costs that a client can make the server do, and who may spend how much.

Every socket has a purse, every address has one for all its sockets and requests, and some things
are counted for the whole server. A purse fills again with time. What cannot be paid is refused with
the time after which it can; nothing is put in a queue that grows.
"""

from __future__ import annotations

import ipaddress
import time
from functools import lru_cache
from typing import NamedTuple, Protocol

MESSAGE_BYTES = 16 * 1024
BODY_BYTES = 16 * 1024
MOST_ADDRESSES = 1000

# -- prices, in messages; those of each kind of message are in `prices` ------------------------

MALFORMED_PRICE = 4.0  # whoever cannot be read
FRAME_PRICE = 1.0  # pings, pongs nobody asked for, pieces of a message
EMPTY_PIECE_PRICE = 10.0  # which bring nothing and never end

# -- purses: so many a second, so many at once --------------------------------------------------

MESSAGES_OF_SOCKET = (20.0, 60.0)
MESSAGES_OF_ADDRESS = (200.0, 1000.0)
FRAMES_OF_SOCKET = (10.0, 100.0)
FRAMES_OF_ADDRESS = (100.0, 1000.0)
CONNECTIONS_OF_ADDRESS = (30.0, 400.0)
REQUESTS_OF_ADDRESS = (20.0, 200.0)
FILES_OF_ADDRESS = (50.0, 600.0)  # of the pages; each keeps near to 200 of them for later
HEALTH_OF_ADDRESS = (10.0, 50.0)
WORK_OF_ADDRESS = (2.0, 20.0)  # replays, records, verifications
CALLS_OF_ADDRESS = (0.5, 30.0)  # what devices say about being called
LETTERS_OF_ADDRESS = (0.05, 6.0)  # that are sent to somewhere else at once
FLOOD_FINE = 20.0  # connections; whoever was thrown out for a flood does not come back at once
LOADS_OF_ADDRESS = (5.0, 50.0)  # tables that are read from the file and played again

# -- at the same time ---------------------------------------------------------------------------

OPEN_MESSAGES = 300  # that have come and are not answered yet, of the whole server
FEWEST_OPEN_MESSAGES = 50  # the same while answers take long
OPEN_MESSAGES_OF_ADDRESS = 75
WAITING_BYTES_OF_ADDRESS = 16 << 20  # sent and not read yet
WAITING_BYTES = 1 << 20  # for one socket; who reads slower than that is sent away and may come back
MUCH_WAITING = 64 << 10
FLOOD_MESSAGES = 100  # that were not paid in one go: the socket is closed
ANSWERED_BUSY = 10  # of them; a page never sends as many
FRAGMENTS = 64  # of one message
CONNECTIONS_BESIDE_SOCKETS = 50  # of one address, for requests
CONNECTIONS_FOR_HEALTH = 16  # beyond all limits
USUAL_SOCKETS = 100  # per address; whoever allows more allows more of everything
USUAL_TABLES = 10  # a minute

LONG_SECONDS = 0.05  # an answer that takes longer than that has waited behind too many others
LOOK_SECONDS = 0.05  # how often that is looked at

SHORTEST_WAIT = 1  # seconds
LONGEST_WAIT = 30


class Busy(Exception):
    """Not now: try again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(SHORTEST_WAIT, min(LONGEST_WAIT, int(seconds + 0.999)))


class Bucket:
    """A purse: so many a second on average, so many at once."""

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

    def seconds_until(self, cost: float = 1.0) -> float:
        """How long until there is enough."""
        return max(0.0, (cost - self.level) / self.rate)


class Buckets:
    """A bucket for every address; addresses that have been quiet are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: dict[str, Bucket] = {}
        self.tidied = 0.0

    def of(self, address: str) -> Bucket:
        bucket = self.buckets.get(address)
        if bucket is None:
            now = time.monotonic()
            if len(self.buckets) > MOST_ADDRESSES and now - self.tidied > 10.0:
                self.tidied = now
                self.buckets = {a: b for a, b in self.buckets.items() if now - b.seen < 60.0}
            bucket = self.buckets[address] = Bucket(self.rate, self.burst, now)
        return bucket

    def take(self, address: str, cost: float = 1.0) -> bool:
        return self.of(address).take(time.monotonic(), cost)

    def seconds_until(self, address: str, cost: float = 1.0) -> float:
        return self.of(address).seconds_until(cost)


class Reader(Protocol):
    """A socket as seen by who counts what waits for it."""

    @property
    def waiting_bytes(self) -> int: ...


class Guest:
    """Everything that comes from one address: what it has open, and its purses."""

    def __init__(self, limits: AddressLimits, address: str) -> None:
        now, more = time.monotonic(), limits.generosity
        self.limits = limits
        self.address = address
        self.connections = 0
        self.sockets = 0
        self.open_messages = 0
        self.most_open_messages = OPEN_MESSAGES_OF_ADDRESS * more
        self.slow: set[Reader] = set()  # sockets with much that was sent and not read yet
        self.messages = purse(MESSAGES_OF_ADDRESS, more, now)
        self.frames = purse(FRAMES_OF_ADDRESS, more, now)
        self.arrivals = purse(CONNECTIONS_OF_ADDRESS, more, now)
        self.loads = purse(LOADS_OF_ADDRESS, more, now)

    def is_too_slow(self, reader: Reader) -> bool:
        """Do the sockets of this address leave too much unread, this one among them?"""
        self.slow = {slow for slow in self.slow if slow.waiting_bytes > MUCH_WAITING}
        self.slow.add(reader)
        return sum(slow.waiting_bytes for slow in self.slow) > WAITING_BYTES_OF_ADDRESS

    def fine(self) -> None:
        """A flood, or something endless, came from here: new connections wait a while."""
        self.arrivals.level = max(0.0, self.arrivals.level - FLOOD_FINE)

    def begin_message(self) -> bool:
        """One more message waits for its answer; not if there are too many already."""
        places = self.limits.room.places
        if self.open_messages >= self.most_open_messages * places // OPEN_MESSAGES:
            return False
        if self.limits.open_messages >= places:
            return False
        self.open_messages += 1
        self.limits.open_messages += 1
        return True

    def end_message(self, count: int = 1) -> None:
        self.open_messages -= count
        self.limits.open_messages -= count

    @property
    def is_gone(self) -> bool:
        """Nothing open, and all purses full again."""
        now = time.monotonic()
        purses = (self.messages, self.frames, self.arrivals, self.loads)
        return self.connections == self.sockets == 0 and all(
            bucket.level + (now - bucket.seen) * bucket.rate >= bucket.burst for bucket in purses
        )


class Room:
    """How many messages may wait at once: no more than are answered in good time.

    How fast that goes depends on the disk and on what else the machine does, so it is watched.
    """

    def __init__(self) -> None:
        self.places = OPEN_MESSAGES
        self.began = time.monotonic()
        self.answers = 0
        self.seconds = 0.0

    def answered(self, seconds: float, now: float) -> None:
        """A message waited so long for its answer."""
        self.answers += 1
        self.seconds += seconds
        if now - self.began < LOOK_SECONDS:
            return
        if self.seconds > LONG_SECONDS * self.answers:
            self.places = max(FEWEST_OPEN_MESSAGES, self.places * 4 // 5)
        else:
            self.places = min(OPEN_MESSAGES, self.places + 10)
        self.began, self.answers, self.seconds = now, 0, 0.0


def purse(allowance: tuple[float, float], more: float, now: float) -> Bucket:
    return Bucket(allowance[0] * more, allowance[1] * more, now)


class Entrance(NamedTuple):
    """Who a new connection belongs to; nobody, if it is not wanted."""

    guest: Guest | None
    is_for_health: bool  # all places are taken but those kept for whoever looks after the server


class AddressLimits:
    """What addresses may do together over all their connections."""

    def __init__(self, sockets: int, tables_per_minute: int, connections: int) -> None:
        self.most_sockets = sockets
        self.most_connections = connections
        self.most_connections_of_address = sockets + CONNECTIONS_BESIDE_SOCKETS
        self.connections = 0
        # Whoever may have many sockets or tables is a load test, and may do as much more.
        self.generosity = max(1.0, sockets / USUAL_SOCKETS, tables_per_minute / USUAL_TABLES)
        self.guests: dict[str, Guest] = {}
        self.tidied = 0.0
        self.open_messages = 0
        self.room = Room()
        self.tables = Buckets(tables_per_minute / 60.0, float(tables_per_minute))
        self.work = self.buckets(WORK_OF_ADDRESS)
        self.requests = self.buckets(REQUESTS_OF_ADDRESS)
        self.files = self.buckets(FILES_OF_ADDRESS)
        self.health = self.buckets(HEALTH_OF_ADDRESS)
        self.calls = self.buckets(CALLS_OF_ADDRESS)
        self.letters = self.buckets(LETTERS_OF_ADDRESS)

    def buckets(self, allowance: tuple[float, float]) -> Buckets:
        return Buckets(allowance[0] * self.generosity, allowance[1] * self.generosity)

    def guest(self, host: str) -> Guest:
        """Who comes from there; those who have long been gone are forgotten."""
        address = party_of(host)
        guest = self.guests.get(address)
        if guest is None:
            self.tidy()
            guest = self.guests[address] = Guest(self, address)
        return guest

    def tidy(self) -> None:
        now = time.monotonic()
        if len(self.guests) > MOST_ADDRESSES and now - self.tidied > 10.0:
            self.tidied = now
            self.guests = {a: guest for a, guest in self.guests.items() if not guest.is_gone}

    # -- connections ----------------------------------------------------------------------------

    def enter(self, host: str | None) -> Entrance:
        """Count a new connection, of whatever it will carry; None if its address says nothing."""
        guest = self.guest(host or "")
        over = self.connections - self.most_connections
        if host is not None:
            if not guest.arrivals.take(time.monotonic()):
                return Entrance(None, is_for_health=False)
            over = max(over, guest.connections - self.most_connections_of_address)
        if over >= CONNECTIONS_FOR_HEALTH:
            return Entrance(None, is_for_health=False)
        guest.connections += 1
        self.connections += 1
        return Entrance(guest, is_for_health=over >= 0)

    def leave(self, guest: Guest) -> None:
        guest.connections -= 1
        self.connections -= 1

    @property
    def sockets(self) -> int:
        return sum(guest.sockets for guest in self.guests.values())

    def open_socket(self, guest: Guest) -> bool:
        """Count a new socket, or say no."""
        if guest.sockets >= self.most_sockets:
            return False
        guest.sockets += 1
        return True

    def close_socket(self, guest: Guest) -> None:
        guest.sockets -= 1


@lru_cache(maxsize=4096)
def party_of(host: str) -> str:
    """An address as it is counted: whoever has one of IPv6 has 2^64 of them."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
