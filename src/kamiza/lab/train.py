"""`kamiza train GAME`: let a game learn what its positions are worth.

Quick bots play, as the recipe in the game's `bots.toml` says; weights are learned from their games,
checked on games that were not learned from, and tried in games against the former weights. Only if
they are not worse, they are written to the game's `value.toml`. The same seed gives the same.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kamiza.bots.learned import FILE, has_learned
from kamiza.bots.styles import bots_table
from kamiza.core.content import Table, game_folder
from kamiza.core.game import Game
from kamiza.games import UnknownGame, game
from kamiza.lab import calibration
from kamiza.lab.contest import Contest, rounds, share_of
from kamiza.lab.crew import Crew, in_order
from kamiza.lab.training_data import Recipe, Sample, play_number
from kamiza.lab.value_file import Learned, as_toml

GATE_GAMES = 96
CHECKED_GAMES = 4000  # one position of each
WITHOUT_NUMPY = "Learning needs numpy: pip install 'kamiza[train]'."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game, e.g. kamisama")
    parser.add_argument("--seed", type=int, default=1, help="of games and of learning (1)")
    parser.add_argument("--games", type=int, default=0, help="for each number of seats (recipe)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (all cores)")
    parser.add_argument("--gate", type=int, default=GATE_GAMES, help=f"games ({GATE_GAMES})")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here, not to the game")
    parser.add_argument(
        "--check", action="store_true",
        help="learn nothing: are the chances true, in games not learned from? --out: a picture",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza train`."""
    if arguments.check:
        return check_chances(arguments)
    try:
        import kamiza.lab.fitting  # noqa: F401 only to see whether numpy is there
    except ImportError:
        print(WITHOUT_NUMPY, file=sys.stderr)
        return 2
    try:
        rules = game(arguments.game)
        recipes = read_recipes(rules, arguments.seed, arguments.games)
    except (UnknownGame, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    jobs = arguments.jobs or os.cpu_count() or 1
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        tables = [learn(rules, recipe, jobs, bar) for recipe in recipes]
        for learned in tables:
            console.print(summary(learned))
        text = as_toml(rules, tables)
        if not passes(rules, tables, text, arguments.gate, jobs, bar, console):
            return 1
    target = arguments.out or Path(str(game_folder(rules.name) / FILE))
    target.write_text(text, encoding="utf-8")
    console.print(f"written to {target}")
    return 0


def check_chances(arguments: argparse.Namespace) -> int:
    """`kamiza train GAME --check`: how often what was predicted came true."""
    try:
        rules = game(arguments.game)
        recipes = read_recipes(rules, arguments.seed, arguments.games or CHECKED_GAMES)
    except (UnknownGame, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    console = Console()
    found = []
    for recipe in recipes:
        one = calibration.check(recipe, arguments.jobs or os.cpu_count() or 1)
        found.append(one)
        console.print(
            f"{one.table}: {one.games:,} games; predicted and real differ by at most "
            f"{one.worst:.3f}: "
            + ", ".join(
                f"{b.predicted / b.count:.0%} → {b.real / b.count:.0%} ({b.count:,})"
                for b in one.bins
                if b.count >= calibration.FEW
            )
        )
    if arguments.out:
        arguments.out.write_text(calibration.plot(rules.name, found), encoding="utf-8")
        console.print(f"written to {arguments.out}")
    return 0 if all(one.worst <= calibration.TOLD for one in found) else 1


def read_recipes(rules: Game, seed: int, games: int) -> list[Recipe]:
    """The recipes of a game, one for each number of seats."""
    content = bots_table(rules)
    if not rules.feature_names or "training" not in content.data:
        raise ValueError(f"{rules.name} has no features, or no recipe in its bots.toml.")
    found = [read_recipe(rules, table, seed) for table in content.tables("training", "seats")]
    return [replace(recipe, games=games) for recipe in found] if games else found


def read_recipe(rules: Game, table: Table, seed: int) -> Recipe:
    chosen = table.data.get("settings", [{}])
    if not isinstance(chosen, list) or not all(isinstance(one, dict) for one in chosen):
        raise table.error("settings", "must be a list of settings")
    settings = tuple(rules.trial_settings() | one for one in chosen)
    games, every = table.number("games", 1), table.number("every", 1)
    seats = table.number("seats", 1)
    sides = table.number("sides", 1) if "sides" in table.data else seats
    strays = table.number("strays", 0, 500) if "strays" in table.data else 0
    at = table.table("strays_at") if "strays_at" in table.data else None
    strays_at = tuple((key, at.number(key, 0, 500)) for key in at.data) if at else ()
    by_points = table.flag("by_points")
    return Recipe(
        rules.name, seats, sides, settings, games, every, seed, strays, strays_at, by_points
    )


def learn(rules: Game, recipe: Recipe, jobs: int, bar: Progress) -> Learned:
    """Play, learn, check."""
    from kamiza.lab import fitting

    task = bar.add_task(f"{recipe.table}: playing", total=recipe.games)
    sample = gather(recipe, jobs, bar, task)
    data = fitting.as_data(sample, recipe.sides, len(rules.feature_names))
    if recipe.by_points:
        weights = fitting.by_points(data, len(rules.stage_names))
    else:
        rates = fitting.rates()
        bar.update(task, description=f"{recipe.table}: learning", total=len(rates), completed=0)
        fit = fitting.Fit(data, len(rules.stage_names), recipe.seed)
        for rate in rates:
            fit.epoch(rate)
            bar.advance(task)
        weights = fit.rounded()
    found = fitting.check(data, weights)
    return Learned(
        recipe, len(sample.numbers), weights, found.cross_entropy, found.uniform, found.positions,
        found.bins,
    )  # fmt: skip


def gather(recipe: Recipe, jobs: int, bar: Progress, task: TaskID) -> Sample:
    """All positions in the order of their games, however many processes played them."""
    whole = Sample()
    for part in in_order(partial(play_number, recipe), 0, recipe.games, Crew(jobs)):
        whole.add(part)
        bar.advance(task)
    return whole


def summary(learned: Learned) -> str:
    far = max((abs(p - r) for p, r, count in learned.bins if count >= 50), default=0.0)
    return (
        f"{learned.recipe.table}: {learned.recipe.games:,} games, "
        f"{learned.positions:,} positions; cross-entropy {learned.cross_entropy:.3f} "
        f"(knowing nothing {learned.uniform:.3f}); predicted and real differ by at most {far:.3f}"
    )


# -- the gate ---------------------------------------------------------------------------------


def passes(
    rules: Game, tables: list[Learned], text: str, games: int, jobs: int, bar: Progress,
    console: Console,
) -> bool:  # fmt: skip
    """Are the new weights at least not worse than the former ones, at every number of seats? The
    first weights of a game are measured by its quick bot."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_text(text, encoding="utf-8")
        for learned in tables if games else []:
            contest = against_former(rules, learned, file)
            task = bar.add_task(f"{learned.recipe.table}: gate", total=games)
            wanted = max(2, games // len(contest.seatings()))
            played = []
            for found in rounds(contest, 0, wanted, Crew(jobs)):
                played.append(found)
                bar.advance(task, found.games)
            share = share_of(contest.bots[0], played)
            even = 1.0 / len(contest.bots)
            console.print(
                f"{learned.recipe.table}: the new value wins {share.mean:.1%} "
                f"({share.low:.1%} to {share.high:.1%}), an even share is {even:.1%}"
            )
            if share.high < even:
                console.print("That is worse than before; nothing is written.")
                return False
    return True


def against_former(rules: Game, learned: Learned, file: Path) -> Contest:
    seats = learned.recipe.seats
    former = "plan" if has_learned(rules) else "heuristic"
    bots = (f"plan:value={file}", *[former] * (seats - 1))
    settings = learned.recipe.settings[0]
    return Contest(rules.name, bots, tuple(settings.items()), learned.recipe.seed + 900_000)
