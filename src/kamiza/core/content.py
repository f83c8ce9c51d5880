"""Cards and rule texts as data: TOML, read once, checked once.

Every error names the file, the card and the field, because the people who write these files know
the game and not the program.
"""

from __future__ import annotations

import json
import os
import tomllib
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, cast

# Fields that only people read, or that only the lobby does. They may be reworded, translated or
# arranged anew at any time, so they do not count for the digest that decides whether an old record
# still fits.
PROSE = frozenset(
    "name title subtitle term text question why when note story label help provenance kanji "
    "hints_partner rare first_game deals".split()
)

# Games of your own, without changing any file: `KAMIZA_GAMES="memory=my_games.memory:Memory"`.
OWN_GAMES = "KAMIZA_GAMES"


# Numbers that are tried out instead of those in the files, by file: the way to a number, and
# another number. Only `kamiza balance` fills it, while it makes a game of its own.
TRIED: dict[str, list[tuple[tuple[str | int, ...], int]]] = {}


class ContentError(Exception):
    """Something in a data file is wrong; the message says where."""


class Table:
    """One TOML table, with getters that check as they read."""

    def __init__(self, file: str, name: str, data: dict[str, object]) -> None:
        self.file = file
        self.name = name
        self.data = data

    def error(self, field: str, problem: str) -> ContentError:
        return ContentError(f"{self.file}: {self.name}: {field} {problem}")

    def _get(self, field: str) -> object:
        if field not in self.data:
            raise self.error(field, "is missing")
        return self.data[field]

    def text(self, field: str) -> str:
        value = self._get(field)
        if not isinstance(value, str) or not value:
            raise self.error(field, f"must be a text, not {value!r}")
        return value

    def maybe_text(self, field: str) -> str:
        return self.text(field) if field in self.data else ""

    def number(self, field: str, least: int = 0, most: int = 10**9) -> int:
        value = self._get(field)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(field, f"must be a whole number from {least} to {most}, not {value!r}")
        return value

    def flag(self, field: str) -> bool:
        value = self.data.get(field, False)
        if not isinstance(value, bool):
            raise self.error(field, f"must be true or false, not {value!r}")
        return value

    def choice(self, field: str, allowed: tuple[str, ...]) -> str:
        value = self.text(field)
        if value not in allowed:
            raise self.error(field, f"must be one of {', '.join(allowed)}, not {value!r}")
        return value

    def texts(self, field: str) -> list[str]:
        value = self._get(field)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(field, f"must be a list of texts, not {value!r}")
        return value

    def table(self, field: str) -> Table:
        value = self._get(field)
        if not isinstance(value, dict):
            raise self.error(field, f"must be a table, not {value!r}")
        return Table(self.file, f"{self.name}: {field}", value)

    def tables(self, field: str, label: str = "id") -> list[Table]:
        """An array of tables, each named by its `label` field in error messages."""
        value = self._get(field)
        if not isinstance(value, list):
            raise self.error(field, "must be a list of tables")
        found = []
        for position, item in enumerate(value, 1):
            if not isinstance(item, dict):
                raise self.error(field, f"number {position} must be a table")
            name = item.get(label)
            found.append(Table(self.file, str(name) if name else f"{field} {position}", item))
        return found


def read_toml(folder: Traversable, path: str) -> Table:
    """Read a TOML file below a folder; a broken file is a ContentError."""
    entry = folder
    for part in path.split("/"):
        entry = entry / part
    try:
        text = entry.read_text(encoding="utf-8")
        # For a browser they are packed as JSON, which is read ten times as fast.
        data = json.loads(text) if text.startswith("{") else tomllib.loads(text)
    except FileNotFoundError:
        raise ContentError(f"{path}: the file is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise ContentError(f"{path}: {broken}") from None
    for place, value in TRIED.get(path, []):
        put(data, place, value)
    return Table(path, "the file", data)


def put(data: Any, place: tuple[str | int, ...], value: int) -> None:
    """Another number at a place that is there."""
    for step in place[:-1]:
        data = data[step]
    data[place[-1]] = value


def own_games() -> dict[str, str]:
    """Name and class of every game that lives elsewhere, "package.module:Class"."""
    entries = [entry.partition("=") for entry in os.environ.get(OWN_GAMES, "").split(",") if entry]
    return {name.strip(): place.strip() for name, _, place in entries}


def game_folder(game: str) -> Traversable:
    """Where the data files of a game are; those of a game of your own lie beside its module."""
    place = own_games().get(game)
    if place is None:
        return files("kamiza.games") / game
    return files(place.partition(":")[0].rpartition(".")[0])


def settings_table(game: str) -> Table:
    """What can be chosen for a table of a game: values, defaults, labels."""
    content = read_toml(game_folder(game), "game.toml")
    return content.table("settings") if "settings" in content.data else Table("", "settings", {})


def digest_of(tables: list[Table]) -> str:
    """A short fingerprint of everything in these files that can change a game."""
    mechanics = [_without_prose(table.data) for table in tables]
    canonical = json.dumps(mechanics, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()[:16]


def _without_prose(value: object) -> object:
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        return {key: _kept(key, item) for key, item in table.items() if not _is_prose(key)}
    if isinstance(value, list):
        return [_without_prose(item) for item in value]
    return value


def _kept(key: str, value: object) -> object:
    """Inside an effect every word is mechanics, also one that is prose elsewhere, like `when`."""
    return value if key.startswith("effect") else _without_prose(value)


def _is_prose(key: str) -> bool:
    return key in PROSE or key.removesuffix("_ja") in PROSE
