"""What waits for an answer, as lines of a column: the oldest first."""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.schema import Json
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, TEMPLE_SOURCE
from kamiza.games.battles.notation import seat_or_none
from kamiza.games.battles.rules.attack import attack_value
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.stack import (
    ATTACK_FRAME,
    ATTACK_OWN,
    CANCELLED,
    EVENTS,
    NO_TARGET,
    USE,
    WINDOW,
    Frame,
    answers_to,
)
from kamiza.games.battles.table import Battles


def stack_of(known: Battles) -> list[Frame]:
    """The frames from the bottom up."""
    frames: list[Frame] = []
    frame = known.frame
    while frame is not None:
        frames.insert(0, frame)
        frame = frame.below
    return frames


def event_of(window: Frame) -> str:
    """What a window is about; an Attack is an Attack, whoever may answer first."""
    return "attack" if window.event == ATTACK_OWN else EVENTS[window.event]


def write_line(known: Battles, frame: Frame) -> Json | None:
    """One frame of the reaction stack, if it is something people speak of."""
    if frame.kind == USE:
        ability = known.cards.abilities[frame.ability]
        return {
            "what": w.WAYS[frame.way], "seat": seat_letter(int(frame.seat)),
            "source": known.cards.source_id(frame.source), "ability": ability.index,
            "number": ability.number, "cancelled": frame.flags & CANCELLED != 0,
        }  # fmt: skip
    if frame.kind == WINDOW:
        return {"what": "window", "event": event_of(frame), "seat": seat_letter(int(frame.at))}
    if frame.kind == ATTACK_FRAME:
        seat = seat_or_none(int(frame.seat))
        return {"what": "attack", "seat": seat, "target": object_text(frame.target)}
    return None


# -- the column -------------------------------------------------------------------------------


def column_of(known: Battles) -> list[Json]:
    """Uses, Attacks with what has answered them, and who is asked now."""
    frames = [frame for frame in stack_of(known) if frame.kind in (USE, ATTACK_FRAME, WINDOW)]
    lines: list[Json] = []
    last = last_attack(frames)
    for place, frame in enumerate(frames):
        above = frames[place + 1] if place + 1 < len(frames) else None
        if frame.kind == ATTACK_FRAME:
            lines.append(attack_line(known, frame))
            lines += answer_lines(known, frame)
        elif frame.kind == WINDOW:
            # A window further below only waits for what is above it.
            if above is None and known.asked != NOBODY:
                asked = seat_letter(int(known.asked))
                lines.append({"kind": "asked", "seat": asked, "event": event_of(frame)})
        elif (above is None or above.kind != ATTACK_FRAME) and not is_counted(frame, last):
            lines.append(use_line(known, frame))
    return lines


def last_attack(frames: list[Frame]) -> Frame | None:
    attacks = [frame for frame in frames if frame.kind == ATTACK_FRAME]
    return attacks[-1] if attacks else None


def is_counted(use: Frame, attack: Frame | None) -> bool:
    """A Defense that has been counted already stands there with its value."""
    answers = [] if attack is None else answers_to(attack)
    if use.way != w.REACT or not answers:
        return False
    return answers[-1].seat == use.seat and answers[-1].source == use.source


def card_of(known: Battles, seat: int, source: int) -> str:
    """The card, god or temple an ability belongs to, by its own id."""
    if source == GOD_SOURCE:
        return known.cards.god_ids[known.players[seat].god]
    if source == TEMPLE_SOURCE:
        return known.cards.temple_ids[known.players[seat].temple]
    return known.cards.source_id(source)


def use_line(known: Battles, frame: Frame) -> Json:
    ability = known.cards.abilities[frame.ability]
    return {
        "kind": "use", "way": w.WAYS[frame.way], "seat": seat_letter(int(frame.seat)),
        "card": card_of(known, int(frame.seat), int(frame.source)), "ability": ability.index,
        "cancelled": frame.flags & CANCELLED != 0,
    }  # fmt: skip


def attack_line(known: Battles, attack: Frame) -> Json:
    use = attack.below
    is_cancelled = attack.flags & CANCELLED or (use is not None and use.flags & CANCELLED)
    return {
        "kind": "attack", "way": "act" if use is None else w.WAYS[use.way],
        "seat": seat_or_none(int(attack.seat)),
        "card": card_of(known, int(attack.seat), int(attack.source)),
        "target": object_text(attack.target), "value": attack_value(known, attack),
        "cancelled": is_cancelled != 0,
    }  # fmt: skip


def answer_lines(known: Battles, attack: Frame) -> list[Json]:
    """Defences and redirections of an Attack that have happened already."""
    lines: list[Json] = []
    for answer in answers_to(attack):
        card = card_of(known, answer.seat, answer.source)
        line: Json = {"way": "react", "seat": seat_letter(answer.seat), "card": card}
        if answer.new_target == NO_TARGET:
            line |= {"kind": "defend", "value": answer.value}
        else:
            line |= {"kind": "redirect", "target": object_text(answer.new_target)}
        lines.append(line)
    return lines
