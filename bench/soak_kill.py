"""The server is killed again and again in the middle of play: no answered move may be lost.

    python bench/soak_kill.py --kills 200

People play at many tables as fast as they can. At a random moment the server gets SIGKILL. Then
the file is read: every act that was answered with `done` must be there under its version, once,
every journal without gaps and playable from the start. The server starts again, everybody comes
back, sends the last unanswered request once more and plays on.
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
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from server_kit import Server
from server_socket import QuickSocket, quick_connect

from kamiza import games
from kamiza.core.action import seat_letter
from kamiza.core.game import Setup
from kamiza.play.table import UNDO, Entry, restore

OPTIONS = ("--sockets-per-address", "100000", "--tables-per-minute", "1000000")


@dataclass
class Tally:
    """What the people were promised, over the whole soak."""

    answered: dict[tuple[str, str, str], int] = field(default_factory=dict)  # -> version
    repeats: int = 0
    contradictions: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)  # length of each journal when last played


class Person:
    """A seat that plays at random, takes back now and then, and repeats what was not answered."""

    def __init__(self, table: str, seat: str, token: str, tally: Tally, rng: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.tally = tally
        self.rng = rng
        self.requests = 0
        self.open_request: bytes | None = None
        self.open_id = ""
        self.state: dict[str, object] = {}
        self.socket: QuickSocket | None = None
        self.is_over = False

    async def sit_down(self, port: int) -> None:
        self.socket = await quick_connect(port, self.table, self.hear)
        self.socket.send(json.dumps({"t": "hello", "token": self.token}).encode())
        if self.open_request is not None:
            self.tally.repeats += 1
            self.socket.send(self.open_request)

    def hear(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        if message["t"] == "state":
            self.state = message
            self.is_over = message["view"]["asked"] is None
        elif message["t"] == "done":
            self.note(message["id"], message["version"])
        if message["t"] in ("done", "refused") and message["id"] == self.open_id:
            self.open_request = None
        if self.open_request is None:
            self.act()

    def note(self, id: str, version: int) -> None:
        """Remember a promise; the same request must never get two different answers."""
        key = (self.table, self.seat, id)
        if self.tally.answered.setdefault(key, version) != version:
            self.tally.contradictions.append(f"{key}: {self.tally.answered[key]} and {version}")

    def act(self) -> None:
        if not self.state:
            return
        request: dict[str, object] = {"seat": self.seat, "version": self.state["version"]}
        view = self.state["view"]
        assert isinstance(view, dict)
        if self.state["undo"] == "free" and self.rng.random() < 0.1:
            request["t"] = "undo"
        elif view["asked"] == self.seat:
            request["t"] = "move"
            request["moves"] = [self.rng.choice(view["moves"])]
        else:
            return
        self.requests += 1
        self.open_id = f"{self.seat}.{self.requests}"
        self.open_request = msgspec.json.encode({**request, "id": self.open_id})
        assert self.socket is not None
        self.state = {}  # one request per state
        self.socket.send(self.open_request)


async def play(server: Server, people: list[Person], seconds: float) -> None:
    """Everybody plays until the server is killed."""
    await asyncio.gather(*(person.sit_down(server.port) for person in people))
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.sleep(0.05)  # what had been sent before may still be heard
    for person in people:
        if person.socket is not None and person.socket.transport is not None:
            person.socket.transport.abort()


def check(server: Server, tally: Tally) -> dict[str, int]:
    """Compare the file with the promises; an AssertionError says what was broken."""
    assert not tally.contradictions, tally.contradictions[0]
    connection = sqlite3.connect(f"file:{server.data / 'kamiza.db'}", uri=True)
    verdict = connection.execute("pragma integrity_check").fetchone()[0]
    assert verdict == "ok", verdict
    stored: dict[tuple[str, str, str], int] = {}
    journals: dict[str, list[Entry]] = {}
    rows = connection.execute(
        "select table_id, version, seat, kind, moves, client, author from entries"
        " order by table_id, version"
    )
    for table, version, seat, kind, moves, client, author in rows:
        entry = Entry(version, seat, kind, tuple(moves.split("\n")), client, author)
        journals.setdefault(table, []).append(entry)
        stored[table, seat_letter(seat), client.removeprefix("person ")] = version
    for key, version in tally.answered.items():
        assert stored.get(key) == version, f"{key} was promised as {version}: {stored.get(key)}"
    keys = dict(connection.execute("select id, key from tables"))
    seats = dict(connection.execute("select id, seats from tables"))
    for table, journal in journals.items():
        if tally.checked.get(table) != len(journal):
            check_journal(journal, seats[table], keys[table])
            tally.checked[table] = len(journal)
    connection.close()
    return {"stored": len(stored), "answered": len(tally.answered), "tables": len(journals)}


def check_journal(journal: list[Entry], seats: int, key: bytes) -> None:
    """No gap, no doubled version, and playable from the start."""
    version = 0
    for entry in journal:
        version += 1 if entry.kind == UNDO else len(entry.moves)
        assert entry.version == version, f"version {entry.version} follows {version}"
    table = restore(games.game("shintoh"), Setup(seats, {}, 0, key), journal)
    assert table.version == version


def new_people(server: Server, tables: int, tally: Tally, rng: random.Random) -> list[Person]:
    people = []
    for _ in range(tables):
        made = server.make_table("p" * rng.choice([2, 3, 4]))
        for seat in made["seats"]:
            people.append(Person(made["table"], seat["seat"], seat["token"], tally, rng))
    return people


def soak(kills: int, tables: int, folder: Path, seed: int, say: bool = True) -> dict[str, int]:
    """The whole soak; the final count."""
    rng = random.Random(seed)
    tally = Tally()
    server = Server(folder, *OPTIONS).start()
    people = new_people(server, tables, tally, rng)
    count: dict[str, int] = {}
    for kill in range(1, kills + 1):
        asyncio.run(play(server, people, rng.uniform(0.2, 1.5)))
        count = check(server, tally)
        server.start()
        finished = {person.table for person in people if person.is_over}
        people = [person for person in people if person.table not in finished]
        people += new_people(server, len(finished), tally, rng)
        if say and (kill % 10 == 0 or kill == kills):
            print(f"{kill} kills: {count} {tally.repeats} requests repeated", flush=True)
    server.stop()
    return count | {"repeats": tally.repeats}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = soak(args.kills, args.tables, Path(folder), args.seed)
    print(
        f"{args.kills} kills, {count['answered']:,} answered acts, {count['stored']:,} stored, "
        f"{count['repeats']:,} requests repeated after a kill: 0 lost, 0 doubled, 0 gaps"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
