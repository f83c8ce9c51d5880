"""The loop that carries out the instructions of an ability; what each does says its verb.

It goes on until one of them needs an answer or has opened something of its own. What cannot be done
is left out, the rest is done. [KB-ABIL-12]
"""

from __future__ import annotations

from kamiza.games.battles.instructions import ask, ask_again
from kamiza.games.battles.rules.abilities import holds
from kamiza.games.battles.stack.uses import AFTER, CHOSEN, NEED_MAY, NOTHING, Use
from kamiza.games.battles.table.battles import Battles


def resolve(state: Battles, use: Use) -> bool:
    """Run instructions; True if a question is open now."""
    steps = state.cards.steps
    while True:
        step = steps[use.instruction]
        if step.is_end:
            use.stage = AFTER
            return False
        if use.need == NOTHING:
            if not holds(state, use.seat, step.condition, step.limit, use.moved):
                use.instruction = step.after
                continue
            if step.may:
                if step.verb.can(state, use.seat, step):
                    return ask(state, use, NEED_MAY)
                use.instruction = step.after
                continue
        elif use.need < CHOSEN:
            return ask_again(state, use)
        if step.verb.do(state, use, step):
            return True
        if state.frame is not use or use.is_dead:
            return False  # something else is on top, or the user is out of the game
