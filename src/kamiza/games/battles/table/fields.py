"""The fields of the table: what each is, what it usually is in a position, and who may know it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.cells import Cell, Cells
from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Named, Number, Row, Seat, SeatSet, SetOf
from kamiza.core.schema import WORKED_OUT, Field, Json, Kind, Other, Schema, list_of
from kamiza.games.battles.cards import NO_GOD, NO_TEMPLE, Cards
from kamiza.games.battles.knowing.seen import (
    artifact_deck_seen,
    dealt_seen,
    god_seen,
    hand_seen,
    own_deck_seen,
    warrior_deck_seen,
)
from kamiza.games.battles.language import COLOURS
from kamiza.games.battles.position.stack import write_stack
from kamiza.games.battles.stack.cells import fill_stack, stack_cells
from kamiza.games.battles.stack.frame import Frame, bottom_of
from kamiza.games.battles.stack.turns import Turn
from kamiza.games.battles.table.battles import ENDINGS, Battles
from kamiza.games.battles.table.notation import (
    Counts,
    DeckKind,
    Discounts,
    Hall,
    Marks,
    Netherworld,
    UsedAbilities,
    Watches,
)
from kamiza.games.battles.table.players import ROLES, STATUS, Player
from kamiza.games.battles.table.points import POINTS

NO_POINT: Final = -1  # during set-up, and when the game is over
MANY: Final = 10**6


def fields_of(cards: Cards) -> Schema:
    """Everything on the table."""
    return Schema(
        "battles",
        table=[*turn_fields(cards), *hall_fields(cards), *stack_fields(cards)],
        players=[*standing_fields(cards), *card_fields(cards), *limit_fields()],
        derived=["gap", "offers", "question", "triggers", "unknown"],
    )


# -- in the middle ----------------------------------------------------------------------------


def turn_fields(cards: Cards) -> list[Field]:
    return [
        Field("supply", Counts(cards), "how many copies of each card are in this game; usually "
              "all of the sets on the table", WORKED_OUT, inner=True),
        Field("first", Seat(), "the starting player", "A"),
        Field("active", Seat(), "whose turn it is", "A"),
        Field("point", Named("point of a turn", POINTS, NO_POINT), "where the turn is; `frames` "
              "says it more exactly", "play.main", get=get_point, put=put_point, inner=True),
        Field("turn", Number(0, MANY), "turns counted from 1; 0 during set-up", 1),
        Field("round", Number(1, MANY), "rounds counted from 1", 1),
        Field("faith", Number(0, MANY), "Faith of the active player", 0),
        Field("chain", Row("card", cards.ids), "Warriors and Artifacts the active player has laid "
              "this turn", []),
        Field("colours", SetOf("colour", COLOURS), "the Chaining Colours in force; usually those "
              "of the last link", WORKED_OUT),
        Field("falls", Number(0, 6), "how many times somebody was eliminated", 0, inner=True),
        Field("winners", SeatSet(), "who has won", []),
        Field("ending", Named("ending", ENDINGS, 0), "how the game was won", None),
        Field("horizon", Number(0, MANY), "the round after which an imagined game is counted; 0: "
              "none", 0, inner=True),
    ]  # fmt: skip


def hall_fields(cards: Cards) -> list[Field]:
    deck = DeckKind(cards)
    rows = [f"{row}_{what}" for row in ("warrior", "artifact", "disciple")
            for what in ("piles", "sizes")]  # fmt: skip
    return [
        Field("hall", Hall(cards), "the piles of the Hall; usually one card each without a Reveal",
              WORKED_OUT, get=get_hall, put=put_hall, covers=rows, inner=True),
        Field("warrior_deck", deck, "the Warrior Deck; usually all Warriors that lie nowhere else",
              {}, part=part_of_warriors, inner=True),
        Field("artifact_deck", deck, "the Artifact Deck; usually all Artifacts that lie nowhere "
              "else", {}, part=part_of_artifacts, inner=True),
        Field("netherworld", Netherworld(cards), "Banished cards with their last owners", [],
              get=get_netherworld, put=put_netherworld, covers=["nether_owners"]),
        Field("removed", Row("card", cards.ids), "cards that have left the game", []),
        Field("temples_left", SetOf("temple", cards.temple_ids), "temples to choose from, during "
              "set-up", []),
    ]  # fmt: skip


def stack_fields(cards: Cards) -> list[Field]:
    return [
        Field("frames", Stack(cards), "what is still owed, from the bottom up; usually the turn "
              "at `point`", WORKED_OUT, attribute="frame", put=put_later, inner=True),
        Field("watches", Watches(), "standing effects of this turn", [], inner=True),
        Field("reacts", Number(0, MANY), "Reacts since the outermost window was opened", 0,
              inner=True),
    ]  # fmt: skip


# -- of every player --------------------------------------------------------------------------


def standing_fields(cards: Cards) -> list[Field]:
    return [
        Field("status", Named("status", STATUS), "in play, Sealed or out", "in"),
        Field("team", Number(0, 5), "in a Team Match 0 or 1, seat by seat", WORKED_OUT),
        Field("role", Named("role", ROLES), "solo, or in a team main or support; usually A and B "
              "are the Main Gods", WORKED_OUT),
        Field("god", Named("god", cards.god_ids, NO_GOD), "the god; none until it is chosen",
              "blank", part=part_of_god),
        Field("dealt", SetOf("god", cards.god_ids), "the gods to choose from, during set-up", [],
              part=part_of_dealt),
        Field("energy", Number(0, MANY), "Energy of the god; usually as at the beginning",
              WORKED_OUT),
        Field("temple", Named("temple", cards.temple_ids, NO_TEMPLE), "the temple, destroyed or "
              "not; usually a blank one", WORKED_OUT),
        Field("temple_energy", Number(0, MANY), "Energy of the temple; 0 if it is destroyed",
              WORKED_OUT),
        Field("fell", Number(0, 6), "the how-manieth to be eliminated; 0: never", 0),
    ]  # fmt: skip


def card_fields(cards: Cards) -> list[Field]:
    row = Row("card", cards.ids)
    return [
        Field("hand", row, "the cards in hand", [], part=part_of_hand, shown_as="known",
              others=[Other("hand_size", COUNT, "how many cards the hand has", hand_size)]),
        Field("seen", Marks(), "for each card in hand who else knows it; usually nobody",
              WORKED_OUT, part=part_of_marks, inner=True),
        Field("deck", DeckKind(cards), "the deck; usually six Disciples I", {}, part=part_of_deck,
              inner=True,
              others=[Other("deck_size", COUNT, "how many cards the deck has", deck_size)]),
        Field("discard", row, "the discard pile, the last one on top", []),
        Field("area", row, "the Play Area, as played", []),
    ]  # fmt: skip


def limit_fields() -> list[Field]:
    return [
        Field("used", UsedAbilities(), "Acts and once-per-turn Reacts used this turn", []),
        Field("stops", SetOf("point of a turn", POINTS), "points at which the player wants to be "
              "asked", []),
        Field("disciples", Number(0, 255), "Disciples played this turn", 0),
        Field("disciples_1", Number(0, 255), "Disciples I played this turn", 0),
        Field("boost_turn", Number(0, 999), "bonus of all Attacks this turn", 0),
        Field("boost_next", Number(0, 999), "bonus of the next Attack", 0),
        Field("discounts", Discounts(), "how much less cards cost this turn", [0, 0, 0],
              get=get_discounts, put=put_discounts,
              covers=["discount_disciple", "discount_warrior", "discount_artifact"]),
    ]  # fmt: skip


# -- what is said in another way than it is kept ----------------------------------------------


@final
class Stack(Kind):
    """Frames from the bottom up; the last one asks the open question."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        return write_stack(self.cards, cast("Frame | None", value))

    def read(self, value: object, field: str, seats: int) -> object:
        return list_of(field, value)

    def shape(self) -> Json:
        return {"type": "array", "items": {"type": "object", "description": "frame"}}

    def cells(self, seats: int) -> list[Cell]:
        return stack_cells(seats)

    def fill(self, value: object, cells: Cells) -> None:
        fill_stack(cast("Frame | None", value), cells)


def put_later(table: State, owner: int, value: object) -> None:
    """Whose ability is in use depends on the gods, so the stack is read after the players."""


def get_point(table: State, owner: int) -> object:
    bottom = bottom_of(cast(Battles, table).frame)
    return bottom.point if isinstance(bottom, Turn) else NO_POINT


def put_point(table: State, owner: int, value: object) -> None:
    known = cast(Battles, table)
    point = cast(int, value)
    known.frame = None
    if point != NO_POINT:
        known.frame = Turn(known.active, point)


def get_hall(table: State, owner: int) -> object:
    known = cast(Battles, table)
    return [
        known.warrior_piles, known.warrior_sizes, known.artifact_piles, known.artifact_sizes,
        known.disciple_piles, known.disciple_sizes,
    ]  # fmt: skip


def put_hall(table: State, owner: int, value: object) -> None:
    known = cast(Battles, table)
    rows = cast("list[bytes]", value)
    known.warrior_piles, known.warrior_sizes = rows[0], rows[1]
    known.artifact_piles, known.artifact_sizes = rows[2], rows[3]
    known.disciple_piles, known.disciple_sizes = rows[4], rows[5]


def get_netherworld(table: State, owner: int) -> object:
    known = cast(Battles, table)
    return list(zip(known.netherworld, known.nether_owners))


def put_netherworld(table: State, owner: int, value: object) -> None:
    known = cast(Battles, table)
    cards = cast("list[tuple[int, int]]", value)
    known.netherworld = bytes(kind for kind, _ in cards)
    known.nether_owners = bytes(seat for _, seat in cards)


def player_of(table: State, owner: int) -> Player:
    return cast(Battles, table).players[owner]


def get_discounts(table: State, owner: int) -> object:
    player = player_of(table, owner)
    return [player.discount_disciple, player.discount_warrior, player.discount_artifact]


def put_discounts(table: State, owner: int, value: object) -> None:
    player = player_of(table, owner)
    numbers = cast("list[int]", value)
    player.discount_disciple = numbers[0]
    player.discount_warrior = numbers[1]
    player.discount_artifact = numbers[2]


# -- what a seat knows in part ----------------------------------------------------------------


def part_of_warriors(table: State, seat: int, owner: int) -> object:
    return warrior_deck_seen(cast(Battles, table), seat)


def part_of_artifacts(table: State, seat: int, owner: int) -> object:
    return artifact_deck_seen(cast(Battles, table), seat)


def part_of_god(table: State, seat: int, owner: int) -> object:
    return god_seen(cast(Battles, table), seat, owner)


def part_of_dealt(table: State, seat: int, owner: int) -> object:
    return dealt_seen(cast(Battles, table), seat, owner)


def part_of_hand(table: State, seat: int, owner: int) -> object:
    return hand_seen(cast(Battles, table), seat, owner).cards


def part_of_marks(table: State, seat: int, owner: int) -> object:
    return hand_seen(cast(Battles, table), seat, owner).marks


def part_of_deck(table: State, seat: int, owner: int) -> object:
    known = cast(Battles, table)
    return own_deck_seen(known, seat, owner, hand_seen(known, seat, owner))


def hand_size(table: State, owner: int) -> object:
    player = player_of(table, owner)
    return len(player.hand) + player.unknown


def deck_size(table: State, owner: int) -> object:
    """Unknown cards in hand, and those at fixed places of the deck, lie in the rest of a view's
    deck."""
    player = player_of(table, owner)
    deck = player.deck
    nameless = deck.top.count(b"\xff") + deck.bottom.count(b"\xff")
    return deck.size() - nameless - player.unknown
