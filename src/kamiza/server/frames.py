"""A message as it goes over the wire, and where the socket for it is found."""

from __future__ import annotations

EXTENSION = "kamiza.websocket"  # in a scope: the socket itself
TEXT = b"\x81"  # the first byte of a message in one frame


def framed(payload: bytes) -> bytes:
    """A text as one websocket frame from server to client, never masked. [RFC 6455, 5.2]"""
    size = len(payload)
    if size < 126:
        return TEXT + bytes((size,)) + payload
    if size < 1 << 16:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + payload
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + payload


def payload_of(frame: bytes) -> bytes:
    """The text that `framed` has made a frame of."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]
