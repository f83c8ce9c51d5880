"""What many observed games say: shares with intervals, lengths, how the lead went, dead cards."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from kamiza.core.action import LETTERS
from kamiza.core.subjects import Subject
from kamiza.lab.observing import Facts
from kamiza.lab.simulation import interval

KNOWN = 0.8  # whoever has this chance is as good as known to win
RUNAWAY = 0.7  # at half time
BACK = 0.5  # of a fair share: whoever wins from there has come back
EDGE = 0.05  # by which a new leader must lead
POINTS = 20  # of the curve
MOST_IN_MATRIX = 16
LEAST_IN_CELL = 10
LEAST_OFFERED = 30  # before somebody wonders that an option is never chosen
Data = dict[str, Any]


def spread_of(values: Iterable[float]) -> Data:
    """A distribution in six numbers, the mean with its 95 % interval."""
    found = sorted(values)
    if not found:
        return {}
    count, mean = len(found), sum(found) / len(found)
    half = 1.96 * deviation(found, mean) / math.sqrt(count)
    quantiles = {f"p{q}": found[min(count - 1, q * count // 100)] for q in (10, 50, 90, 95)}
    return {"mean": mean, "low": mean - half, "high": mean + half, **quantiles, "most": found[-1]}


def deviation(values: list[float], mean: float) -> float:
    return math.sqrt(sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1))


def rate_of(hits: float, count: int) -> Data:
    low, high = interval(hits, count) if count else (0.0, 1.0)
    return {"mean": hits / count if count else 0.0, "low": low, "high": high, "count": count}


def share_of(wins: float, fair: float, played: int) -> Data:
    """How many times its fair share something wins."""
    if not played or not fair:
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "count": 0}
    low, high = interval(wins, played)
    scale = played / fair
    return {"mean": wins / fair, "low": low * scale, "high": high * scale, "count": played}


# -- tables -----------------------------------------------------------------------------------


def table_measures(games: list[Facts]) -> Data:
    """What is measured of one table, that is of one number of players with the same settings."""
    seats = games[0]["seats"]
    shares = []
    for seat in range(seats):
        wins = sum(game["payoffs"][seat] for game in games)
        shares.append({"seat": LETTERS[seat]} | share_of(wins, len(games) / seats, len(games)))
    found: Data = {
        "games": len(games), "by_seat": shares,
        "decisions": spread_of(game["decisions"] for game in games),
        "rounds": spread_of(game["rounds"] for game in games),
        "winning_score": spread_of(max(game["scores"]) for game in games),
        "margin": spread_of(margin(game["scores"]) for game in games),
    }  # fmt: skip
    told = [game for game in games if len(game["course"]) >= 4]
    if told:
        found |= lead_measures(told)
    return found


def margin(scores: list[int]) -> int:
    best, second = sorted(scores, reverse=True)[:2]
    return best - second


def lead_measures(games: list[Facts]) -> Data:
    """How the lead went, by the learned winning chances."""
    known = [known_at(game) for game in games]
    return {
        "lead_changes": spread_of(lead_changes(game["course"]) for game in games),
        "comebacks": rate_of(sum(map(is_comeback, games)), len(games)),
        "runaways": rate_of(sum(map(is_runaway, games)), len(games)),
        "known_at": spread_of(known),
        "curve": winner_curve(games),
    }


def of_winner(game: Facts) -> list[float]:
    """The chances of whoever won, or of the best of those who shared the win."""
    winners = [seat for seat, won in enumerate(game["payoffs"]) if won > 0]
    return [max(chances[seat] for seat in winners) for chances in game["course"]]


def known_at(game: Facts) -> float:
    """From which part of the game on the winner was never in doubt again."""
    course = of_winner(game)
    at = len(course)
    while at > 0 and course[at - 1] >= KNOWN:
        at -= 1
    return at / len(course)


def is_comeback(game: Facts) -> bool:
    course = of_winner(game)
    return bool(min(course[len(course) // 2 :]) < BACK / game["seats"])


def is_runaway(game: Facts) -> bool:
    course = of_winner(game)
    return course[len(course) // 2] >= RUNAWAY


def lead_changes(course: list[list[float]]) -> int:
    leader, changes = -1, 0
    for chances in course:
        best = max(range(len(chances)), key=chances.__getitem__)
        if leader < 0 or chances[best] > chances[leader] + EDGE:
            changes += leader >= 0
            leader = best
    return changes


def winner_curve(games: list[Facts]) -> list[float]:
    """The mean chance of the later winner, over the game."""
    courses = [of_winner(game) for game in games]
    places = [point / POINTS for point in range(POINTS + 1)]
    return [
        sum(c[min(len(c) - 1, int(p * len(c)))] for c in courses) / len(courses) for p in places
    ]


# -- subjects ---------------------------------------------------------------------------------


def subject_measures(subject: Subject, games: list[Facts]) -> Data:
    """What is measured of one kind of thing."""
    found: Data = {"kind": subject.kind, "title": subject.title, "of_table": subject.of_table}
    rows = table_rows(subject, games) if subject.of_table else seat_rows(subject, games)
    seen = {row["id"] for row in rows if row["count"] or row.get("offered")}
    found["rows"] = sorted((row for row in rows if row["id"] in seen), key=lambda r: -r["mean"])
    found["never_seen"] = [id for id in subject.cards if id not in seen]
    found["never_taken"] = [row["id"] for row in rows if row.get("offered") and not row["count"]]
    if subject.against:
        found["against"] = matrix(subject, games, met_each_other)
    if subject.together:
        found["together"] = matrix(subject, games, held_together)
    return found


def seat_rows(subject: Subject, games: list[Facts]) -> list[Data]:
    kind = subject.kind
    wins: defaultdict[str, float] = defaultdict(float)
    fair: defaultdict[str, float] = defaultdict(float)
    played: Counter[str] = Counter()
    seats: dict[str, defaultdict[str, list[float]]] = {}
    for game in games:
        for seat, ids in enumerate(game["had"].get(kind, [])):
            for id in ids:
                wins[id] += game["payoffs"][seat]
                fair[id] += 1 / game["seats"]
                played[id] += 1
                cell = seats.setdefault(id, defaultdict(lambda: [0.0, 0.0]))[str(game["seats"])]
                cell[0] += game["payoffs"][seat] * game["seats"]
                cell[1] += 1
    acts = act_counts(kind, games)
    offered, decisive = summed(games, "offered", kind), summed(games, "decisive", kind)
    points = points_of(kind, games)
    rows = []
    for id, name in subject.cards.items():
        row: Data = {"id": id, "name": name} | share_of(wins[id], fair[id], played[id])
        row["by_players"] = {
            n: won / count for n, (won, count) in sorted(seats.get(id, {}).items())
        }
        row["acts"] = {act: counts[id] / len(games) for act, counts in acts.items()}
        row["decisive"] = decisive[id] / max(1, sum(counts[id] for counts in acts.values()))
        if subject.offered:
            row["offered"] = offered[id]
            row["taken"] = played[id] / offered[id] if offered[id] else 0.0
        if subject.points:
            row["points"] = spread_of(points.get(id, []))
        rows.append(row)
    return rows


def act_counts(kind: str, games: list[Facts]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for game in games:
        for act, seats in game["acts"].get(kind, {}).items():
            counts = found.setdefault(act, Counter())
            for ids in seats:
                counts.update(ids)
    return found


def summed(games: list[Facts], name: str, kind: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for game in games:
        found.update(game[name].get(kind, {}))
    return found


def points_of(kind: str, games: list[Facts]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for game in games:
        for id, points in game["points"].get(kind, []):
            found.setdefault(id, []).append(points)
    return found


def table_rows(subject: Subject, games: list[Facts]) -> list[Data]:
    """Of what belongs to nobody: how high the scores are where it lies, as a ratio."""
    usual: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        usual[game["table"]].append(sum(game["scores"]) / game["seats"])
    means = {table: sum(values) / len(values) for table, values in usual.items()}
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for game in games:
        for id in set(game["on_table"].get(subject.kind, [])):
            score = sum(game["scores"]) / game["seats"]
            ratios[id].append(score / means[game["table"]] if means[game["table"]] else 1.0)
    rows = []
    for id, name in subject.cards.items():
        spread = spread_of(ratios[id]) or {"mean": 0.0, "low": 0.0, "high": 0.0}
        kept = {key: spread[key] for key in ("mean", "low", "high")}
        rows.append({"id": id, "name": name, **kept, "count": len(ratios[id])})
    return rows


Pairs = Iterable[tuple[str, str, float, float]]  # one, other, what it won, what was fair


def met_each_other(kind: str, game: Facts) -> Pairs:
    """Who of two came in before the other."""
    had, ranks = game["had"].get(kind, []), game["ranks"]
    for one, mine in enumerate(had):
        for other, theirs in enumerate(had):
            if one != other:
                won = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
                yield from ((id, met, won, 0.5) for id in mine for met in theirs)


def held_together(kind: str, game: Facts) -> Pairs:
    """What a seat won that had both."""
    for seat, ids in enumerate(game["had"].get(kind, [])):
        won = game["payoffs"][seat]
        for one in ids:
            yield from ((one, other, won, 1 / game["seats"]) for other in ids if one != other)


def matrix(subject: Subject, games: list[Facts], pairs: Callable[[str, Facts], Pairs]) -> Data:
    """How many times the fair share, for each pair of the most frequent ones."""
    cells: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    seen: Counter[str] = Counter()
    for game in games:
        for one, other, won, fair in pairs(subject.kind, game):
            cell = cells[one, other]
            cell[0] += won
            cell[1] += fair
            cell[2] += 1
            seen[one] += 1
    ids = sorted(id for id, _ in seen.most_common(MOST_IN_MATRIX))
    found = [[cell_of(cells[a, b]) if (a, b) in cells else None for b in ids] for a in ids]
    return {"ids": ids, "names": [subject.cards[id] for id in ids], "cells": found}


def cell_of(cell: list[float]) -> list[float] | None:
    """A share, and of how many games; a few games say nothing."""
    won, fair, count = cell
    return [won / fair, count] if count >= LEAST_IN_CELL else None


# -- options ----------------------------------------------------------------------------------


def option_measures(games: list[Facts]) -> Data:
    """What can be answered, and what never is."""
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for game in games:
        for name, (there, taken) in (game["options"] or {}).items():
            offered[name] += there
            chosen[name] += taken
    often = {name: count for name, count in offered.items() if count >= LEAST_OFFERED}
    never = [{"name": n, "offered": c} for n, c in often.items() if not chosen[n]]
    return {
        "games": sum(game["options"] is not None for game in games),
        "kinds": len(offered),
        "never": sorted(never, key=lambda one: -int(one["offered"])),
    }
