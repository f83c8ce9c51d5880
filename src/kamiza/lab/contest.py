"""A contest of bots: every shuffle is played from all seatings, so that nobody wins by the cards or
by the seat, and what came out is said with how sure it is.

A *round* is one shuffle in all seatings. Rounds are independent of each other, games of one round
are not: intervals are made from rounds. Where seats win together, bots of one kind are partners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.games import game
from kamiza.lab.crew import Crew, in_order

MOST_SEATINGS = 24  # of more distinct ones only those by turning round the table are played
ALPHA = 0.05
LEAST_ROUNDS = 10  # before anything is decided
SPREAD_GUESS = (
    0.1  # how sharply the anytime interval is tuned to contests of about a hundred rounds
)


@dataclass(frozen=True)
class Contest:
    """Who plays what. Round number n has seed `seed + n`."""

    game: str
    bots: tuple[str, ...]  # one for each seat
    settings: tuple[tuple[str, object], ...] = ()
    seed: int = 1

    def seatings(self) -> list[tuple[str, ...]]:
        """Every way to seat these bots that is different; with partners alike, if that can be."""
        sides = self.sides()
        alike = [seating for seating in self.different() if has_partners_alike(seating, sides)]
        return alike or self.different()

    def different(self) -> list[tuple[str, ...]]:
        count = len(self.bots)
        if math.factorial(count) // repeats(self.bots) <= MOST_SEATINGS:
            return sorted(set(permutations(self.bots)))
        turned = [self.bots[start:] + self.bots[:start] for start in range(count)]
        return sorted(set(turned))

    def sides(self) -> list[int]:
        """Which side each seat wins with."""
        rules = game(self.game)
        state = self.start(rules, self.seed)
        return [rules.side(state, seat) for seat in range(len(self.bots))]

    def start(self, rules: Game, seed: int) -> State:
        settings = rules.trial_settings() | dict(self.settings)
        return rules.start(Setup(len(self.bots), settings, seed))

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "settings": dict(self.settings),
            "seed": self.seed,
        }


def repeats(bots: tuple[str, ...]) -> int:
    return math.prod(math.factorial(bots.count(bot)) for bot in set(bots))


def has_partners_alike(seating: tuple[str, ...], sides: list[int]) -> bool:
    bot_of_side = dict(zip(sides, seating, strict=True))
    return all(bot_of_side[side] == bot for side, bot in zip(sides, seating, strict=True))


@dataclass
class Round:
    """One shuffle in all seatings: for each bot what it won, scored and how it was placed, on
    average of its seats."""

    number: int
    wins: dict[str, float] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    ranks: dict[str, float] = field(default_factory=dict)
    games: int = 0
    decisions: int = 0

    def as_json(self) -> dict[str, object]:
        return dict(self.__dict__)


def play_round(contest: Contest, number: int) -> Round:
    found = Round(number)
    seatings = contest.seatings()
    for seating in seatings:
        scores, ranks, decisions = play(contest, seating, contest.seed + number)
        found.games += 1
        found.decisions += decisions
        share = 1.0 / ranks.count(1)
        for seat, bot in enumerate(seating):
            part = 1.0 / (contest.bots.count(bot) * len(seatings))
            won = share if ranks[seat] == 1 else 0.0
            found.wins[bot] = found.wins.get(bot, 0.0) + part * won
            found.scores[bot] = found.scores.get(bot, 0.0) + part * scores[seat]
            found.ranks[bot] = found.ranks.get(bot, 0.0) + part * ranks[seat]
    return found


def play(contest: Contest, seating: tuple[str, ...], seed: int) -> tuple[list[int], list[int], int]:
    """One game: scores, ranks and the number of decisions."""
    rules = game(contest.game)
    bots = [make_bot(bot, rules, seed * 16 + seat) for seat, bot in enumerate(seating)]
    state = contest.start(rules, seed)
    decisions = 0
    while state.asked != NOBODY:
        rules.apply(state, bots[state.asked].choose(rules.view(state, state.asked)))
        decisions += 1
    return rules.scores(state), rules.ranks(state), decisions


def rounds(contest: Contest, done: int, wanted: int, crew: Crew) -> Iterator[Round]:
    """The rounds after those that are done, in their order, whoever plays them."""
    return in_order(partial(play_round, contest), done, wanted, crew)


# -- how sure it is ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """What a bot wins on a seat of its own, from 0 to 1."""

    bot: str
    mean: float
    low: float  # 95 %
    high: float
    score: float
    rank: float


def share_of(bot: str, played: list[Round]) -> Share:
    """The mean of the rounds with its 95 % interval."""
    wins = [found.wins[bot] for found in played]
    mean = sum(wins) / len(wins)
    half = 1.96 * deviation(wins) / math.sqrt(len(wins))
    score = sum(found.scores[bot] for found in played) / len(played)
    rank = sum(found.ranks[bot] for found in played) / len(played)
    return Share(bot, mean, max(0.0, mean - half), min(1.0, mean + half), score, rank)


def deviation(values: list[float]) -> float:
    """The standard deviation, never less than if one more round had come out the other way."""
    count = len(values)
    mean = sum(values) / count
    spread_out = sum((value - mean) ** 2 for value in values)
    mirrored = (1.0 - 2.0 * mean) ** 2 / count if count > 1 else 1.0
    return math.sqrt(max(spread_out, mirrored) / max(1, count - 1))


def is_decided(contest: Contest, played: list[Round]) -> bool:
    """Is the first bot surely better or worse than an even share, however often one looks?

    The interval is one that holds at all times at once (a normal mixture), so that stopping as soon
    as it is decided does not flatter anybody.
    """
    count = len(played)
    if count < LEAST_ROUNDS:
        return False
    bot = contest.bots[0]
    wins = [found.wins[bot] for found in played]
    mean = sum(wins) / count
    tuned = count * SPREAD_GUESS**2 + 1.0
    width = math.sqrt(2.0 * tuned * math.log(math.sqrt(tuned) / ALPHA)) / (count * SPREAD_GUESS)
    return abs(mean - 1.0 / len(contest.bots)) > deviation(wins) * width
