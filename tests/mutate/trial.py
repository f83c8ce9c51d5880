"""One mutant in a copy of the tree: which test notices it?"""

from __future__ import annotations

import json
import os
import re
import shutil
from math import inf
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from .mutants import Mutant
from .reach import Measured, end_group, run_tests, start_tests

COPIED = (
    "src", "tests", "bench", "docs", "web/src", "web/package.json", "deploy", "kamiza", "Makefile",
    "pyproject.toml", "setup.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
    "NOTICE", "requirements.lock", "requirements-dev.lock", "requirements-dev.txt",
)  # fmt: skip


def copy_tree(root: Path, to: Path) -> Path:
    """A tree to spoil; the checkout is never touched."""
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "*.so")
    for name in COPIED:
        source = root / name
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=ignored, dirs_exist_ok=True)
        elif source.exists():
            shutil.copy(source, to / name)
    return to


class Bench:
    """A tree to spoil, and one process that has loaded it as it is."""

    def __init__(self, tree: Path, tests: str, measured: Measured | None) -> None:
        self.tree = tree
        self.tests = tests
        self.measured = measured
        self.settings = {"KAMIZA_THIN": "1"}  # every test that was named
        if measured is not None:
            self.settings = {"KAMIZA_DURATIONS": str(measured.durations)}
        self.process: Popen[bytes] | None = None
        self.why = ""  # how the last red test failed: perhaps it only ran out of time

    def start(self) -> Bench:
        """Everything is loaded once; each mutant gets a fork of it."""
        asked, self.asking = os.pipe()
        answered, answering = os.pipe()
        settings = {**self.settings, "KAMIZA_PIPES": f"{asked},{answering}"}
        self.process = start_tests(
            f"-p tests.mutate.warm {self.tests}", self.tree, settings,
            pass_fds=(asked, answering), stdout=DEVNULL,
        )  # fmt: skip
        os.close(asked)
        os.close(answering)
        self.answers = os.fdopen(answered)
        self.answer()  # no file may be spoiled before all are loaded
        return self

    def stop(self) -> None:
        if self.process is not None:
            os.close(self.asking)
            self.answers.close()
            end_group(self.process.pid)
            self.process.wait()

    def tried(
        self, mutant: Mutant, only: str = "", most: float = inf, beyond: float = 0.0
    ) -> tuple[str, str]:
        """Was it "noticed" or has it "survived", and which test saw it? `only` asks one test."""
        near = [only] if only else None
        if self.measured is not None:
            near = self.measured.reached.get(f"{mutant.file} {mutant.function}", [])
        file = self.tree / mutant.file
        job = {
            "file": str(file), "function": mutant.function,
            "near": near, "most": most, "beyond": 0.0 if only else beyond,
        }  # fmt: skip
        source = file.read_bytes()
        file.write_bytes(mutant.applied(source))
        try:
            red = "cold" if mutant.kind == "card" or not mutant.function else self.asked(job)
            by, _, self.why = (self.cold(only, most) if red == "cold" else red).partition("\n")
            return ("noticed", by) if by else ("survived", "")
        finally:
            file.write_bytes(source)

    def asked(self, job: dict[str, Any]) -> str:
        """The test that a fork finds red, "" if none is, or "cold"."""
        if self.process is None:
            return "cold"
        os.write(self.asking, (json.dumps(job) + "\n").encode())
        return self.answer()

    def answer(self) -> str:
        answer = self.answers.readline()
        if not answer:
            raise RuntimeError(f"nobody answers; do these tests load? {self.tests}")
        return str(json.loads(answer))

    def cold(self, only: str, most: float) -> str:
        """The same with a fresh start."""
        settings = {**self.settings, "KAMIZA_MOST": str(most)}
        code, output = run_tests(
            f"-x {json.dumps(only) if only else self.tests}", self.tree, settings
        )
        return "" if code in (0, 5) else first_red(output)  # 5: no test was left to run


def first_red(output: str) -> str:
    """The test that failed; one that cannot even be collected has noticed it as well."""
    found = re.search(r"^(?:FAILED|ERROR) (tests/.+?)(?: - (.*))?$", output, re.MULTILINE)
    if found:
        return f"{found[1]}\n{(found[2] or '')[:200]}"
    lines = output.strip().splitlines()
    return lines[-1][:200] if lines else "nothing was said"
