"""What cards, uses and positions are worth to a seat, from open things and the own hand."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.rules.abilities import is_useful
from kamiza.games.battles.rules.rows import count_fitting
from kamiza.games.battles.table.battles import Battles, are_opponents, is_opponent
from kamiza.games.battles.table.players import IN, MAIN

NEVER: Final = -1_000_000
LITTLE_ENERGY: Final = 2  # of a god, which a bot does not risk
# What a hand of five should bring, in hundredths, and how much it matters.
ENOUGH_FAITH: Final = 500
FAITH_NEED: Final = 1000
ENOUGH_DEFENCE: Final = 250
DEFENCE_NEED: Final = 1000
COMMON: Final = 40  # Disciples I are no gain
ONE_OF_MANY: Final = 50  # for each opponent beyond the first


def energy_worth(state: Battles, seat: i64) -> i64:
    """One Energy more on this god: dearer when little is left or 25 is near."""
    player = state.players[seat]
    if player.energy <= 3:
        return 250
    if player.energy <= 6:
        return 160
    if not state.settings.team and player.energy >= 19:
        return 100 + 25 * (player.energy - 18)
    return 100


def energy_price(state: Battles, seat: i64) -> i64:
    """What paying one Energy of the god means: the more opponents there are, the less one of them
    is hurt by what is bought, and all of them gain by the loss."""
    others: i64 = 0
    for other in range(state.seats):
        if is_opponent(state, seat, other):
            others += 1
    return energy_worth(state, seat) + ONE_OF_MANY * (others - 1)


def card_value(state: Battles, seat: i64, kind: i64) -> i64:
    """The worth of owning a card: what it does, how it links with the own cards, and whether
    the own cards lack what it gives."""
    value: i64 = state.cards.card_worth[kind] + state.cards.merits[kind] + need(state, seat, kind)
    if state.cards.type[kind] == w.DISCIPLE:
        if state.cards.rank[kind] == 1:
            value -= COMMON
        return value
    return value + chain_fit(state, seat, kind)


def need(state: Battles, seat: i64, kind: i64) -> i64:
    """Faith is dear while hands bring too little of it; Defense is cheap when there is enough."""
    faith: i64 = state.cards.faiths[kind]
    defence: i64 = state.cards.defences[kind]
    value: i64 = 0
    if faith == 0 and defence == 0:
        return value
    row = owned(state, seat)
    if faith > 0:
        value += (ENOUGH_FAITH - per_hand(state.cards.faiths, row)) * faith // FAITH_NEED
        value += followers(state, kind, row)
    if defence > 0:
        value += (ENOUGH_DEFENCE - per_hand(state.cards.defences, row)) * defence // DEFENCE_NEED
    return value


def followers(state: Battles, kind: i64, row: bytes) -> i64:
    """What a card that counts Disciples I is worth more, or less, than with the usual number."""
    if state.cards.steps[state.cards.of_kind[kind][0].begin].n != w.DISCIPLES_1:
        return 0
    count: i64 = len(row)
    ones: i64 = 0
    for place in range(count):
        if state.cards.rank[row[place]] == 1:
            ones += 1
    return 250 * ones // (count if count > 5 else 5) - 125


def owned(state: Battles, seat: i64) -> bytes:
    """All cards of a player; what everybody owns is public. [KB-HID-07]"""
    player = state.players[seat]
    deck = player.deck
    return player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom


def per_hand(amounts: vec[i64], row: bytes) -> i64:
    """How much of something five of these cards have on average."""
    count: i64 = len(row)
    whole: i64 = 0
    for place in range(count):
        whole += amounts[row[place]]
    return whole * 5 // (count if count > 5 else 5)


def chain_fit(state: Battles, seat: i64, kind: i64) -> i64:
    """The share of the own open Warriors and Artifacts it follows, and that can follow it."""
    player = state.players[seat]
    row = player.discard + player.area
    links: i64 = 0
    fits: i64 = 0
    for place in range(len(row)):
        other: i64 = row[place]
        if state.cards.type[other] == w.DISCIPLE:
            continue
        links += 1
        if state.cards.chain[other] & state.cards.colour[kind]:
            fits += 1
        if state.cards.chain[kind] & state.cards.colour[other]:
            fits += 1
    return 0 if links == 0 else 40 * fits // links


def use_value(state: Battles, seat: i64, source: i64, ability: Ability) -> i64:
    """What an ability is worth now."""
    if not is_useful(state, seat, source, ability):
        return NEVER
    value: i64 = state.cards.ability_worth[ability.number]
    if ability.banish:
        value -= 2 * cheapest_loss(state, seat, source, ability)
    step = state.cards.steps[ability.begin]
    return step.verb.worth_now(state, seat, ability, step, value)


def chance_of(state: Battles, seat: i64, card: i64) -> i64:
    """How many of a hundred cards turned up from the own deck would fit; what everybody owns is
    public. [KB-HID-07]"""
    player = state.players[seat]
    deck = player.deck
    row = deck.top + deck.rest + deck.bottom
    if len(row) == 0:
        row = player.discard
    return 0 if len(row) == 0 else 100 * count_fitting(state, row, card) // len(row)


def cheapest_loss(state: Battles, seat: i64, source: i64, ability: Ability) -> i64:
    """What the least valuable card that could be Banished as a cost is worth, above nothing."""
    player = state.players[seat]
    row = player.hand + player.area
    least: i64 = 1000
    for place in range(len(row)):
        kind: i64 = row[place]
        if kind != source and state.cards.type[kind] & ability.cost_card:
            value: i64 = state.cards.card_worth[kind]
            if value < least:
                least = value
    return least if least > 0 else 0


def has_attack(state: Battles, seat: i64) -> bool:
    """Is there an Attack in the own hand that could still be played?"""
    hand = state.players[seat].hand
    for place in range(len(hand)):
        for ability in state.cards.of_kind[hand[place]]:
            if ability.type == w.ACT and ability.begins_with_attack:
                return True
    return False


def best_act(state: Battles, seat: i64, kind: i64) -> i64:
    """The worth of playing a link for its best Act; 0 for none."""
    most: i64 = 0
    for ability in state.cards.of_kind[kind]:
        if ability.type == w.ACT:
            value: i64 = use_value(state, seat, kind, ability)
            if value > most:
                most = value
    return most


def best_link(state: Battles, seat: i64, kind: i64) -> i64:
    """The worth of playing a link now: its Act and the best Chain that could follow it."""
    hand = state.players[seat].hand
    acts = vec[i64]([])
    taken: i64 = 0
    for place in range(len(hand)):
        if hand[place] == kind and taken == 0:
            taken = bit(place)
        if state.cards.type[hand[place]] == w.DISCIPLE:
            acts = append(acts, NEVER)
        else:
            acts = append(acts, best_act(state, seat, hand[place]))
    tail: i64 = best_tail(state, hand, acts, taken, state.cards.chain[kind])
    whole: i64 = best_act(state, seat, kind) + tail
    if whole <= 0:
        return 0
    return whole + draws_first(state, kind)


def best_tail(state: Battles, hand: bytes, acts: vec[i64], taken: i64, colours: i64) -> i64:
    """The best Chain of the hand cards not taken yet that goes on with one of these colours."""
    most: i64 = 0
    for place in range(len(hand)):
        kind: i64 = hand[place]
        if acts[place] < 0 or not state.cards.colour[kind] & colours or taken & bit(place):
            continue
        then: i64 = best_tail(state, hand, acts, taken | bit(place), state.cards.chain[kind])
        if acts[place] + then > most:
            most = acts[place] + then
    return most


def draws_first(state: Battles, kind: i64) -> i64:
    """Cards that draw or boost come before Attacks."""
    for ability in state.cards.of_kind[kind]:
        if ability.type == w.ACT and state.cards.steps[ability.begin].verb.comes_first:
            return 60
    return 0


def leading_opponent(state: Battles, seat: i64) -> i64:
    """The opponent in play with the most Energy; in a Team Match the Main God."""
    best: i64 = -1
    most: i64 = -1
    for other in range(state.seats):
        player = state.players[other]
        if player.status == IN and are_opponents(state, seat, other):
            value: i64 = player.energy + (100 if player.role == MAIN else 0)
            if value > most:
                most = value
                best = other
    return best


def guard(state: Battles, seat: i64) -> i64:
    """The Defense to expect from a hand, in hundredths. What everybody owns is public; what does
    not lie open is in the hand or in the deck. [KB-HID-07]"""
    player = state.players[seat]
    deck = player.deck
    row = player.hand + deck.top + deck.rest + deck.bottom
    whole: i64 = 0
    for place in range(len(row)):
        whole += state.cards.shields[row[place]]
    return 0 if whole == 0 else 100 * whole * len(player.hand) // len(row)


# -- positions --------------------------------------------------------------------------------


def owned_worth(state: Battles, seat: i64) -> i64:
    """The expected worth of a hand of five."""
    return per_hand(state.cards.card_worth, owned(state, seat))


def score(state: Battles, seat: i64) -> i64:
    """Life, tempo and nearness to 25 of one seat, in hundredths of Energy."""
    player = state.players[seat]
    if player.status != IN:
        return 20 * player.energy
    value: i64 = 100 * player.energy + 50 * player.temple_energy
    if player.temple_energy > 0:
        value += 120
    if not state.settings.team and player.energy > 18:
        value += 300 * (player.energy - 18)
    if player.energy < 6:
        value -= 60 * (6 - player.energy)
    return value + owned_worth(state, seat) * 18 // 10
