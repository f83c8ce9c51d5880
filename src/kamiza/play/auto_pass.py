"""When a table passes for somebody by itself.

A game that asks people out of turn marks every answer but the pass with what a player may switch
off: the card, the trigger, the rest of the turn (`Game.auto_pass`). Who has nothing left to say is
passed for after a pause that is drawn without a look at the hand, and a pass by hand takes as long;
nobody else can tell who held nothing, who had switched it off and who declined.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from kamiza.core.action import FOR_RIVALS, AutoPass

MORE_AT_MOST = 0.6  # of the pause, by chance, so that it does not look like a machine's


@dataclass(frozen=True, slots=True)
class Switches:
    """What a player wants to be asked."""

    never: frozenset[str] = frozenset()  # marks of answers that are always declined
    always: bool = False  # also where there is nothing but the pass


ASK_ME = Switches(frozenset([FOR_RIVALS]))  # what could only help the other side is no question


def is_passed(asked: AutoPass, switches: Switches) -> bool:
    """Would the player pass anyway?"""
    if not asked.marks:
        return not switches.always
    return not any(switches.never.isdisjoint(marks) for marks in asked.marks)


def pause(asked: AutoPass) -> float:
    """Seconds until the pass is seen; the chance is the host's, not the game's."""
    return asked.milliseconds / 1000 * (1 + MORE_AT_MOST * secrets.randbelow(1000) / 1000)
