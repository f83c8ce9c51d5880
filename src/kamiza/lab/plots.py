"""Plots as SVG, for reports that open anywhere: intervals, curves, bars and matrices."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, LEFT, LINE = 720, 190, 26
INK, RED, BLUE, GREY, PALE = "#1f1b16", "#b23a26", "#2f5d73", "#9a9184", "#e9e2d3"
PAPER = "#fbf9f4"
BAND = (0.8, 1.25)  # of a fair share: what we call balanced
COLOURS = (RED, BLUE, "#6b7f3a", "#8a5a9a", "#c08a2d", "#4d4d4d")
Interval = dict[str, Any]  # name, mean, low, high; perhaps before


def svg(height: float, parts: list[str], label: str) -> str:
    drawn = rectangle(0, 0, WIDTH, height, PAPER) + "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(label)}" font-family="system-ui, sans-serif" font-size="12" '
        f'fill="{INK}">{drawn}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = INK) -> str:
    said = escape(words)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{said}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1.0) -> str:
    at = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {at} stroke="{colour}" stroke-width="{width}"/>'


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {at} fill="{colour}"/>'


def ticks_to(most: float) -> list[float]:
    step = next(step for step in (0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 1e9) if most / step <= 8)
    return [n * step for n in range(int(most / step) + 1)]


def intervals(rows: Sequence[Interval], label: str, fair: float | None = 1.0) -> str:
    """A dot with its 95 % interval for each row, beside a band that is called balanced. A row with
    `before` shows where it stood, too."""
    most: float = max([1.0, *(min(row["high"], 6.0) for row in rows)]) * 1.05
    room, bottom = WIDTH - LEFT - 30, LINE * len(rows) + 8

    def x(value: float) -> float:
        return LEFT + room * min(value, most) / most

    parts = []
    if fair is not None:
        low, high = x(BAND[0] * fair), x(BAND[1] * fair)
        parts += [
            rectangle(low, 0, high - low, bottom, PALE),
            line(x(fair), 0, x(fair), bottom, GREY),
        ]
    for place, row in enumerate(rows):
        y = LINE * place + 16
        parts.append(text(LEFT - 10, y + 4, str(row["name"])[:28], "end"))
        if row.get("before") is not None:
            at = x(row["before"])
            parts.append(f'<circle cx="{at:.1f}" cy="{y}" r="4.5" fill="none" stroke="{GREY}"/>')
        parts.append(line(x(row["low"]), y, x(row["high"]), y, RED, 2.5))
        parts.append(f'<circle cx="{x(row["mean"]):.1f}" cy="{y}" r="4.5" fill="{RED}"/>')
    parts += [text(x(tick), bottom + 16, f"{tick:g}") for tick in ticks_to(most)]
    return svg(bottom + 24, parts, label)


def curves(rows: Sequence[tuple[str, Sequence[float]]], label: str) -> str:
    """Lines from the beginning to the end, from 0 to 1."""
    high, room = 220, WIDTH - 170

    def at(place: int, count: int, value: float) -> str:
        return f"{40 + room * place / max(1, count - 1):.1f},{high - 190 * value:.1f}"

    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = high - 190 * tick
        parts += [line(40, y, 40 + room, y, PALE), text(34, y + 4, f"{tick:.0%}", "end")]
    for number, (name, values) in enumerate(rows):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(at(place, len(values), value) for place, value in enumerate(values))
        drawn = f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        parts += [drawn, text(52 + room, 30 + 20 * number, name, "start", colour)]
    parts += [text(40, high + 18, "beginning"), text(40 + room, high + 18, "end")]
    return svg(high + 26, parts, label)


def bars(rows: Sequence[tuple[str, float, str]], label: str) -> str:
    """A bar for each row, with what is written at its end."""
    most = max((value for _, value, _ in rows), default=1.0) or 1.0
    room, parts = WIDTH - LEFT - 110, []
    for place, (name, value, words) in enumerate(rows):
        y = LINE * place + 4
        width = room * value / most
        parts += [text(LEFT - 10, y + 14, name[:28], "end"), rectangle(LEFT, y, width, 18, BLUE)]
        parts.append(text(LEFT + width + 6, y + 14, words, "start"))
    return svg(LINE * len(rows) + 6, parts, label)


def matrix(names: Sequence[str], cells: Sequence[Sequence[Any]], label: str) -> str:
    """Each with or against each: red wins more than its share, blue less."""
    count = max(1, len(names))
    side = min(34.0, (WIDTH - LEFT - 60) / count)
    top, parts = 110.0, []
    for place, name in enumerate(names):
        y = top + side * place
        parts.append(text(LEFT - 8, y + side / 2 + 4, name[:26], "end"))
        x = LEFT + side * place + side / 2
        turned = f'transform="translate({x:.1f},{top - 6:.0f}) rotate(-50)"'
        parts.append(f"<text {turned}>{escape(name[:20])}</text>")
    for row, line_of in enumerate(cells):
        for column, cell in enumerate(line_of):
            if cell is None:
                continue
            x, y = LEFT + side * column, top + side * row
            title = f"{names[row]} – {names[column]}: {cell[0]:.2f} ({cell[1]:.0f})"
            parts.append(
                f"<g><title>{escape(title)}</title>"
                f"{rectangle(x, y, side - 1, side - 1, shade(cell[0]))}"
                f"{text(x + side / 2, y + side / 2 + 4, f'{cell[0]:.1f}')}</g>"
            )
    return svg(top + side * count + 6, parts, label)


def shade(ratio: float) -> str:
    """From blue (nothing) over paper (fair) to red (twice a fair share)."""
    paper, red, blue = (251, 249, 244), (214, 96, 77), (103, 154, 180)
    strength = min(1.0, abs(ratio - 1.0))
    end = red if ratio > 1.0 else blue
    mixed = [round(p + (e - p) * strength) for p, e in zip(paper, end)]
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})"
