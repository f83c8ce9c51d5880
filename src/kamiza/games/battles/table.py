"""The table of Kamigami Battles: the classes that carry it. Its fields are listed in `fields.py`.

Piles that nobody has looked into have no order: a card is drawn from the multiset when it is
needed. A card whose place in a deck somebody knows lies in the fixed part on top or at the bottom.
Who has seen a card is a set of seats; `PUBLIC` is the seat of everybody. [KB-HID-16..22]
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import seat_letter
from kamiza.core.event import Event
from kamiza.core.game import State
from kamiza.core.native import i64, mypyc_attr, vec
from kamiza.core.rng import Rng
from kamiza.core.schema import Schema
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.stack import Frame

Facts = dict[str, object]  # of an event

# Streams of chance: in a sealed game no pile can influence another. [KB-RND-01..11]
GOD_STREAM: Final = 0
SEAT_STREAM: Final = 1
WARRIOR_STREAM: Final = 2
ARTIFACT_STREAM: Final = 3
DECK_STREAM: Final = 4  # 4 .. 9: the decks of the seats
PICK_STREAM: Final = 10
RANDOMIZER_STREAM: Final = 11

PUBLIC: Final = 6  # as a bit of a `seen` set
SEEN_BY_ALL: Final = 127

# Objects that can be chosen: gods, temples and decks of seats, and the two common decks.
TEMPLE: Final = 8
DECK_OBJECT: Final = 16
WARRIOR_DECK: Final = 22
ARTIFACT_DECK: Final = 23
NO_OBJECT: Final = 31

IN: Final = 0
SEALED: Final = 1
OUT: Final = 2
STATUS: Final = ("in", "sealed", "out")
SOLO: Final = 0
MAIN: Final = 1
SUPPORT: Final = 2
ROLES: Final = ("solo", "main", "support")

# The points of a turn. [KB-TURN-01]
STARTING_BEGIN: Final = 0
STARTING_MAIN: Final = 1
PLAY_MAIN: Final = 2
RECRUIT_MAIN: Final = 3
RECRUITED_CARD: Final = 4  # the window after a recruit is over, the Hall is refilled
DISCARD_BEGIN: Final = 5
DISCARD_MAIN: Final = 6
DISCARD_END: Final = 7
END_BEGIN: Final = 8
END_DRAW: Final = 9
END_END: Final = 10
OVER: Final = 11
POINTS: Final = (
    "starting.begin", "starting.main", "play.main", "recruit.main", "recruited", "discard.begin",
    "discard.main", "discard.end", "end.begin", "end.draw", "end.end", "over",
)  # fmt: skip
PHASES: Final = (
    "starting", "starting", "play", "recruit", "recruit", "discard", "discard", "discard", "end",
    "end", "end", "end",
)  # fmt: skip
STOPS: Final = 0b101_1010_0010  # the points at which a seat may ask to be asked [KB-FLOW-05]

# Why the game ended.
LAST_STANDING: Final = 1
FULL_ENERGY: Final = 2
MAIN_GOD_FELL: Final = 3
ROUND_LIMIT: Final = 4
ENDINGS: Final = ("", "last_standing", "energy", "main_god", "round_limit")

ENERGY_TO_WIN: Final = 25  # [KB-WIN-04]
HAND_SIZE: Final = 5  # [KB-END-01]
WARRIOR_PLACES: Final = 6
ARTIFACT_PLACES: Final = 3


@final
class Settings:
    """What was chosen for the table, fixed before the first card. [KB-OPT-01..16]"""

    def __init__(self) -> None:
        self.team: bool = False
        self.temples: bool = True
        self.sets: str = "rotoo"
        self.first_player: i64 = -1  # a seat, or -1 for chance
        self.start_deck: str = "auto"
        self.all_warriors: bool = False  # of several sets: every kind, no recipe
        self.any_temple: bool = False
        self.random_god: bool = False
        self.main_god: str = "captain"
        self.play_only: bool = False
        self.third_party_defend: bool = False
        self.holders: bool = False
        self.choose_discards: bool = False
        self.shared_hands: bool = False
        self.round_limit: i64 = 0
        self.react_pause_ms: i64 = 2500  # only told to the host, no rule reads it
        self.warriors: bytes = b""  # chosen kinds; empty: as the sets say
        self.artifacts: bytes = b""
        self.disciples: bytes = b""

    def as_json(self, cards: Cards) -> dict[str, object]:
        """Every setting; `read_settings` is the inverse."""
        written: dict[str, object] = {
            "mode": "team" if self.team else "ffa",
            "temples": self.temples,
            "sets": self.sets,
            "first_player": "random" if self.first_player < 0 else seat_letter(self.first_player),
            "start_deck": self.start_deck,
            "warrior_deck": "all" if self.all_warriors else "recipe",
            "temple_fallback": "any" if self.any_temple else "none",
            "god_choice": "random" if self.random_god else "one_of_two",
            "main_god": self.main_god,
            "god_acts": "play_only" if self.play_only else "any_phase",
            "third_party_defend": self.third_party_defend,
            "ask": "holders" if self.holders else "could",
            "discard_order": "choose" if self.choose_discards else "auto",
            "team_hands": "shared" if self.shared_hands else "hidden",
            "round_limit": self.round_limit,
            "react_pause_ms": self.react_pause_ms,
        }
        for name, kinds in (
            ("warriors", self.warriors),
            ("artifacts", self.artifacts),
            ("disciples", self.disciples),
        ):
            if kinds:
                written[name] = cards.names(kinds)
        return written


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
        copy.status = self.status
        copy.team = self.team
        copy.role = self.role
        copy.god = self.god
        copy.dealt = self.dealt
        copy.energy = self.energy
        copy.temple = self.temple
        copy.temple_energy = self.temple_energy
        copy.hand = self.hand
        copy.unknown = self.unknown
        copy.seen = self.seen
        copy.discard = self.discard
        copy.area = self.area
        copy.used = self.used
        copy.stops = self.stops
        copy.disciples = self.disciples
        copy.disciples_1 = self.disciples_1
        copy.boost_turn = self.boost_turn
        copy.boost_next = self.boost_next
        copy.discount_warrior = self.discount_warrior
        copy.discount_artifact = self.discount_artifact
        copy.discount_disciple = self.discount_disciple
        copy.triggers = self.triggers
        copy.fell = self.fell
        return copy

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


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Battles(State):
    """A game in progress."""

    __slots__ = (
        "active", "artifact_deck", "artifact_piles", "artifact_sizes", "cards", "chain", "colours",
        "disciple_piles", "disciple_sizes", "ending", "faith", "falls", "first", "frame", "gap",
        "horizon", "nether_owners", "netherworld", "offers", "players", "question", "reacts",
        "removed", "round", "settings", "supply", "temples_left", "turn", "warrior_deck",
        "warrior_piles", "warrior_sizes", "watches", "winners",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    settings: Settings  # shared, never changed
    supply: bytes  # how many copies of each kind are in this game; never changed
    players: list[Player]
    frame: Frame | None  # what is owed; None when the game is over
    question: i64  # the open question
    offers: vec[i64]  # its listed answers, never changed in place
    first: i64  # the starting player
    active: i64
    turn: i64
    round: i64
    faith: i64  # of the active player
    chain: bytes  # the active player's Warriors and Artifacts of this turn
    colours: i64  # set: the Chaining Colours in force; 0 before the first link
    warrior_piles: bytes  # kinds by place, NO_CARD where nothing lies
    warrior_sizes: bytes
    artifact_piles: bytes
    artifact_sizes: bytes
    disciple_piles: bytes  # types I, II, III
    disciple_sizes: bytes
    warrior_deck: Deck
    artifact_deck: Deck
    netherworld: bytes
    nether_owners: bytes  # the last owner of each; 7 for nobody
    removed: bytes  # out of the game, player after player
    watches: bytes  # standing effects of this turn: seat, step (two bytes)
    temples_left: i64  # set, during set-up
    winners: i64  # set; 0 while the game lasts
    ending: i64
    falls: i64  # how many times somebody was eliminated
    reacts: i64  # since the outermost window was opened [KB-FLOW-27]
    gap: bool  # a place of the Hall may be free; only saves looking
    horizon: i64  # in imagined games: the round after which the position is counted; 0: none

    def __init__(
        self, cards: Cards, settings: Settings, seats: i64, rng: Rng, warrior_deck: Deck,
        artifact_deck: Deck,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.settings = settings
        self.supply = b""
        self.seats = seats
        self.players = []
        self.rng = rng
        self.asked = -1
        self.reveals = 0
        self.log = None
        self.frame = None
        self.question = 0
        self.offers = vec[i64]([])
        self.first = 0
        self.active = 0
        self.turn = 0
        self.round = 1
        self.faith = 0
        self.chain = b""
        self.colours = 0
        self.warrior_piles = b"\xff" * 6
        self.warrior_sizes = b"\0" * 6
        self.artifact_piles = b"\xff" * 3
        self.artifact_sizes = b"\0" * 3
        self.disciple_piles = b"\xff" * 3
        self.disciple_sizes = b"\0" * 3
        self.warrior_deck = warrior_deck
        self.artifact_deck = artifact_deck
        self.netherworld = b""
        self.nether_owners = b""
        self.removed = b""
        self.watches = b""
        self.temples_left = 0
        self.winners = 0
        self.ending = 0
        self.falls = 0
        self.reacts = 0
        self.gap = True
        self.horizon = 0

    def clone(self) -> Battles:
        copy = Battles(
            self.cards, self.settings, self.seats, self.rng.clone(), self.warrior_deck.clone(),
            self.artifact_deck.clone(),
        )  # fmt: skip
        copy.supply = self.supply
        for player in self.players:
            copy.players.append(player.clone())
        copy.asked = self.asked
        copy.reveals = self.reveals
        if self.frame is not None:
            copy.frame = self.frame.clone()
        copy.question = self.question
        copy.offers = self.offers
        copy.first = self.first
        copy.active = self.active
        copy.turn = self.turn
        copy.round = self.round
        copy.faith = self.faith
        copy.chain = self.chain
        copy.colours = self.colours
        copy.warrior_piles = self.warrior_piles
        copy.warrior_sizes = self.warrior_sizes
        copy.artifact_piles = self.artifact_piles
        copy.artifact_sizes = self.artifact_sizes
        copy.disciple_piles = self.disciple_piles
        copy.disciple_sizes = self.disciple_sizes
        copy.netherworld = self.netherworld
        copy.nether_owners = self.nether_owners
        copy.removed = self.removed
        copy.watches = self.watches
        copy.temples_left = self.temples_left
        copy.winners = self.winners
        copy.ending = self.ending
        copy.falls = self.falls
        copy.reacts = self.reacts
        copy.gap = self.gap
        copy.horizon = self.horizon
        return copy

    def emit(
        self,
        name: str,
        facts: dict[str, object],
        secret: dict[str, object] | None = None,
        audience: i64 = 0,
    ) -> None:
        """Tell whoever listens. Callers ask `log is not None` first, to make nothing in vain."""
        if self.log is not None:
            self.log.append(Event(name, with_letters(facts), secret, audience))

    def show(self, name: str, facts: dict[str, object]) -> None:
        """Tell that a hidden card is shown to everybody; it may be shuffled away at once."""
        if self.log is not None:
            self.log.append(Event(name, with_letters(facts), None, 0, True))

    def schema(self) -> Schema:
        return self.cards.schema

    def settings_json(self) -> dict[str, object]:
        return self.settings.as_json(self.cards)

    def seated(self, seat: int) -> object:
        return self.players[seat]


def with_letters(facts: dict[str, object]) -> dict[str, object]:
    """The rules number the seats; whoever listens hears their letters."""
    for name in ("seat", "victim"):
        seat = facts.get(name)
        if isinstance(seat, int):
            facts[name] = seat_letter(seat)
    return facts


def empty_deck() -> Deck:
    return Deck(b"", b"", b"", b"", b"")


def blank_table(cards: Cards, settings: Settings, seats: i64) -> Battles:
    """A table with nothing on it and nobody asked."""
    rng = Rng(0, 1, b"", [])
    table = Battles(cards, settings, seats, rng, empty_deck(), empty_deck())
    for _seat in range(seats):
        table.players.append(Player(empty_deck()))
    return table


# -- who is who -------------------------------------------------------------------------------


def in_play(state: Battles, seat: i64) -> bool:
    """Not eliminated and not Sealed."""
    return state.players[seat].status == IN


def are_opponents(state: Battles, one: i64, other: i64) -> bool:
    """Everybody else in Free for All, the other team in a Team Match. [KB-GEN-04] [KB-TEAM-18]"""
    if one == other:
        return False
    return not state.settings.team or state.players[one].team != state.players[other].team


def is_opponent(state: Battles, seat: i64, other: i64) -> bool:
    """An opponent in play."""
    return state.players[other].status == IN and are_opponents(state, seat, other)


def has_temple(state: Battles, seat: i64) -> bool:
    """A temple that stands, of a player in play. [KB-TEMP-04] [KB-RUL-41]"""
    player = state.players[seat]
    return player.temple_energy > 0 and player.status == IN


def owner_of(object: i64) -> i64:
    """Whose god, temple or deck it is."""
    return object & 7


def after(state: Battles, seat: i64) -> i64:
    """The next seat clockwise."""
    following: i64 = seat + 1
    if following == state.seats:
        return 0
    return following
