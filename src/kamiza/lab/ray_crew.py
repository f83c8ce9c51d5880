"""Work on a Ray cluster: the same chunks in the same order as `crew.py`, done wherever Ray likes.

Each chunk is a task that Ray does not try again by itself: a chunk whose worker or machine died is
handed out again by us, so that it is known how often, and counted once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from kamiza.lab.crew import LOCAL_RAY, LOOK_SECONDS, Chunks, Crew, Result, Stop, do_some

AHEAD = 2  # chunks for each worker, so that none waits for us


class NoRay(Exception):
    """Ray is not installed, or there is no cluster at that address."""


def imported() -> Any:
    try:
        import ray
    except ImportError:
        raise NoRay("Ray is not installed: pip install 'kamiza[ray]'.") from None
    return ray


def by_ray(
    work: Callable[[int], Result], first: int, last: int, crew: Crew, stop: Stop
) -> Iterator[Result]:
    ray = imported()
    is_ours = not ray.is_initialized()
    if is_ours:
        begin(ray, crew)
    try:
        workers = crew.workers or round(ray.cluster_resources().get("CPU", 1))
        yield from shared_out(ray, work, Chunks(first, last, workers), workers, stop)
    finally:
        if is_ours:
            ray.shutdown()


def begin(ray: Any, crew: Crew) -> None:
    """A cluster on this machine, or one that is there."""
    settings: dict[str, object] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if crew.ray == LOCAL_RAY:
        settings |= {"num_cpus": crew.workers or None, "include_dashboard": False}
        settings["address"] = LOCAL_RAY
    else:
        settings["address"] = crew.ray
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError, RuntimeError) as wrong:
        reason = str(wrong).splitlines()[0] if str(wrong) else type(wrong).__name__
        raise NoRay(f"There is no Ray cluster at '{crew.ray}': {reason}") from None


def shared_out(
    ray: Any, work: Callable[[int], Result], chunks: Chunks[Result], workers: int, stop: Stop
) -> Iterator[Result]:
    do = ray.remote(do_some).options(num_cpus=1, max_retries=0)
    shared = ray.put(work)  # sent to every machine once
    running: dict[Any, range] = {}
    while not stop.asked:
        while len(running) < AHEAD * workers and (part := chunks.take()) is not None:
            running[do.remote(shared, part)] = part
        if not running:
            return
        heard, _ = ray.wait(list(running), timeout=LOOK_SECONDS)
        for task in heard:
            take(ray, task, running.pop(task), chunks)
        yield from chunks.ready()
    for task in running:
        ray.cancel(task, force=True)


def take(ray: Any, task: Any, part: range, chunks: Chunks[Result]) -> None:
    """The results of a task, if it was not lost."""
    try:
        results, seconds = ray.get(task)
    except ray.exceptions.RayTaskError as wrong:
        raise wrong.as_instanceof_cause() from None
    except ray.exceptions.RayError:
        chunks.give_back(part)
    else:
        chunks.done(part, results, seconds)
