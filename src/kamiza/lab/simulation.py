"""Many games between bots, over several processes, and what came out.

`simulate` is for programs, `kamiza simulate` (`lab/simulate.py`) for people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from kamiza.bots import Bot, make_bot
from kamiza.core.action import LETTERS, NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.games import game
from kamiza.lab.crew import Crew, in_order

Seated = str | Callable[[Game, int], Bot]  # the name of a bot, or what makes one of your own


@dataclass
class Tally:
    """What is counted per bot, over the seats it played."""

    played: int = 0
    wins: float = 0.0
    score: int = 0
    squares: int = 0
    ranks: int = 0

    def add(self, other: Tally) -> None:
        self.played += other.played
        self.wins += other.wins
        self.score += other.score
        self.squares += other.squares
        self.ranks += other.ranks

    def as_json(self) -> dict[str, object]:
        mean = self.score / self.played
        return {
            "seats_played": self.played,
            "win_rate": self.wins / self.played,
            "win_rate_95": list(interval(self.wins, self.played)),
            "mean_score": mean,
            "score_deviation": math.sqrt(max(0.0, self.squares / self.played - mean * mean)),
            "mean_rank": self.ranks / self.played,
        }


@dataclass(repr=False)
class Report:
    """What came out of some games."""

    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    bots: dict[str, Tally] = field(default_factory=dict)
    seats: list[float] = field(default_factory=list)  # wins by seat

    def add(self, other: Report) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.shortest = min(self.shortest or other.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        for name, tally in other.bots.items():
            self.bots.setdefault(name, Tally()).add(tally)
        self.seats = [a + b for a, b in zip(self.seats or [0.0] * len(other.seats), other.seats)]

    def as_json(self) -> dict[str, object]:
        """The summary for programs."""
        return {
            "games": self.games,
            "decisions": {
                "mean": self.decisions / self.games,
                "shortest": self.shortest,
                "longest": self.longest,
            },
            "wins_by_seat": {letter: won / self.games for letter, won in zip(LETTERS, self.seats)},
            "results": {name: tally.as_json() for name, tally in self.bots.items()},
        }

    def __repr__(self) -> str:
        bots = [f"{name} wins {t.wins / t.played:.1%}" for name, t in self.bots.items()]
        return f"<{self.games} games: {', '.join(bots)}>"


@dataclass(frozen=True)
class Plan:
    """What to simulate. Game number n has seed `seed + n`; the bots move round the table, so
    that nobody keeps the better seat."""

    game: str
    bots: tuple[Seated, ...]
    settings: tuple[tuple[str, object], ...] = ()
    seed: int = 1


def course(plan: Plan, number: int) -> Iterator[tuple[State, int]]:
    """One game from its set-up to its end: each state with the answer it is about to get, and at
    last the final state with the answer that ended the game."""
    rules = game(plan.game)
    seed = plan.seed + number
    bots = [seat_bot(bot, rules, seed * 16 + seat) for seat, bot in enumerate(seated(plan, number))]
    state = rules.start(Setup(len(bots), rules.trial_settings() | dict(plan.settings), seed))
    action = 0
    while state.asked != NOBODY:
        action = bots[state.asked].choose(rules.view(state, state.asked))
        yield state, action
        rules.apply(state, action)
    yield state, action


def seated(plan: Plan, number: int) -> list[Seated]:
    """The bots of a game by seat."""
    count = len(plan.bots)
    return [plan.bots[(seat + number) % count] for seat in range(count)]


def seat_bot(bot: Seated, rules: Game, seed: int) -> Bot:
    return make_bot(bot, rules, seed) if isinstance(bot, str) else bot(rules, seed)


def name_of(bot: Seated) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", str(bot))


@dataclass(frozen=True)
class Played:
    """One game that was played: what is counted of it."""

    number: int
    decisions: int
    scores: list[int]
    ranks: list[int]


def play_one(plan: Plan, number: int) -> Played:
    """One game, in whatever process."""
    rules = game(plan.game)
    decisions = -1
    for state, _ in course(plan, number):  # noqa: B007 the last one counts
        decisions += 1
    return Played(number, decisions, list(rules.scores(state)), list(rules.ranks(state)))


def counted(plan: Plan, played: Played) -> Report:
    """A report of one game."""
    ranks, scores, decisions = played.ranks, played.scores, played.decisions
    share = 1.0 / ranks.count(1)
    report = Report(1, decisions, decisions, decisions)
    for seat, bot in enumerate(seated(plan, played.number)):
        won = share if ranks[seat] == 1 else 0.0
        report.seats.append(won)
        tally = Tally(1, won, scores[seat], scores[seat] ** 2, ranks[seat])
        report.bots.setdefault(name_of(bot), Tally()).add(tally)
    return report


def simulate(
    game: str,
    bots: Sequence[Seated],
    games: int = 100,
    *,
    settings: dict[str, object] | None = None,
    seed: int = 1,
    jobs: int = 1,
    ray: str = "",
) -> Report:
    """Many games between these bots, one per seat, and what came out.

    A bot is a name ("random", "heuristic", "search:20ms") or a class of your own, made by
    `bot(game, seed)`. The same seed gives the same report to the last digit, however many processes
    play, here or on the Ray cluster at that address ("local" makes one).
    """
    plan = Plan(game, tuple(bots), tuple((settings or {}).items()), seed)
    report = Report()
    for played in in_order(partial(play_one, plan), 0, games, Crew(jobs, ray)):
        report.add(counted(plan, played))
    return report


def interval(wins: float, played: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    z = 1.96
    rate = wins / played
    middle = (rate + z * z / (2 * played)) / (1 + z * z / played)
    half = z / (1 + z * z / played)
    half *= math.sqrt(rate * (1 - rate) / played + z * z / (4 * played * played))
    return max(0.0, middle - half), min(1.0, middle + half)
