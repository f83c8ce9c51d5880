"""The kinds of value a table is made of: numbers, flags, seats, names of cards, sets and rows.

A game adds its own kinds in a few lines, where it has a notation of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast, final

from kamiza.core.action import LETTERS, NOBODY, is_seat, seat_letter, seat_number
from kamiza.core.cells import MOST, Cell, Cells, seat_names
from kamiza.core.frame import Frame, frames_as_text, frames_from_text
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind, list_of

MOST_FRAMES: Final = 40  # of a stack that is read; those of games have five or so
UNKNOWN: Final = "?"  # how something prints that is there but not known


def read_seat(field: str, letter: object, seats: int) -> int:
    """The seat of a letter; a PositionError that begins with the field."""
    if is_seat(letter, seats):
        return seat_number(str(letter))
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")


@final
class Seat(Kind):
    """A seat, written as its letter."""

    def __init__(self, or_none: bool = False) -> None:
        self.or_none: Final = or_none

    def write(self, value: object) -> object:
        seat = cast(int, value)
        return None if self.or_none and seat < 0 else seat_letter(seat)

    def read(self, value: object, field: str, seats: int) -> object:
        if self.or_none and value is None:
            return NOBODY
        return read_seat(field, value, seats)

    def shape(self) -> Json:
        seat: Json = {"$ref": "#/$defs/Seat"}
        return {"anyOf": [seat, {"type": "null"}]} if self.or_none else seat

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(name) for name in seat_names(seats)]

    def fill(self, value: object, cells: Cells) -> None:
        cells.seat(cast(int, value))


@final
class SeatSet(Kind):
    """A set of seats: a list of letters outside, a bit set inside."""

    def write(self, value: object) -> object:
        seats = cast(int, value)
        return [letter for seat, letter in enumerate(LETTERS) if seats >> seat & 1]

    def read(self, value: object, field: str, seats: int) -> object:
        found = 0
        for letter in list_of(field, value):
            found |= 1 << read_seat(field, letter, seats)
        return found

    def shape(self) -> Json:
        return {"type": "array", "items": {"$ref": "#/$defs/Seat"}}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(name) for name in seat_names(seats)]

    def fill(self, value: object, cells: Cells) -> None:
        cells.seat_set(cast(int, value))


@final
class Number(Kind):
    """A whole number between two bounds."""

    def __init__(self, least: int = 0, most: int = 10**6) -> None:
        self.least: Final = least
        self.most: Final = most

    def read(self, value: object, field: str, seats: int) -> object:
        if type(value) is not int or not self.least <= value <= self.most:
            raise PositionError(f"{field}: must be a whole number from {self.least} to {self.most}")
        return value

    def shape(self) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell("", self.least, self.most)]

    def fill(self, value: object, cells: Cells) -> None:
        cells.put(cast(int, value))


@final
class Flag(Kind):
    """True or false."""

    def read(self, value: object, field: str, seats: int) -> object:
        if not isinstance(value, bool):
            raise PositionError(f"{field}: must be true or false")
        return value

    def shape(self) -> Json:
        return {"type": "boolean"}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell("")]

    def fill(self, value: object, cells: Cells) -> None:
        cells.put_flag(cast(bool, value))


def only(ids: list[str]) -> str:
    """What there is, if that is soon said."""
    names = [name for name in ids if name]
    return f", only {', '.join(names[:-1])} and {names[-1]}" if 2 <= len(names) <= 6 else ""


def cells_of(ids: list[str]) -> list[Cell]:
    """One for each thing that has a name."""
    return [Cell(name) for name in ids if name]


def fill_named(ids: list[str], number: int, cells: Cells) -> None:
    """Which of the named things it is."""
    for other, name in enumerate(ids):
        if name:
            cells.put_flag(other == number)


@final
class Named(Kind):
    """One of several named things: its id outside, its number inside."""

    def __init__(
        self, what: str, ids: Sequence[str], none: int | None = None, hidden: int | None = None
    ) -> None:
        self.what: Final = what
        self.ids: Final = list(ids)
        self.none: Final = none  # the number that stands for nothing
        self.hidden: Final = hidden  # the number that stands for something nobody may know

    def write(self, value: object) -> object:
        if value == self.hidden:
            return UNKNOWN
        return None if value == self.none else self.ids[cast(int, value)]

    def read(self, value: object, field: str, seats: int) -> object:
        if self.none is not None and (value is None or value == ""):
            return self.none
        if not isinstance(value, str) or not value or value not in self.ids:
            raise PositionError(f"{field}: there is no {self.what} {value!r}{only(self.ids)}")
        return self.ids.index(value)

    def shape(self) -> Json:
        named: Json = {"enum": [name for name in self.ids if name], "description": self.what}
        return named if self.none is None else {"anyOf": [named, {"type": "null"}]}

    def cells(self, seats: int) -> list[Cell]:
        return cells_of(self.ids)

    def fill(self, value: object, cells: Cells) -> None:
        fill_named(self.ids, cast(int, value), cells)


@final
class SetOf(Kind):
    """A set of named things: a list of ids outside, a bit set inside. A number whose id is empty
    cannot be in it."""

    def __init__(self, what: str, ids: Sequence[str]) -> None:
        self.what: Final = what
        self.ids: Final = list(ids)

    def write(self, value: object) -> object:
        rest = cast(i64, value)
        found: list[str] = []
        number: i64 = 0
        while rest:
            if rest & 1:
                found.append(self.ids[number])
            rest >>= 1
            number += 1
        return found

    def read(self, value: object, field: str, seats: int) -> object:
        members = 0
        for name in list_of(field, value):
            if not isinstance(name, str) or not name or name not in self.ids:
                raise PositionError(f"{field}: there is no {self.what} {name!r}{only(self.ids)}")
            one = 1 << self.ids.index(name)
            if members & one:
                raise PositionError(f"{field}: names {name} twice")
            members |= one
        return members

    def shape(self) -> Json:
        ids = [name for name in self.ids if name]
        return {"type": "array", "items": {"enum": ids, "description": self.what}}

    def cells(self, seats: int) -> list[Cell]:
        return cells_of(self.ids)

    def fill(self, value: object, cells: Cells) -> None:
        members = cast(i64, value)
        for number, name in enumerate(self.ids):
            if name:
                cells.put(members >> number & 1)


@final
class Row(Kind):
    """Named things in order: a list of ids outside, bytes inside; `none` stands for a gap.

    As numbers it is what lies at each of so many `places`, or just how often each thing is there.
    """

    def __init__(
        self,
        what: str,
        ids: Sequence[str],
        none: int | None = None,
        once: bool = False,
        places: int = 0,
    ) -> None:
        self.what: Final = what
        self.ids: Final = list(ids)
        self.none: Final = none
        self.once: Final = once  # each at most once
        self.places: Final = places

    def write(self, value: object) -> object:
        row = cast(bytes, value)
        return [None if number == self.none else self.ids[number] for number in row]

    def read(self, value: object, field: str, seats: int) -> object:
        row = bytearray()
        for name in list_of(field, value):
            if name is None and self.none is not None:
                row.append(self.none)
                continue
            if not isinstance(name, str) or name not in self.ids:
                raise PositionError(f"{field}: there is no {self.what} {name!r}")
            number = self.ids.index(name)
            if self.once and number in row:
                raise PositionError(f"{field}: names {name} twice")
            row.append(number)
        return bytes(row)

    def shape(self) -> Json:
        item: Json = {"enum": self.ids, "description": self.what}
        if self.none is not None:
            item = {"anyOf": [item, {"type": "null"}]}
        return {"type": "array", "items": item}

    def cells(self, seats: int) -> list[Cell]:
        if self.places:
            places = range(self.places)
            return [Cell(f"{place}.{name}") for place in places for name in self.ids]
        return [Cell(name, 0, 1 if self.once else 255) for name in self.ids]

    def fill(self, value: object, cells: Cells) -> None:
        row = cast(bytes, value)
        count = len(self.ids)
        if self.places == 0:
            cells.counts(row, count)
        for place in range(self.places):
            cells.one_of(row[place] if place < len(row) else -1, count)


@final
class Stack(Kind):
    """What is still owed, from the bottom up; the last is the open question."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names: Final = names

    def write(self, value: object) -> object:
        return frames_as_text(cast("Frame | None", value), self.names)

    def read(self, value: object, field: str, seats: int) -> object:
        texts = [str(text) for text in list_of(field, value)]
        if len(texts) > MOST_FRAMES:
            raise PositionError(f"{field}: there are more than {MOST_FRAMES}")
        try:
            stack = frames_from_text(texts, self.names)
        except (OverflowError, ValueError) as wrong:
            raise PositionError(f"{field}: {wrong}") from None
        if stack is None:
            raise PositionError(f"{field}: a position needs an open question")
        return stack

    def shape(self) -> Json:
        return {"type": "array", "items": {"type": "string"}}

    def cells(self, seats: int) -> list[Cell]:
        """The numbers of the open question; which one it is stands at the head of the row."""
        return [Cell(name, -MOST, MOST) for name in ("a", "b", "c", "d")]

    def fill(self, value: object, cells: Cells) -> None:
        frame = cast(Frame, value)
        cells.put(frame.a)
        cells.put(frame.b)
        cells.put(frame.c)
        cells.put(frame.d)


# -- kinds that are only shown, never read ----------------------------------------------------


@final
class Shown(Kind):
    """Something only a screen is shown, in any shape of JSON."""

    def __init__(self, shape: Json) -> None:
        self.json_shape: Final = shape

    def shape(self) -> Json:
        return self.json_shape

    def cells(self, seats: int) -> list[Cell]:
        """A number is one cell, a flag too; anything else is for eyes."""
        if self.json_shape.get("type") == "integer":
            return [Cell("", 0, MOST)]
        return [Cell("")] if self.json_shape.get("type") == "boolean" else []

    def fill(self, value: object, cells: Cells) -> None:
        if self.json_shape.get("type") in ("integer", "boolean"):
            cells.put(cast(int, value))


TEXT: Final = Shown({"type": "string"})
COUNT: Final = Shown({"type": "integer"})
YES_OR_NO: Final = Shown({"type": "boolean"})


def maybe(kind: Kind) -> Shown:
    return Shown({"anyOf": [kind.shape(), {"type": "null"}]})


def listing(kind: Kind) -> Shown:
    return Shown({"type": "array", "items": kind.shape()})


def by_key(kind: Kind) -> Shown:
    """A table from words to values."""
    return Shown({"type": "object", "additionalProperties": kind.shape()})


def by_seat(kind: Kind) -> Shown:
    """A table from seats to values."""
    return Shown({"type": "object", "propertyNames": {"$ref": "#/$defs/Seat"},
                 "additionalProperties": kind.shape()})  # fmt: skip


def record(title: str, fields: Mapping[str, Kind], optional: Sequence[str] = ()) -> Shown:
    """A table with fixed names; its title becomes the name of a type in the browser."""
    return Shown({
        "title": title,
        "type": "object",
        "properties": {name: kind.shape() for name, kind in fields.items()},
        "required": [name for name in fields if name not in optional],
    })  # fmt: skip
