"""The table of Kamigami Battles: what lies in the middle, and who is who. `fields.py` lists it."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.event import Event
from kamiza.core.game import State, with_letters
from kamiza.core.native import i64, mypyc_attr, vec
from kamiza.core.rng import Rng
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.table.players import IN, Deck, Player, empty_deck
from kamiza.games.battles.table.settings import Settings

Facts = dict[str, object]  # of an event

# Streams of chance: in a sealed game no pile can influence another. [KB-RND-01..11]
GOD_STREAM: Final = 0
SEAT_STREAM: Final = 1
WARRIOR_STREAM: Final = 2
ARTIFACT_STREAM: Final = 3
DECK_STREAM: Final = 4  # 4 .. 9: the decks of the seats
PICK_STREAM: Final = 10
RANDOMIZER_STREAM: Final = 11

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
        copy.copy_open(self)
        for player in self.players:
            copy.players.append(player.clone())
        copy.reveals = self.reveals
        copy.offers = self.offers
        copy.gap = self.gap
        copy.horizon = self.horizon
        return copy

    def copy_open(self, table: Battles) -> None:
        """What lies open in the middle of the table. No frame holds a secret."""
        if table.frame is not None:
            self.frame = table.frame.clone()
        self.supply = table.supply
        self.asked = table.asked
        self.question = table.question
        self.first = table.first
        self.active = table.active
        self.turn = table.turn
        self.round = table.round
        self.faith = table.faith
        self.chain = table.chain
        self.colours = table.colours
        self.warrior_piles = table.warrior_piles
        self.warrior_sizes = table.warrior_sizes
        self.artifact_piles = table.artifact_piles
        self.artifact_sizes = table.artifact_sizes
        self.disciple_piles = table.disciple_piles
        self.disciple_sizes = table.disciple_sizes
        self.netherworld = table.netherworld
        self.nether_owners = table.nether_owners
        self.removed = table.removed
        self.watches = table.watches
        self.temples_left = table.temples_left
        self.winners = table.winners
        self.ending = table.ending
        self.falls = table.falls
        self.reacts = table.reacts

    def show(self, name: str, facts: dict[str, object]) -> None:
        """Tell that a hidden card is shown to everybody; it may be shuffled away at once."""
        if self.log is not None:
            self.log.append(Event(name, with_letters(facts), None, 0, True))


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


def after(state: Battles, seat: i64) -> i64:
    """The next seat clockwise."""
    following: i64 = seat + 1
    if following == state.seats:
        return 0
    return following
