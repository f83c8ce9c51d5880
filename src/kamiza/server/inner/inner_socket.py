"""A socket that somebody has open at another process, as this one sees it.

For `Sockets` and `Connection` it is like a `FastWebSocket`; messages come and go as records. The
other process reads frames and lets them be paid; what the messages themselves cost is paid here.
"""

from __future__ import annotations

import asyncio
from typing import Any

from kamiza.server.inbox import BACKLOG, Inbox, Paid
from kamiza.server.inner.wire import CLOSE, MESSAGE, Line
from kamiza.server.metrics import Metrics

POLICY = 1008
GONE = 1006


class InnerSocket(Paid):
    """One of them."""

    def __init__(self, line: Line, metrics: Metrics) -> None:
        self.line = line
        self.metrics = metrics
        self.queue = Inbox()
        self.room = asyncio.Event()
        self.is_closed = False
        self.queue.put_nowait({"type": "websocket.connect"})

    # -- reading --------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Take messages until the other process, or whoever is there, goes away."""
        async for kind, payload in self.line.records():
            if kind == MESSAGE and not self.is_closed:
                self.take(payload)
            while self.queue.qsize() >= BACKLOG and not self.is_closed:
                self.room.clear()
                await self.room.wait()
        self.end(GONE)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self.room.set()
        return message

    # -- writing and closing --------------------------------------------------------------------

    def write(self, message: bytes) -> int:
        return 0 if self.is_closed else self.line.send(MESSAGE, message)

    @property
    def waiting_bytes(self) -> int:
        return self.line.waiting_bytes

    async def send(self, message: Any) -> None:
        """What ASGI sends; only how it ends is of interest."""
        if message["type"] == "websocket.close":
            self.shut(message.get("code", 1000))

    def shut_out(self) -> None:
        self.metrics.floods.add()
        if self.guest is not None:
            self.guest.fine()
        self.shut(POLICY)

    def shut(self, code: int, seconds: float = 0.0) -> None:
        if not self.is_closed:
            self.line.send(CLOSE, code.to_bytes(2, "big"))
            self.line.close()
            self.end(code)

    def end(self, code: int) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.room.set()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def abort(self) -> None:
        self.line.abort()
        self.end(GONE)
