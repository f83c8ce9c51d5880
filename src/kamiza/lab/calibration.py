"""Are a game's chances true? Quick bots play games that nobody learned from, one position of each
is judged, and what was predicted is compared with who won."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from kamiza.bots.learned import value_of
from kamiza.bots.value import ONE, won
from kamiza.games import game
from kamiza.lab.simulation import spread
from kamiza.lab.training_data import Recipe, played

BINS = 10
FEW = 100  # seats in a bin, below which it says nothing
TOLD = 0.04  # by so much what comes true may differ from what was predicted
OTHER_GAMES = 50_000_000  # added to the seed of a recipe: none of them was learned from

SIZE, EDGE, GAP = 150, 34, 26  # of a plot


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

    seats: int
    games: int = 0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])

    def add(self, other: Calibration) -> None:
        self.games += other.games
        for mine, more in zip(self.bins, other.bins):
            mine.add(more.count, more.predicted, more.real)

    @property
    def worst(self) -> float:
        return max(found.difference for found in self.bins)


def check_games(recipe: Recipe, first: int, last: int) -> Calibration:
    """Games number `first` to `last - 1`; runs inside a worker process."""
    rules = game(recipe.game)
    value = value_of(rules, recipe.seats)
    assert value is not None
    found = Calibration(recipe.seats, last - first)
    for number in range(first, last):
        kept, end, chance = played(rules, recipe, number)
        if not kept:
            continue
        state = kept[chance.below(len(kept))]
        chances = value.chances(state, chance.below(state.seats))
        for seat in range(recipe.seats):
            if not rules.is_out(state, seat):
                predicted = chances[seat] / ONE
                real = won(rules, end, seat) / ONE
                found.bins[min(BINS - 1, int(predicted * BINS))].add(1, predicted, real)
    return found


def check(recipe: Recipe, jobs: int) -> Calibration:
    """As many games as the recipe says, none of which was learned from."""
    fresh = replace(recipe, seed=recipe.seed + OTHER_GAMES)
    whole = Calibration(recipe.seats)
    for part in spread(partial(check_games, fresh), fresh.games, jobs):
        whole.add(part)
    return whole


# -- the picture ----------------------------------------------------------------------------------


def plot(name: str, found: list[Calibration]) -> str:
    """A picture for the docs: for each number of seats the bins beside the line of the truth."""
    width = (SIZE + GAP) * len(found) + EDGE
    parts = [panel(one, EDGE + (SIZE + GAP) * place) for place, one in enumerate(found)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE + 2 * EDGE}" '
        f'width="{width}" font-family="system-ui, sans-serif" font-size="11" role="img" '
        f'aria-label="{name}: chances as predicted and as they came true">'
        f'<rect width="100%" height="100%" fill="#fbf9f4"/>{"".join(parts)}</svg>\n'
    )


def panel(found: Calibration, left: int) -> str:
    top, bottom = EDGE, EDGE + SIZE
    most = max(one.count for one in found.bins)
    parts = [
        f'<rect x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#bbb"/>',
        f'<line x1="{left}" y1="{bottom}" x2="{left + SIZE}" y2="{top}" stroke="#999"/>',
        f'<text x="{left + SIZE / 2}" y="{top - 10}" text-anchor="middle">'
        f"{found.seats} seats, {found.games:,} games</text>",
        f'<text x="{left}" y="{bottom + 14}">0 %</text>',
        f'<text x="{left + SIZE}" y="{bottom + 14}" text-anchor="end">100 %</text>',
        f'<text x="{left + SIZE / 2}" y="{bottom + 26}" text-anchor="middle">predicted</text>',
    ]
    for one in found.bins:
        if one.count >= FEW:
            x = left + SIZE * one.predicted / one.count
            y = bottom - SIZE * one.real / one.count
            radius = 2 + 5 * (one.count / most) ** 0.5
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#8a2b2b" '
                f'opacity=".75"><title>{one.count:,} seats</title></circle>'
            )
    return "".join(parts)
