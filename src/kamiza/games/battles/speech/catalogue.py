"""The cards as data for lists and galleries."""

from __future__ import annotations

from kamiza.core.content import Table
from kamiza.core.speech import Facts
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability

MOST_SIGNS = 2
GROUPS = ("god", "temple", "disciple", "warrior", "artifact")
PRINTED = ("cost", "rank", "color", "chain", "culture", "spheres", "sphere")


def all_cards(content: Cards, language: str) -> list[Facts]:
    """Every god, temple and card, set by set."""
    rows = [
        *zip(content.god_tables[1:], content.of_god[1:]),
        *zip(content.temple_tables[1:], content.of_temple[1:]),
        *zip(content.tables, content.of_kind),
    ]
    cards = [card(content, t, abilities, language) for t, abilities in rows if t is not None]
    cards.sort(key=lambda card: (card["set"], GROUPS.index(card["group"]), card["number"]))
    return cards


def card(content: Cards, table: Table, abilities: list[Ability], language: str) -> Facts:
    ja = "_ja" if language == "ja" else ""
    found: Facts = {
        "group": table.text("kind"),
        "id": table.text("id"),
        "name": table.text(f"name{ja}"),
        "title": table.maybe_text(f"title{ja}"),
        "set": table.text("set"),
        "number": table.text("number"),
        "copies": table.number("copies"),
        "provenance": table.text("provenance"),
        "abilities": [
            {
                "type": w.TYPES[ability.type],
                "name": ability.names[language],
                "text": ability.texts[language],
                "signs": signs_of(content, ability),
                "needs_temple": ability.condition == w.TEMPLE_IS,
            }
            for ability in abilities
        ],
    }
    return found | {field: table.data[field] for field in PRINTED if field in table.data}


def signs_of(content: Cards, ability: Ability) -> list[Facts]:
    """What an ability does at a glance: at most two verbs with a symbol, and their amounts."""
    found: list[Facts] = []
    position = ability.begin
    while not content.steps[position].is_end and len(found) < MOST_SIGNS:
        step = content.steps[position]
        if step.verb.sign:
            amount = step.n if 0 < step.n < w.X else "X" if step.n >= w.X else ""
            found.append({"sign": step.verb.sign, "n": str(amount)})
        position += 1
    return found
