"""`kamiza balance`: what a designer asks about a game, with intervals, as a page and as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kamiza.bots import make_bot
from kamiza.bots.learned import has_learned
from kamiza.core.content import ContentError, game_folder, read_toml
from kamiza.core.game import Game, Setup
from kamiza.core.subjects import Asked, balance_of
from kamiza.games import game
from kamiza.lab import luck, measures
from kamiza.lab.balance_page import page
from kamiza.lab.changes import game_with
from kamiza.lab.comparing import compared
from kamiza.lab.contest import Contest
from kamiza.lab.crew import Crew
from kamiza.lab.finding import Band, Proposal, as_rows, find, read_band
from kamiza.lab.journal import Journal, add_journal_arguments
from kamiza.lab.observing import Facts, Study, observe
from kamiza.lab.simulate import WRONG, read_value
from kamiza.lab.watching import add_crew_arguments, read_crew, tell_stopped, watched

Data = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game, e.g. battles")
    parser.add_argument("--games", type=int, default=400, help="for each table (400)")
    parser.add_argument("--bot", default="heuristic", help="who plays, on every seat (heuristic)")
    parser.add_argument(
        "--players", default="", metavar="N,N", help="only these numbers of players"
    )
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1, help="of the first shuffle (1)")
    parser.add_argument(
        "--skill", type=int, default=40, metavar="N", help="shuffles for skill and luck"
    )
    parser.add_argument("--strong", default="", help="the strong bot (plan, or search:200)")
    parser.add_argument("--weak", default="heuristic", help="the weak one (heuristic)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write it as JSON")
    parser.add_argument(
        "--change", action="append", default=[], metavar="KIND.CARD.NUMBER=VALUE",
        help="what if a designed number were another one",
    )  # fmt: skip
    parser.add_argument(
        "--find", default="", metavar="MEASURE=LOW..HIGH",
        help="the smallest changes that bring it there, e.g. god.abhoth=0.8..1.25",
    )  # fmt: skip
    parser.add_argument("--numbers", default="", help="which numbers may change, e.g. god.abhoth")
    parser.add_argument("--tries", type=int, default=24, help="changes tried by --find (24)")
    add_journal_arguments(parser)
    add_crew_arguments(parser)


@dataclass(frozen=True)
class Order:
    """What is wanted."""

    study: Study
    tables: list[Asked]  # each with one number of players
    games: int  # in all
    crew: Crew


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza balance`."""
    try:
        order = read_order(arguments)
        if arguments.find:
            return propose(arguments, order)
        return report_on(arguments, order)
    except (*WRONG, ContentError) as wrong:
        print(wrong, file=sys.stderr)
        return 2


# -- what is wanted ---------------------------------------------------------------------------


def read_order(arguments: argparse.Namespace) -> Order:
    rules = game(arguments.game)
    if arguments.games < 1 or arguments.tries < 1:
        raise ValueError("There must be at least one game, and one try.")
    make_bot(arguments.bot, rules, 0)
    settings = read_settings(arguments.setting)
    tables = chosen_tables(balance_of(rules).tables, arguments.players, settings)
    for table in tables:
        rules.start(Setup(table.seats[0], rules.trial_settings() | table.settings, 1))
    keys = tuple((table.seats[0], tuple(table.settings.items())) for table in tables)
    study = Study(arguments.game, keys, arguments.bot, arguments.seed, tuple(arguments.change))
    game_with(study.game, study.changes)
    return Order(study, tables, arguments.games * len(tables), read_crew(arguments))


def read_settings(texts: list[str]) -> dict[str, object]:
    pairs = [text.partition("=") for text in texts]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError("Write a setting as NAME=VALUE.")
    return {name: read_value(value) for name, _, value in pairs}


def chosen_tables(asked: list[Asked], players: str, settings: dict[str, object]) -> list[Asked]:
    """One for each number of players, of those that are wanted."""
    wanted = [part.strip() for part in players.split(",") if part.strip()]
    if not all(part.isdigit() for part in wanted):
        raise ValueError("Write numbers of players as 2,3,4.")
    found = [
        Asked(table.name, table.settings | settings, (seats,))
        for table in asked for seats in table.seats if not wanted or str(seats) in wanted
    ]  # fmt: skip
    if not found:
        raise ValueError(f"No table of this game has {players} players.")
    return found


# -- the report -------------------------------------------------------------------------------


def report_on(arguments: argparse.Namespace, order: Order) -> int:
    about: Data = {"study": repr(order.study), "digest": game(order.study.game).digest}
    with Journal(arguments.keep, about, arguments.resume) as journal:
        done = min(len(journal.rows), order.games)
        work = partial(observe, order.study)
        for found in watched(order.study.game, work, done, order.games, order.crew):
            journal.add(found)
    facts = journal.rows[: order.games]
    if len(facts) < len(order.tables):
        return tell_stopped(len(facts), order.games, "games", "There is nothing to tell yet.")
    report = make_report(arguments, order, facts)
    done = len(facts)
    if done == order.games and order.study.changes:
        before = as_it_is(order)
        done = len(before)
        if done == order.games:
            report["compared"] = side_by_side(order, before, facts)
    if done == order.games:
        report |= skill_and_luck(arguments, order)
    write(arguments, report)
    Console().print(summary(report))
    if done < order.games:
        how = "--resume goes on." if arguments.keep else "--keep FILE would let it go on."
        return tell_stopped(done, order.games, "games", how)
    return 0


def make_report(arguments: argparse.Namespace, order: Order, facts: list[Facts]) -> Data:
    rules = game_with(order.study.game, order.study.changes)
    content = read_toml(game_folder(rules.name), "game.toml").table("game")
    minutes = content.number("minutes")
    tables: list[Data] = []
    for place, table in enumerate(order.tables):
        of_table = [one for one in facts if one["table"] == place]
        told: Data = {"name": table.name, "seats": table.seats[0], "settings": table.settings}
        tables.append(told | measures.table_measures(of_table))
    typical = typical_table(tables)
    for one in tables:
        scale = minutes / typical["decisions"]["p50"]
        one["minutes"] = {key: value * scale for key, value in one["decisions"].items()}
    return {
        "game": rules.name, "title": content.text("title"), "digest": rules.digest,
        "rules": rules.book.version, "bot": order.study.bot, "seed": order.study.seed,
        "games": len(facts), "changes": list(order.study.changes), "minutes": minutes,
        "typical": {key: typical[key] for key in ("name", "seats")}, "tables": tables,
        "subjects": [measures.subject_measures(s, facts) for s in balance_of(rules).subjects],
        "options": measures.option_measures(facts),
    }  # fmt: skip


def typical_table(tables: list[Data]) -> Data:
    """The usual table with a middling number of players."""
    usual = [table for table in tables if table["name"] == tables[0]["name"]]
    return usual[len(usual) // 2]


def as_it_is(order: Order) -> list[Facts]:
    """The same shuffles with the cards as they are."""
    work = partial(observe, replace(order.study, changes=()))
    return list(watched("as it is", work, 0, order.games, order.crew))


def side_by_side(order: Order, before: list[Facts], after: list[Facts]) -> Data:
    subjects = balance_of(game(order.study.game)).subjects
    names = [(table.name, table.seats[0]) for table in order.tables]
    return compared(subjects, names, before, after, order.study.changes)


def skill_and_luck(arguments: argparse.Namespace, order: Order) -> Data:
    if arguments.skill < 2 or order.study.changes:
        return {}
    usual = [table for table in order.tables if table.name == order.tables[0].name]
    table = usual[len(usual) // 2]
    seats, settings = table.seats[0], tuple(table.settings.items())
    name, seed = order.study.game, order.study.seed
    strong = arguments.strong or strong_bot(game(name))
    contest = Contest(name, (strong, *[arguments.weak] * (seats - 1)), settings, seed)
    repeats = luck.Repeats(name, seats, settings, order.study.bot, seed)
    return {
        "skill": luck.skill(contest, max(2, arguments.skill // 4), order.crew, quiet=False),
        "luck": luck.luck(repeats, arguments.skill, order.crew, quiet=False),
    }


def strong_bot(rules: Game) -> str:
    return "plan" if has_learned(rules) else "search:200"


def write(arguments: argparse.Namespace, report: Data) -> None:
    if arguments.json:
        text = json.dumps(report, indent=1, ensure_ascii=False)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    if arguments.html:
        arguments.html.write_text(page(report), encoding="utf-8")


def summary(report: Data) -> Table:
    """What stands out: the subjects farthest from a fair share."""
    table = Table(title=f"{report['title']}: {report['games']:,} games", caption=told(report))
    for heading in ("", "share of a fair one", "95 %", "seen"):
        table.add_column(heading, justify="right" if heading else "left")
    for subject in report["subjects"]:
        rows = subject["rows"]
        shown = rows if len(rows) <= 12 else [*rows[:5], *rows[-5:]]
        for row in [] if subject["of_table"] else shown:
            bounds = f"{row['low']:.2f} to {row['high']:.2f}"
            name = f"{subject['title']}: {row['name']}"
            table.add_row(name, f"{row['mean']:.2f}", bounds, f"{row['count']:,}")
    return table


def told(report: Data) -> str:
    return "; ".join(
        f"{t['seats']} players ({t['name']}): {t['decisions']['p50']:.0f} decisions, "
        f"{t['rounds']['p50']:.0f} rounds"
        for t in report["tables"]
    )


# -- the search -------------------------------------------------------------------------------


def propose(arguments: argparse.Namespace, order: Order) -> int:
    if order.study.changes:
        raise ValueError("--find tries changes by itself; leave --change away.")
    band: Band = read_band(order.study.game, arguments.find, arguments.numbers)
    found: list[Proposal] = find(order.study, band, order.games, arguments.tries, order.crew)
    table = Table(title=f"{band.measure}: to between {band.low:g} and {band.high:g}")
    for heading in ("change", "steps", "before", "after", "95 %", ""):
        justify: Any = "left" if heading in ("change", "") else "right"
        table.add_column(heading, justify=justify, overflow="fold")
    for row in as_rows(band, found):
        table.add_row(*row)
    Console().print(table)
    if arguments.json:
        data = [proposal.as_json(band) for proposal in found]
        arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0
