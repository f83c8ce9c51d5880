"""What waits for an answer, as lines of a column: the oldest first."""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.schema import Json
from kamiza.games.battles import language as w
from kamiza.games.battles.rules.attack import attack_value, source_of
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.stack.happenings import ATTACK_OWN, EVENTS, Defence, Redirection
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.notation import seat_or_none


def stack_of(known: Battles) -> list[Frame]:
    """The frames from the bottom up."""
    frames: list[Frame] = []
    frame = known.frame
    while frame is not None:
        frames.insert(0, frame)
        frame = frame.below
    return frames


def event_of(window: Window) -> str:
    """What a window is about; an Attack is an Attack, whoever may answer first."""
    return "attack" if window.event == ATTACK_OWN else EVENTS[window.event]


def write_line(known: Battles, frame: Frame) -> Json | None:
    """One frame of the reaction stack, if it is something people speak of."""
    if isinstance(frame, Use):
        ability = known.cards.abilities[frame.ability]
        return {
            "what": w.WAYS[frame.way], "seat": seat_letter(int(frame.seat)),
            "source": known.cards.source_id(frame.source), "ability": ability.index,
            "number": ability.number, "cancelled": frame.is_cancelled,
        }  # fmt: skip
    if isinstance(frame, Window):
        return {"what": "window", "event": event_of(frame), "seat": seat_letter(int(frame.asks))}
    if isinstance(frame, Attack):
        seat = seat_or_none(int(frame.seat))
        return {"what": "attack", "seat": seat, "target": object_text(frame.target)}
    return None


# -- the column -------------------------------------------------------------------------------


def column_of(known: Battles) -> list[Json]:
    """Uses, Attacks with what has answered them, and who is asked now."""
    frames = [one for one in stack_of(known) if isinstance(one, (Use, Attack, Window))]
    attacks = [one for one in frames if isinstance(one, Attack)]
    lines: list[Json] = []
    for place, frame in enumerate(frames):
        above = frames[place + 1] if place + 1 < len(frames) else None
        if isinstance(frame, Attack):
            lines.append(attack_line(known, frame))
            lines += answer_lines(known, frame)
        elif isinstance(frame, Window):
            # A window further below only waits for what is above it.
            if above is None and known.asked != NOBODY:
                asked = seat_letter(int(known.asked))
                lines.append({"kind": "asked", "seat": asked, "event": event_of(frame)})
        elif not isinstance(above, Attack) and not is_counted(frame, attacks[-1:]):
            lines.append(use_line(known, frame))
    return lines


def is_counted(use: Use, last_attack: list[Attack]) -> bool:
    """A Defense that has been counted already stands there with its value."""
    answers = last_attack[0].answers if last_attack else ()
    if use.way != w.REACT or not answers:
        return False
    return answers[-1].seat == use.seat and answers[-1].source == use.source


def use_line(known: Battles, use: Use) -> Json:
    ability = known.cards.abilities[use.ability]
    return {
        "kind": "use", "way": w.WAYS[use.way], "seat": seat_letter(int(use.seat)),
        "card": source_of(known, use.seat, use.source), "ability": ability.index,
        "cancelled": use.is_cancelled,
    }  # fmt: skip


def attack_line(known: Battles, attack: Attack) -> Json:
    return {
        "kind": "attack", "way": w.WAYS[attack.use.way],
        "seat": seat_or_none(int(attack.seat)),
        "card": source_of(known, attack.seat, attack.source),
        "target": object_text(attack.target), "value": attack_value(known, attack),
        "cancelled": attack.is_cancelled or attack.use.is_cancelled,
    }  # fmt: skip


def answer_lines(known: Battles, attack: Attack) -> list[Json]:
    """Defences and redirections of an Attack that have happened already."""
    lines: list[Json] = []
    for answer in attack.answers:
        card = source_of(known, answer.seat, answer.source)
        line: Json = {"way": "react", "seat": seat_letter(int(answer.seat)), "card": card}
        if isinstance(answer, Defence):
            line |= {"kind": "defend", "value": int(answer.value)}
        elif isinstance(answer, Redirection):
            line |= {"kind": "redirect", "target": object_text(answer.target)}
        lines.append(line)
    return lines
