"""Reaction windows for the host of a table: what could be declined, and by which switch.

Marks of an answer: `card:<id>` of the card, god or temple, `on:<trigger>`, `turn:<number>` of this
turn, while an Attack is under way `below:<n>` for every n above the loss it would do, and
`for:rival` if it does nothing but help the other team.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import FOR_RIVALS, AutoPass
from kamiza.games.battles.cards import GOD_SOURCE, TEMPLE_SOURCE
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.attack import attack_value
from kamiza.games.battles.rules.moves import ASK_REACT, MOVES, PASS, first_of, second_of, verb_of
from kamiza.games.battles.stack.attacks import Attack
from kamiza.games.battles.table.battles import Battles, are_opponents
from kamiza.games.battles.verbs.attacks import Defence

MOST_LOSS: Final = 10


def auto_pass(state: Battles) -> AutoPass | None:
    """The pass, the marks of each React, and the pause; None if it is no window."""
    if state.asked < 0 or state.question != ASK_REACT:
        return None
    if state.offers[len(state.offers) - 1] != PASS:
        return None  # something is due
    shared = [f"turn:{state.turn}", *loss_marks(state)]
    marks: list[list[str]] = []
    for action in state.offers:
        if verb_of(action) != PASS:
            marks.append([*react_marks(state, action), *shared])
    return AutoPass(MOVES[PASS], marks, int(state.settings.react_pause_ms))


def react_marks(state: Battles, action: int) -> list[str]:
    source, index = first_of(action), second_of(action)
    ability = abilities_of(state, state.asked, source)[index - 1]
    trigger = state.cards.trigger[ability.trigger]
    marks = [f"card:{source_id(state, int(source))}", f"on:{trigger.word}"]
    return [*marks, FOR_RIVALS] if helps_only_rivals(state, ability) else marks


def helps_only_rivals(state: Battles, ability: Ability) -> bool:
    """Defense for the other team, and nothing else: no answer for anybody in a Team Match."""
    window = state.frame
    attack = None if window is None else window.below
    if not state.settings.team or not isinstance(attack, Attack):
        return False
    if not are_opponents(state, state.asked, attack.target & 7):
        return False
    step = state.cards.steps[ability.begin]
    return isinstance(step.verb, Defence) and state.cards.steps[step.after].is_end


def source_id(state: Battles, source: int) -> str:
    player = state.players[state.asked]
    if source == GOD_SOURCE:
        return state.cards.god_ids[player.god]
    if source == TEMPLE_SOURCE:
        return state.cards.temple_ids[player.temple]
    return state.cards.ids[source]


def loss_marks(state: Battles) -> list[str]:
    """How little the Attack directly below this window would do."""
    window = state.frame
    attack = None if window is None else window.below
    if not isinstance(attack, Attack) or attack.target & 7 != state.asked:
        return []
    loss = max(0, attack_value(state, attack) - attack.defence)
    return [f"below:{most}" for most in range(int(loss) + 1, MOST_LOSS + 1)]
