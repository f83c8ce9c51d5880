"""The levels a bot can have, from easy to hard, as data: `levels.toml` here, and what a game says
about them in its own `bots.toml`.

Levels differ by how long they look and by how well they judge, never by what they see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kamiza.bots.planning import Style
from kamiza.bots.styles import NUMBERS, bots_table, planning_of, style_of
from kamiza.core.content import Table, read_toml
from kamiza.core.game import Game

LEVELS = ("novice", "adept", "master", "kami")
PLAYS = ("plan", "search", "quick")
FIELDS = ("name", "name_ja", "character", "character_ja", "plays", "iterations", "ms", "horizon")


@dataclass(frozen=True)
class Level:
    """One level of one game."""

    level: str
    name: dict[str, str]
    character: dict[str, str]
    plays: str
    style: Style
    iterations: int  # of a search; 0: as many as there is time for
    seconds: float  # of CPU for one decision; 0: as long as it takes

    @property
    def is_quick(self) -> bool:
        """Is it answered at once, without a limit of time?"""
        return self.seconds == 0.0


@cache
def usual_levels() -> Table:
    return read_toml(files("kamiza.bots"), "levels.toml").table("level")


@cache
def level_of(game: Game, level: str) -> Level:
    """A level of a game, with all that is said about it."""
    content = bots_table(game)
    said: dict[str, object] = {}
    if "level" in content.data and level in content.table("level").data:
        said = content.table("level").table(level).data
        if "plays" not in said:
            said = said | {"plays": "plan"}
    usual = usual_levels().table(level).data
    words = {name: usual[name] for name in FIELDS if name in usual}
    table = Table(content.file, f"level {level}", words | said if said else dict(usual))
    for name in table.data:
        if name not in FIELDS and name not in NUMBERS:
            raise table.error(name, "is no field of a level")
    style = {name: x for name, x in table.data.items() if name in (*NUMBERS, "horizon")}
    return Level(
        level,
        {"en": table.text("name"), "ja": table.text("name_ja")},
        {"en": table.text("character"), "ja": table.text("character_ja")},
        table.choice("plays", PLAYS),
        style_of(planning_of(game) | style),
        table.number("iterations") if "iterations" in table.data else 0,
        table.number("ms") / 1000 if "ms" in table.data else 0.0,
    )


def levels_of(game: Game) -> list[Level]:
    """All levels of a game, from easy to hard."""
    return [level_of(game, level) for level in LEVELS]
