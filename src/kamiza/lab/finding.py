"""The smallest changes of designed numbers that bring a measure into a band.

Small changes are tried before large ones, all with the same shuffles: each number one step up and
one step down, then the most promising of these further, and together. A proposal whose whole
interval lies in the band is sure; one whose mean does is likely.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kamiza.core.action import LETTERS
from kamiza.core.content import ContentError
from kamiza.core.subjects import balance_of
from kamiza.games import game
from kamiza.lab.changes import DESIGNED, BadChange, Number, game_with, numbers_of
from kamiza.lab.crew import Crew
from kamiza.lab.measures import seat_rows, spread_of, table_measures
from kamiza.lab.observing import Facts, Study, observe
from kamiza.lab.watching import watched

ENOUGH = 3  # proposals
PLAIN = ("decisions", "rounds", "lead_changes", "comebacks", "runaways", "known_at")
Data = dict[str, Any]
Steps = tuple[tuple[int, int], ...]  # which number, and by how many steps


@dataclass(frozen=True)
class Band:
    """What shall be brought where, by which numbers."""

    measure: str
    low: float
    high: float
    game: str
    numbers: tuple[Number, ...]

    def distance(self, value: float) -> float:
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True)
class Proposal:
    """Some changes, and what came of them."""

    steps: Steps
    changes: tuple[str, ...]
    found: Data

    @property
    def size(self) -> int:
        return sum(abs(by) for _, by in self.steps)

    def verdict(self, band: Band) -> str:
        if band.distance(self.found["mean"]) > 0:
            return "outside"
        inside = band.low <= self.found["low"] and self.found["high"] <= band.high
        return "inside, surely" if inside else "inside, likely"

    def as_json(self, band: Band) -> Data:
        return {
            "changes": list(self.changes), "steps": self.size, "measure": band.measure,
            "band": [band.low, band.high], "verdict": self.verdict(band), **self.found,
        }  # fmt: skip


def read_band(name: str, text: str, numbers: str) -> Band:
    """`god.abhoth=0.8..1.25`: the share of a card; `seat.A`, `rounds` and so on with --numbers."""
    measure, equals, bounds = text.partition("=")
    low, dots, high = bounds.partition("..")
    try:
        if not equals or not dots:
            raise ValueError
        limits = float(low), float(high)
    except ValueError:
        raise BadChange(f"'{text}': write what to find as MEASURE=LOW..HIGH.") from None
    kinds = {subject.kind for subject in balance_of(game(name)).subjects if not subject.of_table}
    if measure.startswith("seat.") and measure[5:] not in LETTERS[: game(name).most_seats]:
        raise BadChange(f"'{measure}': this game has no such seat.")
    if measure not in PLAIN and measure.partition(".")[0] not in kinds | {"seat"}:
        known = ", ".join([*sorted(f"{kind}.CARD" for kind in kinds), "seat.A", *PLAIN])
        raise BadChange(f"'{measure}' is nothing that is measured. There are: {known}.")
    pattern = numbers or measure
    found = [n for n in numbers_of(name) if n.is_measure and fits(n, measure, numbers)]
    ours = tuple(number for number in found if number.provenance == DESIGNED)
    if not ours:
        why = "all of them are printed or public" if found else "there are none"
        raise BadChange(
            f"No designed numbers begin with '{pattern}' ({why}); name some: --numbers."
        )
    return Band(measure, *limits, name, ours)


def fits(number: Number, measure: str, pattern: str) -> bool:
    """Is it one of the numbers that were named, or of the card that is measured?"""
    if pattern:
        return number.name == pattern or number.name.startswith(f"{pattern}.")
    return number.path[1] == measure.partition(".")[2]


def measured(study: Study, band: Band, games: int, crew: Crew, title: str) -> Data | None:
    """The measure with these changes; None if it was stopped, or nobody had the card."""
    facts = list(watched(title, partial(observe, study), 0, games, crew))
    if len(facts) < games:
        return None
    return value_in(facts, band)


def value_in(facts: list[Facts], band: Band) -> Data | None:
    kind, _, id = band.measure.partition(".")
    if kind == "seat":
        seat = LETTERS.index(id)
        wins = [one["payoffs"][seat] * one["seats"] for one in facts if one["seats"] > seat]
        return {key: spread_of(wins)[key] for key in ("mean", "low", "high")}
    if not id:
        found: Data = table_measures(facts).get(band.measure, {})
        return {key: found[key] for key in ("mean", "low", "high")} if found else None
    subject = next(s for s in balance_of(game(band.game)).subjects if s.kind == kind)
    rows = [row for row in seat_rows(subject, facts) if row["id"] == id and row["count"]]
    return {key: rows[0][key] for key in ("mean", "low", "high")} if rows else None


def find(study: Study, band: Band, games: int, tries: int, crew: Crew) -> list[Proposal]:
    """Proposals, the smallest first; the first of all is no change."""
    if band.measure in PLAIN and len(study.tables) > 1:
        raise BadChange(f"{band.measure} differs from table to table; name one: --players 4.")
    usual = measured(study, band, games, crew, "as it is")
    if usual is None:
        raise BadChange(f"{band.measure} was never seen in these games; play more of them.")
    start = Proposal((), (), usual)
    tried = [start]
    waiting = [] if good(tried, band) else neighbours(start, band)
    seen: set[Steps] = {()}
    while waiting and tries > 0 and good(tried, band) < ENOUGH:
        steps = waiting.pop(0)
        changes = changes_of(band, steps)
        if steps in seen or not is_possible(band.game, changes):
            continue
        seen.add(steps)
        tries -= 1
        changed = replace(study, changes=changes)
        value = measured(changed, band, games, crew, " ".join(changes))
        if value is None:
            break
        proposal = Proposal(steps, changes, value)
        tried.append(proposal)
        if band.distance(value["mean"]) < band.distance(usual["mean"]):
            waiting += neighbours(proposal, band)
            waiting.sort(key=lambda wish: (size_of(wish), promise(wish, tried, band)))
    tried.sort(key=lambda p: (band.distance(p.found["mean"]) > 0, p.size, -p.found["mean"]))
    return [start, *(p for p in tried if p is not start)]


def good(tried: list[Proposal], band: Band) -> int:
    return sum(band.distance(proposal.found["mean"]) == 0 for proposal in tried)


def neighbours(proposal: Proposal, band: Band) -> list[Steps]:
    """One step further: every number from where nothing is changed; afterwards in its direction."""
    found = []
    for place in range(len(band.numbers)):
        taken = dict(proposal.steps)
        before = taken.get(place, 0)
        for by in (-1, 1):
            if before * by >= 0:
                found.append(tuple(sorted((taken | {place: before + by}).items())))
    return found


def size_of(steps: Steps) -> int:
    return sum(abs(by) for _, by in steps)


def promise(steps: Steps, tried: list[Proposal], band: Band) -> float:
    """How near the parts of a wish came that were tried already; nearer is first."""
    near = [p for p in tried if p.steps and set(p.steps) <= set(steps)]
    return min((band.distance(p.found["mean"]) for p in near), default=1e9)


def changes_of(band: Band, steps: Steps) -> tuple[str, ...]:
    return tuple(f"{band.numbers[n].name}={band.numbers[n].value + by}" for n, by in steps)


def is_possible(name: str, changes: tuple[str, ...]) -> bool:
    """Can there be such cards? Loading them says."""
    try:
        game_with(name, changes)
    except (ContentError, BadChange):
        return False
    return True


def as_rows(band: Band, found: list[Proposal]) -> list[list[str]]:
    usual = found[0]
    return [
        [
            ", ".join(p.changes) or "none", str(p.size), f"{usual.found['mean']:.2f}",
            f"{p.found['mean']:.2f}", f"{p.found['low']:.2f} to {p.found['high']:.2f}",
            p.verdict(band),
        ]
        for p in found
    ]  # fmt: skip
