"""The entries of a frame in a position: each has a key, and tells one attribute of the frame.

Every number that stands for something is written as its word; the numbers themselves are read too.
What is as usual is not written.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.refusal import PositionError
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE, Cards
from kamiza.games.battles.rules.moves import object_text, read_object
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import NO_OBJECT

Json = dict[str, object]

MANY: Final = 10**6


def wrong(what: str) -> PositionError:
    return PositionError(f"frames: {what}")


class Entry:
    """One entry; `usual` is the value that need not be written, None if there is none."""

    def __init__(self, key: str, attribute: str = "", usual: int | None = 0) -> None:
        self.key: Final = key
        self.attribute: Final = attribute or key
        self.usual: Final = usual

    def write(self, cards: Cards, value: int) -> object:
        return value

    def read(self, table: Battles, value: object) -> int:
        raise NotImplementedError


@final
class Number(Entry):
    def __init__(self, key: str, attribute: str = "", most: int = MANY) -> None:
        super().__init__(key, attribute)
        self.most: Final = most

    def read(self, table: Battles, value: object) -> int:
        return read_number(self.key, value, self.most)


@final
class Word(Entry):
    """One of some words."""

    def __init__(
        self, key: str, words: tuple[str, ...], attribute: str = "", usual: int | None = 0
    ) -> None:
        super().__init__(key, attribute, usual)
        self.words: Final = words

    def write(self, cards: Cards, value: int) -> object:
        return self.words[value]

    def read(self, table: Battles, value: object) -> int:
        if not isinstance(value, str):
            return read_number(self.key, value, len(self.words) - 1)
        if value not in self.words:
            raise wrong(f"{self.key}: must be one of {', '.join(self.words)}")
        return self.words.index(value)


@final
class SeatEntry(Entry):
    def write(self, cards: Cards, value: int) -> object:
        return seat_letter(value)

    def read(self, table: Battles, value: object) -> int:
        return read_seat(table, self.key, value)


@final
class Source(Entry):
    """A card, or the god or temple of the seat."""

    def __init__(self, key: str, attribute: str = "") -> None:
        super().__init__(key, attribute, NO_CARD)

    def write(self, cards: Cards, value: int) -> object:
        return cards.source_id(value)

    def read(self, table: Battles, value: object) -> int:
        return read_source(table, value)


@final
class Object(Entry):
    """A god, a temple or a deck."""

    def __init__(self, key: str, attribute: str = "") -> None:
        super().__init__(key, attribute, None)

    def write(self, cards: Cards, value: int) -> object:
        return object_text(value)

    def read(self, table: Battles, value: object) -> int:
        return read_target(self.key, value)


@final
class Chosen(Entry):
    """What was chosen, as a number; an object may also be named."""

    def read(self, table: Battles, value: object) -> int:
        return read_target(self.key, value)


@final
class Flag(Entry):
    """Something that is so or not; the flags of a frame are written together."""


# -- reading ----------------------------------------------------------------------------------


def read_number(name: str, value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise wrong(f"{name}: must be a whole number from 0 to {most}")
    return value


def read_seat(table: Battles, name: str, value: object) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[: int(table.seats)]:
        return LETTERS.index(value)
    raise wrong(f"{name}: there is no seat {value!r}")


def read_source(table: Battles, value: object) -> int:
    if value == "god":
        return GOD_SOURCE
    if value == "temple":
        return TEMPLE_SOURCE
    if not isinstance(value, str) or value not in table.cards.numbers:
        raise wrong(f"there is no card {value!r}")
    return table.cards.numbers[value]


def read_target(name: str, value: object) -> int:
    if not isinstance(value, str):
        return read_number(name, value, NO_OBJECT)
    try:
        return read_object(value)
    except ValueError:
        raise wrong(f"there is no target {value!r}") from None


def read_data(value: object) -> bytes:
    """Small numbers, in which a frame notes things one after the other."""
    if not isinstance(value, list) or not all(type(v) is int and 0 <= v <= 255 for v in value):
        raise wrong("data: a list of small numbers")
    return bytes(cast("list[int]", value))
