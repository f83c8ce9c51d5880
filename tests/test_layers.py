"""Imports point one way: core <- cases <- games <- bots <- everything else, and the rules need
nothing but the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "kamiza"
RULES = {"core", "cases", "games"}
MAY_USE = {
    "core": {"core"},
    "cases": {"core", "cases"},
    "games": RULES,
    "bots": RULES | {"bots"},
    "lab": RULES | {"bots", "lab"},
    "play": RULES | {"bots", "play"},
    "server": RULES | {"bots", "play", "server"},
    "device": RULES | {"bots", "play", "server", "device"},
    "terminal": RULES | {"bots", "lab", "play", "server", "terminal"},
    "adapters": RULES | {"bots", "lab", "terminal", "adapters"},
}
# In a browser there are no sockets and no processes: these choose what stands in their place.
CHOOSES = (
    "server/bots.py", "server/services.py", "server/store/homes.py", "server/web.py",
    "server/writer.py",
)  # fmt: skip
# Two names from mypyc's own small helpers, both only types to the interpreter.
# Files of the lab that need an extra; whoever uses them imports them when it is wanted.
EXTRAS = ("fitting.py", "ray_crew.py", "parquet.py")
STANDARD = set(sys.stdlib_module_names) | {"mypy_extensions", "librt"}


def imports(file: Path) -> set[str]:
    """Every module a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("layer", sorted(MAY_USE))
def test_a_layer_uses_only_what_is_below_it(layer: str) -> None:
    for file in sorted((PACKAGE / layer).rglob("*.py")):
        chooses = str(file.relative_to(PACKAGE)) in CHOOSES
        may_use = MAY_USE[layer] | ({"device"} if chooses else set())
        for module in imports(file):
            parts = module.split(".")
            if parts[0] == "kamiza" and len(parts) > 1:
                assert parts[1] in may_use, f"{file.name} imports {module}"


@pytest.mark.parametrize("layer", sorted(RULES))
def test_the_rules_need_only_the_standard_library(layer: str) -> None:
    for file in sorted((PACKAGE / layer).rglob("*.py")):
        for module in imports(file):
            top = module.split(".")[0]
            assert top == "kamiza" or top in STANDARD, f"{file.name} imports {module}"


def test_one_game_does_not_know_another() -> None:
    for folder in sorted((PACKAGE / "games").iterdir()):
        for file in folder.rglob("*.py"):
            others = [m for m in imports(file) if m.startswith("kamiza.games.")]
            assert all(m.startswith(f"kamiza.games.{folder.name}") for m in others), file


def test_kamiza_is_free_of_heavy_packages() -> None:
    """Everything but the adapters and the few files of the lab that are for them can be imported
    without numpy, Ray and the like."""
    heavy = ("numpy", "pyspiel", "pettingzoo", "gymnasium", "ray", "pyarrow", "torch", "PIL")
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.relative_to(PACKAGE).parts[0] == "adapters" or file.name in EXTRAS:
            continue
        for module in imports(file):
            assert module.split(".")[0] not in heavy, f"{file.name} imports {module}"
            assert not module.startswith("kamiza.adapters"), f"{file.name} imports {module}"


def test_importing_kamiza_loads_nothing_heavy() -> None:
    program = """
import sys, kamiza
for name in dir(kamiza):
    getattr(kamiza, name)
kamiza.game("shintoh")
print([name for name in ("numpy", "ray", "gymnasium", "pyspiel") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_class_with_subclasses_in_another_library_says_so() -> None:
    """The compiler takes the subclasses it sees in a library for all there are; see setup.py."""
    compiled = compiled_core()
    subclassed = set()
    for layer in ("games", "bots"):
        for file in (PACKAGE / layer).rglob("*.py"):
            subclassed |= bases_from_core(ast.parse(file.read_text(encoding="utf-8"))) & set(
                compiled
            )
    assert ("game", "State") in subclassed
    for name in subclassed:
        assert "allow_interpreted_subclasses=True" in marks_of(compiled[name]), name


def test_no_compiled_class_is_a_plain_one() -> None:
    """Python refuses a subclass of a compiled class that does not allow for it, but not of one made
    with `native_class=False`: compiled code would take that for something else."""
    for file in PACKAGE.rglob("*.py"):
        assert "native_class=False" not in file.read_text(encoding="utf-8"), file


def marks_of(found: ast.ClassDef) -> str:
    return " ".join(ast.unparse(mark) for mark in found.decorator_list)


def compiled_core() -> dict[tuple[str, str], ast.ClassDef]:
    """Every compiled class of the core, by module and name."""
    setup = ast.parse((PACKAGE.parent.parent / "setup.py").read_text(encoding="utf-8"))
    (modules,) = (
        ast.literal_eval(node.value)
        for node in setup.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CORE"
    )
    return {
        (module, node.name): node
        for module in modules
        for node in ast.parse((PACKAGE / "core" / f"{module}.py").read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }


def bases_from_core(tree: ast.Module) -> set[tuple[str, str]]:
    """What the classes of a file inherit from modules of the core."""
    origins = {
        name.asname or name.name: (node.module.removeprefix("kamiza.core."), name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kamiza.core.")
        for name in node.names
    }
    bases = {
        ast.unparse(base)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    return {origins[base] for base in bases & set(origins)}
