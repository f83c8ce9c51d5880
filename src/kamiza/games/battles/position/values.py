"""Cards and marks of a position, read and checked; every refusal names its field."""

from __future__ import annotations

from kamiza.core.fields import list_of, number_of
from kamiza.core.game import PositionError
from kamiza.games.battles.cards import Cards


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
