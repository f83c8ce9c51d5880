"""The table of Kami-sama: what lies on it, who may know it, and the classes that carry it.

A *party* is whoever has shrines: the players by seat, and with two players the Kitsune as party
number 2.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.bits import size_of
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.kinds import COUNT, Flag, Named, Number, Row, Seat, SetOf, Stack
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.core.schema import NOBODY_KNOWS, OWNER, WORKED_OUT, Field, Json, Other, Schema
from kamiza.games.kamisama.board import NO_VILLAGE, NOWHERE, VILLAGE_IDS
from kamiza.games.kamisama.cards import (
    ALL_VILLAGERS,
    EDITIONS,
    FOX_SHRINES,
    ONE_OF_EACH,
    SHRINES_BY_PLAYERS,
    TOKENS_EACH,
    Cards,
)
from kamiza.games.kamisama.frames import FRAMES, KAMI, KAMI_FRAME
from kamiza.games.kamisama.notation import Spaces, Tokens, Tracks, VillagerRow, Villagers
from kamiza.games.kamisama.parts import (
    Draft,
    Drafts,
    Fox,
    Foxes,
    Leftover,
    Leftovers,
    Turn,
    Turns,
    unseen,
)
from kamiza.games.kamisama.rules.goals import NO_GOAL

# Streams of chance: in a sealed game no pile can influence another.
KAMI_STREAM: Final = 0
FIRST_STREAM: Final = 1
GOAL_STREAM: Final = 2
MOON_STREAM: Final = 3
FOX_DECK_STREAM: Final = 4
FOX_TAKE_STREAM: Final = 5
VILLAGER_STREAM: Final = 6  # 6, 7, 8, 9: FA, WE, FI, HO

NO_SEAT: Final = -1
NO_KAMI: Final = -1
# The side of each seat, by number of players. [KS-RUL-05] [KS-2P-02]
SIDES: Final = ((), (), (0, 2), (0, 1, 2), (0, 1, 2, 3))


def named_kami(cards: Cards, value: object) -> list[int]:
    """Kami assigned by the table, "yue,inari" or a list; empty if they are wrong. [KS-RUL-44]"""
    names: list[object] = []
    if isinstance(value, str):
        names.extend(value.replace(" ", "").split(","))
    elif isinstance(value, list):
        names.extend(value)
    found: list[int] = []
    for name in names:
        if not isinstance(name, str) or name not in cards.kami_ids:
            return []
        number = cards.kami_ids.index(name)
        if number in found:
            return []
        found.append(number)
    return found


@final
class Settings:
    """What was chosen for the table, fixed before the first decision."""

    def __init__(self, cards: Cards, chosen: Json) -> None:
        named = chosen["kami"]
        kami = named_kami(cards, named)
        names = ",".join([cards.kami_ids[one] for one in kami])
        self.chosen: Final = chosen | {"kami": names or named}
        self.edition: Final = EDITIONS.index(str(chosen["edition"]))  # 0 early, 1 full
        self.years: Final[i64] = cast(int, chosen["years"])  # 2 is the First Game [KS-FG-10]
        self.open_draft: Final = chosen["draft"] == "open"  # [KS-RUL-13]
        self.face_down: Final = chosen["villagers"] == "face_down"  # claimed ones [KS-RUL-14]
        self.kami: Final = kami  # one for each seat, or empty: two are dealt to each


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Player:
    """What one party has. Of the Kitsune only shrines and supply are used."""

    __slots__ = (
        "dealt", "favor", "kami", "nature", "sets", "shrines", "supply", "tokens", "tracks",
        "villagers", "vp",
    )  # fmt: skip
    kami: i64  # NO_KAMI until it is chosen
    dealt: i64  # set of the kami sheets dealt to this player
    shrines: i64  # set of spaces
    supply: i64
    favor: i64
    nature: i64
    vp: i64
    tokens: i64  # village tokens, eight bits per village
    villagers: i64  # set of cards
    sets: i64  # sets of village tokens turned in
    tracks: i64  # VP from the tracks, sixteen bits per year

    def __init__(
        self, kami: i64, dealt: i64, shrines: i64, supply: i64, favor: i64, nature: i64, vp: i64,
        tokens: i64, villagers: i64, sets: i64, tracks: i64,
    ) -> None:  # fmt: skip
        self.kami = kami
        self.dealt = dealt
        self.shrines = shrines
        self.supply = supply
        self.favor = favor
        self.nature = nature
        self.vp = vp
        self.tokens = tokens
        self.villagers = villagers
        self.sets = sets
        self.tracks = tracks

    def clone(self) -> Player:
        return Player(
            self.kami, self.dealt, self.shrines, self.supply, self.favor, self.nature, self.vp,
            self.tokens, self.villagers, self.sets, self.tracks,
        )  # fmt: skip


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Kamisama(State):
    """A game in progress.

    Piles that nobody has looked into have no order: a card is drawn from the set when it is turned
    up. `deck_top`, `goals_next`, `moons_next` and `fox_top` fix what comes next where a position
    says so.
    """

    __slots__ = (
        "cards", "choices", "deck", "deck_top", "draft", "fear", "fear_seat", "first",
        "fox_deck", "fox_top", "frame", "goal", "goals_left", "goals_next", "gone", "leftovers",
        "moon", "moon_seat", "moons_left", "moons_next", "occupied", "parties", "players", "rage",
        "rage_seat", "red", "rot", "seed_seat", "seeds", "settings", "tokens", "turn",
        "turns", "year",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    settings: Settings  # shared, never changed
    seats: i64
    parties: i64  # one more than seats if the Kitsune plays
    players: list[Player]  # by party
    frame: Frame  # the open question
    choices: i64  # set of spaces it offers; follows from everything else
    turn: Turn
    draft: Draft
    year: i64  # 1, 2, 3
    rot: i64  # the side at which the Farming village lies; the blue advent token is there too
    red: i64  # the side of the red advent token
    first: i64  # the seat that opened this round
    turns: i64  # turns finished in this round
    goal: i64  # the active goal, or NO_GOAL before the setup
    goals_left: i64  # set of goals that may still come
    goals_next: bytes
    occupied: i64  # spaces with a piece; follows from shrines and seeds
    seeds: i64  # spaces with a Seed
    fear: i64  # the space over the Fear token, or NOWHERE
    rage: bool  # the Rage token is charged
    moon: i64  # the village with the Moon token, or NO_VILLAGE
    moons_left: i64  # set of villages whose Moon token was not drawn yet
    moons_next: bytes
    seed_seat: i64  # who has the Seeds, or NO_SEAT; these four follow from the kami
    fear_seat: i64
    rage_seat: i64
    moon_seat: i64
    tokens: i64  # village tokens in supply
    deck: i64  # set: villager cards nobody has seen
    deck_top: bytes
    gone: i64  # set: villagers the Kitsune took
    leftovers: Leftover | None
    fox_deck: i64  # set of Kitsune cards not used yet
    fox_top: bytes

    def __init__(
        self, cards: Cards, settings: Settings, seats: i64, parties: i64, players: list[Player],
        rng: Rng, asked: i64, frame: Frame, choices: i64, turn: Turn, draft: Draft, year: i64,
        rot: i64, red: i64, first: i64, turns: i64, goal: i64, goals_left: i64,
        goals_next: bytes, occupied: i64, seeds: i64, fear: i64, rage: bool, moon: i64,
        moons_left: i64, moons_next: bytes, seed_seat: i64, fear_seat: i64, rage_seat: i64,
        moon_seat: i64, tokens: i64, deck: i64, deck_top: bytes, gone: i64,
        leftovers: Leftover | None, fox_deck: i64, fox_top: bytes, reveals: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.settings = settings
        self.seats = seats
        self.parties = parties
        self.players = players
        self.rng = rng
        self.asked = asked
        self.frame = frame
        self.choices = choices
        self.turn = turn
        self.draft = draft
        self.year = year
        self.rot = rot
        self.red = red
        self.first = first
        self.turns = turns
        self.goal = goal
        self.goals_left = goals_left
        self.goals_next = goals_next
        self.occupied = occupied
        self.seeds = seeds
        self.fear = fear
        self.rage = rage
        self.moon = moon
        self.moons_left = moons_left
        self.moons_next = moons_next
        self.seed_seat = seed_seat
        self.fear_seat = fear_seat
        self.rage_seat = rage_seat
        self.moon_seat = moon_seat
        self.tokens = tokens
        self.deck = deck
        self.deck_top = deck_top
        self.gone = gone
        self.leftovers = leftovers
        self.fox_deck = fox_deck
        self.fox_top = fox_top
        self.reveals = reveals
        self.log = None

    def clone(self) -> Kamisama:
        return Kamisama(
            self.cards, self.settings, self.seats, self.parties, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.choices, self.turn.clone(),
            self.draft.clone(), self.year, self.rot, self.red, self.first, self.turns, self.goal,
            self.goals_left, self.goals_next, self.occupied, self.seeds, self.fear, self.rage,
            self.moon, self.moons_left, self.moons_next, self.seed_seat, self.fear_seat,
            self.rage_seat, self.moon_seat, self.tokens, self.deck, self.deck_top, self.gone,
            self.leftovers, self.fox_deck, self.fox_top, self.reveals,
        )  # fmt: skip


def blank_table(cards: Cards, settings: Settings, seats: i64, rng: Rng) -> Kamisama:
    """Everybody has shrines and nothing else; nothing is drawn yet. [KS-SET-03..04]"""
    players = [new_player(SHRINES_BY_PLAYERS[seats]) for _ in range(seats)]
    parties: i64 = seats
    if seats == 2:
        players.append(new_player(FOX_SHRINES))  # [KS-2P-04]
        parties += 1
    return Kamisama(
        cards, settings, seats, parties, players, rng, 0, KAMI_FRAME, 0,
        Turn(0, 0, 0, False, 0, 0), Draft(NO_VILLAGE, 0, 0, 0, 0), 1, 0, 0, 0, 0, NO_GOAL,
        cards.later[settings.edition], b"", 0, 0, NOWHERE, False, NO_VILLAGE, 15, b"",
        NO_SEAT, NO_SEAT, NO_SEAT, NO_SEAT, TOKENS_EACH * ONE_OF_EACH, ALL_VILLAGERS, b"", 0,
        None, cards.fox_decks[settings.edition] if seats == 2 else 0, b"", 0,
    )  # fmt: skip


def new_player(shrines: int) -> Player:
    """Tracks and VP at 0. [KS-SET-07] [KS-SET-11]"""
    return Player(NO_KAMI, 0, 0, shrines, 0, 0, 0, 0, 0, 0, 0)


def find_token_seats(state: Kamisama) -> None:
    """Who has the tokens of the kami. [KS-SET-06]"""
    state.seed_seat = state.fear_seat = state.rage_seat = state.moon_seat = NO_SEAT
    for seat in range(state.seats):
        if state.players[seat].kami == NO_KAMI:
            continue
        sheet = state.cards.kami[state.players[seat].kami]
        if sheet.has_seed:
            state.seed_seat = seat
        if sheet.has_fear:
            state.fear_seat = seat
        if sheet.has_rage:
            state.rage_seat = seat
        if sheet.has_moon:
            state.moon_seat = seat


# -- the fields -------------------------------------------------------------------------------


def fields_of(cards: Cards) -> Schema:
    """Everything on the table, what it usually is in a position, and who may know it."""
    side = Number(0, 3)
    goals = SetOf("goal", cards.goal_ids)
    spaces = Spaces(cards.board)
    villages = SetOf("village", VILLAGE_IDS)
    return Schema(
        "kamisama",
        table=[
            Field("frames", Stack(FRAMES), "the open question, on top of what goes on afterwards; "
                  "or something that runs by itself, such as RANK, TRACKS or YEAR_START", ["ACT"],
                  attribute="frame", inner=True),
            Field("year", Number(1, 3), "the year", 1),
            Field("rot", side, "the side at which the Farming village and the blue advent token "
                  "lie", 0),
            Field("red", side, "the side of the red advent token; usually that of the blue one",
                  WORKED_OUT),
            Field("first", Seat(), "who opened this round; usually who faces the Farming village "
                  "with four players, else A", WORKED_OUT),
            Field("turns", Number(0, 4), "turns finished in this round; usually those before the "
                  "asked seat", WORKED_OUT),
            Field("goal", Named("goal", cards.goal_ids, NO_GOAL), "the goal of the year; none "
                  "while kami are chosen, else usually G01", WORKED_OUT),
            Field("goals_left", goals, "goals that may still come; usually all of the edition that "
                  "are not for Year 1", WORKED_OUT),
            Field("goals_next", Row("goal", cards.goal_ids, once=True), "the goals that come next",
                  [], knows=NOBODY_KNOWS),
            Field("turn", Turns(cards), "what was done this turn; usually nothing, with all cubes "
                  "left", {}),
            Field("seeds", spaces, "where Seeds lie", ""),
            Field("fear", Named("space", cards.board.texts, NOWHERE), "the space over the Fear "
                  "token", None),
            Field("rage", Flag(), "the Rage token is charged", False),
            Field("moon", Named("village", VILLAGE_IDS, NO_VILLAGE), "the village with the Moon "
                  "token", None),
            Field("moons_left", villages, "villages whose Moon token was not drawn yet; usually "
                  "all others", WORKED_OUT),
            Field("moons_next", Row("village", VILLAGE_IDS, once=True), "the Moon tokens that come "
                  "next", [], knows=NOBODY_KNOWS),
            Field("kitsune", Foxes(cards), "the Kitsune, with two players", None, get=get_fox,
                  put=put_fox, covers=["gone", "fox_deck", "fox_top"]),
            Field("deck_top", VillagerRow(cards), "villagers that are drawn next from their decks",
                  [], knows=NOBODY_KNOWS),
            Field("draft", Drafts(cards), "the year end in one village; the hand is known to those "
                  "who have held it, or to everybody in an open draft", None, get=get_draft,
                  put=put_draft, part=seen_draft),
            Field("leftovers", Leftovers(cards), "villagers put back to the bottoms of decks, "
                  "known to those who saw them", [], part=seen_leftovers),
        ],
        players=[
            Field("kami", Named("kami", cards.kami_ids, NO_KAMI), "the kami, secret while they are "
                  "chosen; usually a quiet one", WORKED_OUT, may_know=knows_kami),
            Field("dealt", SetOf("kami", cards.kami_ids), "the two kami sheets dealt", [],
                  knows=OWNER, shown_as="private.dealt"),
            Field("shrines", spaces, "shrines on the board", ""),
            Field("favor", Number(0, 9999), "the Favor track", 0),
            Field("nature", Number(0, 9999), "the Nature track", 0),
            Field("vp", Number(0, 9999), "VP scored so far", 0),
            Field("tokens", Tokens(), "village tokens, never one of each", {}),
            Field("villagers", Villagers(cards), "claimed villagers; they may lie face down, but "
                  "everybody saw them", [], remembered=True,
                  others=[Other("villager_count", COUNT, "how many villagers were claimed",
                                villager_count)]),
            Field("sets", Number(0, 99), "sets of village tokens turned in", 0),
            Field("tracks", Tracks(), "VP from the tracks of each year", [],
                  shown_as="track_points"),
        ],
        derived=[
            "choices", "deck", "fear_seat", "moon_seat", "occupied", "parties", "rage_seat",
            "seed_seat", "supply", "tokens",
        ],
    )  # fmt: skip


def knows_kami(table: State, seat: int, owner: int) -> bool:
    """Everybody once all are chosen, before only oneself. [KS-SET-05]"""
    return cast(Kamisama, table).frame.kind != KAMI or (seat == owner and seat >= 0)


def has_seen(table: Kamisama, seen: i64, seat: i64) -> bool:
    """Has the seat had cards in hand, or do all lie face up? [KS-RUL-13]"""
    return table.settings.open_draft or (seat >= 0 and seen >> seat & 1 == 1)


def known_draft(table: Kamisama, seat: i64) -> Draft:
    """The draft for a seat: the hand that goes round only if it has held it. [KS-RUL-13]"""
    draft = table.draft.clone()
    if not has_seen(table, draft.seen, seat):
        draft.hand = unseen(draft.hand)
    return draft


def known_leftovers(table: Kamisama, seat: i64, left: Leftover | None) -> Leftover | None:
    """The bottoms of the decks with the cards that the seat has seen. [KS-DRF-06]"""
    if left is None:
        return None
    below = known_leftovers(table, seat, left.below)
    cards: i64 = left.cards if has_seen(table, left.seen, seat) else unseen(left.cards)
    return Leftover(left.village, cards, left.seen, below)


def seen_draft(table: State, seat: int, owner: int) -> object:
    return known_draft(cast(Kamisama, table), seat), int(table.seats)


def seen_leftovers(table: State, seat: int, owner: int) -> object:
    state = cast(Kamisama, table)
    return known_leftovers(state, seat, state.leftovers)


def get_draft(table: State, owner: int) -> object:
    return cast(Kamisama, table).draft, int(table.seats)


def put_draft(table: State, owner: int, value: object) -> None:
    draft, _ = cast("tuple[Draft, int]", value)
    cast(Kamisama, table).draft = draft


def get_fox(table: State, owner: int) -> object:
    state = cast(Kamisama, table)
    if state.parties == state.seats:
        return None
    shrines = state.players[state.seats].shrines
    return Fox(shrines, state.gone, state.fox_deck, state.fox_top)


def put_fox(table: State, owner: int, value: object) -> None:
    fox = cast("Fox | None", value)
    state = cast(Kamisama, table)
    if fox is not None:
        state.players[state.seats].shrines = fox.shrines
        state.gone = fox.villagers
        state.fox_top = fox.top
        if fox.deck >= 0:
            state.fox_deck = fox.deck


def villager_count(table: State, owner: int) -> object:
    return size_of(cast(Kamisama, table).players[owner].villagers)
