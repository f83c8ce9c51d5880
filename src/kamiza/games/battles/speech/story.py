"""The log: a turn is a chapter, and what the next line says better is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kamiza.core.speech import Facts, Line, Listener, join_texts

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
# The next event may be told in their line.
OPEN = ("played", "used", "faith", "turned_up", "passed", "attack_resolved")


def story(speech: BattlesSpeech, events: Sequence[Facts], to: Listener) -> list[Line]:
    lines: list[Line] = []
    place = 0
    while place < len(events):
        end, line = told_at(speech, events, place, to)
        if line is not None:
            lines.append(line)
        place = end
    return lines


def told_at(
    speech: BattlesSpeech, events: Sequence[Facts], place: int, to: Listener
) -> tuple[int, Line | None]:
    """The line that begins at a place, if there is one, and the place behind what it tells."""
    seen = events[place]
    name = seen["event"]
    if name in UNSAID or is_said_next(events, place):
        return place + 1, None
    if name == "played":
        return told_play(speech, events, place, to)
    end = place + 1
    if name in ("turned_up", "passed"):
        while end < len(events) and events[end]["event"] == name:
            end += 1
    if name == "turned_up":
        return end, turned_up(speech, events, place, end, to)
    if end > place + 1:
        return end, passed(speech, events, place, end, to)
    return end, line_of(speech, seen, place, to)


def is_said_next(events: Sequence[Facts], place: int) -> bool:
    """An Attack that nothing stopped is told by what it took."""
    seen = events[place]
    if seen["event"] != "attack_resolved" or seen["defence"] or place + 1 == len(events):
        return False
    return bool(events[place + 1]["event"] == "energy_lost")


def told_play(
    speech: BattlesSpeech, events: Sequence[Facts], place: int, to: Listener
) -> tuple[int, Line]:
    """A card, or several of the same one after the other, with the Faith it brings."""
    first = events[place]
    faith, count, end = 0, 0, place
    while (after := end_of_play(events, end)) > end:
        seen, last = events[end], events[after - 1]
        is_same = (seen["card"], seen["seat"]) == (first["card"], first["seat"])
        brings = last["count"] if last["event"] == "faith" else 0
        if count and not (is_same and brings and faith):
            break
        faith, count, end = faith + brings, count + 1, after
    line = line_of(speech, first, place, to)
    if not faith:
        return end, line
    facts = speech.event_facts(first, to) | {"number": str(count), "count": str(faith)}
    key = "played_for_faith" if count == 1 else "played_many_for_faith"
    return end, line._replace(text=speech.words.say(key, to.language, **facts))


def end_of_play(events: Sequence[Facts], place: int) -> int:
    """The place behind a card played, its ability and its Faith; the same place if none is."""
    if place == len(events) or events[place]["event"] != "played":
        return place
    end = place + 1
    for name in ("used", "faith"):
        if end < len(events) and events[end]["event"] == name:
            end += 1
    return end


def line_of(speech: BattlesSpeech, seen: Facts, place: int, to: Listener) -> Line:
    name = str(seen["event"])
    is_head = name == "turn_began"
    if is_head:
        facts = speech.event_facts(seen, to)
        text = speech.words.say("turn_head", to.language, **facts)
    else:
        text = speech.event(seen, to)
    return Line(seen.get("seat"), text, place, is_head, about(seen), RULES.get(name, ""))


def about(seen: Facts) -> tuple[str, ...]:
    """What an event names, for a screen to light up."""
    things: list[str] = []
    for name in ("card", "source"):
        if isinstance(seen.get(name), str) and seen[name] not in ("god", "temple"):
            things.append(f"card:{seen[name]}")
    if seen.get("source") in ("god", "temple"):
        things.append(f"{seen['source']}:{seen['seat']}")
    if isinstance(seen.get("target"), str):
        things.append(seen["target"])
    if "object" in seen:
        things.append(f"{seen['object']}:{seen['seat']}")
    return tuple(dict.fromkeys(things))


def turned_up(
    speech: BattlesSpeech, events: Sequence[Facts], place: int, end: int, to: Listener
) -> Line:
    """All cards that came into the Hall one after the other, in one line."""
    cards = [str(seen["card"]) for seen in events[place:end]]
    names = speech.fact("cards", cards, to)
    text = speech.words.say("turned_up", to.language, card=names)
    return Line(None, text, place, about=tuple(f"card:{card}" for card in cards))


def passed(
    speech: BattlesSpeech, events: Sequence[Facts], place: int, end: int, to: Listener
) -> Line:
    """All who had nothing to say, in one line."""
    names = join_texts(list(dict.fromkeys(to.name(seen["seat"]) for seen in events[place:end])), to)
    return Line(None, speech.words.say("passed_together", to.language, names=names), place)
