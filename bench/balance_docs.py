"""The pictures and the overview of docs/balance, from the reports that lie there as JSON.

    python bench/balance_docs.py docs/balance

`make balance` makes the reports and then calls this.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kamiza.lab import plots
from kamiza.lab.balance_page import page

GAMES = ("shintoh", "kamisama", "kodama", "battles")
FIRST = {"shintoh": "god", "kamisama": "kami", "kodama": "kodama", "battles": "god"}
MATRIX = {"kamisama": "against", "battles": "against", "shintoh": "together", "kodama": "together"}
Data = dict[str, Any]


def main() -> None:
    folder = Path(sys.argv[1])
    begun = (folder / "README.md").read_text("utf-8").partition("<!-- reports -->")[0]
    parts = [begun + "<!-- reports -->\n"]
    for name in GAMES:
        report = json.loads((folder / f"{name}.json").read_text("utf-8"))
        (folder / f"{name}.html").write_text(page(report), encoding="utf-8")
        parts.append(overview(folder, name, report))
    (folder / "README.md").write_text("\n".join(parts), encoding="utf-8")


def overview(folder: Path, name: str, report: Data) -> str:
    subject = next(s for s in report["subjects"] if s["kind"] == FIRST[name])
    shares = plots.intervals(subject["rows"], f"{subject['title']}: share of a fair one")
    matrix = subject[MATRIX[name]]
    met = plots.matrix(matrix["names"], matrix["cells"], f"{subject['title']}: pairs")
    curve = [(f"{t['seats']}, {t['name']}"[:18], t["curve"]) for t in report["tables"][:6]]
    drawn = plots.curves(curve, "mean winning chance of the later winner")
    for kind, picture in (("shares", shares), ("pairs", met), ("lead", drawn)):
        (folder / f"{name}-{kind}.svg").write_text(picture, encoding="utf-8")
    return (
        f"## {report['title']}\n\n{report['games']:,} games of `{report['bot']}`. "
        f"[The whole report]({name}.html), [as JSON]({name}.json).\n\n{told(report)}\n\n"
        f"{outside(report)}\n\n![{subject['title']}: share of a fair one]({name}-shares.svg)\n"
        f"![pairs]({name}-pairs.svg)\n![the chance of the later winner]({name}-lead.svg)\n"
    )


def told(report: Data) -> str:
    """Length, lead, skill and luck in one table."""
    rows = ["| table | players | decisions | rounds | minutes | comebacks | runaways | known at |",
            "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for t in report["tables"]:
        rows.append(
            f"| {t['name']} | {t['seats']} | {t['decisions']['p50']:.0f} | "
            f"{t['rounds']['p50']:.0f} | {t['minutes']['p50']:.0f} | "
            f"{t['comebacks']['mean']:.0%} | {t['runaways']['mean']:.0%} | "
            f"{t['known_at']['p50']:.0%} |"
        )
    skill, luck = report["skill"], report["luck"]
    rows += [
        "",
        f"Skill: `{skill['strong']}` wins {skill['share']:.0%} [{skill['low']:.0%}, "
        f"{skill['high']:.0%}] among `{skill['weak']}`, even is {skill['even']:.0%}. Luck: "
        f"{luck['mean']:.0%} [{luck['low']:.0%}, {luck['high']:.0%}] of who wins lies in the "
        "shuffle.",
    ]
    return "\n".join(rows)


def outside(report: Data) -> str:
    """What is surely out of the band, and what nobody takes."""
    low, high = plots.BAND
    lines = []
    for subject in report["subjects"]:
        out = [
            f"{row['name']} {row['mean']:.2f}"
            for row in subject["rows"]
            if row["count"] and not subject["of_table"] and (row["high"] < low or row["low"] > high)
        ]
        if out:
            lines.append(f"* {subject['title']} surely outside 0.8 to 1.25: {', '.join(out)}.")
        if subject["never_taken"]:
            named = {row["id"]: row["name"] for row in subject["rows"]}
            never = ", ".join(named.get(id, id) for id in subject["never_taken"])
            lines.append(f"* {subject['title']} offered and never taken: {never}.")
    return "\n".join(lines) or "Nothing is surely outside 0.8 to 1.25."


if __name__ == "__main__":
    main()
