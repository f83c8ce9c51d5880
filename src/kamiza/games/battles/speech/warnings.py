"""Moves that deserve a second thought: the last Energy of a god or temple, another's victory.

Only what the seat can see counts, so a danger may be certain or merely possible.
"""

from __future__ import annotations

from kamiza.core.speech import Facts
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.speech.seen import (
    MOST_PRINTED,
    ability_in_use,
    ability_of,
    energy_of,
    me,
    using,
    whose,
)
from kamiza.games.battles.table.battles import ENERGY_TO_WIN


def danger(cards: Cards, move: str, view: Facts) -> str:
    """The key of what a move of this seat could cost, or nothing."""
    word, _, rest = move.partition(" ")
    if move == "pass":
        return of_passing(view)
    if word == "target":
        return of_giving(cards, rest, view)
    used = ability_used(word, rest, view)
    ability = ability_of(cards, used, view) if used else None
    if ability is None:
        return ""
    x = int(rest) if word == "x" else 0
    by_temple = pays_from_temple(ability, used.startswith("temple "))
    if by_temple:
        return of_god(cards, ability, 0, view) or of_temple(ability, x, view)
    return of_god(cards, ability, price_of(ability, x), view)


def ability_used(word: str, rest: str, view: Facts) -> str:
    """The ability a move uses or pays for, as in `temple 2` or `ghoul 1`."""
    if word in ("act", "react"):
        return rest
    use = using(view)
    if word == "use" and rest != "none":
        return f"{use['source']} {rest}"
    if word == "x" and use["ability"]:
        return f"{use['source']} {use['ability']}"
    return ""


def pays_from_temple(ability: Ability, is_its_own: bool) -> bool:
    by_itself = is_its_own and ability.payer == w.PAID_BY_THIS
    return ability.payer == w.PAID_BY_TEMPLE or by_itself


def price_of(ability: Ability, x: int) -> int:
    """The Energy an ability costs; X is 1 at least."""
    return x or (1 if ability.energy == w.X else int(ability.energy))


def of_god(cards: Cards, ability: Ability, price: int, view: Facts) -> str:
    """Could the ability take the last Energy of its user's god? The cost alone seals a Supporting
    God, and what comes after it can bring down any. [KB-RUL-19]"""
    mine = me(view)
    energy = mine["energy"] - price
    if price and energy <= 0 and mine["role"] == "support":
        return "danger_support_sure"
    by_chance = False
    position = ability.begin
    while not cards.steps[position].is_end:
        step = cards.steps[position]
        by_chance = step.verb.begins_chance or (by_chance and not step.verb.ends_chance)
        loss = step.verb.takes_from_own_god(step)
        if loss and energy <= loss <= MOST_PRINTED:
            return f"danger_{mine['role']}_{'maybe' if by_chance else 'sure'}"
        position += 1
    return ""


def of_temple(ability: Ability, x: int, view: Facts) -> str:
    """Does the temple pay its last Energy? It may, and is destroyed. [KB-FLOW-70]"""
    energy = me(view)["temple_energy"]
    return "danger_temple" if 0 < energy <= price_of(ability, x) else ""


def of_passing(view: Facts) -> str:
    """Does the Attack, as it stands, decide the game for who could still answer it?"""
    attack = view["attack"]
    if attack is None or len(view["moves"]) < 2 or not attack["target"].startswith("god:"):
        return ""
    mine, target = me(view), whose(view, attack["target"])
    if attack["loss"] < energy_of(view, attack["target"]) or target["team"] != mine["team"]:
        return ""
    if target is mine or target["role"] == "main":
        return f"danger_pass_{target['role']}"
    return ""


def of_giving(cards: Cards, target: str, view: Facts) -> str:
    """Does Energy for a god of one's choice make somebody else win? [KB-WIN-04]"""
    if not target.startswith("god:") or view["settings"]["mode"] == "team":
        return ""
    ability = ability_in_use(cards, view)
    if ability is None or whose(view, target) is me(view):
        return ""
    step = cards.steps[ability.begin]
    gift = step.verb.gives_to_any_god(step)
    if not 0 < gift <= MOST_PRINTED:
        return ""
    return "danger_gift" if energy_of(view, target) + gift >= ENERGY_TO_WIN else ""
