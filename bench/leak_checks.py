"""What is asked of every message of the leak soak; see `soak_leak.py`."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

import msgspec
from leak_worlds import other_world

from kamiza import games
from kamiza.core.action import seat_letter, seat_of
from kamiza.core.game import Game, Setup, State
from kamiza.play import speech
from kamiza.play.log import Log, LogEntry, Update, lines_of
from kamiza.play.table import Entry, Table
from kamiza.server import messages
from kamiza.server.publishing import log_part, screen_of, sent, undo_word

GAME: Game = games.game("shintoh")
GODS = [str(card["id"]) for card in GAME.speech.cards("en", True) if card["group"] == "god_cards"]
GOD_NAMES = {
    str(card[name]): str(card["id"])
    for language in ("en", "ja")
    for card in GAME.speech.cards(language, True)
    if card["group"] == "god_cards"
    for name in ("name", "kanji")
}


class Leak(AssertionError):
    """Something reached a socket that may not have it."""


class Heard(Protocol):
    """A socket and everything it heard."""

    seat: str | None  # nobody's: a spectator
    heard: list[bytes]
    asked_why: dict[str, tuple[int, str]]  # version and move of each "why", by its id


class Truth:
    """What really happened at a table, from the server's file."""

    def __init__(self, data: Path, table: str, secrets: list[str]) -> None:
        connection = sqlite3.connect(f"file:{data / 'kamiza.db'}?mode=ro", uri=True)
        row = connection.execute(
            "select seats, settings, key from tables where id = ?", (table,)
        ).fetchone()
        journal = connection.execute(
            "select version, seat, kind, moves, client, author from entries where table_id = ?"
            " order by version",
            (table,),
        ).fetchall()
        connection.close()
        self.secrets = secrets  # the tokens of everybody
        self.key: bytes = row[2]
        self.table = Table(GAME, Setup(row[0], json.loads(row[1]), 0, row[2]))
        self.states: dict[int, State] = {0: self.table.state}
        self.undo: dict[tuple[int, int], Any] = {}
        self.note(row[0])
        for version, seat, kind, moves, client, author in journal:
            entry = Entry(version, seat, kind, tuple(moves.split("\n")), client, author)
            self.table.accept(self.table.prepare_again(entry))
            self.states[version] = self.table.state
            self.note(row[0])
        self.positions = {version: GAME.save(state) for version, state in self.states.items()}

    def note(self, seats: int) -> None:
        for seat in range(seats):
            self.undo[self.table.version, seat] = undo_word(self.table, seat)
        self.undo[self.table.version, -1] = None

    def is_over_at(self, version: int) -> bool:
        return bool(self.states[version].asked < 0)


class Checker:
    """Puts every message of a game to the tests."""

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

    def check(self, ear: Heard) -> Counter[str]:
        """All messages of one socket."""
        count: Counter[str] = Counter()
        version = 0
        for raw in ear.heard:
            message = msgspec.json.decode(raw)
            count[message["t"]] += 1
            if message["t"] == "state":
                version = message["version"]
                self.check_state(seat_of(ear.seat), message, raw)
            elif message["t"] == "reason":
                self.check_reason(seat_of(ear.seat), message, ear.asked_why[message["id"]])
            self.check_bytes(ear, raw, message, version)
        return count

    def check_state(self, seat: int, message: dict[str, Any], raw: bytes) -> None:
        """The same bytes must come out of a world in which everything hidden is different."""
        if raw in self.seen:
            return
        self.seen.add(raw)
        version = message["version"]
        world = self.other_world(version, seat)
        view = sent(screen_of(GAME, GAME.view(world, seat)))
        summary = {"summary": message["summary"]} if "summary" in message else {}
        update = self.update_for(seat, message["events"], version)
        state = messages.State(
            version, messages.seat_or_none(seat), view, update.events, log_part(update),
            self.truth.undo[version, seat], **summary,
        )  # fmt: skip
        made = messages.encode(state)
        if made != raw:
            raise Leak(f"version {version}, seat {seat}: {first_difference(made, raw)}")
        self.check_bot_view(version, seat, world)

    def update_for(self, seat: int, shown: list[dict[str, Any]], version: int) -> Update:
        """What the message may tell: each event as somebody with that seat's rights hears it."""
        log = Log(GAME)
        log.add([entry for entry in self.truth.table.log.entries if entry.n <= version])
        first = shown[0]["n"] if shown else version + 1
        for entry in log.after(first - 1):
            check_entry(entry, seat)
        if first == 0:  # what the deal tells must follow from a world with other secrets, too
            return log.whole(self.other_world(0, seat), seat)
        return log.update(first - 1, seat)

    def check_bot_view(self, version: int, seat: int, world: State) -> None:
        """What a bot or a hint is given depends on nothing hidden either."""
        if seat < 0:
            return
        true = messages.encode(GAME.view(self.truth.states[version], seat).as_json())
        other = messages.encode(GAME.view(world, seat).as_json())
        if true != other:
            raise Leak(f"version {version}, bot on seat {seat}: {first_difference(other, true)}")

    def check_reason(self, seat: int, message: dict[str, Any], asked: tuple[int, str]) -> None:
        """The answer fits a world with other secrets; asked by somebody who had just come back,
        it may be about one of the next versions."""
        version, move = asked
        for late in range(version, version + 12):
            if late in self.truth.states:
                world = self.other_world(late, seat)
                refusal = GAME.why_not(world, seat, move)
                sentence = refusal and speech.refused(GAME, refusal, world).sentences
                if (message["legal"], message.get("sentence")) == (refusal is None, sentence):
                    return
        raise Leak(f"version {version}, seat {seat}, why {move}: {message}")

    def check_bytes(self, ear: Heard, raw: bytes, message: dict[str, Any], version: int) -> None:
        """Canaries: words that must not occur anywhere in these bytes."""
        text = raw.decode()
        for secret in self.truth.secrets:
            if secret in text:
                raise Leak(f"a token in {text[:300]}")
        if self.truth.key.hex() in text:
            raise Leak(f"the key in {text[:300]}")
        if self.truth.is_over_at(version):
            return
        own = 0 if ear.seat is None else 1
        if text.count('"private"') > own or text.count('"face_down_god"') > own:
            raise Leak(f"somebody's private part in {text[:300]}")
        if message["t"] == "state":
            self.check_gods(seat_of(ear.seat), message, version)

    def check_gods(self, seat: int, message: dict[str, Any], version: int) -> None:
        """Only gods that have been seen, and role members only for those who may read them."""
        position = self.truth.positions[version]
        letter = "ABCDEF"[seat] if seat >= 0 else ""
        may_read = position["settings"]["role_knowledge"] == "open_book" or (
            seat >= 0 and position["players"][letter]["role_taken"]
        )
        roles = message["view"]["roles"]
        if not may_read and any("members" in role or "story" in role for role in roles):
            raise Leak(f"version {version}, seat {seat}: role members")
        rest = json.dumps({**message, "view": {**message["view"], "roles": []}}, ensure_ascii=False)
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


def check_entry(entry: LogEntry, seat: int) -> None:
    """Which cards were drawn or stolen is for those concerned only."""
    name, seen, secret = entry.event.name, entry.seen_by(seat), entry.event.secret
    letter = seat_letter(seat)
    if name == "jewel_drew" and letter != seen["seat"] and "kinds" in seen:
        raise Leak(f"seat {letter} hears {seen}")
    if name == "sword_stole" and letter not in (seen["seat"], seen["victim"]) and "kind" in seen:
        raise Leak(f"seat {letter} hears {seen}")
    is_concerned = secret is not None and set(secret) <= set(seen)
    if secret is not None and not is_concerned:
        told = str(lines_of(GAME, [entry], seat))
        for word in re.findall(r"rice|sake|salt", json.dumps(secret)):
            if re.search(rf"\b{word}\b", told):
                raise Leak(f"seat {letter} reads {told}")


def first_difference(made: bytes, raw: bytes) -> str:
    for place, (one, two) in enumerate(zip(made, raw)):
        if one != two:
            start = max(0, place - 80)
            return f"{made[start : place + 60]!r} instead of {raw[start : place + 60]!r}"
    return f"{len(made)} bytes instead of {len(raw)}"
