"""The line between two processes of a house.

Both ends show that they know the secret of the house, which stands in its database, without saying
it: each answers to a number the other has made up. The caller also says which process it wants, so
that an address that has changed hands is noticed. What follows is records: four bytes of length,
one that says what it is, and the rest. Nothing is encrypted: between machines this belongs on a
network of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import struct
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from kamiza.server.store import Neighbour

NUMBER_BYTES = 16
PROOF_BYTES = 32
HEAD = struct.Struct(">IB")
MOST_BYTES = 64 << 20  # of one record
PIECE = 256 << 10
CALL_SECONDS = 3.0  # for the other end to answer and to show that it is one of us

# What a record is.
OPENING = 1  # what the line is for, an `Opening`
MESSAGE = 2  # from or to a socket
CLOSE = 3  # a socket ends, with this code
QUESTION = 4
ANSWER = 5


class Unreachable(Exception):
    """There is no line to that process."""


class Opening(msgspec.Struct):
    """What a line is for; what it does not need stays empty."""

    purpose: str  # SOCKET, REQUEST or THINKING
    address: str = ""  # of whoever came
    table: str = ""
    method: str = ""
    path: str = ""
    query: bytes = b""
    headers: list[tuple[bytes, bytes]] = []
    body: bytes = b""


SOCKET = "socket"
REQUEST = "request"
THINKING = "thinking"


def record(kind: int, payload: bytes) -> bytes:
    return HEAD.pack(len(payload), kind) + payload


class Line:
    """Records to and from another process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, kind: int, payload: bytes) -> int:
        """Send a record; how many bytes wait to be read by the other end."""
        if not self.writer.is_closing():
            self.writer.write(record(kind, payload))
        return self.waiting_bytes

    def tell(self, kind: int, what: Any) -> None:
        self.send(kind, msgspec.msgpack.encode(what))

    @property
    def waiting_bytes(self) -> int:
        return 0 if self.writer.is_closing() else self.writer.transport.get_write_buffer_size()

    async def records(self) -> AsyncIterator[tuple[int, bytes]]:
        """What comes, until the line ends."""
        unread = b""
        with contextlib.suppress(OSError):
            while piece := await self.reader.read(PIECE):
                unread = unread + piece if unread else piece
                start = 0
                while start + HEAD.size <= len(unread):
                    size, kind = HEAD.unpack_from(unread, start)
                    if size > MOST_BYTES:
                        return
                    end = start + HEAD.size + size
                    if end > len(unread):
                        break
                    yield kind, unread[start + HEAD.size : end]
                    start = end
                unread = unread[start:]

    async def drain(self) -> None:
        """Wait until the other end has read most of what was sent."""
        with contextlib.suppress(OSError):
            await self.writer.drain()

    def close(self) -> None:
        """What was sent still arrives."""
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.close()

    def abort(self) -> None:
        self.writer.transport.abort()


# -- the beginning --------------------------------------------------------------------------------


def proof(secret: bytes, who: bytes, process: int, called: bytes, caller: bytes) -> bytes:
    return hmac.digest(secret, who + process.to_bytes(8, "big") + called + caller, "sha256")


async def call(other: Neighbour, secret: bytes, machine: str) -> Line:
    """A line to another process; `Unreachable` if it is silent, or not who it should be."""
    host, _, port = other.inner.rpartition(":")
    host = host.strip("[]")
    if not host or not secret or (is_loopback(host) and other.machine != machine):
        raise Unreachable
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(CALL_SECONDS):
            reader, writer = await asyncio.open_connection(host, int(port))
            called = await reader.readexactly(NUMBER_BYTES)
            caller = secrets.token_bytes(NUMBER_BYTES)
            writer.write(caller + proof(secret, b"caller", other.process, called, caller))
            answer = await reader.readexactly(PROOF_BYTES)
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
        if writer is not None:
            writer.transport.abort()
        raise Unreachable from None
    if not hmac.compare_digest(answer, proof(secret, b"called", other.process, called, caller)):
        writer.transport.abort()
        raise Unreachable
    return Line(reader, writer)


async def is_one_of_us(line: Line, secret: bytes, process: int) -> bool:
    """The other end of the line: whether the caller knows the secret, and wanted this process."""
    called = secrets.token_bytes(NUMBER_BYTES)
    line.writer.write(called)
    try:
        async with asyncio.timeout(CALL_SECONDS):
            caller = await line.reader.readexactly(NUMBER_BYTES)
            shown = await line.reader.readexactly(PROOF_BYTES)
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return False
    if not secret or not hmac.compare_digest(
        shown, proof(secret, b"caller", process, called, caller)
    ):
        return False
    line.writer.write(proof(secret, b"called", process, called, caller))
    return True


def is_loopback(host: str) -> bool:
    return host == "localhost" or host == "::1" or host.startswith("127.")
