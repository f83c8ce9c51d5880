"""A made-up set for tests: cards that do one thing each, so that the edges of a verb show."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest

from kamiza.core import game as game_module
from kamiza.games.battles import cards as cards_module
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.table.battles import Battles

SOURCE = Path(str(files("kamiza.games"))) / "battles"
SET = """[set]
id = "lab"
order = 9
name = "Lab"
name_ja = "試験"
code = "LAB"
cultures = []
kinds = {{ god = 0, temple = 0, disciple = 0, warrior = {count}, artifact = 0 }}
cards = {{ god = 0, temple = 0, disciple = 0, warrior = {cards}, artifact = 0 }}
randomizers = 0
"""
CARD = """
[[card]]
id = "{id}"
number = "LAB{number:03}"
set = "lab"
kind = "warrior"
name = "{id}"
name_ja = "{id}"
cost = 3
color = "white"
chain = ["blue", "red"]
copies = 5
provenance = "designed"
"""
ABILITY = """  [[card.ability]]
  {fields}
  text = "Test."
  text_ja = "試験。"
"""


def step(verb: str, **parameters: object) -> str:
    """An instruction; `from_` stands for `from`."""
    words = {"verb": verb, **parameters}
    return inline({name.rstrip("_"): value for name, value in words.items()})


def act(*steps: str) -> str:
    return f'type = "act"\n  do = [{", ".join(steps)}]'


def react(on: str, *steps: str, limit: str = "") -> str:
    once = '\n  limit = "turn"' if limit else ""
    return f'type = "react"\n  on = "{on}"{once}\n  do = [{", ".join(steps)}]'


def inline(value: object) -> str:
    """A value as TOML; a list holds instructions that are written already."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {inline(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def copy_data(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """The data files of the game, to be added to or spoilt; the game is read from there."""
    for name in ("sets/rotoo", "sets/yyrz"):
        shutil.copytree(SOURCE / name, folder / name)
    for name in ("game.toml", "rules.toml", "words.toml"):
        shutil.copy(SOURCE / name, folder)
    for module in (cards_module, game_module):
        patch.setattr(module, "game_folder", lambda name: folder)


class Lab:
    """The game with the cards of a test, and a table to play them on."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        copy_data(folder, patch)

    def cards(self, **abilities: str) -> None:
        """One Warrior for each name; its value are the fields of its only ability."""
        folder = self.folder / "sets" / "lab"
        folder.mkdir()
        count = len(abilities)
        (folder / "set.toml").write_text(SET.format(count=count, cards=5 * count), "utf-8")
        text = ""
        for number, (id, fields) in enumerate(abilities.items(), 1):
            text += CARD.format(id=id, number=number) + ABILITY.format(fields=fields)
        (folder / "warriors.toml").write_text(text, "utf-8")
        self.game = BattlesGame()

    def table(self, seats: int = 2, **position: Any) -> Battles:
        settings = {"sets": "rotoo+yyrz+lab", **position.pop("settings", {})}
        return cast(Battles, self.game.load({"seats": seats, "settings": settings, **position}))

    def do(self, state: Battles, *moves: str) -> None:
        """The moves of whoever is asked; Reacts that are not mentioned are declined."""
        for move in moves:
            while self.game.question(state) == "REACT" and move.split()[0] not in ("react", "pass"):
                self.game.act(state, state.asked, "pass")
            self.game.act(state, state.asked, move)

    def settle(self, state: Battles) -> None:
        """Decline every React that is still asked for."""
        while state.asked >= 0 and self.game.question(state) == "REACT":
            self.game.act(state, state.asked, "pass")

    def moves(self, state: Battles) -> list[str]:
        return [self.game.describe(action) for action in self.game.moves(state)]

    def names(self, row: bytes) -> list[str]:
        return self.game.cards.names(row)
