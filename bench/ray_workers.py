"""How much faster two workers are than one, as processes and on a local Ray cluster.

    python bench/ray_workers.py --games 1000

Machines are shared, so rounds alternate, that neighbours disturb all alike, and the best round of
each counts; the load is told.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial

from kamiza.lab.crew import LOCAL_RAY, Crew, in_order
from kamiza.lab.simulation import Plan, play_one

PLAN = Plan("battles", ("heuristic",) * 4, (), 1)


def measure(games: int, crew: Crew) -> float:
    """Games a second, after a warm-up."""
    begun = time.perf_counter()
    done = sum(1 for _ in in_order(partial(play_one, PLAN), 0, games, crew))
    return done / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    best: dict[tuple[str, int], float] = {}
    for _ in range(arguments.rounds):
        for workers in (1, 2):
            found = {"processes": measure(arguments.games, Crew(workers))}
            found["Ray"] = on_ray(arguments.games, workers)
            for kind, speed in found.items():
                best[kind, workers] = max(best.get((kind, workers), 0.0), speed)
    for kind in ("processes", "Ray"):
        one, two = best[kind, 1], best[kind, 2]
        print(f"{kind}: 1 worker {one:.0f} games/s, 2 workers {two:.0f}: {two / one:.2f} times")
    print("load average:", " ".join(f"{load:.1f}" for load in os.getloadavg()))


def on_ray(games: int, workers: int) -> float:
    """On a cluster that is warm: Ray needs seconds to start, once."""
    import ray

    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        measure(4 * workers, Crew(workers, LOCAL_RAY))
        return measure(games, Crew(workers, LOCAL_RAY))
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
