"""A page at a table of its own device.

For `Sockets` and `Connection` it is like a `FastWebSocket`; messages come and go as texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kamiza.server.frames import payload_of
from kamiza.server.inbox import Inbox, Paid

POLICY = 1008


class DeviceSocket(Paid):
    """One page."""

    waiting_bytes = 0

    def __init__(self, heard: Callable[[str], None], closed: Callable[[int], None]) -> None:
        self.heard = heard
        self.closed = closed
        self.queue = Inbox()
        self.is_closed = False
        self.queue.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> Any:
        return await self.queue.get()

    async def send(self, message: Any) -> None:
        """What ASGI sends; only how it ends is of interest."""
        if message["type"] == "websocket.close":
            self.shut(message.get("code", 1000))

    def write(self, message: bytes) -> int:
        if not self.is_closed:
            self.heard(payload_of(message).decode())
        return 0

    def answered(self, came: float | None) -> None:
        """How long a message waits says nothing here: bots think in between."""
        super().answered(None)

    def shut_out(self) -> None:
        self.shut(POLICY)

    def shut(self, code: int, seconds: float = 0.0) -> None:
        if not self.is_closed:
            self.closed(code)
            self.end(code)

    def end(self, code: int) -> None:
        """The page has gone, or is not listened to any more."""
        if not self.is_closed:
            self.is_closed = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
