"""A plugin of pytest: everything is loaded and collected once, and each mutant gets a fork of that.

In the fork the changed function gets its changed code, and the tests that come past it run, the
quickest first, up to the first red one. A change that only a fresh start can show (outside of
functions, in a card, in a function that loading came past) is answered with "cold": `trial.py` then
starts anew. Whoever runs this speaks over two pipes, one JSON a line: `KAMIZA_PIPES` has their
numbers.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from .ordering import is_new, quickest, seconds_of

START, FACTOR = 600.0, 20.0  # how many seconds a fork gets: so many, and so often what it needs
Key = tuple[str, str]  # file and name of a function
loaded: set[Key] = set()  # what ran while everything was loaded
living: dict[Key, list[FunctionType]] = {}
red: list[str] = []  # a test and how it failed


def key_of(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname


def note(frame: FrameType, event: str, argument: object) -> None:
    if frame.f_code.co_flags & CO_OPTIMIZED:  # a function, not the body of a class
        loaded.add(key_of(frame.f_code))


sys.settrace(note)


def pytest_collection_finish() -> None:
    sys.settrace(None)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        red.append(f"{report.nodeid}\n{last_line(report.longreprtext)}")


def last_line(text: str) -> str:
    return next((line[:200] for line in reversed(text.splitlines()) if line.strip()), "")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    asked, answers = (int(number) for number in os.environ["KAMIZA_PIPES"].split(","))
    for thing in gc.get_objects():
        if type(thing) is FunctionType:
            living.setdefault(key_of(thing.__code__), []).append(thing)
    gc.collect()
    gc.freeze()  # so that a fork shares it all
    tell(answers, "loaded")
    with os.fdopen(asked) as source:
        for line in source:
            tell(answers, in_a_fork(session, json.loads(line)))
    return True


def tell(answers: int, answer: str) -> None:
    os.write(answers, (json.dumps(answer) + "\n").encode())


def in_a_fork(session: pytest.Session, job: dict[str, Any]) -> str:
    """The test that is red and, on a second line, how; "" if none is, or "cold"."""
    if any((job["file"], name) in loaded for name in around(job["function"])):
        return "cold"
    items = chosen(session.items, job)
    limit = time.monotonic() + START + FACTOR * sum(seconds_of(item) for item in items)
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(receiver)
        try:
            os.write(sender, (answer_of(session, job, items) or "").encode())
        finally:
            os._exit(0)
    os.close(sender)
    ended = wait_until(child, limit)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # servers that a test left behind
    if not ended:
        os.waitpid(child, 0)
    with os.fdopen(receiver, "rb") as source:
        return source.read().decode() if ended else "time: it never came to an end"


def wait_until(child: int, limit: float) -> bool:
    pause = 0.002
    while time.monotonic() < limit:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    return False


def around(function: str) -> Iterator[str]:
    """A function and those around it, as Python calls them: a.b is A.b or a.<locals>.b."""
    parts = function.split(".")
    for length in range(1, len(parts) + 1):
        for joints in range(1 << (length - 1)):
            name = parts[0]
            for place, part in enumerate(parts[1:length]):
                name += (".<locals>." if joints >> place & 1 else ".") + part
            yield name


def chosen(items: list[pytest.Item], job: dict[str, Any]) -> list[pytest.Item]:
    """The tests that come past the function, then others; of each as many as there is time for.
    Where a new test goes nobody has seen: it counts among the first."""
    if job["near"] is None:
        return quickest(items, job["most"])
    names = set(job["near"])
    near = [item for item in items if item.nodeid in names or is_new(item)]
    others = [item for item in items if item not in near]
    return [*quickest(near, job["most"]), *quickest(others, job["beyond"])]


# -- in the fork ------------------------------------------------------------------------------


def answer_of(session: pytest.Session, job: dict[str, Any], items: list[pytest.Item]) -> str:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    try:
        if not patched(job):
            return "cold"
    except (ValueError, SyntaxError):
        return "cold"
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if red:
            break
    with suppress(BaseException):
        session._setupstate.teardown_exact(None)
    return red[0] if red else ""


def patched(job: dict[str, Any]) -> bool:
    """Give every living function its changed code; was there one?"""
    file, found = job["file"], False
    changed = codes_of(compile(Path(file).read_bytes(), file, "exec"))
    for name in around(job["function"]):
        for function in living.get((file, name), []):
            (function.__code__,) = changed[name]  # of two with one name, nobody knows which
            found = True
    return found


def codes_of(module: CodeType) -> dict[str, list[CodeType]]:
    found: dict[str, list[CodeType]] = {}
    waiting = [module]
    while waiting:
        for part in waiting.pop().co_consts:
            if isinstance(part, CodeType):
                found.setdefault(part.co_qualname, []).append(part)
                waiting.append(part)
    return found
