"""One open socket: what waits to be sent to it, and what its tokens opened."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kamiza.server.limits import FRAME_BURST, FRAMES_PER_SECOND, Bucket
from kamiza.server.metrics import Metrics

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

MOST_WAITING = 500  # frames; who reads slower than that is cut off and may come back

POLICY = 1008
SHUTDOWN = 1012
TOO_SLOW = 1013


class Connection:
    """Frames go out in order through one task, so a slow reader never holds up a table."""

    def __init__(self, send: Send, metrics: Metrics) -> None:
        self.send = send
        self.metrics = metrics
        self.seats: list[int] = []
        self.is_host = False
        self.is_watching = False
        self.bucket = Bucket(FRAMES_PER_SECOND, FRAME_BURST, time.monotonic())
        self.over_limit = 0
        self.waiting: deque[bytes] = deque()
        self.close_code: int | None = None
        self.awake = asyncio.Event()
        self.task = asyncio.create_task(self.send_all())

    @property
    def knows_the_table(self) -> bool:
        return bool(self.seats) or self.is_watching or self.is_host

    def push(self, frame: bytes) -> None:
        """Send a frame when its turn comes."""
        if self.close_code is not None:
            return
        self.waiting.append(frame)
        if len(self.waiting) > MOST_WAITING:
            self.waiting.clear()
            self.close(TOO_SLOW)
        self.awake.set()

    def close(self, code: int) -> None:
        """Close the socket after everything that waits was sent."""
        if self.close_code is None:
            self.close_code = code
            self.awake.set()

    async def send_all(self) -> None:
        try:
            while True:
                await self.awake.wait()
                self.awake.clear()
                while self.waiting:
                    text = self.waiting.popleft().decode()
                    await self.send({"type": "websocket.send", "text": text})
                    self.metrics.frames_out.add()
                if self.close_code is not None:
                    await self.send({"type": "websocket.close", "code": self.close_code})
                    return
        except Exception:  # the other side is gone; whoever receives will notice too
            self.close_code = self.close_code or SHUTDOWN
            self.waiting.clear()

    async def finish(self) -> None:
        """The socket is gone: stop sending."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
