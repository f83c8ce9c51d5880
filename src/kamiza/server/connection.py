"""One open socket: its way out, and what its tokens opened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kamiza.server.limits import FRAME_BURST, FRAMES_PER_SECOND, Bucket
from kamiza.server.line import Line
from kamiza.server.metrics import Metrics

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

MOST_WAITING = 1 << 20  # bytes; who reads slower than that is cut off and may come back

POLICY = 1008
SHUTDOWN = 1012


class Connection:
    """Frames go out in order and nobody waits for a slow reader."""

    def __init__(self, line: Line, send: Send, metrics: Metrics) -> None:
        self.line = line
        self.send = send
        self.metrics = metrics
        self.seats: list[int] = []
        self.is_host = False
        self.is_watching = False
        self.bucket = Bucket(FRAMES_PER_SECOND, FRAME_BURST, time.monotonic())
        self.over_limit = 0
        self.close_code: int | None = None
        self.closing: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None  # about a hint; one at a time

    @property
    def knows_the_table(self) -> bool:
        return bool(self.seats) or self.is_watching or self.is_host

    def push(self, frame: bytes) -> None:
        """Send a frame made by `wire.frame`."""
        if self.close_code is not None:
            return
        self.metrics.frames_out.value += 1
        if self.line.write_frame(frame) > MOST_WAITING:
            self.close_code = POLICY
            self.line.abort()

    def close(self, code: int) -> None:
        """Close the socket; everything sent before still arrives."""
        if self.close_code is None:
            self.close_code = code
            self.closing = asyncio.create_task(self.send_close(code))

    async def send_close(self, code: int) -> None:
        try:
            await self.send({"type": "websocket.close", "code": code})
        except Exception:  # the other side was faster
            return

    async def finish(self) -> None:
        """The socket is done with: wait until it is closed."""
        if self.thinking is not None:
            self.thinking.cancel()
        if self.closing is not None:
            await self.closing
