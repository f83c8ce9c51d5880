"""What one address can do to a server at its worst; `fairness.py` watches a bystander meanwhile.

Every flood is written to the wire byte by byte, without a library that would behave, and comes back
as soon as it is thrown out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

ATTACKER = "127.0.0.2"  # the bystander comes from 127.0.0.1
BLOCK = 64 * 1024
HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Origin: http://{host}\r\n\r\n"
)
ZIPPED = "Accept-Encoding: gzip\r\n"
TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


@dataclass
class Target:
    """The server, and the doors to it that anybody may have."""

    port: int
    table: str  # long, and over
    token: str
    seconds: float
    end: float = 0.0
    tally: dict[str, int] = field(default_factory=dict)

    def count(self, what: str, number: int = 1) -> None:
        self.tally[what] = self.tally.get(what, 0) + number

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end


Flood = Callable[[Target], Awaitable[None]]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


# -- the wire -------------------------------------------------------------------------------------


def frame(kind: int, payload: bytes = b"", is_last: bool = True) -> bytes:
    """From client to server, masked with zeros."""
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes((kind | (0x80 if is_last else 0),)) + length + bytes(4) + payload


def hello(token: str) -> bytes:
    return frame(TEXT, json.dumps({"t": "hello", "token": token}).encode())


async def connect(target: Target) -> Streams:
    streams = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(ATTACKER, 0))
    target.count("connections")
    return streams


async def open_socket(target: Target, says_hello: bool = True) -> Streams:
    """A socket of the table; a ConnectionError if the server does not want it."""
    reader, writer = await connect(target)
    host = f"127.0.0.1:{target.port}"
    writer.write(HANDSHAKE.format(table=target.table, host=host).encode())
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    except (asyncio.IncompleteReadError, TimeoutError):
        writer.close()
        raise ConnectionError("no handshake") from None
    if b" 101 " not in head:
        writer.close()
        raise ConnectionError("refused")
    if says_hello:
        writer.write(hello(target.token))
    return reader, writer


async def swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 20):
        pass


async def again(target: Target, once: Flood) -> None:
    """Come back whenever thrown out, until the time is up."""
    while target.goes_on:
        try:
            await asyncio.wait_for(once(target), max(0.05, target.end - time.monotonic()))
        except TimeoutError:
            return
        except (OSError, asyncio.IncompleteReadError):
            target.count("thrown out")
            await asyncio.sleep(0.01)


async def together(target: Target, once: Flood, people: int) -> None:
    await asyncio.gather(*(again(target, once) for _ in range(people)))


async def pour(target: Target, first: bytes, block: bytes, reads: bool) -> None:
    """A socket, and one block of bytes after the other as fast as they go."""
    reader, writer = await open_socket(target)
    writer.write(first)
    reading = asyncio.create_task(swallow(reader)) if reads else None
    try:
        while target.goes_on:
            writer.write(block)
            target.count("bytes", len(block))
            await writer.drain()
            if reading is not None and reading.done():
                raise ConnectionError("closed")
    finally:
        if reading is not None:
            reading.cancel()
        writer.transport.abort()


# -- the floods -----------------------------------------------------------------------------------


def pouring(block: bytes, first: bytes = b"", reads: bool = True, people: int = 2) -> Flood:
    async def flood(target: Target) -> None:
        async def once(target: Target) -> None:
            await pour(target, first, block, reads)

        await together(target, once, people)

    return flood


def heads(beginning: bytes, block: bytes, people: int = 2) -> Flood:
    """A request that never ends."""

    async def once(target: Target) -> None:
        _, writer = await connect(target)
        try:
            writer.write(beginning)
            while target.goes_on:
                writer.write(block)
                target.count("bytes", len(block))
                await writer.drain()
        finally:
            writer.transport.abort()

    return lambda target: together(target, once, people)


async def hellos(target: Target) -> None:
    """Ninety sockets, twenty times hello a second each, on a long table."""

    async def once(target: Target) -> None:
        reader, writer = await open_socket(target)
        reading = asyncio.create_task(swallow(reader))
        try:
            while target.goes_on:
                writer.write(hello(target.token))
                target.count("hellos")
                await asyncio.sleep(0.05)
                if reading.done():
                    raise ConnectionError("closed")
        finally:
            reading.cancel()
            writer.transport.abort()

    await together(target, once, 90)


def requests(line: str, people: int) -> Flood:
    """The same request again and again."""

    async def once(target: Target) -> None:
        reader, writer = await connect(target)
        try:
            while target.goes_on:
                path = line.format(table=target.table)
                writer.write(f"{path} HTTP/1.1\r\nHost: x\r\n{ZIPPED}\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                target.count(f"status {head[9:12].decode()}")
                for text in head.lower().split(b"\r\n"):
                    if text.startswith(b"content-length:"):
                        await reader.readexactly(int(text[15:]))
        finally:
            writer.transport.abort()

    return lambda target: together(target, once, people)


async def slowloris(target: Target) -> None:
    """Eleven hundred requests of which one byte comes every half second."""

    async def once(target: Target) -> None:
        reader, writer = await connect(target)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            while target.goes_on:
                writer.write(b"a")
                await asyncio.sleep(0.5)
                if reader.at_eof() or writer.transport.is_closing():
                    raise ConnectionError("closed")
        finally:
            writer.transport.abort()

    async def patient(target: Target) -> None:
        while target.goes_on:
            try:
                await once(target)
            except OSError:
                target.count("thrown out")
                await asyncio.sleep(0.5)

    await asyncio.gather(*(patient(target) for _ in range(1100)))


async def storm(target: Target) -> None:
    """Connections that are opened and dropped."""

    async def once(target: Target) -> None:
        while target.goes_on:
            _, writer = await connect(target)
            writer.transport.abort()

    await together(target, once, 20)


async def wrong_tokens(target: Target) -> None:
    async def once(target: Target) -> None:
        reader, writer = await open_socket(target, says_hello=False)
        writer.write(hello("x" * 22))
        await reader.read(1000)
        target.count("refused")
        writer.transport.abort()

    await together(target, once, 20)


def garbage(size: int) -> bytes:
    """Frames that mean nothing: wrong JSON, wrong types, random bytes."""
    rng = random.Random(size)
    parts: list[bytes] = []
    while sum(map(len, parts)) < size:
        parts.append(frame(rng.choice((TEXT, BINARY)), broken_message(rng)))
    return b"".join(parts)


def broken_message(rng: random.Random) -> bytes:
    """Damaged, deep, huge-numbered, wrongly typed or random."""
    good = json.dumps({"t": "move", "id": "f", "seat": "A", "version": 0, "moves": ["+salt"]})
    values: list[object] = [None, True, -1, 1e400, 2**70, "", "\0", [], {}, [[]], "x" * 99]
    kind = rng.randrange(6)
    if kind == 0:
        return good[: rng.randrange(len(good))].encode()
    if kind == 1:
        return rng.randbytes(rng.randrange(1, 60))
    if kind == 2:
        return rng.choice([b"", b"[", b"{}", b"null", b"[" * 300, b'{"a":' * 100, b"\xff\xfe"])
    kinds: list[object] = ["hello", "move", "undo", "why", "lend", "wait", "name", "chat", "zzz", 5]
    fields = rng.sample(["id", "seat", "version", "moves", "text", "token", "yes"], 3)
    return json.dumps(
        {"t": rng.choice(kinds), **{name: rng.choice(values) for name in fields}}
    ).encode()


def broken_frame(rng: random.Random) -> bytes:
    """Bytes that are no frame of the protocol at all."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 200))
    if kind == 1:  # not masked
        return b"\x81\x05hello"
    if kind == 2:  # bits and kinds that mean nothing
        return bytes((rng.choice((0xF1, 0x83, 0x8B, 0xC1)),)) + frame(TEXT, b"{}")[1:]
    if kind == 3:  # a control frame that is too long, or in pieces
        return rng.choice((frame(PING, b"x" * 126), frame(PING, b"", is_last=False)))
    return b"\x81\xff" + rng.randbytes(8) + bytes(4)  # a length beyond everything


PIECE = frame(CONTINUATION, b"", is_last=False)

FLOODS: dict[str, Flood] = {
    "pings": pouring(frame(PING) * (BLOCK // 6)),
    "pings, pongs unread": pouring(frame(PING, b"x" * 125) * (BLOCK // 131), reads=False),
    "pongs": pouring(frame(PONG) * (BLOCK // 6)),
    "empty fragments": pouring(PIECE * (BLOCK // 6), first=frame(TEXT, b"", is_last=False)),
    "messages": pouring(frame(TEXT, b'{"t":"ping"}') * (BLOCK // 18), people=20),
    "malformed messages": pouring(garbage(BLOCK), people=20),
    "malformed frames": pouring(b"\x81\x05hello" * 1000, people=20),
    "hellos": hellos,
    "replays": requests("GET /api/tables/{table}/replay", 30),
    "verifications": requests("GET /api/tables/{table}/verify", 30),
    "endless header": heads(b"GET / HTTP/1.1\r\nX: ", b"a" * BLOCK),
    "endless headers": heads(b"GET / HTTP/1.1\r\n", b"a: b\r\n" * (BLOCK // 6)),
    "pipelined requests": heads(b"", b"GET /zzz HTTP/1.1\r\n\r\n" * (BLOCK // 21)),
    "chunks of one byte": heads(
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n" * (BLOCK // 6),
    ),
    "slowloris": slowloris,
    "connections": storm,
    "wrong tokens": wrong_tokens,
}


def attack(name: str, target: Target) -> dict[str, int]:
    """Do one of them until its time is up; what was done."""
    os.nice(20)  # whoever measures comes first
    target.end = time.monotonic() + target.seconds
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(flood_with_end(FLOODS[name], target))
    return target.tally


async def flood_with_end(flood: Flood, target: Target) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(flood(target), target.seconds + 1.0)
