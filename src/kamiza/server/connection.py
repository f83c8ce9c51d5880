"""One open socket: its way out, and what its tokens opened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kamiza.server.limits import MESSAGE_BURST, MESSAGES_PER_SECOND, Bucket
from kamiza.server.metrics import Metrics
from kamiza.server.websocket import FastWebSocket

AsgiMessage = MutableMapping[str, Any]
Send = Callable[[AsgiMessage], Awaitable[None]]

MOST_WAITING = 1 << 20  # bytes; who reads slower than that is cut off and may come back

POLICY = 1008
SHUTDOWN = 1012


class Connection:
    """Messages go out in order and nobody waits for a slow reader."""

    def __init__(self, socket: FastWebSocket, send: Send, metrics: Metrics) -> None:
        self.socket = socket
        self.send = send
        self.metrics = metrics
        self.seats: list[int] = []
        self.is_host = False
        self.is_watching = False
        self.bucket = Bucket(MESSAGES_PER_SECOND, MESSAGE_BURST, time.monotonic())
        self.over_limit = 0
        self.close_code: int | None = None
        self.closing: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None  # about a hint; one at a time

    @property
    def knows_the_table(self) -> bool:
        return bool(self.seats) or self.is_watching or self.is_host

    def push(self, message: bytes) -> None:
        """Send what `messages.packed` made."""
        if self.close_code is not None:
            return
        self.metrics.messages_out.value += 1
        if self.socket.write(message) > MOST_WAITING:
            self.close_code = POLICY
            self.socket.abort()

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
