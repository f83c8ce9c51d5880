"""Every case in tests/cases holds. `pytest -k OF-CASE-17` runs one, `-k shintoh` one game's."""

from functools import cache
from pathlib import Path

import pytest

from kamiza.cases.files import Case, Shelf
from kamiza.cases.runner import Runner
from kamiza.games import game, laws

FOLDERS = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@cache
def shelf(folder: Path) -> Shelf:
    return Shelf(folder)


ALL = [(folder, case) for folder in FOLDERS for case in shelf(folder).cases.values()]


@pytest.mark.parametrize(
    ("folder", "case"), ALL, ids=[f"{folder.name} {case.id}" for folder, case in ALL]
)
def test_case(folder: Path, case: Case) -> None:
    problems = Runner(shelf(folder), game(case.game), laws(case.game)).run(case)
    assert not problems, "\n".join([f"{case.id} {case.title} ({case.file})", *problems])
