"""A line between clients and a server that is not to be trusted.

TCP keeps the order of bytes within a connection, so what a bad line can do is this: end a
connection after any byte, in either direction; hold bytes back, or cut them into crumbs; lose all
bytes from some point on while the connection seems to live; bring the last bytes of a connection
when its client has long opened another one; and send a whole connection once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field

UP, DOWN = "up", "down"  # from the client, to the client
MOST = {UP: 700, DOWN: 8000}  # every place up to there is cut at in the end
NEVER = 1 << 60
KINDS = ("fine", "cut", "swallow", "delay", "late", "repeat")
WEIGHTS = (66, 18, 2, 7, 4, 3)
SWALLOW_SECONDS = 3.0


@dataclass
class Fate:
    """What happens to one connection."""

    kind: str
    direction: str = UP
    at: int = NEVER  # bytes that pass before it happens
    delay: float = 0.0  # seconds for each piece
    crumbs: bool = False
    sent: bytearray = field(default_factory=bytearray)  # all that the client has said


class Ended(Exception):
    """Nothing passes any more."""


class BadLine:
    """A port that leads to a server."""

    def __init__(self, port: int, seed: int) -> None:
        self.server_port = port
        self.rng = random.Random(seed)
        self.kinds = random.Random(seed)  # by itself: the same for the same connections
        self.port = 0
        self.count: Counter[str] = Counter()
        self.places: dict[str, set[int]] = {UP: set(), DOWN: set()}  # where it was cut
        self.to_cut = {way: list(range(most)) for way, most in MOST.items()}
        self.later: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Server | None = None

    async def open(self) -> BadLine:
        self.listening = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        self.port = self.listening.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        assert self.listening is not None
        self.listening.close()
        for task in list(self.later):
            task.cancel()

    # -- what happens ---------------------------------------------------------------------------

    def fate(self) -> Fate:
        rng = self.rng
        (kind,) = self.kinds.choices(KINDS, WEIGHTS)
        self.count[kind] += 1
        direction = rng.choice((UP, DOWN))
        if kind == "cut":
            return Fate(kind, direction, self.place(direction), crumbs=rng.random() < 0.2)
        if kind == "swallow":
            return Fate(kind, direction, rng.randrange(MOST[direction]))
        if kind == "delay":
            return Fate(kind, delay=rng.uniform(0.005, 0.05), crumbs=rng.random() < 0.3)
        if kind == "late":
            return Fate(kind, UP, rng.randrange(300, MOST[UP]))
        return Fate(kind, crumbs=rng.random() < 0.1)

    def place(self, direction: str) -> int:
        """One that was never cut at, as long as there are any."""
        left = self.to_cut[direction]
        return self.rng.choice(left) if left else self.rng.randrange(MOST[direction])

    # -- connections ----------------------------------------------------------------------------

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fate = self.fate()
        try:
            there = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:
            writer.close()
            return
        up = asyncio.ensure_future(self.pass_on(UP, fate, reader, there[1], writer))
        down = asyncio.ensure_future(self.pass_on(DOWN, fate, there[0], writer, there[1]))
        await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
        for side in (writer, there[1]):
            side.close() if self.rng.random() < 0.5 else side.transport.abort()
        if fate.kind == "repeat":
            self.begin(self.repeat(bytes(fate.sent)))

    async def pass_on(
        self, direction: str, fate: Fate, reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter, back: asyncio.StreamWriter,
    ) -> None:  # fmt: skip
        """One direction, until it ends; whatever is sent before the end arrives."""
        passed, at = 0, fate.at if fate.direction == direction else NEVER
        with contextlib.suppress(OSError, Ended):
            while data := await reader.read(8192):
                if direction == UP:
                    fate.sent += data
                whole, rest = data[: max(0, at - passed)], data[max(0, at - passed) :]
                await self.write(writer, whole, fate)
                passed += len(data)
                if passed >= at:
                    await self.happens(fate, direction, rest, writer, back)

    async def write(self, writer: asyncio.StreamWriter, data: bytes, fate: Fate) -> None:
        size = self.rng.choice((1, 3, 50)) if fate.crumbs else max(1, len(data))
        for start in range(0, len(data), size):
            if fate.delay or fate.crumbs:
                await asyncio.sleep(fate.delay if start == 0 else 0)
            if writer.transport.is_closing():
                raise Ended
            writer.write(data[start : start + size])
        await writer.drain()

    async def happens(
        self, fate: Fate, direction: str, rest: bytes,
        writer: asyncio.StreamWriter, back: asyncio.StreamWriter,
    ) -> None:  # fmt: skip
        if fate.kind == "swallow":
            await asyncio.sleep(SWALLOW_SECONDS)
        elif fate.kind == "late":
            back.close()  # the client goes away and opens another one
            await asyncio.sleep(self.rng.uniform(0.05, 0.8))
            writer.write(rest)
            await writer.drain()
            await asyncio.sleep(0.1)
        elif fate.at not in self.places[direction]:
            self.places[direction].add(fate.at)
            self.to_cut[direction].remove(fate.at)
        raise Ended

    # -- once more ------------------------------------------------------------------------------

    def begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.later.add(task)
        task.add_done_callback(self.later.discard)

    async def repeat(self, sent: bytes) -> None:
        """Everything a client has said, as if it had said it again on another connection."""
        await asyncio.sleep(self.rng.uniform(0.0, 1.0))
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server_port)
            writer.write(sent)
            with contextlib.suppress(TimeoutError):
                while await asyncio.wait_for(reader.read(65536), 0.5):
                    pass
            writer.transport.abort()
