"""The stack as JSON, from the bottom up: a name for each frame, and what is not as usual in it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, TEMPLE_SOURCE, Cards
from kamiza.games.battles.position.entries import (
    Chosen,
    Entry,
    Flag,
    Json,
    Number,
    Object,
    SeatEntry,
    Source,
    Word,
    read_data,
    read_number,
    read_seat,
    wrong,
)
from kamiza.games.battles.position.noted import (
    read_about,
    read_answers,
    read_waiting,
    write_about,
    write_answers,
    write_waiting,
)
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.windows import MOST_FRAMES
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.stack.happenings import (
    ABILITY_USED,
    ATTACK_ALL,
    ATTACK_OWN,
    CARD_BANISHING,
    EVENTS,
)
from kamiza.games.battles.stack.turns import Clearing, Preparation, Reveals, Turn
from kamiza.games.battles.stack.uses import CHOOSE, Banishing, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.points import POINTS
from kamiza.games.battles.verbs.declared import PURPOSES

MOST_READ: Final = MOST_FRAMES + 16  # what still happens when no window is opened any more
SETUP_STEPS: Final = ("name_main", "keep_god", "pick_temple")
USE_STEPS: Final = (
    "choose", "pay", "pay_discard", "pay_banish", "answers", "resolve", "after",
)  # fmt: skip
NEEDS: Final = (
    "nothing", "ability", "x", "target", "seat", "mode", "colour", "may", "chosen", "said_yes",
)  # fmt: skip
ATTACK_STEPS: Final = ("own", "own_done", "all")
BANISHING_STEPS: Final = ("warn", "banish")
ZONES: Final = (*w.ZONES, "hand_and_area")
FLAGS: Final = ("cancelled", "dead", "hit", "answered", "opens", "played")
PLAYED: Final = "played"  # nothing remembers it: an Act of a card is an ordinary play from hand

DEAD: Final = Flag("dead", "is_dead")
CANCELLED: Final = Flag("cancelled", "is_cancelled")


@final
class FrameKind:
    """How a frame of one class is written; `noted` are the keys that need more than one entry."""

    def __init__(
        self, name: str, entries: list[Entry], noted: tuple[str, ...], below: tuple[str, ...]
    ) -> None:
        self.name: Final = name
        self.entries: Final = [one for one in entries if not isinstance(one, Flag)]
        self.flags: Final = {one.key: one.attribute for one in entries if isinstance(one, Flag)}
        self.below: Final = below  # the frames it can lie on
        self.keys: Final = {"frame", "seat", "flags", *noted, *(one.key for one in self.entries)}


KINDS: Final[dict[type[Frame], FrameKind]] = {
    Preparation: FrameKind(
        "SETUP", [Word("step", SETUP_STEPS, "stage", None), Number("at", "seats_done", 6)], (), ()
    ),
    Turn: FrameKind("TURN", [Word("point", POINTS, usual=None)], (), ()),
    Use: FrameKind(
        "USE",
        [
            Word("step", USE_STEPS, "stage", None), Source("source"), Chosen("target", "chosen"),
            Source("held"), SeatEntry("attacker", usual=NOBODY), SeatEntry("victim", usual=NOBODY),
            Word("way", w.WAYS), Word("need", NEEDS), Number("x", most=99),
            Number("moved", most=255), Number("lost"), Number("at", "seats_done", 6),
            CANCELLED, DEAD, Flag("hit", "has_hit"),
        ],
        ("ability", "pc", "data"), ("TURN", "WINDOW", "REVEALS", "USE"),
    ),
    Attack: FrameKind(
        "ATTACK",
        [
            Word("step", ATTACK_STEPS, "stage", None), Source("source"), Object("target"),
            Number("value"), Number("bonus"), Number("defence"), CANCELLED, DEAD,
            Flag("answered", "is_answered"), Flag("opens"),
        ],
        ("data",), ("USE",),
    ),
    Window: FrameKind(
        "WINDOW",
        [Word("event", EVENTS, usual=None), Number("at", "asks", 6), Number("quiet", "passes", 6)],
        ("attacker", "source", "target", "value", "card", "data"),
        ("TURN", "USE", "ATTACK", "BANISHING"),
    ),
    Choice: FrameKind(
        "CHOICE",
        [
            SeatEntry("owner"), Word("zone", ZONES), Number("card", most=7),
            Number("least", most=99), Number("most", most=99), Number("at", "picked", 255),
            Number("moved", most=255), DEAD,
        ],
        ("purpose", "source", "value"), ("USE",),
    ),
    Banishing: FrameKind(
        "BANISHING",
        [
            Word("step", BANISHING_STEPS, "stage", None), Source("source", "card"),
            SeatEntry("owner"), Word("zone", ZONES), CANCELLED, DEAD,
        ],
        (), ("CHOICE",),
    ),
    Placing: FrameKind(
        "PLACE",
        [
            Object("target", "deck"), Number("moved", "on_top", 255), Number("most", "left", 99),
            DEAD,
        ],
        ("purpose",), ("USE",),
    ),
    Reveals: FrameKind("REVEALS", [], ("data",), ("TURN", "USE", "WINDOW")),
    Clearing: FrameKind("CLEARING", [Number("at", "seats_done", 6), DEAD], (), ("TURN",)),
}  # fmt: skip
WINDOW_ON: Final[dict[int, type[Frame]]] = {
    ATTACK_OWN: Attack, ATTACK_ALL: Attack, ABILITY_USED: Use, CARD_BANISHING: Banishing,
}  # fmt: skip


# -- writing ----------------------------------------------------------------------------------


def write_stack(cards: Cards, top: Frame | None) -> list[object]:
    written: list[object] = []
    frame = top
    while frame is not None:
        written.insert(0, write_frame(cards, frame))
        frame = frame.below
    return written


def write_frame(cards: Cards, frame: Frame) -> Json:
    kind = KINDS[type(frame)]
    seat = None if frame.seat == NOBODY else seat_letter(int(frame.seat))
    saved: Json = {"frame": kind.name, "seat": seat}
    for entry in kind.entries:
        value = cast(int, getattr(frame, entry.attribute))
        if value != entry.usual:
            saved[entry.key] = entry.write(cards, value)
    write_rest(cards, frame, saved)
    flags = [word for word in FLAGS if has_flag(frame, kind, word)]
    if flags:
        saved["flags"] = flags
    return saved


def has_flag(frame: Frame, kind: FrameKind, word: str) -> bool:
    if word == PLAYED:
        return isinstance(frame, Use) and frame.way == w.ACT and frame.source < TEMPLE_SOURCE
    return word in kind.flags and bool(getattr(frame, kind.flags[word]))


def write_rest(cards: Cards, frame: Frame, saved: Json) -> None:
    """What takes more than a word or a number."""
    data: list[int] = []
    if isinstance(frame, Use):
        write_program(cards, frame, saved)
        data = write_waiting(frame.waiting)
    elif isinstance(frame, Attack):
        data = write_answers(frame.answers)
    elif isinstance(frame, Window):
        write_about(cards, frame.about, saved)
        data = list(frame.used)
    elif isinstance(frame, Choice):
        write_choice(cards, frame, saved)
    elif isinstance(frame, Placing):
        saved["purpose"] = w.THEN[w.SIFT if frame.sifts else w.REORDER]
    elif isinstance(frame, Reveals):
        data = list(frame.cards)
    if data:
        saved["data"] = data


def write_choice(cards: Cards, choice: Choice, saved: Json) -> None:
    """`value` is the highest cost, or what was Banished so far."""
    saved["purpose"] = PURPOSES[choice.purpose].word
    source = choice.use.source
    if source != NO_CARD:
        saved["source"] = cards.source_id(source)
    if choice.dearest or choice.banished:
        saved["value"] = int(choice.dearest or choice.banished)


def write_program(cards: Cards, use: Use, saved: Json) -> None:
    """Which ability, and the next instruction counted from its beginning."""
    if use.way == w.WATCH_WAY:
        saved["pc"] = int(use.instruction)
        return
    ability = cards.abilities[use.ability]
    saved["ability"] = int(ability.index)
    if use.instruction:
        saved["pc"] = int(use.instruction - ability.begin)


# -- reading ----------------------------------------------------------------------------------


def read_stack(table: Battles, frames: list[object]) -> Frame | None:
    """The inverse of `write_stack`; the gods of the players must be known already."""
    if len(frames) > MOST_READ:
        raise wrong(f"there are more than {MOST_READ}")
    top: Frame | None = None
    for frame in frames:
        top = read_frame(table, frame, top)
    return top


def read_frame(table: Battles, data: object, below: Frame | None) -> Frame:
    """One frame; what cannot be is refused."""
    if not isinstance(data, dict):
        raise wrong("each frame is a table")
    entry = cast(Json, data)
    kind = kind_named(entry.get("frame"))
    for name in entry:
        if name not in kind.keys:
            raise wrong(f"there is no '{name}' in a frame {kind.name}")
    check_below(kind, below)
    seat = read_seat(table, "seat", entry.get("seat"))
    if seat == NOBODY and kind.name != "ATTACK":
        raise wrong("a frame belongs to a seat")
    frame = blank_frame(kind.name, seat, below)
    for one in kind.entries:
        if one.key in entry:
            setattr(frame, one.attribute, one.read(table, entry[one.key]))
        elif isinstance(frame, Turn):
            raise wrong("a turn is at a point")
    read_flags(frame, kind, entry.get("flags", []))
    read_rest(table, frame, entry)
    return frame


def kind_named(name: object) -> FrameKind:
    for kind in KINDS.values():
        if kind.name == name:
            return kind
    raise wrong(f"there is no frame {name!r}")


def check_below(kind: FrameKind, below: Frame | None) -> None:
    if not kind.below:
        if below is not None:
            raise wrong("SETUP and TURN are at the bottom")
    elif below is None or KINDS[type(below)].name not in kind.below:
        raise wrong(f"{kind.name} cannot lie there")


def blank_frame(name: str, seat: int, below: Frame | None) -> Frame:
    """A frame before its entries are read."""
    if name == "SETUP":
        return Preparation(seat, 0)
    if name == "TURN":
        return Turn(seat, 0)
    if name == "USE":
        return Use(seat, NO_CARD, w.ACT, below)
    if name == "ATTACK":
        return Attack(seat, NO_CARD, 0, 0, below)
    if name == "WINDOW":
        return Window(seat, 0, below)
    if name == "CHOICE":
        return Choice(seat, 0, 0, below)
    if name == "BANISHING":
        return Banishing(seat, 0, NO_CARD, 0, below)
    if name == "PLACE":
        return Placing(seat, 0, 0, False, below)
    return Reveals(seat, b"", below) if name == "REVEALS" else Clearing(seat, below)


def read_flags(frame: Frame, kind: FrameKind, value: object) -> None:
    """Words, or the number that stands for them."""
    if not isinstance(value, list):
        number = read_number("flags", value, (1 << len(FLAGS)) - 1)
        value = [word for place, word in enumerate(FLAGS) if number >> place & 1]
    for word in cast("list[object]", value):
        if word not in FLAGS:
            raise wrong(f"flags: there is no {word!r}")
        if word in kind.flags:
            setattr(frame, kind.flags[str(word)], True)


def read_rest(table: Battles, frame: Frame, entry: Json) -> None:
    """What takes more than a word or a number."""
    data = read_data(entry.get("data", []))
    if isinstance(frame, Use):
        read_program(table, frame, entry)
        frame.waiting = read_waiting(data)
    elif isinstance(frame, Attack):
        if frame.target & 7 >= table.seats:
            raise wrong("target: there is no such seat")
        frame.answers = read_answers(data)
    elif isinstance(frame, Window):
        check_window(frame)
        frame.about = read_about(table, int(frame.event), entry)
        frame.used = data
    elif isinstance(frame, Choice):
        read_choice(table, frame, entry)
    elif isinstance(frame, Placing):
        frame.sifts = Word("purpose", w.THEN).read(table, entry.get("purpose", 0)) == w.SIFT
    elif isinstance(frame, Reveals):
        frame.cards = data


def check_window(window: Window) -> None:
    needed = WINDOW_ON.get(int(window.event))
    below = window.below
    fits = isinstance(below, (Turn, Use)) if needed is None else type(below) is needed
    if not fits:
        raise wrong("a window belongs to what it is about")


def read_choice(table: Battles, choice: Choice, entry: Json) -> None:
    words = tuple([purpose.word for purpose in PURPOSES])
    choice.purpose = Word("purpose", words).read(table, entry.get("purpose", 0))
    value = Number("value").read(table, entry.get("value", 0))
    if PURPOSES[choice.purpose].banishes:
        choice.banished = value
    else:
        choice.dearest = value


def read_program(table: Battles, use: Use, entry: Json) -> None:
    """The ability and its next instruction must be there."""
    if use.way == w.WATCH_WAY:
        use.instruction = read_number("pc", entry.get("pc", 0), len(table.cards.steps) - 1)
        return
    if use.source == NO_CARD:
        raise wrong("source: an ability belongs to a god, a temple or a card")
    abilities = abilities_of(table, use.seat, use.source)
    index = read_number("ability", entry.get("ability", 0), len(abilities))
    if index == 0:
        raise wrong("ability: is counted from 1")
    ability = abilities[index - 1]
    use.ability = ability.number
    if use.stage == CHOOSE and "pc" not in entry:
        return  # which ability is still to be chosen
    use.instruction = ability.begin + read_number("pc", entry.get("pc", 0), 99)
    for place in range(ability.begin, use.instruction):
        if place >= len(table.cards.steps) or table.cards.steps[place].is_end:
            raise wrong("pc: there is no such instruction")
