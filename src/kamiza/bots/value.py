"""The value of a position: the chance of each seat to win, from the features of its game.

Each seat has a number of points, the sum of its features times their weights; those of one side add
up. The chances follow from the points by softmax over the sides that can still win. Whole numbers
only, so that every runtime finds the same: weights are millionths, points thousandths, chances
millionths.
"""

from __future__ import annotations

import math
from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, State
from kamiza.core.native import append, i64, vec

ONE: Final = 1_000_000
STEPS: Final = 16_000  # thousandths; whoever is further behind has no chance
NO_CHANCE: Final = -(1 << 40)  # points of a side of which nobody is left


def falling() -> vec[i64]:
    """e to the minus n thousandths, times 2 ** 30."""
    table: vec[i64] = vec[i64](capacity=STEPS)
    for step in range(STEPS):
        table = append(table, round(math.exp(-step / 1000) * (1 << 30)))
    return table


FALLING: Final = falling()


@final
class Value:
    """The weights of one game at one number of seats."""

    def __init__(self, game: Game, weights: list[list[int]]) -> None:
        """`weights` has a row for each stage, with a weight for each feature."""
        self.game: Final = game
        self.width: Final[i64] = len(game.feature_names)
        self.weights: Final = [packed(row) for row in weights]

    def points(self, state: State, viewer: i64) -> vec[i64]:
        """How each seat stands, in thousandths."""
        rows = self.game.features(state, viewer)
        weights = self.weights[self.game.stage(state)]
        found: vec[i64] = vec[i64](capacity=8)
        at: i64 = 0
        for _seat in range(state.seats):
            total: i64 = 0
            for place in range(self.width):
                feature: i64 = rows[at + place]
                if feature != 0:
                    total += feature * weights[place]
            found = append(found, total // 1000)
            at += self.width
        return found

    def chances(self, state: State, viewer: i64) -> vec[i64]:
        """The chance of each seat, in millionths, as far as the viewer can know. Seats of one side
        win together."""
        sides = by_side(self.game, state, self.points(state, viewer))
        most: i64 = NO_CHANCE
        for points in sides:
            if points > most:
                most = points
        whole: i64 = 0
        for points in sides:
            whole += falling_to(most - points)
        chances: vec[i64] = vec[i64](capacity=8)
        for seat in range(state.seats):
            share: i64 = falling_to(most - sides[self.game.side(state, seat)])
            chances = append(chances, share * ONE // whole if most > NO_CHANCE else 0)
        return chances

    def chance(self, state: State, seat: i64) -> i64:
        """The chance of one seat in its own eyes, in millionths; what it got, if all is over."""
        if state.asked == NOBODY:
            return won(self.game, state, seat)
        return self.chances(state, seat)[seat]


def packed(row: list[int]) -> vec[i64]:
    weights: vec[i64] = vec[i64](capacity=len(row))
    for weight in row:
        weights = append(weights, weight)
    return weights


def by_side(game: Game, state: State, points: vec[i64]) -> vec[i64]:
    """The points of each side; NO_CHANCE where nobody is left."""
    sides: vec[i64] = vec[i64](capacity=8)
    for _side in range(state.seats):
        sides = append(sides, NO_CHANCE)
    for seat in range(state.seats):
        if not game.is_out(state, seat):
            side: i64 = game.side(state, seat)
            before: i64 = sides[side]
            if before == NO_CHANCE:
                before = 0
            sides[side] = before + points[seat]
    return sides


def falling_to(behind: i64) -> i64:
    """What is left for whoever is so far behind."""
    if behind >= STEPS:
        return 0
    return FALLING[behind]


def won(game: Game, state: State, seat: i64) -> i64:
    """What a seat got in a finished game: a whole point for a side, however many seats it has."""
    payoffs = game.payoffs(state)
    total: float = 0.0
    side: i64 = game.side(state, seat)
    for other in range(state.seats):
        if game.side(state, other) == side:
            total += payoffs[other]
    return int(total * ONE)


# -- what the benchmark times, inside the compiled code ---------------------------------------


def many_features(game: Game, state: State, times: i64) -> None:
    for _number in range(times):
        game.features(state, 0)


def many_chances(value: Value, state: State, times: i64) -> None:
    for _number in range(times):
        value.chances(state, 0)
