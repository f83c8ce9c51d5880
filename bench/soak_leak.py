"""No byte of what is hidden reaches anybody who may not have it.

    python bench/soak_leak.py --frames 10000000 --messages 100000

In process (`leak_tables.py`): all games play, and whatever a table can answer a reader is compared
with what it answers in worlds dealt anew from what that reader knows.

Over real sockets (`leak_sockets.py`): people, bots and spectators play all games through a real
server; every message of every socket is kept and made again from another world. Shintoh is also
put to a yardstick of its own (`leak_checks.py`), written from the list of hidden things in its
rules and not with the code that makes the views:

* invariance: everything hidden from that socket is dealt anew (other hands, both piles, face-down
  gods, the key of the shuffle), and the message made from that other world must be the same to the
  last byte, the answers to "why not?" and what bots are given included;
* canaries: no god that has not been seen, no role member that was not read, no key, no token and
  no private part of somebody else occurs anywhere in the bytes;
* refusals, errors, hints, chat, welcomes and requests about running games are searched as well.

A machine that is slow, or stopped for a while, is no fault: how long a game stands still is counted
in looks at it, not in seconds.
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
from leak_sockets import History
from leak_tables import some_table, watch
from leak_worlds import other_world
from server_kit import Server
from server_socket import QuickSocket, quick_connect

from kamiza import games
from kamiza.server.publishing import screen_of, sent

OPTIONS = (
    "--sockets-per-address", "100000", "--tables-per-minute", "1000000", "--bot-pause", "0",
    "--search-budget", "10",
)  # fmt: skip
MOVES = (
    "pass", "+rice", "+sake", "+salt", "jewel", "mirror", "sword", "look", "stop", "pick rice",
    "rob A", "rob B", "rob C", "rob D", "dance",
)  # fmt: skip

MOST_LOOKS = 12_000  # at a game in which nothing happens, each after a fiftieth of a second or more


class Ear:
    """A socket that keeps every message; as a player it answers at random and asks around."""

    def __init__(self, seat: str | None, token: str, rng: random.Random) -> None:
        self.seat = seat  # nobody's: a spectator
        self.token = token
        self.rng = rng
        self.heard: list[bytes] = []
        self.asked_why: dict[str, tuple[int, str]] = {}  # version and move of each "why"
        self.tried: dict[str, tuple[int, tuple[str, ...]]] = {}  # the same of odd acts
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
        if self.rng.random() < 0.15:
            self.try_several(version, {**mine, "id": mine["id"] + "s"})
        if self.rng.random() < 0.03:
            self.send({"t": "chat", "seat": self.seat, "phrase": "thinking"})
        if self.state["undo"] == "free" and self.rng.random() < 0.1:
            self.send({"t": "undo", "version": version, **mine, "id": mine["id"] + "u"})
            return
        move = self.rng.choice(self.state["view"]["moves"])
        mine["id"] += "m"
        self.send({"t": "move", "version": version, "moves": [move], **mine})

    def try_several(self, version: int, mine: dict[str, Any]) -> None:
        """An act of two or three moves that is mostly refused: what does that tell?"""
        listed = self.state["view"]["moves"]
        rest = [self.rng.choice([*MOVES, *listed]) for _ in range(self.rng.choice((1, 2)))]
        act = (self.rng.choice(listed), *rest)
        self.tried[mine["id"]] = (version, act)
        self.send({"t": "move", "version": version, "moves": act, **mine})

    def ask(self, version: int, mine: dict[str, Any]) -> None:
        if self.rng.random() < 0.1:
            self.send({"t": "hint", **mine})
            return
        move = self.rng.choice(MOVES)
        self.asked_why[mine["id"]] = (version, move)
        self.send({"t": "why", "move": move, **mine})


@dataclass
class PlayedGame:
    """A game that was listened to."""

    table: str
    secrets: list[str]
    ears: list[Ear]
    settings: dict[str, Any] = field(default_factory=dict)
    game: str = "shintoh"


def agreed(game: str, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """How many sit at the table, and its settings."""
    if game == "shintoh":
        knowledge = rng.choice(["memory", "memory", "open_book"])
        tracker = rng.random() < 0.3
        return rng.choice([2, 3, 4]), {"role_knowledge": knowledge, "hand_tracker": tracker}
    setup = some_table(games.game(game), rng)
    pause = {"react_pause_ms": 0} if game == "battles" else {}
    return setup.seats, {**setup.settings, **pause}


async def play(server: Server, rng: random.Random, game: str = "shintoh") -> PlayedGame:
    """One whole game with people, perhaps bots, spectators and the host."""
    people, settings = agreed(game, rng)
    letters = "".join("p" if n == 0 or rng.random() < 0.85 else "b" for n in range(people))
    made = await asyncio.to_thread(server.make_table, letters, game=game, settings=settings)
    seats = [seat for seat in made["seats"] if "token" in seat]
    ears = [Ear(seat["seat"], seat["token"], rng) for seat in seats]
    ears += [Ear(None, made["spectator"], rng), Ear(None, made["host"], rng)]
    for ear in ears:
        await ear.sit_down(server.port, made["table"])
    newest = looks = 0
    while not all(ear.is_over for ear in ears):
        await asyncio.sleep(0.02)
        known = sum(ear.state.get("version", 0) for ear in ears)
        looks = looks + 1 if known == newest else 0
        newest = known
        if looks > MOST_LOOKS:
            raise TimeoutError(f"the game at {made['table']} stands still")
        if rng.random() < 0.02:
            await interrupt(server, made["table"], rng.choice(ears), rng)
    await asyncio.sleep(0.05)
    for ear in ears:
        assert ear.socket is not None
        assert ear.socket.transport is not None
        ear.socket.transport.close()
    return PlayedGame(made["table"], [ear.token for ear in ears], ears, settings, game)


async def interrupt(server: Server, table: str, ear: Ear, rng: random.Random) -> None:
    """Lose a connection and come back, or ask over HTTP for what must not be told yet."""
    if rng.random() < 0.7 and ear.socket is not None and ear.socket.transport is not None:
        ear.socket.transport.abort()
        await ear.sit_down(server.port, table)
        return
    for what in ("replay", "replay?seat=B", "record", "verify"):
        path = f"/api/tables/{table}/{what}"
        status, body = await asyncio.to_thread(server.request, "GET", path, None, ear.token)
        looks = 0
        while status == 200 and not ear.is_over and looks < MOST_LOOKS:
            await asyncio.sleep(0.02)  # the end is on its way to us
            looks += 1
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
        if sent(screen_of(GAME, GAME.view(world, seat))) != step["view"]:
            raise Leak(f"replay of seat {seat}, step {step['step']}")
    return len(replay["steps"])


def check_game(
    server: Server, folder: Path, played: PlayedGame, rng: random.Random
) -> Counter[str]:
    """Everything that was heard of one game."""
    history = History(folder, played.table, rng.getrandbits(40))
    count = sum((history.check(ear) for ear in played.ears), Counter[str]())
    if played.game == "shintoh":
        truth = Truth(folder, played.table, played.secrets)
        checker = Checker(truth, rng)
        for ear in played.ears:
            checker.check(ear)
        count["replay step"] += check_replays(server, played.table, truth, rng)
    return count


def soak(
    messages: int, folder: Path, seed: int, at_once: int = 8, say: bool = True,
    minutes: float = float("inf"),
) -> Counter[str]:  # fmt: skip
    """Play over sockets and check until so many messages have been looked at, or time is over."""
    rng, end = random.Random(seed), time.monotonic() + 60 * minutes
    count: Counter[str] = Counter()
    shown = heard = 0

    async def some_games(server: Server) -> list[PlayedGame]:
        names = [games.NAMES[number % len(games.NAMES)] for number in range(at_once)]
        return await asyncio.gather(
            *(play(server, random.Random(rng.random()), game=name) for name in names)
        )

    with Server(folder, *OPTIONS) as server:
        while heard < messages and time.monotonic() < end:
            for played in asyncio.run(some_games(server)):
                count += check_game(server, folder, played, rng)
                count[f"games of {played.game}"] += 1
                heard += sum(len(ear.heard) for ear in played.ears)
            if say and heard - shown >= 20_000:
                shown = heard
                print(f"{shown:,} messages: {dict(count.most_common())}", flush=True)
    return count + Counter({"messages": heard})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=40_000, help="in process")
    parser.add_argument("--messages", type=int, default=20_000, help="over sockets")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="over sockets, at most")
    parser.add_argument(
        "--game", choices=games.NAMES, action="append", help="in process, only these"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    watched = watch(args.game or list(games.NAMES), args.frames, args.seed)
    total = sum(watched.values(), Counter[str]())
    print(f"{total['frames']:,} frames, {total['pairs']:,} pairs of worlds, 0 differences")
    if args.messages:
        with tempfile.TemporaryDirectory() as folder:
            count = soak(args.messages, Path(folder), args.seed, minutes=args.minutes)
        print(f"{count['messages']:,} messages over sockets, 0 leaks: {dict(count.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
