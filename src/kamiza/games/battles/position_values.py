"""Single values of a position: numbers, words, cards, seats; refusals name the field."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import LETTERS
from kamiza.core.game import PositionError
from kamiza.games.battles.cards import Cards

# -- single values ----------------------------------------------------------------------------


def refuse_unknown(where: str, entry: dict[str, object], fields: tuple[str, ...]) -> None:
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of battles")


def dict_of(field: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast("dict[str, object]", value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return cast("list[object]", value)


def number_of(field: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def word_of(field: str, value: object, words: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{field}: must be one of {', '.join(word for word in words if word)}")
    return words.index(value)


def read_kind(cards: Cards, field: str, value: object) -> int:
    if not isinstance(value, str) or value not in cards.numbers:
        raise PositionError(f"{field}: there is no card {value!r}")
    return cards.numbers[value]


def read_named(field: str, value: object, names: list[str], none: int) -> int:
    if value is None:
        return none
    if not isinstance(value, str) or value not in names:
        raise PositionError(f"{field}: there is no {value!r}")
    return names.index(value)


def read_members(field: str, value: object, names: list[str]) -> int:
    found = 0
    for name in list_of(field, value):
        if not isinstance(name, str) or name not in names:
            raise PositionError(f"{field}: there is no {name!r}")
        found |= 1 << names.index(name)
    return found


def read_marks(field: str, value: object, count: int) -> bytes:
    if value is None:
        return bytes(count)
    marks = bytes(number_of(field, mark, 0, 127) for mark in list_of(field, value))
    if len(marks) != count:
        raise PositionError(f"{field}: one number for each card")
    return marks


def read_seat(field: str, value: object, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")
