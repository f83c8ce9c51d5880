"""The value a game has learned: `value.toml` in its folder, written by `kamiza train`."""

from __future__ import annotations

from functools import cache
from importlib.resources.abc import Traversable
from typing import cast

from kamiza.bots.value import Value
from kamiza.core.content import ContentError, game_folder, read_toml
from kamiza.core.game import Game

FILE = "value.toml"


def value_of(game: Game, seats: int) -> Value | None:
    """What the game has learned for so many seats; None if nothing."""
    return nearest(tables_of(game), seats)


def nearest(tables: dict[int, Value], seats: int) -> Value | None:
    """The value for so many seats, or for the nearest number there is."""
    if not tables:
        return None
    return tables[min(tables, key=lambda count: (abs(count - seats), count))]


@cache
def tables_of(game: Game) -> dict[int, Value]:
    """All values of a game by number of seats."""
    folder = game_folder(game.name)
    if not game.feature_names or not (folder / FILE).is_file():
        return {}
    return read_tables(game, folder, FILE)


def read_tables(game: Game, folder: Traversable, file: str) -> dict[int, Value]:
    content = read_toml(folder, file)
    return {
        table.number("seats"): read_value(game, cast("dict[str, object]", table.data["weights"]))
        for table in content.tables("table", "seats")
    }


def read_value(game: Game, weights: dict[str, object]) -> Value:
    """A value from its weights by feature, each with a number for each stage. What the game counts
    and has not learned about yet, such as a card that came later, weighs nothing."""
    stages = len(game.stage_names)
    columns = [cast("list[int]", weights.get(name, [0] * stages)) for name in game.feature_names]
    if any(len(column) != stages for column in columns):
        raise ContentError(f"{FILE}: a weight for each of {stages} stages is wanted")
    return Value(game, [list(row) for row in zip(*columns)])
