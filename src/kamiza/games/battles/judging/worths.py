"""What abilities and cards are worth, from their steps alone: hundredths of one Energy on one's
own god in the middle of a game. New cards get their worth by being written down."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.programs import Ability, Step

# What unknown amounts come to on average, in hundredths.
USUAL: Final = {
    w.X: 200, w.MOVED: 130, w.LOST: 100, w.DISCIPLES_1: 250, w.CHAIN: 180, w.ANY_NUMBER: 200
}  # fmt: skip
AT_WORTH: Final = {
    w.MY_GOD: 100, w.MINE: 100, w.ANY_GOD: 100, w.MY_TEMPLE: 50, w.THIS: 50, w.OPP_GOD: -75,
    w.OPP: -75, w.OPP_TEMPLE: -45, w.ATTACKER_GOD: -75, w.VICTIM_GOD: -75, w.VICTIM_TEMPLE: -40,
}  # fmt: skip
# For each card moved, drawn, milled and so on.
CARD_WORTH: Final = {
    w.DRAW: 60, w.FETCH: 110, w.MILL: 8, w.STEAL: 130, w.LOOK: 12, w.BOOST: 60, w.DEFEND: 36,
    w.PROTECT: 8, w.FAITH: 50,
}  # fmt: skip
FLAT_WORTH: Final = {
    w.REDIRECT: 220, w.CANCEL: 130, w.DISCOUNT: 60, w.RESHUFFLE: 10, w.RESCUE: 60, w.REFRESH: 15,
    w.RECOLOR: 55, w.WATCH: 70,
}  # fmt: skip
STOLEN_DISCIPLE: Final = 60
SLOT: Final = 70  # the price of a place in the hand
# What a deck cannot have too much of, whatever a single use of it is worth.
AGGRESSION: Final = 40  # for each Act that attacks or draws
SAFETY: Final = 30  # for any Defense


def size(n: int) -> int:
    """An amount in hundredths."""
    return USUAL[n] if n in USUAL else 100 * n


def worth_of_step(steps: list[Step], place: int) -> int:
    """One instruction with everything nested in it."""
    step = steps[place]
    n = size(step.n)
    verb = int(step.verb)
    if verb == w.ATTACK:
        return max(0, n - 50) * 95 // 100 + worth_between(steps, place + 2, step.after - 1) // 2
    if verb == w.ADJUDICATE:
        return (worth_if_so(steps, place) + worth_if_not(steps, place)) // 2
    if verb in (w.ENERGY, w.DRAIN):
        sign = 1 if verb == w.ENERGY else -1
        return sign * n * AT_WORTH[int(step.at)] // 100
    if verb in (w.DISCARD_CARDS, w.BANISH, w.REINCARNATE):
        return worth_of_removal(step, n)
    if verb == w.GAIN:
        return 30 * int(step.n)
    if verb == w.STEAL and step.card == w.DISCIPLE:
        return n * STOLEN_DISCIPLE // 100
    if verb in CARD_WORTH:
        return n * CARD_WORTH[verb] // 100
    return FLAT_WORTH.get(verb, 0)


def worth_if_so(steps: list[Step], place: int) -> int:
    """What follows an adjudicated card that fits."""
    return worth_between(steps, place + 1, int(steps[place].jump) - 1)


def worth_if_not(steps: list[Step], place: int) -> int:
    return worth_between(steps, int(steps[place].jump), int(steps[place].after) - 1)


def worth_of_removal(step: Step, n: int) -> int:
    """Taking cards away: good from opponents, a thinner deck for oneself."""
    if step.who in (w.OPPONENT, w.EACH_OPPONENT, w.CURRENT):
        return n * (90 if step.zone == w.HAND else 60) // 100
    if step.verb == w.DISCARD_CARDS:
        return 30 if step.n == w.ANY_NUMBER else 0 if step.upto else -n * 40 // 100
    return n * 40 // 100 if step.zone == w.DISCARD else n * 15 // 100


def worth_between(steps: list[Step], place: int, end: int) -> int:
    """A row of steps, each counted once with what belongs to it."""
    worth = 0
    while place < end and steps[place].verb != w.END:
        step = steps[place]
        value = worth_of_step(steps, place)
        if step.may:
            value = max(0, value)
        worth += value * 6 // 10 if step.condition else value
        place = step.after
    return worth


def worth_of_ability(steps: list[Step], ability: Ability) -> int:
    """Everything it does less what it costs."""
    worth = worth_between(steps, ability.begin, len(steps))
    if ability.condition:
        worth = worth * 6 // 10
    energy = 100 if ability.payer == w.PAID_BY_GOD else 60
    worth -= size(ability.energy) * energy // 100 + 45 * ability.faith
    return worth - 45 * ability.discard - 50 * ability.banish


def worths_of_abilities(steps: list[Step], abilities: list[Ability]) -> vec[i64]:
    found: vec[i64] = vec[i64]([])
    for ability in abilities:
        found = append(found, worth_of_ability(steps, ability))
    return found


def worths_of_cards(of_kind: list[list[Ability]], worths: vec[i64]) -> vec[i64]:
    """The best ability, a third of the second best, less the place it takes in a hand."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        values = sorted((worths[ability.number] for ability in abilities), reverse=True)
        worth: int = values[0] - SLOT
        if len(values) > 1 and values[1] > 0:
            worth += values[1] * 35 // 100
        found = append(found, worth)
    return found


def merits_of_cards(
    of_kind: list[list[Ability]], steps: list[Step], defences: vec[i64]
) -> vec[i64]:  # fmt: skip
    """What a card is worth to its owner beyond its own worth: hands that attack, draw and defend
    win games."""
    found: vec[i64] = vec[i64]([])
    for kind, abilities in enumerate(of_kind):
        merit = SAFETY if defences[kind] > 0 else 0
        for ability in abilities:
            if ability.type == w.ACT and steps[ability.begin].verb in (w.ATTACK, w.DRAW):
                merit += AGGRESSION
        found = append(found, merit)
    return found


def amounts_of_cards(of_kind: list[list[Ability]], steps: list[Step], verb: int) -> vec[i64]:
    """How much of one thing, Defense or Faith, a card gives with the ability that gives most of
    it, in hundredths."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        most = 0
        for ability in abilities:
            if ability.type != w.REVEAL:
                most = max(most, amount_of(steps, int(ability.begin), verb))
        found = append(found, most)
    return found


def amount_of(steps: list[Step], place: int, verb: int) -> int:
    amount = 0
    while steps[place].verb != w.END:
        if steps[place].verb == verb:
            amount += size(steps[place].n)
        place = steps[place].after
    return amount
