"""Positions to learn from: quick bots play, and what counted is remembered with who won."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from kamiza.core.action import NOBODY
from kamiza.core.game import NO_TURN, Game, Setup, State
from kamiza.core.rng import Rng, fast_rng
from kamiza.games import game

WITHIN_TURN = 8  # of so many positions inside a turn one is taken


@dataclass(frozen=True)
class Recipe:
    """What is played, and how many of its positions are kept: mostly beginnings of turns, because
    there positions are judged."""

    game: str
    seats: int
    sides: int  # as many as seats, unless they play in teams
    settings: tuple[dict[str, object], ...]  # taken in turn
    games: int
    every: int  # of so many turns the beginning of one is kept
    seed: int
    strays: int = 0  # of a thousand answers so many are left to chance,
    strays_at: tuple[tuple[str, int], ...] = ()  # or so many at these questions
    by_points: bool = False  # is it learned how far ahead one comes out, not only who wins?

    @property
    def table(self) -> str:
        if self.sides == self.seats:
            return f"{self.seats} seats"
        return f"{self.seats} in {self.sides} teams"


@dataclass
class Sample:
    """Positions of some games: for each its game, its stage, and for each side a row of
    features, those of its seats added up, a share of the win, and its points at the end."""

    games: int = 0
    numbers: array[int] = field(default_factory=lambda: array("i"))
    stages: array[int] = field(default_factory=lambda: array("b"))
    features: array[int] = field(default_factory=lambda: array("h"))
    shares: array[float] = field(default_factory=lambda: array("f"))
    points: array[int] = field(default_factory=lambda: array("i"))

    def add(self, other: Sample) -> None:
        self.games += other.games
        self.numbers.extend(other.numbers)
        self.stages.extend(other.stages)
        self.features.extend(other.features)
        self.shares.extend(other.shares)
        self.points.extend(other.points)


def play_games(recipe: Recipe, first: int, last: int) -> Sample:
    """Games number `first` to `last - 1`."""
    sample = Sample()
    rules = game(recipe.game)
    for number in range(first, last):
        play_game(rules, recipe, number, sample)
    return sample


def play_number(recipe: Recipe, number: int) -> Sample:
    """One game, in whatever process."""
    return play_games(recipe, number, number + 1)


def play_game(rules: Game, recipe: Recipe, number: int, sample: Sample) -> None:
    kept, end, chance = played(rules, recipe, number)
    sample.games += 1
    for position in kept:
        remember(rules, position, number, end, chance, sample)


def played(rules: Game, recipe: Recipe, number: int) -> tuple[list[State], State, Rng]:
    """A game of quick bots: the positions to keep, the end, and further chance."""
    settings = recipe.settings[number % len(recipe.settings)]
    state = rules.start(Setup(recipe.seats, settings, recipe.seed * 1_000_003 + number))
    rng = fast_rng(recipe.seed * 7_000_003 + number)
    chance = fast_rng(recipe.seed * 9_000_011 + number)
    player = Player(recipe, number)
    kept: list[State] = []
    turn = rules.turn(state)
    while state.asked != NOBODY:
        rules.apply(state, player.answer(rules, state, rng))
        if state.asked == NOBODY:
            break
        is_new = rules.turn(state) != turn or turn == NO_TURN
        turn = rules.turn(state)
        if chance.below(recipe.every if is_new else recipe.every * WITHIN_TURN) == 0:
            kept.append(state.clone())
    return kept, state, chance


class Player:
    """The quick bot, which strays now and then: bots that always buy the same cards would not show
    what a card is worth. In each game a seat strays as often as the recipe says, twice as often, or
    never."""

    def __init__(self, recipe: Recipe, number: int) -> None:
        self.rng = fast_rng(recipe.seed * 11_000_027 + number)
        self.often = recipe.strays
        self.often_at = dict(recipe.strays_at)
        self.may_stray = self.often > 0 or bool(self.often_at)
        self.times = [self.rng.below(3) for _seat in range(recipe.seats)]

    def answer(self, rules: Game, state: State, rng: Rng) -> int:
        often = self.often_at.get(rules.question(state), self.often) if self.may_stray else 0
        if often and self.rng.below(1000) < often * self.times[state.asked]:
            listed = rules.moves(state)
            return listed[self.rng.below(len(listed))]
        return rules.quick_move(state, rng)


def remember(
    rules: Game, state: State, number: int, end: State, chance: Rng, sample: Sample
) -> None:
    payoffs, scores = rules.payoffs(end), rules.scores(end)
    seats = range(state.seats)
    viewer = chance.below(state.seats)
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(int(rules.side(state, seat)), []).append(seat)
    shares = [
        -1.0 if all(rules.is_out(state, seat) for seat in side) else sum(payoffs[s] for s in side)
        for _, side in sorted(sides.items())
    ]
    if sum(share for share in shares if share > 0) < 0.5:
        return  # whoever won was out: nothing to learn here
    rows = list(rules.features(state, viewer))
    width = len(rows) // state.seats
    sample.numbers.append(number)
    sample.stages.append(rules.stage(state))
    for _, side in sorted(sides.items()):
        left = [seat for seat in side if not rules.is_out(state, seat)] or side
        of_side = [
            sum(column) for column in zip(*(rows[s * width : s * width + width] for s in left))
        ]
        sample.features.extend(max(-32_000, min(32_000, number)) for number in of_side)
    sample.shares.extend(shares)
    sample.points.extend(sum(scores[s] for s in side) for _, side in sorted(sides.items()))
