"""`kamiza simulate`: many games between bots, and a table of what came out."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from functools import partial

from rich.console import Console
from rich.table import Table

from kamiza.bots import UnknownBot, make_bot
from kamiza.core.action import LETTERS
from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.games import UnknownGame, game
from kamiza.lab.crew import Crew, WorkersLost
from kamiza.lab.journal import Journal, add_journal_arguments
from kamiza.lab.ray_crew import NoRay
from kamiza.lab.simulation import Plan, Played, Report, counted, interval, name_of, play_one
from kamiza.lab.watching import add_crew_arguments, read_crew, tell_stopped, watched

WRONG = (UnknownGame, UnknownBot, Refusal, ValueError, OSError, NoRay, WorkersLost)
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
    add_journal_arguments(parser)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """What many games between bots need to know, besides who plays."""
    add_crew_arguments(parser)
    parser.add_argument("--seed", type=int, default=1, help="of the first shuffle (1)")
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE", help="a rule of the table"
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza simulate`."""
    begun = time.perf_counter()
    try:
        plan, crew = read_plan(arguments), read_crew(arguments)
        with Journal(arguments.keep, about(plan), arguments.resume) as journal:
            gather(plan, journal, arguments.games, crew, quiet=arguments.json)
    except WRONG as wrong:
        print(wrong, file=sys.stderr)
        return 2
    report = total(plan, [Played(**row) for row in journal.rows[: arguments.games]])
    if report.games:
        show(plan, report, time.perf_counter() - begun, arguments.json)
    if report.games < arguments.games:
        how = "--resume goes on." if arguments.keep else "--keep FILE would let it go on."
        return tell_stopped(report.games, arguments.games, "games", how)
    return 0


def show(plan: Plan, report: Report, seconds: float, as_program: bool) -> None:
    if as_program:
        print(json.dumps(as_json(plan, report, seconds), indent=2))
    else:
        Console().print(as_table(plan, report, seconds))


def about(plan: Plan) -> dict[str, object]:
    """What a file of results says they are of."""
    rules = game(plan.game)
    return {
        "game": plan.game, "rules": rules.book.version, "digest": rules.digest,
        "bots": list(plan.bots), "settings": dict(plan.settings), "seed": plan.seed,
    }  # fmt: skip


def read_plan(arguments: argparse.Namespace) -> Plan:
    """The plan of the arguments."""
    return Plan(*read_table(arguments))


def read_table(arguments: argparse.Namespace) -> tuple[str, Bots, Settings, int]:
    """Game, bots, settings and seed of the arguments, tried out before any work begins."""
    if arguments.games < 1:
        raise ValueError("There must be at least one game.")
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


def gather(plan: Plan, journal: Journal, games: int, crew: Crew, quiet: bool) -> None:
    """Play what is not kept yet, with a progress bar where somebody watches."""
    title = f"{plan.game}: {', '.join(map(name_of, plan.bots))}"
    done = min(len(journal.rows), games)
    for played in watched(title, partial(play_one, plan), done, games, crew, quiet=quiet):
        journal.add(asdict(played))


def total(plan: Plan, played: list[Played]) -> Report:
    """All games in their order, so that the sum is the same to the last digit."""
    report = Report()
    for one in played:
        report.add(counted(plan, one))
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
