"""How bots play a game, as data: `bots.toml` in the folder of the game.

`[planning]` says how the game is planned (`planning.Style`), each `[level.<name>]` what a level
changes of it, with how much time, and its character in words.
"""

from __future__ import annotations

from functools import cache

from kamiza.bots.planning import HORIZONS, WHOLE_GAME, Style
from kamiza.core.content import Table, game_folder, read_toml
from kamiza.core.game import Game

FILE = "bots.toml"
NUMBERS = ("beam", "depth", "worlds", "lines", "trials", "least_gain", "blur")
# A game that says nothing: its best answers, tried to the end of the game.
PLAIN: dict[str, object] = {
    "horizon": "game",
    "beam": 0,
    "depth": 1,
    "worlds": 1,
    "lines": 0,
    "trials": 32,
    "least_gain": 0,
    "blur": 0,
}


@cache
def bots_table(game: Game) -> Table:
    """What a game says about its bots; empty if it says nothing."""
    if not (game_folder(game.name) / FILE).is_file():
        return Table(FILE, "the file", {})
    return read_toml(game_folder(game.name), FILE)


def planning_of(game: Game) -> dict[str, object]:
    """How this game is planned, every number of it."""
    content = bots_table(game)
    said = content.table("planning").data if "planning" in content.data else {}
    return PLAIN | said


def style_of(said: dict[str, object]) -> Style:
    """A style from its numbers by name."""
    table = Table(FILE, "planning", said)
    horizon = HORIZONS.index(table.choice("horizon", HORIZONS))
    numbers = [table.number(name) for name in NUMBERS]
    return Style(horizon, *numbers)


def needs_value(style: Style) -> bool:
    """Is anything judged before the end of the game?"""
    return style.beam > 0 or style.horizon != WHOLE_GAME
