"""How long each test of an area takes, and in slow areas which tests come past which function."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

TRACING = Path(__file__).parent / "tracing"


@dataclass
class Measured:
    durations: Path
    reached: dict[str, list[str]] = field(default_factory=dict)  # tests by function


def run_tests(tests: str, root: Path, settings: dict[str, str]) -> tuple[int, str]:
    """Run tests of a tree up to the first red one; what they started ends with them."""
    path = [str(root / "src"), *([str(TRACING)] if "KAMIZA_REACHED" in settings else [])]
    environment = {
        **os.environ, **settings, "PYTHONPATH": os.pathsep.join(path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    arguments = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line"]
    arguments += ["-p", "no:cacheprovider", "-p", "tests.mutate.ordering", *shlex.split(tests)]
    process = subprocess.Popen(
        arguments, cwd=root, env=environment, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        output, _ = process.communicate()
        return process.returncode, output.decode(errors="replace")
    finally:
        end_group(process.pid)


def end_group(leader: int) -> None:
    """Servers that a test left behind."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def measure(area: str, tests: str, traced: bool, tree: Path, keep: Path) -> Measured:
    """From the last time, or by running all tests of the area once. Delete the file to renew it."""
    durations, reached = keep / f"{area}.seconds.json", keep / f"{area}.reached.txt"
    if not durations.exists():
        settings = {"KAMIZA_MEASURE": str(durations)}
        if traced:
            reached.unlink(missing_ok=True)
            settings |= {"KAMIZA_REACHED": str(reached), "KAMIZA_NOW": str(keep / "now.txt")}
        print(f"{area}: all its tests once, to see how long each takes", flush=True)
        _, output = run_tests(tests, tree, settings)
        print(output.splitlines()[-1] if output else "no output", flush=True)
    found = Measured(durations)
    if traced and reached.exists():
        for line in reached.read_text("utf-8").splitlines():
            function, _, test = line.partition("\t")
            found.reached.setdefault(function, []).append(test)
    return found


def seconds_in_all(durations: Path) -> float:
    return float(sum(json.loads(durations.read_text("utf-8")).values()))
