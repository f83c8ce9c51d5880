"""`kamiza dataset`: games as a data set others can train on, and whether such a file is true."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from kamiza.core.record import RecordError
from kamiza.core.refusal import Refusal
from kamiza.lab.crew import Crew
from kamiza.lab.journal import RESUME
from kamiza.lab.rows import Row, difference, made_again, play_rows
from kamiza.lab.simulate import WRONG, about, add_table_arguments, read_plan
from kamiza.lab.simulation import Plan
from kamiza.lab.watching import read_crew, tell_stopped, watched

if TYPE_CHECKING:
    from kamiza.lab.parquet import Parts

WITHOUT_PYARROW = "Data sets need pyarrow: pip install 'kamiza[lab]'."
PART = 200  # games
PART_DECISIONS = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", help="which game, e.g. shintoh")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it here")
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay all its games")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--bots", default="heuristic,heuristic", help="one per seat")
    parser.add_argument("--decisions", action="store_true", help="also a row for every decision")
    parser.add_argument("--resume", action="store_true", help="go on with what is there")
    add_table_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza dataset`."""
    try:
        import kamiza.lab.parquet  # noqa: F401 only to see whether pyarrow is there
    except ImportError:
        print(WITHOUT_PYARROW, file=sys.stderr)
        return 2
    try:
        if arguments.check is not None:
            return check(arguments.check, read_crew(arguments))
        if not arguments.game or arguments.out is None:
            raise ValueError("Name a game and --out FILE, or --check FILE.")
        return make(arguments, read_plan(arguments), read_crew(arguments))
    except WRONG as wrong:
        print(wrong, file=sys.stderr)
        return 2


# -- making -----------------------------------------------------------------------------------


def make(arguments: argparse.Namespace, plan: Plan, crew: Crew) -> int:
    parts, done = begin(arguments, plan)
    wanted: int = arguments.games
    if done < wanted:
        done = fill(parts, plan, arguments.decisions, done, wanted, crew)
    if done < wanted:
        return tell_stopped(done, wanted, "games", "--resume goes on.")
    parts.put_together()
    Console().print(f"{done:,} games written to {arguments.out}")
    return 0


def begin(arguments: argparse.Namespace, plan: Plan) -> tuple[Parts, int]:
    """The parts that are there, if they may be gone on with, and how many games they have."""
    from kamiza.lab.parquet import Parts, about_of

    file: Path = arguments.out
    of = about(plan) | {"decisions": arguments.decisions}
    parts = Parts(file, of, arguments.decisions)
    is_there = file.exists() or parts.folder.exists()
    if is_there and not arguments.resume:
        raise ValueError(f"{file} is there already: {RESUME}.")
    if file.exists():
        if about_of(file) != of:
            raise ValueError(f"{file} holds another data set; name another file.")
        parts.take_in(file)
    return parts, parts.begin()


def fill(parts: Parts, plan: Plan, with_decisions: bool, done: int, wanted: int, crew: Crew) -> int:
    """Play, and write a part now and then; how many games there are at the end."""
    work = partial(play_rows, plan, with_decisions)
    games: list[Row] = []
    decisions: list[Row] = []
    for row, its_decisions in watched(plan.game, work, done, wanted, crew):
        games.append(row)
        decisions += its_decisions
        if len(games) >= PART or len(decisions) >= PART_DECISIONS:
            parts.add(done, games, decisions)
            done += len(games)
            games, decisions = [], []
    if games:
        parts.add(done, games, decisions)
    return done + len(games)


# -- checking ---------------------------------------------------------------------------------


def check(file: Path, crew: Crew) -> int:
    """Replay every game, and compare every number."""
    from kamiza.lab.parquet import about_of, count_of, decisions_beside, groups_of

    with_decisions = bool(about_of(file)["decisions"])
    if with_decisions and groups_of(decisions_beside(file)) != groups_of(file):
        raise ValueError(f"{decisions_beside(file)} does not belong to {file}.")
    groups, games = groups_of(file), 0
    work = partial(check_group, file, with_decisions)
    for number, wrong in enumerate(watched("checking", work, 0, groups, crew, unit="parts"), 1):
        if wrong:
            print(wrong, file=sys.stderr)
            return 1
        games = number
    if games < groups:
        return tell_stopped(games, groups, "parts", "All of them are true so far.")
    Console().print(f"{count_of(file):,} games replayed: every row is true.")
    return 0


def check_group(file: Path, with_decisions: bool, group: int) -> str:
    """What is wrong with the games of one group, or nothing; runs inside a worker."""
    from kamiza.lab.parquet import decisions_beside, rows_of

    told: dict[int, list[Row]] = {}
    for row in rows_of(decisions_beside(file), group) if with_decisions else []:
        told.setdefault(row["number"], []).append(row)
    for row in rows_of(file, group):
        wrong = check_game(row, told.pop(row["number"], []), with_decisions)
        if wrong:
            return f"game {row['number']}: {wrong}"
    return f"game {min(told)}: there are decisions and no game" if told else ""


def check_game(row: Row, told: list[Row], with_decisions: bool) -> str:
    try:
        found, decisions = made_again(row, with_decisions)
    except (RecordError, Refusal, ValueError) as wrong:
        return str(wrong)
    column = difference(row, found)
    if column:
        return f"{column} is {row[column]!r}, and the replay gives {found[column]!r}"
    if len(told) != len(decisions):
        return f"there are {len(told)} decisions, and the replay gives {len(decisions)}"
    for mine, theirs in zip(told, decisions):
        column = difference(mine, theirs)
        if column:
            return f"decision {mine['step']}: {column} is not what the replay gives"
    return ""
