"""The stack of a position, checked against everything else."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import seat_letter
from kamiza.core.frame import Frame
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.games.kamisama.board import NO_VILLAGE, SPACES, bit
from kamiza.games.kamisama.frames import (
    ACT,
    ACTED,
    AT,
    CLAIMED,
    DRAFT,
    FEAR,
    FRAMES,
    GAIN,
    KAMI,
    PAID,
    SEED,
    TAKE,
    TIE,
    TO,
    TOKEN,
)
from kamiza.games.kamisama.parts import party_in_order
from kamiza.games.kamisama.rules.choices import candidates
from kamiza.games.kamisama.rules.effects import find_choices, open_step
from kamiza.games.kamisama.rules.influence import needs_decision, tied
from kamiza.games.kamisama.rules.places import active_seat
from kamiza.games.kamisama.rules.steps import FEAR as FEAR_STEP
from kamiza.games.kamisama.rules.steps import SEED as SEED_STEP
from kamiza.games.kamisama.rules.steps import SELECT, VTOKEN, Program
from kamiza.games.kamisama.table import NO_KAMI, Kamisama

OF_A_PROGRAM: Final = (FEAR, AT, SEED, GAIN, TOKEN, PAID)
RESUMED: Final = (ACT, ACTED, CLAIMED, DRAFT, PAID)  # what may lie below a program
LARGEST: Final = 1 << 20


def check_numbers(state: Kamisama) -> None:
    """A stack that is not too deep, and whose numbers mean something."""
    depth = 0
    frame: Frame | None = state.frame
    while frame is not None:
        depth += 1
        for number in (frame.a, frame.b, frame.c, frame.d):
            if not 0 <= number < LARGEST or depth > 8:
                raise PositionError("frames: a number cannot be")
        frame = frame.below


def check_stack(state: Kamisama) -> None:
    """The open question must be one that play can lead to; its choices are worked out."""
    frame = state.frame
    kind: i64 = frame.kind
    bottom = check_frame(state, frame)
    in_draft = bottom.kind in (CLAIMED, DRAFT, TIE, TAKE)
    if in_draft != (state.draft.village != NO_VILLAGE):
        raise PositionError("draft: it belongs to the year end, and only to it")
    if kind == KAMI:
        check_choosing(state)
    elif in_draft:
        check_draft(state, kind)
    elif state.asked != active_seat(state):
        raise PositionError(f"asked: it is the turn of {seat_letter(active_seat(state))}")
    state.choices = find_choices(state)
    if kind in (FEAR, AT, TO, SEED) and state.choices == 0:
        raise PositionError("frames: this question has no answer")
    if kind == TOKEN and state.tokens == 0:
        raise PositionError("frames: there is no village token to take")
    if kind == TO and frame.below is not None:
        from_where = frame.below
        step = open_step(state)
        if not candidates(state, step, from_where.c - 1, from_where.d - 1) & bit(frame.a):
            raise PositionError("frames: the shrine of TO could not be chosen")


def check_frame(state: Kamisama, frame: Frame) -> Frame:
    """Check a frame and those below it; the one at the bottom."""
    kind: i64 = frame.kind
    below = frame.below
    if kind == TO:
        if below is None or below.kind != AT or frame.a >= SPACES:
            raise PositionError("frames: TO stands on AT")
        return check_frame(state, below)
    if kind not in OF_A_PROGRAM:
        if below is not None or frame.a or frame.b or frame.c or frame.d:
            raise PositionError(f"frames: {FRAMES[kind]} stands alone at the bottom")
        return frame
    if below is None or below.kind not in RESUMED:
        raise PositionError(f"frames: {FRAMES[kind]} must stand on what goes on afterwards")
    check_program(state, frame)
    return check_frame(state, below)


def check_program(state: Kamisama, frame: Frame) -> None:
    """The frame must name a step of a program of the player who is asked."""
    cards = state.cards
    number = frame.b >> 4
    if frame.a >= len(cards.programs) or frame.c > SPACES or frame.d > SPACES:
        raise PositionError("frames: there is no such step")
    program = cards.programs[frame.a]
    if number >= len(program.steps) or not belongs(state, program):
        raise PositionError("frames: there is no such step for this player")
    step = program.steps[number]
    kind: i64 = frame.kind
    times = frame.b & 15
    fits = times < step.times if kind in (AT, SEED, FEAR, TOKEN) else times <= step.times
    if kind == AT:
        fits = fits and step.op <= SELECT and not step.all
    elif kind == SEED:
        fits = fits and step.op == SEED_STEP
    elif kind == FEAR:
        fits = fits and step.op == FEAR_STEP
    elif kind == GAIN:
        fits = fits and len(step.choices) > 0
    elif kind == TOKEN:
        fits = fits and step.op == VTOKEN and step.any_token
    elif kind == PAID:
        fits = fits and step.op <= SELECT and frame.c > 0
    if not fits:
        raise PositionError(f"frames: {FRAMES[kind]} does not belong to this step")


def belongs(state: Kamisama, program: Program) -> bool:
    """Is this a program of the asked player's kami, or, in the draft, a claim?"""
    kami = state.players[state.asked].kami
    if kami == NO_KAMI:
        return False
    sheet = state.cards.kami[kami]
    if program is sheet.passive.program or program is sheet.free or program in sheet.abilities:
        return True
    return (
        state.draft.village != NO_VILLAGE
        and program.number >= state.cards.villagers[0].program.number
    )


def check_choosing(state: Kamisama) -> None:
    """Kami are chosen in the order of the seats. [KS-SET-05]"""
    for seat in range(state.seats):
        chosen = state.players[seat].kami != NO_KAMI
        if chosen != (seat < state.asked):
            raise PositionError("asked: the seats choose one after the other")


def check_draft(state: Kamisama, kind: i64) -> None:
    """At the year end the asked player is the one whose turn it is to decide, or who took."""
    draft = state.draft
    if state.rot != state.red:
        raise PositionError("rot: at the year end the advent tokens are side by side")
    if kind == TIE:
        if needs_decision(state, tied(state), draft.village) != state.asked or draft.taken:
            raise PositionError("asked: there is no tie this player has to decide")
        check_undrawn(state)
        return
    place: i64 = draft.taken if kind == TAKE else draft.taken - 1
    if place < 0 or party_in_order(draft.order, place) != state.asked:
        raise PositionError("asked: it is not this player who takes a villager")
    if kind == TAKE and draft.hand == 0:
        raise PositionError("draft.hand: there is no card to take")
    if not state.settings.open_draft and not draft.seen >> state.asked & 1:
        raise PositionError("draft.seen: who takes a card has seen the hand")


def check_undrawn(state: Kamisama) -> None:
    """Villagers are drawn when the order of influence is known, not before. [KS-DRF-01]"""
    if state.draft.hand:
        raise PositionError("draft.hand: nothing is drawn yet")
