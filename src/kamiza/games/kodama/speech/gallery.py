"""Every card of Kodama as data for a list, with what is needed to draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kamiza.core.content import Table
from kamiza.core.speech import Facts, Listener
from kamiza.games.kodama.cards import BRANCHES

if TYPE_CHECKING:
    from kamiza.games.kodama.speech import KodamaSpeech


def gallery(speech: KodamaSpeech, to: Listener) -> list[Facts]:
    content = speech.content
    return [
        *(branch_card(speech, number, to) for number in range(BRANCHES)),
        *(trunk_card(speech, table, to) for table in content.trunks),
        *(spirit_card(speech, table, to) for table in content.spirits),
        *(decree_card(speech, table, to) for table in content.decrees),
        *(shape(speech, table, to) for table in content.shapes),
    ]


def branch_card(speech: KodamaSpeech, number: int, to: Listener) -> Facts:
    table = speech.content.branches[number]
    card = table.text("id")
    return {
        "group": "branch_cards",
        "id": card,
        "name": speech.branch_name(card, to),
        "data": raw(table, "shape", "mirror", "icons"),
    }


def trunk_card(speech: KodamaSpeech, table: Table, to: Listener) -> Facts:
    return {
        **entry("trunk_cards", speech, table, to, "feature", "limbs", "buds", "slots"),
        "feature": speech.words.say(table.text("feature"), to.language),
    }


def spirit_card(speech: KodamaSpeech, table: Table, to: Listener) -> Facts:
    group = "sprout_cards" if "letter" in table.data else "kodama_cards"
    card = entry(group, speech, table, to, "letter", "season", "edition")
    card["text"] = table.text("text_ja" if to.is_japanese() else "text")
    if "letter" in table.data:
        card["letter"] = table.text("letter")
        card["season"] = speech.words.say(table.text("season"), to.language)
    return card


def decree_card(speech: KodamaSpeech, table: Table, to: Listener) -> Facts:
    return {
        **entry("decree_cards", speech, table, to, "season", "edition", "effect"),
        "season": speech.words.say(table.text("season"), to.language),
        "text": table.text("text_ja" if to.is_japanese() else "text"),
    }


def shape(speech: KodamaSpeech, table: Table, to: Listener) -> Facts:
    """A limb shape with everything needed to draw it."""
    return entry("shapes", speech, table, to, "foot", "heading", "limbs", "buds", "slots")


def entry(group: str, speech: KodamaSpeech, table: Table, to: Listener, *fields: str) -> Facts:
    """What every card of the list has, and the fields that a program needs."""
    name, data = speech.name_of(table, to), raw(table, *fields)
    return {"group": group, "id": table.text("id"), "name": name, "data": data}


def raw(table: Table, *fields: str) -> dict[str, object]:
    """What a program needs of a card, as it stands in the data."""
    return {field: table.data[field] for field in fields if field in table.data}
