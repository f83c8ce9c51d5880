"""A quick sensible answer to every question of Kami-sama.

It uses only what the asked seat may know, so it serves the heuristic bot, the playouts of search,
hints and the coach alike.
"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import (
    NOWHERE,
    VILLAGES,
    lowest_space,
)
from kamiza.games.kamisama.cards import nth_number, size_of
from kamiza.games.kamisama.frames import ACT, AT, FEAR, GAIN, KAMI, SEED, TAKE, TIE, TO
from kamiza.games.kamisama.judging.plans import program_worth, whole_worth
from kamiza.games.kamisama.judging.values import (
    NOISE,
    NOTHING,
    add_worth,
    choice_worth,
    gain_worth,
    remove_worth,
    swap_worth,
    target_worth,
    token_worth,
)
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
    DO_ADD,
    DO_AT,
    DO_FEAR,
    DO_GAIN,
    DO_IDLE,
    DO_KAMI,
    DO_KEEP,
    DO_NEXT,
    DO_RAGE,
    DO_REMOVE,
    DO_SEED,
    DO_SKIP,
    DO_TAKE,
    DO_TO,
    DO_TOKEN,
    DO_USE,
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
        return act_hunch(state, rng)
    if kind == AT:
        return at_hunch(state, rng)
    if kind == TO:
        return pack(DO_TO, to_hunch(state, rng))
    if kind == TAKE:
        return take_hunch(state, rng)
    if kind == GAIN:
        return pack(DO_GAIN, gain_hunch(state))
    if kind == SEED:
        return pack(DO_SEED, seed_hunch(state))
    if kind == FEAR:
        return fear_hunch(state)
    if kind == TIE:
        return pack(DO_NEXT, tie_hunch(state))
    if kind == KAMI:
        dealt: i64 = state.players[state.asked].dealt
        return pack(DO_KAMI, nth_number(dealt, rng.below(size_of(dealt))))
    return pack(DO_TOKEN, token_hunch(state))


def act_hunch(state: Kamisama, rng: Rng) -> i64:
    """What brings most per cube: a basic Add or Remove, or an ability."""
    if state.rage and can_rage(state):
        return pack(DO_RAGE, 0)
    best: i64 = NOTHING
    if adds_nothing(state):
        best = NOISE - 1  # nobody has to do what brings nothing [KS-RUL-07]
    action: i64 = pack(DO_IDLE, 0)
    rest: i64 = addable(state)
    while rest:
        space: i64 = lowest_space(rest)
        worth: i64 = add_worth(state, space, 0) + rng.below(NOISE)
        if worth > best:
            best = worth
            action = pack(DO_ADD, space)
        rest &= rest - 1
    rest = removable(state)
    while rest:
        space = lowest_space(rest)
        worth = remove_worth(state, space) + rng.below(NOISE)
        if worth > best:
            best = worth
            action = pack(DO_REMOVE, space)
        rest &= rest - 1
    sheet = state.cards.kami[state.players[state.asked].kami]
    for ability in range(3):
        if can_use(state, ability):
            worth = program_worth(state, sheet.abilities[ability])
            worth = worth // cost_of(state, ability) + rng.below(NOISE)
            if worth > best:
                best = worth
                action = pack(DO_USE, ability)
    return action


def at_hunch(state: Kamisama, rng: Rng) -> i64:
    """The best space for the open step, unless nothing is better."""
    step = open_step(state)
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        worth: i64 = choice_worth(state, step, space) + rng.below(NOISE)
        if worth > best:
            best = worth
            found = space
        rest &= rest - 1
    if step.op == MOVE or step.op == SWAP:
        best = whole_worth(state, step, found)
    if step.may_skip and best < NOISE:
        return pack(DO_SKIP, 0)
    return pack(DO_AT, found)


def to_hunch(state: Kamisama, rng: Rng) -> i64:
    source: i64 = state.frame.a
    moves = open_step(state).op == MOVE
    owner: i64 = owner_at(state, source)
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        worth: i64 = rng.below(NOISE)
        if moves:
            worth += target_worth(state, owner, source, space)
        else:
            worth += swap_worth(state, source, space)
        if worth > best:
            best = worth
            found = space
        rest &= rest - 1
    return found


def take_hunch(state: Kamisama, rng: Rng) -> i64:
    """VP at the end, and what the claim is worth now."""
    best: i64 = NOTHING
    action: i64 = 0
    for candidate in list_villagers(state):
        kind: i64 = candidate & 127
        villager = state.cards.villagers[kind]
        worth: i64 = 50 * villager.vp2 + rng.below(NOISE)
        worth += claim_worth(state, villager.program, villager.village)
        if worth > best:
            best = worth
            action = pack(DO_TAKE, kind)
    return action


def claim_worth(state: Kamisama, program: Program, village: i64) -> i64:
    for step in program.steps:
        if step.op == VTOKEN:
            wanted: i64 = token_hunch(state) if step.any_token else village
            return token_worth(state, state.asked, wanted)
    return program_worth(state, program)


def gain_hunch(state: Kamisama) -> i64:
    best: i64 = NOTHING
    found: i64 = 0
    for packed in open_step(state).choices:
        gain: i64 = packed
        worth: i64 = gain_worth(state, state.asked, gain)
        if worth > best:
            best = worth
            found = gain
    return found


def seed_hunch(state: Kamisama) -> i64:
    """Where one would like to have a shrine."""
    best: i64 = NOTHING
    found: i64 = NOWHERE
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        worth: i64 = add_worth(state, space, 0)
        if worth > best:
            best = worth
            found = space
        rest &= rest - 1
    return found


def fear_hunch(state: Kamisama) -> i64:
    """Under the shrine whose loss would hurt most."""
    worst: i64 = 0
    found: i64 = NOWHERE
    if state.fear != NOWHERE:
        worst = remove_worth(state, state.fear)
    rest: i64 = state.choices
    while rest:
        space: i64 = lowest_space(rest)
        loss: i64 = remove_worth(state, space)
        if loss < worst or (found == NOWHERE and state.fear == NOWHERE):
            worst = loss
            found = space
        rest &= rest - 1
    return pack(DO_KEEP, 0) if found == NOWHERE else pack(DO_FEAR, found)


def tie_hunch(state: Kamisama) -> i64:
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


def token_hunch(state: Kamisama) -> i64:
    """The token that brings a set nearest."""
    best: i64 = 0
    found: i64 = 0
    for village in range(VILLAGES):
        worth: i64 = token_worth(state, state.asked, village)
        if worth > best:
            best = worth
            found = village
    return found
