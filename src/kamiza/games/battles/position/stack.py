"""The stack as JSON, from the bottom up: a name for each frame, and what is not as usual in it.

Every number that stands for something is written as its word; the numbers themselves are read too.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.game import PositionError
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE, Cards
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.moves import object_text, read_object
from kamiza.games.battles.stack import (
    ABILITY_USED,
    ATTACK_ALL,
    ATTACK_FRAME,
    ATTACK_OWN,
    ATTACK_STEPS,
    BANISHING_FRAME,
    BANISHING_STEPS,
    CARD_BANISHING,
    CHOICE,
    CHOOSE,
    CLEARING,
    EVENTS,
    FLAGS,
    FRAMES,
    NEEDS,
    PLACE,
    REVEALS,
    SETUP,
    SETUP_STEPS,
    TURN,
    USE,
    USE_STEPS,
    WINDOW,
    Frame,
)
from kamiza.games.battles.table import NO_OBJECT, POINTS, Battles
from kamiza.games.battles.verbs.declared import PURPOSES

Json = dict[str, object]

ZONES: Final = (*w.ZONES, "hand_and_area")
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "way": w.WAYS, "need": NEEDS, "event": EVENTS, "zone": ZONES,
}  # fmt: skip
STEPS: Final[dict[int, tuple[str, ...]]] = {
    SETUP: SETUP_STEPS, USE: USE_STEPS, ATTACK_FRAME: ATTACK_STEPS,
    BANISHING_FRAME: BANISHING_STEPS,
}  # fmt: skip
# Plain numbers with their largest value, in the order in which they are written.
NUMBERS: Final = {
    "x": 99, "moved": 255, "lost": 10**6, "at": 6, "value": 10**6, "bonus": 10**6,
    "defence": 10**6, "quiet": 6, "card": 7, "least": 99, "most": 99,
}  # fmt: skip
SEATS: Final = ("attacker", "victim")
FIELDS: Final = (
    "frame", "seat", "point", "step", "source", "ability", "pc", "target", "held", *SEATS, "owner",
    *WORDS, "purpose", *NUMBERS, "flags", "data",
)  # fmt: skip
BELOW: Final = {
    USE: (TURN, WINDOW, REVEALS, USE), ATTACK_FRAME: (USE,), CHOICE: (USE,), PLACE: (USE,),
    BANISHING_FRAME: (CHOICE,), CLEARING: (TURN,), REVEALS: (TURN, USE, WINDOW),
    WINDOW: (TURN, USE, ATTACK_FRAME, BANISHING_FRAME),
}  # fmt: skip
WINDOW_ON: Final = {
    ATTACK_OWN: ATTACK_FRAME, ATTACK_ALL: ATTACK_FRAME, ABILITY_USED: USE,
    CARD_BANISHING: BANISHING_FRAME,
}  # fmt: skip


def purposes_of(kind: int) -> tuple[str, ...]:
    return w.THEN if kind == PLACE else tuple([purpose.word for purpose in PURPOSES])


# -- writing ----------------------------------------------------------------------------------


def write_stack(cards: Cards, top: Frame | None) -> list[object]:
    written: list[object] = []
    frame = top
    while frame is not None:
        written.insert(0, write_frame(cards, frame))
        frame = frame.below
    return written


def write_frame(cards: Cards, frame: Frame) -> Json:
    kind = int(frame.kind)
    seat = None if frame.seat == NOBODY else seat_letter(int(frame.seat))
    saved: Json = {"frame": FRAMES[kind], "seat": seat}
    if kind == TURN:
        saved["point"] = POINTS[frame.step]
        return saved
    if kind in STEPS:
        saved["step"] = STEPS[kind][frame.step]
    if frame.source != NO_CARD:
        saved["source"] = cards.source_id(frame.source)
    if kind == USE:
        write_program(cards, frame, saved)
    if kind in (ATTACK_FRAME, PLACE):
        saved["target"] = object_text(frame.target)
    elif frame.target:
        saved["target"] = frame.target
    if frame.held != NO_CARD:
        saved["held"] = cards.ids[frame.held]
    write_words(frame, saved)
    for name in NUMBERS:
        number = getattr(frame, name)
        if number:
            saved[name] = number
    if frame.flags:
        saved["flags"] = [flag for place, flag in enumerate(FLAGS) if frame.flags >> place & 1]
    if len(frame.data):
        saved["data"] = list(frame.data)
    return saved


def write_words(frame: Frame, saved: Json) -> None:
    for name in SEATS:
        seat = getattr(frame, name)
        if seat != NOBODY:
            saved[name] = seat_letter(seat)
    if frame.owner:
        saved["owner"] = seat_letter(int(frame.owner))
    for name, words in WORDS.items():
        number = getattr(frame, name)
        if number or (name == "event" and frame.kind == WINDOW):
            saved[name] = words[number]
    if frame.purpose or frame.kind == CHOICE:
        saved["purpose"] = purposes_of(int(frame.kind))[frame.purpose]


def write_program(cards: Cards, frame: Frame, saved: Json) -> None:
    """Which ability, and the next instruction counted from its beginning."""
    if frame.way == w.WATCH_WAY:
        saved["pc"] = frame.pc
        return
    ability = cards.abilities[frame.ability]
    saved["ability"] = ability.index
    if frame.pc:
        saved["pc"] = frame.pc - ability.begin


# -- reading ----------------------------------------------------------------------------------


def wrong(what: str) -> PositionError:
    return PositionError(f"frames: {what}")


def read_stack(table: Battles, frames: list[object]) -> Frame | None:
    """The inverse of `write_stack`; the gods of the players must be known already."""
    top: Frame | None = None
    for frame in frames:
        top = read_frame(table, frame, top)
    return top


def read_frame(table: Battles, data: object, below: Frame | None) -> Frame:
    """One frame; what cannot be is refused."""
    if not isinstance(data, dict):
        raise wrong("each frame is a table")
    entry = cast(Json, data)
    for name in entry:
        if name not in FIELDS:
            raise wrong(f"there is no '{name}' in a frame")
    if entry.get("frame") not in FRAMES:
        raise wrong(f"there is no frame {entry.get('frame')!r}")
    kind = FRAMES.index(str(entry["frame"]))
    check_below(kind, below)
    frame = Frame(kind, read_seat(table, "seat", entry.get("seat")), below)
    if frame.seat == NOBODY and kind != ATTACK_FRAME:
        raise wrong("a frame belongs to a seat")
    if kind == TURN:
        if entry.get("point") not in POINTS:
            raise wrong(f"there is no point {entry.get('point')!r}")
        frame.step = POINTS.index(str(entry["point"]))
        return frame
    frame.step = read_word(entry, "step", STEPS.get(kind, ("",)))
    frame.purpose = read_word(entry, "purpose", purposes_of(kind))
    for name, words in WORDS.items():
        setattr(frame, name, read_word(entry, name, words))
    for name, most in NUMBERS.items():
        setattr(frame, name, read_number(entry, name, most))
    read_things(table, frame, entry)
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
        needed = WINDOW_ON.get(int(frame.event))
        fits = below.kind in (TURN, USE) if needed is None else below.kind == needed
        if not fits:
            raise wrong("a window belongs to what it is about")


def read_things(table: Battles, frame: Frame, entry: Json) -> None:
    """What a frame points at: cards, seats, objects, abilities."""
    frame.source = read_source(table, entry.get("source"))
    frame.target = read_target(table, frame, entry)
    if "held" in entry:
        frame.held = read_source(table, entry["held"])
    for name in SEATS:
        setattr(frame, name, read_seat(table, name, entry.get(name)))
    frame.owner = read_seat(table, "owner", entry.get("owner", "A"))
    frame.flags = read_flags(entry.get("flags", []))
    values = entry.get("data", [])
    if not isinstance(values, list) or not all(type(v) is int and 0 <= v <= 255 for v in values):
        raise wrong("data: a list of small numbers")
    frame.data = bytes(values)
    if frame.kind == USE:
        read_program(table, frame, entry)


def read_target(table: Battles, frame: Frame, entry: Json) -> int:
    target = entry.get("target", 0)
    if isinstance(target, str):
        try:
            target = read_object(target)
        except ValueError:
            raise wrong(f"there is no target {target!r}") from None
    else:
        target = read_number(entry, "target", NO_OBJECT)
    if frame.kind in (ATTACK_FRAME, WINDOW) and target & 7 >= table.seats:
        raise wrong("target: there is no such seat")
    return target


def read_flags(value: object) -> int:
    if isinstance(value, list):
        unknown = [flag for flag in value if flag not in FLAGS]
        if unknown:
            raise wrong(f"flags: there is no {unknown[0]!r}")
        return sum(1 << FLAGS.index(flag) for flag in FLAGS if flag in value)
    return read_number({"flags": value}, "flags", (1 << len(FLAGS)) - 1)


def read_program(table: Battles, frame: Frame, entry: Json) -> None:
    """The ability and its next instruction must be there."""
    if frame.way == w.WATCH_WAY:
        frame.pc = read_number(entry, "pc", len(table.cards.steps) - 1)
        return
    if frame.source == NO_CARD:
        raise wrong("source: an ability belongs to a god, a temple or a card")
    abilities = abilities_of(table, frame.seat, frame.source)
    index = read_number(entry, "ability", len(abilities))
    if index == 0:
        raise wrong("ability: is counted from 1")
    ability = abilities[index - 1]
    frame.ability = ability.number
    if frame.step == CHOOSE and "pc" not in entry:
        return  # which ability is still to be chosen
    frame.pc = ability.begin + read_number(entry, "pc", 99)
    for place in range(ability.begin, frame.pc):
        if place >= len(table.cards.steps) or table.cards.steps[place].is_end:
            raise wrong("pc: there is no such instruction")


def read_number(entry: Json, name: str, most: int) -> int:
    value = entry.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        raise wrong(f"{name}: must be a whole number from 0 to {most}")
    return value


def read_word(entry: Json, name: str, words: tuple[str, ...]) -> int:
    """A word, or its number."""
    value = entry.get(name, 0)
    if isinstance(value, str):
        if value not in words:
            raise wrong(f"{name}: must be one of {', '.join(words)}")
        return words.index(value)
    return read_number(entry, name, len(words) - 1)


def read_seat(table: Battles, name: str, value: object) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[: int(table.seats)]:
        return LETTERS.index(value)
    raise wrong(f"{name}: there is no seat {value!r}")


def read_source(table: Battles, value: object) -> int:
    if value is None:
        return NO_CARD
    if value == "god":
        return GOD_SOURCE
    if value == "temple":
        return TEMPLE_SOURCE
    if not isinstance(value, str) or value not in table.cards.numbers:
        raise wrong(f"there is no card {value!r}")
    return table.cards.numbers[value]
