"""A plugin of pytest: quick tests first, and no test for ever.

`KAMIZA_DURATIONS` names a file of seconds by test. Tests that are not in it come last, and so do
those of it that take longer than `KAMIZA_QUICK` seconds: they are left out. With `KAMIZA_MEASURE`
the file is written instead.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

QUICK = float(os.environ.get("KAMIZA_QUICK", "inf"))
WANTED = json.loads(os.environ.get("KAMIZA_WANTED", "null"))
UNKNOWN = 1.0
measured: dict[str, float] = {}


def known() -> dict[str, float]:
    path = os.environ.get("KAMIZA_DURATIONS")
    return dict(json.loads(Path(path).read_text("utf-8"))) if path else {}


KNOWN = known()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: KNOWN.get(item.nodeid, UNKNOWN))
    if KNOWN:
        items[:] = [item for item in items if KNOWN.get(item.nodeid, UNKNOWN) <= QUICK]
    if WANTED is not None:
        items[:] = [item for item in items if item.nodeid in WANTED]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A mutant may loop: no test gets far more time than it needs, of the processor or at all."""
    seconds = KNOWN.get(item.nodeid, 600.0)
    signal.signal(signal.SIGVTALRM, too_long)
    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 + 8 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 60 + 60 * seconds)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("this test went on for far longer than it ever did")


def pytest_runtest_logstart(nodeid: str) -> None:
    """Tell whoever traces other processes which test is on."""
    path = os.environ.get("KAMIZA_NOW")
    if path:
        Path(path).write_text(nodeid, "utf-8")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.passed:
        measured[report.nodeid] = measured.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish() -> None:
    path = os.environ.get("KAMIZA_MEASURE")
    if path:
        rounded = {name: round(seconds, 3) for name, seconds in measured.items()}
        Path(path).write_text(json.dumps(rounded), "utf-8")
