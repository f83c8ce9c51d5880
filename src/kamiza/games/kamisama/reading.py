"""Sets written as texts and lists, read back; shared by views and positions."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64
from kamiza.games.kamisama.board import VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.influence import order_size
from kamiza.games.kamisama.state import party_in_order, tokens_of


def number_or(ids: list[str], id: object, nothing: int) -> int:
    """The number of an id, or of nothing."""
    return ids.index(str(id)) if id is not None else nothing


def ids_to_bits(ids: list[str], wanted: list[str]) -> int:
    found: i64 = 0
    for id in wanted:
        found |= bit(ids.index(id))
    return found


def bits_to_ids(ids: list[str], bits: i64) -> list[str]:
    return [id for number, id in enumerate(ids) if bits >> number & 1]


def villages_in(bits: i64) -> list[str]:
    return [VILLAGE_IDS[village] for village in range(VILLAGES) if bits >> village & 1]


def read_spaces(cards: Cards, text: str) -> int:
    """A set of spaces written "FA.a2 FA.b3"; an unknown one is a ValueError."""
    return ids_to_bits(cards.board.texts, text.split())


@final
class CardReader:
    """Villager cards by kind, one set after the other, never the same copy twice."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards
        self.taken: i64 = 0

    def take(self, ids: list[str]) -> int:
        """A set of cards; more than there are is a ValueError."""
        found: i64 = 0
        for id in ids:
            villager = self.cards.villagers[self.cards.villager_ids.index(id)]
            copy: i64 = 0
            while copy < villager.count and self.taken >> (villager.first + copy) & 1:
                copy += 1
            if copy == villager.count:
                raise ValueError(f"there are only {villager.count} {id}")
            found |= bit(villager.first + copy)
            self.taken |= found
        return found


def read_tokens(counts: dict[str, int]) -> int:
    tokens: i64 = 0
    for village in range(VILLAGES):
        tokens |= counts.get(VILLAGE_IDS[village], 0) << (8 * village)
    return tokens


def write_tokens(tokens: i64) -> dict[str, object]:
    counts: dict[str, object] = {}
    for village in range(VILLAGES):
        counts[VILLAGE_IDS[village]] = tokens_of(tokens, village)
    return counts


def read_order(parties: list[int]) -> int:
    order: i64 = 0
    for place, party in enumerate(parties):
        order |= (party + 1) << (4 * place)
    return order


def write_order(order: i64) -> list[int]:
    return [party_in_order(order, place) for place in range(order_size(order))]


def read_seat_set(seats: list[int]) -> int:
    found: i64 = 0
    for seat in seats:
        found |= bit(seat)
    return found


def seats_in(bits: i64) -> list[int]:
    return [seat for seat in range(6) if bits >> seat & 1]


def write_used(used: i64) -> list[int]:
    return [number + 1 for number in range(3) if used >> number & 1]


def write_tracks(tracks: i64, years: i64) -> list[int]:
    """VP from the tracks of each year."""
    return [tracks >> (16 * year) & 0xFFFF for year in range(years)]
