"""Single values of a position, read and checked; every refusal names its field."""

from __future__ import annotations

from kamiza.core.fields import dict_of, list_of, number_of, refuse_unknown
from kamiza.core.game import PositionError
from kamiza.core.native import i64
from kamiza.games.kamisama.board import VILLAGE_IDS, VILLAGES
from kamiza.games.kamisama.cards import Cards, deck_of
from kamiza.games.kamisama.reading import CardReader, ids_to_bits, read_tokens


def texts_of(field: str, value: object) -> list[str]:
    texts: list[str] = []
    for text in list_of(field, value):
        if not isinstance(text, str):
            raise PositionError(f"{field}: must be a list of texts")
        texts.append(text)
    return texts


def village_of(field: str, value: object) -> int:
    if not isinstance(value, str) or value not in VILLAGE_IDS:
        raise PositionError(f"{field}: must be one of {', '.join(VILLAGE_IDS)}")
    return VILLAGE_IDS.index(value)


def one_of(ids: list[str], field: str, value: object) -> int:
    """The number of an id, or -1 for nothing."""
    if value is None:
        return -1
    if not isinstance(value, str) or value not in ids:
        raise PositionError(f"{field}: there is no {value!r}")
    return ids.index(value)


def order_of(ids: list[str], field: str, value: object) -> list[int]:
    """Different things in an order that matters."""
    numbers = [one_of(ids, field, text) for text in texts_of(field, value)]
    if len(set(numbers)) != len(numbers):
        raise PositionError(f"{field}: names something twice")
    return numbers


def ids_of(ids: list[str], field: str, value: object) -> int:
    """A set written as a list of ids."""
    numbers = order_of(ids, field, value)
    return ids_to_bits(ids, [ids[number] for number in numbers])


def spaces_of(cards: Cards, field: str, value: object) -> int:
    """A set of spaces written "FA.a2 FA.b3"."""
    if not isinstance(value, str):
        raise PositionError(f'{field}: write spaces as a text like "FA.a2 FA.b3"')
    texts = value.split()
    for text in texts:
        if text not in cards.board.texts:
            raise PositionError(f"{field}: there is no space {text}")
    if len(set(texts)) != len(texts):
        raise PositionError(f"{field}: names a space twice")
    return ids_to_bits(cards.board.texts, texts)


def tokens_of_player(field: str, value: object) -> int:
    table = dict_of(field, value)
    refuse_unknown(field, table, VILLAGE_IDS)
    counts = {name: number_of(field, table.get(name, 0), 0, 12) for name in VILLAGE_IDS}
    if min(counts.values()) > 0:
        raise PositionError(f"{field}: one of each would have been turned in as a set")
    return read_tokens(counts)


def tracks_of(field: str, value: object) -> int:
    points = [number_of(field, number, 0, 9999) for number in list_of(field, value)]
    if len(points) > 3:
        raise PositionError(f"{field}: there are three years at most")
    tracks: i64 = 0
    for year in range(len(points)):
        tracks |= points[year] << (16 * year)
    return tracks


def cards_of(reader: CardReader, field: str, value: object) -> int:
    """Villager cards by kind, as many as there still are."""
    ids = texts_of(field, value)
    for id in ids:
        if id not in reader.cards.villager_ids:
            raise PositionError(f"{field}: there is no villager {id!r}")
    try:
        return reader.take(ids)
    except ValueError as wrong:
        raise PositionError(f"{field}: {wrong}") from None


def refuse_foreign(field: str, cards: int, village: int) -> None:
    if cards & ~deck_of(village):
        raise PositionError(f"{field}: a card belongs to another village")


def deck_top_of(reader: CardReader, ids: list[str]) -> bytes:
    """The cards on top of the decks, by number, from what is left in them."""
    top: list[int] = []
    left = CardReader(reader.cards)
    left.taken = reader.taken
    for id in ids:
        card: i64 = cards_of(left, "deck_top", [id])
        for number in range(15 * VILLAGES):
            if card >> number & 1:
                top.append(number)
    return bytes(top)
