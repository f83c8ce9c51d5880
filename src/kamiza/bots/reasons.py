"""Why one option is better than another, in the game's own words.

A value weighs named features; those in which two options differ are the reasons. How each is said
is data, `reasons.toml` in the folder of the game, so a reason only says what was compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from kamiza.bots.options import Option
from kamiza.core.content import ContentError, Table, game_folder, read_toml
from kamiza.core.game import Game
from kamiza.core.rules import LANGUAGES
from kamiza.core.speech import Listener

FILE = "reasons.toml"
WAYS = ("mine_more", "mine_less", "theirs_more", "theirs_less")
FIELDS = (
    "matter", "features", "except", "number", "unit", "thing", "least", "good", "vague", "counts",
    *WAYS,
)  # fmt: skip
LEAST = 20.0  # thousandths of a point: nobody would notice less
SHARE = 0.35  # of the strongest reason, or it is not worth saying
LONGEST = 110  # letters of a sentence
COUNTS = {"en": " What counts: {}.", "ja": "大事なのは{}。"}
AND = {"en": " and ", "ja": "と"}
JOINTS = {"en": (", ", "; but ", "."), "ja": ("、", "。ただし", "。")}


@dataclass(frozen=True)
class Wording:
    """How some features are spoken of."""

    matter: str
    features: tuple[int, ...]  # their places
    number: int  # the place of the one that is counted aloud; -1: none
    unit: int
    least: int
    thing: str  # what {thing} is: "card:cultist"
    less_is_good: bool
    is_vague: bool  # it says better and worse, not more and less
    ways: dict[str, dict[str, str]]
    counts: dict[str, str]  # what it is about, for the task of a puzzle; empty: not said


@dataclass(frozen=True)
class Reason:
    """One thing in which two options differ, and how much that weighs for whoever decides."""

    weight: float  # in thousandths of a point; negative: it speaks against the first option
    wording: Wording
    way: str
    seat: int
    number: int
    part: int


# -- reading ----------------------------------------------------------------------------------


@cache
def wordings_of(game: Game) -> tuple[Wording, ...]:
    """All that a game says about its features; nothing if it has no such file."""
    if not (game_folder(game.name) / FILE).is_file():
        return ()
    content = read_toml(game_folder(game.name), FILE)
    found: list[Wording] = []
    for position, table in enumerate(content.tables("reason", "matter")):
        found += read_wordings(game, table, f"reason {position}")
    check_whole(game, content, found)
    return tuple(found)


def read_wordings(game: Game, table: Table, name: str) -> list[Wording]:
    """One reason; where it is about cards, one for each of them."""
    for field in table.data:
        if field not in FIELDS:
            raise table.error(field, "is no field of a reason")
    ways = {
        way: {language: table.table(way).text(language) for language in LANGUAGES}
        for way in WAYS
        if way in table.data
    }
    except_for = table.texts("except") if "except" in table.data else []
    places = places_of(game, table, table.texts("features"), except_for)
    number = -1
    if "number" in table.data:
        number = game.feature_names.index(table.choice("number", game.feature_names))
    matter = table.maybe_text("matter") or name
    unit = table.number("unit") if "unit" in table.data else 1
    least = table.number("least") if "least" in table.data else 1
    less_is_good = "good" in table.data and table.choice("good", ("more", "less")) == "less"
    is_vague = table.flag("vague")
    counts: dict[str, str] = {}
    if "counts" in table.data:
        counts = {language: table.table("counts").text(language) for language in LANGUAGES}
    if "thing" not in table.data:
        return [
            Wording(matter, places, number, unit, least, "", less_is_good, is_vague, ways, counts)
        ]
    group = table.text("thing")
    names = [game.feature_names[place].removeprefix(f"{group}_") for place in places]
    return [
        Wording(
            f"{matter} {one}",
            (place,),
            place,
            unit,
            least,
            f"{group}:{one}",
            less_is_good,
            is_vague,
            ways,
            counts,
        )
        for place, one in zip(places, names)
    ]


def places_of(
    game: Game, table: Table, patterns: list[str], except_for: Sequence[str] = ()
) -> tuple[int, ...]:
    found: list[int] = []
    for pattern in patterns:
        fitting = [
            place
            for place, name in enumerate(game.feature_names)
            if fnmatchcase(name, pattern) and name not in except_for
        ]
        if not fitting:
            raise table.error("features", f"names {pattern!r}, which the game does not count")
        found += fitting
    return tuple(found)


def check_whole(game: Game, content: Table, wordings: list[Wording]) -> None:
    """Every feature is spoken of once, or said to be silent."""
    told = [place for wording in wordings for place in wording.features]
    told += places_of(game, content, content.texts("silent") if "silent" in content.data else [])
    if sorted(told) != list(range(len(game.feature_names))):
        wrong = [name for place, name in enumerate(game.feature_names) if told.count(place) != 1]
        raise ContentError(f"{FILE}: spoken of never or twice: {', '.join(wrong)}")


# -- finding ----------------------------------------------------------------------------------


def reasons(game: Game, seat: int, one: Option, other: Option) -> list[Reason]:
    """What speaks for the first option, and against it, compared with the other; the strongest
    first."""
    value = one.value
    if value is None or not one.rows or not other.rows:
        return []
    width = len(game.feature_names)
    weights = [int(weight) / 1000 for weight in value.weights[one.stage]]
    found: list[Reason] = []
    for other_seat in range(len(one.shares)):
        pull = pull_of(seat, other_seat, one, other)
        at = width * other_seat
        parts = range(len(one.parts))
        whole = differences(one.rows, other.rows, at, width)
        within = [differences(one.parts[part], other.parts[part], at, width) for part in parts]
        found += of_seat(game, other_seat, other_seat == seat, pull, weights, whole, within)
    return sorted(found, key=lambda reason: -abs(reason.weight))


def pull_of(seat: int, other: int, one: Option, two: Option) -> float:
    """How a point of some seat moves one's own chance: others pull it down as far as they count."""
    if seat == other:
        return 1.0
    shares = [(mine + yours) / 2 for mine, yours in zip(one.shares, two.shares)]
    rest = 1.0 - shares[seat]
    return -shares[other] / rest if rest > 0.001 else 0.0


def differences(rows: list[float], others: list[float], at: int, width: int) -> list[float]:
    return [mine - yours for mine, yours in zip(rows[at : at + width], others[at : at + width])]


def of_seat(
    game: Game, seat: int, is_mine: bool, pull: float, weights: list[float],
    whole: list[float], within: list[list[float]],
) -> list[Reason]:  # fmt: skip
    """For every matter of one seat the reason that says most of it."""
    matters: dict[str, list[Wording]] = {}
    for wording in wordings_of(game):
        matters.setdefault(wording.matter, []).append(wording)
    found: list[Reason] = []
    for wordings in matters.values():
        total = sum(weighed(one, weights, whole) for one in wordings) * pull
        told = [
            reason
            for wording in wordings
            if (reason := told_by(wording, seat, is_mine, pull, weights, whole, within))
            and reason.weight * total > 0
        ]
        if told and abs(total) >= LEAST:
            best = max(told, key=lambda reason: abs(reason.weight))
            found.append(Reason(total, best.wording, best.way, seat, best.number, best.part))
    return found


def weighed(wording: Wording, weights: list[float], change: list[float]) -> float:
    return sum(weights[place] * change[place] for place in wording.features)


def told_by(
    wording: Wording, seat: int, is_mine: bool, pull: float, weights: list[float],
    whole: list[float], within: list[list[float]],
) -> Reason | None:  # fmt: skip
    """A wording that can be said of this change, or None."""
    weight = weighed(wording, weights, whole) * pull
    part = -1
    change = whole
    if within:
        parts = [weighed(wording, weights, rows) * pull for rows in within]
        part = max(range(len(parts)), key=lambda one: parts[one] * (1 if weight > 0 else -1))
        if parts[part] * weight > 0:
            change = within[part]
        else:
            part = -1
    counted = change[wording.number] if wording.number >= 0 else 0.0
    number = int(abs(counted) / wording.unit + 0.5)
    direction = counted if wording.number >= 0 else direction_of(wording, weights, change)
    is_more = ((weight > 0) == is_mine) != wording.less_is_good
    if weight == 0 or (not wording.is_vague and (direction > 0) != is_more):
        return None  # what was learned about it by the way is no reason that anybody would see
    way = f"{'mine' if is_mine else 'theirs'}_{'more' if is_more else 'less'}"
    sentence = wording.ways.get(way)
    if sentence is None:
        return None
    holes = sentence[LANGUAGES[0]]
    if ("{number}" in holes or wording.thing) and number < wording.least:
        return None
    if "{place}" in holes and part < 0:
        return None
    return Reason(weight, wording, way, seat, number, part)


def direction_of(wording: Wording, weights: list[float], change: list[float]) -> float:
    """Is there more of it or less? The feature that weighs most decides."""
    strongest = max(wording.features, key=lambda place: abs(weights[place] * change[place]))
    return change[strongest]


# -- saying -----------------------------------------------------------------------------------


def clause(game: Game, reason: Reason, to: Listener) -> str:
    """One reason, as a part of a sentence."""
    text = reason.wording.ways[reason.way][to.language]
    facts = {"number": str(reason.number), "name": to.name(reason.seat)}
    if reason.part >= 0:
        facts["place"] = game.words.say(game.part_names[reason.part], to.language)
    if reason.wording.thing:
        facts["thing"] = thing_names(game, to.language).get(reason.wording.thing, "?")
    for name, fact in facts.items():
        text = text.replace("{" + name + "}", fact)
    return text.replace("(s)", "" if reason.number == 1 else "s")


@cache
def thing_names(game: Game, language: str) -> dict[str, str]:
    return {thing: names[0] for thing, names in game.speech.things(Listener(language)).items()}


def sentence(game: Game, good: list[Reason], bad: list[Reason], to: Listener) -> str:
    """At most two reasons for something and one against it; nothing if there are none."""
    comma, but, stop = JOINTS[to.language]
    for_it = worth_saying(good, True)[:2]
    praised = {(reason.seat, reason.wording.matter) for reason in for_it}
    against = [
        reason
        for reason in worth_saying(bad, False)
        if (reason.seat, reason.wording.matter) not in praised
    ]
    pros = [clause(game, reason, to) for reason in for_it]
    cons = [clause(game, reason, to) for reason in against[:1]]
    if len(pros) == 2 and len(comma.join(pros)) > LONGEST:
        pros.pop()
    if pros and cons and len(comma.join(pros)) + len(cons[0]) > LONGEST:
        cons = []
    if not pros and not cons:
        return ""
    text = comma.join(pros) + (but if pros else "") * bool(cons) + "".join(cons)
    return text[:1].upper() + text[1:] + stop


def worth_saying(found: list[Reason], is_good: bool) -> list[Reason]:
    fitting = [reason for reason in found if (reason.weight > 0) == is_good]
    most = max((abs(reason.weight) for reason in fitting), default=0.0)
    return [reason for reason in fitting if abs(reason.weight) >= SHARE * most]


def task_for(game: Game, question: str, good: list[Reason], to: Listener) -> str:
    """What a puzzle asks for, and what counts: the strongest reasons for its answer by their
    subject only. Both stand in the file of reasons, `[task]` by question and `counts`."""
    content = read_toml(game_folder(game.name), FILE)
    asked = content.table("task").table(question).text(to.language)
    subjects = [clause_of_subject(game, reason, to) for reason in worth_saying(good, True)]
    told = list(dict.fromkeys(subject for subject in subjects if subject))[:2]
    return asked if not told else asked + COUNTS[to.language].format(enumerated(told, to))


def clause_of_subject(game: Game, reason: Reason, to: Listener) -> str:
    text = reason.wording.counts.get(to.language, "")
    if reason.part >= 0:
        text = text.replace("{place}", game.words.say(game.part_names[reason.part], to.language))
    if reason.wording.thing:
        thing = thing_names(game, to.language).get(reason.wording.thing, "?")
        text = text.replace("{thing}", thing)
    return "" if "{" in text else text


def enumerated(told: list[str], to: Listener) -> str:
    return AND[to.language].join(told)
