"""The built wheel installs and plays without a compiler and without Node."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
TRY = (
    "from kamiza.core.native import COMPILED; from kamiza.games import game; "
    "from kamiza.core.game import Setup; state = game('shintoh').start(Setup(3, {}, 1)); "
    "print(COMPILED, game('shintoh').hash(state))"
)


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_wheel_made_without_a_compiler_plays_interpreted(tmp_path: Path) -> None:
    source = tmp_path / "source"
    run("git", "clone", "--quiet", str(ROOT), str(source))
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path),
        str(source), CC="/bin/false")  # fmt: skip
    wheel = next(tmp_path.glob("kamiza-*.whl"))
    target = tmp_path / "installed"
    run(*PIP, "install", "--no-deps", "--target", str(target), str(wheel))
    assert not list(target.rglob("*.so"))
    told = run(sys.executable, "-c", TRY, PYTHONPATH=str(target))
    assert told.startswith("False ")
    assert told == run(sys.executable, "-c", TRY, PYTHONPATH=str(ROOT / "src"))


def test_a_second_build_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the folder and the hour; `make wheel` sets the time to that of the last commit."""
    wheels, origin = [], ROOT
    for name in ("one", "two"):
        source = tmp_path / name / "source"
        run("git", "clone", "--quiet", str(origin), str(source))
        origin = source  # the same commit, whatever else is committed meanwhile
        run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir",
            str(tmp_path / name), str(source),
            KAMIZA_PURE="1", SOURCE_DATE_EPOCH="1704067200")  # fmt: skip
        wheels.append(next((tmp_path / name).glob("kamiza-*.whl")).read_bytes())
    assert wheels[0] == wheels[1]
