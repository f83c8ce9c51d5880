"""No byte of what is hidden reaches a socket that may not have it.

    python bench/soak_leak.py --frames 1000000

People, bots and spectators play through a real server; every frame of every socket is kept. When
a game is over its journal and key are read from the server's file, and each frame is put to three
tests:

* invariance: everything hidden from that socket is dealt anew (other hands, both piles, face-down
  gods, the key of the shuffle), and the frame made from that other world must be the same to the
  last byte, the answers to "why not?" and what bots are given included;
* canaries: no god that has not been seen, no role member that was not read, no key, no token and
  no private part of somebody else occurs anywhere in the bytes;
* refusals, errors, hints, chat, welcomes and requests about running games are searched as well.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from leak_worlds import other_world
from server_kit import Server
from server_socket import QuickSocket, quick_connect

from kamiza import games
from kamiza.core.game import Game, Setup, State
from kamiza.play import telling
from kamiza.play.table import Entry, Table
from kamiza.server import wire

OPTIONS = (
    "--sockets-per-address", "100000", "--tables-per-minute", "1000000", "--bot-pause", "0",
    "--search-budget", "10",
)  # fmt: skip
GAME: Game = games.game("shintoh")
GODS = [str(card["id"]) for card in GAME.telling.cards("en", True) if card["group"] == "god_cards"]
GOD_NAMES = {
    str(card[name]): str(card["id"])
    for language in ("en", "ja")
    for card in GAME.telling.cards(language, True)
    if card["group"] == "god_cards"
    for name in ("name", "kanji")
}
MOVES = (
    "pass", "+rice", "+sake", "+salt", "jewel", "mirror", "sword", "look", "stop", "pick rice",
    "rob 0", "rob 1", "rob 2", "rob 3", "dance",
)  # fmt: skip


class Leak(AssertionError):
    """Something reached a socket that may not have it."""


# -- playing --------------------------------------------------------------------------------------


class Ear:
    """A socket that keeps every frame; as a player it answers at random and asks around."""

    def __init__(self, seat: int, token: str, rng: random.Random) -> None:
        self.seat = seat  # -1 watches
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

    def send(self, frame: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(msgspec.json.encode(frame))

    def hear(self, text: bytes) -> None:
        self.heard.append(text)
        if text.startswith(b'{"t":"state"'):
            self.state = msgspec.json.decode(text)
            self.is_over = self.state["view"]["asked"] is None
            if self.state["view"]["asked"] == self.seat:
                self.answer()

    def answer(self) -> None:
        """Ask something first now and then, be wrong now and then, move in the end."""
        version = self.state["version"]
        mine = {"seat": self.seat, "id": f"{self.seat}.{self.count}"}
        self.count += 1
        if self.rng.random() < 0.3:
            self.ask(version, mine)
        if self.rng.random() < 0.1:
            wrong = self.rng.choice([{"version": version + 7}, {"moves": ["rob 1", "pass"]}])
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
    options: dict[str, Any] = field(default_factory=dict)


async def play(server: Server, rng: random.Random, seconds: float = 120.0) -> Played:
    """One whole game with people, perhaps bots, spectators and the host."""
    people = rng.choice([2, 3, 4])
    letters = "".join("p" if n == 0 or rng.random() < 0.85 else "b" for n in range(people))
    options = {
        "role_knowledge": rng.choice(["memory", "memory", "open_book"]),
        "hand_tracker": rng.random() < 0.3,
    }
    made = await asyncio.to_thread(server.make_table, letters, options=options)
    seats = [seat for seat in made["seats"] if "token" in seat]
    ears = [Ear(seat["seat"], seat["token"], rng) for seat in seats]
    ears += [Ear(-1, made["spectator"], rng), Ear(-1, made["host"], rng)]
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
    return Played(made["table"], [ear.token for ear in ears], ears, options)


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


# -- checking -------------------------------------------------------------------------------------


class Truth:
    """What really happened at a table, from the server's file."""

    def __init__(self, data: Path, played: Played) -> None:
        connection = sqlite3.connect(f"file:{data / 'kamiza.db'}?mode=ro", uri=True)
        row = connection.execute(
            "select seats, options, key from tables where id = ?", (played.table,)
        ).fetchone()
        journal = connection.execute(
            "select version, seat, kind, moves, client, author from entries where table_id = ?"
            " order by version",
            (played.table,),
        ).fetchall()
        connection.close()
        self.played = played
        self.key: bytes = row[2]
        self.table = Table(GAME, Setup(row[0], json.loads(row[1]), 0, row[2]))
        self.states: dict[int, State] = {0: self.table.state}
        self.undo: dict[tuple[int, int], str | None] = {}
        self.note(row[0])
        for version, seat, kind, moves, client, author in journal:
            entry = Entry(version, seat, kind, tuple(moves.split("\n")), client, author)
            self.table.accept(self.table.prepare_again(entry))
            self.states[version] = self.table.state
            self.note(row[0])
        self.positions = {version: GAME.save(state) for version, state in self.states.items()}

    def note(self, seats: int) -> None:
        for seat in range(seats):
            word = None if self.table.undoable(seat) is None else "ask"
            word = "free" if word and self.table.undo_is_free(seat) else word
            self.undo[self.table.version, seat] = word
        self.undo[self.table.version, -1] = None

    def is_over_at(self, version: int) -> bool:
        return bool(self.states[version].asked < 0)


class Checker:
    """Puts every frame of a game to the tests."""

    def __init__(self, truth: Truth, rng: random.Random) -> None:
        self.truth = truth
        self.rng = rng
        self.seen: set[bytes] = set()
        self.worlds: dict[tuple[int, int], State] = {}

    def other_world(self, version: int, seat: int) -> State:
        """A state that differs in everything this seat must not know."""
        known = self.worlds.get((version, seat))
        if known is None:
            position = self.truth.positions[version]
            known = self.worlds[version, seat] = other_world(GAME, position, seat, self.rng)
        return known

    def check(self, ear: Ear) -> Counter[str]:
        """All frames of one socket."""
        count: Counter[str] = Counter()
        version = 0
        for raw in ear.heard:
            frame = msgspec.json.decode(raw)
            count[frame["t"]] += 1
            if frame["t"] == "state":
                version = frame["version"]
                self.check_state(ear.seat, frame, raw)
            elif frame["t"] == "reason":
                self.check_reason(ear.seat, frame, ear.asked_why[frame["id"]])
            self.check_bytes(ear, raw, frame, version)
        return count

    def check_state(self, seat: int, frame: dict[str, Any], raw: bytes) -> None:
        """The same bytes must come out of a world in which everything hidden is different."""
        if raw in self.seen:
            return
        self.seen.add(raw)
        version = frame["version"]
        world = self.other_world(version, seat)
        view: dict[str, Any] = GAME.view(world, seat).as_json(False)
        if view["moves"]:
            view["labels"] = telling.labels(GAME, view)
        summary = {"summary": frame["summary"]} if "summary" in frame else {}
        events = self.events_for(seat, frame["events"], version)
        undo = self.truth.undo[version, seat]
        made = wire.encode(wire.State(version, seat, view, events, undo, **summary))  # type: ignore[arg-type]
        if made != raw:
            raise Leak(f"version {version}, seat {seat}: {first_difference(made, raw)}")
        self.check_bot_view(version, seat, world)

    def events_for(
        self, seat: int, shown: list[dict[str, Any]], version: int
    ) -> list[dict[str, Any]]:
        """The events the frame may contain: each as somebody with that seat's rights hears it."""
        if not shown:
            return []
        first = shown[0]["n"]
        told = [told for told in self.truth.table.told if first <= told.n <= version]
        for one in told:
            check_event(one.event.name, one.for_seat(seat), seat, one.event.secret)
        return [told.for_seat(seat) for told in told]

    def check_bot_view(self, version: int, seat: int, world: State) -> None:
        """What a bot or a hint is given depends on nothing hidden either."""
        if seat < 0:
            return
        true = wire.encode(GAME.view(self.truth.states[version], seat).as_json(True))
        other = wire.encode(GAME.view(world, seat).as_json(True))
        if true != other:
            raise Leak(f"version {version}, bot on seat {seat}: {first_difference(other, true)}")

    def check_reason(self, seat: int, frame: dict[str, Any], asked: tuple[int, str]) -> None:
        """The answer fits a world with other secrets; asked by somebody who had just come back,
        it may be about one of the next versions."""
        version, move = asked
        for late in range(version, version + 12):
            if late in self.truth.states:
                illegal = self.truth.table.why_not(self.other_world(late, seat), seat, move)
                sentence = None if illegal is None else telling.refusal(GAME, illegal)
                if (frame["legal"], frame.get("sentence")) == (illegal is None, sentence):
                    return
        raise Leak(f"version {version}, seat {seat}, why {move}: {frame}")

    def check_bytes(self, ear: Ear, raw: bytes, frame: dict[str, Any], version: int) -> None:
        """Canaries: words that must not occur anywhere in these bytes."""
        text = raw.decode()
        for secret in self.truth.played.secrets:
            if secret in text:
                raise Leak(f"a token in {text[:300]}")
        if self.truth.key.hex() in text:
            raise Leak(f"the key in {text[:300]}")
        if self.truth.is_over_at(version):
            return
        own = 1 if ear.seat >= 0 else 0
        if text.count('"private"') > own or text.count('"face_down_god"') > own:
            raise Leak(f"somebody's private part in {text[:300]}")
        if frame["t"] == "state":
            self.check_gods(ear.seat, frame, version)

    def check_gods(self, seat: int, frame: dict[str, Any], version: int) -> None:
        """Only gods that have been seen, and role members only for those who may read them."""
        position = self.truth.positions[version]
        letter = "ABCDEF"[seat] if seat >= 0 else ""
        may_read = position["options"]["role_knowledge"] == "open_book" or (
            seat >= 0 and position["players"][letter]["role_taken"]
        )
        roles = frame["view"]["roles"]
        if not may_read and any("members" in role or "story" in role for role in roles):
            raise Leak(f"version {version}, seat {seat}: role members")
        rest = json.dumps({**frame, "view": {**frame["view"], "roles": []}}, ensure_ascii=False)
        mentioned = {god for god in GODS if re.search(rf'"{god}"', rest)}
        mentioned |= {god for name, god in GOD_NAMES.items() if name in rest}
        unseen = set(position["gods_left"]) | {
            player["face_down"]
            for other, player in position["players"].items()
            if player["face_down"] and other != letter
        }
        for treasure in ("jewel", "mirror", "sword"):
            unseen.discard(treasure)  # their names are also moves anybody may try
        if mentioned & unseen:
            raise Leak(f"version {version}, seat {seat}: {mentioned & unseen}")


def check_event(name: str, seen: dict[str, Any], seat: int, secret: dict[str, Any] | None) -> None:
    """Which cards were drawn or stolen is for those concerned only."""
    if name == "jewel_drew" and seat != seen["seat"] and "kinds" in seen:
        raise Leak(f"seat {seat} hears {seen}")
    if name == "sword_stole" and seat not in (seen["seat"], seen["victim"]) and "kind" in seen:
        raise Leak(f"seat {seat} hears {seen}")
    is_concerned = secret is not None and set(secret) <= set(seen)
    if secret is not None and not is_concerned:
        for word in re.findall(r"rice|sake|salt", json.dumps(secret)):
            if re.search(rf"\b{word}\b", json.dumps(seen["sentence"])):
                raise Leak(f"seat {seat} reads {seen['sentence']}")


def first_difference(made: bytes, raw: bytes) -> str:
    for place, (one, two) in enumerate(zip(made, raw)):
        if one != two:
            start = max(0, place - 80)
            return f"{made[start : place + 60]!r} instead of {raw[start : place + 60]!r}"
    return f"{len(made)} bytes instead of {len(raw)}"


def check_replays(server: Server, truth: Truth, rng: random.Random) -> int:
    """A replay shows at each step what that seat may know, and the end opens everything."""
    seat = rng.randrange(-1, truth.table.setup.seats)
    query = f"?seat={'ABCDEF'[seat]}" if seat >= 0 else ""
    replay = server.get(f"/api/tables/{truth.played.table}/replay{query}")
    state = GAME.start(truth.table.setup)
    moves = truth.table.moves_in_force()
    for step in replay["steps"]:
        if step["step"]:
            GAME.apply(state, GAME.parse(moves[step["step"] - 1][1]))
        world = other_world(GAME, GAME.save(state), seat, rng)
        view: dict[str, Any] = GAME.view(world, seat).as_json(False)
        if view["moves"]:
            view["labels"] = telling.labels(GAME, view)
        if view != step["view"]:
            raise Leak(f"replay of seat {seat}, step {step['step']}")
    return len(replay["steps"])


def soak(frames: int, folder: Path, seed: int, at_once: int = 12, say: bool = True) -> Counter[str]:
    """Play and check until so many frames have been looked at."""
    rng = random.Random(seed)
    count: Counter[str] = Counter()
    shown = 0

    async def some_games() -> list[Played]:
        return await asyncio.gather(
            *(play(server, random.Random(rng.random())) for _ in range(at_once))
        )

    with Server(folder, *OPTIONS) as server:
        while count.total() < frames:
            for played in asyncio.run(some_games()):
                truth = Truth(folder, played)
                checker = Checker(truth, rng)
                for ear in played.ears:
                    count += checker.check(ear)
                count["replay step"] += check_replays(server, truth, rng)
            if say and count.total() - shown >= 20_000:
                shown = count.total()
                print(f"{shown:,} frames: {dict(count.most_common())}", flush=True)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = soak(args.frames, Path(folder), args.seed)
    print(f"{count.total():,} frames, 0 leaks (seed {args.seed}): {dict(count.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
