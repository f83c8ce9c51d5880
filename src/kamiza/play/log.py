"""What happened at a table: events for eyes and ears, and the lines of its log, seat by seat.

An event is facts; a line is a sentence, and may tell several events at once. A later act may
change the last lines ("lays salt" becomes "dedicates salt and rice"), so a log is sent in pieces
that say from where on they replace what was told before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from kamiza.core.action import SPECTATOR
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.speech import Facts
from kamiza.play import speech
from kamiza.play.words import Text


class LogEntry:
    """One event with its number, as each seat may know it."""

    __slots__ = ("event", "n", "public", "secret", "text")

    def __init__(self, n: int, event: Event, text: Text | None = None) -> None:
        self.n = n  # the version of the table after the move that caused it
        self.event = event
        self.text = text  # of the table's own events; the game tells the others
        self.public: Facts | None = None
        self.secret: Facts | None = None

    def is_secret_to(self, seat: int) -> bool:
        """Does the seat learn more of it than everybody does?"""
        event = self.event
        return event.secret is not None and seat >= 0 and bool(event.audience >> seat & 1)

    def seen_by(self, seat: int) -> Facts:
        """The event for a seat, with its number; made once for those who know more."""
        if self.is_secret_to(seat):
            if self.secret is None:
                self.secret = {**self.event.seen_by(seat), "n": self.n}
            return self.secret
        if self.public is None:
            self.public = {**self.event.seen_by(SPECTATOR), "n": self.n}
        return self.public


class LogLine(NamedTuple):
    """One line of the log in every language."""

    n: int  # of the first event it tells
    text: Text
    head: bool = False  # it begins a chapter
    seat: str | None = None  # whom it is about
    about: tuple[str, ...] = ()  # things it names
    rule: str = ""  # by which it happened
    moment: bool = False  # a screen may celebrate it


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """What a seat has missed: the events, and the lines that replace all from `since` on."""

    events: list[Facts]
    since: int
    lines: list[LogLine]


class Log:
    """Everything that happened at a table since the deal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries: list[LogEntry] = []
        self.missed: dict[int, Missed] = {}  # by version, until something else happens
        self.wholes: dict[int, Update] = {}  # by seat, likewise

    def add(self, entries: list[LogEntry]) -> None:
        self.entries += entries
        self.missed.clear()
        self.wholes.clear()

    def after(self, version: int) -> list[LogEntry]:
        """Everything that happened after a version."""
        return self.entries[self.first_after(version) :]

    def first_after(self, version: int) -> int:
        first = len(self.entries)
        while first > 0 and self.entries[first - 1].n > version:
            first -= 1
        return first

    def update(self, version: int, seat: int) -> Update:
        """What a seat that knows the table up to this version has missed."""
        missed = self.missed.get(version)
        if missed is None:
            first = self.first_after(version)
            entries = self.entries[self.last_settled(first) :]
            new = self.entries[first:]
            missed = self.missed[version] = Missed(self.game, version, entries, new)
        return missed.told_to(seat)

    def last_settled(self, first: int) -> int:
        """The place before which nothing that comes now changes a line; what one move did is
        never divided, because lines are known by the number of their move."""
        start = first
        while start > 0 and self.goes_on(start, first):
            start -= 1
        return start

    def goes_on(self, start: int, first: int) -> bool:
        """Must the entry before this place be told again?"""
        before = self.entries[start - 1]
        if start < first and before.n == self.entries[start].n:
            return True
        return before.text is None and self.game.speech.stays_open(before.seen_by(SPECTATOR))

    def whole(self, start: State, seat: int) -> Update:
        """Everything, from the deal on; `start` is the state in which the first question was
        asked."""
        found = self.wholes.get(seat)
        if found is not None:
            return found
        dealt = opening(self.game, start, seat)
        events = [entry.seen_by(seat) for entry in (*dealt, *self.entries)]
        lines = lines_of(self.game, dealt, seat) + lines_of(self.game, self.entries, seat)
        update = self.wholes[seat] = Update(events, 0, lines)
        return update


class Missed:
    """The end of a log, told once to all seats that may know the same of it."""

    def __init__(
        self, game: Game, version: int, entries: list[LogEntry], new: list[LogEntry]
    ) -> None:
        self.game = game
        self.entries = entries  # whose lines are told, some of them again
        self.new = new  # whose events are told
        self.since = entries[0].n if entries else version + 1
        self.secrets = [entry for entry in entries if entry.event.secret is not None]
        self.updates: dict[tuple[bool, ...], Update] = {}

    def told_to(self, seat: int) -> Update:
        knows = tuple([entry.is_secret_to(seat) for entry in self.secrets]) if self.secrets else ()
        update = self.updates.get(knows)
        if update is None:
            events = [entry.seen_by(seat) for entry in self.new]
            update = Update(events, self.since, lines_of(self.game, self.entries, seat))
            self.updates[knows] = update
        return update


def opening(game: Game, start: State, seat: int) -> list[LogEntry]:
    """What had happened when the first question was asked, as the seat may know it."""
    entries = []
    for seen in game.speech.opening(game.screen(game.view(start, seat))):
        facts = {name: fact for name, fact in seen.items() if name != "event"}
        entries.append(LogEntry(0, Event(str(seen["event"]), facts)))
    return entries


def lines_of(game: Game, entries: Sequence[LogEntry], seat: int) -> list[LogLine]:
    """The lines that tell these entries to a seat; the table's own words stand by themselves."""
    if all(entry.text is None for entry in entries):
        return told_lines(game, entries, seat)
    lines: list[LogLine] = []
    for is_the_tables, group in groupby(entries, lambda entry: entry.text is not None):
        part = list(group)
        lines += own_lines(part) if is_the_tables else told_lines(game, part, seat)
    return lines


def own_lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    return [
        LogLine(entry.n, entry.text or {}, seat=str(entry.event.facts["seat"])) for entry in entries
    ]


def told_lines(game: Game, entries: Sequence[LogEntry], seat: int) -> list[LogLine]:
    """The game's own story of some of its events."""
    story = speech.story(game, [entry.event.seen_by(seat) for entry in entries])
    lines: list[LogLine] = []
    for line, text in story:
        first = entries[line.at]
        is_moment = not line.is_head and first.event.name in game.speech.MOMENTS
        lines.append(
            LogLine(first.n, text, line.is_head, line.seat, line.about, line.rule, is_moment)
        )
    return lines
