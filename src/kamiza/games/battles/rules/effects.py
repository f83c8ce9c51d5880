"""The loop that carries out the instructions of an ability; what each does says its verb.

It goes on until one of them needs an answer or has opened something of its own. What cannot be done
is left out, the rest is done. [KB-ABIL-12]
"""

from __future__ import annotations

from kamiza.games.battles.instructions import ask, ask_again
from kamiza.games.battles.rules.abilities import holds
from kamiza.games.battles.stack import AFTER, CHOSEN, DEAD, NEED_MAY, NOTHING, Frame
from kamiza.games.battles.table import Battles


def resolve(state: Battles, frame: Frame) -> bool:
    """Run instructions; True if a question is open now."""
    steps = state.cards.steps
    while True:
        step = steps[frame.pc]
        if step.is_end:
            frame.step = AFTER
            return False
        if frame.need == NOTHING:
            if not holds(state, frame.seat, step.condition, step.limit, frame.moved):
                frame.pc = step.after
                continue
            if step.may:
                if step.verb.can(state, frame.seat, step):
                    return ask(state, frame, NEED_MAY)
                frame.pc = step.after
                continue
        elif frame.need < CHOSEN:
            return ask_again(state, frame)
        if step.verb.do(state, frame, step):
            return True
        if state.frame is not frame or frame.flags & DEAD:
            return False  # something else is on top, or the user is out of the game
