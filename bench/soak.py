"""Many random games of every game and seat count, without an error.

    python bench/soak.py --games 100000 [--game shintoh] [--jobs 2]

Every game must end and leave a position that loads again. One in a hundred is also played move by
move with every law of its game watched.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.progress import Progress

from kamiza.bots.search import random_play
from kamiza.cases.playthrough import RandomPlay, play_out
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game, laws

CHUNK = 500
WATCHED_EVERY = 100


def play_chunk(name: str, seats: int, first: int, last: int) -> tuple[int, int]:
    """Games number first to last - 1; how many, and the decisions of the longest."""
    rules = game(name)
    longest = 0
    for number in range(first, last):
        state = rules.start(Setup(seats, rules.trial_settings(), number))
        longest = max(longest, random_play(rules, state, fast_rng(number ^ 0xA11CE)))
        rules.load(rules.save(state))
        if number % WATCHED_EVERY == 0:
            watch(name, seats, number)
    return last - first, longest


def watch(name: str, seats: int, number: int) -> None:
    """One game under the eyes of all laws."""
    known = laws(name)
    plan = RandomPlay(1, [seats])
    rules = game(name)
    setup = Setup(seats, rules.trial_settings(), number)
    played = play_out(rules, setup, plan, known.watched)
    for rule in known:
        problem = known.problem(rule, played)
        if problem:
            raise AssertionError(f"{name}, {seats} seats, seed {number}: [{rule}] {problem}")


def soak(name: str, seats: int, games: int, jobs: int, bar: Progress) -> int:
    """All games of one seat count; the decisions of the longest."""
    task = bar.add_task(f"{name}, {seats} seats", total=games)
    longest = 0
    with ProcessPoolExecutor(jobs) as pool:
        chunks = [
            pool.submit(play_chunk, name, seats, first, min(first + CHUNK, games))
            for first in range(0, games, CHUNK)
        ]
        for chunk in as_completed(chunks):
            done, most = chunk.result()
            longest = max(longest, most)
            bar.advance(task, done)
    return longest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000, help="per seat count")
    parser.add_argument("--game", choices=NAMES, help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    results = []
    with Progress() as bar:
        for name in [arguments.game] if arguments.game else NAMES:
            rules = game(name)
            for seats in range(rules.least_seats, rules.most_seats + 1):
                longest = soak(name, seats, arguments.games, arguments.jobs, bar)
                results.append(f"{name}, {seats} seats: longest game {longest} decisions")
    print("\n".join(results))
    print(f"{len(results) * arguments.games} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
