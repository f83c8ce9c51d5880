"""What is asked about the games that were played, as data: `balance.toml` in a game's folder.

A designer asks it about many games (`lab.balance`), a player about their own (`server.summaries`).

A *subject* is a kind of thing a seat can have, or a table: a god, a kami, a role, a goal. Where the
things of a game are found is said by sources:

    event:god_won.god     the fact `god` of every event `god_won`; it belongs to the event's `seat`,
                          or if the fact is a table or a list by seats, to each of them
    start:hand            `hand` of each player in the position before the first move
    end:gods              the same in the last position
    result:roles.id       the same in the final result that a screen shows
    screen:tree           the same of all that a screen shows in the end

A game without that file is measured by what all games have.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

from kamiza.core.action import LETTERS
from kamiza.core.content import ContentError, Table, game_folder, read_toml
from kamiza.core.game import Game

FILE = "balance.toml"
PLACES = ("event", "start", "end", "result", "screen")
FIELDS = (
    "kind", "title", "cards", "of", "had", "acts", "offered", "points", "against", "together",
)  # fmt: skip
Found = list[tuple[int, str]]  # seat and id; the seat is -1 for the whole table
TABLE = -1


@dataclass(frozen=True)
class Source:
    """Where things are found."""

    place: str
    event: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Subject:
    """One kind of thing."""

    kind: str
    title: str
    cards: dict[str, str]  # every id there is, with its name
    of_table: bool  # the things belong to nobody
    had: Source | None  # what a seat had, each once
    acts: dict[str, Source]  # what was done with them: bought, played
    offered: list[Source]  # where they could have been taken
    points: str  # the fact beside the first act that says what it brought
    against: bool  # whether a matrix of one against the other is wanted
    together: bool  # or of one with the other


@dataclass(frozen=True)
class Asked:
    """A table that is measured: what is chosen there, and for how many players."""

    name: str
    settings: dict[str, object]
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Counted:
    """A subject that a player's own games are counted by, and what to call it."""

    kind: str
    label: dict[str, str]  # by language


@dataclass(frozen=True)
class History:
    """What a player asks about their own games."""

    by: Counted | None = None  # how often did I win with each of these?
    favourite: Counted | None = None  # which did I have most often?
    keepsake: Source | None = None  # what a finished game leaves to be looked at, of each seat


@dataclass(frozen=True)
class Balance:
    """The whole file."""

    rounds: Source | None = None
    tables: list[Asked] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)
    history: History = field(default_factory=History)

    def about(self, kinds: set[str]) -> Balance:
        """The same, asked about these kinds only."""
        chosen = [subject for subject in self.subjects if subject.kind in kinds]
        return Balance(self.rounds, self.tables, chosen, self.history)


def balance_of(rules: Game) -> Balance:
    """What is asked about a game."""
    everybody = tuple(range(rules.least_seats, rules.most_seats + 1))
    folder = game_folder(rules.name)
    if not (folder / FILE).is_file():
        return Balance(None, [Asked("usual", {}, everybody)])
    content = read_toml(folder, FILE)
    rounds = read_source(content, "rounds") if "rounds" in content.data else None
    tables = [read_table(table, everybody) for table in content.tables("table", "name")]
    subjects = [read_subject(rules, table) for table in content.tables("subject", "kind")]
    return Balance(rounds, tables, subjects, read_history(content))


def history_of(game: str) -> History:
    """What a player asks about their own games; the cards are not read for it."""
    folder = game_folder(game)
    return read_history(read_toml(folder, FILE)) if (folder / FILE).is_file() else History()


def read_history(content: Table) -> History:
    if "history" not in content.data:
        return History()
    table = content.table("history")
    kinds = {subject.text("kind") for subject in content.tables("subject", "kind")}
    return History(
        read_counted(table, "by", kinds),
        read_counted(table, "favourite", kinds),
        read_source(table, "keepsake") if "keepsake" in table.data else None,
    )


def read_counted(table: Table, name: str, kinds: set[str]) -> Counted | None:
    if name not in table.data:
        return None
    kind = table.text(name)
    if kind not in kinds:
        raise table.error(name, f"must be one of the subjects, not {kind!r}")
    label = {"en": table.text(f"{name}_label"), "ja": table.text(f"{name}_label_ja")}
    return Counted(kind, label)


def read_table(table: Table, everybody: tuple[int, ...]) -> Asked:
    seats = cast("list[int]", table.data.get("seats", list(everybody)))
    settings = table.table("settings").data if "settings" in table.data else {}
    if not set(seats) <= set(everybody):
        raise table.error("seats", f"must be among {', '.join(map(str, everybody))}")
    return Asked(table.text("name"), settings, tuple(seats))


def read_subject(rules: Game, table: Table) -> Subject:
    for name in table.data:
        if name not in FIELDS:
            raise table.error(name, "is no field of a subject")
    acts = table.table("acts") if "acts" in table.data else Table(table.file, table.name, {})
    offered = table.texts("offered") if "offered" in table.data else []
    return Subject(
        table.text("kind"), table.text("title"), names_of(rules, table),
        table.maybe_text("of") == "table",
        read_source(table, "had") if "had" in table.data else None,
        {name: read_source(acts, name) for name in acts.data},
        [source_of(table, "offered", text) for text in offered],
        table.maybe_text("points"), table.flag("against"), table.flag("together"),
    )  # fmt: skip


def names_of(rules: Game, table: Table) -> dict[str, str]:
    """All ids of the cards, with their English names."""
    found: dict[str, str] = {}
    for file in table.texts("cards"):
        for entries in read_toml(game_folder(rules.name), file).data.values():
            for entry in entries if isinstance(entries, list) else []:
                if isinstance(entry, dict) and "id" in entry:
                    found[entry["id"]] = str(entry.get("name", entry["id"]))
    return found


def read_source(table: Table, name: str) -> Source:
    return source_of(table, name, table.text(name))


def source_of(table: Table, name: str, text: str) -> Source:
    place, _, path = text.partition(":")
    parts = tuple(path.split("."))
    if place not in PLACES or not all(parts):
        raise table.error(name, f"must be such as event:god_won.god or end:gods, not {text!r}")
    if place == "event":
        return Source(place, parts[0], parts[1:])
    return Source(place, "", parts)


# -- finding ----------------------------------------------------------------------------------


def at(value: Any, path: tuple[str, ...]) -> list[Any]:
    """Everything a path leads to, through lists; numbers count places in them."""
    for step in path:
        if isinstance(value, list):
            if step.isdigit():
                value = value[int(step)] if int(step) < len(value) else None
            else:
                value = [one.get(step) for one in value if isinstance(one, dict)]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return [one for one in (value if isinstance(value, list) else [value]) if one is not None]


def in_event(subject: Subject, source: Source, facts: dict[str, Any]) -> Found:
    """What an event tells: whose, and what."""
    value = facts
    for step in source.path:
        value = value.get(step, {}) if isinstance(value, dict) else {}
    if subject.of_table:
        return [(TABLE, known(one)) for one in at(value, ())] if value else []
    if isinstance(value, dict):
        seated = [(LETTERS.index(seat), at(one, ())) for seat, one in value.items()]
        return [(seat, known(one)) for seat, many in seated for one in many]
    if "seat" in facts:
        seat = LETTERS.index(facts["seat"])
        return [(seat, known(one)) for one in at(value, ())]
    if isinstance(value, list):
        return [(seat, known(one)) for seat, one in enumerate(value)]
    return [(TABLE, known(value))] if value else []


def in_position(subject: Subject, source: Source, position: dict[str, Any], seats: int) -> Found:
    """What lies before each player, or on the table."""
    if subject.of_table:
        return [(TABLE, known(one)) for one in at(position, source.path)]
    found = position.get("players") or position.get("seats") or {}
    letters = LETTERS[:seats]
    pairs = [(seat, at(found.get(letter), source.path)) for seat, letter in enumerate(letters)]
    return [(seat, known(one)) for seat, many in pairs for one in many]


def kept(source: Source, screen: dict[str, Any], seats: int) -> list[list[Any]]:
    """What each seat leaves to be looked at, as the screen shows it."""
    players = screen.get("players") or {}
    return [at(players.get(letter), source.path) for letter in LETTERS[:seats]]


def known(value: object) -> str:
    """The id in a text such as `K08 9`."""
    return str(value).partition(" ")[0]


@dataclass
class Notes:
    """What is noted while a game goes on."""

    asked: Balance
    seats: int
    had: dict[str, list[set[str]]] = field(default_factory=dict)
    acts: dict[str, dict[str, list[list[str]]]] = field(default_factory=dict)
    table: dict[str, list[str]] = field(default_factory=dict)
    offered: dict[str, Counter[str]] = field(default_factory=dict)
    points: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    turn: list[tuple[int, str, str]] = field(default_factory=list)  # acts since the turn began
    rounds: int = 0

    def note_event(self, name: str, facts: dict[str, Any]) -> None:
        """Something happened."""
        if self.asked.rounds is not None and name == self.asked.rounds.event:
            self.count_round(self.asked.rounds, facts)
        for subject in self.asked.subjects:
            if subject.had is not None and subject.had.event == name:
                self.note_had(subject, in_event(subject, subject.had, facts))
            for act, source in subject.acts.items():
                if source.event == name:
                    self.note_act(subject, act, in_event(subject, source, facts), facts)
            for source in subject.offered:
                if source.event == name:
                    self.note_offered(subject, in_event(subject, source, facts))

    def count_round(self, source: Source, facts: dict[str, Any]) -> None:
        """Events that carry the number of the round say it; others are counted."""
        if source.path:
            self.rounds = max(self.rounds, int(facts[source.path[0]]))
        else:
            self.rounds += 1

    def note_position(self, place: str, position: dict[str, Any]) -> None:
        """How the table looks at the start or the end, or what the result shows."""
        for subject in self.asked.subjects:
            if subject.had is not None and subject.had.place == place:
                self.note_had(subject, in_position(subject, subject.had, position, self.seats))
            for source in subject.offered:
                if source.place == place:
                    self.note_offered(subject, in_position(subject, source, position, self.seats))

    def note_had(self, subject: Subject, found: Found) -> None:
        for seat, id in found:
            if id not in subject.cards:
                continue
            if seat == TABLE:
                self.table.setdefault(subject.kind, []).append(id)
            else:
                seats = self.had.setdefault(subject.kind, [set() for _ in range(self.seats)])
                seats[seat].add(id)

    def note_act(self, subject: Subject, act: str, found: Found, facts: dict[str, Any]) -> None:
        acts = self.acts.setdefault(subject.kind, {})
        seats = acts.setdefault(act, [[] for _ in range(self.seats)])
        for seat, id in found:
            if id in subject.cards and seat != TABLE:
                seats[seat].append(id)
                self.turn.append((seat, subject.kind, id))
                if subject.points:
                    kept = self.points.setdefault(subject.kind, [])
                    kept.append((id, int(facts.get(subject.points, 0))))

    def note_offered(self, subject: Subject, found: Found) -> None:
        counts = self.offered.setdefault(subject.kind, Counter())
        counts.update(id for _, id in found if id in subject.cards)


def check_sources(rules: Game) -> None:
    """Does every event that is named exist?"""
    asked = balance_of(rules)
    events = set(rules.speech.EVENTS)
    sources = [asked.rounds] if asked.rounds else []
    for subject in asked.subjects:
        had = [subject.had] if subject.had else []
        sources += [*had, *subject.acts.values(), *subject.offered]
    for source in sources:
        if source.place == "event" and source.event not in events:
            raise ContentError(f"{FILE}: there is no event {source.event}")
