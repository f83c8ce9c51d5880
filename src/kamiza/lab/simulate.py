"""Many games between bots, over several processes, and a table of what came out."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kamiza.bots import UnknownBot, make_bot
from kamiza.core.action import NOBODY, Refusal
from kamiza.core.game import Setup, State
from kamiza.games import UnknownGame, game

Part = TypeVar("Part")
CHUNK_SECONDS = 1.0  # how much work a process gets at a time; keeps the progress bar moving


@dataclass
class Tally:
    """What is counted per bot, over the seats it played."""

    played: int = 0
    wins: float = 0.0
    score: int = 0
    squares: int = 0
    ranks: int = 0

    def add(self, other: Tally) -> None:
        self.played += other.played
        self.wins += other.wins
        self.score += other.score
        self.squares += other.squares
        self.ranks += other.ranks


@dataclass
class Report:
    """What came out of some games."""

    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    bots: dict[str, Tally] = field(default_factory=dict)
    seats: list[float] = field(default_factory=list)  # wins by seat

    def add(self, other: Report) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.shortest = min(self.shortest or other.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        for name, tally in other.bots.items():
            self.bots.setdefault(name, Tally()).add(tally)
        self.seats = [a + b for a, b in zip(self.seats or [0.0] * len(other.seats), other.seats)]


@dataclass(frozen=True)
class Plan:
    """What to simulate. Game number n has seed `seed + n`; the bots move round the table, so
    that nobody keeps the better seat."""

    game: str
    bots: tuple[str, ...]
    settings: tuple[tuple[str, object], ...]
    seed: int


def course(plan: Plan, number: int) -> Iterator[tuple[State, int]]:
    """One game from its set-up to its end: each state with the answer it is about to get, and at
    last the final state with the answer that ended the game."""
    rules = game(plan.game)
    seed = plan.seed + number
    names = seated(plan, number)
    bots = [make_bot(name, rules, seed * 16 + seat) for seat, name in enumerate(names)]
    state = rules.start(Setup(len(names), rules.trial_settings() | dict(plan.settings), seed))
    action = 0
    while state.asked != NOBODY:
        action = bots[state.asked].choose(rules.view(state, state.asked))
        yield state, action
        rules.apply(state, action)
    yield state, action


def seated(plan: Plan, number: int) -> list[str]:
    """The bots of a game by seat."""
    count = len(plan.bots)
    return [plan.bots[(seat + number) % count] for seat in range(count)]


def play_one(plan: Plan, number: int) -> Report:
    """One game, counted."""
    rules = game(plan.game)
    decisions = -1
    for state, _ in course(plan, number):  # noqa: B007 the last one counts
        decisions += 1
    return counted(seated(plan, number), decisions, rules.scores(state), rules.ranks(state))


def counted(names: list[str], decisions: int, scores: list[int], ranks: list[int]) -> Report:
    share = 1.0 / ranks.count(1)
    report = Report(1, decisions, decisions, decisions)
    for seat, name in enumerate(names):
        won = share if ranks[seat] == 1 else 0.0
        report.seats.append(won)
        tally = Tally(1, won, scores[seat], scores[seat] ** 2, ranks[seat])
        report.bots.setdefault(name, Tally()).add(tally)
    return report


def play_some(plan: Plan, first: int, last: int) -> Report:
    """Games number `first` to `last - 1`; runs inside a worker process."""
    report = Report()
    for number in range(first, last):
        report.add(play_one(plan, number))
    return report


def simulate(plan: Plan, games: int, jobs: int) -> Iterator[Report]:
    """Reports of parts of the games, as they are finished; their sum does not depend on `jobs`."""
    return spread(partial(play_some, plan), games, jobs)


def spread(work: Callable[[int, int], Part], games: int, jobs: int) -> Iterator[Part]:
    """Do `work(first, last)` for all games, over several processes, in chunks of about a second."""
    begun = time.perf_counter()
    yield work(0, 1)
    one = max(time.perf_counter() - begun, 1e-4)
    size = max(1, min(2000, round(CHUNK_SECONDS / one), -(-(games - 1) // max(1, jobs))))
    chunks = [(first, min(first + size, games)) for first in range(1, games, size)]
    if jobs == 1:
        yield from (work(first, last) for first, last in chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: set[Future[Part]] = set()
        while chunks or waiting:
            while chunks and len(waiting) < 2 * jobs:
                waiting.add(pool.submit(work, *chunks.pop(0)))
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)


def interval(wins: float, played: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    z = 1.96
    rate = wins / played
    middle = (rate + z * z / (2 * played)) / (1 + z * z / played)
    half = z / (1 + z * z / played)
    half *= math.sqrt(rate * (1 - rate) / played + z * z / (4 * played * played))
    return max(0.0, middle - half), min(1.0, middle + half)


# -- the command ------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game, e.g. shintoh")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument(
        "--bots",
        default="heuristic,random,random",
        help="one per seat, e.g. search:20ms,heuristic,heuristic",
    )
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (all cores)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (1)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a table option"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


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
    """The plan of the arguments, tried out before any work begins."""
    if arguments.games < 1 or arguments.jobs < 0:
        raise ValueError("There must be at least one game, and no negative number of jobs.")
    rules = game(arguments.game)
    bots = tuple(name.strip() for name in arguments.bots.split(","))
    for name in bots:
        make_bot(name, rules, 0)
    options = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"'{text}': write an option as NAME=VALUE.")
        options[name] = read_value(value)
    rules.start(Setup(len(bots), options, arguments.seed))
    return Plan(arguments.game, bots, tuple(options.items()), arguments.seed)


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
        task = bar.add_task(f"{plan.game}: {', '.join(plan.bots)}", total=games)
        for part in simulate(plan, games, jobs):
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
        "games": report.games,
        "seconds": round(seconds, 3),
        "decisions": {
            "mean": report.decisions / report.games,
            "shortest": report.shortest,
            "longest": report.longest,
        },
        "wins_by_seat": [won / report.games for won in report.seats],
        "results": {name: bot_json(tally) for name, tally in report.bots.items()},
    }


def bot_json(tally: Tally) -> dict[str, object]:
    mean = tally.score / tally.played
    low, high = interval(tally.wins, tally.played)
    return {
        "seats_played": tally.played,
        "win_rate": tally.wins / tally.played,
        "win_rate_95": [low, high],
        "mean_score": mean,
        "score_deviation": math.sqrt(max(0.0, tally.squares / tally.played - mean * mean)),
        "mean_rank": tally.ranks / tally.played,
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
    return list(zip("ABCDEF", report.seats))
