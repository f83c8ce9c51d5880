"""What the coach tells of a whole game: key moments and a summary of every player, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kamiza.core.game import NO_TURN
from kamiza.core.rules import LANGUAGES
from kamiza.play.coach import Decision, Look, Point, Text
from kamiza.play.percent import percent, signed
from kamiza.play.words import name_of, say

MOST_MOMENTS = 8  # of a seat, and of the whole game
LEAST = 0.05  # by which a chance must move
LEAST_LUCK = 0.10
MISTAKE, FIND, LUCK = "mistake", "find", "luck"


@dataclass(frozen=True)
class Moment:
    """Something that decided the game."""

    step: int
    seat: int
    kind: str  # MISTAKE, FIND or LUCK
    change: float  # of the chance of this seat
    text: Text
    better: Text  # the better move with its reason; empty if there is none


@dataclass(frozen=True)
class Summary:
    """One player over the whole game."""

    seat: int
    even: float  # the share one begins with
    end: float
    luck: float
    skill: float
    best: int  # the step of the best move; -1: none stands out
    worst: int  # the step of the costliest mistake; -1: none
    text: Text


# -- key moments ------------------------------------------------------------------------------


def moments(looks: Sequence[Look]) -> list[Moment]:
    """For every seat the moments in which most was won or lost, in the order of the game."""
    found = [moment for one in heaviest(looks) if (moment := of_decision(one)) is not None]
    for one in looks:
        found += [
            of_luck(one.step, seat, luck)
            for seat, luck in enumerate(one.luck)
            if abs(luck) >= LEAST_LUCK
        ]
    seats = {moment.seat for moment in found}
    kept = [
        moment
        for seat in seats
        for moment in sorted((m for m in found if m.seat == seat), key=size)[:MOST_MOMENTS]
    ]
    return sorted(kept, key=lambda moment: (moment.step, moment.seat))


def heaviest(looks: Sequence[Look]) -> list[Decision]:
    """Of every turn of a seat the decision that counts most: one mistake is told once."""
    turns: dict[tuple[int, int], Decision] = {}
    for one in looks:
        decision = one.decision
        if decision is None:
            continue
        turn = NO_TURN - 1 - one.step if decision.turn == NO_TURN else decision.turn
        known = turns.setdefault((decision.seat, turn), decision)
        if weight(decision) > weight(known):
            turns[decision.seat, turn] = decision
    return list(turns.values())


def weight(one: Decision) -> float:
    return max(one.loss, 0.0 if one.is_obvious else one.gain)


def is_find(one: Decision) -> bool:
    """Clearly better than anything else, and not what anybody would have done."""
    return one.gain >= LEAST and not one.is_obvious


def size(moment: Moment) -> float:
    return -abs(moment.change)


def bare(name: Text) -> Text:
    """A label inside a sentence, which has a stop of its own."""
    return {language: text.rstrip(".…。") for language, text in name.items()}


def of_decision(one: Decision) -> Moment | None:
    if one.loss >= LEAST:
        text = say(
            "coach_mistake", name=name_of(one.seat), move=bare(one.name),
            chance=in_words(one.chance), best=in_words(one.best),
        )  # fmt: skip
        return Moment(one.step, one.seat, MISTAKE, -one.loss, text, better_of(one))
    if is_find(one):
        text = say(
            "coach_find", name=name_of(one.seat), move=bare(one.name), why=one.why,
            gain=whole(one.gain),
        )  # fmt: skip
        return Moment(one.step, one.seat, FIND, one.gain, text, dict.fromkeys(LANGUAGES, ""))
    return None


def better_of(one: Decision) -> Text:
    """The better move and why, in one line; empty if nothing was clearly better."""
    if not one.moves:
        return dict.fromkeys(LANGUAGES, "")
    return say("coach_better", move=bare(one.better), why=one.why)


def of_luck(step: int, seat: int, luck: float) -> Moment:
    key = "coach_lucky" if luck > 0 else "coach_unlucky"
    text = say(key, name=name_of(seat), change=whole(abs(luck)))
    return Moment(step, seat, LUCK, luck, text, dict.fromkeys(LANGUAGES, ""))


# -- summaries --------------------------------------------------------------------------------


def summaries(points: Sequence[Point], looks: Sequence[Look]) -> list[Summary]:
    """Luck and skill of every player. Skill is how much less one gave away by one's own moves than
    the others did; luck is all the rest, the cards and what others left. Each adds up to nothing
    over the table, and together they are the way from an even share to the end."""
    ends = points[-1].chances[-1]
    seats = len(ends)
    even = sum(ends) / seats
    given = [0.0] * seats
    for one in heaviest(looks):  # what was given away in a turn is given away once
        given[one.seat] += one.loss
    middle = sum(given) / seats
    return [
        summary_of(seat, even, ends[seat], ends[seat] - even - (middle - given[seat]), looks)
        for seat in range(seats)
    ]


def summary_of(seat: int, even: float, end: float, luck: float, looks: Sequence[Look]) -> Summary:
    own = [one.decision for one in looks if one.decision is not None and one.decision.seat == seat]
    finds = sorted((one for one in own if is_find(one)), key=lambda one: -one.gain)
    mistakes = sorted((one for one in own if one.loss >= LEAST), key=lambda one: -one.loss)
    skill = end - even - luck
    lines = [
        say("coach_summary", name=name_of(seat), luck=signed_words(luck), skill=signed_words(skill))
    ]
    if finds:
        lines.append(
            say("coach_best", move=bare(finds[0].name), change=signed_words(finds[0].gain))
        )
    if mistakes:
        worst = mistakes[0]
        lines.append(say("coach_worst", move=bare(worst.name), change=signed_words(-worst.loss)))
    else:
        lines.append(say("coach_no_mistake"))
    return Summary(
        seat, even, end, luck, skill, finds[0].step if finds else -1,
        mistakes[0].step if mistakes else -1, joined(lines),
    )  # fmt: skip


def joined(lines: list[Text]) -> Text:
    return {
        language: ("" if language == "ja" else " ").join(line[language] for line in lines)
        for language in LANGUAGES
    }


def in_words(chance: float) -> Text:
    return {language: percent(chance, language) for language in LANGUAGES}


def signed_words(change: float) -> Text:
    return dict.fromkeys(LANGUAGES, signed(change))


def whole(change: float) -> Text:
    return dict.fromkeys(LANGUAGES, f"{round(100 * change)} %")
