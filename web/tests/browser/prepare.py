"""Make a table whose cards are known beforehand, so that a test meets what it waits for.

`python prepare.py <data folder> <number>` reads the body of `POST /api/tables` from standard input
and prints the answer. The number stands for a key of the shuffle; an ordinary table draws its own.
"""

import asyncio
import hashlib
import sys
from pathlib import Path

import msgspec

from kamiza.server.bodies import NewTable
from kamiza.server.hall import Hall
from kamiza.server.settings import Settings


async def main(data: str, number: str) -> None:
    new = msgspec.json.decode(sys.stdin.buffer.read(), type=NewTable)
    hall = Hall(Settings(Path(data)))
    made = await hall.make_table(new, hashlib.sha256(f"kamiza {number}".encode()).digest())
    await hall.close()
    print(msgspec.json.encode(made).decode())


asyncio.run(main(*sys.argv[1:]))
