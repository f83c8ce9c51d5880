"""What a change of the board, a gain, a token or a choice is worth to the asked seat.

Everything here uses only what that seat may know. Values are whole numbers, in hundredths of a
victory point.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    VILLAGE_OF,
    bit,
    count_spaces,
    lowest_space,
    whole_village,
)
from kamiza.games.kamisama.judging.sight import Sight, gain_value, with_chain
from kamiza.games.kamisama.rules.choices import partners, targets
from kamiza.games.kamisama.rules.places import free_spaces, is_turn, owner_at
from kamiza.games.kamisama.rules.steps import (
    ADD,
    MOVE,
    ON_ADD,
    REMOVE,
    REPLACE,
    SWAP,
    Step,
)
from kamiza.games.kamisama.table import NO_SEAT, Kamisama

HOLDS_TEMPLE: Final = 30
ALMOST: Final = 35  # percent of a token for being one shrine away from it with cubes left
SEED_VALUE: Final = 25
NOISE: Final = 9
NOTHING: Final = -100000


# -- what a change of the board is worth --------------------------------------------------------


def change_value(sight: Sight, village: i64, one: i64, ones: i64, other: i64, others: i64) -> i64:
    """What it is worth to the asked seat if `one` (and `other`) had these shrines instead."""
    state = sight.state
    board = state.cards.board
    before: i64 = sight.chains_in(village)
    after: i64 = with_chain(before, one, board.chain(ones, village))
    temple: i64 = board.temples & whole_village(village)
    total: i64 = temple_change(state, one, ones, temple)
    if other != NO_SEAT:
        after = with_chain(after, other, board.chain(others, village))
        total += temple_change(state, other, others, temple)
    if after != before:
        total += sight.change(village, after)
    if total == 0:
        return 0
    return total * sight.timely // (100 * (state.seats - 1))


def temple_change(state: Kamisama, party: i64, shrines: i64, temple: i64) -> i64:
    if party >= state.seats or (shrines ^ state.players[party].shrines) & temple == 0:
        return 0
    change: i64 = HOLDS_TEMPLE
    if shrines & temple == 0:
        change = -change
    return change * (state.seats - 1) if party == state.asked else -change


# -- what a choice is worth -------------------------------------------------------------------


def goal_value(sight: Sight, shrines: i64, space: i64) -> i64:
    """A village token, or being one shrine away from one with cubes left."""
    village: i64 = VILLAGE_OF[space]
    state = sight.state
    if not sight.in_turn or state.turn.rewarded >> village & 1:
        return 0
    token: i64 = sight.token_value(village)
    if token == 0:
        return 0
    goal = state.cards.goals[state.goal]
    board = state.cards.board
    here: i64 = bit(space)
    if goal.missing(board, shrines & ~here, here, village):
        return token
    if state.turn.cubes < 2:
        return 0
    free: i64 = free_spaces(state) & ~here
    if goal.missing(board, shrines, free, village) == 0:
        return 0
    return token * ALMOST // 100


def add_value(sight: Sight, space: i64, gain: i64) -> i64:
    """An own shrine arrives by Add or Replace."""
    state = sight.state
    seat: i64 = state.asked
    shrines: i64 = state.players[seat].shrines | bit(space)
    packed: i64 = state.cards.yields[space] + gain + passive_gain(state, seat, space)
    value: i64 = gain_value(sight, packed)
    value += goal_value(sight, shrines, space)
    return value + change_value(sight, VILLAGE_OF[space], seat, shrines, NO_SEAT, 0)


def passive_gain(state: Kamisama, seat: i64, space: i64) -> i64:
    passive = state.cards.kami[state.players[seat].kami].passive
    if passive.trigger != ON_ADD or not passive.spaces & bit(space):
        return 0
    if passive.own_turn and not is_turn(state):
        return 0
    if passive.once and state.turn.passive_used:
        return 0
    return passive.program.instant


def remove_value(sight: Sight, space: i64) -> i64:
    """A piece leaves the board."""
    if sight.weighed >> space & 1:
        return sight.losses[space]
    state = sight.state
    if state.seeds >> space & 1:
        return -SEED_VALUE if state.asked == state.seed_seat else SEED_VALUE // 2
    owner: i64 = owner_at(state, space)
    rest: i64 = state.players[owner].shrines & ~bit(space)
    value: i64 = change_value(sight, VILLAGE_OF[space], owner, rest, NO_SEAT, 0)
    sight.losses[space] = value
    sight.weighed |= bit(space)
    return value


def replace_value(sight: Sight, step: Step, space: i64) -> i64:
    """A piece leaves and an own one takes its space."""
    state = sight.state
    seat: i64 = state.asked
    if step.with_seed:
        return remove_value(sight, space) + SEED_VALUE
    gain: i64 = step.gain
    if len(step.choices) != 0:
        gain = step.choices[0]
    if state.players[seat].supply == 0:
        return remove_value(sight, space)
    if state.seeds >> space & 1:
        return add_value(sight, space, gain) + remove_value(sight, space)
    owner: i64 = owner_at(state, space)
    rest: i64 = state.players[owner].shrines & ~bit(space)
    mine: i64 = state.players[seat].shrines | bit(space)
    packed: i64 = state.cards.yields[space] + gain + passive_gain(state, seat, space)
    value: i64 = gain_value(sight, packed) + goal_value(sight, mine, space)
    return value + change_value(sight, VILLAGE_OF[space], owner, rest, seat, mine)


def target_value(sight: Sight, owner: i64, source: i64, target: i64) -> i64:
    """A shrine moves: what it leaves and where it arrives."""
    state = sight.state
    village: i64 = VILLAGE_OF[target]
    shrines: i64 = state.players[owner].shrines & ~bit(source) | bit(target)
    value: i64 = change_value(sight, village, owner, shrines, NO_SEAT, 0)
    if village != VILLAGE_OF[source]:
        value += remove_value(sight, source)
    if owner == state.asked:
        value += goal_value(sight, shrines, target)
    return value


def swap_value(sight: Sight, one: i64, first: i64, second: i64) -> i64:
    """The shrine of one party and another one exchange their spaces."""
    state = sight.state
    other: i64 = owner_at(state, second)
    both: i64 = bit(first) | bit(second)
    ones: i64 = state.players[one].shrines ^ both
    others: i64 = state.players[other].shrines ^ both
    value: i64 = change_value(sight, VILLAGE_OF[first], one, ones, other, others)
    if one == state.asked:
        value += goal_value(sight, ones, second)
    elif other == state.asked:
        value += goal_value(sight, others, first)
    return value


def best_partner(sight: Sight, step: Step, first: i64) -> i64:
    """The most that rearranging this shrine could bring."""
    state = sight.state
    best: i64 = NOTHING
    owner: i64 = owner_at(state, first)
    rest: i64 = partners(state, step, first)
    while rest:
        value: i64 = swap_value(sight, owner, first, lowest_space(rest))
        if value > best:
            best = value
        rest &= rest - 1
    return best


def best_target(sight: Sight, step: Step, source: i64) -> i64:
    """The most that moving this shrine could bring."""
    state = sight.state
    best: i64 = NOTHING
    owner: i64 = owner_at(state, source)
    rest: i64 = targets(state, step, source)
    while rest:
        value: i64 = target_value(sight, owner, source, lowest_space(rest))
        if value > best:
            best = value
        rest &= rest - 1
    return best


def choice_value(sight: Sight, step: Step, space: i64) -> i64:
    """What choosing this space for this step is worth, without what follows."""
    state = sight.state
    op: i64 = step.op
    if op == ADD:
        if step.needs_opponent:
            return add_value(sight, space, 0)
        return add_value(sight, space, step.gain)
    if op == REMOVE:
        return remove_value(sight, space) + gain_value(sight, step.gain)
    if op == REPLACE:
        return replace_value(sight, step, space)
    if op == MOVE:
        return best_target(sight, step, space) if step.to_adjacent else remove_value(sight, space)
    if op == SWAP:
        if state.players[state.asked].shrines >> space & 1:
            return best_partner(sight, step, space)
        return -1
    return select_value(state, space)


def select_value(state: Kamisama, space: i64) -> i64:
    """A reference point is good if opponents stand next to it."""
    near: i64 = state.cards.board.near[space] & state.occupied
    return 50 * count_spaces(near & ~state.players[state.asked].shrines)
