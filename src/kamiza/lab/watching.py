"""What people see of long work: how far it is, how fast, how long still. And what each command of
the lab takes to say who does the work."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from kamiza.lab.crew import Crew, Stop, in_order

Result = TypeVar("Result")
STOPPING = "Stopping after the games being played; Ctrl-C again stops at once."
STOPPED = 130  # the exit code of whatever was stopped by Ctrl-C


class Speed(ProgressColumn):
    """How many a second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text(f"- {self.unit}/s", style="dim")
        return Text(f"{speed:,.1f} {self.unit}/s" if speed < 100 else f"{speed:,.0f} {self.unit}/s")


def bar(unit: str = "games", quiet: bool = False) -> Progress:
    """A progress bar on the error stream, where somebody watches."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Speed(unit),
        TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(stderr=True)
    unseen = quiet or not console.is_terminal
    return Progress(*columns, console=console, disable=unseen, transient=True)


def watched(
    title: str, work: Callable[[int], Result], first: int, last: int, crew: Crew, *,
    unit: str = "games", quiet: bool = False,
) -> Iterator[Result]:  # fmt: skip
    """The results in order, under a progress bar; Ctrl-C ends them early and loses none."""
    with bar(unit, quiet) as shown, Stop(lambda: shown.console.print(STOPPING)) as stop:
        task = shown.add_task(title, total=last, completed=first)
        for result in in_order(work, first, last, crew, stop):
            shown.advance(task)
            yield result


def add_crew_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers", "--jobs", dest="workers", type=int, default=0, metavar="N",
        help="processes (all cores), or how many at a time on Ray",
    )  # fmt: skip
    parser.add_argument(
        "--ray", default="", metavar="ADDRESS",
        help="on a Ray cluster; 'local' makes one on this machine",
    )  # fmt: skip


def read_crew(arguments: argparse.Namespace) -> Crew:
    """Who works, as the arguments say."""
    if arguments.workers < 0:
        raise ValueError("There can be no negative number of workers.")
    if arguments.ray:
        from kamiza.lab.ray_crew import imported

        imported()
        return Crew(arguments.workers, arguments.ray)
    return Crew(arguments.workers or os.cpu_count() or 1)


def tell_stopped(done: int, wanted: int, unit: str, how: str) -> int:
    """The last word of a command that was stopped, and its exit code."""
    print(f"Stopped after {done:,} of {wanted:,} {unit}. {how}", file=sys.stderr)
    return STOPPED
