"""Short messages are read without the parser, and exactly as the parser reads them."""

import asyncio
import json
import os

import pytest
from floods import TEXT, frame
from raw_socket import RawSocket
from server_kit import Server
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from kamiza.server.websocket import is_at_frame, short_text

SIZES = (0, 1, 3, 4, 125, 126, 127, 1000)
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def opened() -> ServerProtocol:
    """A parser behind its handshake."""
    parser = ServerProtocol()
    parser.receive_data(HANDSHAKE)
    (request,) = parser.events_received()
    parser.send_response(parser.accept(request))  # type: ignore[arg-type]
    return parser


def masked_text(size: int) -> bytes:
    return Frame(Opcode.TEXT, os.urandom(size)).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_short_text_is_what_the_parser_reads(size: int) -> None:
    data, parser = masked_text(size), opened()
    parser.receive_data(data)
    (read,) = parser.events_received()
    assert isinstance(read, Frame)
    assert short_text(data) == bytes(read.data)


@pytest.mark.parametrize("size", SIZES)
def test_everything_else_is_left_to_the_parser(size: int) -> None:
    """Pieces, other kinds, reserved bits, no mask, too little, too much, too long a length."""
    data = masked_text(size)
    for first in (0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0xA1, 0x91):
        assert short_text(bytes((first,)) + data[1:]) is None
    assert short_text(Frame(Opcode.TEXT, os.urandom(size)).serialize(mask=False)) is None
    assert all(short_text(data[:end]) is None for end in range(len(data)))
    assert short_text(data + b"\x81") is None
    assert short_text(data + data) is None
    if size < 126:
        assert short_text(b"\x81\xfe" + size.to_bytes(2, "big") + data[2:]) is None
    assert short_text(b"\x81\xff" + size.to_bytes(8, "big") + os.urandom(4 + size)) is None


def test_the_parser_tells_when_it_has_read_a_frame_to_its_end() -> None:
    """Wherever a frame is cut, the rest of it still belongs to the parser."""
    for size in SIZES:
        data = masked_text(size)
        for cut in range(1, len(data)):
            parser = opened()
            assert is_at_frame(parser.parser)
            parser.receive_data(data[:cut])
            assert not is_at_frame(parser.parser)
            parser.receive_data(data[cut:])
            assert is_at_frame(parser.parser)


async def at_a_table(server: Server) -> RawSocket:
    made = server.make_table("pp", settings={"first_dealer": "A"})
    line = await RawSocket.open(server, made["table"])
    line.say({"t": "hello", "token": made["seats"][0]["token"]})
    await line.until("table")
    return line


def asking(name: str) -> bytes:
    return frame(TEXT, json.dumps({"t": "why", "id": name, "seat": "A", "move": "fly"}).encode())


def test_a_message_cut_anywhere_is_answered_and_so_is_the_next(server: Server) -> None:
    async def scenario() -> None:
        size = len(asking("c00"))
        for start in range(1, size, 20):
            line = await at_a_table(server)
            for cut in range(start, min(start + 20, size)):
                data = asking(f"c{cut:02}")
                line.write(data[:cut])
                await asyncio.sleep(0.02)
                line.write(data[cut:])
                assert (await line.until("reason"))["id"] == f"c{cut:02}"
                line.write(asking(f"n{cut:02}"))
                assert (await line.until("reason"))["id"] == f"n{cut:02}"
            line.cut()

    asyncio.run(scenario())


def test_a_whole_text_in_the_middle_of_another_is_an_error(server: Server) -> None:
    """Between the pieces of a message there is no other. [RFC 6455, 5.4]"""

    async def scenario() -> None:
        line = await at_a_table(server)
        piece = asking("p")
        line.write(bytes((piece[0] & 0x7F,)) + piece[1:])
        await asyncio.sleep(0.05)
        line.write(asking("q"))
        code, _ = await line.until_closed()
        assert code == 1002

    asyncio.run(scenario())
