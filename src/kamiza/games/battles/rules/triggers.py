"""What an event is to a seat: which triggers it pulls, and which Reacts fit it. [KB-ABIL-03]"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.rules.abilities import (
    can_pay_openly,
    has_target,
    holds,
    is_used_up,
    on_stack,
    use_slot,
)
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.table.battles import Battles

MOST_REPEATS: Final = 25  # [KB-FLOW-26]
EVERY_TRIGGER: Final = -1  # the set of all


def roles(state: Battles, window: Window, seat: i64, wanted: i64) -> i64:
    """Which of the wanted triggers this event pulls for this seat; card filters come later."""
    found: i64 = 0
    for trigger in state.cards.pulled[window.event]:
        number: i64 = trigger.number
        if wanted >> number & 1 and trigger.is_pulled(state, window, seat):
            found |= bit(number)
    return found


def passes_filter(state: Battles, window: Window, ability: Ability) -> bool:
    if ability.card == w.ANY_CARD:
        return True
    return ability.card & state.cards.trigger[ability.trigger].types(state, window) != 0


def redirect_fits(state: Battles, window: Window, seat: i64, ability: Ability) -> bool:
    """Without a possible new target an Attack cannot be redirected. [KB-RUL-32]"""
    if ability.redirects == w.NOTHING_TO_CHOOSE:
        return True
    attack = window.attack
    if attack is None:
        return False
    return has_target(state, seat, ability.redirects, attack.target)


# -- what could be used -----------------------------------------------------------------------


def is_free_again(window: Window, seat: i64, source: i64, ability: Ability) -> bool:
    """Without a cost once per window, with one as long as it can be paid. [KB-FLOW-26]"""
    count: i64 = window.times_used(seat, use_slot(source, ability))
    return count == 0 or (ability.has_cost and count < MOST_REPEATS)


def fits_god(
    state: Battles, window: Window, seat: i64, source: i64, ability: Ability, triggers: i64
) -> bool:
    """May this React of a god or temple be used now? All but the cards for its cost is public."""
    if ability.type != w.REACT or not triggers >> ability.trigger & 1:
        return False
    if is_used_up(state, seat, source, ability):
        return False
    if not is_free_again(window, seat, source, ability) or on_stack(state, seat, source, ability):
        return False
    if not holds(state, seat, ability.condition, ability.limit, 0):
        return False
    if not passes_filter(state, window, ability):
        return False
    return redirect_fits(state, window, seat, ability)


def fits_card(state: Battles, window: Window, seat: i64, ability: Ability, triggers: i64) -> bool:
    """Would this React of a hand card fit the event?"""
    if ability.type != w.REACT or not triggers >> ability.trigger & 1:
        return False
    if not holds(state, seat, ability.condition, ability.limit, 0):
        return False
    if not passes_filter(state, window, ability):
        return False
    return redirect_fits(state, window, seat, ability)


def kind_could(state: Battles, window: Window, seat: i64, kind: i64, triggers: i64) -> bool:
    """Could this kind be played as a React, judging by what is open?"""
    if state.cards.triggers[kind] & triggers == 0:
        return False
    for ability in state.cards.of_kind[kind]:
        if fits_card(state, window, seat, ability, triggers):
            if can_pay_openly(state, seat, ability, True):
                return True
    return False
