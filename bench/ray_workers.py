"""How much faster two workers are than one, as processes and on a local Ray cluster.

    python bench/ray_workers.py --games 300 --rounds 6

Machines are shared, so short slices of one and of two workers take turns, that neighbours disturb
both alike, and their sums are compared; the load is told.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial

from kamiza.lab.crew import LOCAL_RAY, Crew, in_order
from kamiza.lab.simulation import Plan, play_one

PLAN = Plan("battles", ("heuristic",) * 4, (), 1)


def seconds(games: int, crew: Crew) -> float:
    begun = time.perf_counter()
    for _ in in_order(partial(play_one, PLAN), 0, games, crew):
        pass
    return time.perf_counter() - begun


def compare(kind: str, games: int, rounds: int, ray: str) -> None:
    """One worker and two in turn, again and again; the sums are compared."""
    spent = {1: 0.0, 2: 0.0}
    for _ in range(rounds):
        for workers in spent:
            spent[workers] += seconds(games, Crew(workers, ray))
    one, two = (games * rounds / spent[workers] for workers in (1, 2))
    print(f"{kind}: 1 worker {one:.0f} games/s, 2 workers {two:.0f}: {two / one:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=300, help="in each slice (300)")
    parser.add_argument("--rounds", type=int, default=6, help="slices of each (6)")
    arguments = parser.parse_args()
    import ray

    compare("processes", arguments.games, arguments.rounds, "")
    ray.init(address=LOCAL_RAY, num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        seconds(8, Crew(2, LOCAL_RAY))  # Ray needs seconds to start, once
        compare("Ray", arguments.games, arguments.rounds, LOCAL_RAY)
    finally:
        ray.shutdown()
    print("load average:", " ".join(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
