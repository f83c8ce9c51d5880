"""What abilities and cards are worth, from their steps alone: hundredths of one Energy on one's
own god in the middle of a game. Each verb says what it is worth; new cards get their worth by being
written down."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.verbs.declared import AMOUNTS

SLOT: Final = 70  # the price of a place in the hand
# What a deck cannot have too much of, whatever a single use of it is worth.
AGGRESSION: Final = 40  # for each Act that attacks or draws
SAFETY: Final = 30  # for any Defense


def size(n: int) -> int:
    """An amount in hundredths."""
    return 100 * n if n < w.X else AMOUNTS[n - w.X].usual


def worth_between(steps: list[Step], place: int, end: int) -> int:
    """A row of steps, each counted once with what belongs to it."""
    worth = 0
    while place < end and not steps[place].is_end:
        step = steps[place]
        value = step.verb.worth(steps, place)
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


def worth_of_abilities(steps: list[Step], abilities: list[Ability]) -> vec[i64]:
    found: vec[i64] = vec[i64]([])
    for ability in abilities:
        found = append(found, worth_of_ability(steps, ability))
    return found


def worth_of_cards(of_kind: list[list[Ability]], ability_worth: vec[i64]) -> vec[i64]:
    """The best ability, a third of the second best, less the place it takes in a hand."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        values = sorted((ability_worth[ability.number] for ability in abilities), reverse=True)
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
            if ability.type == w.ACT:
                merit += steps[ability.begin].verb.merit
        found = append(found, merit)
    return found


def defences_of_cards(of_kind: list[list[Ability]], steps: list[Step]) -> vec[i64]:
    """How much Defense a card gives with the ability that gives most of it, in hundredths."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        most = 0
        for ability in abilities:
            given = [step for step in own_steps(steps, ability) if step.verb.gives_defence]
            most = max(most, sum(size(int(step.n)) for step in given))
        found = append(found, most)
    return found


def faiths_of_cards(of_kind: list[list[Ability]], steps: list[Step]) -> vec[i64]:
    """The same for Faith."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        most = 0
        for ability in abilities:
            given = [step for step in own_steps(steps, ability) if step.verb.gives_faith]
            most = max(most, sum(size(int(step.n)) for step in given))
        found = append(found, most)
    return found


def own_steps(steps: list[Step], ability: Ability) -> list[Step]:
    """The steps of an ability without those inside others; what a Reveal does is nobody's."""
    found: list[Step] = []
    place = int(ability.begin)
    while ability.type != w.REVEAL and not steps[place].is_end:
        found.append(steps[place])
        place = int(steps[place].after)
    return found


def shields_of_cards(of_kind: list[list[Ability]], steps: list[Step]) -> vec[i64]:
    """The plain Defense of a card: printed, and the first thing its React does."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        firsts = [steps[ability.begin] for ability in abilities if ability.type == w.REACT]
        plain = [int(step.n) for step in firsts if step.verb.gives_defence and step.n < w.X]
        found = append(found, plain[0] if plain else 0)
    return found
