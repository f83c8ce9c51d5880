"""Whether and how to react: defend what matters, strike back cheaply, cancel big things."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import TEMPLE_SOURCE
from kamiza.games.battles.judging.values import NEVER, card_value, energy_price, energy_worth
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules import moves as a
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.attack import attack_value
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.happenings import ABILITY_USED
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles, are_opponents
from kamiza.games.battles.table.objects import TEMPLE


def react_hunch(state: Battles, window: Window) -> i64:
    """The best React, if it is worth more than keeping the card."""
    best: i64 = state.offers[len(state.offers) - 1]
    most: i64 = 0 if best == a.PASS else NEVER  # what is due is used, the better one first
    for action in state.offers:
        if action == a.PASS:
            continue
        source: i64 = a.first_of(action)
        ability = abilities_of(state, state.asked, source)[a.second_of(action) - 1]
        value: i64 = value_of_react(state, window, ability)
        value -= price_of(state, window, source, ability)
        if value > most:
            most = value
            best = action
    return best


def price_of(state: Battles, window: Window, source: i64, ability: Ability) -> i64:
    """A hand card is missing in the own next turn; Energy is dear when little is left, and dearer
    when it is not one's own Energy that is saved by it."""
    seat: i64 = state.asked
    each: i64 = energy_worth(state, seat)
    if window.event == ABILITY_USED:
        each = energy_price(state, seat)
    cost: i64 = 40 * ability.discard + 50 * ability.banish + 45 * ability.faith
    if ability.energy:
        paid: i64 = 1 if ability.energy == w.X else ability.energy
        cost += paid * (60 if source == TEMPLE_SOURCE else each)
        if not ability.is_paid_by_temple and paid >= state.players[seat].energy:
            cost -= NEVER  # the god would be Sealed, and the React lost [KB-FLOW-73]
    if source < TEMPLE_SOURCE:
        cost += card_value(state, seat, source) * 30 // 100 + 5
    return cost


def value_of_react(state: Battles, window: Window, ability: Ability) -> i64:
    below = window.below
    if type(below) is Attack:
        return value_in_attack(state, below, ability)
    if type(below) is Use and window.event == ABILITY_USED:
        step = state.cards.steps[ability.begin]
        return step.verb.worth_as_answer(state, below, ability)
    value: i64 = state.cards.ability_worth[ability.number]
    return value + 60 * ability.energy if ability.energy < 100 else value


def value_in_attack(state: Battles, attack: Attack, ability: Ability) -> i64:
    loss: i64 = attack_value(state, attack) - attack.defence
    step = state.cards.steps[ability.begin]
    return step.verb.worth_in_attack(state, attack, step, loss)


def worth_kept(state: Battles, attack: Attack, step: Step, loss: i64, kept: i64) -> i64:
    """What it is worth to keep away so much of the loss; to the attacker, to add to it."""
    seat: i64 = state.asked
    victim: i64 = attack.target & 7
    if seat == attack.seat:
        return 60 * step.n if loss > 0 else 0
    if loss <= 0:
        return NEVER
    if victim != seat and are_opponents(state, seat, victim):
        return NEVER  # nobody protects an opponent
    worth: i64 = loss_worth(state, attack, victim, loss)
    return worth - loss_worth(state, attack, victim, loss - kept)


def loss_worth(state: Battles, attack: Attack, victim: i64, loss: i64) -> i64:
    """What losing so much Energy is worth to the one attacked."""
    if loss <= 0:
        return 0
    player = state.players[victim]
    if attack.target >= TEMPLE:
        kept: i64 = loss if loss < player.temple_energy else player.temple_energy
        return 50 * kept + (120 if kept == player.temple_energy else 0)
    if loss >= player.energy:
        return 3000
    left: i64 = player.energy - loss
    return energy_worth(state, victim) * loss + (60 * (5 - left) if left < 5 else 0)
