"""Moves as texts and back; what cannot be read is refused here, at the door."""

from __future__ import annotations

import re
from typing import Final

from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.games.kodama.rules.moves import (
    FALLOW_VERB,
    FARTHEST,
    KODAMA_VERB,
    ONTO_VERB,
    ORIGIN,
    PICK_VERB,
    PLACE_VERB,
    SPOT_VERB,
    VERBS,
    fallow_action,
    grow_action,
    high_of,
    is_well_formed,
    kodama_action,
    low_of,
    onto_action,
    pick_action,
    place_action,
    slot_of,
    spot_action,
    turn_of,
    verb_of,
)
from kamiza.games.kodama.rules.refusals import refused
from kamiza.games.kodama.table import DECK

# Digits are 0 to 9 only: `\d` would also read those of other scripts, and every move has one text.
NUMBER: Final = r"(0|[1-9][0-9]{0,3})"
SLOT: Final = re.compile(rf"(pick|fallow):(?:(deck)|{NUMBER})")
CARD: Final = re.compile(rf"onto:{NUMBER}")
SPOT: Final = re.compile(rf"spot:([bw]){NUMBER}r{NUMBER}")
SPIRIT: Final = re.compile(r"kodama:(\w+)")
PLACEMENT: Final = re.compile(rf"(?:grow:{NUMBER}|place:)@(.*)", re.DOTALL)
PLACE: Final = re.compile(r"(0|-?[1-9][0-9]{0,4}),(0|-?[1-9][0-9]{0,4}),r(0|[1-9][0-9]{0,2})")


def text_of(spirit_ids: list[str], action: i64) -> str:
    """The text form of an action."""
    if not is_well_formed(action):
        return f"move {action}"
    verb: i64 = verb_of(action)
    name = VERBS[verb]
    if verb in (PICK_VERB, FALLOW_VERB):
        slot: i64 = slot_of(action)
        return f"{name}:{'deck' if slot == DECK else slot}"
    if verb == ONTO_VERB:
        return f"{name}:{low_of(action)}"
    if verb == SPOT_VERB:
        return f"{name}:{'w' if high_of(action) else 'b'}{low_of(action)}r{turn_of(action)}"
    if verb == KODAMA_VERB:
        return f"{name}:{spirit_ids[low_of(action)]}"
    place = f"@{high_of(action) - ORIGIN},{low_of(action) - ORIGIN},r{turn_of(action)}"
    return f"{name}:{place}" if verb == PLACE_VERB else f"{name}:{slot_of(action)}{place}"


def read_action(spirit_ids: list[str], text: str) -> int | Refusal:
    """The action of a text, or why there is none."""
    if (found := SLOT.fullmatch(text)) is not None:
        slot = DECK if found[2] else int(found[3])
        if slot >= DECK and not found[2]:
            return refused("bad_slot", {"n": str(slot)})
        return pick_action(slot) if found[1] == "pick" else fallow_action(slot)
    if (found := CARD.fullmatch(text)) is not None:
        return onto_action(int(found[1]))
    if (found := SPOT.fullmatch(text)) is not None and int(found[3]) < 4096:
        return spot_action(1 if found[1] == "w" else 0, int(found[2]), int(found[3]))
    if (found := SPIRIT.fullmatch(text)) is not None and found[1] in spirit_ids:
        return kodama_action(spirit_ids.index(found[1]))
    if (found := PLACEMENT.fullmatch(text)) is not None:
        return read_placement(found[1], found[2])
    return refused("bad_command", {"text": text[:40]})


def read_placement(slot: str | None, text: str) -> int | Refusal:
    """A free placement; its numbers must be whole and in range. [KO-GEO-14]"""
    if slot is not None and int(slot) >= DECK:
        return refused("bad_slot", {"n": slot})
    found = PLACE.fullmatch(text)
    if found is None:
        return refused("bad_placement", {})
    x, y, rotation = int(found[1]), int(found[2]), int(found[3])
    if max(abs(x), abs(y)) > FARTHEST or rotation >= 360:
        return refused("bad_placement", {})
    if slot is None:
        return place_action(x, y, rotation)
    return grow_action(int(slot), x, y, rotation)
