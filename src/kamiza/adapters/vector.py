"""Thousands of games in one call: arrays in, arrays out.

    games = VectorGames("shintoh", seats=3, count=4096, seed=1)
    while training:
        choices = policy(games.observations, games.masks)      # one for each game
        games.step(choices)

After every step, for each game: `asked` is the seat that is asked, `observations` what it sees,
`masks` which choices it has, `ended` whether the step ended a game (the next one has begun
already) and `rewards` what each seat of the last ended game got. The arrays are windows onto the
memory of the rules: the next step writes over them, so copy what shall stay.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kamiza.adapters.rows import Array, as_array, table_settings
from kamiza.core.batch import Batch
from kamiza.core.game import Setup
from kamiza.core.layout import layout_of
from kamiza.games import game as game_of


class VectorGames:
    """So many games of one kind, all asking somebody."""

    def __init__(
        self, game: str, seats: int, count: int, seed: int = 0, measures: bool = False,
        **settings: Any,
    ) -> None:  # fmt: skip
        self.game = game_of(game)
        self.layout = layout_of(self.game, seats)
        self.seats = seats
        self.count = count
        self.choices = int(self.game.choices())
        setup = Setup(seats, table_settings(self.game, settings), seed)
        self.batch = Batch(self.game, setup, count, self.layout.size, seed, measures)
        self.look()

    def look(self) -> None:
        """Compiled rules keep their rows where they are; interpreted ones are copied."""
        batch, count = self.batch, self.count
        self.asked = as_array(batch.asked, np.int16)
        self.observations = as_array(batch.observations, np.int16).reshape(count, -1)
        self.masks = as_array(batch.masks, np.uint8).reshape(count, -1)
        self.ended = as_array(batch.ended, np.uint8)
        self.rewards = as_array(batch.rewards, np.float64).reshape(count, -1)
        self.is_window = not isinstance(batch.asked, list)

    def step(self, choices: Array) -> None:
        """Make one choice in every game; one that a game does not have is refused, and then
        nothing has happened in any of them."""
        self.batch.step(np.ascontiguousarray(choices, dtype="<i4").tobytes())
        if not self.is_window:
            self.look()

    def pick(self) -> Array:
        """One of its choices for every game, all equally likely."""
        self.batch.pick()
        return as_array(self.batch.picks, np.int64)

    @property
    def decisions(self) -> int:
        """How many were made so far, in all games."""
        return int(self.batch.decisions)
