"""How Kamigami Battles fares between equal heuristic bots: gods, length, and chains of reactions.

    python bench/battles_stats.py --games 2000 [--jobs 2] [--seats 2,3,4,5,6]

Every player is dealt one god, so all play equally often. A fair share of wins is one divided by
the number of players; the first table says how many times its fair share a god wins. Rounds are
those begun; a game stops at the round limit of simulations, and how often is told as well.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from rich.console import Console
from rich.table import Table

from kamiza.games import game
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.language import REACT
from kamiza.games.battles.rules.moves import REACT_MOVE, verb_of
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import ENDINGS, Battles
from kamiza.lab.crew import Crew
from kamiza.lab.simulation import Plan, course, interval
from kamiza.lab.watching import watched

LONG = 25  # rounds


@dataclass
class Stats:
    """What came out of some games."""

    games: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    chains: Counter[int] = field(default_factory=Counter)  # the longest one of each game
    played: Counter[str] = field(default_factory=Counter)  # by god
    won: Counter[str] = field(default_factory=Counter)

    def add(self, other: Stats) -> None:
        self.games += other.games
        for name in ("rounds", "endings", "chains", "played", "won"):
            getattr(self, name).update(getattr(other, name))

    def mean_length(self) -> float:
        return sum(rounds * count for rounds, count in self.rounds.items()) / self.games

    def length_of(self, share: float) -> int:
        """The number of rounds that this share of all games does not exceed."""
        left = share * self.games
        for rounds in sorted(self.rounds):
            left -= self.rounds[rounds]
            if left <= 0:
                return rounds
        return max(self.rounds)

    def share_over(self, rounds: int) -> float:
        return sum(count for long, count in self.rounds.items() if long > rounds) / self.games


def reacts_open(state: Battles) -> int:
    """How many Reacts are being used, one inside the other."""
    count = 0
    frame = state.frame
    while frame is not None:
        count += isinstance(frame, Use) and frame.way == REACT
        frame = frame.below
    return count


def play_number(plan: Plan, number: int) -> Stats:
    """One game, in whatever process."""
    stats = Stats()
    play_one(plan, number, stats)
    return stats


def play_one(plan: Plan, number: int, stats: Stats) -> None:
    rules = cast(BattlesGame, game("battles"))
    chain = 0
    for state, action in course(plan, number):
        table = cast(Battles, state)
        if table.asked >= 0 and verb_of(action) == REACT_MOVE:
            chain = max(chain, reacts_open(table) + 1)
    stats.games += 1
    stats.rounds[table.round] += 1
    stats.endings[ENDINGS[table.ending]] += 1
    stats.chains[chain] += 1
    for player, won in zip(table.players, rules.payoffs(table)):
        god = rules.cards.god_ids[player.god]
        stats.played[god] += 1
        stats.won[god] += won  # type: ignore[assignment]


def gather(seats: int, games: int, jobs: int) -> Stats:
    stats = Stats()
    plan = Plan("battles", ("heuristic",) * seats, (("god_choice", "random"),), 1)
    for part in watched(f"{seats} players", partial(play_number, plan), 0, games, Crew(jobs)):
        stats.add(part)
    return stats


# -- tables -----------------------------------------------------------------------------------


def show_gods(console: Console, found: dict[int, Stats]) -> None:
    """Wins by god: the win rate, and in brackets how many times the fair share that is."""
    table = Table(title="wins by god (times the fair share)")
    for heading in ("god", *(f"{seats} players" for seats in found), "all", "95 % of all"):
        table.add_column(heading, justify="left" if heading == "god" else "right")
    rows = []
    for god in {god for stats in found.values() for god in stats.played}:
        played = sum(stats.played[god] for stats in found.values())
        fair = sum(stats.played[god] / seats for seats, stats in found.items())
        won = sum(stats.won[god] for stats in found.values())
        low, high = (played * bound / fair for bound in interval(won, played))
        cells = [cell(stats, god, seats) for seats, stats in found.items()]
        rows.append((won / fair, [god, *cells, f"{won / fair:.2f}", f"{low:.2f} to {high:.2f}"]))
    for _, row in sorted(rows, reverse=True):
        table.add_row(*row)
    console.print(table)


def cell(stats: Stats, god: str, seats: int) -> str:
    if not stats.played[god]:
        return "-"
    rate = stats.won[god] / stats.played[god]
    return f"{rate:.1%} ({rate * seats:.2f})"


def show_lengths(console: Console, found: dict[int, Stats]) -> None:
    table = Table(title="length in rounds, endings and reactions")
    headings = ("players", "games", "mean", "median", "99 %", "longest", f"over {LONG}", "last god",
                "25 Energy", "round limit", "longest chain")  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="right")
    for seats, stats in found.items():
        shares = [stats.endings[name] / stats.games
                  for name in ("last_standing", "energy", "round_limit")]  # fmt: skip
        table.add_row(
            str(seats), f"{stats.games:,}", f"{stats.mean_length():.1f}",
            str(stats.length_of(0.5)), str(stats.length_of(0.99)), str(max(stats.rounds)),
            f"{stats.share_over(LONG):.1%}", *(f"{share:.1%}" for share in shares),
            str(max(stats.chains)),
        )  # fmt: skip
    console.print(table)
    console.print(f"longest chain of nested Reacts: {max(max(s.chains) for s in found.values())}")
    if 4 in found:
        console.print(f"4 players: {found[4].share_over(LONG):.2%} of games over {LONG} rounds")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--seats", default="2,3,4,5,6", help="numbers of players (2,3,4,5,6)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    console = Console(width=120)
    seats = [int(number) for number in arguments.seats.split(",")]
    found = {n: gather(n, arguments.games, arguments.jobs) for n in seats}
    show_gods(console, found)
    show_lengths(console, found)


if __name__ == "__main__":
    main()
