"""What every instruction needs: its amount, whom it is about, and asking its user."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import asks_for_seat, has_seat, may_choose_seat
from kamiza.games.battles.rules.moves import ASK_COLOUR, ASK_MAY, ASK_MODE, ASK_SEAT, ASK_TARGET
from kamiza.games.battles.stack import (
    CHOSEN,
    NEED_COLOUR,
    NEED_MODE,
    NEED_SEAT,
    NEED_TARGET,
    NOTHING,
    Frame,
)
from kamiza.games.battles.table import Battles
from kamiza.games.battles.verbs.declared import AMOUNTS


def ask(state: Battles, frame: Frame, need: i64) -> bool:
    """Wait for a choice of the user."""
    frame.need = need
    state.asked = frame.seat
    if need == NEED_TARGET:
        state.question = ASK_TARGET
    elif need == NEED_SEAT:
        state.question = ASK_SEAT
    elif need == NEED_MODE:
        state.question = ASK_MODE
    elif need == NEED_COLOUR:
        state.question = ASK_COLOUR
    else:
        state.question = ASK_MAY
    return True


def ask_again(state: Battles, frame: Frame) -> bool:
    """The same question, after the position was loaded."""
    return ask(state, frame, frame.need)


def go_on(frame: Frame, step: Step) -> bool:
    """This instruction is done."""
    frame.need = NOTHING
    frame.pc = step.after
    return False


def amount(state: Battles, frame: Frame, n: i64) -> i64:
    """A number, or what stands for one."""
    if n < w.X:
        return n
    return AMOUNTS[n - w.X].now(state, frame)


# -- decks ------------------------------------------------------------------------------------


def asks_seat_first(state: Battles, frame: Frame, step: Step) -> bool:
    """Ask for the player; if there is nobody to choose the instruction is left out."""
    if frame.need == CHOSEN or not asks_for_seat(step):
        return False
    if not has_seat(state, frame.seat, step):
        go_on(frame, step)
        return False
    ask(state, frame, NEED_SEAT)
    return True


def next_seat(state: Battles, frame: Frame, step: Step) -> i64:
    """Whom the instruction is about now; -1 when all of them have been dealt with."""
    if frame.need == CHOSEN:
        return frame.target
    if step.who == w.ME:
        return frame.seat
    if step.who == w.CURRENT:
        return state.active
    while frame.at < state.seats - 1:  # each opponent, clockwise from the user
        frame.at += 1
        other: i64 = (frame.seat + frame.at) % state.seats
        if may_choose_seat(state, frame.seat, step, other):
            return other
    frame.at = 0
    return -1


def is_each(step: Step) -> bool:
    return step.who == w.EACH_OPPONENT
