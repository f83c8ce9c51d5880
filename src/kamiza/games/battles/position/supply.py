"""The cards of a position: what is described, and the rest where it comes from. [KB-EXH-21]"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import seat_letter
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, Cards
from kamiza.games.battles.rules.settings import kinds_of
from kamiza.games.battles.stack.frame import bottom_of
from kamiza.games.battles.stack.turns import Preparation
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import ARTIFACT_PLACES, WARRIOR_PLACES, Battles
from kamiza.games.battles.table.notation import REST
from kamiza.games.battles.table.players import OUT, Deck
from kamiza.games.battles.table.settings import Settings

SHORT_DECK: Final = 6  # Disciples in a deck that is not described


def place_cards(state: Battles, given: Given) -> None:
    """Take what the position describes out of the supply, and lay the rest where it belongs."""
    if not given.has("supply"):
        state.supply = usual_supply(state.cards, state.settings)
    supply = Supply(state.cards, state.supply)
    sizes = dict(zip(state.disciple_piles, state.disciple_sizes)) if given.has("hall") else {}
    state.disciple_piles = supply.disciples()
    take_common(state, supply)
    for seat in range(state.seats):
        take_players(state, seat, supply)
    fill_decks(state, supply)
    lay_disciples(state, supply, sizes)
    warriors = Rows("warrior", w.WARRIOR, WARRIOR_PLACES, state.warrior_deck)
    state.warrior_piles, state.warrior_sizes = supply.lay_row(
        warriors, state.warrior_piles, state.warrior_sizes, given.has("hall")
    )
    artifacts = Rows("artifact", w.ARTIFACT, ARTIFACT_PLACES, state.artifact_deck)
    state.artifact_piles, state.artifact_sizes = supply.lay_row(
        artifacts, state.artifact_piles, state.artifact_sizes, given.has("hall")
    )
    missing = [state.cards.ids[kind] for kind, count in supply.left.items() if count]
    if missing:
        raise PositionError(f"supply: the cards {', '.join(missing)} are nowhere")


def usual_supply(cards: Cards, settings: Settings) -> bytes:
    """Every kind of the sets on the table, or the chosen ones, and one Disciple of each type."""
    kinds = list(settings.warriors) or kinds_of(cards, settings, w.WARRIOR)
    kinds += list(settings.artifacts) or kinds_of(cards, settings, w.ARTIFACT)
    disciples = list(settings.disciples)
    for rank in (1, 2, 3):
        if not any(cards.rank[kind] == rank for kind in disciples):
            own = [k for k in kinds_of(cards, settings, w.DISCIPLE) if cards.rank[k] == rank]
            disciples += sorted(own, key=lambda kind: cards.set_of[kind])[:1]
    kinds += disciples
    return bytes(cards.copies[kind] if kind in kinds else 0 for kind in range(cards.kinds))


class Rows:
    """A row of the Hall and the deck it is filled from."""

    def __init__(self, name: str, type: int, places: int, deck: Deck) -> None:
        self.field = f"hall.{name}s"
        self.name = name
        self.type = type
        self.places = places
        self.deck = deck


class Supply:
    """The cards of a game that have not been found anywhere yet."""

    def __init__(self, cards: Cards, counts: bytes) -> None:
        self.cards = cards
        self.left = {kind: count for kind, count in enumerate(counts) if count}

    def disciples(self) -> bytes:
        cards = self.cards
        ranks = {cards.rank[k]: k for k in sorted(self.left) if cards.type[k] == w.DISCIPLE}
        if sorted(ranks) != [1, 2, 3]:
            raise PositionError("supply: one Disciple of each type is on the table")
        return bytes(ranks[rank] for rank in (1, 2, 3))

    def take(self, field: str, row: bytes) -> None:
        for kind in row:
            self.take_kind(field, kind, 1)

    def take_kind(self, field: str, kind: int, count: int) -> None:
        if self.left.get(kind, 0) < count:
            raise PositionError(f"{field}: there are not so many {self.cards.ids[kind]}")
        self.left[kind] -= count

    def take_deck(self, field: str, deck: Deck) -> None:
        self.take(f"{field}.top", deck.top)
        self.take(f"{field}.bottom", deck.bottom)
        if deck.rest != REST:
            self.take(f"{field}.rest", deck.rest)

    def lay_row(
        self, row: Rows, given: bytes, heights: bytes, is_given: bool
    ) -> tuple[bytes, bytes]:
        """The described piles of a row of the Hall, then others without a Reveal; what is left
        lies in the deck."""
        piles, sizes = bytearray(), bytearray()
        if is_given:
            self.take_piles(row, given, heights)
            piles, sizes = bytearray(given), bytearray(heights)
        self.take_deck(f"{row.name}_deck", row.deck)
        deck = row.deck
        is_whole = deck.rest != REST
        for kind, count in sorted(self.left.items()):
            fits = self.cards.type[kind] == row.type and not self.cards.reveals[kind] and count > 0
            if fits and not is_whole and len(piles) < row.places and kind not in piles + deck.top:
                self.left[kind] -= 1
                piles.append(kind)
                sizes.append(1)
        if not is_whole:
            kinds = [kind for kind in self.left if self.cards.type[kind] == row.type]
            deck.rest = b"".join(bytes([kind]) * self.left[kind] for kind in sorted(kinds))
            for kind in kinds:
                self.left[kind] = 0
        empty = row.places - len(piles)
        return bytes(piles) + bytes([NO_CARD]) * empty, bytes(sizes) + bytes(empty)

    def take_piles(self, row: Rows, piles: bytes, sizes: bytes) -> None:
        if len(piles) > row.places:
            raise PositionError(f"{row.field}: there are {row.places} places")
        for kind, count in zip(piles, sizes):
            if kind == NO_CARD:
                continue
            if self.cards.type[kind] != row.type or piles.count(bytes([kind])) > 1 or count == 0:
                raise PositionError(f"{row.field}: different {row.name}s, at least one of each")
            self.take_kind(row.field, kind, count)


def take_common(state: Battles, supply: Supply) -> None:
    supply.take("netherworld", state.netherworld)
    supply.take("removed", state.removed)
    frame = state.frame
    while frame is not None:
        if isinstance(frame, Use) and frame.held != NO_CARD:
            if bottom_is_setup(state):
                raise PositionError("frames: no card is revealed during set-up")
            supply.take_kind("frames.held", int(frame.held), 1)
        frame = frame.below


def bottom_is_setup(state: Battles) -> bool:
    return isinstance(bottom_of(state.frame), Preparation)


def take_players(state: Battles, seat: int, supply: Supply) -> None:
    letter, player = seat_letter(seat), state.players[seat]
    supply.take(f"{letter}.hand", player.hand)
    supply.take(f"{letter}.discard", player.discard)
    supply.take(f"{letter}.area", player.area)
    supply.take_deck(f"{letter}.deck", player.deck)


def fill_decks(state: Battles, supply: Supply) -> None:
    """A deck that is not described is a short one; nobody has cards before the set-up is over."""
    for player in state.players:
        if player.deck.rest != REST:
            continue
        count = 0
        kind = state.disciple_piles[0]
        if player.status != OUT and not bottom_is_setup(state):
            count = min(SHORT_DECK, supply.left.get(kind, 0))
        supply.take_kind("deck", kind, count)
        player.deck.rest = bytes([kind]) * count


def lay_disciples(state: Battles, supply: Supply, described: dict[int, int]) -> None:
    """Piles of Disciples; cards beyond a described pile are out of the game."""
    sizes = bytearray()
    for kind in described:
        if kind not in state.disciple_piles:
            raise PositionError("hall.disciples: one pile for each type of Disciple")
    for kind in state.disciple_piles:
        left = supply.left.get(kind, 0)
        count = described.get(kind, left)
        if count > left:
            raise PositionError(f"hall.disciples: not so many {state.cards.ids[kind]}")
        state.removed += bytes([kind]) * (left - count)
        sizes.append(count)
        supply.left[kind] = 0
    state.disciple_sizes = bytes(sizes)
