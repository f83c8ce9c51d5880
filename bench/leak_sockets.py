"""What reached real sockets, in any game, against worlds dealt anew; see `soak_leak.py`.

The server's file tells what really happened. Every state message is made again from a world that
its reader could not tell from the real one, by a table whose log knows only what the reader heard:
it must be the same to the last byte. Refusals and reasons must be what that world answers.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

import msgspec
from leak_tables import (
    Leak,
    WorldTable,
    act_answer,
    as_heard,
    difference,
    frame,
    why,
)

from kamiza import games
from kamiza.core.action import seat_of
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.play.log import LogEntry
from kamiza.play.table import Act, Entry, Table

LATE = 12  # versions: somebody who just came back may ask about a table that has moved on


class Heard(Protocol):
    """A socket, everything it heard, and what it asked."""

    seat: str | None
    heard: list[bytes]
    asked_why: dict[str, tuple[int, str]]
    tried: dict[str, tuple[int, tuple[str, ...]]]


class Moment(Table):
    """A table as it stood at one of its versions."""

    def __init__(self, table: Table, state: State, version: int, acts: list[Act]) -> None:
        super().__init__(table.game, table.setup, table.start)
        self.state, self.version, self.acts = state, version, acts


class History:
    """What really happened at a table, from the server's file."""

    def __init__(self, data: Path, name: str, seed: int) -> None:
        connection = sqlite3.connect(f"file:{data / 'kamiza.db'}?mode=ro", uri=True)
        game, seats, settings, key = connection.execute(
            "select game, seats, settings, key from tables where id = ?", (name,)
        ).fetchone()
        journal = connection.execute(
            "select version, seat, kind, moves, client, author from entries where table_id = ?"
            " order by version",
            (name,),
        ).fetchall()
        connection.close()
        self.dice = random.Random(seed)
        self.table = Table(games.game(game), Setup(seats, json.loads(settings), 0, key))
        self.moments = {0: Moment(self.table, self.table.state, 0, [])}
        for version, seat, kind, moves, client, author in journal:
            entry = Entry(version, seat, kind, tuple(moves.split("\n")), client, author)
            self.table.accept(self.table.prepare_again(entry))
            acts = list(self.table.acts)
            self.moments[version] = Moment(self.table, self.table.state, version, acts)
        self.worlds: dict[tuple[int, int], WorldTable] = {}
        self.starts: dict[int, State] = {}
        self.seen: set[bytes] = set()

    def imagined(self, state: State, reader: int) -> State:
        """A world that fits what a reader knows."""
        game = self.table.game
        return game.imagine(game.view(state, reader), fast_rng(self.dice.getrandbits(60)))

    def world(self, version: int, reader: int) -> WorldTable:
        """The table at a version as it might as well be, for one reader."""
        found = self.worlds.get((version, reader))
        if found is None:
            if reader not in self.starts:
                self.starts[reader] = self.imagined(self.table.start, reader)
            moment = self.moments[version]
            is_over = moment.state.asked < 0  # nothing is hidden any more
            world = moment.state if is_over else self.imagined(moment.state, reader)
            heard = [as_heard(entry, reader) for entry in self.entries_until(version)]
            found = WorldTable(moment, self.starts[reader], world, heard)
            self.worlds[version, reader] = found
        return found

    def entries_until(self, version: int) -> list[LogEntry]:
        return [entry for entry in self.table.log.entries if entry.n <= version]

    def check(self, ear: Heard) -> Counter[str]:
        """All messages of one socket."""
        count: Counter[str] = Counter()
        reader = seat_of(ear.seat)
        for raw in ear.heard:
            message = msgspec.json.decode(raw)
            kind = message["t"]
            count[kind] += 1
            if kind == "state" and raw not in self.seen:
                self.seen.add(raw)
                count["pairs"] += self.check_state(reader, message, raw)
            elif kind == "reason":
                version, move = ear.asked_why[message["id"]]
                answers = [why(table, reader, move) for table in self.later(version, reader)]
                self.check_words(message, answers, reader)
            elif kind == "refused" and message["id"] in ear.tried and not message.get("stale"):
                version, act = ear.tried[message["id"]]
                answers = [act_answer(table, reader, act) for table in self.later(version, reader)]
                self.check_words(message, answers, reader)
        return count

    def later(self, version: int, reader: int) -> list[WorldTable]:
        near = range(version, version + LATE)
        return [self.world(at, reader) for at in near if at in self.moments]

    def check_words(self, message: dict[str, Any], answers: list[Any], reader: int) -> None:
        """The words of a refusal or a reason come from one of those versions in another world."""
        told = (message.get("rule"), message.get("sentence"))
        known = [(None, None) if not isinstance(a, tuple) else (a[0], a[2]) for a in answers]
        if told not in known:
            raise Leak(f"{self.table.game.name}, reader {reader}: {message}\n{known[:2]}")

    def check_state(self, reader: int, message: dict[str, Any], raw: bytes) -> int:
        version = message["version"]
        if message["view"]["asked"] is None or "summary" in message:
            return 0  # at the end everything is open
        made = frame(self.world(version, reader), reader, known_before(message))
        made = made[made.index(b'{"t"') :]
        if made != raw:
            where = f"{self.table.game.name}, version {version}, reader {reader}"
            raise Leak(f"{where}: {difference(raw, made)}")
        return 1


def known_before(message: dict[str, Any]) -> int | None:
    """The version up to which the reader of a state message knew the table; None if not at all."""
    if message["events"]:
        first = int(message["events"][0]["n"])
        return first - 1 if first else None
    is_silent = not message["log"]["lines"]
    return int(message["log"]["since"]) - 1 if is_silent else int(message["version"])
