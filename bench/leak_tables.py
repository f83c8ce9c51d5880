"""The leak soak within one process: every answer of a table, in this world and in others.

A real table plays. At every version, for every reader (a seat, or a spectator), other worlds are
dealt from what that reader knows, and each gets a table of its own whose log knows of the past only
what the reader heard. Then the same is asked of all of them, and the answers must be the same to
the last byte: the state message (view, labels, advice, events, log, undo), also for somebody who
was away or comes late; what a bot is given; why a move cannot be; what an act of one to three moves
is answered; what taking back is answered. At last the table's next act happens in all worlds:
where the reader could see no difference afterwards, nothing else may differ either, and neither
after it is taken back.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from kamiza import games
from kamiza.core.action import SPECTATOR
from kamiza.core.content import game_folder, read_toml
from kamiza.core.event import Event
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play import speech
from kamiza.play.auto_pass import ASK_ME, is_passed
from kamiza.play.log import LogEntry
from kamiza.play.table import Act, Change, Table
from kamiza.server.messages import encode
from kamiza.server.publishing import state_message

OTHER_WORLDS = 2
READERS = 2  # of those who are not asked, at each version
NONSENSE = (
    "zzz",
    "pass",
    "stop",
    "look",
    "resign",
    "stops none",
    "+rice",
    "rob A",
    "end",
    "pick:deck",
)
COMMANDS = ("look", "stops none")
MOST_MOVES = 400  # of one game: then the next


class Leak(AssertionError):
    """Two worlds that a reader must not tell apart were answered differently."""


class WorldTable(Table):
    """The same table in another world; of what happened before it knows what was heard."""

    def __init__(self, real: Table, start: State, world: State, heard: list[LogEntry]) -> None:
        super().__init__(real.game, real.setup, start)
        self.state = self.base = world
        self.base.reveals = real.state.reveals
        self.version = real.version
        self.acts = list(real.acts)
        self.base_acts = len(real.acts)
        self.log.entries = list(heard)

    def replayed(self, acts: list[Act]) -> State:
        """Only what happened in this world can be taken back in it."""
        if len(acts) != self.base_acts:
            raise LookupError
        return self.base.clone()


def frame(table: Table, reader: int, since: int | None) -> bytes:
    """The state message of a reader who knows the table up to a version."""
    asked = table.game.auto_pass(table.state) if table.asked == reader >= 0 else None
    passes = asked is not None and is_passed(asked, ASK_ME)
    return bytes(state_message(table, reader, table.update(since, reader), passes))


def bot_view(table: Table, reader: int) -> bytes:
    """All that a bot, a hint or the win chances are worked out from."""
    return encode(table.game.view(table.state, reader).as_json())


def why(table: Table, seat: int, move: str) -> object:
    refused = table.game.why_not(table.state, seat, move)
    if refused is None:
        return None
    speech.refused(table.game, refused, table.state)
    return told(refused)


def told(refused: Refusal) -> object:
    return refused.rule, refused.facts, refused.sentences, refused.behind, refused.is_stale


def act_answer(table: Table, seat: int, act: tuple[str, ...]) -> object:
    try:
        change = table.prepare_act(seat, act, table.version, "x")
    except Refusal as refused:
        return told(refused)
    return change.entry.version


def undo_answer(table: Table, seat: int) -> object:
    """What everybody would hear; the state behind it is looked at when it is really taken back."""
    if table.undoable(seat) is not None:
        return table.undoable(seat), table.undo_is_free(seat)
    try:
        table.prepare_undo(seat, table.version, "x")
    except Refusal as refused:
        return told(refused)
    return None


class LeakTable:
    """One game under watch."""

    def __init__(self, game: Game, setup: Setup, seed: int) -> None:
        self.game = game
        self.setup = setup
        self.dice = random.Random(seed)
        self.table = Table(game, setup)
        self.count: Counter[str] = Counter()
        self.heard: dict[int, list[LogEntry]] = {}
        self.starts: dict[int, State] = {}
        for reader in self.readers():
            self.heard[reader] = []
            worlds = game.worlds(game.view(self.table.start, reader))
            self.starts[reader] = worlds.sample(self.chance())

    def readers(self) -> list[int]:
        return [*range(self.setup.seats), SPECTATOR]

    def chance(self) -> Any:
        return fast_rng(self.dice.getrandbits(60))

    # -- playing --------------------------------------------------------------------------------

    def play(self, frames: int) -> None:
        """Until the game is over or so many frames were looked at."""
        for _ in range(MOST_MOVES):
            if self.table.is_over or self.count["frames"] >= frames:
                return
            self.step()

    def step(self) -> None:
        """Look from all sides, then let the next act happen everywhere."""
        asked = self.table.asked
        others = [reader for reader in self.readers() if reader != asked]
        readers = [asked, *self.dice.sample(others, min(READERS, len(others)))]
        worlds = {reader: self.worlds(reader) for reader in readers}
        for reader, tables in worlds.items():
            self.compare_now(reader, tables)
        seat, act = self.next_act()
        self.go_on(self.table.prepare_act(seat, act, self.table.version, str(self.table.version)))
        alike = {
            reader: [table for table in tables if self.follow(reader, table, seat, act)]
            for reader, tables in worlds.items()
        }
        if self.dice.random() < 0.15 and self.table.undoable(seat) == 1:
            self.take_back(seat, alike)

    def go_on(self, change: Change) -> None:
        self.table.accept(change)
        for reader, heard in self.heard.items():
            heard += [as_heard(entry, reader) for entry in change.entries]

    def worlds(self, reader: int) -> list[WorldTable]:
        worlds = self.game.worlds(self.game.view(self.table.state, reader))
        start, heard = self.starts[reader], self.heard[reader]
        return [
            WorldTable(self.table, start, worlds.sample(self.chance()), heard)
            for _ in range(OTHER_WORLDS)
        ]

    def next_act(self) -> tuple[int, tuple[str, ...]]:
        """Mostly one listed move, now and then several at once or a command out of turn."""
        table, dice = self.table, self.dice
        other = dice.randrange(self.setup.seats)
        command = dice.choice(COMMANDS)
        if dice.random() < 0.05 and self.game.is_command(command):
            if self.game.why_not(table.state, other, command) is None:
                return other, (command,)
        act = self.some_act(table.asked, [table], 3 if dice.random() < 0.3 else 1, 0.0)
        while isinstance(act_answer(table, table.asked, act), tuple):
            act = act[:-1]
        return table.asked, act

    def some_act(
        self, seat: int, tables: list[Table], length: int, nonsense: float
    ) -> tuple[str, ...]:
        """Moves that are listed one after the other in one of the worlds, or nonsense."""
        act: list[str] = []
        state = self.dice.choice(tables).state.clone()
        while len(act) < length:
            if state.asked != seat or self.dice.random() < nonsense:
                act.append(self.dice.choice(NONSENSE))
                if not nonsense:
                    return tuple(act[:-1]) or tuple(act)
                continue
            listed = self.game.moves(state)
            action = listed[self.dice.randrange(len(listed))]
            act.append(self.game.describe(action))
            self.game.apply(state, action)
        return tuple(act)

    # -- comparing ------------------------------------------------------------------------------

    def same(self, what: str, reader: int, real: object, other: object) -> None:
        self.count["pairs"] += 1
        self.count[what] += 1
        if real != other:
            where = f"{self.game.name} {self.setup}, version {self.table.version}, reader {reader}"
            raise Leak(f"{where}: {what}\n{difference(real, other)}")

    def compare_now(self, reader: int, tables: list[WorldTable]) -> None:
        """Everything that can be asked of the table as it stands."""
        real, dice = self.table, self.dice
        times: list[int | None] = [real.version]
        if real.version and dice.random() < 0.2:
            times.append(dice.randrange(real.version))
        if dice.random() < 0.03:
            times.append(None)  # comes late
        for since in times:
            shown = frame(real, reader, since)
            self.count["frames"] += 1
            for table in tables:
                self.same("state", reader, shown, frame(table, reader, since))
        seen = bot_view(real, reader)
        for table in tables:
            self.same("bot view", reader, seen, bot_view(table, reader))
        if reader >= 0:
            self.compare_answers(reader, tables)

    def compare_answers(self, seat: int, tables: list[WorldTable]) -> None:
        real, dice = self.table, self.dice
        for _ in range(3):
            (move,) = self.some_act(seat, [real, *tables], 1, 0.5)
            act = self.some_act(seat, [real, *tables], dice.choice((2, 3)), 0.2)
            self.count["frames"] += 2
            reason, answer = why(real, seat, move), act_answer(real, seat, act)
            for table in tables:
                self.same("why", seat, reason, why(table, seat, move))
                self.same("act", seat, answer, act_answer(table, seat, act))
        self.count["frames"] += 1
        undo = undo_answer(real, seat)
        for table in tables:
            self.same("undo", seat, undo, undo_answer(table, seat))

    def follow(self, reader: int, table: WorldTable, seat: int, act: tuple[str, ...]) -> bool:
        """Let the act happen in another world: does its reader still see the same?"""
        before = table.version
        real_news = self.table.state.reveals != table.state.reveals
        try:
            change = table.prepare_act(seat, act, before, str(before))
        except Refusal as refused:
            if reader == seat:
                raise Leak(f"{act} is refused elsewhere: {refused!r}") from None
            return False
        table.accept(change)
        looks = sight(self.table, reader, before) == sight(table, reader, before)
        if not looks:
            self.count["news"] += 1
            if reader == seat and not real_news:
                seen = difference(bot_view(self.table, reader), bot_view(table, reader))
                raise Leak(f"{self.game.name}: {act} showed its player something uncounted\n{seen}")
            return False
        self.count["frames"] += 1
        real, other = frame(self.table, reader, before), frame(table, reader, before)
        self.same("state after", reader, real, other)
        return True

    def take_back(self, seat: int, alike: dict[int, list[WorldTable]]) -> None:
        version = self.table.version
        self.go_on(self.table.prepare_undo(seat, version, f"u{version}"))
        for reader, tables in alike.items():
            for table in tables:
                table.accept(table.prepare_undo(seat, version, f"u{version}"))
                self.count["frames"] += 1
                real, other = frame(self.table, reader, version), frame(table, reader, version)
                self.same("state after undo", reader, real, other)


def as_heard(entry: LogEntry, reader: int) -> LogEntry:
    """An entry with nothing in it that the reader did not hear."""
    seen = entry.event.seen_by(reader)
    facts = {name: fact for name, fact in seen.items() if name != "event"}
    return LogEntry(entry.n, Event(entry.event.name, facts), entry.text)


def sight(table: Table, reader: int, before: int) -> object:
    """What a reader sees with their eyes: the view, and what was openly shown in passing."""
    shown = [entry.seen_by(reader) for entry in table.log.after(before) if entry.event.shows]
    return bot_view(table, reader), shown


def difference(real: object, other: object) -> str:
    if isinstance(real, bytes) and isinstance(other, bytes):
        for place, (one, two) in enumerate(zip(real, other)):
            if one != two:
                start = max(0, place - 120)
                return f"{real[start : place + 80]!r}\n{other[start : place + 80]!r}"
        return f"{len(real)} bytes and {len(other)} bytes"
    return f"{real}\n{other}"


# -- many games -----------------------------------------------------------------------------------


def some_table(game: Game, dice: random.Random) -> Setup:
    """One of the tables that the conformance suite plays too."""
    rows: Any = read_toml(game_folder(game.name), "conformance.toml").data["table"]
    seats = dice.randrange(int(game.least_seats), int(game.most_seats) + 1)
    row = dice.choice([row for row in rows if seats in row.get("seats", [seats])])
    key = dice.randbytes(32) if dice.random() < 0.5 else b""
    return Setup(seats, dict(row["settings"]), dice.getrandbits(40), key)


def watch(names: list[str], frames: int, seed: int, say: bool = True) -> dict[str, Counter[str]]:
    """Games in turn until each has had its share of the frames; a `Leak` ends it."""
    found: dict[str, Counter[str]] = {}
    for name in names:
        game, dice, count = games.game(name), random.Random(seed), Counter[str]()
        shown = 0
        while count["frames"] < frames // len(names):
            setup = some_table(game, dice)
            watched = LeakTable(game, setup, dice.getrandbits(60))
            watched.play(frames // len(names) - count["frames"])
            count += watched.count
            count["games"] += 1
            if say and count["frames"] - shown >= 50_000:
                shown = count["frames"]
                print(f"{name}: {dict(count.most_common())}", flush=True)
        found[name] = count
        if say:
            print(f"{name}: {dict(count.most_common())}", flush=True)
    return found
