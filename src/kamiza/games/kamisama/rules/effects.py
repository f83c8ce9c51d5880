"""Carrying out programs: abilities, passives and claims, step by step. [KS-DES-10..17] [KS-DES-28]

A program that needs an answer leaves a frame with its counters on the stack and returns; the
answer goes on from there. The acting player is always the asked one.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.frame import Frame
from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    ALL_SPACES,
    NOWHERE,
    bit,
    count_spaces,
    lowest_space,
)
from kamiza.games.kamisama.frames import AT, FEAR, GAIN, PAID, SEED, TO, TOKEN
from kamiza.games.kamisama.rules.choices import (
    candidates,
    fear_places,
    gain_without_shrine,
    in_scope,
    partners,
    seed_places,
    targets,
)
from kamiza.games.kamisama.rules.pieces import (
    gain,
    gain_packed,
    move_shrine,
    put_fear,
    put_seed,
    put_shrine,
    swap_shrines,
    take_piece,
)
from kamiza.games.kamisama.rules.places import all_shrines, is_turn, seeds_left
from kamiza.games.kamisama.rules.steps import (
    ADD,
    GAIN_PER,
    MOVE,
    ON_ADD,
    ON_MOVE,
    REMOVE,
    REPLACE,
    SELECT,
    SWAP,
    VTOKEN,
    Passive,
    Program,
    Step,
)
from kamiza.games.kamisama.rules.steps import FEAR as FEAR_STEP
from kamiza.games.kamisama.rules.steps import GAIN as GAIN_STEP
from kamiza.games.kamisama.rules.steps import SEED as SEED_STEP
from kamiza.games.kamisama.rules.tokens import take_token
from kamiza.games.kamisama.table import Kamisama

# -- running ----------------------------------------------------------------------------------


def start(state: Kamisama, below: Frame, program: Program, prev: i64) -> None:
    """Begin a program; when it is done, `below` is on top."""
    run(state, below, program, 0, 0, prev, prev)


def run(
    state: Kamisama, below: Frame, program: Program, step_number: i64, times: i64, prev: i64,
    first: i64,
) -> None:  # fmt: skip
    """Go on with a program until it asks something or is done. [KS-RUL-08]"""
    steps = program.steps
    number: i64 = step_number
    done: i64 = times
    while number < len(steps):
        step = steps[number]
        if done < step.times:
            kind: i64 = carry_out(state, step, prev, first)
            if kind >= 0:
                counters: i64 = number << 4 | done
                state.frame = Frame(kind, below, program.number, counters, prev + 1, first + 1)
                return
            if done == 0:
                gain_packed(state, state.asked, gain_without_shrine(state, step, prev, first))
        number += 1
        done = 0
    state.frame = below


DONE: Final = -1  # a step needs no answer


def carry_out(state: Kamisama, step: Step, prev: i64, first: i64) -> i64:
    """Do a step that needs no answer, or say which question it asks."""
    op: i64 = step.op
    if op <= SELECT:
        state.choices = candidates(state, step, prev, first)
        if step.all:
            remove_all(state, step)
            return DONE
        return AT if state.choices else DONE
    if op == GAIN_STEP:
        if len(step.choices) != 0:
            return GAIN
        gain_packed(state, state.asked, step.gain)
        return DONE
    if op == SEED_STEP:
        state.choices = seed_places(state, prev)
        return SEED if state.choices else DONE
    if op == FEAR_STEP:
        state.choices = fear_places(state, step, prev)
        return FEAR if state.choices else DONE
    if op == GAIN_PER:
        gain_per(state, step)
    elif op == VTOKEN:
        if step.any_token and state.tokens != 0:
            return TOKEN
        if not step.any_token:
            take_token(state, state.asked, state.draft.village)
    return DONE


def gain_per(state: Kamisama, step: Step) -> None:
    """A gain for each own shrine on certain spaces, up to a limit."""
    seat: i64 = state.asked
    where: i64 = in_scope(state, seat, step.scope, NOWHERE) & step.spaces
    number: i64 = count_spaces(where & state.players[seat].shrines)
    if number > step.most:
        number = step.most
    gain(state, seat, number * (step.gain >> 3), number * (step.gain & 7))


def remove_all(state: Kamisama, step: Step) -> None:
    """Every matching piece is taken, without a decision. [KS-DES-16]"""
    rest: i64 = state.choices
    while rest:
        take_piece(state, state.asked, lowest_space(rest))
        gain_packed(state, state.asked, step.gain)
        rest &= rest - 1


# -- passives ---------------------------------------------------------------------------------


def passive_of(state: Kamisama, seat: i64) -> Passive:
    return state.cards.kami[state.players[seat].kami].passive


def triggered(state: Kamisama, trigger: i64, spaces: i64) -> Program | None:
    """The passive of the asked player, if it acts now. [KS-DES-28]"""
    passive = passive_of(state, state.asked)
    if passive.trigger != trigger or passive.spaces & spaces == 0:
        return None
    if passive.own_turn and not is_turn(state):
        return None
    if passive.once:
        if state.turn.passive_used:
            return None
        state.turn.passive_used = True
    return passive.program


def added(state: Kamisama, space: i64) -> Program | None:
    """The passive after an Add or Replace; what needs no answer is done at once. [KS-DES-30]"""
    program = triggered(state, ON_ADD, bit(space))
    if program is not None and program.is_instant:
        gain_packed(state, state.asked, program.instant)
        return None
    return program


# -- answers ----------------------------------------------------------------------------------


def answer_at(state: Kamisama, space: i64) -> None:
    """A space is chosen for the open step."""
    frame = state.frame
    program = state.cards.programs[frame.a]
    step = program.steps[frame.b >> 4]
    op: i64 = step.op
    if op in (MOVE, SWAP):
        if op == MOVE:
            state.choices = targets(state, step, space)
        else:
            state.choices = partners(state, step, space)
        state.frame = Frame(TO, frame, space)
        return
    success = True
    passive: Program | None = None
    seat: i64 = state.asked
    if op in (REMOVE, REPLACE):
        take_piece(state, seat, space)
    if op == REPLACE and step.with_seed:
        success = seeds_left(state) > 0
        if success:
            put_seed(state, seat, space)
    elif op in (ADD, REPLACE):
        success = state.players[seat].supply > 0  # [KS-RUL-39]
        if success:
            put_shrine(state, seat, space)
            passive = added(state, space)
    end_repetition(state, frame, program, space, success, passive)


def answer_to(state: Kamisama, target: i64) -> None:
    """The second half of a move or a rearrangement."""
    source: i64 = state.frame.a
    frame = state.frame.below
    assert frame is not None
    program = state.cards.programs[frame.a]
    if program.steps[frame.b >> 4].op == MOVE:
        move_shrine(state, state.asked, source, target)
    else:
        swap_shrines(state, state.asked, source, target)
    passive = triggered(state, ON_MOVE, ALL_SPACES)
    end_repetition(state, frame, program, target, True, passive)


def end_repetition(
    state: Kamisama, frame: Frame, program: Program, space: i64, success: bool,
    passive: Program | None,
) -> None:  # fmt: skip
    """One repetition of a step is carried out: passive, gain, then the next one. [KS-DES-15]"""
    below = frame.below
    assert below is not None
    first: i64 = space if frame.d == 0 else frame.d - 1
    counters: i64 = frame.b + 1
    if passive is not None:
        paid = Frame(PAID, below, program.number, counters, space + 1, first + 1)
        start(state, paid, passive, space)
        return
    if success:
        pay(state, below, program, counters, space, first)
    else:
        run(state, below, program, counters >> 4, counters & 15, space, first)


def pay(
    state: Kamisama, below: Frame, program: Program, counters: i64, prev: i64, first: i64
) -> None:
    """The gain of a successful step, then go on. [KS-DES-17]"""
    step = program.steps[counters >> 4]
    if len(step.choices) != 0:
        state.frame = Frame(GAIN, below, program.number, counters, prev + 1, first + 1)
        return
    if step.gain != 0:
        if not step.needs_opponent or is_next_to_opponent(state, prev):
            gain_packed(state, state.asked, step.gain)
    run(state, below, program, counters >> 4, counters & 15, prev, first)


def resume_paid(state: Kamisama) -> None:
    """The passive of a step is done."""
    frame = state.frame
    below = frame.below
    assert below is not None
    pay(state, below, state.cards.programs[frame.a], frame.b, frame.c - 1, frame.d - 1)


def is_next_to_opponent(state: Kamisama, space: i64) -> bool:
    """Next to a shrine, not a Seed, of somebody else."""
    theirs: i64 = all_shrines(state) & ~state.players[state.asked].shrines
    return theirs & state.cards.board.near[space] != 0


def go_on(state: Kamisama, counters: i64) -> None:
    """Continue the program of the open question from these counters."""
    frame = state.frame
    below = frame.below
    assert below is not None
    program = state.cards.programs[frame.a]
    run(state, below, program, counters >> 4, counters & 15, frame.c - 1, frame.d - 1)


def next_step(counters: i64) -> i64:
    return (counters >> 4) + 1 << 4


def skip(state: Kamisama) -> None:
    """Leave the step, with all repetitions it might still have. [KS-DES-16]"""
    go_on(state, next_step(state.frame.b))


def answer_seed(state: Kamisama, space: i64) -> None:
    put_seed(state, state.asked, space)
    go_on(state, next_step(state.frame.b))


def answer_fear(state: Kamisama, space: i64) -> None:
    if space != NOWHERE:
        put_fear(state, space)
    go_on(state, next_step(state.frame.b))


def answer_gain(state: Kamisama, packed: i64) -> None:
    """Favor or Nature is chosen, for a step of its own or for the success of another step."""
    gain_packed(state, state.asked, packed)
    counters: i64 = state.frame.b
    step = open_step(state)
    go_on(state, next_step(counters) if step.op == GAIN_STEP else counters)


def answer_token(state: Kamisama, village: i64) -> None:
    take_token(state, state.asked, village)
    go_on(state, next_step(state.frame.b))


def open_step(state: Kamisama) -> Step:
    """The step the open question belongs to."""
    frame = state.frame
    if frame.kind == TO:
        below = frame.below
        assert below is not None
        frame = below
    return state.cards.programs[frame.a].steps[frame.b >> 4]


def find_choices(state: Kamisama) -> i64:
    """What the open question offers, worked out anew; for positions that are loaded."""
    frame = state.frame
    kind: i64 = frame.kind
    if kind < FEAR or kind > SEED or kind == FEAR + 1:
        return 0
    step = open_step(state)
    if kind == TO:
        if step.op == MOVE:
            return targets(state, step, frame.a)
        return partners(state, step, frame.a)
    if kind == AT:
        return candidates(state, step, frame.c - 1, frame.d - 1)
    if kind == SEED:
        return seed_places(state, frame.c - 1)
    return fear_places(state, step, frame.c - 1)
