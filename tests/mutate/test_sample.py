"""Mistakes are noticed: a fixed sample of small changes turns the tests red that guard them."""

import ast
import tomllib
from pathlib import Path

from .__main__ import HERE, ROOT
from .mutants import mutants_of
from .sample import by_id, try_all

FLOOR = 0.95


def test_a_fixed_sample_of_mistakes_is_noticed() -> None:
    """If most of the sample is gone, draw another: `make mutate`, `make mutate-sample`."""
    tried = try_all()
    assert tried.there >= 10
    assert tried.noticed >= FLOOR * tried.there, tried.missed


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
