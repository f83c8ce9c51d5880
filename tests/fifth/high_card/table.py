"""The table of High Card: what lies on it, and who may know it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Named, Number, Seat, SetOf
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.core.schema import OWNER, WORKED_OUT, Field, Other, Schema

NAMES: Final = [str(card) for card in range(1, 13)]  # card number 0 is the 1
ALL_CARDS: Final = (1 << len(NAMES)) - 1  # sets of cards are bit sets
NO_CARD: Final = -1
ROUNDS: Final = 3


@final
class Player:
    """What one player has."""

    __slots__ = ("hand", "played", "points")

    def __init__(self, hand: i64 = 0, played: i64 = NO_CARD, points: i64 = 0) -> None:
        self.hand = hand  # a set
        self.played = played  # in this round
        self.points = points


@final
class HighCardTable(State):
    """A game in progress. The cards that lie nowhere are the face-down rest."""

    __slots__ = ("leader", "players", "seen")

    def __init__(
        self, players: list[Player], rng: Rng, asked: i64, leader: i64, seen: i64, reveals: i64
    ) -> None:
        self.seats = len(players)
        self.players = players
        self.rng = rng
        self.asked = asked
        self.leader = leader
        self.seen = seen  # the cards of earlier rounds, a set
        self.reveals = reveals
        self.log = None

    def clone(self) -> HighCardTable:
        players = [Player(p.hand, p.played, p.points) for p in self.players]
        rng = self.rng.clone()
        return HighCardTable(players, rng, self.asked, self.leader, self.seen, self.reveals)

    def schema(self) -> Schema:
        return SCHEMA

    def settings_json(self) -> dict[str, object]:
        return {}

    def rounds_played(self) -> int:
        """Every round gives one point. [HC-ROUND-02]"""
        return sum(player.points for player in self.players)


def blank_table(seats: int) -> HighCardTable:
    return HighCardTable([Player() for _ in range(seats)], Rng(0, 1, b"", []), -1, 0, 0, 0)


def cards_in(cards: int) -> list[int]:
    return [card for card in range(len(NAMES)) if cards >> card & 1]


def hand_size(table: State, owner: int) -> int:
    """It follows from what everybody sees: one card goes in every round."""
    known = cast(HighCardTable, table)
    return ROUNDS - known.rounds_played() - (known.players[owner].played != NO_CARD)


SCHEMA: Final = Schema(
    "high_card",
    table=[
        Field("leader", Seat(), "who began this round", "A"),
        Field("seen", SetOf("card", NAMES), "the cards of earlier rounds", []),
    ],
    players=[
        Field("hand", SetOf("card", NAMES), "the cards in hand; usually the lowest that lie "
              "nowhere else", WORKED_OUT, knows=OWNER, shown_as="private.hand",
              others=[Other("hand_size", COUNT, "how many cards the hand has", hand_size)]),
        Field("played", Named("card", NAMES, NO_CARD), "the card played in this round", None),
        Field("points", Number(0, ROUNDS), "rounds won", 0),
    ],
)  # fmt: skip
