"""One mutant in a copy of the tree: which test notices it?"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from .mutants import Mutant
from .reach import Measured, run_tests

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


def tried(
    mutant: Mutant, tests: str, tree: Path, measured: Measured | None, quick: float = 0.0
) -> tuple[str, str]:
    """Was it "noticed" or has it "survived", and which test saw it."""
    settings: dict[str, str] = {}
    if measured is not None:
        settings["KAMIZA_DURATIONS"] = str(measured.durations)
        near = measured.reached.get(f"{mutant.file} {mutant.function}")
        if near is not None:
            settings["KAMIZA_WANTED"] = json.dumps(near)
    if quick:
        settings["KAMIZA_QUICK"] = str(quick)
    file = tree / mutant.file
    source = file.read_bytes()
    file.write_bytes(mutant.applied(source))
    try:
        code, output = run_tests(f"-x {tests}", tree, settings)
    finally:
        file.write_bytes(source)
    if code in (0, 5):  # 5: no test was left to run
        return "survived", ""
    return "noticed", first_red(output)


def first_red(output: str) -> str:
    """The test that failed; one that cannot even be collected has noticed it as well."""
    found = re.search(r"^(?:FAILED|ERROR) (tests/.+?)(?: - |$)", output, re.MULTILINE)
    if found:
        return found[1]
    lines = output.strip().splitlines()
    return lines[-1][:200] if lines else "nothing was said"
