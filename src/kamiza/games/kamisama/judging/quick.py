"""A quick sensible answer to every question of Kami-sama.

It uses only what the asked seat may know, so it serves the heuristic bot, the playouts of search,
hints and the coach alike.
"""

from __future__ import annotations

from kamiza.core.bits import nth_member, size_of
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import (
    NOWHERE,
    VILLAGES,
    lowest_space,
)
from kamiza.games.kamisama.frames import ACT, AT, FEAR, GAIN, KAMI, SEED, TAKE, TIE, TO
from kamiza.games.kamisama.judging.plans import program_value, whole_value
from kamiza.games.kamisama.judging.sight import Sight, gain_value
from kamiza.games.kamisama.judging.values import (
    NOISE,
    NOTHING,
    add_value,
    choice_value,
    remove_value,
    swap_value,
    target_value,
)
from kamiza.games.kamisama.rules import verbs
from kamiza.games.kamisama.rules.effects import open_step
from kamiza.games.kamisama.rules.influence import tied
from kamiza.games.kamisama.rules.moves import list_villagers
from kamiza.games.kamisama.rules.places import owner_at
from kamiza.games.kamisama.rules.scoring import score
from kamiza.games.kamisama.rules.steps import (
    MOVE,
    SWAP,
    VTOKEN,
    Program,
)
from kamiza.games.kamisama.rules.texts import (
    pack,
)
from kamiza.games.kamisama.rules.turn import (
    addable,
    adds_nothing,
    can_rage,
    can_use,
    cost_of,
    removable,
)
from kamiza.games.kamisama.table import NO_SEAT, Kamisama

# -- the quick answer -------------------------------------------------------------------------


def quick_move(state: Kamisama, rng: Rng) -> i64:
    """A quick sensible answer of the asked seat."""
    kind: i64 = state.frame.kind
    if kind == ACT:
        return choose_action(state, rng)
    if kind == AT:
        return choose_space(state, rng)
    if kind == TO:
        return pack(verbs.TO, choose_target(state, rng))
    if kind == TAKE:
        return choose_villager(state, rng)
    if kind == GAIN:
        return pack(verbs.GAIN, choose_gain(state))
    if kind == SEED:
        return pack(verbs.SEED, choose_seed(state))
    if kind == FEAR:
        return choose_fear(state)
    if kind == TIE:
        return pack(verbs.NEXT, choose_next(state))
    if kind == KAMI:
        dealt: i64 = state.players[state.asked].dealt
        return pack(verbs.KAMI, nth_member(dealt, rng.below(size_of(dealt))))
    return pack(verbs.TOKEN, choose_token(Sight(state)))


def choose_action(state: Kamisama, rng: Rng) -> i64:
    """What brings most per cube: a basic Add or Remove, or an ability."""
    sight = Sight(state)
    if state.rage and can_rage(state):
        return pack(verbs.RAGE, 0)
    best: i64 = NOTHING
    if adds_nothing(state):
        best = NOISE - 1  # nobody has to do what brings nothing [KS-RUL-07]
    action: i64 = pack(verbs.IDLE, 0)
    rest: i64 = addable(state)
    while rest:
        space: i64 = lowest_space(rest)
        value: i64 = add_value(sight, space, 0) + rng.below(NOISE)
        if value > best:
            best = value
            action = pack(verbs.ADD, space)
        rest &= rest - 1
    rest = removable(state)
    while rest:
        space = lowest_space(rest)
        value = remove_value(sight, space) + rng.below(NOISE)
        if value > best:
            best = value
            action = pack(verbs.REMOVE, space)
        rest &= rest - 1
    sheet = state.cards.kami[state.players[state.asked].kami]
    ability: i64
    for ability in range(3):
        if can_use(state, ability):
            value = program_value(sight, sheet.abilities[ability])
            value = value // cost_of(state, ability) + rng.below(NOISE)
            if value > best:
                best = value
                action = pack(verbs.USE, ability)
    return action


def choose_space(state: Kamisama, rng: Rng) -> i64:
    """The best space for the open step, unless nothing is better."""
    sight = Sight(state)
    step = open_step(state)
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        value: i64 = choice_value(sight, step, space) + rng.below(NOISE)
        if value > best:
            best = value
            found = space
        rest &= rest - 1
    if step.op == MOVE or step.op == SWAP:
        best = whole_value(sight, step, found, choice_value(sight, step, found))
    if step.may_skip and best < NOISE:
        return pack(verbs.SKIP, 0)
    return pack(verbs.AT, found)


def choose_target(state: Kamisama, rng: Rng) -> i64:
    sight = Sight(state)
    source: i64 = state.frame.a
    moves = open_step(state).op == MOVE
    owner: i64 = owner_at(state, source)
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        value: i64 = rng.below(NOISE)
        if moves:
            value += target_value(sight, owner, source, space)
        else:
            value += swap_value(sight, owner, source, space)
        if value > best:
            best = value
            found = space
        rest &= rest - 1
    return found


def choose_villager(state: Kamisama, rng: Rng) -> i64:
    """VP at the end, and what the claim is worth now."""
    sight = Sight(state)
    best: i64 = NOTHING
    action: i64 = 0
    for candidate in list_villagers(state):
        kind: i64 = candidate & 127
        villager = state.cards.villagers[kind]
        value: i64 = 50 * villager.vp2 + rng.below(NOISE)
        value += claim_value(sight, villager.program, villager.village)
        if value > best:
            best = value
            action = pack(verbs.TAKE, kind)
    return action


def claim_value(sight: Sight, program: Program, village: i64) -> i64:
    for step in program.steps:
        if step.op == VTOKEN:
            wanted: i64 = choose_token(sight) if step.any_token else village
            return sight.token_value(wanted)
    return program_value(sight, program)


def choose_gain(state: Kamisama) -> i64:
    sight = Sight(state)
    best: i64 = NOTHING
    found: i64 = 0
    for packed in open_step(state).choices:
        gain: i64 = packed
        value: i64 = gain_value(sight, gain)
        if value > best:
            best = value
            found = gain
    return found


def choose_seed(state: Kamisama) -> i64:
    """Where one would like to have a shrine."""
    sight = Sight(state)
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        value: i64 = add_value(sight, space, 0)
        if value > best:
            best = value
            found = space
        rest &= rest - 1
    return found


def choose_fear(state: Kamisama) -> i64:
    """Under the shrine whose loss would hurt most."""
    sight = Sight(state)
    worst: i64 = 0
    found: i64 = NOWHERE
    if state.fear != NOWHERE:
        worst = remove_value(sight, state.fear)
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        loss: i64 = remove_value(sight, space)
        if loss < worst or (found == NOWHERE and state.fear == NOWHERE):
            worst = loss
            found = space
        rest &= rest - 1
    return pack(verbs.KEEP, 0) if found == NOWHERE else pack(verbs.FEAR, found)


def choose_next(state: Kamisama) -> i64:
    """Oneself first, then whoever has least. [KS-RUL-09]"""
    group: i64 = tied(state)
    if group >> state.asked & 1:
        return state.asked
    found: i64 = NO_SEAT
    least: i64 = 0
    for seat in range(state.seats):
        if group >> seat & 1:
            points: i64 = score(state, seat)
            if found == NO_SEAT or points < least:
                found = seat
                least = points
    return found


def choose_token(sight: Sight) -> i64:
    """The token that brings a set nearest."""
    best: i64 = 0
    found: i64 = 0
    village: i64
    for village in range(VILLAGES):
        value: i64 = sight.token_value(village)
        if value > best:
            best = value
            found = village
    return found
