"""What a change of the board, a gain, a token or a choice is worth to the asked seat.

Everything here uses only what that seat may know. Values are whole numbers, in hundredths of a
victory point.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    VILLAGE_OF,
    VILLAGES,
    bit,
    count_spaces,
    lowest_space,
    whole_village,
)
from kamiza.games.kamisama.cards import tokens_of
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

# The surplus of the higher track, in percent of a point, by round; the last is the year end.
SURPLUS: Final = (45, 35, 25, 8, 5)
# How much of the order of influence now counts, by round: the last visitor decides.
TIMELY: Final = (45, 55, 75, 100, 100)
# What different village tokens are worth before they are a set, and a second one of a kind.
PROGRESS: Final = (0, 130, 280, 440, 600)
DUPLICATE: Final = 80
FIRST_PLACE: Final = 300
PLACE: Final = 80  # what each place is worth, and the least a place with influence is worth
LINK: Final = 12  # each shrine of the chain
HOLDS_TEMPLE: Final = 30
ALMOST: Final = 35  # percent of a token for being one shrine away from it with cubes left
SEED_VALUE: Final = 25
NOISE: Final = 9
NOTHING: Final = -100000


# -- what things are worth --------------------------------------------------------------------


def season(state: Kamisama) -> i64:
    """0 to 3 for the rounds of a year, 4 at its end."""
    if is_turn(state):
        return (state.rot - state.red) & 3
    return 4


def track_value(favor: i64, nature: i64, surplus: i64) -> i64:
    """The lower track in full, the rest at a discount."""
    if favor < nature:
        return 100 * favor + surplus * (nature - favor)
    return 100 * nature + surplus * (favor - nature)


def gain_value(state: Kamisama, seat: i64, packed: i64) -> i64:
    """What a gain adds to the tracks."""
    if packed == 0:
        return 0
    player = state.players[seat]
    surplus: i64 = SURPLUS[season(state)]
    now: i64 = track_value(player.favor, player.nature, surplus)
    return track_value(player.favor + (packed >> 3), player.nature + (packed & 7), surplus) - now


def token_value(state: Kamisama, seat: i64, village: i64) -> i64:
    """One more village token: a step towards a set, or a duplicate."""
    if tokens_of(state.tokens, village) == 0:
        return 0
    tokens: i64 = state.players[seat].tokens
    if tokens_of(tokens, village) > 0:
        return DUPLICATE
    kinds: i64 = 0
    for other in range(VILLAGES):
        if tokens_of(tokens, other) > 0:
            kinds += 1
    return PROGRESS[kinds + 1] - PROGRESS[kinds]


def chains_in(state: Kamisama, village: i64) -> i64:
    """The largest groups of all parties in a village, eight bits each."""
    board = state.cards.board
    packed: i64 = 0
    for party in range(state.parties):
        packed |= board.chain(state.players[party].shrines, village) << (8 * party)
    return packed


def with_chain(packed: i64, party: i64, chain: i64) -> i64:
    """The same with another group for one party."""
    return packed & ~(bit(8 * party) * 255) | chain << (8 * party)


def place_value(chains: i64, parties: i64, party: i64) -> i64:
    """A place in the order of influence: fewer ahead and level is better. [KS-INF-03]"""
    mine: i64 = chains >> (8 * party) & 255
    if mine == 0:
        return 0
    value: i64 = FIRST_PLACE + LINK * mine
    least: i64 = PLACE + LINK * mine
    for rival in range(parties):
        theirs: i64 = chains >> (8 * rival) & 255
        if theirs > mine:
            value -= PLACE
        elif theirs == mine and rival != party:
            value -= PLACE // 2
    return value if value > least else least


def change_value(
    state: Kamisama, village: i64, one: i64, ones: i64, other: i64, others: i64
) -> i64:
    """What it is worth to the asked seat if `one` (and `other`) had these shrines instead."""
    board = state.cards.board
    before: i64 = chains_in(state, village)
    after: i64 = with_chain(before, one, board.chain(ones, village))
    temple: i64 = board.temples & whole_village(village)
    total: i64 = temple_change(state, one, ones, temple)
    if other != NO_SEAT:
        after = with_chain(after, other, board.chain(others, village))
        total += temple_change(state, other, others, temple)
    if before != after:
        for seat in range(state.seats):
            change: i64 = place_value(after, state.parties, seat)
            change -= place_value(before, state.parties, seat)
            total += share(state, seat, change)
    return total * TIMELY[season(state)] // (100 * (state.seats - 1))


def share(state: Kamisama, seat: i64, change: i64) -> i64:
    """What a change for one seat is to the asked one: its own, or that of one of its rivals."""
    if seat == state.asked:
        return change * (state.seats - 1)
    return -change


def temple_change(state: Kamisama, party: i64, shrines: i64, temple: i64) -> i64:
    if party >= state.seats or (shrines ^ state.players[party].shrines) & temple == 0:
        return 0
    return share(state, party, HOLDS_TEMPLE if shrines & temple else -HOLDS_TEMPLE)


# -- what a choice is worth -------------------------------------------------------------------


def goal_value(state: Kamisama, seat: i64, shrines: i64, space: i64) -> i64:
    """A village token, or being one shrine away from one with cubes left."""
    village: i64 = VILLAGE_OF[space]
    if not is_turn(state) or state.turn.rewarded >> village & 1:
        return 0
    token: i64 = token_value(state, seat, village)
    if token == 0:
        return 0
    goal = state.cards.goals[state.goal]
    board = state.cards.board
    if goal.is_met(board, shrines, bit(space), village):
        return token
    if state.turn.cubes < 2:
        return 0
    free: i64 = free_spaces(state) & ~bit(space)
    return token * ALMOST // 100 if goal.missing(board, shrines, free, village) else 0


def add_value(state: Kamisama, space: i64, gain: i64) -> i64:
    """An own shrine arrives by Add or Replace."""
    seat: i64 = state.asked
    shrines: i64 = state.players[seat].shrines | bit(space)
    packed: i64 = state.cards.yields[space] + gain + passive_gain(state, seat, space)
    value: i64 = gain_value(state, seat, packed)
    value += goal_value(state, seat, shrines, space)
    return value + change_value(state, VILLAGE_OF[space], seat, shrines, NO_SEAT, 0)


def passive_gain(state: Kamisama, seat: i64, space: i64) -> i64:
    passive = state.cards.kami[state.players[seat].kami].passive
    if passive.trigger != ON_ADD or not passive.spaces & bit(space):
        return 0
    if passive.own_turn and not is_turn(state):
        return 0
    if passive.once and state.turn.passive_used:
        return 0
    return passive.program.instant


def remove_value(state: Kamisama, space: i64) -> i64:
    """A piece leaves the board."""
    if state.seeds >> space & 1:
        return -SEED_VALUE if state.asked == state.seed_seat else SEED_VALUE // 2
    owner: i64 = owner_at(state, space)
    rest: i64 = state.players[owner].shrines & ~bit(space)
    return change_value(state, VILLAGE_OF[space], owner, rest, NO_SEAT, 0)


def replace_value(state: Kamisama, step: Step, space: i64) -> i64:
    """A piece leaves and an own one takes its space."""
    seat: i64 = state.asked
    if step.with_seed:
        return remove_value(state, space) + SEED_VALUE
    gain: i64 = step.choices[0] if len(step.choices) != 0 else step.gain
    if state.players[seat].supply == 0:
        return remove_value(state, space)
    if state.seeds >> space & 1:
        return add_value(state, space, gain) + remove_value(state, space)
    owner: i64 = owner_at(state, space)
    rest: i64 = state.players[owner].shrines & ~bit(space)
    mine: i64 = state.players[seat].shrines | bit(space)
    packed: i64 = state.cards.yields[space] + gain + passive_gain(state, seat, space)
    value: i64 = gain_value(state, seat, packed) + goal_value(state, seat, mine, space)
    return value + change_value(state, VILLAGE_OF[space], owner, rest, seat, mine)


def target_value(state: Kamisama, owner: i64, source: i64, target: i64) -> i64:
    """A shrine moves: what it leaves and where it arrives."""
    village: i64 = VILLAGE_OF[target]
    shrines: i64 = state.players[owner].shrines & ~bit(source) | bit(target)
    value: i64 = change_value(state, village, owner, shrines, NO_SEAT, 0)
    if village != VILLAGE_OF[source]:
        value += remove_value(state, source)
    if owner == state.asked:
        value += goal_value(state, owner, shrines, target)
    return value


def swap_value(state: Kamisama, first: i64, second: i64) -> i64:
    """Two shrines exchange their spaces."""
    one: i64 = owner_at(state, first)
    other: i64 = owner_at(state, second)
    both: i64 = bit(first) | bit(second)
    ones: i64 = state.players[one].shrines ^ both
    others: i64 = state.players[other].shrines ^ both
    value: i64 = change_value(state, VILLAGE_OF[first], one, ones, other, others)
    if one == state.asked:
        value += goal_value(state, one, ones, second)
    elif other == state.asked:
        value += goal_value(state, other, others, first)
    return value


def best_partner(state: Kamisama, step: Step, first: i64) -> i64:
    """The most that rearranging this shrine could bring."""
    best: i64 = NOTHING
    rest: i64 = partners(state, step, first)
    while rest:
        value: i64 = swap_value(state, first, lowest_space(rest))
        if value > best:
            best = value
        rest &= rest - 1
    return best


def best_target(state: Kamisama, step: Step, source: i64) -> i64:
    """The most that moving this shrine could bring."""
    best: i64 = NOTHING
    owner: i64 = owner_at(state, source)
    rest: i64 = targets(state, step, source)
    while rest:
        value: i64 = target_value(state, owner, source, lowest_space(rest))
        if value > best:
            best = value
        rest &= rest - 1
    return best


def choice_value(state: Kamisama, step: Step, space: i64) -> i64:
    """What choosing this space for this step is worth, without what follows."""
    op: i64 = step.op
    if op == ADD:
        return add_value(state, space, 0 if step.needs_opponent else step.gain)
    if op == REMOVE:
        return remove_value(state, space) + gain_value(state, state.asked, step.gain)
    if op == REPLACE:
        return replace_value(state, step, space)
    if op == MOVE:
        return best_target(state, step, space) if step.to_adjacent else remove_value(state, space)
    if op == SWAP:
        if state.players[state.asked].shrines >> space & 1:
            return best_partner(state, step, space)
        return -1
    return select_value(state, space)


def select_value(state: Kamisama, space: i64) -> i64:
    """A reference point is good if opponents stand next to it."""
    near: i64 = state.cards.board.near[space] & state.occupied
    return 50 * count_spaces(near & ~state.players[state.asked].shrines)
