"""The state of a game of Shintoh: what lies on the table, and nothing else."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.event import Event
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.games.shintoh.cards import NO_GOD, WORTH, Cards

# The open question. A turn is never deeper than one question, so each stack is made once.
TURN: Final = 0
GIVE: Final = 1
MIRROR_PICK: Final = 2
SWORD_TARGET: Final = 3
FRAMES: Final = ("TURN", "GIVE", "MIRROR_PICK", "SWORD_TARGET")
TURN_FRAME: Final = Frame(TURN)
GIVE_FRAME: Final = Frame(GIVE, TURN_FRAME)
MIRROR_FRAME: Final = Frame(MIRROR_PICK, TURN_FRAME)
SWORD_FRAME: Final = Frame(SWORD_TARGET, TURN_FRAME)
FRAME_OF: Final = (TURN_FRAME, GIVE_FRAME, MIRROR_FRAME, SWORD_FRAME)

# Streams of chance: in a sealed game no pile can influence another.
DEALER_STREAM: Final = 0
OFFERING_STREAM: Final = 1
GOD_STREAM: Final = 2
SWORD_STREAM: Final = 3


@final
class Options:
    """The table options, fixed before the first card. [OF-RUL-17] [OF-RUL-29] [OF-RUL-30]"""

    def __init__(self, open_book: bool, first_dealer: int, hand_tracker: bool) -> None:
        self.open_book: Final = open_book
        self.first_dealer: Final = first_dealer  # a seat, or NOBODY for chance
        self.hand_tracker: Final = hand_tracker


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one player has."""

    __slots__ = ("gods", "hand", "hidden", "known", "placed", "role_taken")
    hand: i64  # multiset
    placed: i64  # multiset, laid in front of the player in this competition
    known: i64  # multiset: the part of `hand` everybody could deduce [OF-NUM-19]
    gods: i64  # set, the hidden one included
    hidden: i64  # the god still face down, or NO_GOD
    role_taken: bool

    def __init__(
        self, hand: i64, placed: i64, known: i64, gods: i64, hidden: i64, role_taken: bool
    ) -> None:
        self.hand = hand
        self.placed = placed
        self.known = known
        self.gods = gods
        self.hidden = hidden
        self.role_taken = role_taken

    def clone(self) -> Player:
        return Player(self.hand, self.placed, self.known, self.gods, self.hidden, self.role_taken)

    def face_up(self) -> i64:
        """The gods everybody sees."""
        if self.hidden == NO_GOD:
            return self.gods
        return self.gods & ~(1 << self.hidden)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Shintoh(State):
    """A game in progress.

    Piles that nobody has looked into have no order: a card is drawn from the multiset when it is
    turned up. `pile_top` and `gods_top` fix the next cards where a position says so.
    """

    __slots__ = (
        "altar", "bar", "cards", "contenders", "dealer", "discard", "frame", "gods_left",
        "gods_top", "harvest", "options", "pile", "pile_top", "players", "seats", "unused",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    options: Options  # shared, never changed
    seats: i64
    players: list[Player]
    frame: Frame  # the open question
    pile: i64  # multiset, the Offering Pile
    pile_top: bytes  # kinds (0 rice, 1 sake, 2 salt) that are certain to come next
    harvest: i64  # multiset of at most one card
    discard: i64  # multiset
    gods_left: i64  # set, the God Pile
    gods_top: bytes  # gods that are certain to come next
    altar: i64  # the god competed for, or NO_GOD
    unused: i64  # set: treasures whose effect is still to be had
    dealer: i64
    contenders: i64  # set of seats still in this competition
    bar: i64  # highest total among the others, for the seat to move [OF-GLO-09]

    def __init__(
        self, cards: Cards, options: Options, seats: i64, players: list[Player], rng: Rng,
        asked: i64, frame: Frame, pile: i64, pile_top: bytes, harvest: i64, discard: i64,
        gods_left: i64, gods_top: bytes, altar: i64, unused: i64, dealer: i64, contenders: i64,
        bar: i64, news: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.options = options
        self.seats = seats
        self.players = players
        self.rng = rng
        self.asked = asked
        self.frame = frame
        self.pile = pile
        self.pile_top = pile_top
        self.harvest = harvest
        self.discard = discard
        self.gods_left = gods_left
        self.gods_top = gods_top
        self.altar = altar
        self.unused = unused
        self.dealer = dealer
        self.contenders = contenders
        self.bar = bar
        self.news = news
        self.log = None

    def clone(self) -> Shintoh:
        return Shintoh(
            self.cards, self.options, self.seats, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.pile, self.pile_top, self.harvest,
            self.discard, self.gods_left, self.gods_top, self.altar, self.unused, self.dealer,
            self.contenders, self.bar, self.news,
        )  # fmt: skip

    def emit(
        self,
        name: str,
        facts: dict[str, object],
        secret: dict[str, object] | None = None,
        audience: i64 = 0,
    ) -> None:
        """Tell whoever listens. Callers ask `log is not None` first, to make nothing in vain."""
        if self.log is not None:
            self.log.append(Event(name, facts, secret, audience))


def total(player: Player) -> i64:
    """Influence a player has laid in this competition. [OF-DED-02] [OF-GLO-08]"""
    return WORTH[player.placed]


def highest_other(state: Shintoh, seat: i64) -> i64:
    """The largest total among all other players: the bar. [OF-RUL-05]"""
    highest: i64 = 0
    for other in range(state.seats):
        if other != seat:
            laid: i64 = total(state.players[other])
            if laid > highest:
                highest = laid
    return highest
