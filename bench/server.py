"""How fast the server is: people at many tables, from sending a move to its durable answer.

    python bench/server.py                    250 tables, 1,000 people, 250 moves/s, then all out
    python bench/server.py --postgres         the same with a PostgreSQL beside it

The server runs on one core, the people on another. Rules are compiled if PYTHONPATH says so.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import uvloop
from server_kit import Server
from server_socket import QuickSocket, quick_connect

OPTIONS = ("--sockets-per-address", "100000", "--tables-per-minute", "1000000")
WARM_UP = 2.0


class View(msgspec.Struct):
    """The part of a view a random player needs."""

    asked: str | None
    moves: list[str]


class Message(msgspec.Struct):
    """The part of a message a random player needs."""

    t: str
    version: int = 0
    view: View | None = None


read_message = msgspec.json.Decoder(Message).decode


@dataclass
class Load:
    """What all people together do and measure."""

    server: Server
    pace: float  # mean seconds between two moves of a table; 0 is as fast as it goes
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    latencies: list[float] = field(default_factory=list)
    is_measuring: bool = False
    is_over: bool = False
    refused: int = 0
    cpu: float = 0.0  # seconds the server computed while we measured
    busy: float = 0.0  # share of their core that the people needed: near 1 they are the limit
    tables_played: int = 0
    is_short: bool = False  # there were not enough tables to keep everybody playing


class Person:
    """One seat that answers at random."""

    def __init__(self, load: Load, group: Group, seat: str, token: str) -> None:
        self.load = load
        self.group = group
        self.seat = seat
        self.token = token
        self.asked = f'"asked":"{seat}",'.encode()
        self.sent = 0.0
        self.last = b""
        self.socket: QuickSocket | None = None

    async def sit_down(self, table: str) -> None:
        self.socket = await quick_connect(self.load.server.port, table, self.hear)
        self.say(json.dumps({"t": "hello", "token": self.token}).encode())

    def say(self, text: bytes) -> None:
        if self.socket is not None:
            self.last = text
            self.socket.send(text)

    def hear(self, text: bytes) -> None:
        if text.startswith(b'{"t":"done"'):
            if self.load.is_measuring:
                self.load.latencies.append(time.perf_counter() - self.sent)
        elif text.startswith(b'{"t":"state"'):
            if self.asked in text:
                self.answer_later(read_message(text))
            elif self.seat == "A" and b'"asked":null' in text:
                self.group.game_over()
        elif text.startswith(b'{"t":"busy"'):
            self.load.refused += 1
            asyncio.get_running_loop().call_later(1.0, self.say, self.last)
        elif text.startswith((b'{"t":"refused"', b'{"t":"error"')):
            self.load.refused += 1

    def answer_later(self, message: Message) -> None:
        assert message.view is not None
        if self.load.is_over or not message.view.moves:
            return
        move = self.load.rng.choice(message.view.moves)
        request = {"t": "move", "id": f"v{message.version}", "seat": self.seat}
        text = msgspec.json.encode({**request, "version": message.version, "moves": [move]})
        if self.load.pace:
            wait = self.load.rng.expovariate(1.0 / self.load.pace)
            asyncio.get_running_loop().call_later(wait, self.act, text)
        else:
            self.act(text)

    def act(self, text: bytes) -> None:
        if self.socket is not None:
            self.sent = time.perf_counter()
            self.say(text)


class Group:
    """Four people at one table after another."""

    def __init__(self, load: Load, tables: list[dict[str, object]]) -> None:
        self.load = load
        self.tables = tables
        self.people: list[Person] = []
        self.moving: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        made = self.tables.pop()
        for person in self.people:
            if person.socket is not None and person.socket.transport is not None:
                person.socket.transport.close()
        seats = made["seats"]
        assert isinstance(seats, list)
        self.people = [Person(self.load, self, s["seat"], s["token"]) for s in seats]
        self.load.tables_played += 1
        for person in self.people:
            await person.sit_down(str(made["table"]))

    def game_over(self) -> None:
        if self.load.is_over:
            return
        if not self.tables:
            self.load.is_short = True
        else:
            self.moving = asyncio.get_running_loop().create_task(self.begin())


async def play(load: Load, tables: int, seconds: float) -> float:
    """Let everybody play for a while; the moves per second."""
    needed = tables if load.pace else tables * 6  # a game of random moves is soon over
    spare = [await asyncio.to_thread(load.server.make_table, "pppp") for _ in range(needed)]
    groups = [Group(load, spare) for _ in range(tables)]
    await in_batches([group.begin for group in groups], 25)
    await asyncio.sleep(WARM_UP)
    load.is_measuring = True
    began, load.cpu, own = time.perf_counter(), -cpu_seconds(load.server.pid), time.process_time()
    await asyncio.sleep(seconds)
    load.cpu += cpu_seconds(load.server.pid)
    load.is_measuring = False
    load.busy = (time.process_time() - own) / (time.perf_counter() - began)
    rate = len(load.latencies) / (time.perf_counter() - began)
    load.is_over = True
    await asyncio.sleep(0.3)
    for group in groups:
        for person in group.people:
            if person.socket is not None and person.socket.transport is not None:
                person.socket.transport.abort()
    return rate


async def in_batches(steps: list[Callable[[], Awaitable[None]]], size: int) -> None:
    for start in range(0, len(steps), size):
        await asyncio.gather(*(step() for step in steps[start : start + size]))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(
    title: str, tables: int, pace: float, seconds: float, folder: Path, store: tuple[str, ...]
) -> dict[str, float]:
    """One run against a fresh server."""
    with Server(folder, *OPTIONS, *store, core=0) as server:
        load = Load(server, pace)
        rate = uvloop.run(play(load, tables, seconds))
        found = summary(load, rate)
        found["memory_mb"] = memory_megabytes(server.pid)
        found["commit_ms"] = commit_milliseconds(server)
    show(title, tables, found)
    if load.is_short and not pace:
        print("not everybody had a table to the end: the server could do more", flush=True)
    return found


def stores(is_postgres: bool) -> Iterator[tuple[str, ...]]:
    """The options of one empty store after another."""
    if not is_postgres:
        yield from itertools.repeat(())
    from postgres_kit import Postgres

    database = Postgres().start()
    try:
        while True:
            yield "--store", database.new_database()
    finally:
        database.stop()


def commit_milliseconds(server: Server) -> float:
    """The mean time of a commit, most of which is waiting for the disk."""
    lines = dict(line.rsplit(" ", 1) for line in server.get("/metrics").decode().splitlines())
    return (
        1000
        * float(lines["kamiza_commit_seconds_sum"])
        / max(1.0, float(lines["kamiza_commit_seconds_count"]))
    )


def summary(load: Load, rate: float) -> dict[str, float]:
    ordered = sorted(load.latencies) or [0.0]
    return {
        "moves_per_second": rate,
        "p50_ms": statistics.median(ordered) * 1000,
        "p99_ms": ordered[int(len(ordered) * 0.99)] * 1000,
        "worst_ms": ordered[-1] * 1000,
        "moves": len(load.latencies),
        "cpu_us_per_move": load.cpu * 1e6 / max(1, len(load.latencies)),
        "people_busy": load.busy,
        "refused": load.refused,
        "games": load.tables_played,
    }


def show(title: str, tables: int, found: dict[str, float]) -> None:
    print(
        f"{title:12} {tables} tables, {tables * 4} people: "
        f"{found['moves_per_second']:7.1f} durable moves/s, p50 {found['p50_ms']:.1f} ms, "
        f"p99 {found['p99_ms']:.1f} ms, worst {found['worst_ms']:.1f} ms, "
        f"{found['cpu_us_per_move']:.0f} us of CPU per move, commit {found['commit_ms']:.1f} ms, "
        f"{found['refused']:.0f} refused, {found['memory_mb']:.0f} MB, "
        f"people busy {found['people_busy']:.0%}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=250.0, help="moves per second of all tables")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--postgres", action="store_true", help="keep the tables there")
    parser.add_argument("--json", type=Path, help="also write the numbers here")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    with tempfile.TemporaryDirectory() as folder:
        pace = args.tables / args.rate
        new_store = stores(args.postgres)
        steady = measure(
            "steady", args.tables, pace, args.seconds, Path(folder) / "steady", next(new_store)
        )
        most = measure(
            "all out", args.tables, 0.0, args.seconds, Path(folder) / "all", next(new_store)
        )
    if args.json:
        args.json.write_text(json.dumps({"steady": steady, "all_out": most}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
