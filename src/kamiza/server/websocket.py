"""Uvicorn's socket with a short cut: a finished message goes to the wire without any detour.

A move is shown to everybody at its table, so writing messages is what the server does most. Through
ASGI each would be decoded, encoded and put together again for every reader.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "kamiza.websocket"
BACKLOG = 32  # messages
TEXT = b"\x81"  # the first byte of a message in one frame


class Inbox:
    """What `asyncio.Queue` does for one reader, and no more."""

    def __init__(self) -> None:
        self.messages: deque[Any] = deque()
        self.waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Any:
        while not self.messages:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        return self.messages.popleft()

    def empty(self) -> bool:
        return not self.messages

    def qsize(self) -> int:
        return len(self.messages)


class FastWebSocket(WebSocketsSansIOProtocol):
    """One socket; applications find it in the scope under `EXTENSION`."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Inbox()  # type: ignore[assignment]

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Uvicorn stops reading after each; here that needs a backlog."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= BACKLOG:
            self.read_paused = True
            self.transport.pause_reading()

    def write(self, message: bytes) -> int:
        """Send a message made by `framed`; how many bytes wait to be read by the other side."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.transport.write(message)
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        """Cut the connection at once."""
        self.transport.abort()


def framed(payload: bytes) -> bytes:
    """A text as one websocket frame from server to client, never masked. [RFC 6455, 5.2]"""
    size = len(payload)
    if size < 126:
        return TEXT + bytes((size,)) + payload
    if size < 1 << 16:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + payload
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + payload
