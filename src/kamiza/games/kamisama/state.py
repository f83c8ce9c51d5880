"""The state of a game of Kami-sama: what lies on the table, and nothing else.

A *party* is whoever has shrines: the players by seat, and with two players the Kitsune as party
number 2. Village tokens are ONE int with eight bits per village; a draft order is ONE int with
four bits per party, the first one lowest.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.event import Event
from kamiza.core.frame import Frame
from kamiza.core.game import State
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import (
    VILLAGES,
)
from kamiza.games.kamisama.cards import Cards

# The open question.
KAMI: Final = 0  # which of two kami sheets
FEAR: Final = 1  # where the Fear token goes
ACT: Final = 2  # what to do with the next cube
AT: Final = 3  # a space or piece for a step
TO: Final = 4  # where a shrine moves, or with which it is rearranged
SEED: Final = 5  # where a Seed goes
GAIN: Final = 6  # Favor or Nature
TIE: Final = 7  # who of the tied players goes next
TAKE: Final = 8  # which villager
TOKEN: Final = 9  # which village token
OVER: Final = 10  # nothing any more
# What runs by itself.
PAID: Final = 11  # a step succeeded and its passive is done: pay its gain
ACTED: Final = 12  # an action is finished: check the goal
PREPARE: Final = 13  # all kami are chosen: set up the table
YEAR_START: Final = 14
TURN: Final = 15
KITSUNE: Final = 16
ROTATE: Final = 17
RANK: Final = 18  # find the order of influence in the village of the draft
DRAFT: Final = 19  # the next in order takes a villager
CLAIMED: Final = 20  # a claim is done
TRACKS: Final = 21
FINAL: Final = 22
FRAMES: Final = (
    "KAMI", "FEAR", "ACT", "AT", "TO", "SEED", "GAIN", "TIE", "TAKE", "TOKEN", "OVER",
    "PAID", "ACTED", "PREPARE", "YEAR_START", "TURN", "KITSUNE", "ROTATE", "RANK", "DRAFT",
    "CLAIMED", "TRACKS", "FINAL",
)  # fmt: skip

# Frames without integers are made once. Frames of a program carry its number, the step and how
# often it was done (step * 16 + times), and one more than the spaces `prev` and `first`.
KAMI_FRAME: Final = Frame(KAMI)
ACT_FRAME: Final = Frame(ACT)
TIE_FRAME: Final = Frame(TIE)
TAKE_FRAME: Final = Frame(TAKE)
OVER_FRAME: Final = Frame(OVER)
ACTED_FRAME: Final = Frame(ACTED)
PREPARE_FRAME: Final = Frame(PREPARE)
YEAR_START_FRAME: Final = Frame(YEAR_START)
TURN_FRAME: Final = Frame(TURN)
KITSUNE_FRAME: Final = Frame(KITSUNE)
ROTATE_FRAME: Final = Frame(ROTATE)
RANK_FRAME: Final = Frame(RANK)
DRAFT_FRAME: Final = Frame(DRAFT)
CLAIMED_FRAME: Final = Frame(CLAIMED)
TRACKS_FRAME: Final = Frame(TRACKS)
FINAL_FRAME: Final = Frame(FINAL)

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


@final
class Settings:
    """The table options, fixed before the first decision."""

    def __init__(
        self, edition: int, years: int, open_draft: bool, face_down: bool, kami: list[int]
    ) -> None:
        self.edition: Final = edition  # 0 early, 1 full
        self.years: Final[i64] = years  # 2 is the First Game [KS-FG-10]
        self.open_draft: Final = open_draft  # [KS-RUL-13]
        self.face_down: Final = face_down  # claimed villagers [KS-RUL-14]
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
@mypyc_attr(acyclic=True)
class Leftover:
    """Villagers nobody took, at the bottom of a deck, and who has seen them. [KS-DRF-06]"""

    __slots__ = ("below", "cards", "seen", "village")

    def __init__(self, village: i64, cards: i64, seen: i64, below: Leftover | None) -> None:
        self.village: Final[i64] = village
        self.cards: Final[i64] = cards  # set
        self.seen: Final[i64] = seen  # set of seats
        self.below: Final = below  # the one before it; never changed, so clones share it


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Turn:
    """What has to be remembered about the turn that is being played."""

    __slots__ = ("basics", "cubes", "passive_used", "placed", "rewarded", "used")
    cubes: i64
    basics: i64  # uses of the common Add/Remove
    used: i64  # set of abilities 0, 1, 2
    passive_used: bool  # of a passive that works once per turn
    rewarded: i64  # set of villages whose token was taken this turn
    placed: i64  # spaces where this action put own shrines

    def __init__(
        self, cubes: i64, basics: i64, used: i64, passive_used: bool, rewarded: i64, placed: i64
    ) -> None:
        self.cubes = cubes
        self.basics = basics
        self.used = used
        self.passive_used = passive_used
        self.rewarded = rewarded
        self.placed = placed

    def clone(self) -> Turn:
        return Turn(
            self.cubes, self.basics, self.used, self.passive_used, self.rewarded, self.placed
        )


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Draft:
    """Where the year end stands; `village` is NO_VILLAGE while turns are played."""

    __slots__ = ("hand", "order", "seen", "taken", "village")
    village: i64
    order: i64  # parties in order of influence, one more than each, four bits
    taken: i64  # how many of them have taken a card
    hand: i64  # set of cards that go round
    seen: i64  # set of seats that know the hand

    def __init__(self, village: i64, order: i64, taken: i64, hand: i64, seen: i64) -> None:
        self.village = village
        self.order = order
        self.taken = taken
        self.hand = hand
        self.seen = seen

    def clone(self) -> Draft:
        return Draft(self.village, self.order, self.taken, self.hand, self.seen)


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
        "moon", "moon_seat", "moons_left", "moons_next", "occupied", "options", "parties",
        "players", "rage", "rage_seat", "red", "rot", "seats", "seed_seat", "seeds", "tokens",
        "turn", "turns", "year",
    )  # fmt: skip

    cards: Cards  # shared, never changed
    options: Settings  # shared, never changed
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
        self, cards: Cards, options: Settings, seats: i64, parties: i64, players: list[Player],
        rng: Rng, asked: i64, frame: Frame, choices: i64, turn: Turn, draft: Draft, year: i64,
        rot: i64, red: i64, first: i64, turns: i64, goal: i64, goals_left: i64,
        goals_next: bytes, occupied: i64, seeds: i64, fear: i64, rage: bool, moon: i64,
        moons_left: i64, moons_next: bytes, seed_seat: i64, fear_seat: i64, rage_seat: i64,
        moon_seat: i64, tokens: i64, deck: i64, deck_top: bytes, gone: i64,
        leftovers: Leftover | None, fox_deck: i64, fox_top: bytes, reveals: i64,
    ) -> None:  # fmt: skip
        self.cards = cards
        self.options = options
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
            self.cards, self.options, self.seats, self.parties, [p.clone() for p in self.players],
            self.rng.clone(), self.asked, self.frame, self.choices, self.turn.clone(),
            self.draft.clone(), self.year, self.rot, self.red, self.first, self.turns, self.goal,
            self.goals_left, self.goals_next, self.occupied, self.seeds, self.fear, self.rage,
            self.moon, self.moons_left, self.moons_next, self.seed_seat, self.fear_seat,
            self.rage_seat, self.moon_seat, self.tokens, self.deck, self.deck_top, self.gone,
            self.leftovers, self.fox_deck, self.fox_top, self.reveals,
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


# -- what is packed, and what follows from the kami -------------------------------------------


def tokens_of(tokens: i64, village: i64) -> i64:
    """How many village tokens of one village."""
    return tokens >> (8 * village) & 255


def token_sum(tokens: i64) -> i64:
    total: i64 = 0
    for village in range(VILLAGES):
        total += tokens_of(tokens, village)
    return total


def party_in_order(order: i64, place: i64) -> i64:
    """Who is at a place of a draft order, or NO_SEAT behind its end."""
    return (order >> (4 * place) & 15) - 1


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
