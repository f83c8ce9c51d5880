"""Single values of a position, read and checked; every refusal names its field."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import LETTERS
from kamiza.core.game import PositionError, load_rng
from kamiza.core.rng import Rng, fast_rng


def refuse_unknown(where: str, entry: dict[str, object], fields: tuple[str, ...]) -> None:
    """A word the position of this game does not know is a mistake, not something to overlook."""
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of this game")


def dict_of(field: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast("dict[str, object]", value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return cast("list[object]", value)


def flag_of(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{field}: must be true or false")
    return value


def number_of(field: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def word_of(field: str, value: object, words: tuple[str, ...]) -> int:
    """The number of a word; an empty one only stands for a number that has no word."""
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{field}: must be one of {', '.join(word for word in words if word)}")
    return words.index(value)


def seat_of(field: str, value: object, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")


def rng_of(position: dict[str, object]) -> Rng:
    """The generator; a position written by hand needs none."""
    return load_rng(position["rng"]) if "rng" in position else fast_rng(0)
