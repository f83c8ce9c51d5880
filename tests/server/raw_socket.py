"""Bytes to and from a real server, without a library that would behave."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

from floods import CLOSE, HANDSHAKE, TEXT, frame
from server_kit import ANSWER_SECONDS, Server

Message = dict[str, Any]


class Whole(asyncio.StreamReader):
    """Whatever came before a line was cut can still be read, however late that is done."""

    def set_exception(self, exc: Exception) -> None:
        self.feed_eof()


class RawSocket:
    """One socket of a table, frame by frame."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, server: Server, table: str, receive_bytes: int = 0) -> "RawSocket":
        """With so many bytes the system takes before they are read, if that is given."""
        line = socket.socket()
        if receive_bytes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.connect(("127.0.0.1", server.port))
        loop = asyncio.get_running_loop()
        reader = Whole(receive_bytes or 1 << 24, loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        transport, _ = await loop.create_connection(lambda: protocol, sock=line)
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        host = f"127.0.0.1:{server.port}"
        writer.write(HANDSHAKE.format(table=table, host=host).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        return cls(reader, writer)

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    def say(self, message: Message) -> None:
        self.write(frame(TEXT, json.dumps(message).encode()))

    async def frame(self) -> tuple[int, bytes]:
        """Kind and payload of the next frame."""
        first, size = await self.reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def frames(self) -> AsyncIterator[tuple[int, bytes]]:
        """All frames up to the one that closes."""
        kind = -1
        while kind != CLOSE:
            kind, payload = await asyncio.wait_for(self.frame(), ANSWER_SECONDS)
            yield kind, payload

    async def until_closed(self) -> tuple[int, list[tuple[int, bytes]]]:
        """The code it is closed with, and everything before."""
        heard = [found async for found in self.frames()]
        return int.from_bytes(heard[-1][1][:2], "big"), heard[:-1]

    async def until(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        async for kind, payload in self.frames():
            message: Message = json.loads(payload) if kind == TEXT else {"t": "frame"}
            if message["t"] in kinds:
                return message
        raise ConnectionError("closed")

    def cut(self) -> None:
        self.writer.transport.abort()


async def ask_raw(server: Server, *parts: bytes) -> bytes:
    """Send bytes, as long as they are taken; what was heard until the connection ends."""
    loop = asyncio.get_running_loop()
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.setblocking(False)
        hearing = asyncio.create_task(hear(line))
        with contextlib.suppress(OSError):  # it was told enough
            await loop.sock_sendall(line, b"".join(parts))
        return await asyncio.wait_for(hearing, ANSWER_SECONDS)


async def hear(line: socket.socket) -> bytes:
    """All there is, also of a line that was cut while something was still written to it."""
    heard = b""
    with contextlib.suppress(OSError):  # cut; what came before counts
        while part := await asyncio.get_running_loop().sock_recv(line, 65536):
            heard += part
    return heard
