"""The table of High Card: what lies on it, and who may know it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Named, Number, Seat, SetOf
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.core.schema import OWNER, WORKED_OUT, Field, Other, Schema

CARDS: Final = 12
ALL_CARDS: Final = (1 << CARDS) - 1  # a set of cards; card number 0 is the 1
NO_CARD: Final = -1
HAND: Final = 3
NAMES: Final = [str(card + 1) for card in range(CARDS)]


@final
class Player:
    """What one player has."""

    __slots__ = ("hand", "played", "points")

    def __init__(self, hand: i64 = 0, played: i64 = NO_CARD, points: i64 = 0) -> None:
        self.hand = hand  # a set of cards
        self.played = played  # in this round, or NO_CARD
        self.points = points

    def clone(self) -> Player:
        return Player(self.hand, self.played, self.points)


@final
class HighCardTable(State):
    """A game in progress. The cards that lie nowhere are the face-down rest."""

    __slots__ = ("leader", "players", "seen")

    def __init__(
        self, players: list[Player], rng: Rng, asked: i64 = -1, leader: i64 = 0, seen: i64 = 0,
        reveals: i64 = 0,
    ) -> None:  # fmt: skip
        self.seats = len(players)
        self.players = players
        self.rng = rng
        self.asked = asked
        self.leader = leader
        self.seen = seen  # the cards of earlier rounds, a set
        self.reveals = reveals
        self.log = None

    def clone(self) -> HighCardTable:
        players = [player.clone() for player in self.players]
        return HighCardTable(
            players, self.rng.clone(), self.asked, self.leader, self.seen, self.reveals
        )

    def schema(self) -> Schema:
        return SCHEMA

    def settings_json(self) -> dict[str, object]:
        return {}

    def seated(self, seat: int) -> object:
        return self.players[seat]


def blank_table(seats: int) -> HighCardTable:
    return HighCardTable([Player() for _ in range(seats)], Rng(0, 1, b"", []))


def rounds_played(table: HighCardTable) -> int:
    """Every round gives one point. [HC-ROUND-02]"""
    return sum(player.points for player in table.players)


def hand_size(table: State, owner: int) -> object:
    """It follows from what everybody sees: one card goes in every round."""
    known = cast(HighCardTable, table)
    return HAND - rounds_played(known) - (known.players[owner].played != NO_CARD)


SCHEMA: Final = Schema(
    "high_card",
    table=[
        Field("leader", Seat(), "who began this round", "A"),
        Field("seen", SetOf("card", NAMES), "the cards of earlier rounds", []),
    ],
    players=[
        Field("hand", SetOf("card", NAMES), "the cards in hand; usually the lowest that lie "
              "nowhere else", WORKED_OUT, knows=OWNER, told="private.hand",
              others=[Other("hand_size", COUNT, "how many cards the hand has", hand_size)]),
        Field("played", Named("card", NAMES, NO_CARD), "the card played in this round", None),
        Field("points", Number(0, HAND), "rounds won", 0),
    ],
)  # fmt: skip
