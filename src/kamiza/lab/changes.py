"""What if: numbers of cards tried out instead of those in the files.

    god.abhoth.ability.1.do.1.n=3        kind, id, and the way to the number; lists count from 1
    god.abhoth.boost=3                   or any words on that way that lead to one number only

Only numbers that are ours may be changed: `provenance` in the files says `designed`. What a
rulebook or public material sets stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from kamiza.core.content import TRIED, game_folder, read_toml
from kamiza.core.game import Game
from kamiza.games import found_at, game, registry

DESIGNED = "designed"
# Numbers that say which or where, not how much.
NO_MEASURES = frozenset("row order number rank copies count".split())
WORDS = ("verb", "op", "measure", "primitive")  # what a table around a number is about
Place = tuple[str | int, ...]


class BadChange(ValueError):
    """A change that cannot be tried; the message says why."""


@dataclass(frozen=True)
class Number:
    """A number of a card: where it stands, what it is, whose it is."""

    file: str
    place: Place  # in the data of the file
    path: tuple[str, ...]  # kind, id, and the way in words
    value: int
    provenance: str
    says: tuple[str, ...]  # what the table around it is about: `verb = "boost"`, `op = "gain"`

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def is_measure(self) -> bool:
        """Does it say how much? The number of an ability says which."""
        return self.path[-1] not in NO_MEASURES and self.path[-3:-2] != ("ability",)


@cache
def numbers_of(name: str) -> tuple[Number, ...]:
    """Every number of every card of a game."""
    found: list[Number] = []
    for file in card_files(name):
        for table, entries in read_toml(game_folder(name), file).data.items():
            for index, entry in enumerate(entries if isinstance(entries, list) else []):
                if isinstance(entry, dict) and "id" in entry:
                    kind = str(entry.get("kind", table)) if table == "card" else table
                    found += in_card(file, (table, index), (kind, entry["id"]), entry)
    return tuple(found)


def card_files(name: str) -> list[str]:
    """The files of cards, below the folder of a game."""
    folder = game_folder(name)
    found: list[str] = []
    for part in ("cards", "sets"):
        if (folder / part).is_dir():
            for entry in sorted((folder / part).iterdir(), key=lambda entry: entry.name):
                inside = [entry] if entry.is_file() else sorted(entry.iterdir(), key=str)
                above = part if entry.is_file() else f"{part}/{entry.name}"
                found += [f"{above}/{one.name}" for one in inside if one.name.endswith(".toml")]
    return found


def in_card(file: str, place: Place, path: tuple[str, str], card: dict[str, Any]) -> list[Number]:
    found = []
    for way, value, says in numbers_in(card, ()):
        words = tuple(str(step + 1) if isinstance(step, int) else step for step in way)
        if words[0] not in ("provenance", "designed"):
            whose = provenance_of(card, [word for word in words if not word.isdigit()])
            found.append(Number(file, (*place, *way), (*path, *words), value, whose, says))
    return found


def numbers_in(value: Any, says: tuple[str, ...]) -> Iterator[tuple[Place, int, tuple[str, ...]]]:
    """Every number inside, with the way to it and the words of the table it stands in."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield (), value, says
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
        says = tuple(str(value[word]) for word in WORDS if word in value)
    elif isinstance(value, list):
        inside = list(enumerate(value))
    for step, one in inside:
        for way, number, around in numbers_in(one, says):
            yield (step, *way), number, around


def provenance_of(card: dict[str, Any], words: list[str]) -> str:
    """Whose a number is: that of the nearest word on its way that is said, or of the whole card."""
    said = card.get("provenance", "unknown")
    if isinstance(said, dict):
        return next((str(said[word]) for word in reversed(words) if word in said), "unknown")
    if set(words) & set(card.get(DESIGNED, [])):
        return DESIGNED
    return str(said)


# -- reading a change -------------------------------------------------------------------------


def read_change(name: str, text: str) -> tuple[Number, int]:
    """The number that a text such as `god.abhoth.boost=3` changes, and to what."""
    path, equals, value = text.partition("=")
    if not equals or not value.strip().lstrip("-").isdigit():
        raise BadChange(f"'{text}': write a change as KIND.CARD.NUMBER=VALUE.")
    number = find_number(name, path.strip())
    if number.provenance != DESIGNED:
        whose = f"it is {number.provenance}, not designed"
        raise BadChange(f"{number.name} is {number.value} and stays so: {whose}.")
    return number, int(value)


def find_number(name: str, path: str) -> Number:
    words = path.split(".")
    of_card = [n for n in numbers_of(name) if list(n.path[:2]) == words[:2]]
    if not of_card:
        cards = sorted({".".join(n.path[:2]) for n in numbers_of(name)})
        near = get_close_matches(".".join(words[:2]), cards, 3, 0.5)
        meant = f" Did you mean {', '.join(near)}?" if near else ""
        raise BadChange(f"'{path}': there is no such card, or it has no numbers.{meant}")
    exact = [n for n in of_card if list(n.path) == words]
    fits = exact or [n for n in of_card if is_on_way(words[2:], n)]
    if len(fits) != 1:
        which = "is not one of its numbers" if not fits else "could be more than one"
        listed = ", ".join(f"{n.name} ({n.value})" for n in fits or of_card)
        raise BadChange(f"'{path}' {which}. There are: {listed}.")
    return fits[0]


def is_on_way(words: list[str], number: Number) -> bool:
    """Do these words stand on the way to a number, in their order, the last one at its end?"""
    way = iter((*number.path[2:-1], *number.says, number.path[-1]))
    ends = {number.path[-1], *number.says}
    return bool(words) and words[-1] in ends and all(word in way for word in words)


# -- a game with them -------------------------------------------------------------------------


@cache
def game_with(name: str, changes: tuple[str, ...]) -> Game:
    """The game with these changes, read by the same code as always; without any, the game."""
    if not changes:
        return game(name)
    found = [read_change(name, text) for text in changes]
    for number, value in found:
        TRIED.setdefault(number.file, []).append((number.place, value))
    try:
        made: Game = found_at(registry()[name])()
    finally:
        TRIED.clear()
    return made
