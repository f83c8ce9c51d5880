"""Which spaces and pieces a step of a program may be carried out on. [KS-DES-10..17]"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    ALL_SPACES,
    NOWHERE,
    VILLAGE_OF,
    bit,
    lowest_space,
    whole_village,
)
from kamiza.games.kamisama.rules.places import (
    all_shrines,
    current_spaces,
    free_spaces,
    front_village,
    owner_at,
    pieces_of,
    protected_from,
    seeds_left,
)
from kamiza.games.kamisama.rules.steps import (
    ADD,
    ANOTHER,
    ANY,
    ANYWHERE,
    CURRENT,
    MOVE,
    NEXT_TO_FEAR,
    NEXT_TO_FIRST,
    NEXT_TO_OWN,
    OPPONENT,
    OTHER,
    OWN,
    REMOVE,
    REPLACE,
    SAME,
    SWAP,
    Step,
)
from kamiza.games.kamisama.table import Kamisama


def in_scope(state: Kamisama, seat: i64, scope: i64, prev: i64) -> i64:
    """The spaces of the villages a step works in. [KS-DES-10] [KS-VIL-01..03]"""
    if scope == CURRENT:
        return current_spaces(state, seat)
    if scope == ANY:
        return ALL_SPACES
    if scope == ANOTHER:
        return ALL_SPACES & ~whole_village(front_village(state, seat))
    if prev == NOWHERE:
        return 0  # the reference does not exist [KS-DES-15]
    if scope == SAME:
        return whole_village(VILLAGE_OF[prev])
    if scope == OTHER:
        return ALL_SPACES & ~whole_village(VILLAGE_OF[prev])
    return bit(prev)  # FROM_PREV


def beside(state: Kamisama, step: Step, seat: i64, prev: i64, first: i64) -> i64:
    """The spaces next to what a step names. [KS-DES-14]"""
    adjacent: i64 = step.adjacent
    board = state.cards.board
    if adjacent == ANYWHERE:
        return ALL_SPACES
    if adjacent == NEXT_TO_OWN:
        return board.next_to(state.players[seat].shrines)
    reference: i64 = prev
    if adjacent == NEXT_TO_FEAR:
        reference = state.fear
    elif adjacent == NEXT_TO_FIRST:
        reference = first
    if reference == NOWHERE:
        return 0
    return board.near[reference]


def owned_by(state: Kamisama, seat: i64, whose: i64) -> i64:
    """Pieces that are one's own, an opponent's, or anybody's. [KS-DES-12] [KS-RUL-36]"""
    if whose == OWN:
        return pieces_of(state, seat)
    if whose == OPPONENT:
        return state.occupied & ~pieces_of(state, seat)
    return state.occupied


def named_spaces(state: Kamisama, step: Step, prev: i64, first: i64) -> i64:
    """The spaces a step names, whatever stands on them."""
    seat: i64 = state.asked
    where: i64 = in_scope(state, seat, step.scope, prev) & step.spaces
    if step.adjacent != ANYWHERE:
        where &= beside(state, step, seat, prev, first)
    return where


def gain_without_shrine(state: Kamisama, step: Step, prev: i64, first: i64) -> i64:
    """What an Add pays that fails only for lack of shrines: its gain, if no "if" and no "you may"
    stands before it. [KS-DES-17]"""
    if step.op != ADD or step.needs_opponent or step.may_skip:
        return 0
    if state.players[state.asked].supply > 0:
        return 0
    return step.gain if named_spaces(state, step, prev, first) & free_spaces(state) else 0


def candidates(state: Kamisama, step: Step, prev: i64, first: i64) -> i64:
    """The spaces a choosing step may be carried out on."""
    seat: i64 = state.asked
    op: i64 = step.op
    if op == ADD and state.players[seat].supply == 0:
        return 0  # [KS-ACT-12]
    where: i64 = named_spaces(state, step, prev, first)
    if op == ADD:
        return where & free_spaces(state)
    where &= owned_by(state, seat, step.whose) & ~protected_from(state, seat)
    if op in (REMOVE, REPLACE):
        return where & state.seeds if step.only_seeds else where
    where &= all_shrines(state)  # [KS-DES-13]
    if op == MOVE:
        return movable(state, step, where)
    if op == SWAP:
        return swappable(state, step, where)
    return where  # SELECT


def movable(state: Kamisama, step: Step, where: i64) -> i64:
    """Those shrines that have somewhere to go."""
    if not step.to_adjacent and step.to_scope < SAME:
        if where and targets(state, step, NOWHERE):
            return where
        return 0
    found: i64 = 0
    rest: i64 = where
    while rest:
        space: i64 = lowest_space(rest)
        if targets(state, step, space):
            found |= rest & -rest
        rest &= rest - 1
    return found


def targets(state: Kamisama, step: Step, source: i64) -> i64:
    """Where a shrine may move. [KS-MOV-01]"""
    where: i64 = in_scope(state, state.asked, step.to_scope, source) & step.to_spaces
    where &= free_spaces(state)
    return where & state.cards.board.near[source] if step.to_adjacent else where


def swappable(state: Kamisama, step: Step, where: i64) -> i64:
    """Those shrines that have a partner."""
    found: i64 = 0
    rest: i64 = where
    while rest:
        space: i64 = lowest_space(rest)
        if partners(state, step, space):
            found |= rest & -rest
        rest &= rest - 1
    return found


def partners(state: Kamisama, step: Step, first: i64) -> i64:
    """Shrines of other owners in the same village. [KS-RUL-01]"""
    seat: i64 = state.asked
    where: i64 = whole_village(VILLAGE_OF[first]) & all_shrines(state)
    where &= ~state.players[owner_at(state, first)].shrines & ~protected_from(state, seat)
    where &= owned_by(state, seat, step.second_whose)
    return where & state.cards.board.near[first] if step.second_adjacent else where


def fear_places(state: Kamisama, step: Step, prev: i64) -> i64:
    """Own shrines the Fear token could go to; not the one it is already under. [KS-DES-25]"""
    seat: i64 = state.asked
    if seat != state.fear_seat:
        return 0
    where: i64 = state.players[seat].shrines
    if step.at_prev:
        if prev == NOWHERE:
            return 0
        where &= bit(prev)
    else:
        where &= current_spaces(state, seat)
    return where if state.fear == NOWHERE else where & ~bit(state.fear)


def seed_places(state: Kamisama, prev: i64) -> i64:
    """Free spaces next to the shrine just added, while there are Seeds."""
    if state.asked != state.seed_seat or seeds_left(state) == 0 or prev == NOWHERE:
        return 0
    return state.cards.board.near[prev] & free_spaces(state)
