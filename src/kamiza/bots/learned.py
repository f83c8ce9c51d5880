"""The value a game has learned: `value.toml` in its folder, written by `kamiza train`."""

from __future__ import annotations

from functools import cache
from importlib.resources.abc import Traversable
from typing import cast

from kamiza.bots.value import Value
from kamiza.core.content import ContentError, game_folder, read_toml
from kamiza.core.game import Game, State

FILE = "value.toml"


# For how many seats a value was learned, and on how many sides they were: as many, or in teams.
Values = dict[tuple[int, int], Value]


def value_of(game: Game, state: State) -> Value | None:
    """What the game has learned for such a table; None if nothing."""
    return nearest(tables_of(game), game, state)


def nearest(tables: Values, game: Game, state: State) -> Value | None:
    """The value for so many seats, or for the nearest number there is. Who plays for a team wants
    other things than who plays alone."""
    seats, sides = int(state.seats), sides_of(game, state)
    alike = [key for key in tables if (key[1] < key[0]) == (sides < seats)] or list(tables)
    if not alike:
        return None
    return tables[min(alike, key=lambda key: (abs(key[0] - seats), key))]


def sides_of(game: Game, state: State) -> int:
    """How many can win apart from each other."""
    return len({int(game.side(state, seat)) for seat in range(int(state.seats))})


def has_learned(game: Game) -> bool:
    return bool(tables_of(game))


@cache
def tables_of(game: Game) -> Values:
    """All values of a game."""
    folder = game_folder(game.name)
    if not game.feature_names or not (folder / FILE).is_file():
        return {}
    return read_tables(game, folder, FILE)


def read_tables(game: Game, folder: Traversable, file: str) -> Values:
    content = read_toml(folder, file)
    found: Values = {}
    for table in content.tables("table", "seats"):
        seats = table.number("seats")
        sides = table.number("sides") if "sides" in table.data else seats
        found[seats, sides] = read_value(game, cast("dict[str, object]", table.data["weights"]))
    return found


def read_value(game: Game, weights: dict[str, object]) -> Value:
    """A value from its weights by feature, each with a number for each stage. What the game counts
    and has not learned about yet, such as a card that came later, weighs nothing."""
    stages = len(game.stage_names)
    columns = [cast("list[int]", weights.get(name, [0] * stages)) for name in game.feature_names]
    if any(len(column) != stages for column in columns):
        raise ContentError(f"{FILE}: a weight for each of {stages} stages is wanted")
    return Value(game, [list(row) for row in zip(*columns)])
