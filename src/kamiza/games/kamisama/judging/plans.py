"""What a whole ability is worth to the asked seat, step by step. Single choices: `values.py`."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kamisama.board import (
    NOWHERE,
    VILLAGE_OF,
    VILLAGES,
    bit,
    count_spaces,
    lowest_space,
)
from kamiza.games.kamisama.judging.sight import DUPLICATE, Sight, gain_value
from kamiza.games.kamisama.judging.values import NOTHING, best_target, choice_value
from kamiza.games.kamisama.rules.choices import candidates, gain_without_shrine, in_scope
from kamiza.games.kamisama.rules.places import is_turn, owner_at
from kamiza.games.kamisama.rules.steps import (
    ADD,
    GAIN_PER,
    MOVE,
    ON_MOVE,
    REPLACE,
    SELECT,
    SWAP,
    VTOKEN,
    Program,
    Step,
)
from kamiza.games.kamisama.rules.steps import GAIN as GAIN_STEP

MORE_OFTEN: Final = 60  # percent of the first repetition that each further one is worth


def program_value(sight: Sight, program: Program) -> i64:
    """The best of each step, one after the other, each on the board the step before would leave.

    The board is changed for that and put back afterwards.
    """
    if len(program.steps) == 1:
        return steps_value(sight, program, False)
    state = sight.state
    occupied: i64 = state.occupied
    shrines: vec[i64] = vec[i64](capacity=state.parties)
    for player in state.players:
        shrines = append(shrines, player.shrines)
    value: i64 = steps_value(sight, program, True)
    state.occupied = occupied
    party: i64
    for party in range(state.parties):
        state.players[party].shrines = shrines[party]
    village: i64
    for village in range(VILLAGES):
        sight.look_again(village)
    return value


def steps_value(sight: Sight, program: Program, pretending: bool) -> i64:
    state = sight.state
    total: i64 = 0
    prev: i64 = NOWHERE
    first: i64 = NOWHERE
    for step in program.steps:
        if step.op > SELECT:
            total += plain_value(sight, step)
            continue
        spaces: i64 = candidates(state, step, prev, first)
        if spaces == 0:
            unplaced: i64 = gain_without_shrine(state, step, prev, first)
            total += gain_value(sight, unplaced)
            continue
        space, choice = best_space(sight, step, spaces)
        value: i64 = whole_value(sight, step, space, choice)
        if value <= 0 and step.may_skip:
            continue
        if step.times > 1 and spaces & (spaces - 1):
            value += value * MORE_OFTEN // 100 * (step.times - 1)
        total += value
        prev = space
        if first == NOWHERE:
            first = space
        if pretending:
            pretend(sight, step, space)
    return total


def whole_value(sight: Sight, step: Step, space: i64, choice: i64) -> i64:
    """What a step on this space brings, with the best second half of a move; `choice` is what
    choosing the space is worth."""
    value: i64 = choice
    if step.op == MOVE:
        if not step.to_adjacent:
            value = best_target(sight, step, space)
    elif step.op != SWAP:
        return value
    return value + gain_value(sight, step.gain) + moving_value(sight)


def pretend(sight: Sight, step: Step, space: i64) -> None:
    """Shrines as they would stand after an Add, Remove or Replace."""
    state = sight.state
    here: i64 = bit(space)
    op: i64 = step.op
    if op > REPLACE or state.seeds & here:
        return
    if op != ADD:
        state.players[owner_at(state, space)].shrines &= ~here
        state.occupied &= ~here
    if op == ADD or (op == REPLACE and not step.with_seed):
        state.players[state.asked].shrines |= here
        state.occupied |= here
    sight.look_again(VILLAGE_OF[space])


def plain_value(sight: Sight, step: Step) -> i64:
    """A step that chooses no space."""
    state = sight.state
    seat: i64 = state.asked
    if step.op == GAIN_STEP:
        return best_gain(sight, step)
    if step.op == GAIN_PER:
        where: i64 = in_scope(state, seat, step.scope, NOWHERE) & step.spaces
        number: i64 = count_spaces(where & state.players[seat].shrines)
        if number > step.most:
            number = step.most
        return gain_value(sight, number * step.gain)
    if step.op == VTOKEN:
        return DUPLICATE
    return 0


def moving_value(sight: Sight) -> i64:
    """What a passive pays for moving."""
    state = sight.state
    passive = state.cards.kami[state.players[state.asked].kami].passive
    if passive.trigger != ON_MOVE or state.turn.passive_used or not is_turn(state):
        return 0
    return best_gain(sight, passive.program.steps[0])


def best_gain(sight: Sight, step: Step) -> i64:
    best: i64 = gain_value(sight, step.gain)
    for packed in step.choices:
        value: i64 = gain_value(sight, packed)
        if value > best:
            best = value
    return best


def best_space(sight: Sight, step: Step, spaces: i64) -> tuple[i64, i64]:
    """The space of a set that is worth most for a step, and what choosing it is worth."""
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = spaces
    while rest:
        space: i64 = lowest_space(rest)
        value: i64 = choice_value(sight, step, space)
        if value > best:
            best = value
            found = space
        rest &= rest - 1
    return found, best
