"""A socket client that costs next to nothing, so that one core can play a thousand people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Origin: http://{host}\r\n\r\n"
)
TEXT = 0x81
CLOSE = 0x88
PING = 0x89
PONG = 0x8A


class QuickSocket(asyncio.Protocol):
    """Text messages in and out; everything else of the protocol as far as our server uses it."""

    def __init__(self, host: str, path: str, on_text: Callable[[bytes], None]) -> None:
        self.request = HANDSHAKE.format(host=host, path=path).encode()
        self.on_text = on_text
        self.buffer = bytearray()
        self.is_open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if self.is_open and not self.buffer and is_one_text(data):
            self.on_text(data[4:])  # nearly always
            return
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(self.buffer[: self.buffer.find(b"\r\n")])
            del self.buffer[: end + 4]
            self.is_open = b" 101 " in status
            if not self.opened.done():
                self.opened.set_result(status)
        self.read_frames()

    def read_frames(self) -> None:
        buffer = self.buffer
        start = 0
        while len(buffer) - start >= 2:
            kind, size = buffer[start], buffer[start + 1]
            head = 2
            if size == 126:
                head = 4
                size = int.from_bytes(buffer[start + 2 : start + 4], "big")
            elif size == 127:
                head = 10
                size = int.from_bytes(buffer[start + 2 : start + 10], "big")
            if len(buffer) - start < head + size:
                break
            body = bytes(buffer[start + head : start + head + size])
            start += head + size
            self.take(kind, body)
        if start:
            del buffer[:start]

    def take(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self.on_text(body)
        elif kind == PING:
            self.write(PONG, body)
        elif kind == CLOSE and self.transport is not None:
            self.transport.close()

    def send(self, text: bytes) -> None:
        self.write(TEXT, text)

    def write(self, kind: int, body: bytes) -> None:
        """A message masked with four zero bytes, which leaves it as it is."""
        if self.transport is None or self.transport.is_closing():
            return
        size = len(body)
        if size < 126:
            head = bytes((kind, 0x80 | size))
        else:
            head = bytes((kind, 0x80 | 126)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.opened, self.closed):
            if not waiting.done():
                waiting.set_result(b"")


def is_one_text(data: bytes) -> bool:
    """Is this exactly one text message of middle size?"""
    return data[:2] == b"\x81\x7e" and int.from_bytes(data[2:4], "big") == len(data) - 4


async def quick_connect(
    port: int, table: str, on_text: Callable[[bytes], None], address: str = "127.0.0.1"
) -> QuickSocket:
    """An open socket of a table, from one of our addresses; an OSError if it is not taken."""
    host = f"127.0.0.1:{port}"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: QuickSocket(host, f"/ws/{table}", on_text), "127.0.0.1", port,
        local_addr=(address, 0),
    )  # fmt: skip
    await socket.opened
    if not socket.is_open:
        raise OSError("the server did not open the socket")
    return socket
