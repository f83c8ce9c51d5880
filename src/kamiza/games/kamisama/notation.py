"""How things of Kami-sama are written in positions and told in views."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import seat_letter
from kamiza.core.cells import Cell, Cells
from kamiza.core.kinds import Named, Number, Seat, Shown
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind, dict_of, list_of, refuse_unknown
from kamiza.games.kamisama.board import SPACES, VILLAGE_IDS, VILLAGES, Board, bit, lowest_space
from kamiza.games.kamisama.cards import (
    TOKENS_EACH,
    Cards,
    tokens_of,
)

FOX: Final = "kitsune"  # the third party of a game for two, where a seat could stand
VILLAGE: Final = Named("village", VILLAGE_IDS)
PARTY: Final = Shown({"anyOf": [Seat().shape(), {"enum": [FOX]}]})


def party_word(seats: i64, party: i64) -> str:
    """A party as everybody writes it: a seat, or "kitsune"."""
    return seat_letter(int(party)) if party < seats else FOX


def party_in(field: str, value: object, seats: int) -> int:
    """The number of a party."""
    words = [party_word(seats, party) for party in range(max(3, seats))]
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{field}: must be one of {', '.join(words)}")
    return words.index(value)


def village_in(field: str, value: object) -> int:
    if not isinstance(value, str) or value not in VILLAGE_IDS:
        raise PositionError(f"{field}: must be one of {', '.join(VILLAGE_IDS)}")
    return VILLAGE_IDS.index(value)


# -- spaces, tokens, tracks -------------------------------------------------------------------


@final
class Spaces(Kind):
    """A set of spaces: "FA.a2 FA.b3"."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board

    def write(self, value: object) -> object:
        return self.board.text(cast(int, value))

    def read(self, value: object, field: str, seats: int) -> object:
        if not isinstance(value, str):
            raise PositionError(f'{field}: write spaces as a text like "FA.a2 FA.b3"')
        found: i64 = 0
        for text in value.split():
            if text not in self.board.texts:
                raise PositionError(f"{field}: there is no space {text}")
            one: i64 = bit(self.board.texts.index(text))
            if found & one:
                raise PositionError(f"{field}: names a space twice")
            found |= one
        return found

    def shape(self) -> Json:
        return {"type": "string", "description": 'spaces, "FA.a2 FA.b3"', "words": self.board.texts}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(text) for text in self.board.texts]

    def fill(self, value: object, cells: Cells) -> None:
        cells.members(cast(int, value), SPACES)


@final
class Tokens(Kind):
    """Village tokens by village: `{"FA": 1}`; what is left out is none."""

    def write(self, value: object) -> object:
        return {village: tokens_of(cast(int, value), n) for n, village in enumerate(VILLAGE_IDS)}

    def read(self, value: object, field: str, seats: int) -> object:
        counts = dict_of(field, value)
        refuse_unknown(field, counts, VILLAGE_IDS)
        number = Number(0, TOKENS_EACH)
        tokens: i64 = 0
        for village in range(VILLAGES):
            count: i64 = cast(int, number.read(counts.get(VILLAGE_IDS[village], 0), field, seats))
            tokens |= count << (8 * village)
        return tokens

    def shape(self) -> Json:
        return {
            "type": "object",
            "properties": {village: {"type": "integer"} for village in VILLAGE_IDS},
            "required": list(VILLAGE_IDS),
            "title": "TokenCounts",
        }

    def written_shape(self) -> Json:
        return self.shape() | {"required": []}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(village, 0, TOKENS_EACH) for village in VILLAGE_IDS]

    def fill(self, value: object, cells: Cells) -> None:
        fill_tokens(cast(int, value), cells)


def fill_tokens(tokens: i64, cells: Cells) -> None:
    village: i64
    for village in range(VILLAGES):
        cells.put(tokens_of(tokens, village))


def tracks_by_year(tracks: i64, years: i64) -> list[int]:
    """VP from the tracks of each year."""
    return [tracks >> (16 * year) & 0xFFFF for year in range(years)]


@final
class Tracks(Kind):
    """VP from the tracks, one number for each year."""

    def write(self, value: object) -> object:
        return tracks_by_year(cast(int, value), 3)

    def read(self, value: object, field: str, seats: int) -> object:
        years = list_of(field, value)
        if len(years) > 3:
            raise PositionError(f"{field}: there are three years at most")
        tracks: i64 = 0
        for year in range(len(years)):
            points: i64 = cast(int, Number(0, 9999).read(years[year], field, seats))
            tracks |= points << (16 * year)
        return tracks

    def shape(self) -> Json:
        return {"type": "array", "items": {"type": "integer"}}

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(f"year_{year}", 0, 9999) for year in (1, 2, 3)]

    def fill(self, value: object, cells: Cells) -> None:
        fill_tracks(cast(int, value), cells)


def fill_tracks(tracks: i64, cells: Cells) -> None:
    cells.put(tracks & 0xFFFF)
    cells.put(tracks >> 16 & 0xFFFF)
    cells.put(tracks >> 32 & 0xFFFF)


# -- villagers --------------------------------------------------------------------------------


def villagers_in(cards: Cards, value: object, field: str) -> int:
    """A set of villager cards named by their kinds: of each kind the first copies, which
    `separate_copies` makes different from those that lie elsewhere."""
    found: i64 = 0
    for name in list_of(field, value):
        found |= bit(free_copy(cards, name, found, field))
    return found


def free_copy(cards: Cards, name: object, taken: i64, field: str) -> i64:
    """The first copy of a kind that is not taken."""
    if not isinstance(name, str) or name not in cards.villager_ids:
        raise PositionError(f"{field}: there is no villager {name!r}")
    villager = cards.villagers[cards.villager_ids.index(name)]
    for copy in range(villager.count):
        if not taken >> (villager.first + copy) & 1:
            return villager.first + copy
    raise PositionError(f"{field}: there are only {villager.count} {name}")


@final
class Villagers(Kind):
    """Villager cards, each by its kind."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        return self.cards.card_ids(cast(int, value))

    def read(self, value: object, field: str, seats: int) -> object:
        return villagers_in(self.cards, value, field)

    def shape(self) -> Json:
        return {"type": "array", "items": {"enum": self.cards.villager_ids}}

    def cells(self, seats: int) -> list[Cell]:
        return villager_cells(self.cards)

    def fill(self, value: object, cells: Cells) -> None:
        fill_villagers(self.cards, cast(int, value), cells)


def villager_cells(cards: Cards) -> list[Cell]:
    """One for each kind of villager."""
    return [Cell(name, 0, 9) for name in cards.villager_ids]


def fill_villagers(cards: Cards, villagers: i64, cells: Cells) -> None:
    """How many of each kind; a set that was not seen is told as none."""
    begin: i64 = cells.at
    cells.blank(len(cards.villager_ids))
    rest: i64 = villagers if villagers > 0 else 0
    while rest:
        place: i64 = begin + cards.kinds[lowest_space(rest)]
        cells.row[place] += 1
        rest &= rest - 1


@final
class VillagerRow(Kind):
    """Villager cards in order."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        cards = self.cards
        return [cards.villager_ids[cards.kinds[card]] for card in cast(bytes, value)]

    def read(self, value: object, field: str, seats: int) -> object:
        row = bytearray()
        taken: i64 = 0
        for name in list_of(field, value):
            card: i64 = free_copy(self.cards, name, taken, field)
            taken |= bit(card)
            row.append(card)
        return bytes(row)

    def shape(self) -> Json:
        return {"type": "array", "items": {"enum": self.cards.villager_ids}}


@final
class Copies:
    """Villager cards given out by kind, never the same copy twice."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards
        self.taken: i64 = 0

    def other(self, cards: i64, field: str) -> i64:
        """The same kinds, of copies that nobody has yet; a set that was not seen stays so."""
        if cards < 0:
            return cards
        found: i64 = 0
        for name in self.cards.card_ids(cards):
            card: i64 = bit(free_copy(self.cards, name, self.taken, field))
            found |= card
            self.taken |= card
        return found
