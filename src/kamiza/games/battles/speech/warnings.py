"""Moves that deserve a second thought: the last Energy of a god or temple, another's victory.

Only what the seat can see counts, so a danger may be certain or merely possible.
"""

from __future__ import annotations

from typing import Any

from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.speech.effects import MOST_PRINTED, ability_of, energy_of
from kamiza.games.battles.table import ENERGY_TO_WIN

View = dict[str, Any]


def danger(cards: Cards, move: str, view: View) -> str:
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


def ability_used(word: str, rest: str, view: View) -> str:
    """The ability a move uses or pays for, as in `temple 2` or `ghoul 1`."""
    if word in ("act", "react"):
        return rest
    frame = view["frames"][-1] if view["frames"] else {}
    if word == "use" and rest != "none":
        return f"{frame.get('source')} {rest}"
    if word == "x" and frame.get("ability"):
        return f"{frame.get('source')} {frame['ability']}"
    return ""


def pays_from_temple(ability: Ability, is_its_own: bool) -> bool:
    by_itself = is_its_own and ability.payer == w.PAID_BY_THIS
    return ability.payer == w.PAID_BY_TEMPLE or by_itself


def price_of(ability: Ability, x: int) -> int:
    """The Energy an ability costs; X is 1 at least."""
    return x or (1 if ability.energy == w.X else int(ability.energy))


def of_god(cards: Cards, ability: Ability, price: int, view: View) -> str:
    """Could the ability take the last Energy of its user's god? The cost alone seals a Supporting
    God, and what comes after it can bring down any. [KB-RUL-19]"""
    me = view["players"][view["seat"]]
    energy = me["energy"] - price
    if price and energy <= 0 and me["role"] == "support":
        return "danger_support_sure"
    by_chance = False
    position = ability.begin
    while cards.steps[position].verb != w.END:
        step = cards.steps[position]
        if step.verb in (w.ADJUDICATE, w.ADJUDICATED):
            by_chance = step.verb == w.ADJUDICATE
        if step.verb == w.DRAIN and step.at == w.MY_GOD and energy <= step.n <= MOST_PRINTED:
            return f"danger_{me['role']}_{'maybe' if by_chance else 'sure'}"
        position += 1
    return ""


def of_temple(ability: Ability, x: int, view: View) -> str:
    """Does the temple pay its last Energy? It may, and is destroyed. [KB-FLOW-70]"""
    energy = view["players"][view["seat"]]["temple_energy"]
    return "danger_temple" if 0 < energy <= price_of(ability, x) else ""


def of_passing(view: View) -> str:
    """Does the Attack, as it stands, decide the game for who could still answer it?"""
    attack = view["attack"]
    if attack is None or len(view["moves"]) < 2 or not attack["target"].startswith("god:"):
        return ""
    me = view["players"][view["seat"]]
    target = view["players"][int(attack["target"][5:]) - 1]
    if attack["loss"] < energy_of(view, attack["target"]) or target["team"] != me["team"]:
        return ""
    if target is me or target["role"] == "main":
        return f"danger_pass_{target['role']}"
    return ""


def of_giving(cards: Cards, target: str, view: View) -> str:
    """Does Energy for a god of one's choice make somebody else win? [KB-WIN-04]"""
    frame = view["frames"][-1] if view["frames"] else {}
    index = frame.get("ability")
    if not index or not target.startswith("god:") or view["options"]["mode"] == "team":
        return ""
    ability = ability_of(cards, f"{frame.get('source')} {index}", view)
    if ability is None or int(target[5:]) - 1 == view["seat"]:
        return ""
    step = cards.steps[ability.begin]
    if step.verb != w.ENERGY or step.at != w.ANY_GOD or step.n > MOST_PRINTED:
        return ""
    return "danger_gift" if energy_of(view, target) + step.n >= ENERGY_TO_WIN else ""
