"""Compile the rules and the search when a C compiler is there; otherwise install them as they are.

`KAMIZA_PURE=1` leaves them interpreted on purpose.
"""

import os
import re
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/kamiza")
# Of the core only what every decision passes through; the rest reads files or writes sentences.
CORE = (
    "action", "batch", "bits", "cells", "event", "frame", "game", "kinds", "rng", "schema",
)  # fmt: skip
BOTS = ("planning", "value")
# Rooms of a game that tell about it instead of playing it; everything else in its folder plays.
INTERPRETED = ("speech", "laws")


def compiled_groups() -> list[tuple[list[str], str]]:
    """Core and search, planning, and each game: one library each, compiled side by side."""
    core = [PACKAGE / "core" / f"{name}.py" for name in CORE]
    bots = [PACKAGE / "bots" / f"{name}.py" for name in BOTS]
    groups = [([*core, PACKAGE / "bots" / "search.py"], "kamiza_core"), (bots, "kamiza_bots")]
    for folder in sorted(path.parent for path in (PACKAGE / "games").glob("*/rules.toml")):
        chapters = sorted(path for path in folder.rglob("*.py") if is_compiled(folder, path))
        groups.append((chapters, f"kamiza_{folder.name}"))
    return [([str(path) for path in paths], name) for paths, name in groups]


def is_compiled(folder: Path, path: Path) -> bool:
    room = path.relative_to(folder).parts[0].removesuffix(".py")
    return room not in INTERPRETED and path.name != "__init__.py"


def extensions() -> list:
    if os.environ.get("KAMIZA_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    groups = compiled_groups()
    sources = [source for paths, _ in groups for source in paths]
    # What an earlier build remembered of one group does not always fit a later one of another.
    with tempfile.TemporaryDirectory() as memory:
        os.environ["MYPY_CACHE_DIR"] = memory
        files = [Path("build") / f"__native_{name}.c" for _, name in groups]
        earlier = {file: (file.read_text("utf-8"), file.stat()) for file in files if file.is_file()}
        written = write_c(sources, groups)
        modules = mypycify(
            sources, opt_level="3", debug_level="0", separate=groups, skip_cgen_input=written
        )
    for file in files:
        end_safely(file, *earlier.get(file, ("", None)))
    for module in modules:
        module.optional = True  # a failing compiler is a warning, not an error
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    return modules


def write_c(sources: list[str], groups: list[tuple[list[str], str]]) -> tuple[list, list]:
    """The C of all libraries, written with sight of every class, as `mypycify` takes it.

    For separate libraries mypyc allows for subclasses it cannot see: any attribute may be missing,
    any method another one. But here it sees them all: a class with subclasses outside its library
    says `allow_interpreted_subclasses`, and `tests/test_layers.py` sees to that.
    """
    from mypyc.build import mypyc_build
    from mypyc.options import CompilerOptions

    options = CompilerOptions(separate=True)
    options.global_opts = True
    _, written, needed = mypyc_build(sources, options, separate=groups)
    files = [
        [(Path(name).name, Path(name).read_text("utf-8")) for name in names] for names, _ in written
    ]
    return files, [(source.path, source.include_dirs, source.internal) for source in needed]


# mypyc lets objects at the end of a long row of others wait in CPython's trash can until those have
# gone. That is only for objects that the garbage collector knows: for all others (`acyclic`) it
# writes into whatever lies before them in the memory.
ENDING = re.compile(r"^( *)\w+_dealloc\(\w+ \*self\)\n\1\{\n(?:(?!\1\}).*\n)*\1\}\n", re.MULTILINE)
TRASHCAN = re.compile(r"^ *CPy_TRASHCAN_(?:BEGIN|END)\(.*\n", re.MULTILINE)


def end_safely(file: Path, text_before: str, before: os.stat_result | None) -> None:
    """Objects that the garbage collector does not know end at once; a file that comes out as it was
    stays as old as it was, and is not compiled again."""

    def safe(ending: re.Match) -> str:
        is_collected = "PyObject_GC_UnTrack(self)" in ending[0]
        return ending[0] if is_collected else TRASHCAN.sub("", ending[0])

    text = ENDING.sub(safe, file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    if before is not None and text == text_before:
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


class BuildAllOrNothing(build_ext):
    """The libraries need each other: if the compiler fails at one of them, none is kept."""

    has_failed = False

    def build_extension(self, module) -> None:
        try:
            super().build_extension(module)
        except Exception:
            self.has_failed = True
            raise

    def run(self) -> None:
        super().run()
        if self.has_failed:
            for module in self.extensions:
                Path(self.get_ext_fullpath(module.name)).unlink(missing_ok=True)


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildAllOrNothing},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
