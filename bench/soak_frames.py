"""A great many frames that mean nothing: no traceback, no memory, and a table that goes on.

    python bench/soak_frames.py --frames 1000000

Every socket sends damaged, deep, huge, wrongly typed and random messages, pieces without an end and
bytes that are no frame at all, until it is thrown out; then comes the next.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from fairness import memory, tracebacks
from floods import BINARY, CONTINUATION, TEXT, Target, broken_frame, broken_message, frame
from floods import open_socket as open_raw
from server_kit import Client, Message, Server

OPTIONS = ("--sockets-per-address", "100000", "--tables-per-minute", "1000000")
PEOPLE = 10
FRAMES_EACH = 120  # a little more than a socket is patient with
SILENT = 3.0  # seconds until nothing more is expected


@dataclass
class Soak:
    """What was sent and how it ended."""

    target: Target
    left: int  # frames
    ends: Counter[str] = field(default_factory=Counter)


def some_frames(rng: random.Random, token: str) -> list[bytes]:
    """What one socket sends: after a hello or without, and now and then no frames at all."""
    frames = [frame(rng.choice((TEXT, BINARY)), broken_message(rng)) for _ in range(FRAMES_EACH)]
    for _ in range(rng.randrange(4)):
        pieces = [b"{", b"", b'"t":'][: rng.randrange(1, 4)]
        at = rng.randrange(len(frames))
        frames[at:at] = [
            frame(TEXT, pieces[0], is_last=False),
            *(frame(CONTINUATION, piece, is_last=rng.random() < 0.5) for piece in pieces[1:]),
        ]
    if rng.random() < 0.3:
        frames.insert(rng.randrange(len(frames)), broken_frame(rng))
    return frames


async def socket_after_socket(soak: Soak, rng: random.Random) -> None:
    while soak.left > 0:
        frames = some_frames(rng, soak.target.token)
        soak.left -= len(frames)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await open_raw(soak.target, says_hello=rng.random() < 0.5)
            writer.write(b"".join(frames))
            soak.ends[await how_it_ended(reader)] += 1
            writer.transport.abort()


async def how_it_ended(reader: asyncio.StreamReader) -> str:
    """The code of the frame that closes, or that nothing more is said."""
    try:
        while True:
            first, size = await asyncio.wait_for(reader.readexactly(2), SILENT)
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            payload = await reader.readexactly(size)
            if first & 15 == 8:
                return f"closed with {int.from_bytes(payload[:2], 'big')}"
            if b"Traceback" in payload:
                return "a traceback was sent"
    except TimeoutError:
        return "still open"
    except (OSError, asyncio.IncompleteReadError):
        return "cut"


async def run(server: Server, frames: int, seed: int) -> tuple[Soak, list[float]]:
    """All of them; and the memory after each tenth."""
    made: Message = server.make_table("pp")
    calm = await Client(server, made["table"]).open(made["seats"][0]["token"])
    soak = Soak(Target(server.port, made["table"], made["spectator"], 0), 0)
    sizes = []
    for tenth in range(10):
        soak.left = frames // 10
        people = [random.Random(f"{seed} {tenth} {number}") for number in range(PEOPLE)]
        await asyncio.gather(*(socket_after_socket(soak, rng) for rng in people))
        sizes.append(memory(server))
        await calm.send({"t": "ping"})
        await calm.until("pong")
    assert calm.states["A"]["version"] == 0
    return soak, sizes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
        soak, sizes = asyncio.run(run(server, arguments.frames, arguments.seed))
        broken = tracebacks(server)
    took = time.monotonic() - began
    print(
        f"{arguments.frames} frames over {soak.target.tally['connections']} sockets, {took:.0f} s"
    )
    print(f"{broken} tracebacks; memory by tenths: {' '.join(f'{size:.0f}' for size in sizes)} MB")
    print("; ".join(f"{count} {end}" for end, count in soak.ends.most_common()))
    return 1 if broken or "a traceback was sent" in soak.ends else 0


if __name__ == "__main__":
    sys.exit(main())
