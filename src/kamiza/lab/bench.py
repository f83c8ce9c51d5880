"""Speed of one runtime: random decisions, clones and search iterations per second, per game.

Machines are shared and noisy, so every figure is also given per *yardstick*: the CPU time of ten
million integer additions in a plain Python loop, measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from kamiza.bots.search import many_clones, many_random_games, search
from kamiza.core.game import Game, Setup, State
from kamiza.core.native import COMPILED
from kamiza.core.rng import Rng, fast_rng
from kamiza.games import NAMES, UnknownGame, game

ADDITIONS = 10_000_000
ROUNDS = 5  # the best of some rounds says most about the program and least about the neighbours


def yardstick() -> float:
    """CPU seconds of ten million integer additions."""
    total = 0
    begun = time.process_time()
    for number in range(ADDITIONS):
        total += number
    return time.process_time() - begun


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units of work per CPU second: `work(n)` does about n pieces and tells how many units."""
    pieces = 1
    while True:
        begun = time.process_time()
        units = work(pieces)
        spent = time.process_time() - begun
        if spent >= seconds:
            return units / spent
        pieces = max(2 * pieces, int(pieces * 1.2 * seconds / max(spent, 1e-6)))


def measure_table(rules: Game, seats: int, seconds: float) -> dict[str, float]:
    """The three figures of one game at one number of seats."""
    start = rules.start(Setup(seats, rules.trial_options(), 1))
    rng = fast_rng(seats)
    return {
        "decisions_per_second": best(lambda n: many_random_games(rules, start, n, rng), seconds),
        "clones_per_second": clone_rate(start, seconds),
        "search_iterations_per_second": best(lambda n: searched(rules, start, n, rng), seconds),
    }


def best(work: Callable[[int], int], seconds: float) -> float:
    return max(rate(work, seconds / ROUNDS) for _ in range(ROUNDS))


def clone_rate(state: State, seconds: float) -> float:
    """Clones per second. Where in its pools the allocator happens to stand can double the price
    of a clone, so each round keeps a few clones alive and begins somewhere else."""
    kept: list[State] = []
    fastest = 0.0
    for _ in range(ROUNDS):
        fastest = max(fastest, rate(lambda n: cloned(state, n), seconds / ROUNDS))
        kept += [state.clone() for _ in range(9)]
    return fastest


def cloned(state: State, times: int) -> int:
    many_clones(state, times)
    return times


def searched(rules: Game, state: State, iterations: int, rng: Rng) -> int:
    search(rules, rules.view(state, state.asked), iterations, 0.0, rng)
    return iterations


def measure(names: list[str], seconds: float) -> dict[str, object]:
    """All figures of this runtime."""
    sticks = [yardstick()]
    games: dict[str, dict[str, dict[str, float]]] = {}
    for name in names:
        rules = game(name)
        games[name] = {}
        for seats in range(rules.least_seats, rules.most_seats + 1):
            games[name][str(seats)] = measure_table(rules, seats, seconds)
            sticks.append(yardstick())
    return {
        "runtime": "compiled" if COMPILED else "interpreted",
        "python": platform.python_version(),
        "yardstick_seconds": min(sticks),
        "games": games,
    }


def show(results: list[dict[str, object]], console: Console) -> None:
    """The figures as a table, absolute and per yardstick."""
    table = Table(title="Speed on one core, CPU time")
    for heading in (
        "game",
        "seats",
        "runtime",
        "decisions/s",
        "per yardstick",
        "clone",
        "search/s",
    ):
        table.add_column(heading, justify="left" if heading in ("game", "runtime") else "right")
    for result in results:
        stick = result["yardstick_seconds"]
        games = result["games"]
        assert isinstance(stick, float)
        assert isinstance(games, dict)
        for name, by_seats in games.items():
            for seats, figures in by_seats.items():
                decisions = figures["decisions_per_second"]
                table.add_row(
                    name, seats, str(result["runtime"]), f"{decisions:,.0f}",
                    f"{decisions * stick:,.0f}", f"{1e9 / figures['clones_per_second']:,.0f} ns",
                    f"{figures['search_iterations_per_second']:,.0f}",
                )  # fmt: skip
    console.print(table)
    sticks = ", ".join(f"{r['runtime']} {r['yardstick_seconds']:.3f} s" for r in results)
    console.print(f"yardstick (ten million additions): {sticks}")


# -- the command ------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", help="one game; otherwise all")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each figure (1.0)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza bench`."""
    try:
        names = [game(arguments.game).name] if arguments.game else list(NAMES)
    except UnknownGame as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if not 0.01 <= arguments.seconds <= 600:
        print("--seconds must be between 0.01 and 600.", file=sys.stderr)
        return 2
    result = measure(names, arguments.seconds)
    if arguments.json:
        print(json.dumps(result, indent=2))
    else:
        show([result], Console())
    return 0
