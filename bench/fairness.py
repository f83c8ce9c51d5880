"""One address does its worst, and a bystander plays on: how long does the bystander wait?

    python bench/fairness.py [--seconds 6] [--only hellos]

For every flood: the bystander's wait for a pong and for a durable move (milliseconds), the most
memory of the server, how long it took to be as before, what health said, what the flood got. Time
in which a busy machine gave the server or the bystander no processor is not counted, where the
system tells it; `raw` is the wait for a pong with it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from floods import FLOODS, Target, attack
from server_kit import Client, Message, Server
from server_socket import QuickSocket, quick_connect

OPTIONS = ("--bot-pause", "0")
PINGS_EVERY = 0.06  # seconds; within the limits of a socket
LISTENERS = 4
CALM = "(calm)"
WELL = 0.05  # seconds: a bystander does not notice


@dataclass
class Waits:
    """What a bystander waited for, in seconds."""

    pings: list[float] = field(default_factory=list)
    raw: list[float] = field(default_factory=list)  # pings with the time nobody could run
    moves: list[float] = field(default_factory=list)
    lost: int = 0  # answers that never came, or sockets that were closed


class Moment(NamedTuple):
    """When something was sent, and how long server and bystander had waited for a processor."""

    at: float
    held_up: float

    @classmethod
    def now(cls, server: Server) -> Moment:
        return cls(time.perf_counter(), held_up(server.pid) + held_up(os.getpid()))

    def wait(self, now: Moment) -> float:
        return max(0.0, now.at - self.at - (now.held_up - self.held_up))


def held_up(pid: int) -> float:
    """Seconds for which a process could have run and was not let."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


class Bystander:
    """Somebody who plays, and whose page listens."""

    def __init__(self, server: Server, made: Message, waits: Waits, plays: bool) -> None:
        self.server = server
        self.made = made
        self.waits = waits
        self.plays = plays
        self.sent_ping: Moment | None = None
        self.sent_move: Moment | None = None
        self.moves: list[str] = []
        self.version = 0
        self.number = 0
        self.socket: QuickSocket | None = None

    async def sit_down(self) -> None:
        self.socket = await quick_connect(self.server.port, self.made["table"], self.hear)
        seat = self.made["seats"][0]["token"] if self.plays else self.made["spectator"]
        self.socket.send(json.dumps({"t": "hello", "token": seat}).encode())

    def hear(self, text: bytes) -> None:
        if text == b'{"t":"pong"}' and self.sent_ping is not None:
            now = Moment.now(self.server)
            self.waits.raw.append(now.at - self.sent_ping.at)
            self.waits.pings.append(self.sent_ping.wait(now))
            self.sent_ping = None
        elif text.startswith(b'{"t":"done"') and self.sent_move is not None:
            self.waits.moves.append(self.sent_move.wait(Moment.now(self.server)))
            self.sent_move = None
        elif text.startswith(b'{"t":"state"') and self.plays:
            state = json.loads(text)
            self.version, self.moves = state["version"], state["view"].get("moves") or []

    async def listen(self, until: asyncio.Event) -> None:
        while not until.is_set():
            if self.socket is None or self.socket.closed.done():
                self.waits.lost += 1
                self.sent_ping = self.sent_move = None
                await self.sit_down()
            if self.socket is not None and self.sent_ping is None:
                self.sent_ping = Moment.now(self.server)
                self.socket.send(b'{"t":"ping"}')
            self.number += 1
            if self.plays and self.number % 5 == 0:
                self.move()
            await asyncio.sleep(PINGS_EVERY)

    def move(self) -> None:
        if self.socket is None or self.sent_move is not None or not self.moves:
            return
        self.sent_move = Moment.now(self.server)
        move = {"t": "move", "id": f"m{self.number}", "seat": "A", "version": self.version}
        self.socket.send(json.dumps({**move, "moves": self.moves[:1]}).encode())
        self.moves = []


def memory(server: Server) -> float:
    """Megabytes the server has now."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def come_first(pid: int) -> None:
    """Where that is allowed: what else this machine does shall not be measured."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, -10)


def tracebacks(server: Server) -> int:
    log = server.log.read_text(errors="replace")
    return log.count("Traceback") + log.count("socket_broken")


async def is_healthy(server: Server) -> bool:
    """A new connection, as a watchdog makes it."""
    try:
        return bool(await asyncio.wait_for(asyncio.to_thread(server.get, "/healthz"), 3))
    except (OSError, TimeoutError):
        return False


async def long_game(server: Server) -> Message:
    """A game of bots, played to its end, whose links everybody has."""
    made = server.make_table("bbbb", game="battles")
    watcher = await Client(server, made["table"]).open(made["spectator"])
    while watcher.states[None]["view"]["asked"] is not None:
        await watcher.until("state", seconds=60)
    await watcher.close()
    return made


@dataclass
class Figures:
    """What one flood did."""

    name: str
    waits: Waits
    most_memory: float
    recovery: float
    health: str
    tally: dict[str, int]

    def line(self) -> str:
        took = " ".join(f"{key}={value}" for key, value in sorted(self.tally.items()))
        return (
            f"{self.name:22}{quantiles(self.waits.pings)} |{quantiles(self.waits.raw)} |"
            f"{quantiles(self.waits.moves)} |"
            f"{self.waits.lost:5}{self.most_memory:8.0f}{self.recovery:7.1f} {self.health:>7}"
            f"  {took}"
        )


HEADING = (
    f"{'flood':22}{'ping p50':>9}{'p99':>8}{'worst':>8} |{'raw p50':>9}{'p99':>8}{'worst':>8} |"
    f"{'move p50':>9}{'p99':>8}{'worst':>8} |"
    f"{'lost':>5}{'MB':>8}{'back s':>7} {'health':>7}  what the flood got"
)


def quantiles(waits: list[float]) -> str:
    if len(waits) < 2:
        return f"{'-':>9}{'-':>8}{'-':>8}"
    found = statistics.quantiles(waits, n=100, method="inclusive")
    return f"{found[49] * 1e3:9.1f}{found[98] * 1e3:8.1f}{max(waits) * 1e3:8.1f}"


async def watch(
    server: Server, calm: Message, target: Target, name: str, pool: ProcessPoolExecutor
) -> Figures:
    """One flood, and what a bystander notices of it."""
    waits, over = Waits(), asyncio.Event()
    people = [Bystander(server, calm, waits, number == 0) for number in range(LISTENERS)]
    for person in people:
        await person.sit_down()
    listening = [asyncio.create_task(person.listen(over)) for person in people]
    await asyncio.sleep(0.3)
    waits.pings.clear()
    waits.raw.clear()
    loop = asyncio.get_running_loop()
    task = target.seconds if name == CALM else None
    flood = (
        asyncio.create_task(asyncio.sleep(task, {}))
        if task
        else loop.run_in_executor(pool, attack, name, target)
    )
    most, checks = memory(server), [0, 0]
    while not flood.done():
        await asyncio.sleep(0.5)
        most = max(most, memory(server))
        checks[0] += await is_healthy(server)
        checks[1] += 1
    tally = await flood
    pings = [*waits.pings, *open_waits(people)]
    seen = Waits(pings, list(waits.raw), list(waits.moves), waits.lost)
    recovery = await recover(waits)
    over.set()
    await asyncio.gather(*listening)
    for person in people:
        if person.socket is not None and person.socket.transport is not None:
            person.socket.transport.abort()
    return Figures(name, seen, most, recovery, f"{checks[0]}/{checks[1]}", tally)


def open_waits(people: list[Bystander]) -> list[float]:
    """Pongs that have not come yet count for as long as they have not."""
    return [
        person.sent_ping.wait(Moment.now(person.server))
        for person in people
        if person.sent_ping is not None
    ]


async def recover(waits: Waits) -> float:
    """Seconds from the end of a flood until twenty waits in a row were short."""
    began = time.perf_counter()
    waits.pings.clear()
    while time.perf_counter() - began < 30:
        await asyncio.sleep(0.1)
        if len(waits.pings) >= 20 and max(waits.pings[-20:]) < WELL:
            bad = [n for n, wait in enumerate(waits.pings) if wait >= WELL]
            if not bad:
                return 0.0
            return time.perf_counter() - began
    return 30.0


async def calm_table(server: Server) -> Message:
    """The bystander's; a server that is still busy gets some time."""
    while True:
        try:
            return await asyncio.to_thread(server.make_table, "pbb")
        except OSError:
            await asyncio.sleep(1.0)


async def measure(server: Server, names: list[str], seconds: float) -> list[Figures]:
    long = await long_game(server)
    found = []
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(HEADING)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for name in names:
            calm = await calm_table(server)
            target = Target(server.port, long["table"], long["spectator"], seconds)
            figures = await watch(server, calm, target, name, pool)
            found.append(figures)
            print(figures.line(), flush=True)
            await asyncio.sleep(1.0)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each flood")
    parser.add_argument("--only", choices=FLOODS, action="append", help="only this flood")
    parser.add_argument("--core", type=int, default=0, help="the server's; -1 is any")
    arguments = parser.parse_args()
    names = [CALM, *(arguments.only or FLOODS)]
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), *OPTIONS, core=arguments.core) as server:
            come_first(server.pid)
            come_first(0)
            found = asyncio.run(measure(server, names, arguments.seconds))
            broken = tracebacks(server)
        print(f"tracebacks: {broken}; memory at the end: {found[-1].most_memory:.0f} MB")
    slow = [f.name for f in found if f.name != CALM and late(f.waits.pings)]
    print(f"bystander's 99th percentile over {WELL * 1e3:.0f} ms: {'; '.join(slow) or 'never'}")
    return 1 if broken or slow else 0


def late(waits: list[float]) -> bool:
    return len(waits) < 20 or statistics.quantiles(waits, n=100, method="inclusive")[98] >= WELL


if __name__ == "__main__":
    sys.exit(main())
