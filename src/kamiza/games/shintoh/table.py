"""The table of Shintoh: what lies on it, who may know it, and the classes that carry it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import seat_or_chance
from kamiza.core.bits import size_of
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Flag, Named, Row, Seat, SetOf, Stack
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.core.schema import NOBODY_KNOWS, OWNER, WORKED_OUT, Field, Json, Other, Schema
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    HIDDEN_GOD,
    INFLUENCE_OF,
    JEWEL,
    NO_GOD,
    NOTHING,
    TREASURES,
    Cards,
    size,
)
from kamiza.games.shintoh.offerings import HarvestCard, OfferingRow, Offerings

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
class Settings:
    """What was chosen for the table, fixed before the first card. [OF-RUL-17] [OF-RUL-29]
    [OF-RUL-30]"""

    def __init__(self, chosen: Json) -> None:
        self.chosen: Final = chosen
        self.open_book: Final = chosen["role_knowledge"] == "open_book"
        self.first_dealer: Final = seat_or_chance(chosen["first_dealer"])
        self.hand_tracker: Final = chosen["hand_tracker"] is True


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one player has."""

    __slots__ = ("gods", "hand", "hidden", "known", "placed", "role_taken")
    hand: i64  # multiset
    placed: i64  # multiset, laid in front of the player in this competition
    known: i64  # multiset: the part of `hand` everybody could deduce [OF-NUM-19]
    gods: i64  # set, the hidden one included
    hidden: i64  # the god still face down, or NO_GOD; on a view's table it may be HIDDEN_GOD
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
        "gods_top", "harvest", "pile", "pile_top", "players", "settings", "unknown", "unused",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    settings: Settings  # shared, never changed
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
    unknown: bytes  # on the table of a view: how many cards of each hand nobody could deduce
    bar: i64  # highest total among the others, for the seat to move [OF-GLO-09]

    def __init__(
        self, cards: Cards, settings: Settings, seats: i64, players: list[Player], rng: Rng,
        asked: i64, frame: Frame, pile: i64, pile_top: bytes, harvest: i64, discard: i64,
        gods_left: i64, gods_top: bytes, altar: i64, unused: i64, dealer: i64, contenders: i64,
        bar: i64, reveals: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.settings = settings
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
        self.reveals = reveals
        self.unknown = b""
        self.log = None

    def clone(self) -> Shintoh:
        return Shintoh(
            self.cards, self.settings, self.seats, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.pile, self.pile_top, self.harvest,
            self.discard, self.gods_left, self.gods_top, self.altar, self.unused, self.dealer,
            self.contenders, self.bar, self.reveals,
        )  # fmt: skip


def blank_table(cards: Cards, settings: Settings, seats: i64) -> Shintoh:
    """A table with nothing on it and nobody asked."""
    players = [Player(NOTHING, NOTHING, NOTHING, 0, NO_GOD, False) for _ in range(seats)]
    return Shintoh(
        cards, settings, seats, players, Rng(0, 1, b"", []), -1, TURN_FRAME, NOTHING, b"", NOTHING,
        NOTHING, 0, b"", NO_GOD, 0, 0, 0, 0, 0,
    )  # fmt: skip


def total(player: Player) -> i64:
    """Influence a player has laid in this competition. [OF-DED-02] [OF-GLO-08]"""
    return INFLUENCE_OF[player.placed]


def highest_other(state: Shintoh, seat: i64) -> i64:
    """The largest total among all other players: the bar. [OF-RUL-05]"""
    highest: i64 = 0
    for other in range(state.seats):
        if other != seat:
            laid: i64 = total(state.players[other])
            if laid > highest:
                highest = laid
    return highest


# -- the fields -------------------------------------------------------------------------------


def fields_of(cards: Cards) -> Schema:
    """Everything on the table, what it usually is in a position, and who may know it."""
    god = Named("god", cards.god_ids, NO_GOD, HIDDEN_GOD)
    gods = SetOf("god", cards.god_ids)
    treasures = SetOf("treasure", ["" for _ in range(JEWEL)] + cards.god_ids[JEWEL:])
    return Schema(
        "shintoh",
        table=[
            Field("frames", Stack(FRAMES), "the open question, on top of the turn", ["TURN"],
                  attribute="frame", inner=True),
            Field("dealer", Seat(), "who opened this competition; usually the asked seat",
                  WORKED_OUT),
            Field("altar", god, "the god competed for; none when the game is over. Usually the "
                  "first of `gods_top`, or the first god that lies nowhere else", WORKED_OUT),
            Field("gods_left", gods, "the God Pile; usually every god that lies nowhere else",
                  WORKED_OUT, knows=NOBODY_KNOWS,
                  others=[Other("god_pile", COUNT, "how many gods are still to come", god_pile)]),
            Field("gods_top", Row("god", cards.god_ids, once=True),
                  "the gods that come next, the first one first", [], knows=NOBODY_KNOWS),
            Field("pile", Offerings(), "the Offering Pile; usually all offerings that lie nowhere "
                  "else", WORKED_OUT, may_know=looks_through_pile,
                  others=[Other("offering_pile", COUNT, "how many cards the Offering Pile has",
                                offering_pile)]),
            Field("pile_top", OfferingRow(), "the offerings that come next, the first one first",
                  "", knows=NOBODY_KNOWS),
            Field("harvest", HarvestCard(), "the Harvest Card", "1"),
            Field("discard", Offerings(), "the Discard", ""),
            Field("used", treasures, "the treasures that have been used", [], get=get_used,
                  put=put_used, covers=["unused"]),
        ],
        players=[
            Field("hand", Offerings(), "the offerings in hand", "3211", knows=OWNER,
                  shown_as="private.hand",
                  others=[Other("hand_size", COUNT, "how many offerings the hand has", hand_size)]),
            Field("known", Offerings(), "the part of the hand that everybody could have deduced; "
                  "usually all of it", WORKED_OUT, remembered=True),
            Field("placed", Offerings(), "the offerings laid in this competition", ""),
            Field("in", Flag(), "still in this competition", True, get=get_in, put=put_in,
                  covers=["contenders"]),
            Field("gods", gods, "the gods that lie face up", [], get=get_gods, put=put_gods),
            Field("face_down", god, "the god that still lies face down; usually the first one "
                  "left that is no treasure", WORKED_OUT, attribute="hidden", put=put_face_down,
                  knows=OWNER, shown_as="private.face_down_god",
                  others=[Other("face_down", COUNT, "1 while a god lies face down", face_down)]),
            Field("role_taken", Flag(), "the role card has been taken; usually only in an "
                  "open-book game", WORKED_OUT),
        ],
        derived=["bar", "contenders", "unknown"],
    )  # fmt: skip


def looks_through_pile(table: State, seat: int, owner: int) -> bool:
    """Whoever uses the Mirror sees the Offering Pile until they have chosen. [OF-RUL-15]"""
    known = cast(Shintoh, table)
    return known.frame.kind == MIRROR_PICK and seat == known.asked and seat >= 0


def god_pile(table: State, owner: int) -> object:
    """Every god lies somewhere, so the rest is the God Pile. [OF-NUM-12]"""
    known = cast(Shintoh, table)
    left: i64 = size_of(ALL_GODS)
    if known.altar != NO_GOD:
        left -= 1
    for player in known.players:
        left -= size_of(player.gods)
        if player.hidden == HIDDEN_GOD:
            left -= 1
    return left


def offering_pile(table: State, owner: int) -> object:
    """Every offering lies somewhere, so the rest is the Offering Pile. [OF-NUM-12]"""
    known = cast(Shintoh, table)
    left: i64 = size(ALL_OFFERINGS) - size(known.harvest) - size(known.discard)
    for seat, player in enumerate(known.players):
        left -= size(player.hand) + unknown_cards(known, seat) + size(player.placed)
    return left


def unknown_cards(table: Shintoh, seat: i64) -> i64:
    """Cards in a hand that are not known; at a real table all of them are."""
    return table.unknown[seat] if len(table.unknown) != 0 else 0


def get_used(table: State, owner: int) -> object:
    return TREASURES & ~cast(Shintoh, table).unused


def put_used(table: State, owner: int, value: object) -> None:
    cast(Shintoh, table).unused = TREASURES & ~cast(int, value)


def hand_size(table: State, owner: int) -> object:
    known = cast(Shintoh, table)
    return size(known.players[owner].hand) + unknown_cards(known, owner)


def get_in(table: State, owner: int) -> object:
    return cast(Shintoh, table).contenders >> owner & 1 == 1


def put_in(table: State, owner: int, value: object) -> None:
    if value:  # on a blank table nobody is in
        cast(Shintoh, table).contenders |= 1 << owner


def get_gods(table: State, owner: int) -> object:
    return cast(Shintoh, table).players[owner].face_up()


def put_gods(table: State, owner: int, value: object) -> None:
    cast(Shintoh, table).players[owner].gods |= cast(int, value)


def put_face_down(table: State, owner: int, value: object) -> None:
    player = cast(Shintoh, table).players[owner]
    player.hidden = cast(int, value)
    if player.hidden < NO_GOD:
        player.gods |= 1 << player.hidden


def face_down(table: State, owner: int) -> object:
    return 0 if cast(Shintoh, table).players[owner].hidden == NO_GOD else 1
