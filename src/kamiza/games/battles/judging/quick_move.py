"""Judging a position: quick sensible answers, and what a position is worth to each seat.

Everything here uses only what the asked seat may know: its own hand, and open things. It serves
the heuristic bot, the playouts of search, hints and the coach alike. Values are hundredths of one
Energy. What cards are worth comes from `printed_worth.py`, so no card is known by name.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import TEMPLE_SOURCE
from kamiza.games.battles.judging.reacts import react_hunch
from kamiza.games.battles.judging.values import (
    NEVER,
    best_link,
    card_value,
    energy_price,
    guard,
    leading_opponent,
    use_value,
)
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules import moves as a
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.hall import price
from kamiza.games.battles.stack.attacks import Window, attack_in
from kamiza.games.battles.stack.uses import Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles, are_opponents
from kamiza.games.battles.table.objects import TEMPLE, WARRIOR_DECK
from kamiza.games.battles.table.players import MAIN
from kamiza.games.battles.verbs.declared import PURPOSES

BUY_ABOVE: Final = 40  # per Faith: cheaper cards only thin the draw
TEMPLE_FALLS: Final = 120
FOCUS: Final = 40
TEMPLE_ENERGY: Final = 25  # the worth of one on a temple that can be spent


def quick_move(state: Battles, rng: Rng) -> i64:
    """A quick sensible answer of the asked seat."""
    if len(state.offers) == 1:
        return state.offers[0]
    frame = state.frame
    question: i64 = state.question
    if type(frame) is Window:
        return react_hunch(state, frame)
    if question == a.ASK_PLAY:
        return play_hunch(state)
    if question == a.ASK_RECRUIT:
        return recruit_hunch(state, rng)
    if question == a.ASK_STOP:
        return stop_hunch(state)
    if question == a.ASK_SEAT:
        return seat_hunch(state)
    if type(frame) is Choice:
        return card_hunch(state, frame)
    if type(frame) is Placing:
        return place_hunch(state, frame)
    if type(frame) is Use:
        if question == a.ASK_USE:
            return best_use(state, frame)
        if question == a.ASK_TARGET:
            return target_hunch(state, frame)
    return small_hunch(state, rng)


# -- the own turn -----------------------------------------------------------------------------


def play_hunch(state: Battles) -> i64:
    """Disciples for Faith first, those that count them last; then the best Chain; Acts of god
    and temple when they are worth their price. Nothing can be kept, so nothing is saved."""
    seat: i64 = state.asked
    best: i64 = a.END_MOVE
    most: i64 = 0
    for action in state.offers:
        value: i64 = 0
        verb: i64 = a.verb_of(action)
        kind: i64 = a.first_of(action)
        if verb == a.PLAY_MOVE:
            if state.cards.type[kind] == w.DISCIPLE:
                value = disciple_turn(state, kind)
            else:
                value = best_link(state, seat, kind)
        elif verb == a.ACT_MOVE:
            value = act_value(state, kind, a.second_of(action))
        if value > most:
            most = value
            best = action
    return best


def disciple_turn(state: Battles, kind: i64) -> i64:
    """When to play a Disciple: type I at once, what counts others at the very end, since a Chain
    may draw more of them; Reacts never."""
    for ability in state.cards.of_kind[kind]:
        if ability.type == w.ACT:
            return 2000 if state.cards.rank[kind] == 1 else 1
    return 0


def act_value(state: Battles, source: i64, index: i64) -> i64:
    """Energy of the god is paid only while there is plenty, that of a temple down to 1."""
    seat: i64 = state.asked
    player = state.players[seat]
    ability = abilities_of(state, seat, source)[index - 1]
    value: i64 = use_value(state, seat, source, ability)
    if ability.energy != 0:
        left: i64 = player.temple_energy - 2 if source == TEMPLE_SOURCE else player.energy - 8
        if left <= 0:
            return 0
        value -= surcharge(state, seat, source, ability)
    return value + 500 if value > 0 else 0


def surcharge(state: Battles, seat: i64, source: i64, ability: Ability) -> i64:
    """What the Energy paid is worth above what the worth of the ability has charged for it. On
    a temple it is there to be spent."""
    paid: i64 = 2 if ability.energy == w.X else ability.energy
    charged: i64 = 100 if ability.payer == w.PAID_BY_GOD else 60
    each: i64 = TEMPLE_ENERGY if source == TEMPLE_SOURCE else energy_price(state, seat)
    return paid * (each - charged)


def best_use(state: Battles, use: Use) -> i64:
    """The ability of a played card worth most; none if all would do harm."""
    best: i64 = state.offers[len(state.offers) - 1]
    most: i64 = 0 if best == a.USE_MOVE else NEVER
    for action in state.offers:
        if action == a.USE_MOVE:
            continue
        ability = state.cards.of_kind[use.source][a.first_of(action) - 1]
        value: i64 = use_value(state, use.seat, use.source, ability)
        if value > most:
            most = value
            best = action
    return best


def stop_hunch(state: Battles) -> i64:
    """The Act of god or temple worth most, at a point where nothing is fixed."""
    best: i64 = a.DONE
    most: i64 = 0
    for action in state.offers:
        if a.verb_of(action) != a.ACT_MOVE:
            continue
        value: i64 = act_value(state, a.first_of(action), a.second_of(action))
        if value > most:
            most = value
            best = action
    return best


def recruit_hunch(state: Battles, rng: Rng) -> i64:
    """Buy what is worth most for its price, with a little chance; end when nothing is."""
    best: i64 = a.END_MOVE
    most: i64 = BUY_ABOVE
    for action in state.offers:
        if a.verb_of(action) != a.RECRUIT_MOVE:
            continue
        kind: i64 = a.first_of(action)
        cost: i64 = price(state, state.asked, kind) + 2
        value: i64 = card_value(state, state.asked, kind) * (90 + rng.below(21)) // 100
        # Dearer cards are worth more than their price: hands are small.
        rating: i64 = value * (cost + 6) // (cost * 4)
        if rating > most:
            most = rating
            best = action
    return best


# -- choices ----------------------------------------------------------------------------------


def target_hunch(state: Battles, use: Use) -> i64:
    """Gains for oneself; losses for whoever falls by them, else for the leader."""
    step = state.cards.steps[use.instruction]
    best: i64 = state.offers[0]
    most: i64 = NEVER
    for action in state.offers:
        value: i64 = value_of_target(state, use, step, a.first_of(action))
        if value > most:
            most = value
            best = action
    return best


def value_of_target(state: Battles, use: Use, step: Step, object: i64) -> i64:
    owner: i64 = object & 7
    if object >= TEMPLE + 8:  # decks: the own one, else the Warriors
        return 100 if owner == use.seat and object < WARRIOR_DECK else 0
    player = state.players[owner]
    hostile = are_opponents(state, use.seat, owner)
    if step.verb.is_gift:
        return -player.energy if hostile else 100 if owner == use.seat else 50
    if not hostile:
        return NEVER // 2
    strength: i64 = 100 * step.verb.strength(state, use, step) - guard(state, owner)
    if object >= TEMPLE:
        falls = 100 * player.temple_energy <= strength
        return strength // 2 + TEMPLE_FALLS if falls else strength // 2
    if 100 * player.energy <= strength:
        return 10_000 + strength
    return strength + danger_of(state, owner)


def danger_of(state: Battles, seat: i64) -> i64:
    """Why this god and no other: who is near the end of his Energy should fall, who is near 25
    must not get there, a Main God decides a Team Match."""
    player = state.players[seat]
    value: i64 = FOCUS * (25 - player.energy)
    if state.settings.team:
        return value + (500 if player.role == MAIN else 0)
    if player.energy >= 19:
        value += 200 * (player.energy - 17)
    return value


def seat_hunch(state: Battles) -> i64:
    """The opponent who leads, if he can be chosen."""
    leader: i64 = leading_opponent(state, state.asked)
    best: i64 = state.offers[0]
    for action in state.offers:
        seat: i64 = a.first_of(action)
        if seat == leader:
            return action
        if are_opponents(state, state.asked, seat):
            best = action
    return best


def card_hunch(state: Battles, choice: Choice) -> i64:
    """Give away what is worth least, take what is worth most."""
    giving = choice.owner == choice.seat and PURPOSES[choice.purpose].gives
    best: i64 = a.DONE
    most: i64 = NEVER
    for action in state.offers:
        if action == a.DONE:
            continue
        value: i64 = card_value(state, choice.seat, a.first_of(action))
        if giving:
            value = -value
        if value > most:
            most = value
            best = action
    if giving and choice.picked >= choice.least and not wants_more(state, choice, -most):
        return a.DONE
    return best


def wants_more(state: Battles, choice: Choice, worth: i64) -> bool:
    """Go on giving cards away? Yes to save Energy, or for cards worth less than a new one."""
    attack = attack_in(choice)
    if attack is not None and PURPOSES[choice.purpose].is_for_defence:
        open_loss: i64 = attack.value + attack.bonus - attack.defence - choice.moved
        return open_loss > 0 and worth < 90
    return worth < 55


def small_hunch(state: Battles, rng: Rng) -> i64:
    """Numbers, modes, colours, gods and temples."""
    question: i64 = state.question
    count: i64 = len(state.offers)
    if question == a.ASK_MODE:
        player = state.players[state.asked]
        return state.offers[1 if player.temple_energy <= 1 and player.energy > 8 else 0]
    if question == a.ASK_MAY:
        return a.YES if state.round > 6 else a.NO
    if question == a.ASK_X:
        return state.offers[count - 2 if count > 1 else 0]
    if question == a.ASK_COLOUR:
        return colour_hunch(state)
    if question == a.ASK_DISCARD:
        return a.AUTO
    if question == a.ASK_GOD or question == a.ASK_TEMPLE:
        return best_avatar(state, rng)
    return state.offers[rng.below(count)]


def best_avatar(state: Battles, rng: Rng) -> i64:
    """The god or temple whose abilities are worth most, with a little chance."""
    best: i64 = state.offers[0]
    most: i64 = NEVER
    for action in state.offers:
        number: i64 = a.first_of(action)
        is_god = a.verb_of(action) == a.GOD_MOVE
        abilities = state.cards.of_god[number] if is_god else state.cards.of_temple[number]
        value: i64 = rng.below(80)
        for ability in abilities:
            value += state.cards.ability_worth[ability.number]
        if value > most:
            most = value
            best = action
    return best


def colour_hunch(state: Battles) -> i64:
    """The colour of the best cards in hand."""
    hand = state.players[state.asked].hand
    best: i64 = state.offers[0]
    most: i64 = -1
    for action in state.offers:
        colour: i64 = a.first_of(action)
        value: i64 = 0
        for place in range(len(hand)):
            if state.cards.colour[hand[place]] >> colour & 1:
                value += 100 + state.cards.card_worth[hand[place]]
        if value > most:
            most = value
            best = action
    return best


def place_hunch(state: Battles, placing: Placing) -> i64:
    """Good cards on top and poor ones below in the own deck; the other way round elsewhere."""
    own = placing.deck & 7 == state.asked and placing.deck < WARRIOR_DECK
    best: i64 = state.offers[0]
    most: i64 = NEVER
    for action in state.offers:
        value: i64 = state.cards.card_worth[a.first_of(action)] - 60
        if not own:
            value = -value
        if a.verb_of(action) == a.BOTTOM_MOVE:
            value = -value
        if value > most:
            most = value
            best = action
    return best
