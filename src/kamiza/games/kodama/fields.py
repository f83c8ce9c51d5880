"""Single values of a position, each checked; a PositionError names the field."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import LETTERS
from kamiza.core.game import PositionError, load_rng
from kamiza.core.rng import Rng, fast_rng


def refuse_unknown(where: str, entry: dict[str, object], fields: tuple[str, ...]) -> None:
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of kodama")


def dict_of(field: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast("dict[str, object]", value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return value


def choice(field: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise PositionError(f"{field}: must be one of {', '.join(allowed)}")
    return value


def whole(field: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def read_seat(field: str, value: object, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")


def read_rng(position: dict[str, object]) -> Rng:
    return load_rng(position["rng"]) if "rng" in position else fast_rng(0)
