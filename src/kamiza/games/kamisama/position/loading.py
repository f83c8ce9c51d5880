"""The state of a position. The fields themselves are in `table.py`.

Left out means the usual: an empty board, full supplies, the first player's turn with all cubes.
`frames` may also name something that runs by itself ("RANK", "TRACKS", "KITSUNE", "YEAR_START",
...): it is carried out on loading, up to the next question.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import size_of
from kamiza.core.kinds import read_seat
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given, Json
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.cards import SEEDS, tokens_of
from kamiza.games.kamisama.frames import ACT, FRAMES, KAMI, OVER, PREPARE, RANK
from kamiza.games.kamisama.parts import NOT_SAID
from kamiza.games.kamisama.position.counting import count_pieces, separate_villagers
from kamiza.games.kamisama.position.stack import check_numbers, check_stack, check_undrawn
from kamiza.games.kamisama.rules.flow import settle
from kamiza.games.kamisama.rules.goals import NO_GOAL
from kamiza.games.kamisama.rules.places import active_seat
from kamiza.games.kamisama.rules.turn import cubes_of_year
from kamiza.games.kamisama.table import (
    NO_KAMI,
    Kamisama,
    find_token_seats,
)

# Kami for seats of which a position says nothing, the quietest first.
QUIET: Final = ("inari", "ryujin", "fujin", "raijin", "tanuki", "kodama", "nue", "yue")
BEGINNINGS: Final = ("TURN", "YEAR_START", "KITSUNE", "ROTATE", "RANK", "TRACKS", "FINAL")


def complete(state: Kamisama, position: Json, given: Given) -> None:
    """What follows from what the position says; a PositionError names what cannot be."""
    check_numbers(state)
    complete_kami(state, given)
    check_sets(state)
    count_pieces(state)
    check_kami_tokens(state, given)
    complete_year(state, given)
    complete_turn(state, given, position)
    separate_villagers(state)
    check_fox(state)
    if state.frame.kind > OVER:
        settle_loaded(state)
    else:
        ask(state, position)


def settle_loaded(state: Kamisama) -> None:
    """Carry out what runs by itself."""
    name = FRAMES[state.frame.kind]
    if state.frame.below is not None:
        raise PositionError("frames: this stack has no question on top")
    if state.frame.kind == PREPARE:
        raise PositionError("frames: PREPARE belongs to the choice of the kami")
    if state.frame.kind == RANK:
        prepare_ranking(state)
    elif state.draft.village != NO_VILLAGE:
        raise PositionError("draft: it belongs to the year end, and only to it")
    state.asked = active_seat(state)
    if name not in BEGINNINGS:
        raise PositionError(f"frames: a position cannot begin with {name}")
    if name == "KITSUNE" and state.parties == state.seats:
        raise PositionError("frames: the Kitsune plays only with two players")
    settle(state)


def prepare_ranking(state: Kamisama) -> None:
    """The year end begins in the first village, or it has come to the one that is named."""
    if state.draft.village == NO_VILLAGE:
        state.draft.village = 0
    if state.rot != state.red:
        raise PositionError("rot: at the year end the advent tokens are side by side")
    check_undrawn(state)


# -- kami -------------------------------------------------------------------------------------


def complete_kami(state: Kamisama, given: Given) -> None:
    """Every seat has another kami; while they are chosen only the first seats have one."""
    choosing = state.frame.kind == KAMI
    for seat in range(state.seats):
        if state.settings.kami:
            assign_kami(state, seat, given)
    named = [state.players[seat].kami for seat in range(state.seats)]
    for seat in range(state.seats):
        player = state.players[seat]
        if player.kami == NO_KAMI and not choosing:
            ids = state.cards.kami_ids
            player.kami = next(ids.index(name) for name in QUIET if ids.index(name) not in named)
            named[seat] = player.kami
        if player.kami != NO_KAMI and named.count(player.kami) > 1:
            kami = state.cards.kami_ids[player.kami]
            raise PositionError(f"{seat_letter(seat)}.kami: two players cannot have {kami}")
    check_dealt(state, choosing)
    if not choosing:
        find_token_seats(state)


def assign_kami(state: Kamisama, seat: int, given: Given) -> None:
    """The kami that the settings name for a seat."""
    assigned = state.settings.kami[seat]
    player = state.players[seat]
    if given.has("kami", seat) and player.kami != assigned:
        name = state.cards.kami_ids[assigned]
        raise PositionError(f"{seat_letter(seat)}.kami: the settings assign {name}")
    player.kami = assigned


def check_dealt(state: Kamisama, choosing: bool) -> None:
    taken: i64 = 0
    for seat in range(state.seats):
        player = state.players[seat]
        field = f"{seat_letter(seat)}.dealt"
        mine: i64 = 0 if player.kami == NO_KAMI else bit(player.kami)
        if size_of(player.dealt) not in (0, 2) or (choosing and player.dealt == 0):
            raise PositionError(f"{field}: two sheets are dealt to each player")
        if player.dealt and mine & ~player.dealt:
            raise PositionError(f"{field}: the kami is not among the sheets dealt")
        if (player.dealt | mine) & taken:
            raise PositionError(f"{field}: a sheet belongs to somebody else")
        if player.dealt and state.settings.kami:
            raise PositionError(f"{field}: the settings assign the kami, nothing is dealt")
        taken |= player.dealt | mine


def check_kami_tokens(state: Kamisama, given: Given) -> None:
    """Only tokens of kami that play."""
    if state.seeds and (state.seed_seat < 0 or size_of(state.seeds) > SEEDS):
        raise PositionError(f"seeds: only a kami with Seeds has them, and {SEEDS} at most")
    if state.fear >= 0:
        if state.fear_seat < 0 or not state.players[state.fear_seat].shrines >> state.fear & 1:
            raise PositionError("fear: it lies under a shrine of its owner")
    if state.rage and state.rage_seat < 0:
        raise PositionError("rage: nobody has a Rage token")
    if state.moon >= 0 and state.moon_seat < 0:
        raise PositionError("moon: nobody has Moon tokens")
    if not given.has("moons_left"):
        state.moons_left = 15 if state.moon < 0 else 15 & ~bit(state.moon)
    if state.moon >= 0 and state.moons_left >> state.moon & 1:
        raise PositionError("moons_left: the Moon token of that village lies on the board")
    for village in state.moons_next:
        if not state.moons_left >> village & 1:
            raise PositionError(f"moons_next: {VILLAGE_IDS[village]} was drawn already")


# -- everything else that is counted ----------------------------------------------------------


def check_sets(state: Kamisama) -> None:
    for seat in range(state.seats):
        if all(tokens_of(state.players[seat].tokens, v) > 0 for v in range(VILLAGES)):
            raise PositionError(
                f"{seat_letter(seat)}.tokens: one of each would have been turned in as a set"
            )


def check_fox(state: Kamisama) -> None:
    if state.fox_deck & ~state.cards.fox_decks[state.settings.edition]:
        raise PositionError("kitsune.deck: a card is not in this edition")
    for card in state.fox_top:
        if not state.fox_deck >> card & 1:
            raise PositionError(f"kitsune.top: {state.cards.fox_ids[card]} is not in the deck")


# -- time -------------------------------------------------------------------------------------


def complete_year(state: Kamisama, given: Given) -> None:
    """Year, sides and goals."""
    choosing = state.frame.kind == KAMI
    edition = state.settings.edition
    if state.year > state.settings.years:
        raise PositionError(f"year: must be a whole number from 1 to {state.settings.years}")
    if not given.has("red"):
        state.red = state.rot
    if not given.has("goal") and not choosing:
        state.goal = 0
    if (state.goal == NO_GOAL) != choosing:
        raise PositionError("goal: there is one as soon as the kami are chosen")
    later: i64 = state.cards.later[edition]
    if not choosing:
        if not (state.cards.year_one[edition] | later) >> state.goal & 1:
            raise PositionError("goal: it is not in this edition")
        later &= ~bit(state.goal)
    if not given.has("goals_left"):
        state.goals_left = later
    if state.goals_left & ~later:
        raise PositionError("goals_left: these cannot come any more in this edition")
    if size_of(state.goals_left) < state.settings.years - state.year:
        raise PositionError("goals_left: there must be a goal for each year to come")
    for goal in state.goals_next:
        if not state.goals_left >> goal & 1:
            raise PositionError(f"goals_next: {state.cards.goal_ids[goal]} cannot come any more")


def complete_turn(state: Kamisama, given: Given, position: Json) -> None:
    """Who opened the round, whose turn it is, and what was done in it."""
    choosing = state.frame.kind == KAMI
    if not given.has("first"):
        state.first = state.rot if state.seats == 4 else 0
    if state.seats == 4 and state.first != state.rot and not choosing:
        raise PositionError("first: with four players it is the one in front of FA")
    cubes: i64 = cubes_of_year(state.year)
    if state.turn.cubes == NOT_SAID:
        state.turn.cubes = cubes
    if state.turn.cubes > cubes:
        raise PositionError(f"turn.cubes: must be a whole number from 0 to {cubes}")
    if not given.has("turns"):
        asked = position.get("asked")
        if asked is not None and not choosing and state.draft.village == NO_VILLAGE:
            seat: i64 = read_seat("asked", asked, state.seats)
            state.turns = (seat - state.first) % state.seats
    elif state.turns > state.seats:
        raise PositionError(f"turns: must be a whole number from 0 to {state.seats}")


# -- the open question ------------------------------------------------------------------------


def ask(state: Kamisama, position: Json) -> None:
    """Who has to answer what; everything must fit together."""
    if state.frame.kind == OVER:
        if position.get("asked") is not None:
            raise PositionError("asked: the game is over, nobody is asked")
        state.asked = NOBODY
        return
    usual = "A" if state.frame.kind == KAMI else seat_letter(active_seat(state))
    state.asked = read_seat("asked", position.get("asked", usual), state.seats)
    if state.frame.kind == ACT and state.turn.cubes == 0:
        raise PositionError("turn.cubes: without cubes the turn is over")
    if state.turns >= state.seats:
        raise PositionError("turns: everybody has had a turn, the round is over")
    check_stack(state)
