"""Uvicorn's socket with a short cut: a finished frame goes to the wire without any detour.

A move is shown to everybody at its table, so writing frames is what the server does most. Through
ASGI each frame would be decoded, encoded and put together again for every reader.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "kamiza.line"
TEXT = b"\x81"  # the first byte of a whole text frame


class Line(WebSocketsSansIOProtocol):
    """One socket; applications find it in the scope under `EXTENSION`."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write_frame(self, frame: bytes) -> int:
        """Send a frame made by `framed`; how many bytes wait to be read by the other side."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        """Cut the line at once."""
        self.transport.abort()


def framed(payload: bytes) -> bytes:
    """A text as a frame from server to client, which is never masked. [RFC 6455, 5.2]"""
    size = len(payload)
    if size < 126:
        return TEXT + bytes((size,)) + payload
    if size < 1 << 16:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + payload
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + payload
