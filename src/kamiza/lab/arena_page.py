"""The report of a contest as one page: shares with intervals, and how they settled."""

from __future__ import annotations

from html import escape

from kamiza.lab.contest import Contest, Round, Share, is_decided, share_of

WIDTH, HEIGHT, LEFT, LINE = 720, 240, 180, 34
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fbf9f4 }
table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr + tr { border-top: 1px solid #ddd }
svg { width: 100%; height: auto }
"""


def page(contest: Contest, played: list[Round]) -> str:
    """A whole HTML page that needs nothing else."""
    bots = list(dict.fromkeys(contest.bots))
    shares = sorted((share_of(bot, played) for bot in bots), key=lambda share: -share.mean)
    title = f"{contest.game}: {' – '.join(contest.bots)}"
    games = sum(found.games for found in played)
    decided = "It is decided." if is_decided(contest, played) else "It is not decided."
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        f"<p>{games:,} games: {len(played):,} shuffles, each from all seatings. "
        f"Settings: {escape(str(dict(contest.settings)))}; seed {contest.seed}. {decided}</p>\n"
        f"{shares_table(shares)}\n<h2>Share of wins, 95 %</h2>\n"
        f"{bars(shares, 1.0 / len(contest.bots))}\n"
        f"<h2>How {escape(contest.bots[0])} settled</h2>\n{course(contest, played)}\n</html>\n"
    )


def shares_table(shares: list[Share]) -> str:
    rows = [
        f"<tr><td>{escape(share.bot)}<td>{share.mean:.1%}<td>{share.low:.1%} – {share.high:.1%}"
        f"<td>{share.score:.1f}<td>{share.rank:.2f}"
        for share in shares
    ]
    head = "<tr><th>bot<th>share<th>95 % interval<th>mean score<th>mean rank"
    return f"<table>{head}{''.join(rows)}</table>"


def bars(shares: list[Share], even: float) -> str:
    """An interval for each bot, with a line where everybody would win alike."""
    room = WIDTH - LEFT - 20
    parts = []
    for place, share in enumerate(shares):
        y = LINE * place + 20
        low, high, mean = (LEFT + room * x for x in (share.low, share.high, share.mean))
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 5}" text-anchor="end">{escape(share.bot[:22])}</text>'
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="#8a2b2b" '
            f'stroke-width="4"/><circle cx="{mean:.1f}" cy="{y}" r="6" fill="#8a2b2b"/>'
        )
    bottom = LINE * len(shares) + 6
    x = LEFT + room * even
    parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{bottom}" stroke="#999"/>')
    parts += [
        f'<text x="{LEFT + room * tick:.1f}" y="{bottom + 16}" text-anchor="middle">'
        f"{tick:.0%}</text>"
        for tick in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    return svg(bottom + 24, parts)


def course(contest: Contest, played: list[Round]) -> str:
    """The share of the first bot with its interval, round by round."""
    count = len(played)
    steps = range(1, count + 1, max(1, count // 120))
    found = [(step, share_of(contest.bots[0], played[:step])) for step in steps]

    def at(step: int, share: float) -> str:
        return f"{40 + (WIDTH - 60) * step / max(1, count):.1f},{HEIGHT - 20 - 200 * share:.1f}"

    band = [at(step, share.high) for step, share in found]
    band += [at(step, share.low) for step, share in reversed(found)]
    middle = " ".join(at(step, share.mean) for step, share in found)
    even = 1.0 / len(contest.bots)
    parts = [
        f'<polygon points="{" ".join(band)}" fill="#8a2b2b" opacity=".18"/>',
        f'<polyline points="{middle}" fill="none" stroke="#8a2b2b" stroke-width="2"/>',
        f'<polyline points="{at(0, even)} {at(count, even)}" fill="none" stroke="#999"/>',
        f'<text x="{WIDTH - 20}" y="{HEIGHT - 4}" text-anchor="end">{count} shuffles</text>',
    ]
    parts += [
        f'<text x="0" y="{HEIGHT - 15 - 200 * tick:.0f}">{tick:.0%}</text>'
        for tick in (0.0, 0.5, 1.0)
    ]
    return svg(HEIGHT, parts)


def svg(height: int, parts: list[str]) -> str:
    drawn = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" font-size="13">{drawn}</svg>'
