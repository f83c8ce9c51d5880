"""Mistakes are noticed: a fixed sample of small changes turns the tests red that guard them."""

import ast
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from .__main__ import HERE, ROOT
from .mutants import mutants_of
from .sample import by_id, try_all
from .trial import Bench, copy_tree

FLOOR = 0.95


@pytest.mark.slow
def test_a_fixed_sample_of_mistakes_is_noticed() -> None:
    """If most of the sample is gone, draw another: `make mutate`, `make mutate-sample`."""
    tried = try_all()
    assert tried.there >= 10
    assert tried.noticed >= FLOOR * tried.there, tried.missed


def test_a_mistake_is_noticed_in_a_fork_or_after_a_fresh_start(tmp_path: Path) -> None:
    """A function is changed in a process that has loaded everything; a constant needs a new one."""
    name, test = "src/kamiza/play/word_list.py", "tests/play/test_word_list.py"
    found = mutants_of(ROOT / name, ROOT)
    constant = next(mutant for mutant in found if not mutant.function)
    loader = next(mutant for mutant in found if mutant.function == "pattern")  # ran while loading
    asked = next(mutant for mutant in found if mutant.function == "WordList.has")
    clocks = ROOT / "src/kamiza/play/clocks.py"
    due = next(mutant for mutant in mutants_of(clocks, ROOT) if mutant.function == "Clocks.due")
    nothing = replace(due, now=clocks.read_bytes()[due.start : due.end].decode())
    tests = f"{test} tests/play/test_players.py"
    bench = Bench(copy_tree(ROOT, tmp_path), tests, None).start()
    try:
        for mutant in (asked, constant, loader):
            end, by = bench.tried(mutant)
            assert (end, by.partition("::")[0]) == ("noticed", test), mutant
        assert bench.tried(nothing) == ("survived", "")  # the mistakes have left no trace
        assert bench.tried(asked, only=f"{test}::test_found[darn]")[0] == "survived"
    finally:
        bench.stop()


def test_mutants_are_small_changes_that_can_be_read(tmp_path: Path) -> None:
    for name in ("src/kamiza/games/shintoh/rules/passing.py", "src/kamiza/play/clocks.py"):
        source = (ROOT / name).read_bytes()
        found = mutants_of(ROOT / name, ROOT)
        assert {mutant.kind for mutant in found} >= {"compare", "condition", "drop"}
        for mutant in found:
            assert mutant.applied(source) != source
            ast.parse(mutant.applied(source))
        assert len({mutant.id(source) for mutant in found}) == len(found)


def test_numbers_of_cards_are_changed_and_their_words_are_not(tmp_path: Path) -> None:
    path = tmp_path / "src" / "cards.toml"
    path.parent.mkdir()
    path.write_text('# 3 cards\nname = "Area 51"\nvp = 5\nis_new = true\nrow = [1, "a1"]\n')
    now = [m.applied(path.read_bytes()).decode().splitlines() for m in mutants_of(path, tmp_path)]
    changed = [line for lines in now for line in lines if line not in path.read_text()]
    assert changed == [
        "vp = 6", "vp = 4", "is_new = false", 'row = [2, "a1"]', 'row = [0, "a1"]',
    ]  # fmt: skip


def test_what_is_called_equivalent_is_still_there() -> None:
    """A reason for a mutant that no longer exists would hide nothing but confuse everybody."""
    for entry in tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))["mutant"]:
        assert entry["id"] in by_id(entry["file"]), f"{entry['id']} {entry['where']} is gone"
        assert len(entry["reason"]) > 20
