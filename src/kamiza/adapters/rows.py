"""Observations and masks of single games as numpy arrays; the other adapters share it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from kamiza.core.cells import Cells, new_row
from kamiza.core.game import Game, Setup, State
from kamiza.core.layout import layout_of
from kamiza.games import game as game_of

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def as_array(row: Any, kind: type) -> Array:
    """Numbers of the rules as an array: compiled without a copy, interpreted with one."""
    return np.array(row, dtype=kind) if isinstance(row, list) else np.asarray(memoryview(row))


def table_settings(game: Game, settings: dict[str, Any]) -> dict[str, object]:
    """The settings of a table for programs: without limits not every game would end."""
    return game.defaults | game.trial_settings() | settings


class Rows:
    """What seats see and may choose at tables of one game and number of seats."""

    def __init__(self, name: str, seats: int) -> None:
        self.game = game_of(name)
        self.seats = seats
        self.layout = layout_of(self.game, seats)
        self.choices = int(self.game.choices())
        self.cells = Cells(new_row(self.layout.size), seats)
        self.low = np.array(self.layout.least, dtype=np.int16)
        self.high = np.array(self.layout.most, dtype=np.int16)
        self.row = as_array(self.cells.row, np.int16)
        self.is_view = not isinstance(self.cells.row, list)

    def start(self, settings: dict[str, Any], seed: int) -> State:
        """A new game; a table that cannot be raises its Refusal."""
        return self.game.start(Setup(self.seats, table_settings(self.game, settings), seed))

    def read(self, state: State, seat: int) -> Array:
        """What a seat sees; the next call writes over it."""
        self.cells.begin(0, seat)
        self.game.observe(state, seat, self.cells)
        if not self.is_view:
            self.row = np.array(self.cells.row, dtype=np.int16)
        return self.row

    def observe(self, state: State, seat: int) -> Array:
        """What a seat sees, to keep."""
        return self.read(state, seat).copy()

    def listed(self, state: State) -> list[int]:
        """The choices of whoever is asked, in ascending order."""
        if state.asked < 0:
            return []
        game = self.game
        return sorted([game.choice_of(state, action) for action in game.moves(state)])

    def mask(self, state: State, seat: int) -> Array:
        """1 for each choice that the seat has now."""
        mask = np.zeros(self.choices, dtype=np.int8)
        if state.asked == seat:
            mask[self.listed(state)] = 1
        return mask

    def action(self, state: State, choice: int) -> int:
        """The action of a choice, if it is listed now; -1 otherwise."""
        action = self.game.action_of(state, choice)
        return action if action >= 0 and action in self.game.moves(state) else -1

    def named(self, row: Array) -> dict[str, Array]:
        """A row taken apart, field by field."""
        return {name: row[begin:end] for name, (begin, end) in self.layout.places.items()}
