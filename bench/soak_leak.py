"""No byte of what is hidden reaches a socket that may not have it.

    python bench/soak_leak.py --messages 1000000

People, bots and spectators play through a real server; every message of every socket is kept. When
a game is over its journal and key are read from the server's file, and each message is put to three
tests:

* invariance: everything hidden from that socket is dealt anew (other hands, both piles, face-down
  gods, the key of the shuffle), and the message made from that other world must be the same to the
  last byte, the answers to "why not?" and what bots are given included;
* canaries: no god that has not been seen, no role member that was not read, no key, no token and
  no private part of somebody else occurs anywhere in the bytes;
* refusals, errors, hints, chat, welcomes and requests about running games are searched as well.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from leak_checks import GAME, Checker, Leak, Truth
from leak_worlds import other_world
from server_kit import Server
from server_socket import QuickSocket, quick_connect

from kamiza.server.publishing import screen_of

OPTIONS = (
    "--sockets-per-address", "100000", "--tables-per-minute", "1000000", "--bot-pause", "0",
    "--search-budget", "10",
)  # fmt: skip
MOVES = (
    "pass", "+rice", "+sake", "+salt", "jewel", "mirror", "sword", "look", "stop", "pick rice",
    "rob A", "rob B", "rob C", "rob D", "dance",
)  # fmt: skip


class Ear:
    """A socket that keeps every message; as a player it answers at random and asks around."""

    def __init__(self, seat: str | None, token: str, rng: random.Random) -> None:
        self.seat = seat  # nobody's: a spectator
        self.token = token
        self.rng = rng
        self.heard: list[bytes] = []
        self.asked_why: dict[str, tuple[int, str]] = {}  # version and move of each "why"
        self.count = 0
        self.state: dict[str, Any] = {}
        self.is_over = False
        self.socket: QuickSocket | None = None

    async def sit_down(self, port: int, table: str) -> None:
        self.socket = await quick_connect(port, table, self.hear)
        self.send({"t": "hello", "token": self.token, "version": self.rng.choice([None, 0, 3])})

    def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(msgspec.json.encode(message))

    def hear(self, text: bytes) -> None:
        self.heard.append(text)
        if text.startswith(b'{"t":"state"'):
            self.state = msgspec.json.decode(text)
            self.is_over = self.state["view"]["asked"] is None
            if self.seat is not None and self.state["view"]["asked"] == self.seat:
                self.answer()

    def answer(self) -> None:
        """Ask something first now and then, be wrong now and then, move in the end."""
        version = self.state["version"]
        mine = {"seat": self.seat, "id": f"{self.seat}.{self.count}"}
        self.count += 1
        if self.rng.random() < 0.3:
            self.ask(version, mine)
        if self.rng.random() < 0.1:
            wrong = self.rng.choice([{"version": version + 7}, {"moves": ["rob B", "pass"]}])
            self.send({"t": "move", "version": version, "moves": ["dance"], **mine, **wrong})
        if self.rng.random() < 0.03:
            self.send({"t": "chat", "seat": self.seat, "phrase": "thinking"})
        if self.state["undo"] == "free" and self.rng.random() < 0.1:
            self.send({"t": "undo", "version": version, **mine, "id": mine["id"] + "u"})
            return
        move = self.rng.choice(self.state["view"]["moves"])
        mine["id"] += "m"
        self.send({"t": "move", "version": version, "moves": [move], **mine})

    def ask(self, version: int, mine: dict[str, Any]) -> None:
        if self.rng.random() < 0.1:
            self.send({"t": "hint", **mine})
            return
        move = self.rng.choice(MOVES)
        self.asked_why[mine["id"]] = (version, move)
        self.send({"t": "why", "move": move, **mine})


@dataclass
class Played:
    """A game that was listened to."""

    table: str
    secrets: list[str]
    ears: list[Ear]
    settings: dict[str, Any] = field(default_factory=dict)


async def play(server: Server, rng: random.Random, seconds: float = 120.0) -> Played:
    """One whole game with people, perhaps bots, spectators and the host."""
    people = rng.choice([2, 3, 4])
    letters = "".join("p" if n == 0 or rng.random() < 0.85 else "b" for n in range(people))
    settings = {
        "role_knowledge": rng.choice(["memory", "memory", "open_book"]),
        "hand_tracker": rng.random() < 0.3,
    }
    made = await asyncio.to_thread(server.make_table, letters, settings=settings)
    seats = [seat for seat in made["seats"] if "token" in seat]
    ears = [Ear(seat["seat"], seat["token"], rng) for seat in seats]
    ears += [Ear(None, made["spectator"], rng), Ear(None, made["host"], rng)]
    for ear in ears:
        await ear.sit_down(server.port, made["table"])
    end = time.monotonic() + seconds
    while not all(ear.is_over for ear in ears):
        if time.monotonic() > end:
            raise TimeoutError(f"the game at {made['table']} does not end")
        await asyncio.sleep(0.02)
        if rng.random() < 0.02:
            await interrupt(server, made["table"], rng.choice(ears), rng)
    await asyncio.sleep(0.05)
    for ear in ears:
        assert ear.socket is not None
        assert ear.socket.transport is not None
        ear.socket.transport.close()
    return Played(made["table"], [ear.token for ear in ears], ears, settings)


async def interrupt(server: Server, table: str, ear: Ear, rng: random.Random) -> None:
    """Lose a connection and come back, or ask over HTTP for what must not be told yet."""
    if rng.random() < 0.7 and ear.socket is not None and ear.socket.transport is not None:
        ear.socket.transport.abort()
        await ear.sit_down(server.port, table)
        return
    for what in ("replay", "replay?seat=B", "record", "verify"):
        path = f"/api/tables/{table}/{what}"
        status, body = await asyncio.to_thread(server.request, "GET", path, None, ear.token)
        if status == 200 and not ear.is_over:
            await asyncio.sleep(0.3)  # the end may be on its way to us
        if status == 200 and not ear.is_over:
            raise Leak(f"{path} answered during the game: {str(body)[:200]}")


def check_replays(server: Server, table: str, truth: Truth, rng: random.Random) -> int:
    """A replay shows at each step what that seat may know, and the end opens everything."""
    seat = rng.randrange(-1, truth.table.setup.seats)
    query = f"?seat={'ABCDEF'[seat]}" if seat >= 0 else ""
    replay = server.get(f"/api/tables/{table}/replay{query}")
    state = GAME.start(truth.table.setup)
    moves = truth.table.moves_in_force()
    for step in replay["steps"]:
        if step["step"]:
            GAME.apply(state, GAME.parse(moves[step["step"] - 1][1]))
        world = other_world(GAME, GAME.save(state), seat, rng)
        if screen_of(GAME, GAME.view(world, seat)) != step["view"]:
            raise Leak(f"replay of seat {seat}, step {step['step']}")
    return len(replay["steps"])


def soak(
    messages: int, folder: Path, seed: int, at_once: int = 12, say: bool = True
) -> Counter[str]:
    """Play and check until so many messages have been looked at."""
    rng = random.Random(seed)
    count: Counter[str] = Counter()
    shown = 0

    async def some_games() -> list[Played]:
        return await asyncio.gather(
            *(play(server, random.Random(rng.random())) for _ in range(at_once))
        )

    with Server(folder, *OPTIONS) as server:
        while count.total() < messages:
            for played in asyncio.run(some_games()):
                truth = Truth(folder, played.table, played.secrets)
                checker = Checker(truth, rng)
                for ear in played.ears:
                    count += checker.check(ear)
                count["replay step"] += check_replays(server, played.table, truth, rng)
            if say and count.total() - shown >= 20_000:
                shown = count.total()
                print(f"{shown:,} messages: {dict(count.most_common())}", flush=True)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = soak(args.messages, Path(folder), args.seed)
    print(f"{count.total():,} messages, 0 leaks (seed {args.seed}): {dict(count.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
