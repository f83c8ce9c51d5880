"""Make a table whose cards are known beforehand, so that a test meets what it waits for.

`python prepare.py <data folder> <number>` reads the body of `POST /api/tables` from standard input
and prints the answer. The number stands for a key of the shuffle; an ordinary table draws its own.
"""

import asyncio
import hashlib
import sys
from pathlib import Path

import msgspec

from kamiza.server.config import Config
from kamiza.server.http_types import NewTable
from kamiza.server.new_tables import make_table
from kamiza.server.tables import Tables


async def main(data: str, number: str) -> None:
    new = msgspec.json.decode(sys.stdin.buffer.read(), type=NewTable)
    tables = Tables(Config(Path(data)))
    key = hashlib.sha256(f"kamiza {number}".encode()).digest()
    made = await make_table(tables.services, new, key)
    await tables.close()
    print(msgspec.json.encode(made).decode())


asyncio.run(main(*sys.argv[1:]))
