"""What a view says about the table, as far as sentences need it."""

from __future__ import annotations

from kamiza.core.speech import Facts
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability

MOST_PRINTED = 9  # larger amounts are names: X, what was moved, ...


def me(view: Facts) -> Facts:
    """The player whose view it is."""
    mine: Facts = view["players"][view["seat"]]
    return mine


def using(view: Facts) -> Facts:
    """The ability that asks: its source, and its number once that is known."""
    found: Facts = view["using"] or {"source": "", "ability": None}
    return found


def whose(view: Facts, target: str) -> Facts:
    """The player whose god, temple or deck is aimed at."""
    player: Facts = view["players"][target.partition(":")[2]]
    return player


def energy_of(view: Facts, target: str) -> int:
    """The Energy of `god:B` or `temple:B`; 0 for a deck."""
    of = target.partition(":")[0]
    if of == "deck":
        return 0
    return int(whose(view, target)["energy" if of == "god" else "temple_energy"])


def price_of(view: Facts, card: str) -> int:
    """What a card of the Hall costs now."""
    for row in view["hall"].values():
        for pile in row:
            if pile is not None and pile["card"] == card:
                return int(pile["price"])
    return 0


def abilities_of(cards: Cards, id: str) -> list[Ability]:
    """The abilities of a card, god or temple."""
    for ids, lists in (
        (cards.ids, cards.of_kind),
        (cards.god_ids, cards.of_god),
        (cards.temple_ids, cards.of_temple),
    ):
        if id in ids:
            return lists[ids.index(id)]
    return []


def ability_of(cards: Cards, text: str, view: Facts) -> Ability | None:
    """The ability of `god 2` or `ghoul 1` for the seat of the view."""
    source, _, index = text.partition(" ")
    if source in ("god", "temple"):
        source = str(me(view)[source])
    abilities = abilities_of(cards, source)
    return abilities[int(index) - 1] if int(index) <= len(abilities) else None


def ability_in_use(cards: Cards, view: Facts) -> Ability | None:
    """The ability that asks, if it has been chosen."""
    use = using(view)
    return ability_of(cards, f"{use['source']} {use['ability']}", view) if use["ability"] else None
