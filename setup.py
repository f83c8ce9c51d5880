"""Compile the rules and the search when a C compiler is there; otherwise install them as they are.

`KAMIZA_PURE=1` leaves them interpreted on purpose.
"""

import os
from pathlib import Path

from setuptools import setup

# Of the core only what every decision passes through; the rest reads files or writes sentences.
CORE = ("action", "event", "frame", "game", "rng")
# Chapters of a game that tell about it instead of playing it.
INTERPRETED = ("__init__.py", "telling.py", "labels.py", "declining.py", "laws.py")


def compiled_sources() -> list[str]:
    """The core protocol, the rules of every game and the search bot."""
    package = Path("src/kamiza")
    core = [package / "core" / f"{name}.py" for name in CORE]
    chapters = sorted((package / "games").glob("*/*.py"))
    rules = [chapter for chapter in chapters if chapter.name not in INTERPRETED]
    return [str(file) for file in [*core, *rules, package / "bots" / "search.py"]]


def extensions() -> list:
    if os.environ.get("KAMIZA_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    modules = mypycify(compiled_sources(), opt_level="3", debug_level="0", group_name="kamiza")
    for module in modules:
        module.optional = True  # a failing compiler is a warning, not an error
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    return modules


setup(ext_modules=extensions())
