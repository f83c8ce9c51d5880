"""The people of `soak_kill.py`: they do all that is written down, and remember every answer."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from server_socket import QuickSocket, quick_connect

NAMES = ("Aoi", "Mika", "Ren", "Sora")
Key = tuple[str, str]  # table and seat


@dataclass
class Promised:
    """Something of a seat that was answered, and what has been asked for since."""

    kept: str
    asked: str | None = None


@dataclass
class Tally:
    """What people were promised, over the whole soak."""

    answered: dict[tuple[str, str, str], int] = field(default_factory=dict)  # -> version
    refused: set[tuple[str, str, str]] = field(default_factory=set)  # could not be saved
    lent: dict[Key, Promised] = field(default_factory=dict)  # the bot that stands in
    names: dict[Key, Promised] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)  # -> the table it opens
    gone: set[str] = field(default_factory=set)  # tables that were deleted
    over: set[str] = field(default_factory=set)  # whose end somebody saw
    branches: dict[str, tuple[str, int]] = field(default_factory=dict)
    repeats: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    contradictions: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)  # length of each journal when last played


class Person:
    """A seat that does a bit of everything, and repeats what was not answered."""

    def __init__(
        self, table: str, seat: str, token: str, tally: Tally, rng: random.Random,
        is_invited: bool = False,
    ) -> None:  # fmt: skip
        self.table = table
        self.seat = seat
        self.token = token
        self.own = secrets.token_urlsafe(16) if is_invited else ""  # instead of an invitation
        self.tally = tally
        self.rng = rng
        self.requests = 0
        self.open_request: bytes | None = None
        self.open_id = ""
        self.state: dict[str, Any] = {}  # the newest, until something was done about it
        self.last: dict[str, Any] = {}
        self.socket: QuickSocket | None = None
        self.is_over = False

    @property
    def key(self) -> Key:
        return self.table, self.seat

    async def sit_down(self, port: int) -> None:
        self.socket = await quick_connect(port, self.table, self.hear)
        self.send({"t": "hello", "token": self.token} | ({"own": self.own} if self.own else {}))
        if self.open_request is not None:
            self.tally.repeats += 1
            self.socket.send(self.open_request)

    def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(message).encode())

    # -- hearing --------------------------------------------------------------------------------

    def hear(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        kind = message["t"]
        if kind == "state":
            self.state = self.last = message
            self.see_the_end(message)
        elif kind == "done":
            self.note(message["id"], message["version"])
        elif kind == "seated":
            self.token, self.own = message["token"], ""
            self.promised("seat", self.token, self.table)
        elif kind == "rematch" and "token" in message:
            self.promised("rematch", message["token"], message["table"])
        elif kind == "table":
            self.look_around(message)
        elif kind == "busy" or message.get("code") == "too_fast":
            self.later(message.get("seconds", 0.3), self.repeat)
        if kind in ("done", "refused") and message["id"] == self.open_id:
            self.open_request = None
            if kind == "refused":
                self.see_refused(message)
        if self.open_request is None and self.state:
            self.act()

    def see_refused(self, message: dict[str, Any]) -> None:
        """Something else, then; what could not be kept must never be found in a journal."""
        if message["rule"] == "table.cannot_save":
            self.tally.refused.add((self.table, self.seat, message["id"]))
        if message["rule"] == "table.not_lent":  # it was done before the server died
            self.tally.lent[self.key] = Promised("")
        if not message.get("stale"):
            self.later(0.1, self.go_on)

    def later(self, seconds: float, task: Callable[[], None]) -> None:
        socket = self.socket

        def still_here() -> None:
            if self.socket is socket:
                task()

        asyncio.get_running_loop().call_later(seconds, still_here)

    def repeat(self) -> None:
        if self.open_request is not None and self.socket is not None:
            self.socket.send(self.open_request)

    def go_on(self) -> None:
        if self.open_request is None and not self.state:
            self.state = self.last
            self.act()

    def see_the_end(self, state: dict[str, Any]) -> None:
        if state["view"]["asked"] is None and not self.is_over:
            self.is_over = True
            self.tally.over.add(self.table)
            if self.seat == "A":
                self.send({"t": "rematch", "seat": self.seat})

    def promised(self, kind: str, token: str, table: str) -> None:
        self.tally.kinds[kind] += token not in self.tally.tokens
        self.tally.tokens[token] = table

    def note(self, id: str, version: int) -> None:
        """Remember an answer; the same request must never get two different ones."""
        kind = id.split(".")[-1]
        if kind in ("lend", "reclaim"):
            lent = self.tally.lent[self.key]
            lent.kept, lent.asked = "heuristic" if kind == "lend" else "", None
        elif kind == "consent":
            return
        else:
            key = (self.table, self.seat, id)
            if self.tally.answered.setdefault(key, version) != version:
                self.tally.contradictions.append(f"{key}: {self.tally.answered[key]}, {version}")
        self.tally.kinds[kind] += 1

    def look_around(self, message: dict[str, Any]) -> None:
        """Is somebody waiting for my word? Is my new name known?"""
        wanted = message.get("undo_request")
        if wanted and self.seat in wanted["waiting"]:
            yes = self.rng.random() < 0.8
            self.send({"t": "consent", "id": f"{self.seat}.consent", "seat": self.seat, "yes": yes})
        promised = self.tally.names.get(self.key)
        name = next(p["name"] for p in message["players"] if p["seat"] == self.seat)
        if promised is not None and promised.asked == name:
            promised.kept, promised.asked = name, None
            self.tally.kinds["name"] += 1

    # -- doing ----------------------------------------------------------------------------------

    def act(self) -> None:
        """One thing for each state, if there is anything to do."""
        kind = self.next_kind()
        view: dict[str, Any] = self.state["view"]
        if kind == "name":
            self.rename()
        elif kind == "chat":
            self.send({"t": "chat", "seat": self.seat, "phrase": "thinking"})
        elif kind in ("move", "moves"):
            count = 1 if kind == "move" else self.rng.choice((2, 3))
            self.ask(kind, moves=[self.rng.choice(view["moves"]) for _ in range(count)])
        elif kind == "lend":
            self.tally.lent.setdefault(self.key, Promised("")).asked = "heuristic"
            self.ask(kind, level="heuristic")
        elif kind == "reclaim":
            self.tally.lent[self.key].asked = ""
            self.ask(kind)
        elif kind:
            self.ask(kind)

    def next_kind(self) -> str:
        if self.is_over:
            return ""
        chance, lent = self.rng.random(), self.tally.lent.get(self.key)
        if lent is not None and lent.kept:
            return "reclaim" if chance < 0.5 else ""
        undo, is_asked = self.state["undo"], self.state["view"]["asked"] == self.seat
        if undo is not None and chance < (0.08 if undo == "free" else 0.02):
            return "undo"
        if is_asked:
            chance = self.rng.random()
            return "lend" if chance < 0.005 else "moves" if chance < 0.2 else "move"
        rare = self.rng.random()
        return "name" if rare < 0.01 else "chat" if rare < 0.02 else ""

    def rename(self) -> None:
        promised = self.tally.names.setdefault(self.key, Promised("", None))
        if promised.asked is not None:
            return  # one after the other
        promised.asked = self.rng.choice([name for name in NAMES if name != promised.kept])
        self.send({"t": "name", "seat": self.seat, "name": promised.asked})

    def ask(self, kind: str, **more: object) -> None:
        self.requests += 1
        self.open_id = f"{self.seat}.{self.requests}.{kind}"
        request = {"t": "move" if kind == "moves" else kind, "id": self.open_id, "seat": self.seat}
        if kind in ("move", "moves", "undo"):
            request["version"] = self.state["version"]
        self.open_request = msgspec.json.encode(request | more)
        self.state = {}  # one request per state
        assert self.socket is not None
        self.socket.send(self.open_request)
