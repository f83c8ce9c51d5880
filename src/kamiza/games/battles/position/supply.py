"""The cards of a position: what is described, and the rest where it comes from. [KB-EXH-21]"""

from __future__ import annotations

from typing import Final

from kamiza.core.fields import dict_of, list_of, number_of, refuse_unknown
from kamiza.core.game import PositionError
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, Cards
from kamiza.games.battles.position.values import read_kind, read_marks
from kamiza.games.battles.rules.settings import kinds_of
from kamiza.games.battles.table import Battles, Deck

HALL_FIELDS: Final = ("warriors", "artifacts", "disciples")
DECK_FIELDS: Final = ("top", "top_seen", "rest", "bottom", "bottom_seen")


class Supply:
    """The cards of a game that have not been found anywhere yet. [KB-EXH-21]"""

    def __init__(self, state: Battles, position: dict[str, object]) -> None:
        cards = state.cards
        kinds = list(state.settings.warriors) or kinds_of(cards, state.settings, w.WARRIOR)
        kinds += list(state.settings.artifacts) or kinds_of(cards, state.settings, w.ARTIFACT)
        disciples = list(state.settings.disciples)
        for rank in (1, 2, 3):
            if not any(cards.rank[kind] == rank for kind in disciples):
                own = [
                    k for k in kinds_of(cards, state.settings, w.DISCIPLE) if cards.rank[k] == rank
                ]
                disciples += sorted(own, key=lambda kind: cards.set_of[kind])[:1]
        counts = {kind: cards.copies[kind] for kind in kinds + disciples}
        if "supply" in position:
            entries = dict_of("supply", position["supply"])
            counts = {
                read_kind(cards, "supply", name): number_of(f"supply.{name}", value, 1, 99)
                for name, value in entries.items()
            }
        self.cards = cards
        self.left = dict(counts)
        state.supply = bytes(counts.get(kind, 0) for kind in range(cards.kinds))
        ranks = {cards.rank[k]: k for k in sorted(counts) if cards.type[k] == w.DISCIPLE}
        if sorted(ranks) != [1, 2, 3]:
            raise PositionError("supply: one Disciple of each type is on the table")
        state.disciple_piles = bytes(ranks[rank] for rank in (1, 2, 3))

    def take(self, field: str, names: object) -> bytes:
        """Cards named by a field, taken out of what is left."""
        row = bytearray()
        for name in list_of(field, names):
            kind = read_kind(self.cards, field, name)
            self.take_kind(field, kind, 1)
            row.append(kind)
        return bytes(row)

    def take_kind(self, field: str, kind: int, count: int) -> None:
        if self.left.get(kind, 0) < count:
            raise PositionError(f"{field}: there are not so many {self.cards.ids[kind]}")
        self.left[kind] -= count

    def take_deck(self, field: str, value: object) -> tuple[Deck, bool]:
        """A deck, and whether it is described completely."""
        if isinstance(value, list):
            top = self.take(field, value)
            return Deck(top, bytes(len(top)), b"", b"", b""), True
        entry = dict_of(field, value)
        refuse_unknown(field, entry, DECK_FIELDS)
        top = self.take(f"{field}.top", entry.get("top", []))
        bottom = self.take(f"{field}.bottom", entry.get("bottom", []))
        rest = self.take(f"{field}.rest", entry.get("rest", []))
        top_seen = read_marks(f"{field}.top_seen", entry.get("top_seen"), len(top))
        bottom_seen = read_marks(f"{field}.bottom_seen", entry.get("bottom_seen"), len(bottom))
        return Deck(top, top_seen, rest, bottom, bottom_seen), "rest" in entry

    def lay_out(self, state: Battles, position: dict[str, object]) -> None:
        """Hall and common decks; what is left over lies where it comes from."""
        hall = dict_of("hall", position.get("hall", {}))
        refuse_unknown("hall", hall, HALL_FIELDS)
        self.lay_disciples(state, hall)
        for type, name, places in (
            (w.WARRIOR, "warrior", 6),
            (w.ARTIFACT, "artifact", 3),
        ):
            deck, whole = self.take_deck(f"{name}_deck", position.get(f"{name}_deck", {}))
            piles, sizes = self.lay_row(hall, f"{name}s", type, places, deck.top, whole)
            if not whole:
                rest = [
                    k for k, n in self.left.items() if self.cards.type[k] == type for _ in range(n)
                ]
                deck.rest = bytes(sorted(rest))
                for kind in rest:
                    self.left[kind] -= 1
            if type == w.WARRIOR:
                state.warrior_deck, state.warrior_piles, state.warrior_sizes = deck, piles, sizes
            else:
                state.artifact_deck, state.artifact_piles, state.artifact_sizes = deck, piles, sizes
        missing = [self.cards.ids[kind] for kind, count in self.left.items() if count]
        if missing:
            raise PositionError(f"the cards {', '.join(missing)} are nowhere")

    def lay_disciples(self, state: Battles, hall: dict[str, object]) -> None:
        """Piles of Disciples; cards beyond a described pile are out of the game."""
        sizes = [self.left.get(kind, 0) for kind in state.disciple_piles]
        if "disciples" in hall:
            rows = list_of("hall.disciples", hall["disciples"])
            for row in rows:
                kind, count = read_pile(self.cards, "hall.disciples", row)
                place = state.disciple_piles.find(bytes([kind]))
                if place < 0:
                    raise PositionError("hall.disciples: one pile for each type of Disciple")
                if count > sizes[place]:
                    raise PositionError(f"hall.disciples: not so many {self.cards.ids[kind]}")
                gone = bytes([kind]) * (sizes[place] - count)
                state.removed += gone
                sizes[place] = count
        for kind in state.disciple_piles:
            self.left[kind] = 0
        state.disciple_sizes = bytes(sizes)

    def lay_row(
        self, hall: dict[str, object], name: str, type: int, places: int, coming: bytes, whole: bool
    ) -> tuple[bytes, bytes]:
        field = f"hall.{name}"
        piles, sizes = bytearray(), bytearray()
        for row in list_of(field, hall.get(name, [])):
            if row is None:
                piles.append(NO_CARD)
                sizes.append(0)
                continue
            kind, count = read_pile(self.cards, field, row)
            if self.cards.type[kind] != type or kind in piles or count == 0:
                raise PositionError(f"{field}: different {name}, at least one of each")
            self.take_kind(field, kind, count)
            piles.append(kind)
            sizes.append(count)
        if len(piles) > places:
            raise PositionError(f"{field}: there are {places} places")
        for kind, count in sorted(self.left.items()):
            fits = self.cards.type[kind] == type and not self.cards.reveals[kind] and count > 0
            if not whole and fits and len(piles) < places and kind not in piles + coming:
                self.left[kind] -= 1
                piles.append(kind)
                sizes.append(1)
        piles += b"\xff" * (places - len(piles))
        return bytes(piles), bytes(sizes) + bytes(places - len(sizes))


def read_pile(cards: Cards, field: str, row: object) -> tuple[int, int]:
    """A pile as `{card = "ghoul", count = 2}`, or just a card."""
    if isinstance(row, str):
        return read_kind(cards, field, row), 1
    entry = dict_of(field, row)
    refuse_unknown(field, entry, ("card", "count"))
    count = number_of(f"{field}.count", entry.get("count", 1), 0, 99)
    return read_kind(cards, field, entry.get("card")), count
