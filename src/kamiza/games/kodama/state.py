"""The state of a game of Kodama: what lies on the table, and nothing else."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.event import Event
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.games.kodama.cards import NO_CARD, NO_DECREE, Cards
from kamiza.games.kodama.effects import DECK_PICK, Effect
from kamiza.games.kodama.trees import Tree

# The open question. ONTO holds slot and card; SPOT slot, card, parent and whether W is in use.
PICK: Final = 0
ONTO: Final = 1
SPOT: Final = 2
KODAMA: Final = 3
FRAMES: Final = ("PICK", "ONTO", "SPOT", "KODAMA")
PICK_FRAME: Final = Frame(PICK)
KODAMA_FRAME: Final = Frame(KODAMA)

# Streams of chance: in a sealed game no pile can influence another.
TRUNK_STREAM: Final = 0
KODAMA_STREAM: Final = 1
DECREE_STREAM: Final = 2  # 2, 3, 4: one for each season
BRANCH_STREAM: Final = 5
FIRST_STREAM: Final = 6

LAST_SEASON: Final = 2
ROUNDS: Final = 4  # [KO-SEAS-03]
HAND: Final = 4  # [KO-SETUP-05]
DISPLAY: Final = 4  # [KO-SETUP-09]
LIMIT: Final = 10  # [KO-PLACE-08]
DECK: Final = 15  # the slot of a card taken from the deck
NOT_DRAWN: Final = 255  # a face-down decree nobody has looked at
SEASON_BITS: Final = 16  # points are kept by season in one int
SEASON_FIELD: Final = 0xFFFF
CARD_BITS: Final = 6  # a scored Kodama: number + 1, then its points


@final
class Settings:
    """The table options, fixed before the first card. [KO-OPT-02..06]"""

    def __init__(
        self, edition: str, sprouts: dict[int, str], decrees: bool, first: int, open_hands: bool
    ) -> None:
        self.edition: Final = edition
        self.sprouts: Final = sprouts  # letters by seat
        self.decrees: Final = decrees
        self.first_player: Final = first  # a seat, or NOBODY for chance
        self.open_hands: Final = open_hands


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one player has."""

    __slots__ = ("base", "bonus", "hand", "last_base", "last_bonus", "score", "scored", "tree")
    tree: Tree
    hand: i64  # set of Kodama and Sprout cards
    score: i64
    base: i64  # points of placements, by season
    bonus: i64  # points of decrees, by season
    scored: i64  # Kodama scored and their points, by season
    last_base: i64  # points of the last turn
    last_bonus: i64

    def __init__(
        self, tree: Tree, hand: i64, score: i64, base: i64, bonus: i64, scored: i64,
        last_base: i64, last_bonus: i64,
    ) -> None:  # fmt: skip
        self.tree = tree
        self.hand = hand
        self.score = score
        self.base = base
        self.bonus = bonus
        self.scored = scored
        self.last_base = last_base
        self.last_bonus = last_bonus

    def clone(self) -> Player:
        return Player(
            self.tree, self.hand, self.score, self.base, self.bonus, self.scored, self.last_base,
            self.last_bonus,
        )  # fmt: skip


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Kodama(State):
    """A game in progress.

    Piles that nobody has looked into have no order: a branch card or a decree is drawn when it is
    turned up. `deck_top` and `coming` fix the next ones where a position says so.
    """

    __slots__ = (
        "cards", "coming", "conversion", "deck", "deck_top", "decree", "display", "display_size",
        "first", "frame", "limit", "options", "past", "players", "removed", "round", "season",
        "seats", "turn",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    options: Settings  # shared, never changed
    seats: i64
    players: list[Player]
    frame: Frame  # the open question
    season: i64  # 0 Spring, 1 Summer, 2 Fall
    round: i64  # 0 .. 3 in the Growing Phase, 4 in the Kodama Phase
    turn: i64  # how many seats have had their turn in this round, or chosen a Kodama
    first: i64  # the seat that holds the first player marker
    decree: i64  # the one in force, or NO_DECREE
    past: bytes  # decrees discarded, in order
    coming: bytes  # the face-down decree of each season, or NOT_DRAWN
    conversion: i64  # which feature counts as another, or AS_PRINTED
    limit: i64  # points a placement may score
    display_size: i64
    display: bytes  # branch cards, from left to right
    deck: bytes  # branch cards in ascending order; their true order is not decided yet
    deck_top: bytes  # branch cards that are certain to come next
    removed: bytes  # branch cards removed by fallow turns, in order

    def __init__(
        self, cards: Cards, options: Settings, seats: i64, players: list[Player], rng: Rng,
        asked: i64, frame: Frame, season: i64, round_: i64, turn: i64, first: i64, decree: i64,
        past: bytes, coming: bytes, conversion: i64, limit: i64, display_size: i64,
        display: bytes, deck: bytes, deck_top: bytes, removed: bytes, reveals: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.options = options
        self.seats = seats
        self.players = players
        self.rng = rng
        self.asked = asked
        self.frame = frame
        self.season = season
        self.round = round_
        self.turn = turn
        self.first = first
        self.decree = decree
        self.past = past
        self.coming = coming
        self.conversion = conversion
        self.limit = limit
        self.display_size = display_size
        self.display = display
        self.deck = deck
        self.deck_top = deck_top
        self.removed = removed
        self.reveals = reveals
        self.log = None

    def clone(self) -> Kodama:
        return Kodama(
            self.cards, self.options, self.seats, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.season, self.round, self.turn,
            self.first, self.decree, self.past, self.coming, self.conversion, self.limit,
            self.display_size, self.display, self.deck, self.deck_top, self.removed, self.reveals,
        )  # fmt: skip

    def emit(self, name: str, facts: dict[str, object]) -> None:
        """Tell whoever listens. Callers ask `log is not None` first, to make nothing in vain."""
        if self.log is not None:
            self.log.append(Event(name, facts))


def effect_now(state: Kodama) -> Effect | None:
    """What the decree in force does. [KO-DEC-03] [KO-RUL-40]"""
    if state.decree == NO_DECREE:
        return None
    return state.cards.effects[state.decree]


def may_pick_deck(state: Kodama) -> bool:
    """Does the decree allow the unseen top card of the deck? [KO-EFF-28]"""
    effect = effect_now(state)
    return effect is not None and effect.kind == DECK_PICK


def season_token(state: Kodama) -> i64:
    """Where the season token stands, 0 .. 12: it moves after each turn of the marker holder, who
    is first in every round. [KO-SETUP-01] [KO-REFILL-02] [KO-RUL-17]"""
    begun: i64 = 1 if state.turn > 0 and state.round < ROUNDS else 0
    return state.season * ROUNDS + state.round + begun


def in_season(packed: i64, season: i64) -> i64:
    """The part of a number kept by season."""
    return packed >> season * SEASON_BITS & SEASON_FIELD


def scored_card(scored: i64, season: i64) -> i64:
    """The Kodama scored in a season, or NO_CARD."""
    card: i64 = in_season(scored, season) & (1 << CARD_BITS) - 1
    return card - 1 if card else NO_CARD


def scored_points(scored: i64, season: i64) -> i64:
    return in_season(scored, season) >> CARD_BITS


def scored_set(scored: i64) -> i64:
    """All Kodama a player has scored."""
    found: i64 = 0
    season: i64
    for season in range(LAST_SEASON + 1):
        card: i64 = scored_card(scored, season)
        if card != NO_CARD:
            one: i64 = card - card + 1
            found |= one << card
    return found
