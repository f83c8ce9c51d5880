"""Make mistakes and see who notices.

python -m tests.mutate shintoh --count 150        # goes on where it stopped
python -m tests.mutate battles --cards --count 60
python -m tests.mutate battles --again            # the survivors once more
python -m tests.mutate --table                    # the scores so far
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from queue import Queue
from typing import Any

from .mutants import Mutant, mutants_of
from .reach import measure
from .trial import Bench, copy_tree

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
KEEP = ROOT / "build" / "mutate"
AREAS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "areas.toml").read_text("utf-8"))


def equivalents() -> dict[str, str]:
    """The reasons by id."""
    entries = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8")).get("mutant", [])
    return {entry["id"]: entry["reason"] for entry in entries}


def all_mutants(area: str, cards: bool) -> dict[str, Mutant]:
    found = {}
    for pattern in AREAS[area]["cards" if cards else "files"]:
        for path in sorted(ROOT.glob(pattern)):
            source = path.read_bytes()
            for mutant in mutants_of(path, ROOT):
                found[mutant.id(source)] = mutant
    return found


def everything(about: dict[str, Any]) -> str:
    """All tests of an area, also those that would notice any other card, whatever it says."""
    return f"{about['tests']} {about['digests']}"


class Ledger:
    """What became of each mutant; one line each, so a run that was stopped has lost nothing."""

    def __init__(self, area: str, cards: bool) -> None:
        KEEP.mkdir(parents=True, exist_ok=True)
        self.path = KEEP / f"{area}{'_cards' if cards else ''}.jsonl"
        self.entries: dict[str, dict[str, Any]] = {}
        if self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self.entries[entry["id"]] = entry

    def add(self, entry: dict[str, Any]) -> None:
        self.entries[entry["id"]] = entry
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")

    def survivors(self) -> list[str]:
        return [id for id, entry in self.entries.items() if entry["end"] == "survived"]


def run(area: str, given: argparse.Namespace) -> None:
    mutants, ledger, known = (
        all_mutants(area, given.cards),
        Ledger(area, given.cards),
        equivalents(),
    )
    # The same seed, the same row: a mutant that comes or goes leaves the others where they were.
    row = sorted(mutants, key=lambda id: sha256(f"{given.seed} {id}".encode()).digest())
    row = [id for id in row if id not in known][: given.count]
    waiting = [id for id in row if id not in ledger.entries]
    if given.again:
        waiting = [id for id in ledger.survivors() if id in mutants and id not in known]
    with tempfile.TemporaryDirectory(prefix="kamiza-mutate-") as folder:
        try_each(area, given, Path(folder), [(id, mutants[id]) for id in waiting], ledger)
    report(area, given.cards, [*row, *waiting])


def try_each(
    area: str,
    given: argparse.Namespace,
    folder: Path,
    row: list[tuple[str, Mutant]],
    ledger: Ledger,
) -> None:
    about = AREAS[area]
    trees = [copy_tree(ROOT, folder / str(number)) for number in range(given.jobs)]
    measured = measure(area, everything(about), about["traced"], trees[0], KEEP)
    tests = about["tests"] if given.cards else everything(about)
    benches: Queue[Bench] = Queue()
    for tree in trees:
        benches.put(Bench(tree, tests, measured))

    def work(one: tuple[str, Mutant]) -> None:
        bench = benches.get()
        try:
            ledger.add(trial(*one, bench, given))
        finally:
            benches.put(bench)

    if not given.cards:
        for bench in benches.queue:
            bench.start()
    try:
        with ThreadPoolExecutor(given.jobs) as pool:
            for number, _ in enumerate(pool.map(work, row), 1):
                if number % 10 == 0 or number == len(row):
                    print(f"{area}: {number} of {len(row)} tried", flush=True)
    finally:
        for bench in benches.queue:
            bench.stop()


def trial(id: str, mutant: Mutant, bench: Bench, given: argparse.Namespace) -> dict[str, Any]:
    diff = mutant.diff((bench.tree / mutant.file).read_bytes())
    since = time.monotonic()
    end, by = bench.tried(mutant, most=given.most, beyond=given.beyond)
    if end == "survived":
        print(f"survived: {id} {mutant.file}:{mutant.line}\n{diff}", flush=True)
    return {
        "id": id, "file": mutant.file, "line": mutant.line, "function": mutant.function,
        "kind": mutant.kind, "end": end, "by": by, "why": bench.why, "diff": diff,
        "seconds": round(time.monotonic() - since, 1),
    }  # fmt: skip


def report(area: str, cards: bool, asked: Iterable[str]) -> None:
    ledger, known, wanted = Ledger(area, cards), equivalents(), set(asked)
    entries = [entry for id, entry in ledger.entries.items() if id in wanted - known.keys()]
    if not entries:
        return
    left = [entry for entry in entries if entry["end"] == "survived"]
    score = 100 * (1 - len(left) / len(entries))
    print(f"{area}{' cards' if cards else ''}: {len(entries)} mutants, {score:.1f} % noticed")
    for entry in left:
        print(f"  {entry['id']} {entry['file']}:{entry['line']} {entry['function']}")
        print("    " + entry["diff"].replace("\n", "\n    "))


def main() -> None:
    parser = argparse.ArgumentParser(
        "tests.mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("areas", nargs="*", metavar="area", help=", ".join(AREAS))
    parser.add_argument("--cards", action="store_true", help="numbers of cards instead of code")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree, side by side")
    parser.add_argument(
        "--most", type=float, default=math.inf,
        help="seconds of tests that come past a mutant, the quickest first",
    )  # fmt: skip
    parser.add_argument(
        "--beyond", type=float, default=0.0,
        help="seconds of tests that never came past a mutant when they were measured",
    )  # fmt: skip
    parser.add_argument("--again", action="store_true", help="the survivors once more")
    parser.add_argument("--table", action="store_true", help="only the scores so far")
    given = parser.parse_args()
    for area in given.areas or AREAS:
        if area not in AREAS:
            parser.error(f"there is no area {area!r}; there are {', '.join(AREAS)}")
        if given.table:
            for cards in (False, True):
                report(area, cards, Ledger(area, cards).entries)
        elif AREAS[area]["cards"] or not given.cards:
            run(area, given)


if __name__ == "__main__":
    main()
