"""How the things of this table are written: decks, the Hall, marks, discounts, standing effects."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.cells import Cell, Cells
from kamiza.core.kinds import Row
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind, dict_of, list_of, refuse_unknown
from kamiza.games.battles.cards import NO_CARD, Cards
from kamiza.games.battles.table.players import PUBLIC, SEEN_BY_ALL, Deck

REST: Final = b"\xff"  # a deck that is not described: what is left over lies in it
NO_OWNER: Final = 7
EVERYBODY: Final = "*"  # in marks
HALL_ROWS: Final = ("warriors", "artifacts", "disciples")
DECK_FIELDS: Final = ("top", "top_seen", "rest", "bottom", "bottom_seen")
TYPES: Final = ("disciple", "warrior", "artifact")
SOURCES: Final = ("god", "temple")
MOST_ABILITIES: Final = 8
TOLD_ON_TOP: Final = 3  # cards on top of a deck that a row of numbers tells one by one


def number_in(value: object, field: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def kind_in(cards: Cards, value: object, field: str) -> int:
    if not isinstance(value, str) or value not in cards.numbers:
        raise PositionError(f"{field}: there is no card {value!r}")
    return cards.numbers[value]


def seat_in(value: object, field: str, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")


def card_shape(cards: Cards) -> Json:
    return {"enum": cards.ids, "description": "card"}


def table_shape(title: str, properties: Json) -> Json:
    return {
        "title": title, "type": "object", "properties": properties, "required": list(properties),
    }  # fmt: skip


def card_cells(cards: Cards) -> list[Cell]:
    """In a row of numbers: how many of each kind."""
    return [Cell(name, 0, 255) for name in cards.ids]


def or_none(shape: Json) -> Json:
    return {"anyOf": [shape, {"type": "null"}]}


# -- who has seen a card ----------------------------------------------------------------------


@final
class Marks(Kind):
    """For each card of a row who has seen it: "" nobody, "AC" two seats, "*" everybody."""

    def write(self, value: object) -> object:
        return [write_mark(mark) for mark in cast(bytes, value)]

    def read(self, value: object, field: str, seats: int) -> object:
        return bytes(read_mark(mark, field) for mark in list_of(field, value))

    def shape(self) -> Json:
        return {"type": "array", "items": {"type": "string", "description": "letters of seats"}}


def write_mark(mark: int) -> str:
    if mark == SEEN_BY_ALL:
        return EVERYBODY
    letters = "".join(letter for seat, letter in enumerate(LETTERS) if mark >> seat & 1)
    return letters + EVERYBODY if mark >> PUBLIC & 1 else letters


def read_mark(mark: object, field: str) -> int:
    """A mark as letters; older positions write the number of the set."""
    if mark == EVERYBODY:
        return SEEN_BY_ALL
    if not isinstance(mark, str):
        return number_in(mark, field, 0, SEEN_BY_ALL)
    if any(letter not in LETTERS + EVERYBODY for letter in mark):
        raise PositionError(f"{field}: {mark!r} are not the letters of seats, or *")
    return sum(1 << (LETTERS + EVERYBODY).index(letter) for letter in sorted(set(mark)))


# -- piles ------------------------------------------------------------------------------------


@final
class DeckKind(Kind):
    """A face-down pile: the places somebody knows on top and at the bottom, and the rest.

    `["ghoul", "mi_go"]` is a whole deck from the top down; `{top = [...]}` only says what lies on
    top.
    """

    def __init__(self, cards: Cards) -> None:
        self.kinds: Final = cards
        self.row: Final = Row("card", cards.ids, NO_CARD)
        self.marks: Final = Marks()

    def write(self, value: object) -> object:
        deck = cast(Deck, value)
        return {
            "top": self.row.write(deck.top),
            "top_seen": self.marks.write(deck.top_seen),
            "rest": self.row.write(deck.rest),
            "bottom": self.row.write(deck.bottom),
            "bottom_seen": self.marks.write(deck.bottom_seen),
        }

    def read(self, value: object, field: str, seats: int) -> object:
        if isinstance(value, list):
            top = self.cards_in(value, field)
            return Deck(top, bytes(len(top)), b"", b"", b"")
        entry = dict_of(field, value)
        refuse_unknown(field, entry, DECK_FIELDS)
        top = self.cards_in(entry.get("top", []), f"{field}.top")
        bottom = self.cards_in(entry.get("bottom", []), f"{field}.bottom")
        rest = REST
        if "rest" in entry:
            rest = self.cards_in(entry["rest"], f"{field}.rest")
        return Deck(
            top, self.marks_in(entry, field, "top_seen", top), rest,
            bottom, self.marks_in(entry, field, "bottom_seen", bottom),
        )  # fmt: skip

    def cards_in(self, value: object, field: str) -> bytes:
        return cast(bytes, self.row.read(value, field, 0))

    def marks_in(self, entry: Json, field: str, name: str, row: bytes) -> bytes:
        if name not in entry:
            return bytes(len(row))
        marks = cast(bytes, self.marks.read(entry[name], f"{field}.{name}", 0))
        if len(marks) != len(row):
            raise PositionError(f"{field}.{name}: one mark for each card")
        return marks

    def shape(self) -> Json:
        row, marks = self.row.shape(), self.marks.shape()
        kinds = {"top": row, "top_seen": marks, "rest": row, "bottom": row, "bottom_seen": marks}
        return table_shape("Deck", cast(Json, kinds))

    def cells(self, seats: int) -> list[Cell]:
        """The first cards on top, where they are known, as one more than their numbers; and all
        cards whose place is not known."""
        most = len(self.kinds.ids)
        return [Cell(f"top.{n}", 0, most) for n in range(TOLD_ON_TOP)] + card_cells(self.kinds)

    def fill(self, value: object, cells: Cells) -> None:
        deck = cast(Deck, value)
        place: i64
        for place in range(TOLD_ON_TOP):
            cells.put(number_at(deck.top, place))
        cells.counts(deck.rest, len(self.kinds.ids))


def number_at(row: bytes, place: i64) -> i64:
    """One more than the number of the card at a place; 0 for none or an unknown one."""
    if place >= len(row) or row[place] == NO_CARD:
        return 0
    return row[place] + 1


@final
class Hall(Kind):
    """The three rows of the Hall of Heroes: kinds and heights of piles, row after row.

    A pile is `{card = "ghoul", count = 2}`, or just a card; a place without a pile is none.
    """

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        rows = cast("list[bytes]", value)
        written: Json = {}
        for place, name in enumerate(HALL_ROWS):
            written[name] = [
                None if kind == NO_CARD else {"card": self.cards.ids[kind], "count": size}
                for kind, size in zip(rows[2 * place], rows[2 * place + 1])
            ]
        return written

    def read(self, value: object, field: str, seats: int) -> object:
        entry = dict_of(field, value)
        refuse_unknown(field, entry, HALL_ROWS)
        rows: list[bytes] = []
        for name in HALL_ROWS:
            piles = [
                self.pile_in(pile, f"{field}.{name}")
                for pile in list_of(f"{field}.{name}", entry.get(name, []))
            ]
            rows.append(bytes(kind for kind, _ in piles))
            rows.append(bytes(count for _, count in piles))
        return rows

    def pile_in(self, value: object, field: str) -> tuple[int, int]:
        if value is None:
            return NO_CARD, 0
        if isinstance(value, str):
            return kind_in(self.cards, value, field), 1
        entry = dict_of(field, value)
        refuse_unknown(field, entry, ("card", "count"))
        count = number_in(entry.get("count", 1), f"{field}.count", 0, 99)
        return kind_in(self.cards, entry.get("card"), field), count

    def shape(self) -> Json:
        pile = table_shape("Pile", {"card": card_shape(self.cards), "count": {"type": "integer"}})
        row: Json = {"type": "array", "items": or_none(pile)}
        return table_shape("HallRows", dict.fromkeys(HALL_ROWS, row))

    def cells(self, seats: int) -> list[Cell]:
        return card_cells(self.cards)

    def fill(self, value: object, cells: Cells) -> None:
        rows = cast("list[bytes]", value)
        begin: i64 = cells.at
        cells.blank(len(self.cards.ids))
        for place in range(len(HALL_ROWS)):
            add_piles(rows[2 * place], rows[2 * place + 1], begin, cells)


def add_piles(kinds: bytes, sizes: bytes, begin: i64, cells: Cells) -> None:
    """Count the cards of some piles into cells that have been written."""
    for place in range(len(kinds)):
        if kinds[place] != NO_CARD:
            at: i64 = begin + kinds[place]
            cells.row[at] += sizes[place]


@final
class Netherworld(Kind):
    """Banished cards with their last owners: "ghoul:B", or `{card = "ghoul", owner = "B"}`."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        return [
            f"{self.cards.ids[kind]}:{'none' if owner == NO_OWNER else seat_letter(owner)}"
            for kind, owner in cast("list[tuple[int, int]]", value)
        ]

    def tell(self, value: object) -> object:
        return [
            {
                "card": self.cards.ids[kind],
                "owner": None if owner == NO_OWNER else seat_letter(owner),
            }
            for kind, owner in cast("list[tuple[int, int]]", value)
        ]

    def read(self, value: object, field: str, seats: int) -> object:
        found: list[tuple[int, int]] = []
        for one in list_of(field, value):
            if isinstance(one, dict):
                name, owner = one.get("card"), one.get("owner")
            else:
                name, _, owner = str(one).partition(":")
            nobody = owner in (None, "", "none")
            seat = NO_OWNER if nobody else seat_in(owner, field, seats)
            found.append((kind_in(self.cards, name, field), seat))
        return found

    def shape(self) -> Json:
        owner = or_none({"$ref": "#/$defs/Seat"})
        banished = table_shape("Banished", {"card": card_shape(self.cards), "owner": owner})
        return {"type": "array", "items": banished}

    def written_shape(self) -> Json:
        return {"type": "array", "items": {"type": "string", "description": "card:seat"}}

    def cells(self, seats: int) -> list[Cell]:
        return card_cells(self.cards)

    def fill(self, value: object, cells: Cells) -> None:
        banished = cast("list[tuple[int, int]]", value)
        cells.counts(bytes([kind for kind, _ in banished]), len(self.cards.ids))


@final
class Counts(Kind):
    """How many copies of each kind there are: `{ghoul = 5}`; a byte for each kind inside."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        counts = cast(bytes, value)
        return {self.cards.ids[kind]: count for kind, count in enumerate(counts) if count}

    def read(self, value: object, field: str, seats: int) -> object:
        counts = bytearray(len(self.cards.ids))
        for name, count in dict_of(field, value).items():
            kind = kind_in(self.cards, name, field)
            counts[kind] = number_in(count, f"{field}.{name}", 1, 99)
        return bytes(counts)

    def shape(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": "integer"}}


# -- small things -----------------------------------------------------------------------------


@final
class Discounts(Kind):
    """How much less Disciples, Warriors and Artifacts cost: `[0, 1, 0]`; told by name."""

    def tell(self, value: object) -> object:
        return dict(zip(TYPES, cast("list[int]", value)))

    def read(self, value: object, field: str, seats: int) -> object:
        if isinstance(value, dict):
            value = [value.get(name) for name in TYPES]
        numbers = list_of(field, value)
        if len(numbers) != len(TYPES):
            raise PositionError(f"{field}: three numbers, for Disciples, Warriors, Artifacts")
        return [number_in(number, field, 0, 999) for number in numbers]

    def shape(self) -> Json:
        return table_shape("Discounts", {name: {"type": "integer"} for name in TYPES})

    def written_shape(self) -> Json:
        return {"type": "array", "items": {"type": "integer"}}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(name, 0, 999) for name in TYPES]

    def fill(self, value: object, cells: Cells) -> None:
        for number in cast("list[int]", value):
            cells.put(number)


@final
class UsedAbilities(Kind):
    """Abilities of god and temple that are used up: "god 1", "temple 2"; a bit set inside."""

    def write(self, value: object) -> object:
        used = cast(int, value)
        return [
            f"{source} {index + 1}"
            for place, source in enumerate(SOURCES)
            for index in range(MOST_ABILITIES)
            if used >> (MOST_ABILITIES * place + index) & 1
        ]

    def read(self, value: object, field: str, seats: int) -> object:
        used = 0
        for text in list_of(field, value):
            source, _, index = str(text).partition(" ")
            if source not in SOURCES or index not in tuple("12345678"):
                raise PositionError(f"{field}: write 'god 1' or 'temple 2', not {text!r}")
            used |= 1 << (MOST_ABILITIES * SOURCES.index(source) + int(index) - 1)
        return used

    def shape(self) -> Json:
        return {"type": "array", "items": {"type": "string", "description": "god 1, temple 2"}}

    def cells(self, seats: int) -> list[Cell]:
        return [
            Cell(f"{source} {index + 1}") for source in SOURCES for index in range(MOST_ABILITIES)
        ]

    def fill(self, value: object, cells: Cells) -> None:
        cells.members(cast(int, value), len(SOURCES) * MOST_ABILITIES)


@final
class Watches(Kind):
    """Standing effects of this turn: whose, and the step of the cards' programs they began with;
    three bytes each inside."""

    def write(self, value: object) -> object:
        watches = cast(bytes, value)
        return [
            {
                "seat": seat_letter(watches[place]),
                "step": watches[place + 1] << 8 | watches[place + 2],
            }
            for place in range(0, len(watches), 3)
        ]

    def read(self, value: object, field: str, seats: int) -> object:
        watches = bytearray()
        for one in list_of(field, value):
            entry = dict_of(field, one)
            refuse_unknown(field, entry, ("seat", "step"))
            step = number_in(entry.get("step"), field, 0, 2**16 - 1)
            watches += bytes([seat_in(entry.get("seat"), field, seats), step >> 8, step & 255])
        return bytes(watches)

    def shape(self) -> Json:
        seat: Json = {"$ref": "#/$defs/Seat"}
        watch = table_shape("Watch", {"seat": seat, "step": {"type": "integer"}})
        return {"type": "array", "items": watch}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell("how_many", 0, 255)]

    def fill(self, value: object, cells: Cells) -> None:
        cells.put(len(cast(bytes, value)) // 3)


def seat_or_none(seat: int) -> str | None:
    return None if seat == NOBODY else seat_letter(seat)
