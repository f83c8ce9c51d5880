"""What frames have noted, as rows of small numbers (`data`): so many for each note.

USE      event, who did it, source, target, loss   (or event, seat or types, 0, 0, 0)
ATTACK   seat, source, Defense                     (or seat, source, 200 + new target)
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.games.battles.cards import NO_CARD, Cards
from kamiza.games.battles.position.entries import (
    MANY,
    Json,
    read_number,
    read_seat,
    read_source,
    read_target,
    wrong,
)
from kamiza.games.battles.stack.happenings import (
    CARD_BANISHED,
    CARD_RECRUITED,
    ENERGY_GAINED,
    ENERGY_HIT,
    Answer,
    Banishment,
    Damage,
    Defence,
    Gain,
    Happening,
    Recruitment,
    Redirection,
)
from kamiza.games.battles.table.battles import Battles

ANSWER_NUMBERS: Final = 3
REDIRECTED: Final = 200
WAITING_NUMBERS: Final = 5
DONE_BY_NOBODY: Final = 7  # a seat
TYPES: Final = 7  # the set of all types of cards


# -- answers to an Attack ---------------------------------------------------------------------


def write_answers(answers: tuple[Answer, ...]) -> list[int]:
    numbers: list[int] = []
    for answer in answers:
        what = 0
        if isinstance(answer, Defence):
            what = int(answer.value)
        elif isinstance(answer, Redirection):
            what = REDIRECTED + int(answer.target)
        numbers += [int(answer.seat), int(answer.source), what]
    return numbers


def read_answers(data: bytes) -> tuple[Answer, ...]:
    found: list[Answer] = []
    if len(data) % ANSWER_NUMBERS:
        raise wrong(f"data: {ANSWER_NUMBERS} numbers for each answer")
    for place in range(0, len(data), ANSWER_NUMBERS):
        seat, source, what = data[place : place + ANSWER_NUMBERS]
        if what >= REDIRECTED:
            found.append(Redirection(seat, source, what - REDIRECTED))
        else:
            found.append(Defence(seat, source, what))
    return tuple(found)


# -- what waits for the end of an ability -----------------------------------------------------


def write_waiting(waiting: tuple[Happening, ...]) -> list[int]:
    numbers: list[int] = []
    for happening in waiting:
        if isinstance(happening, Damage):
            doer = DONE_BY_NOBODY if happening.attacker == NOBODY else int(happening.attacker)
            done = [doer, int(happening.source), int(happening.target), int(happening.lost)]
        elif isinstance(happening, Gain):
            done = [int(happening.seat), 0, 0, 0]
        elif isinstance(happening, Banishment):
            done = [int(happening.types), 0, 0, 0]
        else:
            raise TypeError(f"event {happening.event} waits for no ability")
        numbers += [int(happening.event), *done]
    return numbers


def read_waiting(data: bytes) -> tuple[Happening, ...]:
    found: list[Happening] = []
    if len(data) % WAITING_NUMBERS:
        raise wrong(f"data: {WAITING_NUMBERS} numbers for each event")
    for place in range(0, len(data), WAITING_NUMBERS):
        event, first, source, target, lost = data[place : place + WAITING_NUMBERS]
        if event == ENERGY_HIT:
            doer = NOBODY if first == DONE_BY_NOBODY else first
            found.append(Damage(doer, source, target, lost))
        elif event == ENERGY_GAINED:
            found.append(Gain(first))
        elif event == CARD_BANISHED:
            found.append(Banishment(first))
        else:
            raise wrong("data: such an event waits for no ability")
    return tuple(found)


# -- what a window is about -------------------------------------------------------------------


def write_about(cards: Cards, about: Happening | None, saved: Json) -> None:
    if isinstance(about, Damage):
        if about.attacker != NOBODY:
            saved["attacker"] = seat_letter(int(about.attacker))
        if about.source != NO_CARD:
            saved["source"] = cards.source_id(about.source)
        if about.target:
            saved["target"] = int(about.target)
        if about.lost:
            saved["value"] = int(about.lost)
    elif isinstance(about, Gain) and about.seat:
        saved["target"] = int(about.seat)
    elif isinstance(about, Banishment) and about.types:
        saved["card"] = int(about.types)
    elif isinstance(about, Recruitment) and about.card != NO_CARD:
        saved["source"] = cards.source_id(about.card)


def read_about(table: Battles, event: int, entry: Json) -> Happening | None:
    source = read_source(table, entry["source"]) if "source" in entry else NO_CARD
    target = read_target("target", entry.get("target", 0))
    if target & 7 >= table.seats:
        raise wrong("target: there is no such seat")
    if event == ENERGY_HIT:
        attacker = read_seat(table, "attacker", entry.get("attacker"))
        lost = read_number("value", entry.get("value", 0), MANY)
        return Damage(attacker, source, target, lost)
    if event == ENERGY_GAINED:
        return Gain(target)
    if event == CARD_BANISHED:
        return Banishment(read_number("card", entry.get("card", 0), TYPES))
    if event == CARD_RECRUITED:
        return Recruitment(source)
    return None
