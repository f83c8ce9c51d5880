"""Are a game's chances true? Quick bots play games that nobody learned from, one position of each
is judged, and what was predicted is compared with who won."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from kamiza.bots.learned import value_of
from kamiza.bots.value import ONE, won
from kamiza.games import game
from kamiza.lab import plots
from kamiza.lab.crew import Crew, in_order
from kamiza.lab.training_data import Recipe, played

BINS = 10
FEW = 100  # seats in a bin, below which it says nothing
TOLD = 0.04  # by so much what comes true may differ from what was predicted
OTHER_GAMES = 50_000_000  # added to the seed of a recipe: none of them was learned from

SIZE, EDGE, GAP = 70, 30, 30  # of one kind of table; six of them side by side


@dataclass
class Bin:
    """All seats whose chance was about the same."""

    count: int = 0
    predicted: float = 0.0
    real: float = 0.0

    def add(self, count: int, predicted: float, real: float) -> None:
        self.count += count
        self.predicted += predicted
        self.real += real

    @property
    def difference(self) -> float:
        return abs(self.predicted - self.real) / self.count if self.count >= FEW else 0.0


@dataclass
class Calibration:
    """What was predicted and what came true at one number of seats."""

    table: str
    games: int = 0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])

    def add(self, other: Calibration) -> None:
        self.games += other.games
        for mine, more in zip(self.bins, other.bins):
            mine.add(more.count, more.predicted, more.real)

    @property
    def worst(self) -> float:
        return max(found.difference for found in self.bins)


def check_game(recipe: Recipe, number: int) -> Calibration:
    """One position of one game; runs inside a worker process."""
    rules = game(recipe.game)
    found = Calibration(recipe.table, 1)
    kept, end, chance = played(rules, recipe, number)
    if kept:
        state = kept[chance.below(len(kept))]
        value = value_of(rules, state)
        assert value is not None
        chances = value.chances(state, chance.below(state.seats))
        for seat in range(recipe.seats):
            if not rules.is_out(state, seat):
                predicted = chances[seat] / ONE
                real = won(rules, end, seat) / ONE
                found.bins[min(BINS - 1, int(predicted * BINS))].add(1, predicted, real)
    return found


def check(recipe: Recipe, jobs: int) -> Calibration:
    """As many games as the recipe says, none of which was learned from."""
    fresh = replace(recipe, seed=recipe.seed + OTHER_GAMES, strays=0, strays_at=())
    whole = Calibration(recipe.table)
    for one in in_order(partial(check_game, fresh), 0, fresh.games, Crew(jobs)):
        whole.add(one)
    return whole


# -- the picture ----------------------------------------------------------------------------------


def plot(name: str, found: list[Calibration]) -> str:
    """A picture for the docs: for each number of seats the bins beside the line of the truth."""
    parts = [plots.rectangle(0, 0, plots.WIDTH, SIZE + 2 * EDGE, "#fbf9f4")]
    for place, one in enumerate(found):
        parts += panel(one, GAP / 2 + (SIZE + GAP) * place)
    label = f"{name}: chances as predicted and as they came true"
    return plots.svg(SIZE + 2 * EDGE, parts, label) + "\n"


def panel(found: Calibration, left: float) -> list[str]:
    right, bottom, most = left + SIZE, EDGE + SIZE, max(one.count for one in found.bins)
    parts = [
        plots.line(left, bottom, right, bottom, plots.GREY),
        plots.line(left, bottom, left, EDGE, plots.GREY),
        plots.line(left, bottom, right, EDGE, plots.GREY),
        plots.text(left, EDGE - 18, found.table, "start"),
        plots.text(left, EDGE - 6, f"{found.games:,} games", "start"),
        plots.text(left, bottom + 16, "0 %", "start"),
        plots.text(right, bottom + 16, "100 %", "end"),
    ]
    for one in found.bins:
        if one.count >= FEW:
            x = left + SIZE * one.predicted / one.count
            y = bottom - SIZE * one.real / one.count
            radius = 2 + 4 * (one.count / most) ** 0.5
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{plots.RED}" '
                f'opacity=".75"><title>{one.count:,} seats</title></circle>'
            )
    return parts
