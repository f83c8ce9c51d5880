"""The log: a turn is a chapter, and what the next line says better is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kamiza.core.speech import Facts, Line, Listener

if TYPE_CHECKING:
    from kamiza.games.battles.speech.voice import BattlesSpeech

# The rules behind what happens.
RULES = {
    "attacked": "KB-ATK-01",
    "attack_resolved": "KB-ATK-09",
    "defended": "KB-ATK-06",
    "redirected": "KB-ATK-19",
    "eliminated": "KB-WIN-01",
    "sealed": "KB-SEAL-01",
    "escaped": "KB-SEAL-07",
    "temple_destroyed": "KB-TEMP-03",
    "reshuffled": "KB-RND-08",
}
UNSAID = ("phase", "cleared", "stops_set")
OPEN = ("played", "turned_up")  # the next event may be told in their line


def story(speech: BattlesSpeech, events: Sequence[Facts], to: Listener) -> list[Line]:
    lines: list[Line] = []
    for place, seen in enumerate(events):
        name = seen["event"]
        before = events[place - 1] if place else {"event": ""}
        if name in UNSAID or (name == "used" and before["event"] == "played"):
            continue
        if name == "turned_up" and before["event"] == "turned_up" and lines:
            lines[-1] = turned_up(speech, events[: place + 1], lines[-1], to)
        else:
            lines.append(line_of(speech, seen, place, to))
    return lines


def line_of(speech: BattlesSpeech, seen: Facts, place: int, to: Listener) -> Line:
    name = str(seen["event"])
    is_head = name == "turn_began"
    if is_head:
        facts = speech.event_facts(seen, to)
        text = speech.words.say("turn_head", to.language, **facts)
    else:
        text = speech.event(seen, to)
    about = (f"card:{seen['card']}",) if isinstance(seen.get("card"), str) else ()
    return Line(seen.get("seat"), text, place, is_head, about, RULES.get(name, ""))


def turned_up(
    speech: BattlesSpeech, events: Sequence[Facts], line: Line, to: Listener
) -> Line:  # fmt: skip
    """All cards that came into the Hall one after the other, in one line."""
    cards: list[str] = []
    for seen in reversed(events):
        if seen["event"] != "turned_up":
            break
        cards.insert(0, str(seen["card"]))
    names = speech.fact("cards", cards, to)
    text = speech.words.say("turned_up", to.language, card=names)
    return line._replace(text=text, about=tuple(f"card:{card}" for card in cards))
