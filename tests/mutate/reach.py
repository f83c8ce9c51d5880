"""How long each test of an area takes, and which tests come past which function."""

from __future__ import annotations

import ast
import os
import shlex
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from typing import Any

TRACING = Path(__file__).parent / "tracing"
THIN = "8"  # KAMIZA_THIN=1 makes everything slow and forgets nothing


@dataclass
class Measured:
    durations: Path
    reached: dict[str, list[str]] = field(default_factory=dict)  # tests by function


def start_tests(tests: str, root: Path, settings: dict[str, str], **more: Any) -> Popen[bytes]:
    path = [str(root / "src"), *([str(TRACING)] if "KAMIZA_REACHED" in settings else [])]
    environment = {
        "KAMIZA_THIN": THIN, **os.environ, **settings, "PYTHONPATH": os.pathsep.join(path),
        "PYTHONDONTWRITEBYTECODE": "1", "KAMIZA_CONFORMANCE": "all",
    }  # fmt: skip
    arguments = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line"]
    arguments += [f"--basetemp={root / 'temporary'}", "-p", "no:cacheprovider"]
    arguments += ["-p", "tests.mutate.ordering", *shlex.split(tests)]
    return Popen(
        arguments, cwd=root, env=environment, start_new_session=True,
        **{"stdout": PIPE, "stderr": STDOUT, **more},
    )  # fmt: skip


def run_tests(tests: str, root: Path, settings: dict[str, str]) -> tuple[int, str]:
    """Run tests of a tree; what they started ends with them."""
    process = start_tests(tests, root, settings)
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


def measure(area: str, tests: str, traced: str, tree: Path, keep: Path) -> Measured:
    """From the last time, or by running all tests of the area once. Delete the file to renew it."""
    durations, reached = keep / f"{area}.seconds.json", keep / f"{area}.reached.txt"
    if not durations.exists():
        reached.unlink(missing_ok=True)
        settings = {
            "KAMIZA_MEASURE": str(durations), "KAMIZA_REACHED": str(reached),
            "KAMIZA_NOW": str(tree / "now.txt"),
        }  # fmt: skip
        before = made_to_tell(tree, traced)
        print(f"{area}: all its tests once, to see how long each takes", flush=True)
        _, output = run_tests(tests, tree, settings)
        print(output.splitlines()[-1] if output else "no output", flush=True)
        for path, source in before.items():
            path.write_bytes(source)
    found = Measured(durations)
    if reached.exists():
        for line in reached.read_text("utf-8").splitlines():
            function, _, test = line.partition("\t")
            found.reached.setdefault(function, []).append(test)
    return found


def made_to_tell(tree: Path, traced: str) -> dict[Path, bytes]:
    """Every function of the copy says that it was called; what stood there before."""
    before = {path: path.read_bytes() for path in sorted((tree / traced).rglob("*.py"))}
    for path, source in before.items():
        module = ast.parse(source)
        tell(module, str(path.relative_to(tree)), "")
        path.write_text(ast.unparse(ast.fix_missing_locations(module)), "utf-8")
    return before


def tell(around: ast.AST, file: str, scope: str) -> None:
    for node in ast.iter_child_nodes(around):
        inner = scope
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{scope}.{node.name}".lstrip(".")
        tell(node, file, inner)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.parse(f"kamiza_met.add({f'{file} {inner}'!r})").body
            node.body[:] = node.body[: (place := has_words(node))] + said + node.body[place:]


def has_words(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(node) is not None
