"""Every rule of a game is proved somewhere, and nothing cites a rule that does not exist.

A rule is proved by a case that cites it (`rules = [...]`) or by a test that names it, like
[OF-DED-03] or [OF-PASS-01..06]. A rule with `info` says itself why there is nothing to prove.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kamiza.cases.files import Case, Shelf
from kamiza.games import NAMES, game

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "kamiza"
# The word in the IDs of a game's acceptance cases, and how many its document has.
ACCEPTANCE_CASES = {
    "shintoh": ("CASE", 88),
    "kamisama": ("CASE", 95),
    "kodama": ("AC", 90),
    "battles": ("CASE", 77),
}


def ids_in(text: str, prefix: str) -> set[str]:
    """All rule IDs in a text, ranges spelled out."""
    found = set()
    for chapter, first, last in re.findall(rf"\b{prefix}-([A-Z0-9]+)-(\d\d)(?:\.\.(\d\d))?", text):
        for number in range(int(first), int(last or first) + 1):
            found.add(f"{prefix}-{chapter}-{number:02}")
    return found


@cache
def cases(name: str) -> list[Case]:
    return list(Shelf(TESTS / "cases" / name).cases.values())


def prefix_of(name: str) -> str:
    return next(iter(game(name).book.rules)).partition("-")[0]


def cited_by_cases(name: str) -> set[str]:
    return {rule for case in cases(name) for rule in case.rules}


def cited_by_tests(name: str) -> set[str]:
    """IDs in test files, this one and the tests of the case runner left out: they only try."""
    files = [file for file in TESTS.rglob("test_*.py") if file.name not in TRIES]
    return {rule for file in files for rule in ids_in(file.read_text("utf-8"), prefix_of(name))}


TRIES = ("test_rule_ids.py", "test_case_runner.py")


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_proved(name: str) -> None:
    proved = cited_by_cases(name) | cited_by_tests(name)
    rules = game(name).book.rules.values()
    unproved = [rule.id for rule in rules if not rule.info and rule.id not in proved]
    assert unproved == [], f"no case and no test proves {', '.join(unproved)}"


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_that_needs_no_proof_has_none(name: str) -> None:
    proved = cited_by_cases(name)
    rules = game(name).book.rules.values()
    assert [rule.id for rule in rules if rule.info and rule.id in proved] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_cited_rule_exists(name: str) -> None:
    prefix = prefix_of(name)
    known = set(game(name).book.rules) | {case_number(case) for case in cases(name)}
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml"), *(TESTS / "cases").rglob("*.toml")]
    files += [file for file in TESTS.rglob("*.py") if file.name not in TRIES]
    for file in files:
        unknown = ids_in(file.read_text("utf-8"), prefix) - known
        assert not unknown, f"{file} cites {', '.join(sorted(unknown))}"


def case_number(case: Case) -> str:
    """The case without the letter that tells its parts apart."""
    return re.sub(r"(?<=\d)[a-z]$", "", case.id)


@pytest.mark.parametrize("name", ACCEPTANCE_CASES)
def test_every_acceptance_case_is_there(name: str) -> None:
    prefix = prefix_of(name)
    word, count = ACCEPTANCE_CASES[name]
    wanted = {f"{prefix}-{word}-{number:02}" for number in range(1, count + 1)}
    there = {case_number(case) for case in cases(name)}
    assert sorted(wanted - there) == []


def test_ranges_are_spelled_out() -> None:
    text = "[OF-PASS-01..03] and OF-DED-03, not OF-X-1 or KS-DED-01"
    assert ids_in(text, "OF") == {"OF-PASS-01", "OF-PASS-02", "OF-PASS-03", "OF-DED-03"}
