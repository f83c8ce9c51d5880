"""Comparing what somebody expects with what is there, and saying the difference in words.

Expectations are partial: only what is written is compared. Tables are compared key by key, lists
item by item and to their full length, single values exactly, except that the text "none" stands
for "nothing there" (TOML has no word for it) and a seat may be written as its letter. Where no
exact value can be given, a table of conditions stands in its place: `{at_least = 3}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from kamiza.core.action import LETTERS

Table = dict[str, object]
NONE = "none"
MISSING = object()
LONG = 200  # letters of a list, from which on only the first difference is shown


class CaseError(Exception):
    """Something is written in a case that cannot be compared with anything."""


@dataclass(frozen=True)
class Difference:
    """One thing that is not as expected, ready to be read."""

    path: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected}, found {self.found}"


def differences(path: str, expected: object, found: object) -> list[Difference]:
    """Everything in which `found` does not fit `expected`."""
    if isinstance(expected, dict):
        return _compare_table(path, cast("dict[str, object]", expected), found)
    if isinstance(expected, list) and is_by_seat(found):
        found = list(cast("dict[str, object]", found).values())
    if isinstance(expected, list) and isinstance(found, list):
        return _compare_list(path, expected, found)
    return [] if same(expected, found) else [Difference(path, shown(expected), shown(found))]


def fits(expected: object, found: object) -> bool:
    """Is everything as expected?"""
    return not differences("", expected, found)


def is_by_seat(found: object) -> bool:
    """Is this a table with an entry for every seat?"""
    return isinstance(found, dict) and bool(found) and "".join(map(str, found)) in LETTERS


def is_by_name(found: object) -> bool:
    """Is this a table of entries, not of fields? Entries are all tables, or all numbers."""
    if not isinstance(found, dict):
        return False
    kinds = {type(item) for item in found.values()}
    return is_by_seat(found) or kinds in (set(), {dict}, {int})


def same(expected: object, found: object) -> bool:
    """Are two single values the same, to somebody who writes cases?"""
    if expected == NONE and found is None:
        return True
    if isinstance(expected, str) and type(found) is int and len(expected) == 1:
        return 0 <= found == LETTERS.find(expected)
    return type(expected) is type(found) and expected == found


def shown(value: object) -> str:
    """A value as a case would write it."""
    if value is None:
        return NONE
    return "nothing" if value is MISSING else json.dumps(value, ensure_ascii=False)


def entry(found: object, key: str) -> object:
    """One entry of a table, or of a list by id, seat letter or number; MISSING if there is none."""
    if isinstance(found, dict):
        if key.isdecimal() and is_by_seat(found):
            key = LETTERS[int(key)] if int(key) < len(LETTERS) else key
        return found.get(key, MISSING)
    if not isinstance(found, list):
        return MISSING
    for item in found:
        if isinstance(item, dict) and item.get("id") == key:
            return cast(object, item)
    index = LETTERS.find(key) if len(key) == 1 and key.isalpha() else -1
    index = int(key) if key.isdecimal() else index
    return found[index] if 0 <= index < len(found) else MISSING


def at_path(found: object, path: str) -> object:
    """What a path like "players.B.hand" leads to, or MISSING."""
    for key in path.split("."):
        found = entry(found, key)
    return found


def merged(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    """Two tables as one; where both say something, the one above counts."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            value = merged(old, value)
        result[key] = value
    return result


def _compare_list(path: str, expected: list[object], found: list[object]) -> list[Difference]:
    if len(expected) == len(found):
        return [
            difference
            for index, (wanted, item) in enumerate(zip(expected, found))
            for difference in differences(f"{path}.{index}", wanted, item)
        ]
    if len(shown(expected)) + len(shown(found)) < LONG:
        return [Difference(path, shown(expected), shown(found))]
    index = next((i for i, (e, f) in enumerate(zip(expected, found)) if not fits(e, f)), -1)
    index = min(len(expected), len(found)) if index < 0 else index
    sizes = (
        f"{path} ({len(expected)} expected, {len(found)} found): the first difference is {index}"
    )
    wanted, item = (shown(row[index] if index < len(row) else MISSING) for row in (expected, found))
    return [Difference(sizes, wanted, item)]


def _compare_table(path: str, expected: dict[str, object], found: object) -> list[Difference]:
    known = cast("dict[str, object]", found) if isinstance(found, dict) else {}
    if expected and all(key in CONDITIONS and key not in known for key in expected):
        return _compare_conditions(path, expected, found)
    if not isinstance(found, (dict, list)):
        return [Difference(path, shown(expected), shown(found))]
    result: list[Difference] = []
    for key, wanted in expected.items():
        result += differences(f"{path}.{key}" if path else key, wanted, entry(found, key))
    return result


# -- conditions -------------------------------------------------------------------------------


def _compare_conditions(path: str, expected: dict[str, object], found: object) -> list[Difference]:
    result: list[Difference] = []
    for key, wanted in expected.items():
        if key == "where" and "count" in expected:
            continue  # it only says which entries are counted
        if key == "size" and (isinstance(found, (list, str)) or is_by_name(found)):
            result += differences(f"{path} (size)", wanted, len(cast("list[object]", found)))
        elif key == "count" and (isinstance(found, list) or is_by_name(found)):
            items = found if isinstance(found, list) else list(cast(Table, found).values())
            where = expected.get("where", {})
            refuse_unknown_fields(path, where, items)
            number = sum(fits(where, item) for item in items)
            result += differences(f"{path} (where {shown(where)})", wanted, number)
        elif found is MISSING or not CONDITIONS[key](wanted, found):
            words = f"{key.replace('_', ' ')} {shown(wanted)}"
            result.append(Difference(path, words, shown(found)))
    return result


def refuse_unknown_fields(path: str, where: object, items: list[object]) -> None:
    """A misspelt field would be counted in no entry, for ever."""
    tables = [item for item in items if isinstance(item, dict)]
    for name in where if isinstance(where, dict) else ():
        if tables and not any(name in table for table in tables):
            raise CaseError(f"{path}: where: no entry has a '{name}'")


def _is_one_of(wanted: object, found: object) -> bool:
    return isinstance(wanted, list) and any(fits(value, found) for value in wanted)


def _is_none_of(wanted: object, found: object) -> bool:
    return isinstance(wanted, list) and not _is_one_of(wanted, found)


def _is_at_least(wanted: object, found: object) -> bool:
    return isinstance(wanted, (int, float)) and isinstance(found, (int, float)) and found >= wanted


def _is_at_most(wanted: object, found: object) -> bool:
    return isinstance(wanted, (int, float)) and isinstance(found, (int, float)) and found <= wanted


def _includes(wanted: object, found: object) -> bool:
    values = wanted if isinstance(wanted, list) else [wanted]
    if isinstance(found, str):
        return all(isinstance(value, str) and value in found for value in values)
    return isinstance(found, list) and all(any(fits(v, item) for item in found) for v in values)


def _lacks(wanted: object, found: object) -> bool:
    values = wanted if isinstance(wanted, list) else [wanted]
    return isinstance(found, (list, str)) and not any(_includes(value, found) for value in values)


def _cannot_be(wanted: object, found: object) -> bool:
    """`size` and `count` of something that has no size."""
    return False


CONDITIONS: dict[str, Callable[[object, object], bool]] = {
    "one_of": _is_one_of,
    "none_of": _is_none_of,
    "at_least": _is_at_least,
    "at_most": _is_at_most,
    "includes": _includes,
    "lacks": _lacks,
    "size": _cannot_be,
    "count": _cannot_be,
    "where": _cannot_be,
}
