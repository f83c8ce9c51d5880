"""What every instruction needs: its amount, whom it is about, and asking its user."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import asks_for_seat, has_seat, may_choose_seat
from kamiza.games.battles.rules.moves import ASK_COLOUR, ASK_MAY, ASK_MODE, ASK_SEAT, ASK_TARGET
from kamiza.games.battles.stack.uses import (
    CHOSEN,
    NEED_COLOUR,
    NEED_MODE,
    NEED_SEAT,
    NEED_TARGET,
    NOTHING,
    Use,
)
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import AMOUNTS


def ask(state: Battles, use: Use, need: i64) -> bool:
    """Wait for a choice of the user."""
    use.need = need
    state.asked = use.seat
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


def ask_again(state: Battles, use: Use) -> bool:
    """The same question, after the position was loaded."""
    return ask(state, use, use.need)


def go_on(use: Use, step: Step) -> bool:
    """This instruction is done."""
    use.need = NOTHING
    use.instruction = step.after
    return False


def amount(state: Battles, use: Use, n: i64) -> i64:
    """A number, or what stands for one."""
    if n < w.X:
        return n
    return AMOUNTS[n - w.X].now(state, use)


# -- decks ------------------------------------------------------------------------------------


def asks_seat_first(state: Battles, use: Use, step: Step) -> bool:
    """Ask for the player; if there is nobody to choose the instruction is left out."""
    if use.need == CHOSEN or not asks_for_seat(step):
        return False
    if not has_seat(state, use.seat, step):
        go_on(use, step)
        return False
    ask(state, use, NEED_SEAT)
    return True


def next_seat(state: Battles, use: Use, step: Step) -> i64:
    """Whom the instruction is about now; -1 when all of them have been dealt with."""
    if use.need == CHOSEN:
        return use.chosen
    if step.who == w.ME:
        return use.seat
    if step.who == w.CURRENT:
        return state.active
    while use.seats_done < state.seats - 1:  # each opponent, clockwise from the user
        use.seats_done += 1
        other: i64 = (use.seat + use.seats_done) % state.seats
        if may_choose_seat(state, use.seat, step, other):
            return other
    use.seats_done = 0
    return -1


def is_each(step: Step) -> bool:
    return step.who == w.EACH_OPPONENT
