"""Frames as JSON: a name and the fields that are not at their usual value."""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.game import PositionError
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.moves import object_text, read_object
from kamiza.games.battles.stack import (
    ABILITY_USED,
    ATTACK_ALL,
    ATTACK_FRAME,
    ATTACK_OWN,
    ATTACK_STEPS,
    BANISHING_FRAME,
    CARD_BANISHING,
    CHOICE,
    CLEARING,
    EVENTS,
    FRAMES,
    NEEDS,
    PLACE,
    PURPOSES,
    REVEALS,
    SETUP,
    TURN,
    USE,
    USE_STEPS,
    WINDOW,
    Frame,
)
from kamiza.games.battles.table import NO_OBJECT, POINTS, Battles

# Plain numbers with their largest value, in the order in which they are written.
NUMBERS: Final = {
    "way": 3, "need": NEEDS - 1, "x": 99, "moved": 255, "lost": 10**6, "at": 6, "value": 10**6,
    "bonus": 10**6, "defence": 10**6, "event": len(EVENTS) - 1, "quiet": 6, "zone": 6, "card": 7,
    "least": 99, "most": 99, "purpose": len(PURPOSES) - 1, "flags": 63,
}  # fmt: skip
FIELDS: Final = (
    "frame", "seat", "point", "step", "source", "ability", "pc", "target", "held", "attacker",
    "victim", "owner", "data", *NUMBERS,
)  # fmt: skip
MOST_STEPS: Final = {
    SETUP: 2,
    USE: USE_STEPS - 1,
    ATTACK_FRAME: ATTACK_STEPS - 1,
    BANISHING_FRAME: 1,
}
BELOW: Final = {
    USE: (TURN, WINDOW, REVEALS, USE), ATTACK_FRAME: (USE,), CHOICE: (USE,), PLACE: (USE,),
    BANISHING_FRAME: (CHOICE,), CLEARING: (TURN,), REVEALS: (TURN, USE, WINDOW),
    WINDOW: (TURN, USE, ATTACK_FRAME, BANISHING_FRAME),
}  # fmt: skip
WINDOW_ON: Final = {
    ATTACK_OWN: ATTACK_FRAME, ATTACK_ALL: ATTACK_FRAME, ABILITY_USED: USE,
    CARD_BANISHING: BANISHING_FRAME,
}  # fmt: skip


def numbers_of(frame: Frame) -> dict[str, int]:
    return {
        "way": frame.way, "need": frame.need, "x": frame.x, "moved": frame.moved,
        "lost": frame.lost, "at": frame.at, "value": frame.value, "bonus": frame.bonus,
        "defence": frame.defence, "event": frame.event, "quiet": frame.quiet, "zone": frame.zone,
        "card": frame.card, "least": frame.least, "most": frame.most, "purpose": frame.purpose,
        "flags": frame.flags,
    }  # fmt: skip


def letter_or_none(seat: int) -> str | None:
    return None if seat == NOBODY else seat_letter(seat)


def frame_text(state: Battles, frame: Frame) -> dict[str, object]:
    """A frame as a table; the stack is a list of them, the top one last."""
    saved: dict[str, object] = {"frame": FRAMES[frame.kind], "seat": letter_or_none(frame.seat)}
    if frame.kind == TURN:
        saved["point"] = POINTS[frame.step]
        return saved
    if frame.step:
        saved["step"] = frame.step
    if frame.source != NO_CARD:
        saved["source"] = state.cards.source_id(frame.source)
    if frame.kind == USE:
        save_program(state, frame, saved)
    if frame.kind in (ATTACK_FRAME, PLACE) or frame.target:
        saved["target"] = frame.target
        if frame.kind in (ATTACK_FRAME, PLACE):
            saved["target"] = object_text(frame.target)
    if frame.held != NO_CARD:
        saved["held"] = state.cards.ids[frame.held]
    if frame.attacker != NOBODY:
        saved["attacker"] = seat_letter(frame.attacker)
    if frame.victim != NOBODY:
        saved["victim"] = seat_letter(frame.victim)
    if frame.owner:
        saved["owner"] = seat_letter(frame.owner)
    for name, number in numbers_of(frame).items():
        if number:
            saved[name] = number
    if len(frame.data):
        saved["data"] = list(frame.data)
    return saved


def save_program(state: Battles, frame: Frame, saved: dict[str, object]) -> None:
    """Which ability, and the next instruction counted from its beginning."""
    if frame.way == w.WATCH_WAY:
        saved["pc"] = frame.pc
        return
    ability = state.cards.abilities[frame.ability]
    saved["ability"] = ability.index
    if frame.pc:
        saved["pc"] = frame.pc - ability.begin


# -- reading ----------------------------------------------------------------------------------


def wrong(what: str) -> PositionError:
    return PositionError(f"frames: {what}")


def frame_from(state: Battles, data: object, below: Frame | None) -> Frame:
    """The inverse of `frame_text`; what cannot be is refused."""
    if not isinstance(data, dict):
        raise wrong("each frame is a table")
    entry = cast("dict[str, object]", data)
    for name in entry:
        if name not in FIELDS:
            raise wrong(f"there is no '{name}' in a frame")
    if entry.get("frame") not in FRAMES:
        raise wrong(f"there is no frame {entry.get('frame')!r}")
    kind = FRAMES.index(str(entry["frame"]))
    check_below(kind, below)
    frame = Frame(kind, read_seat(state, "seat", entry.get("seat")), below)
    if frame.seat == NOBODY and kind != ATTACK_FRAME:
        raise wrong("a frame belongs to a seat")
    if kind == TURN:
        if entry.get("point") not in POINTS:
            raise wrong(f"there is no point {entry.get('point')!r}")
        frame.step = POINTS.index(str(entry["point"]))
        return frame
    frame.step = number(entry, "step", MOST_STEPS.get(kind, 0))
    read_fields(state, frame, entry)
    read_numbers(frame, entry)
    check_window(frame)
    return frame


def check_below(kind: int, below: Frame | None) -> None:
    if kind in (SETUP, TURN):
        if below is not None:
            raise wrong("SETUP and TURN are at the bottom")
    elif below is None or below.kind not in BELOW[kind]:
        raise wrong(f"{FRAMES[kind]} cannot lie there")


def check_window(frame: Frame) -> None:
    below = frame.below
    if frame.kind == WINDOW and below is not None:
        needed = WINDOW_ON.get(frame.event)
        if needed is not None and below.kind != needed:
            raise wrong("a window belongs to what it is about")
        if needed is None and below.kind not in (TURN, USE):
            raise wrong("a window belongs to what it is about")


def read_fields(state: Battles, frame: Frame, entry: dict[str, object]) -> None:
    frame.source = read_source(state, entry.get("source"))
    target = entry.get("target", 0)
    if isinstance(target, str):
        try:
            frame.target = read_object(target)
        except ValueError:
            raise wrong(f"there is no target {target!r}") from None
    else:
        frame.target = number(entry, "target", NO_OBJECT)
    if frame.kind in (ATTACK_FRAME, WINDOW) and frame.target & 7 >= state.seats:
        raise wrong("target: there is no such seat")
    if "held" in entry:
        frame.held = read_source(state, entry["held"])
    frame.attacker = read_seat(state, "attacker", entry.get("attacker"))
    frame.victim = read_seat(state, "victim", entry.get("victim"))
    frame.owner = read_seat(state, "owner", entry.get("owner", "A"))
    values = entry.get("data", [])
    if not isinstance(values, list) or not all(
        type(v) is int and 0 <= v <= 255 for v in values
    ):  # fmt: skip
        raise wrong("data: a list of small numbers")
    frame.data = bytes(values)
    if frame.kind == USE:
        frame.way = number(entry, "way", 3)
        read_program(state, frame, entry)


def read_program(state: Battles, frame: Frame, entry: dict[str, object]) -> None:
    """The ability and its next instruction must be there."""
    if frame.way == w.WATCH_WAY:
        frame.pc = number(entry, "pc", len(state.cards.steps) - 1)
        return
    if frame.source == NO_CARD:
        raise wrong("source: an ability belongs to a god, a temple or a card")
    abilities = abilities_of(state, frame.seat, frame.source)
    index = number(entry, "ability", len(abilities))
    if index == 0:
        raise wrong("ability: is counted from 1")
    ability = abilities[index - 1]
    frame.ability = ability.number
    if frame.step == 0 and "pc" not in entry:
        return  # which ability is still to be chosen
    frame.pc = ability.begin + number(entry, "pc", 99)
    for place in range(ability.begin, frame.pc):
        if place >= len(state.cards.steps) or state.cards.steps[place].is_end:
            raise wrong("pc: there is no such instruction")


def read_numbers(frame: Frame, entry: dict[str, object]) -> None:
    values = {name: number(entry, name, most) for name, most in NUMBERS.items()}
    frame.way = values["way"]
    frame.need = values["need"]
    frame.x = values["x"]
    frame.moved = values["moved"]
    frame.lost = values["lost"]
    frame.at = values["at"]
    frame.value = values["value"]
    frame.bonus = values["bonus"]
    frame.defence = values["defence"]
    frame.event = values["event"]
    frame.quiet = values["quiet"]
    frame.zone = values["zone"]
    frame.card = values["card"]
    frame.least = values["least"]
    frame.most = values["most"]
    frame.purpose = values["purpose"]
    frame.flags = values["flags"]


def number(entry: dict[str, object], name: str, most: int) -> int:
    value = entry.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        raise wrong(f"{name}: must be a whole number from 0 to {most}")
    return value


def read_seat(state: Battles, name: str, value: object) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[: state.seats]:
        return LETTERS.index(value)
    raise wrong(f"{name}: there is no seat {value!r}")


def read_source(state: Battles, value: object) -> int:
    if value is None:
        return NO_CARD
    if value == "god":
        return GOD_SOURCE
    if value == "temple":
        return TEMPLE_SOURCE
    if not isinstance(value, str) or value not in state.cards.numbers:
        raise wrong(f"there is no card {value!r}")
    return state.cards.numbers[value]
