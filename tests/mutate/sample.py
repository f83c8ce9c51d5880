"""The fixed few: draw them from what is known, and try them again."""

from __future__ import annotations

import json
import random
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .__main__ import AREAS, HERE, ROOT, Ledger
from .mutants import Mutant, mutants_of
from .trial import Bench, copy_tree

FILE = HERE / "sample.toml"
HEAD = """# Mistakes that `make test` makes in a copy of the tree, each with the test that notices.
# Written by `make mutate-sample`, from what `make mutate` found out.
"""


@dataclass
class Tried:
    there: int = 0
    noticed: int = 0
    missed: str = ""  # the diffs that nobody noticed


def draw(per_area: int, seed: int = 1) -> None:
    """A few noticed mutants of each area, code and cards, into the file."""
    text = HEAD
    for area in AREAS:
        for cards in (False, True):
            entries = [entry for entry in Ledger(area, cards).entries.values() if is_fit(entry)]
            random.Random(seed).shuffle(entries)
            for entry in entries[: per_area if not cards else per_area // 2]:
                text += "\n[[mutant]]\n"
                for name in ("id", "file", "by", "diff"):
                    text += f"{name} = {json.dumps(entry[name], ensure_ascii=False)}\n"
    FILE.write_text(text, "utf-8")


def by_id(file: str) -> dict[str, Mutant]:
    """All mutants of one file."""
    path = ROOT / file
    if not path.exists():
        return {}
    source = path.read_bytes()
    return {mutant.id(source): mutant for mutant in mutants_of(path, ROOT)}


def is_fit(entry: dict[str, str]) -> bool:
    """Noticed by one test that can be named."""
    return entry["end"] == "noticed" and "::" in entry["by"] and " ->" not in entry["by"]


def try_all() -> Tried:
    """Make each mistake in a copy and run the one test that saw it last time."""
    found = Tried()
    entries = tomllib.loads(FILE.read_text("utf-8"))["mutant"]
    tests = " ".join(sorted({json.dumps(entry["by"]) for entry in entries}))
    with tempfile.TemporaryDirectory(prefix="kamiza-mutate-") as folder:
        bench = Bench(copy_tree(ROOT, Path(folder)), tests, None).start()
        try:
            for entry in entries:
                try_one(entry, bench, found)
        finally:
            bench.stop()
    return found


def try_one(entry: dict[str, str], bench: Bench, found: Tried) -> None:
    mutant = by_id(entry["file"]).get(entry["id"])
    if mutant is None:
        return  # the code has changed there
    found.there += 1
    end, _ = bench.tried(mutant, only=entry["by"])
    if end == "noticed":
        found.noticed += 1
    else:
        found.missed += f"\n{entry['file']}\n{entry['diff']}\nnot noticed by {entry['by']}\n"


if __name__ == "__main__":
    draw(12)
