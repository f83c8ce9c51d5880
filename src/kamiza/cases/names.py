"""Which names a game knows.

An expectation that something is *not* there holds for every misspelt name. So whatever a case says
must be absent has to be a name that the game knows: an event it has, a move it can read, a field it
declares, a word of its own files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources.abc import Traversable
from typing import cast

from kamiza.cases.compare import CaseError
from kamiza.cases.playthrough import Playthrough
from kamiza.core.action import LETTERS, SPECTATOR
from kamiza.core.content import game_folder
from kamiza.core.game import Game, Setup, State
from kamiza.core.schema import Json
from kamiza.core.shapes import position_schema, view_parts, view_schema

# What a screen of any game could tell, though it is no field.
OF_ANY_SCREEN = ("private", "scores", "ranks", "winners", "hints", "highlights", "owner")
ANYTHING: Json = {}  # the shape of what may be anything
ABSENT = ("lacks", "none_of")  # conditions that hold for every misspelt word


def seat_named(name: str, state: State) -> int:
    """The seat of a letter, or of the word "spectator", at this table."""
    if name == "spectator":
        return SPECTATOR
    seats = LETTERS[: int(state.seats)]
    if len(name) != 1 or name not in seats:
        raise CaseError(f"'{name}' is no seat; seats are {', '.join(seats)} and spectator")
    return LETTERS.index(name)


def know_event(game: Game, name: str) -> None:
    """Refuse the name of an event this game does not have."""
    if not game.speech.has_event(name):
        raise CaseError(f"there is no event '{name}' in {game.name}")


def know_facts(play: Playthrough, wanted: dict[str, object]) -> None:
    """Refuse a fact that none of the events of this name has, where there were any."""
    name = str(wanted.get("event"))
    know_event(play.game, name)
    happened = play.named(name)
    for fact in wanted:
        if happened and not any(fact in event for event in happened):
            there = ", ".join(happened[0])
            raise CaseError(f"the event '{name}' has no '{fact}'; it has {there}")


def know_move(game: Game, text: str) -> None:
    """Refuse a text that is no move of this game."""
    refusal = game.unreadable(text)
    if refusal is not None:
        raise CaseError(str(game.refuse(refusal)))


def know_words(play: Playthrough, texts: Iterable[str]) -> None:
    """Refuse a text that stands nowhere: not on the table, not in what happened, not in any file
    of the game."""
    for text in texts:
        if not is_known(play, text):
            raise CaseError(f"there is no '{text}' in {play.game.name}")


def know_path(play: Playthrough, path: str) -> None:
    """Refuse a path with a name that is no field there: neither of a view nor of a position."""
    shapes = [view_shape(play), position_shape(play)]
    names = path.split(".")
    for place, name in enumerate(names):
        below = [step for shape in shapes for step in steps_to(play, shape, name)]
        if not below and name in hidden_names(play, names[:place]):
            below = [ANYTHING]
        if not below:
            raise CaseError(f"there is no '{name}' in a view of {play.game.name}: {path}")
        shapes = below


def steps_to(play: Playthrough, shape: Json, name: str) -> Iterator[Json]:
    """Whatever this name can stand for in something of this shape."""
    for one in cast("list[Json]", shape.get("anyOf", [shape])):
        fields = cast(Json, one.get("properties", {}))
        entries = one.get("additionalProperties") or one.get("items")
        if name in fields:
            yield cast(Json, fields[name])
        elif isinstance(entries, dict) and is_key(play, one, name):
            yield cast(Json, entries)
        elif one in (ANYTHING, {"type": "object"}) and is_known(play, name, whole=True):
            yield ANYTHING


def is_key(play: Playthrough, shape: Json, name: str) -> bool:
    """Can this be a key, or the place or the id of an entry, of a table or list of this shape?"""
    if "propertyNames" in shape:
        return name in LETTERS
    return (name.isdecimal() and "items" in shape) or is_known(play, name, whole=True)


def hidden_names(play: Playthrough, above: list[str]) -> set[str]:
    """What could come to light there by mistake: fields by the names that only the rules, or only
    their owner's screen, have for them."""
    schema = play.state.schema()
    if not above:
        return {*OF_ANY_SCREEN, *schema.derived, *(field.attribute for field in schema.table)}
    if above[0] == "players" and len(above) == 2:
        private = [field.name for field in view_parts(schema, play.game.extras)["Private"]]
        return {*private, *schema.derived, *(field.attribute for field in schema.players)}
    return set(OF_ANY_SCREEN)


def know_absent(play: Playthrough, expected: object) -> None:
    """Refuse unknown words wherever conditions say that something is not there."""
    know_words(play, (text for text in absent_texts(expected) if text != "none"))


def absent_texts(expected: object) -> Iterator[str]:
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key in ABSENT:
                values = value if isinstance(value, list) else [value]
                yield from (text for text in values if isinstance(text, str))
            else:
                yield from absent_texts(value)


def know_sizes(path: str, expected: object, shape: Json) -> None:
    """Refuse the size of a table with fixed fields: it says nothing about the game."""
    if not isinstance(expected, dict):
        return
    fields = cast(Json, shape.get("properties", {}))
    if fields and "size" in expected and "size" not in fields:
        raise CaseError(f"{path}: a table of fields has no size; it has {', '.join(fields)}")
    entries = shape.get("additionalProperties") or shape.get("items")
    for name, wanted in expected.items():
        below = fields.get(name, entries)
        if isinstance(below, dict):
            know_sizes(f"{path}.{name}", wanted, below)


def position_shape(play: Playthrough) -> Json:
    return position_schema(play.state.schema())


def view_shape(play: Playthrough) -> Json:
    return view_schema(play.state.schema(), play.game.extras)


# -- everything that is written somewhere -----------------------------------------------------


def is_known(play: Playthrough, text: str, whole: bool = False) -> bool:
    """Does a text stand somewhere in the game? `whole`: as a whole word."""
    wanted = rf"(?<!\w){re.escape(text)}(?!\w)" if whole else re.escape(text)
    if is_written(play.game, wanted):
        return True
    happened = [event.whole() for event in play.events]
    table = json.dumps([play.game.save(play.state), happened], ensure_ascii=False)
    return re.search(wanted, table) is not None


@cache
def is_written(game: Game, pattern: str) -> bool:
    """Does something like this stand in the declared fields of a game, or in its files?"""
    return re.search(pattern, declared(game)) is not None or (
        re.search(pattern, files_of(game.name)) is not None
    )


@cache
def declared(game: Game) -> str:
    """All names of fields, with what they can be."""
    schema = game.start(Setup(int(game.least_seats))).schema()
    parts = view_parts(schema, game.extras)
    names = [[told.name, told.shape] for part in parts.values() for told in part]
    attributes = [field.attribute for field in (*schema.table, *schema.players)]
    known = [names, attributes, OF_ANY_SCREEN, schema.derived, position_schema(schema)]
    return json.dumps(known, ensure_ascii=False)


@cache
def files_of(name: str) -> str:
    """Everything written in the data files of a game."""
    return "\n".join(texts_in(game_folder(name)))


def texts_in(folder: Traversable) -> Iterator[str]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from texts_in(entry)
        elif entry.name.endswith(".toml"):
            yield entry.read_text(encoding="utf-8")
