"""The table of Kodama: what lies on it, who may know it, and the classes that carry it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, seat_number, seat_or_chance
from kamiza.core.bits import size_of
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Named, Number, Row, Seat, SetOf, Stack
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.refusal import PositionError
from kamiza.core.rng import Rng
from kamiza.core.schema import NOBODY_KNOWS, WORKED_OUT, Field, Json, Other, Schema
from kamiza.games.kodama.cards import BRANCHES, NO_DECREE, NOT_DRAWN, SEASONS, Cards
from kamiza.games.kodama.kinds import POINTS, BySeason, Coming, LastTurn, Scored, TreeCards
from kamiza.games.kodama.rules.effects import DECK_PICK, Effect
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.trees import Tree, bare_tree

# The open question. ONTO holds slot and card; SPOT slot, card, parent and whether W is in use.
PICK: Final = 0
ONTO: Final = 1
SPOT: Final = 2
KODAMA: Final = 3
FRAMES: Final = ("PICK", "ONTO", "SPOT", "KODAMA")
PICK_FRAME: Final = Frame(PICK)
KODAMA_FRAME: Final = Frame(KODAMA)

PHASES: Final = ("growing", "kodama", "over")
GROWING: Final = 0
KODAMA_PHASE: Final = 1
OVER: Final = 2

# Streams of chance: in a sealed game no pile can influence another.
TRUNK_STREAM: Final = 0
KODAMA_STREAM: Final = 1
DECREE_STREAM: Final = 2  # 2, 3, 4: one for each season
BRANCH_STREAM: Final = 5
FIRST_STREAM: Final = 6

ROUNDS: Final = 4  # [KO-SEAS-03]
HAND: Final = 4  # [KO-SETUP-05]
DISPLAY: Final = 4  # [KO-SETUP-09]
MOST_ON_DISPLAY: Final = 9
LIMIT: Final = 10  # [KO-PLACE-08]
DECK: Final = 15  # the slot of a card taken from the deck


@final
class Settings:
    """What was chosen for the table, fixed before the first card. [KO-OPT-02..06]"""

    def __init__(self, chosen: Json) -> None:
        sprouts = cast("dict[str, str]", chosen["sprouts"])
        self.chosen: Final = chosen
        self.edition: Final = str(chosen["edition"])
        self.sprouts: Final = {seat_number(seat): letter for seat, letter in sprouts.items()}
        self.decrees: Final = chosen["decrees"] is True
        self.first_player: Final = seat_or_chance(chosen["first_player"])
        self.open_hands: Final = chosen["open_hands"] is True


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one player has."""

    __slots__ = (
        "base", "bonus", "hand", "last_base", "last_bonus", "score", "scored", "tree", "unknown",
    )  # fmt: skip
    tree: Tree
    hand: i64  # set of Kodama and Sprout cards
    score: i64
    base: i64  # points of placements, by season
    bonus: i64  # points of decrees, by season
    scored: i64  # Kodama scored and their points, by season
    last_base: i64  # points of the last turn
    last_bonus: i64
    unknown: i64  # cards in hand beside `hand`; only on the table of a view

    def __init__(
        self, tree: Tree, hand: i64, score: i64, base: i64, bonus: i64, scored: i64,
        last_base: i64, last_bonus: i64, unknown: i64 = 0,
    ) -> None:  # fmt: skip
        self.tree = tree
        self.hand = hand
        self.score = score
        self.base = base
        self.bonus = bonus
        self.scored = scored
        self.last_base = last_base
        self.last_bonus = last_bonus
        self.unknown = unknown

    def clone(self) -> Player:
        return Player(
            self.tree, self.hand, self.score, self.base, self.bonus, self.scored, self.last_base,
            self.last_bonus, self.unknown,
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
        "first", "frame", "limit", "past", "players", "removed", "round", "season", "settings",
        "turn",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    settings: Settings  # shared, never changed
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
        self, cards: Cards, settings: Settings, seats: i64, players: list[Player], rng: Rng,
        asked: i64, frame: Frame, season: i64, round_: i64, turn: i64, first: i64, decree: i64,
        past: bytes, coming: bytes, conversion: i64, limit: i64, display_size: i64,
        display: bytes, deck: bytes, deck_top: bytes, removed: bytes, reveals: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.settings = settings
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
            self.cards, self.settings, self.seats, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.season, self.round, self.turn,
            self.first, self.decree, self.past, self.coming, self.conversion, self.limit,
            self.display_size, self.display, self.deck, self.deck_top, self.removed, self.reveals,
        )  # fmt: skip


def blank_table(cards: Cards, settings: Settings, seats: i64) -> Kodama:
    """A table with bare trunks, nothing else on it and nobody asked."""
    players = [
        Player(bare_tree(cards, BRANCHES + seat, AS_PRINTED), 0, 0, 0, 0, 0, 0, 0)
        for seat in range(seats)
    ]
    return Kodama(
        cards, settings, seats, players, Rng(0, 1, b"", []), NOBODY, KODAMA_FRAME, 0, 0, 0, 0,
        NO_DECREE, b"", bytes([NOT_DRAWN] * 3), AS_PRINTED, LIMIT, DISPLAY, b"", b"", b"", b"", 0,
    )  # fmt: skip


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


def is_open_hand(table: Kodama, seat: i64, owner: i64) -> bool:
    """May this seat see the Kodama of that owner? Sprouts are known to all. [KO-HID-01]
    [KO-HID-03] [KO-HID-04] [KO-RUL-38]"""
    if seat == owner or table.asked == NOBODY or table.settings.open_hands:
        return True
    return owner in table.settings.sprouts


# -- the fields -------------------------------------------------------------------------------


def fields_of(cards: Cards) -> Schema:
    """Everything on the table, what it usually is in a position, and who may know it."""
    branches = Row("branch card", cards.ids[:BRANCHES], once=True)
    display = Row("branch card", cards.ids[:BRANCHES], once=True, places=MOST_ON_DISPLAY)
    by_decree = "usually what the decree in force says"
    return Schema(
        "kodama",
        table=[
            Field("phase", Named("phase", PHASES), "Growing Phase, Kodama Phase or the end",
                  PHASES[GROWING], get=get_phase, put=put_phase),
            Field("season", Named("season", SEASONS), "usually spring; fall when the game is over",
                  WORKED_OUT),
            Field("round", Number(1, ROUNDS), "the round of the Growing Phase; usually the first, "
                  "and the last in the Kodama Phase", WORKED_OUT, get=get_round, put=put_round),
            Field("turn", Number(0, 5), "how many seats have had their turn in this round, or have "
                  "chosen a Kodama; usually as many as come before the asked seat", WORKED_OUT),
            Field("first", Seat(), "who holds the first player marker", "A"),
            Field("frames", Stack(FRAMES), "the open question; usually PICK, or KODAMA in the "
                  "Kodama Phase", WORKED_OUT, attribute="frame", put=put_frames, inner=True),
            Field("decree", Named("decree", cards.decree_ids, NO_DECREE), "the decree in force",
                  None),
            Field("past", Row("decree", cards.decree_ids, once=True),
                  "the decrees that have been discarded, in order", []),
            Field("coming", Coming(cards.decree_ids), "face-down decrees that are certain to "
                  "come, by season; the others are left to chance", {}, knows=NOBODY_KNOWS),
            Field("limit", Number(0, 99), f"points a placement may score; {by_decree}",
                  WORKED_OUT),
            Field("display_size", Number(1, MOST_ON_DISPLAY),
                  f"how many cards the display should have; {by_decree}", WORKED_OUT),
            Field("display", display, "the branch cards on display, from left to right; usually "
                  "the lowest ones that lie nowhere else", WORKED_OUT),
            Field("deck", branches, "the branch cards in the deck, which everybody can work out; "
                  "usually all that lie nowhere else", WORKED_OUT, shown_as="deck_cards",
                  inner=True,
                  others=[Other("deck", COUNT, "how many cards the deck has", deck_size)]),
            Field("deck_top", branches, "the branch cards that come next, the first one first",
                  [], knows=NOBODY_KNOWS),
            Field("removed", branches, "the branch cards removed by fallow turns, in order", []),
        ],
        players=[
            Field("tree", TreeCards(cards), "the trunk and what grew on it; usually the first "
                  "trunk nobody else has", WORKED_OUT),
            Field("hand", SetOf("Kodama", cards.spirit_ids), "the Kodama or Sprouts in hand; "
                  "usually the first ones that are nowhere else", WORKED_OUT, may_know=sees_hand,
                  others=[Other("hand_size", COUNT, "how many Kodama the hand has", hand_size)]),
            Field("score", POINTS, "all points; usually the sum of those below", WORKED_OUT),
            Field("base", BySeason(), "points of placements, by season; screens get `points`",
                  [0, 0, 0], inner=True),
            Field("bonus", BySeason(), "points of decrees, by season; screens get `points`",
                  [0, 0, 0], inner=True),
            Field("scored", Scored(cards.spirit_ids), "the Kodama scored so far, by season", {}),
            Field("last", LastTurn(), "points of the last turn: of the card, of the decree",
                  [0, 0], get=get_last, put=put_last, covers=["last_base", "last_bonus"]),
        ],
        derived=["conversion", "unknown"],
    )  # fmt: skip


def get_phase(table: State, owner: int) -> object:
    known = cast(Kodama, table)
    if known.asked == NOBODY:
        return OVER
    return KODAMA_PHASE if known.round == ROUNDS else GROWING


def put_phase(table: State, owner: int, value: object) -> None:
    cast(Kodama, table).round = 0 if value == GROWING else ROUNDS


def get_round(table: State, owner: int) -> object:
    known = cast(Kodama, table)
    return ROUNDS if known.round == ROUNDS else known.round + 1


def put_round(table: State, owner: int, value: object) -> None:
    """The phase has been read before."""
    known = cast(Kodama, table)
    if known.round < ROUNDS:
        known.round = cast(int, value) - 1
    elif value != ROUNDS:
        raise PositionError(f"round: the Kodama Phase follows round {ROUNDS}")


def put_frames(table: State, owner: int, value: object) -> None:
    frame = cast("Frame | None", value)
    if frame is None:
        raise PositionError("frames: say which question is open")
    cast(Kodama, table).frame = frame


def deck_size(table: State, owner: int) -> object:
    return len(cast(Kodama, table).deck)


def sees_hand(table: State, seat: int, owner: int) -> bool:
    return is_open_hand(cast(Kodama, table), seat, owner)


def hand_size(table: State, owner: int) -> object:
    player = cast(Kodama, table).players[owner]
    return size_of(player.hand) + player.unknown


def get_last(table: State, owner: int) -> object:
    player = cast(Kodama, table).players[owner]
    return player.last_base, player.last_bonus


def put_last(table: State, owner: int, value: object) -> None:
    player = cast(Kodama, table).players[owner]
    player.last_base, player.last_bonus = cast("tuple[int, int]", value)
