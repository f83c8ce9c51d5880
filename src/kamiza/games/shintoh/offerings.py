"""How offerings are written: by influence, strongest first, "3211"; and told by kind."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.cells import Cell, Cells
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind
from kamiza.games.shintoh.cards import (
    KINDS,
    NOTHING,
    RICE,
    SAKE,
    SALT,
    by_kind,
    card_of,
    digits,
    kind_name,
)

DIGITS: Json = {
    "type": "string", "pattern": "^[123]*$",
    "description": "offerings as digits, 3 rice, 2 sake, 1 salt",
    "letters": {"3": "rice", "2": "sake", "1": "salt"},
}  # fmt: skip


MOST_OF: Final = (5, 10, 15)  # rice, sake, salt


def digits_in(value: object, field: str) -> str:
    if not isinstance(value, str) or value.strip("123"):
        raise PositionError(f"{field}: write offerings as digits, 3 rice, 2 sake, 1 salt")
    return value


def cards_in(value: object, field: str) -> int:
    text = digits_in(value, field)
    rice, sake, salt = text.count("3"), text.count("2"), text.count("1")
    if rice > MOST_OF[0] or sake > MOST_OF[1] or salt > MOST_OF[2]:
        raise PositionError(f"{field}: there are only 5 rice, 10 sake and 15 salt")
    return rice * RICE + sake * SAKE + salt * SALT


@final
class Offerings(Kind):
    """A multiset: "3211", or `{"rice": 1, "sake": 1, "salt": 2}`."""

    def write(self, value: object) -> object:
        return digits(cast(int, value))

    def tell(self, value: object) -> object:
        return by_kind(cast(int, value))

    def read(self, value: object, field: str, seats: int) -> object:
        if isinstance(value, dict):
            if sorted(value) != sorted(KINDS) or any(type(n) is not int for n in value.values()):
                raise PositionError(f"{field}: say how many rice, sake and salt")
            value = "".join(digit * value[kind] for digit, kind in zip("321", KINDS))
        return cards_in(value, field)

    def shape(self) -> Json:
        return {
            "title": "Counts",
            "type": "object",
            "properties": {kind: {"type": "integer"} for kind in KINDS},
            "required": list(KINDS),
        }

    def written_shape(self) -> Json:
        return DIGITS

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(kind, 0, most) for kind, most in zip(KINDS, MOST_OF)]

    def fill(self, value: object, cells: Cells) -> None:
        fill_offerings(cast(int, value), cells)


@final
class OfferingRow(Kind):
    """Offerings in order: "312"."""

    def write(self, value: object) -> object:
        return "".join("321"[kind] for kind in cast(bytes, value))

    def read(self, value: object, field: str, seats: int) -> object:
        return bytes("321".index(digit) for digit in digits_in(value, field))

    def shape(self) -> Json:
        return DIGITS | {"ordered": True}


@final
class HarvestCard(Kind):
    """One offering or none: "1", or `"salt"`."""

    def write(self, value: object) -> object:
        return digits(cast(int, value))

    def tell(self, value: object) -> object:
        card = cast(int, value)
        return None if card == NOTHING else kind_name(card)

    def read(self, value: object, field: str, seats: int) -> object:
        if value is None:
            return NOTHING
        if isinstance(value, str) and value in KINDS:
            return card_of(value)
        return cards_in(value, field)

    def shape(self) -> Json:
        return {"anyOf": [{"enum": list(KINDS)}, {"type": "null"}]}

    def written_shape(self) -> Json:
        return DIGITS | {"maxLength": 1}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(kind) for kind in KINDS]

    def fill(self, value: object, cells: Cells) -> None:
        fill_offerings(cast(int, value), cells)


def fill_offerings(cards: i64, cells: Cells) -> None:
    """How many of each kind, as numbers in a row."""
    cells.put(cards >> 8)
    cells.put(cards >> 4 & 15)
    cells.put(cards & 15)
