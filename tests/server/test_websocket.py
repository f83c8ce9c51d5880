"""Frames as RFC 6455 wants them, byte by byte and over a real socket."""

import asyncio
import base64
import os

import pytest
from server_kit import Client, Server

from kamiza.server.frames import framed


@pytest.mark.parametrize(
    ("size", "heading"),
    [
        (0, "81 00"),
        (1, "81 01"),
        (125, "81 7d"),
        (126, "81 7e 00 7e"),
        (255, "81 7e 00 ff"),
        (65535, "81 7e ff ff"),
        (65536, "81 7f 00 00 00 00 00 01 00 00"),
        (70000, "81 7f 00 00 00 00 00 01 11 70"),
    ],
)
def test_the_length_takes_no_more_bytes_than_needed(size: int, heading: str) -> None:
    """Up to 125 in seven bits, then 126 and two bytes, then 127 and eight. [RFC 6455, 5.2]"""
    payload = os.urandom(size)
    assert framed(payload) == bytes.fromhex(heading) + payload


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """First byte, bytes of the length, and payload of a frame, read without any library."""
    first, second = await reader.readexactly(2)
    more = await reader.readexactly({126: 2, 127: 8}.get(second, 0))
    size = int.from_bytes(more, "big") if more else second
    return first, bytes((second,)) + more, await reader.readexactly(size)


def masked(text: bytes) -> bytes:
    """A short text from client to server, which is always masked; with zeros here."""
    size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text


def test_short_and_long_frames_arrive_whole(server: Server) -> None:
    """Every frame of a beginning is whole text in the shortest form that holds it."""

    async def scenario() -> None:
        made = server.make_table("pp", game="battles")
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /ws/{made['table']} HTTP/1.1", f"Host: 127.0.0.1:{server.port}",
            f"Origin: {server.base}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        hello = f'{{"t":"hello","token":"{made["seats"][0]["token"]}"}}'
        writer.write(masked(hello.encode()) + masked(b'{"t":"ping"}'))
        sizes = set()
        payload = b""
        while payload != b'{"t":"pong"}':
            first, length, payload = await read_frame(reader)
            assert first == 0x81
            shortest = 1 if len(payload) < 126 else 3 if len(payload) < 65536 else 9
            assert len(length) == shortest
            sizes.add(shortest)
        assert sizes >= {1, 3}
        writer.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("wide", [0, 150])
def test_more_messages_at_once_than_fit_the_backlog_are_all_answered(
    server: Server, wide: int
) -> None:
    """Reading stops for a moment behind 32 messages; none of them is lost, neither of those that
    were read together with them nor of wide ones that came and were not read yet."""

    async def scenario() -> None:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert client.socket is not None
        requests = [f"w{number}" for number in range(36)]
        raw = [
            f'{{"t":"why","id":"{request}","seat":"A","move":"fly"}}'.ljust(wide)
            for request in requests
        ]
        client.socket.transport.write(b"".join(masked(text.encode()) for text in raw))
        answers = [await client.until("reason", "error") for _ in requests]
        assert [answer.get("id") for answer in answers] == requests
        assert (await client.move("A", "pass"))["t"] == "done"

    asyncio.run(scenario())
