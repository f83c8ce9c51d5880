"""A server is killed in the middle of many games: how soon is there a move again?

    python bench/cold_start.py                     5,000 open tables of four, five acts at each

Everything is made through the server's own door: tables, seats, acts. Then it gets SIGKILL and is
started again; from that moment on the time runs until one act at one table is durable, and until
2,000 people are back at 500 tables.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from load import FILES, Group, Load, make_tables
from server import in_batches, memory_megabytes
from server_kit import Server

AT_ONCE = 25  # tables at which people sit down at the same time


class Visit(Group):
    """Four people who sit down, play so many acts and are gone."""

    acts = 0
    is_finished: asyncio.Event

    async def play(self, acts: int) -> None:
        self.acts, self.is_finished = acts, asyncio.Event()
        await self.sit_down()
        if acts and not self.is_over:
            self.act()
            await self.is_finished.wait()

    def think(self) -> None:
        """The next act comes when the last one is done."""

    def done(self) -> None:
        self.acts -= 1
        if self.acts > 0:
            asyncio.get_running_loop().call_later(0.01, self.act)  # the next question has come
        else:
            self.is_finished.set()

    def end(self) -> None:
        super().end()
        self.is_finished.set()

    def leave(self) -> None:
        for socket in self.sockets.values():
            if socket.transport is not None:
                socket.transport.abort()


async def play_a_little(load: Load, visits: list[Visit], acts: int) -> None:
    async def one(visit: Visit) -> None:
        await visit.play(acts)
        visit.leave()

    await in_batches([lambda visit=visit: one(visit) for visit in visits], AT_ONCE)


async def first_move(visit: Visit) -> None:
    """Come back as soon as somebody answers, and act."""
    while True:
        try:
            await visit.play(1)
            return
        except OSError:
            await asyncio.sleep(0.01)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--acts", type=int, default=5, help="at each of them before the end")
    parser.add_argument("--back", type=int, default=500, help="tables whose people all come back")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), core=0).start()
        made = make_tables(server, args.tables)
        load = Load(server, is_playing=True)
        uvloop.run(play_a_little(load, [Visit(load, *table) for table in made], args.acts))
        size = sum(file.stat().st_size for file in Path(folder).glob("kamiza.db*"))
        server.kill()
        began = time.perf_counter()
        server.launch()
        uvloop.run(first_move(Visit(load, *made[len(made) // 2])))
        first = time.perf_counter() - began
        back = [Visit(load, *table) for table in made[: args.back]]
        began = time.perf_counter()
        uvloop.run(in_batches([lambda visit=visit: visit.play(0) for visit in back], AT_ONCE))
        took = time.perf_counter() - began
        print(
            f"{args.tables} open tables, {size / 1e6:.0f} MB: the first move was durable "
            f"{first:.2f} s after the start; {args.back * 4} people were back "
            f"at {args.back} tables {took:.1f} s later, {memory_megabytes(server.pid):.0f} MB; "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
