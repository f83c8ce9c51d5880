"""`kamiza simulate`: many games between bots, and a table of what came out."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kamiza.bots import UnknownBot, make_bot
from kamiza.core.action import LETTERS, Refusal
from kamiza.core.game import Setup
from kamiza.games import UnknownGame, game
from kamiza.lab.simulation import Plan, Report, interval, name_of, reports

Bots = tuple[str, ...]
Settings = tuple[tuple[str, object], ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game, e.g. shintoh")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument(
        "--bots",
        default="heuristic,random,random",
        help="one per seat, e.g. search:20ms,heuristic,heuristic",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    add_table_arguments(parser)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """What many games between bots need to know, besides who plays."""
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (all cores)")
    parser.add_argument("--seed", type=int, default=1, help="of the first shuffle (1)")
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE", help="a rule of the table"
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza simulate`."""
    try:
        plan = read_plan(arguments)
    except (UnknownGame, UnknownBot, Refusal, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    jobs = arguments.jobs or os.cpu_count() or 1
    begun = time.perf_counter()
    report = gather(plan, arguments.games, jobs, quiet=arguments.json)
    seconds = time.perf_counter() - begun
    if arguments.json:
        print(json.dumps(as_json(plan, report, seconds), indent=2))
    else:
        Console().print(as_table(plan, report, seconds))
    return 0


def read_plan(arguments: argparse.Namespace) -> Plan:
    """The plan of the arguments."""
    return Plan(*read_table(arguments))


def read_table(arguments: argparse.Namespace) -> tuple[str, Bots, Settings, int]:
    """Game, bots, settings and seed of the arguments, tried out before any work begins."""
    if arguments.games < 1 or arguments.jobs < 0:
        raise ValueError("There must be at least one game, and no negative number of jobs.")
    rules = game(arguments.game)
    bots = tuple(name.strip() for name in arguments.bots.split(","))
    for name in bots:
        make_bot(name, rules, 0)
    settings = {}
    for text in arguments.setting:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"'{text}': write a setting as NAME=VALUE.")
        settings[name] = read_value(value)
    rules.start(Setup(len(bots), settings, arguments.seed))
    return arguments.game, bots, tuple(settings.items()), arguments.seed


def read_value(text: str) -> object:
    """`true`, `false` and numbers mean what they say; everything else is a text."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def gather(plan: Plan, games: int, jobs: int, quiet: bool) -> Report:
    """The sum of all parts, with a progress bar where somebody watches."""
    report = Report()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as bar:
        task = bar.add_task(f"{plan.game}: {', '.join(map(name_of, plan.bots))}", total=games)
        for part in reports(plan, games, jobs):
            report.add(part)
            bar.advance(task, part.games)
    return report


def as_json(plan: Plan, report: Report, seconds: float) -> dict[str, object]:
    """The summary for programs."""
    return {
        "game": plan.game,
        "bots": list(plan.bots),
        "settings": dict(plan.settings),
        "seed": plan.seed,
        "seconds": round(seconds, 3),
        **report.as_json(),
    }


def as_table(plan: Plan, report: Report, seconds: float) -> Table:
    """The summary for people."""
    table = Table(
        title=f"{plan.game}: {report.games:,} games, {len(plan.bots)} seats, {seconds:.1f} s",
        caption=f"{report.decisions / report.games:.1f} decisions a game "
        f"({report.shortest} to {report.longest}); wins by seat "
        + ", ".join(f"{letter} {won / report.games:.1%}" for letter, won in seats(report)),
    )
    for heading in ("bot", "seats played", "wins", "95 % interval", "mean score", "mean rank"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name, tally in sorted(report.bots.items(), key=lambda item: -item[1].wins):
        low, high = interval(tally.wins, tally.played)
        table.add_row(
            name,
            f"{tally.played:,}",
            f"{tally.wins / tally.played:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{tally.score / tally.played:.1f}",
            f"{tally.ranks / tally.played:.2f}",
        )
    return table


def seats(report: Report) -> list[tuple[str, float]]:
    return list(zip(LETTERS, report.seats))
