"""A plugin of pytest: quick tests first, and no test for ever.

`KAMIZA_DURATIONS` names a file of seconds by test; with `KAMIZA_MEASURE` it is written instead.
`KAMIZA_MOST` says how many seconds there are; with `KAMIZA_THIN` the conformance suite checks each
thing at a few of its tables only.
"""

from __future__ import annotations

import builtins
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

THIN = int(os.environ.get("KAMIZA_THIN", "1"))
MOST = float(os.environ.get("KAMIZA_MOST", "inf"))
NOW = os.environ.get("KAMIZA_NOW")
MEASURE = os.environ.get("KAMIZA_MEASURE")
LONG = float(os.environ.get("KAMIZA_LONG", "1.5"))  # what takes longer is not measured
UNKNOWN = 30.0  # of a test that took too long to be measured, or came later
RED = -1.0
TOO_LONG = "this test went on for far too long"
taken: dict[str, float] = {}
measured: dict[str, float] = {}


def known() -> dict[str, float]:
    path = os.environ.get("KAMIZA_DURATIONS")
    return dict(json.loads(Path(path).read_text("utf-8"))) if path else {}


KNOWN = known()


def thinned(items: list[pytest.Item]) -> list[pytest.Item]:
    """Of the tables of the conformance suite every check keeps one in `THIN`, each another one."""
    row: dict[str, list[pytest.Item]] = {}
    for item in items:
        check = getattr(item, "callspec", None) and item.callspec.params.get("check")  # type: ignore[attr-defined]
        row.setdefault(check.__name__ if check else "", []).append(item)
    kept = row.pop("", [])
    for number, tables in enumerate(row.values()):
        kept += tables[number % THIN % len(tables) :: THIN]
    return kept


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = thinned(items)
    items[:] = quickest(items, MOST)


def seconds_of(item: pytest.Item) -> float:
    return KNOWN.get(item.nodeid, UNKNOWN)


def is_new(item: pytest.Item) -> bool:
    """Was it written since all were measured?"""
    return bool(KNOWN) and item.nodeid not in KNOWN


def quickest(items: list[pytest.Item], left: float) -> list[pytest.Item]:
    """In order, as many as there is time for; none that is red without any mistake. The new ones
    come last, and always."""
    new = [item for item in items if is_new(item)]
    row = [item for item in items if not is_new(item) and seconds_of(item) != RED]
    row.sort(key=seconds_of)
    for place, item in enumerate(row):
        left -= seconds_of(item)
        if left < 0:
            return row[:place] + new
    return row + new


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A mutant may loop: no test gets far more time than it needs, of the processor or at all."""
    seconds = seconds_of(item)
    signal.signal(signal.SIGVTALRM, too_long)
    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONG if MEASURE else 4 + 8 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 120 + 60 * seconds)
    before = time.process_time()
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        taken[item.nodeid] = time.process_time() - before


def too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(TOO_LONG)


def pytest_load_initial_conftests() -> None:
    """In this process it is enough to write down at the end of each test what it met."""
    if NOW:
        builtins.kamiza_met = set()  # type: ignore[attr-defined]


def pytest_runtest_logstart(nodeid: str) -> None:
    """Tell other processes which test is on."""
    if NOW:
        pytest_runtest_logfinish("")
        Path(NOW).write_text(nodeid, "utf-8")


def pytest_runtest_logfinish(nodeid: str) -> None:
    if NOW:
        met = builtins.kamiza_met  # type: ignore[attr-defined]
        sys.modules["sitecustomize"].write(met, nodeid)
        met.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Of the processor, so that neighbours do not count; but a server takes its time elsewhere."""
    if report.passed and report.when == "call":
        waits = report.nodeid.startswith(("tests/server", "tests/terminal", "tests/test_door"))
        measured[report.nodeid] = report.duration if waits else taken[report.nodeid]
    elif report.failed:
        measured[report.nodeid] = UNKNOWN if TOO_LONG in report.longreprtext else RED


def pytest_sessionfinish() -> None:
    if MEASURE:
        rounded = {name: round(seconds, 4) for name, seconds in measured.items()}
        Path(MEASURE).write_text(json.dumps(rounded), "utf-8")
