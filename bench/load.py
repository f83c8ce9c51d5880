"""Many people at one server, from as many addresses as they would have, with its usual limits.

    python bench/load.py               every scene on SQLite
    python bench/load.py --postgres    the same with a PostgreSQL beside it
    python bench/load.py --scene full  one scene alone

The server has one core, the people another. `steady` has 500 tables of four with 500 acts a second,
`full` as many acts as there can be at 250 tables, `overload` 5,000 people who want twice of that.
Nobody comes or goes while a scene is measured, so an act is what costs. How long acts take tells
little while others use the machine; CPU time tells more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from server import commit_milliseconds, cpu_seconds, in_batches, memory_megabytes, stores
from server_kit import Server, player
from server_socket import QuickSocket, quick_connect

SEATS = "ABCD"
TABLES_OF_ADDRESS = 10  # no more than anybody may make at once
WARM_UP = 1.0
FILES = 20_000


class View(msgspec.Struct):
    """The part of a view a random player needs."""

    moves: list[str]


class State(msgspec.Struct):
    """The part of a state a random player needs."""

    version: int
    view: View


read_state = msgspec.json.Decoder(State).decode


@dataclass
class Load:
    """What everybody together wants and gets."""

    server: Server
    rate: float = 0.0  # acts a second that are wanted of all tables; 0 is as many as there can be
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    groups: list[Group] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    is_playing: bool = False
    is_measuring: bool = False
    is_over: bool = False
    sent: int = 0
    busy: int = 0
    faults: int = 0
    games_over: int = 0

    def pause(self) -> float:
        """Seconds a table thinks, so that all that still play want the whole rate."""
        playing = max(1, len(self.groups) - self.games_over)
        return self.rng.expovariate(self.rate / playing)


class Group:
    """A table of four, who see the same and answer at random."""

    def __init__(self, load: Load, made: dict[str, Any], address: str) -> None:
        self.load = load
        self.made = made
        self.address = address
        self.sockets: dict[str, QuickSocket] = {}
        self.seated: set[str] = set()
        self.request = b""
        self.asked = ""
        self.sent = 0.0
        self.is_over = False

    async def sit_down(self) -> None:
        for seat in self.made["seats"]:
            person = Person(self, seat["seat"])
            socket = await quick_connect(
                self.load.server.port, self.made["table"], person.hear, self.address
            )
            self.sockets[seat["seat"]] = socket
            person.hello = json.dumps({"t": "hello", "token": seat["token"]}).encode()
            person.come_in()
        while len(self.seated) < len(SEATS) or not self.request:
            await asyncio.sleep(0.01)

    def ask(self, seat: str, text: bytes) -> None:
        """Somebody is asked: they answer at once, or when they have thought."""
        state = read_state(text)
        if self.load.is_over or not state.view.moves:
            return
        move = self.load.rng.choice(state.view.moves)
        request = {"t": "move", "id": f"v{state.version}", "seat": seat}
        self.request = msgspec.json.encode({**request, "version": state.version, "moves": [move]})
        self.asked = seat
        if self.load.is_playing:
            self.think()

    def think(self) -> None:
        if self.load.rate:
            asyncio.get_running_loop().call_later(self.load.pause(), self.act)
        else:
            self.act()

    def act(self) -> None:
        if not self.load.is_over:
            self.load.sent += self.load.is_measuring
            self.sent = time.perf_counter()
            self.sockets[self.asked].send(self.request)

    def done(self) -> None:
        if self.load.is_measuring:
            self.load.latencies.append(time.perf_counter() - self.sent)

    def not_now(self) -> None:
        """The server is busy. A page waits a second; these people want what they want."""
        self.load.busy += self.load.is_measuring
        asyncio.get_running_loop().call_later(self.load.pause() if self.load.rate else 1, self.act)

    def end(self) -> None:
        if not self.is_over:
            self.is_over = True
            self.load.games_over += 1


class Person:
    """One seat; of what it hears only the beginning is looked at, unless it is asked."""

    def __init__(self, group: Group, seat: str) -> None:
        self.group = group
        self.seat = seat
        self.is_asked = f'"asked":"{seat}",'.encode()
        self.hello = b""

    def come_in(self) -> None:
        self.group.sockets[self.seat].send(self.hello)

    def hear(self, text: bytes) -> None:
        kind = text[6:11]
        if kind == b"state":
            if self.is_asked in text[:600]:
                self.group.ask(self.seat, text)
            elif b'"asked":null' in text[:600]:
                self.group.end()
        elif kind == b'done"':
            self.group.done()
        elif kind == b'busy"' and self.group.load.is_playing:
            self.group.not_now()
        elif kind == b'busy"':
            asyncio.get_running_loop().call_later(1, self.come_in)
        elif kind == b"table":
            self.group.seated.add(self.seat)
        elif kind in (b"refus", b"error"):
            self.group.load.faults += 1


# -- coming -------------------------------------------------------------------------------------


def addresses() -> Iterator[str]:
    """Loopback has sixteen million."""
    return (f"127.1.{number >> 8}.{number & 255}" for number in range(1, 1 << 16))


def make_tables(server: Server, count: int) -> list[tuple[dict[str, Any], str]]:
    """So many tables of four, each with the address of who made it."""
    body = json.dumps({"game": "shintoh", "players": [player(n, "p") for n in range(4)]})
    made: list[tuple[dict[str, Any], str]] = []
    for address in addresses():
        line = HTTPConnection("127.0.0.1", server.port, source_address=(address, 0))
        for _ in range(min(TABLES_OF_ADDRESS, count - len(made))):
            heads = {"content-type": "application/json", "origin": server.base}
            line.request("POST", "/api/tables", body, heads)
            answer = line.getresponse()
            text = answer.read()
            if answer.status >= 300:
                raise OSError(f"{answer.status} {text!r}")
            made.append((json.loads(text), address))
        line.close()
        if len(made) == count:
            break
    return made


async def seat_everybody(load: Load, tables: int) -> None:
    made = await asyncio.to_thread(make_tables, load.server, tables)
    load.groups = [Group(load, table, address) for table, address in made]
    await in_batches([group.sit_down for group in load.groups], 25)


# -- measuring ----------------------------------------------------------------------------------


async def play(load: Load, tables: int, seconds: float) -> dict[str, float]:
    """Everybody sits down; then they play, and that is measured."""
    await seat_everybody(load, tables)
    found = {"memory_mb": memory_megabytes(load.server.pid)}
    load.is_playing = True
    for group in load.groups:
        group.think()
    await asyncio.sleep(WARM_UP)
    load.is_measuring = True
    began, own = time.perf_counter(), time.process_time()
    cpu, acts = cpu_seconds(load.server.pid), acts_done(load.server)
    while time.perf_counter() - began < seconds and load.games_over < 0.7 * tables:
        await asyncio.sleep(0.1)
    cpu, acts = cpu_seconds(load.server.pid) - cpu, acts_done(load.server) - acts
    took = time.perf_counter() - began
    load.is_measuring = False
    load.is_over = True
    ordered = sorted(load.latencies) or [0.0]
    found |= {
        "acts_per_second": acts / took,
        "wanted_per_second": load.sent / took,
        "busy_per_second": load.busy / took,
        "p50_ms": statistics.median(ordered) * 1000,
        "p99_ms": ordered[int(len(ordered) * 0.99)] * 1000,
        "worst_ms": ordered[-1] * 1000,
        "cpu_us_per_act": cpu * 1e6 / max(1.0, acts),
        "server_busy": cpu / took,
        "people_busy": (time.process_time() - own) / took,
        "seconds": took,
        "faults": load.faults,
        "memory_after_mb": memory_megabytes(load.server.pid),
    }
    await asyncio.sleep(0.3)
    for group in load.groups:
        for socket in group.sockets.values():
            if socket.transport is not None:
                socket.transport.abort()
    return found


def acts_done(server: Server) -> float:
    return server.metric("kamiza_acts_total")


def measure(
    title: str, tables: int, rate: float, seconds: float, store: tuple[str, ...]
) -> dict[str, float]:
    """One scene with a fresh server."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *store, core=0) as server:
        load = Load(server, rate)
        found = uvloop.run(play(load, tables, seconds))
        found["commit_ms"] = commit_milliseconds(server)
    print(
        f"{title:9} {tables * 4} people: {found['acts_per_second']:.0f} durable acts/s of "
        f"{found['wanted_per_second']:.0f} wanted, {found['busy_per_second']:.0f}/s told busy; "
        f"p50 {found['p50_ms']:.1f}, p99 {found['p99_ms']:.1f}, worst {found['worst_ms']:.1f} ms; "
        f"{found['cpu_us_per_act']:.0f} us of CPU an act, server {found['server_busy']:.0%}, "
        f"people {found['people_busy']:.0%} busy; {found['memory_mb']:.0f} MB when all had come, "
        f"{found['memory_after_mb']:.0f} MB at the end; commit {found['commit_ms']:.1f} ms; "
        f"{found['faults']:.0f} faults; {found['seconds']:.1f} s; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scene", choices=("steady", "full", "overload"), action="append")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a scene, at most")
    parser.add_argument("--most", type=float, default=3000.0, help="acts/s, if `full` is left out")
    parser.add_argument("--postgres", action="store_true", help="keep the tables there")
    parser.add_argument("--json", type=Path, help="also write the numbers here")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    scenes = args.scene or ["steady", "full", "overload"]
    new_store, found = stores(args.postgres), {}
    if "steady" in scenes:
        found["steady"] = measure("steady", 500, 500.0, args.seconds, next(new_store))
    if "full" in scenes:
        found["full"] = measure("full", 250, 0.0, args.seconds, next(new_store))
    if "overload" in scenes:
        most = found["full"]["acts_per_second"] if "full" in found else args.most
        found["overload"] = measure("overload", 1250, 2 * most, args.seconds, next(new_store))
    if args.json:
        args.json.write_text(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
