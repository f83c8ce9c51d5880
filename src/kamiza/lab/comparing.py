"""Two lists of observed games with the same shuffles, before and after a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kamiza.core.subjects import Subject
from kamiza.lab.measures import seat_rows, spread_of
from kamiza.lab.observing import Facts

Data = dict[str, Any]


def compared(
    subjects: list[Subject], tables: Sequence[tuple[str, int]], before: list[Facts],
    after: list[Facts], changes: tuple[str, ...],
) -> Data:  # fmt: skip
    """Shares side by side, the changed cards first and then those that moved most."""
    cards = {text.split(".")[1] for text in changes}
    rows: list[Data] = []
    for subject in subjects:
        if not subject.of_table:
            rows += subject_rows(subject, before, after)
    rows.sort(key=lambda row: (row["id"] not in cards, -abs(row["difference"]["mean"])))
    return {"subjects": rows, "tables": lengths(tables, before, after)}


def subject_rows(subject: Subject, before: list[Facts], after: list[Facts]) -> list[Data]:
    old = {row["id"]: row for row in seat_rows(subject, before)}
    found = []
    for row in seat_rows(subject, after):
        gaps = paired(subject.kind, row["id"], before, after)
        if gaps:
            kept = {key: row[key] for key in ("id", "name", "mean", "low", "high", "count")}
            earlier = old[row["id"]]["mean"]
            found.append(
                {"title": subject.title, **kept, "before": earlier, "difference": spread_of(gaps)}
            )
    return found


def paired(kind: str, id: str, before: list[Facts], after: list[Facts]) -> list[float]:
    """For each shuffle in which somebody had it both times: what it won after, less before."""
    gaps = []
    for one, other in zip(before, after):
        won_before, won_after = won_with(kind, id, one), won_with(kind, id, other)
        if won_before is not None and won_after is not None:
            gaps.append(won_after - won_before)
    return gaps


def won_with(kind: str, id: str, game: Facts) -> float | None:
    """What the seats won that had it; None if nobody had."""
    seats = [seat for seat, ids in enumerate(game["had"].get(kind, [])) if id in ids]
    return sum(game["payoffs"][seat] for seat in seats) if seats else None


def lengths(
    tables: Sequence[tuple[str, int]], before: list[Facts], after: list[Facts]
) -> list[Data]:
    found = []
    for place, (name, seats) in enumerate(tables):
        sides = [
            spread_of(one["decisions"] for one in games if one["table"] == place)
            for games in (before, after)
        ]
        found.append({"name": name, "seats": seats, "before": sides[0], "after": sides[1]})
    return found
