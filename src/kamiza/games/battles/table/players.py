"""What one player has: god, temple, cards, and what lasts until the end of the turn.

Piles that nobody has looked into have no order: a card is drawn from the multiset when it is
needed. A card whose place in a deck somebody knows lies in the fixed part on top or at the bottom.
Who has seen a card is a set of seats; `PUBLIC` is the seat of everybody. [KB-HID-16..22]
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr

PUBLIC: Final = 6  # as a bit of a `seen` set
SEEN_BY_ALL: Final = 127

IN: Final = 0
SEALED: Final = 1
OUT: Final = 2
STATUS: Final = ("in", "sealed", "out")
SOLO: Final = 0
MAIN: Final = 1
SUPPORT: Final = 2
ROLES: Final = ("solo", "main", "support")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Deck:
    """A face-down pile: fixed cards on top, a multiset, fixed cards at the bottom."""

    __slots__ = ("bottom", "bottom_seen", "rest", "top", "top_seen")
    top: bytes  # first is uppermost
    top_seen: bytes  # who knows each of them
    rest: bytes  # multiset; its order means nothing, cards are drawn from anywhere
    bottom: bytes  # last is lowest
    bottom_seen: bytes

    def __init__(
        self, top: bytes, top_seen: bytes, rest: bytes, bottom: bytes, bottom_seen: bytes
    ) -> None:
        self.top = top
        self.top_seen = top_seen
        self.rest = rest
        self.bottom = bottom
        self.bottom_seen = bottom_seen

    def clone(self) -> Deck:
        return Deck(self.top, self.top_seen, self.rest, self.bottom, self.bottom_seen)

    def size(self) -> i64:
        return len(self.top) + len(self.rest) + len(self.bottom)


def empty_deck() -> Deck:
    return Deck(b"", b"", b"", b"", b"")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one player has."""

    __slots__ = (
        "area",
        "boost_next",
        "boost_turn",
        "dealt",
        "deck",
        "discard",
        "disciples",
        "disciples_1",
        "discount_artifact",
        "discount_disciple",
        "discount_warrior",
        "energy",
        "fell",
        "god",
        "hand",
        "role",
        "seen",
        "status",
        "stops",
        "team",
        "temple",
        "temple_energy",
        "triggers",
        "unknown",
        "used",
    )  # fmt: skip
    status: i64
    team: i64
    role: i64
    god: i64  # NO_GOD until it is chosen
    dealt: i64  # set: the gods to choose from, while the player chooses
    energy: i64
    temple: i64  # NO_TEMPLE if there never was one
    temple_energy: i64  # 0: destroyed, face down [KB-TEMP-03]
    hand: bytes  # multiset
    unknown: i64  # cards in hand beside `hand`, lying in `deck.rest`; only on the table of a view
    seen: bytes  # for each card in hand who else knows it; of equal cards the best known first
    deck: Deck
    discard: bytes  # last is on top
    area: bytes  # as played
    used: i64  # set: Acts and once-per-turn Reacts of this turn; god 0 .. 7, temple 8 .. 15
    stops: i64  # set of points at which the player wants to be asked
    disciples: i64  # played this turn
    disciples_1: i64
    boost_turn: i64
    boost_next: i64
    discount_warrior: i64
    discount_artifact: i64
    discount_disciple: i64
    triggers: i64  # set: all a React of this player may wait for; only saves looking
    fell: i64  # when the player was eliminated, counted from 1; 0: never

    def __init__(self, deck: Deck) -> None:
        self.status = IN
        self.team = 0
        self.role = SOLO
        self.god = 255
        self.dealt = 0
        self.energy = 0
        self.temple = 255
        self.temple_energy = 0
        self.hand = b""
        self.unknown = 0
        self.seen = b""
        self.deck = deck
        self.discard = b""
        self.area = b""
        self.used = 0
        self.stops = 0
        self.disciples = 0
        self.disciples_1 = 0
        self.boost_turn = 0
        self.boost_next = 0
        self.discount_warrior = 0
        self.discount_artifact = 0
        self.discount_disciple = 0
        self.triggers = 0
        self.fell = 0

    def clone(self) -> Player:
        copy = Player(self.deck.clone())
        copy.copy_open(self)
        copy.god = self.god
        copy.dealt = self.dealt
        copy.hand = self.hand
        copy.unknown = self.unknown
        copy.seen = self.seen
        return copy

    def copy_open(self, player: Player) -> None:
        """Everything that lies open before a player."""
        self.status = player.status
        self.team = player.team
        self.role = player.role
        self.energy = player.energy
        self.temple = player.temple
        self.temple_energy = player.temple_energy
        self.discard = player.discard
        self.area = player.area
        self.used = player.used
        self.stops = player.stops
        self.disciples = player.disciples
        self.disciples_1 = player.disciples_1
        self.boost_turn = player.boost_turn
        self.boost_next = player.boost_next
        self.discount_warrior = player.discount_warrior
        self.discount_artifact = player.discount_artifact
        self.discount_disciple = player.discount_disciple
        self.triggers = player.triggers
        self.fell = player.fell

    def clear_turn(self) -> None:
        """Limits, boosts and discounts end with the turn. [KB-RUL-51]"""
        self.used = 0
        self.disciples = 0
        self.disciples_1 = 0
        self.boost_turn = 0
        self.boost_next = 0
        self.discount_warrior = 0
        self.discount_artifact = 0
        self.discount_disciple = 0
