"""Where everybody is and what stands where: questions about a state that follow from it."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kamisama.board import ALL_SPACES, NO_VILLAGE, bit, count_spaces, whole_village
from kamiza.games.kamisama.cards import SEEDS
from kamiza.games.kamisama.table import NO_SEAT, Kamisama

# -- where everybody is -----------------------------------------------------------------------


def side_of(state: Kamisama, seat: i64) -> i64:
    """The side a player sits at. [KS-RUL-05] [KS-2P-02]"""
    return 2 * seat if state.seats == 2 else seat


def front_village(state: Kamisama, seat: i64) -> i64:
    """The village directly in front of a player. [KS-SET-02] [KS-RND-01]"""
    return (side_of(state, seat) - state.rot) & 3


def village_at(state: Kamisama, side: i64) -> i64:
    return (side - state.rot) & 3


def current_spaces(state: Kamisama, seat: i64) -> i64:
    """All spaces of the current village, the Moon village included. [KS-YEAR-03] [KS-VIL-01]"""
    spaces: i64 = whole_village(front_village(state, seat))
    if seat == state.moon_seat and state.moon != NO_VILLAGE:
        spaces |= whole_village(state.moon)
    return spaces


def active_seat(state: Kamisama) -> i64:
    """Whose turn it is. [KS-FLOW-03]"""
    return (state.first + state.turns) % state.seats


def is_turn(state: Kamisama) -> bool:
    """Is a turn being played, and not the year end?"""
    return state.draft.village == NO_VILLAGE


def has_fox(state: Kamisama) -> bool:
    return state.parties > state.seats


def fox_side(state: Kamisama) -> i64:
    """The Kitsune token lies to the right of the first player. [KS-2P-06] [KS-2P-11]"""
    return (side_of(state, state.first) + 3) & 3


# -- what stands where ------------------------------------------------------------------------


def free_spaces(state: Kamisama) -> i64:
    """Spaces without a piece. [KS-DES-03] [KS-DES-21]"""
    return ALL_SPACES & ~state.occupied


def protected_from(state: Kamisama, seat: i64) -> i64:
    """The space whose shrine this party cannot touch, because of the Fear token. [KS-DES-24]"""
    if state.fear < 0 or seat == state.fear_seat:
        return 0
    return bit(state.fear)


def owner_at(state: Kamisama, space: i64) -> i64:
    """Whose shrine stands on a space, or NO_SEAT."""
    owner: i64 = NO_SEAT
    party: i64
    for party in range(state.parties):  # without a branch: no processor could foretell it
        owner += (state.players[party].shrines >> space & 1) * (party - NO_SEAT)
    return owner


def pieces_of(state: Kamisama, seat: i64) -> i64:
    """The shrines and Seeds of a player. [KS-DES-22]"""
    if seat == state.seed_seat:
        return state.players[seat].shrines | state.seeds
    return state.players[seat].shrines


def all_shrines(state: Kamisama) -> i64:
    return state.occupied & ~state.seeds


def seeds_left(state: Kamisama) -> i64:
    """Seeds in the supply of their owner."""
    return SEEDS - count_spaces(state.seeds)
