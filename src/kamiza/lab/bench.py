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


class Bench:
    """One game at one number of seats, and the best it has done so far."""

    def __init__(self, rules: Game, seats: int) -> None:
        self.rules = rules
        self.start = rules.start(Setup(seats, rules.trial_settings(), 1))
        self.rng = fast_rng(seats)
        self.kept: list[State] = []
        self.figures: dict[str, float] = {}

    def go_round(self, seconds: float) -> None:
        """Measure each of the three figures once more."""
        rules, start, rng = self.rules, self.start, self.rng
        self.try_for("decisions", lambda n: many_random_games(rules, start, n, rng), seconds)
        self.try_for("clones", lambda n: cloned(start, n), seconds)
        self.try_for("search_iterations", lambda n: searched(rules, start, n, rng), seconds)
        # Where in its pools the allocator happens to stand can double the price of a clone, so
        # some stay alive and the next round begins somewhere else.
        self.kept += [start.clone() for _ in range(9)]

    def try_for(self, what: str, work: Callable[[int], int], seconds: float) -> None:
        name = f"{what}_per_second"
        self.figures[name] = max(self.figures.get(name, 0.0), rate(work, seconds))


def cloned(state: State, times: int) -> int:
    many_clones(state, times)
    return times


def searched(rules: Game, state: State, iterations: int, rng: Rng) -> int:
    search(rules, rules.view(state, state.asked), iterations, 0.0, rng)
    return iterations


def measure(names: list[str], seconds: float) -> dict[str, object]:
    """All figures of this runtime. Neighbours disturb for seconds at a time, so every round goes
    through all games, and each figure has its chance at several moments."""
    games: dict[str, dict[str, Bench]] = {}
    for name in names:
        rules = game(name)
        seats = range(rules.least_seats, rules.most_seats + 1)
        games[name] = {str(count): Bench(rules, count) for count in seats}
    sticks: list[float] = []
    for _ in range(ROUNDS):
        for by_seats in games.values():
            for bench in by_seats.values():
                bench.go_round(seconds / ROUNDS)
            sticks.append(yardstick())
    return {
        "runtime": "compiled" if COMPILED else "interpreted",
        "python": platform.python_version(),
        "yardstick_seconds": min(sticks),
        "games": {
            name: {seats: bench.figures for seats, bench in by_seats.items()}
            for name, by_seats in games.items()
        },
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
