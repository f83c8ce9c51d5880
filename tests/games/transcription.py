"""Card data against a copy of the tables in the document of a game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def read(test: str) -> dict[str, Any]:
    """`document.toml` beside a test."""
    return tomllib.loads((Path(test).parent / "document.toml").read_text(encoding="utf-8"))


def numbers(value: object, path: str = "") -> dict[str, int]:
    """Every number of some data, by where it stands; entries with an id stand under it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {path: value}
    entries: list[tuple[object, object]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = [
            (item["id"] if isinstance(item, dict) and "id" in item else place, item)
            for place, item in enumerate(value)
        ]
    found: dict[str, int] = {}
    for name, item in entries:
        found |= numbers(item, f"{path}.{name}" if path else str(name))
    return found


def differences(document: object, cards: object) -> dict[str, tuple[int | None, int | None]]:
    """Where the two do not have the same number: in the document, on the cards."""
    one, other = numbers(document), numbers(cards)
    places = sorted(set(one) | set(other))
    return {p: (one.get(p), other.get(p)) for p in places if one.get(p) != other.get(p)}
