"""Many pieces of work done by one or by many, and their results in order.

A piece of work is a number, usually that of a game, and everything about it follows from that
number. So it does not matter who does it: alone, over several processes, or on a Ray cluster
(`ray_crew.py`), the results are the same and come in the same order. A worker that dies is
replaced, and what it had is done again; nothing is handed out twice otherwise.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Generic, TypeVar

Result = TypeVar("Result")
Answer = tuple[list[object], float]  # results, and how many seconds they took
CHUNK_SECONDS = 0.5  # how much work is handed out at a time; keeps the progress bar moving
LOOK_SECONDS = 0.2  # how often somebody who waits looks whether to stop
MOST_DEATHS = 3  # of workers over the same piece of work
LOCAL_RAY = "local"


class WorkersLost(Exception):
    """Workers die again and again over the same piece of work."""


@dataclass(frozen=True)
class Crew:
    """Who works: this process alone, several processes, or Ray."""

    workers: int = 1
    ray: str = ""  # the address of a cluster, or LOCAL_RAY for one on this machine


class Stop:
    """Ctrl-C as a wish: the work ends after the piece that is being done, and keeps what is done.
    A second Ctrl-C ends it at once."""

    def __init__(self, told: Callable[[], None] = lambda: None) -> None:
        self.asked = False
        self.told = told  # called when somebody wishes to stop

    def __enter__(self) -> Stop:
        self.before = signal.signal(signal.SIGINT, self.note)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self.told()


class NeverStop(Stop):
    """For programs: Ctrl-C is what it always is."""


def in_order(
    work: Callable[[int], Result], first: int, last: int, crew: Crew, stop: Stop | None = None
) -> Iterator[Result]:
    """`work(number)` for every number from `first` to `last - 1`: the results in that order,
    whoever does the work. After `stop` there are fewer of them."""
    stop = stop or NeverStop()
    if first >= last:
        return
    if crew.ray:
        from kamiza.lab.ray_crew import by_ray

        yield from by_ray(work, first, last, crew, stop)
    elif crew.workers <= 1 or last - first <= 1:
        for number in range(first, last):
            if stop.asked:
                return
            yield work(number)
    else:
        yield from by_processes(work, first, last, crew.workers, stop)


def do_some(work: Callable[[int], Result], part: range) -> tuple[list[Result], float]:
    """One chunk of work; runs wherever the worker is."""
    begun = time.perf_counter()
    done = [work(number) for number in part]
    return done, time.perf_counter() - begun


class Chunks(Generic[Result]):
    """Hands work out in chunks of about half a second, and puts results back into their order."""

    def __init__(self, first: int, last: int, workers: int) -> None:
        self.next = first  # to be handed out
        self.last = last
        self.workers = workers
        self.returned: list[range] = []  # their workers died
        self.deaths: dict[int, int] = {}
        self.finished: dict[int, list[Result]] = {}
        self.following = first  # the next result that is wanted
        self.pieces, self.seconds = 0, 0.0

    def take(self) -> range | None:
        """What is to be done next; None if everything is handed out."""
        if self.returned:
            return self.returned.pop(0)
        if self.next >= self.last:
            return None
        part = range(self.next, min(self.next + self.size(), self.last))
        self.next = part.stop
        return part

    def size(self) -> int:
        if not self.pieces:
            return 1
        one = max(self.seconds / self.pieces, 1e-5)
        fair = -(-(self.last - self.next) // (2 * self.workers))  # so that all end together
        return max(1, min(2000, round(CHUNK_SECONDS / one), fair))

    def done(self, part: range, results: list[Result], seconds: float) -> None:
        self.finished[part.start] = results
        self.pieces += len(part)
        self.seconds += seconds

    def give_back(self, part: range) -> None:
        """Whoever had this died."""
        self.deaths[part.start] = self.deaths.get(part.start, 0) + 1
        if self.deaths[part.start] >= MOST_DEATHS:
            raise WorkersLost(
                f"{MOST_DEATHS} workers died one after the other over numbers {part.start} to "
                f"{part.stop - 1}; what was done before them is kept."
            )
        self.returned.insert(0, part)

    def ready(self) -> Iterator[Result]:
        """The results that are next in order."""
        while self.following in self.finished:
            results = self.finished.pop(self.following)
            self.following += len(results)
            yield from results


# -- processes --------------------------------------------------------------------------------


def serve(work: Callable[[int], object], orders: Connection) -> None:
    """What a worker process does until nobody has work for it, or whoever had is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever hands out the work
    parent = multiprocessing.parent_process()
    assert parent is not None
    while orders in wait([orders, parent.sentinel]):
        try:
            part = orders.recv()
        except EOFError:
            return
        try:
            orders.send(do_some(work, part))
        except Exception as wrong:
            orders.send(wrong)


class Worker:
    """One process, and what it is doing."""

    def __init__(self, work: Callable[[int], object]) -> None:
        self.answers, orders = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(work, orders), daemon=True)
        self.process.start()
        orders.close()  # so that its death is heard
        self.part: range | None = None

    def give(self, part: range | None) -> None:
        self.part = part
        if part is not None:
            self.answers.send(part)

    def answer(self) -> Answer | Exception | None:
        """What it has done; None if it has died."""
        try:
            found: Answer | Exception = self.answers.recv()
        except (EOFError, OSError):
            return None
        return found

    def end(self) -> None:
        self.answers.close()
        self.process.kill()
        self.process.join()


def by_processes(
    work: Callable[[int], Result], first: int, last: int, workers: int, stop: Stop
) -> Iterator[Result]:
    chunks: Chunks[Result] = Chunks(first, last, workers)
    hands = [Worker(work) for _ in range(min(workers, last - first))]
    try:
        for worker in hands:
            worker.give(chunks.take())
        while any(worker.part is not None for worker in hands) and not stop.asked:
            busy = [worker.answers for worker in hands if worker.part is not None]
            heard = wait(busy, LOOK_SECONDS)
            for place, worker in enumerate(hands):
                if worker.answers in heard:
                    hands[place] = after_answer(worker, work, chunks)
            yield from chunks.ready()
    finally:
        for worker in hands:
            worker.end()


def after_answer(worker: Worker, work: Callable[[int], Result], chunks: Chunks[Result]) -> Worker:
    """Take what a worker has done and give it more; a dead one has a successor."""
    part, answer = worker.part, worker.answer()
    assert part is not None
    if isinstance(answer, Exception):
        raise answer
    if answer is None:
        worker.end()
        chunks.give_back(part)
        worker = Worker(work)
    else:
        chunks.done(part, answer[0], answer[1])  # type: ignore[arg-type]
    worker.give(chunks.take())
    return worker
