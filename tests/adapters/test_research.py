"""The tutorial for research is true: its programs run, in their order."""

from __future__ import annotations

import contextlib
import io
from importlib.util import find_spec
from typing import Any

import pytest

from tests.test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "research.md"
# What a program needs, by a word in it; without it that program is left out.
NEEDS = {
    "np": "numpy", "kamiza.adapters.pettingzoo": "pettingzoo", "gymnasium": "gymnasium",
    "pyarrow": "pyarrow", "plt.plot(said": "pyarrow", "plt": "matplotlib",
    "free_action": "gymnasium", "spiel": "pyspiel", "cfr": "pyspiel",
}  # fmt: skip


def is_possible(program: str) -> bool:
    return all(find_spec(module) for word, module in NEEDS.items() if word in program)


def test_the_tutorial_runs() -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install kamiza[lab]")
    known: dict[str, Any] = {"__name__": "a_document"}
    done = 0
    with contextlib.redirect_stdout(io.StringIO()) as told:
        for number, program in enumerate(blocks(PAGE, "python"), 1):
            if is_possible(program):
                exec(compile(program, f"{PAGE.name}, program {number}", "exec"), known)
                done += 1
    assert done >= 6
    assert "122 16" in told.getvalue()
