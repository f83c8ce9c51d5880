"""What an event is to a seat: which triggers it pulls, and which Reacts fit it. [KB-ABIL-03]"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, TEMPLE_SOURCE
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
from kamiza.games.battles.stack import (
    ABILITY_USED,
    ANSWERED,
    ATTACK_ALL,
    ATTACK_FRAME,
    ATTACK_OWN,
    BANISHING_FRAME,
    CARD_BANISHED,
    CARD_BANISHING,
    CARD_RECRUITED,
    ENERGY_HIT,
    OPENS,
    PHASE_BEGINS,
    Frame,
)
from kamiza.games.battles.table import TEMPLE, Battles, are_opponents

MOST_REPEATS: Final = 25  # [KB-FLOW-26]


# -- what an event is to a seat ---------------------------------------------------------------


def roles(state: Battles, window: Frame, seat: i64) -> i64:
    """The triggers that this event pulls for this seat, as a set; card filters come later."""
    event: i64 = window.event
    below = window.below
    if event in (ATTACK_ALL, ATTACK_OWN):
        return attack_roles(state, window, seat)
    if event == ABILITY_USED:
        if below is not None:
            return ability_roles(state, below, seat)
    elif event == ENERGY_HIT:
        return hit_roles(state, window, seat)
    elif event == PHASE_BEGINS:
        if seat == state.active:
            return bit(w.START)
    elif event == CARD_RECRUITED:
        if seat == window.seat:
            return bit(w.RECRUITED)
    elif event == CARD_BANISHED:
        return bit(w.BANISHED)
    elif event == CARD_BANISHING:
        if below is not None and below.owner == seat:
            return bit(w.BANISHING)
    elif are_opponents(state, seat, window.target):
        return bit(w.OPP_GAINS)
    return 0


def attack_roles(state: Battles, window: Frame, seat: i64) -> i64:
    """Attacker, target or other. [KB-ATK-05..08] [KB-ATK-13..15]"""
    attack = window.below
    if attack is None:
        return 0
    if window.event == ATTACK_OWN:
        return bit(w.MY_ATTACK)
    found: i64 = 0
    target: i64 = attack.target & 7
    if seat == target:  # an attacker hit by a redirect acts as target [KB-FLOW-34]
        found = bit(w.ATTACKED)
        if attack.target < TEMPLE and attack.seat != NOBODY:
            if are_opponents(state, seat, attack.seat):
                found |= bit(w.GOD_ATTACKED)
    elif seat == attack.seat:
        if attack.flags & ANSWERED:
            found = bit(w.MY_ATTACK)
    else:
        found = bit(w.OTHER_ATTACKED)
        if state.settings.third_party_defend:
            found |= bit(w.ATTACKED)
    below = attack.below
    if attack.flags & OPENS and below is not None:
        found |= ability_roles(state, below, seat)
    return found


def ability_roles(state: Battles, use: Frame, seat: i64) -> i64:
    """What an ability that was announced and paid is to a seat. [KB-FLOW-20] [KB-FLOW-29]"""
    found: i64 = 0
    if use.way == w.REACT and state.cards.abilities[use.ability].rescues:
        found = bit(w.RESCUED)
    if use.source >= TEMPLE_SOURCE or not are_opponents(state, seat, use.seat):
        return found
    if use.way == w.REACT:
        return found | bit(w.REACT_PLAYED)
    if use.way == w.ACT and state.cards.type[use.source] != w.DISCIPLE:
        return found | bit(w.ABILITY_PLAYED)
    return found


def hit_roles(state: Battles, window: Frame, seat: i64) -> i64:
    """Who damaged whom. [KB-ATK-18] [KB-RUL-31]"""
    victim: i64 = window.target & 7
    if seat == window.attacker:
        if window.target < TEMPLE and victim != seat:
            return bit(w.MY_HIT)
    elif seat == victim and window.attacker != NOBODY:
        return bit(w.DAMAGED)
    return 0


def card_of_event(state: Battles, window: Frame, trigger: i64) -> i64:
    """The types of the card a trigger's filter looks at, as a set; a god is of no type."""
    source: i64 = NO_CARD
    event: i64 = window.event
    below = window.below
    if event == CARD_BANISHED:
        return window.card
    if event in (ENERGY_HIT, CARD_RECRUITED):
        source = window.source
    elif event in (CARD_BANISHING, ABILITY_USED, ATTACK_OWN):
        if below is not None:
            source = below.source
    elif event == ATTACK_ALL and below is not None:
        source = below.source  # of the Attack and of the ability that makes it
    if trigger == w.RESCUED and below is not None:
        banishing = below.below
        while banishing is not None and banishing.kind != BANISHING_FRAME:
            banishing = banishing.below
        source = NO_CARD
        if banishing is not None:
            source = banishing.source
    if source < TEMPLE_SOURCE:
        return state.cards.type[source]
    return 0


def passes_filter(state: Battles, window: Frame, ability: Ability) -> bool:
    if ability.card == w.ANY_CARD:
        return True
    return ability.card & card_of_event(state, window, ability.trigger) != 0


def redirect_fits(state: Battles, window: Frame, seat: i64, ability: Ability) -> bool:
    """Without a possible new target an Attack cannot be redirected. [KB-RUL-32]"""
    if ability.redirects == w.NOTHING_TO_CHOOSE:
        return True
    attack = window.below
    if attack is None or attack.kind != ATTACK_FRAME:
        return False
    return has_target(state, seat, ability.redirects, attack.target)


# -- what could be used -----------------------------------------------------------------------


def is_free_again(window: Frame, seat: i64, source: i64, ability: Ability) -> bool:
    """Without a cost once per window, with one as long as it can be paid. [KB-FLOW-26]"""
    mark: i64 = seat << 4 | use_slot(source, ability)
    count: i64 = 0
    for place in range(len(window.data)):
        if window.data[place] == mark:
            count += 1
    return count == 0 or (ability.has_cost and count < MOST_REPEATS)


def fits_god(
    state: Battles, window: Frame, seat: i64, source: i64, ability: Ability, triggers: i64
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


def fits_card(state: Battles, window: Frame, seat: i64, ability: Ability, triggers: i64) -> bool:
    """Would this React of a hand card fit the event?"""
    if ability.type != w.REACT or not triggers >> ability.trigger & 1:
        return False
    if not holds(state, seat, ability.condition, ability.limit, 0):
        return False
    if not passes_filter(state, window, ability):
        return False
    return redirect_fits(state, window, seat, ability)


def kind_could(state: Battles, window: Frame, seat: i64, kind: i64, triggers: i64) -> bool:
    """Could this kind be played as a React, judging by what is open?"""
    if state.cards.triggers[kind] & triggers == 0:
        return False
    for ability in state.cards.of_kind[kind]:
        if fits_card(state, window, seat, ability, triggers):
            if can_pay_openly(state, seat, kind, ability, True):
                return True
    return False
