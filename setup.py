"""Compile the rules and the search when a C compiler is there; otherwise install them as they are.

`KAMIZA_PURE=1` leaves them interpreted on purpose.
"""

import os
from pathlib import Path

from setuptools import setup

# The shim between both worlds, and modules that only read files, stay plain Python.
INTERPRETED = {
    "native.py", "content.py", "rules.py", "sentences.py", "telling.py", "record.py", "cases.py",
    "__init__.py",
}  # fmt: skip


def compiled_sources() -> list[str]:
    """The rules of every game, the core protocol and the search bot."""
    package = Path("src/kamiza")
    folders = [package / "core", *sorted((package / "games").iterdir())]
    files = [f for folder in folders if folder.is_dir() for f in sorted(folder.glob("*.py"))]
    files.append(package / "bots" / "search.py")
    return [str(f) for f in files if f.name not in INTERPRETED]


def extensions() -> list:
    if os.environ.get("KAMIZA_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    modules = mypycify(
        compiled_sources(), opt_level="3", debug_level="0", group_name="kamiza"
    )
    for module in modules:
        module.optional = True  # a failing compiler is a warning, not an error
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    return modules


setup(ext_modules=extensions())
