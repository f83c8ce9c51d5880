"""The balance report as one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from kamiza.lab import plots

Data = dict[str, Any]
MOST_ROWS = 40
WHAT = {
    "against": "how often the row comes in before the column, 1 is evenly",
    "together": "what a seat wins that has both, 1 is its fair share",
}
STYLE = """
:root { color-scheme: light }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1f1b16; background: #fbf9f4 }
h1 { font-size: 1.9rem; margin-bottom: .2rem }
h2 { margin-top: 2.4rem; border-bottom: 2px solid #b23a26 }
nav a { margin-right: 1rem; color: #2f5d73 } .wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem }
td, th { padding: .15rem .7rem; text-align: right; white-space: nowrap }
td:first-child, th:first-child { text-align: left } tr + tr { border-top: 1px solid #e9e2d3 }
.plot { overflow-x: auto } svg { width: 100%; min-width: 36rem; height: auto; display: block }
.note { color: #5b5246; font-size: .92rem } .out { color: #b23a26; font-weight: 600 }
"""


def page(report: Data) -> str:
    """The whole page."""
    title = f"{report['title']}: balance"
    sections = [
        ("tables", "Players and editions", tables_section(report)),
        ("lead", "How the lead goes", lead_section(report)),
        ("skill", "Skill and luck", skill_section(report)),
        *((s["kind"], s["title"], subject_section(s)) for s in report["subjects"]),
        ("options", "Options nobody takes", options_section(report)),
    ]
    if report.get("compared"):
        sections.insert(0, ("changes", "What if", change_section(report)))
    links = "".join(f'<a href="#{id}">{escape(name)}</a>' for id, name, _ in sections)
    bodies = "".join(f'<h2 id="{id}">{escape(name)}</h2>{body}\n' for id, name, body in sections)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    )
    return (
        f'<!doctype html>\n<html lang="en">{head}<title>{escape(title)}</title>'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n{intro(report)}<nav>{links}</nav>\n"
        f"{bodies}</html>\n"
    )


def intro(report: Data) -> str:
    changed = f" Changed: {escape(', '.join(report['changes']))}." if report["changes"] else ""
    return (
        f"<p>{report['games']:,} games between equal bots (<code>{escape(report['bot'])}</code>), "
        f"shuffles from seed {report['seed']} on; cards {escape(report['digest'])}.{changed} "
        "Lines are 95 % intervals. A share of 1 is a fair one: as many wins as a seat has on "
        "average. The shaded band, 0.8 to 1.25, is what we call balanced.</p>\n"
    )


def plot(picture: str) -> str:
    """A picture that scrolls by itself on a narrow screen."""
    return f'<div class="plot">{picture}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}" for name in headings)
    body = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows)
    return f'<div class="wide"><table><tr>{head}{body}</table></div>'


def share(found: Data) -> str:
    """A share with its interval; red if it is surely outside the band."""
    low, high = plots.BAND
    sure = found["high"] < low or found["low"] > high
    words = f"{found['mean']:.2f} ({found['low']:.2f}–{found['high']:.2f})"
    return f'<span class="out">{words}</span>' if sure else words


def middle(found: Data, digits: int = 0) -> str:
    """Median, and what nine of ten games stay within."""
    if not found:
        return "–"
    return f"{found['p50']:.{digits}f} ({found['p10']:.{digits}f}–{found['p90']:.{digits}f})"


def percent(found: Data | None) -> str:
    if not found:
        return "–"
    return f"{found['mean']:.0%} ({found['low']:.0%}–{found['high']:.0%})"


def tables_section(report: Data) -> str:
    headings = ("table", "players", "games", "decisions", "rounds", "minutes", "winning score",
                "margin")  # fmt: skip
    rows = [
        (escape(t["name"]), str(t["seats"]), f"{t['games']:,}", middle(t["decisions"]),
         middle(t["rounds"]), middle(t["minutes"]), middle(t["winning_score"]),
         middle(t["margin"]))
        for t in report["tables"]
    ]  # fmt: skip
    seats = [
        {"name": f"{s['seat']} of {t['seats']}, {t['name']}", **s}
        for t in report["tables"] for s in t["by_seat"]
    ]  # fmt: skip
    note = (
        f"Medians, and in brackets what eight of ten games lie between. Minutes are estimated: "
        f"the usual table with {report['typical']['seats']} players is taken to last the "
        f"{report['minutes']} minutes of the box, and others in proportion to their decisions."
    )
    return (
        f'{table(headings, rows)}<p class="note">{note}</p><h3>Wins by seat</h3>'
        f"{plot(plots.intervals(seats, 'wins by seat, as shares of a fair one'))}"
    )


def lead_section(report: Data) -> str:
    told = [t for t in report["tables"] if "curve" in t]
    if not told:
        return "<p>This game has not learned yet what its positions are worth.</p>"
    headings = ("table", "players", "lead changes", "comebacks", "runaways", "winner known at")
    rows = [
        (escape(t["name"]), str(t["seats"]), f"{t['lead_changes']['mean']:.1f}",
         percent(t["comebacks"]), percent(t["runaways"]), f"{t['known_at']['p50']:.0%}")
        for t in told
    ]  # fmt: skip
    lines = [(f"{t['seats']}, {t['name']}"[:18], t["curve"]) for t in told][:6]
    note = (
        "By the winning chances the game has learned. A comeback: in the second half the later "
        "winner had less than half a fair chance. A runaway: at half time the winner had at least "
        "70 %. Known: from there on the winner had 80 % or more (median; 100 % is the very end)."
    )
    drawn = plot(plots.curves(lines, "mean winning chance of the later winner, over the game"))
    title = "<h3>The chance of the later winner</h3>"
    return f'{table(headings, rows)}{title}{drawn}<p class="note">{note}</p>'


def skill_section(report: Data) -> str:
    words = []
    strong, shuffle = report.get("skill"), report.get("luck")
    if strong:
        words.append(
            f"Among {strong['seats']} players one <code>{escape(strong['strong'])}</code> against "
            f"<code>{escape(strong['weak'])}</code> wins "
            f"{percent(strong | {'mean': strong['share']})} where an even share is "
            f"{strong['even']:.0%} ({strong['shuffles']} shuffles, each from all seatings): so "
            "much is skill, as far as these two differ."
        )
    if shuffle:
        words.append(
            f"Equal players (<code>{escape(shuffle['bot'])}</code>) who play the same shuffle "
            f"{shuffle['again']} times: {percent(shuffle)} of what decides who wins lies in the "
            f"shuffle and the seats, the rest in how they play ({shuffle['shuffles']} shuffles)."
        )
    return "".join(f"<p>{one}</p>" for one in words) or "<p>Not measured (--skill 0).</p>"


def subject_section(subject: Data) -> str:
    rows = subject["rows"]
    if not rows:
        return "<p>None of them was seen in these games.</p>"
    unit = "mean score beside the usual" if subject["of_table"] else "share of a fair one"
    drawn = plot(plots.intervals(rows[:MOST_ROWS], f"{subject['title']}: {unit}"))
    parts = [f'<p class="note">{unit.capitalize()}.</p>', drawn, subject_table(subject)]
    for name, title in (("against", "One against the other"), ("together", "One with the other")):
        if subject.get(name) and subject[name]["ids"]:
            found = subject[name]
            what = WHAT[name]
            label = f"{subject['title']}: {what}"
            drawn = plot(plots.matrix(found["names"], found["cells"], label))
            parts.append(f"<h3>{title}</h3>{drawn}")
            parts.append(f'<p class="note">{escape(what.capitalize())}.</p>')
    if subject["never_taken"]:
        parts.append(
            f"<p>Offered and never taken: {escape(', '.join(subject['never_taken']))}.</p>"
        )
    if subject["never_seen"]:
        names = escape(", ".join(subject["never_seen"]))
        parts.append(f'<p class="note">Not in these games: {names}.</p>')
    return "".join(parts)


def subject_table(subject: Data) -> str:
    first = subject["rows"][0]
    acts = list(first.get("acts", {}))
    players = sorted({n for row in subject["rows"] for n in row.get("by_players", {})})
    headings = ["", "seen", "score" if subject["of_table"] else "share"]
    headings += [f"{n} players" for n in players]
    headings += [f"{act.replace('_', ' ')} a game" for act in acts]
    headings += ["decisive"] if acts else []
    headings += ["offered", "taken"] if "offered" in first else []
    headings += ["points"] if "points" in first else []
    rows = [subject_row(row, acts, players) for row in subject["rows"]]
    return f"<details><summary>All numbers</summary>{table(headings, rows)}</details>"


def subject_row(row: Data, acts: list[str], players: list[str]) -> list[str]:
    cells = [escape(row["name"]), f"{row['count']:,}", share(row)]
    by = row.get("by_players", {})
    cells += [f"{by[n]:.2f}" if n in by else "–" for n in players]
    cells += [f"{row['acts'].get(act, 0):.2f}" for act in acts]
    cells += [f"{row['decisive']:.1%}"] if acts else []
    cells += [f"{row['offered']:,}", f"{row['taken']:.0%}"] if "offered" in row else []
    if "points" in row:
        cells.append(f"{row['points']['mean']:.1f}" if row["points"] else "–")
    return cells


def options_section(report: Data) -> str:
    never = report["options"]["never"]
    counted = (
        f"Counted in {report['options']['games']:,} games: {report['options']['kinds']:,} answers."
    )
    if not never:
        return (
            f"<p>{counted} Every one that was there at least 30 times was given at least once.</p>"
        )
    rows = [(one["name"], float(one["offered"]), f"{one['offered']:,} times") for one in never[:25]]
    more = f" {len(never) - 25} more are in the JSON." if len(never) > 25 else ""
    return (
        f"<p>{counted} These were there and never chosen by this bot:{more}</p>"
        f"{plot(plots.bars(rows, 'options never chosen, by how often they were there'))}"
    )


def change_section(report: Data) -> str:
    """Before and after, with the same shuffles."""
    compared = report["compared"]
    rows = compared["subjects"][:25]
    headings = ("", "before", "after", "difference in wins, same shuffles (95 %)")
    cells = [
        (escape(f"{row['title']}: {row['name']}"), f"{row['before']:.2f}", f"{row['mean']:.2f}",
         f"{row['difference']['mean']:+.3f} ({row['difference']['low']:+.3f} to "
         f"{row['difference']['high']:+.3f})")
        for row in rows
    ]  # fmt: skip
    lengths = [
        (escape(t["name"]), str(t["seats"]), middle(t["before"]), middle(t["after"]))
        for t in compared["tables"]
    ]
    return (
        f"<p>{escape(', '.join(report['changes']))}: the same shuffles and players without and "
        f"with it. Hollow circles are before.</p>{plot(plots.intervals(rows, 'before and after'))}"
        f"{table(headings, cells)}<h3>Decisions</h3>"
        f"{table(('table', 'players', 'before', 'after'), lengths)}"
    )
