"""Games over a line that cannot be trusted: in the end everybody sees what the server has.

    python bench/soak_network.py --games 2000 --tally build/network.json

People play all games at random through a proxy (`bad_line.py`) that cuts connections after every
possible byte, delays, swallows, brings old bytes late and whole connections twice. A client does
what the page does: after a cut, or when it hears nothing, it opens another socket, tells which
version it knows and sends the request again that was not answered, under the same name. When a game
is over, what each client has put together is compared with what the server tells somebody who comes
directly: the view, the version and every line of the log. And the journal has no request twice.

A machine that is slow, or stopped for a while, is no fault: how long nothing happens is counted in
steps of the soak itself. What was played is added up in the tally, and another run goes on from it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from bad_line import DOWN, MOST, UP, BadLine
from kill_checks import check_journal, check_log
from leak_tables import some_table
from server_kit import Client, Message, Server, log_of
from server_socket import QuickSocket, quick_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kamiza import games
from kamiza.core.action import seat_letter
from kamiza.play.table import Entry

OPTIONS = (
    "--sockets-per-address", "100000", "--tables-per-minute", "1000000", "--away-seconds", "3600",
    "--invited-seconds", "3600", "--bot-workers", "1",
)  # fmt: skip
PATIENCE, MOST_PATIENCE = 4.0, 16.0  # seconds of silence until another socket is opened
LONGEST = 100_000  # versions
MOST_SILENT = 6000  # steps of a tenth of a second at least, or sockets, that bring no new version
TRIES = 20  # to reach the server directly, each as long as `ANSWER_SECONDS`


class Player:
    """A seat that plays at random over a bad line and never says anything twice on purpose."""

    def __init__(self, table: str, seat: str, token: str, line: BadLine, rng: random.Random,
                 longest: int) -> None:  # fmt: skip
        self.table, self.seat, self.token = table, seat, token
        self.line = line
        self.rng = rng
        self.longest = longest  # nobody acts after so many versions
        self.parts: list[Message] = []  # what each state brought of the log
        self.state: Message = {}
        self.answered: dict[str, int] = {}
        self.request: bytes | None = None
        self.request_id = ""
        self.requests = 0
        self.sockets = 0
        self.socket: QuickSocket | None = None
        self.heard = time.monotonic()
        self.patience = PATIENCE
        self.silent = 0  # steps since something new was heard
        self.is_done = False
        self.fault: Exception | None = None

    # -- the line -------------------------------------------------------------------------------

    async def play(self) -> None:
        """One socket after the other, until the game is over."""
        while not self.is_done:
            self.wait_no_longer()
            socket = await self.connect()
            if socket is not None:
                await self.use(socket)
            self.patience = min(MOST_PATIENCE, self.patience * 1.5)

    def wait_no_longer(self) -> None:
        self.silent += 1
        if self.silent > MOST_SILENT:
            self.fault = AssertionError(f"{self.table} {self.seat}: the game stands still")
            self.is_done = True

    async def connect(self) -> QuickSocket | None:
        self.sockets += 1
        number = self.sockets

        def hear(text: bytes) -> None:
            if number == self.sockets:  # what an old socket still brings is nobody's business
                self.hear(text)

        opening = quick_connect(self.line.port, self.table, hear)
        try:
            return await asyncio.wait_for(opening, self.patience)
        except (OSError, TimeoutError):
            return None

    async def use(self, socket: QuickSocket) -> None:
        self.socket = socket
        self.heard = time.monotonic()
        self.say({"t": "hello", "token": self.token, "version": self.state.get("version")})
        if self.request is not None:
            socket.send(self.request)
        has_pinged = False
        while not socket.closed.done() and not self.is_done:
            await asyncio.wait({socket.closed}, timeout=0.1)
            self.wait_no_longer()
            silence = time.monotonic() - self.heard
            if silence > self.patience and (has_pinged or self.request is not None):
                break
            if silence > self.patience / 2 and not has_pinged:
                self.say({"t": "ping"})
                has_pinged = True
            elif silence < 0.2:
                has_pinged = False
        if socket.transport is not None:
            socket.transport.abort()

    def say(self, message: Message) -> None:
        if self.socket is not None:
            self.socket.send(json.dumps(message).encode())

    # -- the game -------------------------------------------------------------------------------

    def hear(self, text: bytes) -> None:
        """A fault ends the game for this player; `Soak` tells it."""
        try:
            self.take(text)
        except Exception as wrong:
            self.fault = self.fault or wrong
            self.is_done = True

    def take(self, text: bytes) -> None:
        self.heard = time.monotonic()
        message = msgspec.json.decode(text)
        if message["t"] == "state":
            self.see(message)
        elif message["t"] == "done":
            self.note(message["id"], message["version"])
        elif message["t"] == "busy" or message.get("code") == "too_fast":
            asyncio.get_running_loop().call_later(message.get("seconds", 0.3), self.repeat)
        if message["t"] in ("done", "refused") and message["id"] == self.request_id:
            self.request = None
        if self.request is None and self.state:
            self.act()

    def see(self, state: Message) -> None:
        known = self.state.get("version", -1)
        assert state["version"] >= known, "time runs backwards"
        if state["version"] > known:
            self.silent = 0
        self.state = state
        self.parts.append({"log": state["log"]})
        self.patience = PATIENCE
        self.is_done = state["view"]["asked"] is None or state["version"] >= self.longest

    def note(self, id: str, version: int) -> None:
        assert self.answered.setdefault(id, version) == version, f"two answers to {id}"

    def repeat(self) -> None:
        if self.request is not None and self.socket is not None:
            self.socket.send(self.request)

    def act(self) -> None:
        view: dict[str, Any] = self.state["view"]
        if self.is_done or self.state.get("is_used"):
            return
        request: Message = {"seat": self.seat, "version": self.state["version"]}
        if self.state["undo"] == "free" and self.rng.random() < 0.05:
            request["t"] = "undo"
        elif view["asked"] == self.seat:
            request |= {"t": "move", "moves": [self.rng.choice(view["moves"])]}
        else:
            return
        self.state["is_used"] = True  # one request for each state
        self.requests += 1
        self.request_id = f"{self.seat}.{self.requests}"
        self.request = msgspec.json.encode({**request, "id": self.request_id})
        self.repeat()


class Soak:
    """Many games at once over one line."""

    def __init__(self, server: Server, line: BadLine, seed: int, longest: int = LONGEST) -> None:
        self.server = server
        self.line = line
        self.rng = random.Random(seed)
        self.longest = longest
        self.end = float("inf")  # after that no game is begun
        self.tally: Path | None = None  # the file in which games are added up
        self.count: Counter[str] = Counter()
        self.earlier = 0  # games, in other runs
        self.began = time.monotonic()

    async def games(self, count: int, at_once: int, say: bool) -> None:
        left = list(range(count))

        async def one_after_another() -> None:
            while left and time.monotonic() < self.end:
                await self.game(games.NAMES[left.pop() % len(games.NAMES)])
                self.keep()
                if say and self.count["games"] % 20 == 0:
                    games_now = self.count["games"] - self.earlier
                    pace = 60 * games_now / (time.monotonic() - self.began)
                    count = dict(self.count.most_common())
                    print(f"{pace:.0f} a minute, {count}", dict(self.line.count), flush=True)

        async with asyncio.TaskGroup() as group:  # one fault ends all of them
            for _ in range(at_once):
                group.create_task(one_after_another())

    def keep(self) -> None:
        """All that was found so far, in one piece; places a line was cut at are kept as well."""
        if self.tally is None:
            return
        new = self.tally.with_suffix(".new")
        line = self.line
        places = {way: sorted(places) for way, places in line.places.items()}
        new.write_text(json.dumps({"soak": self.count, "line": line.count, "places": places}))
        new.replace(self.tally)

    def go_on(self, tally: Path) -> None:
        """Add up from what is there."""
        self.tally = tally
        if not tally.exists():
            return
        found = json.loads(tally.read_text())
        self.count.update(found["soak"])
        self.earlier = self.count["games"]
        self.line.count.update(found["line"])
        for way, places in found["places"].items():
            self.line.places[way].update(places)
            self.line.to_cut[way] = sorted(set(self.line.to_cut[way]) - set(places))

    async def game(self, name: str) -> None:
        setup = some_table(games.game(name), self.rng)
        pause = {"react_pause_ms": 0} if name == "battles" else {}
        settings = {**setup.settings, **pause}
        made: Message = await self.patiently(
            lambda: asyncio.to_thread(
                self.server.make_table, "p" * setup.seats, game=name, settings=settings
            )
        )
        players = [
            Player(made["table"], seat["seat"], seat["token"], self.line,
                   random.Random(self.rng.random()), self.longest)
            for seat in made["seats"]
        ]  # fmt: skip
        await asyncio.gather(*(player.play() for player in players))
        for player in players:
            if player.fault is not None:
                raise player.fault
            await self.compare(player)
        self.count["acts"] += check_file(self.server.data, made["table"], players)
        self.count["games"] += 1
        self.count[name] += 1
        self.count["sockets"] += sum(player.sockets for player in players)

    async def patiently(self, work: Callable[[], Awaitable[Message]]) -> Message:
        """The server may be busy, or the machine; not for ever."""
        for _ in range(TRIES):
            try:
                return await work()
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as why:
                self.count["came again"] += 1
                last = why
                await asyncio.sleep(1.0)
        raise last

    async def compare(self, player: Player) -> None:
        """What a client has put together, and what the server tells who comes directly."""

        async def directly() -> Message:
            direct = await Client(self.server, player.table).open(player.token)
            await direct.close()
            return direct.states[player.seat]

        truth = await self.patiently(directly)
        if truth["version"] != player.state["version"] and self.longest != LONGEST:
            return  # broken off in the middle: somebody acted once more
        for part in ("version", "view", "undo"):
            assert player.state[part] == truth[part], f"{player.table} {player.seat}: {part}"
        told, known = log_of([truth]), log_of(player.parts)
        assert told == known, f"{player.table} {player.seat}: the log"
        self.count["views"] += 1


def check_file(data: Path, table: str, players: list[Player]) -> int:
    """The journal has every answered request under its version, and none twice; its length."""
    with closing(sqlite3.connect(f"file:{data / 'kamiza.db'}?mode=ro", uri=True)) as file:
        game, seats, settings, key = file.execute(
            "select game, seats, settings, key from tables where id = ?", (table,)
        ).fetchone()
        rows = file.execute(
            "select version, seat, kind, moves, client, author from entries where table_id = ?"
            " order by version",
            (table,),
        ).fetchall()
    journal = [Entry(*row[:3], tuple(row[3].split("\n")), *row[4:]) for row in rows]
    check_journal(journal, seats, key, game, json.loads(settings))
    names = [(seat_letter(entry.seat), entry.client.removeprefix("person ")) for entry in journal]
    assert len(set(names)) == len(names), f"{table}: a request stands there twice"
    stored = dict(zip(names, (entry.version for entry in journal)))
    for player in players:
        sent = {(player.seat, f"{player.seat}.{n}") for n in range(1, player.requests + 1)}
        for id, version in player.answered.items():
            assert stored[player.seat, id] == version, f"{table}: {id} was promised as {version}"
        own = {name for name in names if name[0] == player.seat and "pass" not in name[1]}
        assert own <= sent, f"{table}: {own - sent} was never sent"
    return len(journal)


async def run(
    server: Server, count: int, at_once: int, seed: int, longest: int = LONGEST, say: bool = True,
    minutes: float = float("inf"), tally: Path | None = None,
) -> tuple[Soak, BadLine]:  # fmt: skip
    line = await BadLine(server.port, seed).open()
    soak = Soak(server, line, seed, longest)
    soak.end = time.monotonic() + 60 * minutes
    if tally is not None:
        soak.go_on(tally)
    await soak.games(count - soak.count["games"], at_once, say)
    await line.close()
    return soak, line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most")
    parser.add_argument("--at-once", type=int, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--tally", type=Path, help="add up in this file, from what it has")
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
        soak, line = asyncio.run(
            run(
                server, args.games, args.at_once, args.seed, LONGEST, True, args.minutes, args.tally
            )
        )
        check_log(server)
    cuts = ", ".join(f"{len(line.places[way])} of {MOST[way]} {way}" for way in (UP, DOWN))
    print(f"{dict(soak.count.most_common())}; connections: {dict(line.count)}; cut at {cuts}")
    print("every client has seen what the server has; 0 acts doubled")
    return 0


if __name__ == "__main__":
    sys.exit(main())
