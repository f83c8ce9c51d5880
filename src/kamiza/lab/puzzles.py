"""`kamiza puzzles`: find puzzles in games between bots, or look again at those there are.

The same seed gives the same puzzles. With `--keep` every game is noted down, and work that was
stopped goes on with `--resume`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Generator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from kamiza.bots.puzzles import FILE, Puzzle, PuzzleOption, as_toml, custom_of, puzzles_of
from kamiza.core.content import game_folder
from kamiza.core.game import Game, Setup
from kamiza.core.rng import fast_rng
from kamiza.games import REGISTRY, UnknownGame, game
from kamiza.lab.crew import Crew, Stop, in_order
from kamiza.lab.journal import Journal, add_journal_arguments
from kamiza.lab.puzzle_search import find_in_game, trouble_with
from kamiza.lab.watching import STOPPING, add_crew_arguments, bar, read_crew, tell_stopped, watched

GAMES_EACH = 200  # games for each puzzle that is wanted; then it is given up
ALIKE = 8  # at most one puzzle in so many has the same answer
STOPPED: dict[str, Any] = {}  # no more games
EPILOG = """examples:
  kamiza puzzles                          how many there are
  kamiza puzzles kodama --check           look at every one of them again
  kamiza puzzles kodama --find 100        find them anew, into the folder of the game
  kamiza puzzles kodama --find 100 --keep build/kodama.jsonl --resume"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("game", nargs="?", help="which game, e.g. kodama")
    parser.add_argument("--find", type=int, metavar="N", help="find so many, and write them down")
    parser.add_argument("--check", action="store_true", help="is every puzzle still what it says?")
    parser.add_argument("--only", type=int, metavar="N", help="check only so many, spread evenly")
    parser.add_argument("--seed", type=int, default=1, help="of games and of looking (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here, not to the game")
    add_journal_arguments(parser)
    add_crew_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza puzzles`."""
    if arguments.game is None:
        for name in REGISTRY:
            print(f"{name:10} {len(puzzles_of(name)):4} puzzles")
        return 0
    try:
        rules, crew = game(arguments.game), read_crew(arguments)
        if arguments.find is not None:
            return find(rules, arguments, crew)
    except (UnknownGame, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if arguments.check:
        return check(rules, arguments, crew)
    print(f"{rules.name}: {len(puzzles_of(rules.name))} puzzles. kamiza puzzle {rules.name}")
    return 0


# -- finding ----------------------------------------------------------------------------------


def find(rules: Game, arguments: argparse.Namespace, crew: Crew) -> int:
    wanted, seed = arguments.find, arguments.seed
    if wanted < 1:
        raise ValueError("Find at least one.")
    about = {"puzzles": rules.name, "seed": seed, "version": rules.book.version}
    with Journal(arguments.keep, about | {"digest": rules.digest}, arguments.resume) as journal:
        found = chosen(journal.rows, wanted)
        with bar("puzzles") as shown, Stop(lambda: shown.console.print(STOPPING)) as stop:
            task = shown.add_task(rules.name, total=wanted, completed=len(found))
            more = played(rules, seed, len(journal.rows), wanted, crew, stop)
            while len(found) < wanted and (row := next(more, STOPPED)) is not STOPPED:
                journal.add(row)
                found = chosen(journal.rows, wanted)
                shown.update(task, completed=len(found))
            more.close()
        games = len(journal.rows)
    if len(found) < wanted and games < GAMES_EACH * wanted:
        how = "--resume goes on." if arguments.keep else "--keep FILE would let it go on."
        return tell_stopped(len(found), wanted, "puzzles", how)
    target = arguments.out or Path(str(game_folder(rules.name) / FILE))
    target.write_text(as_toml(found, head_of(rules, arguments, games)), encoding="utf-8")
    print(f"{len(found)} puzzles from {games:,} games, written to {target}")
    return 0


def played(
    rules: Game, seed: int, first: int, wanted: int, crew: Crew, stop: Stop
) -> Generator[dict[str, Any] | None, None, None]:
    """Game after game, each as what was found in it."""
    work = partial(found_row, rules.name, seed)
    yield from in_order(work, first, GAMES_EACH * wanted, crew, stop)


def found_row(name: str, seed: int, number: int) -> dict[str, Any] | None:
    """By whoever works: one game, and what was found in it."""
    puzzle = find_in_game(name, seed, number)
    return None if puzzle is None else as_row(puzzle)


def chosen(rows: list[Any], wanted: int) -> list[Puzzle]:
    """The first puzzles that were found; no answer comes again too often."""
    count: Counter[tuple[str, ...]] = Counter()
    found: list[Puzzle] = []
    for row in rows:
        if row is None:
            continue
        puzzle = read_row(row, len(found) + 1)
        answer = puzzle.answer.moves
        if count[answer] < max(1, wanted // ALIKE) and len(found) < wanted:
            count[answer] += 1
            found.append(puzzle)
    return found


def head_of(rules: Game, arguments: argparse.Namespace, games: int) -> str:
    gap = round(100 * custom_of(rules).gap)
    return (
        f"Written by `kamiza puzzles {rules.name} --find {arguments.find} --seed {arguments.seed}`"
        f", never by hand; docs/puzzles.md\ntells how. Found in {games:,} games of rules"
        f" {rules.book.version}, cards {rules.digest}; the best is at least {gap} per cent better"
        " than\nanything else: in one look, in two of twice the budget, and in games played out."
        "\nThe first option is the answer; chances in thousandths."
    )


def as_row(puzzle: Puzzle) -> dict[str, Any]:
    setup = puzzle.setup
    return {
        "game": puzzle.game,
        "setup": {"seats": setup.seats, "settings": setup.settings, "seed": setup.seed},
        "moves": puzzle.moves,
        "you": puzzle.you,
        "task": puzzle.task,
        "answer": asdict(puzzle.answer),
        "others": [asdict(option) for option in puzzle.others],
    }


def read_row(row: dict[str, Any], number: int) -> Puzzle:
    def option(told: dict[str, Any]) -> PuzzleOption:
        return PuzzleOption(tuple(told["moves"]), told["chance"], told["why"])

    setup = Setup(row["setup"]["seats"], row["setup"]["settings"], row["setup"]["seed"])
    return Puzzle(
        row["game"], number, setup, tuple(row["moves"]), row["you"], row["task"],
        option(row["answer"]), tuple(option(one) for one in row["others"]),
    )  # fmt: skip


# -- checking ---------------------------------------------------------------------------------


def look_again(name: str, numbers: list[int], seed: int, place: int) -> str:
    puzzle = puzzles_of(name)[numbers[place] - 1]
    return trouble_with(puzzle, fast_rng(seed * 7_368_787 + puzzle.number))


def check(rules: Game, arguments: argparse.Namespace, crew: Crew) -> int:
    """Every puzzle again, with other chance; what is no longer so is told."""
    numbers = [puzzle.number for puzzle in puzzles_of(rules.name)]
    if arguments.only and arguments.only < len(numbers):
        step = len(numbers) / arguments.only
        numbers = [numbers[int(place * step)] for place in range(arguments.only)]
    work = partial(look_again, rules.name, numbers, arguments.seed + 1)
    wrong = done = 0
    for trouble in watched(rules.name, work, 0, len(numbers), crew, unit="puzzles"):
        if trouble:
            wrong += 1
            print(f"puzzle {numbers[done]}: {trouble}")
        done += 1
    print(f"{rules.name}: {done - wrong} of {done} puzzles are sound")
    if done < len(numbers):
        return tell_stopped(done, len(numbers), "puzzles", "")
    return 1 if wrong else 0
