"""How much is skill, and how much is luck.

Skill: one strong player among weak ones, every shuffle from all seatings. Luck: equal players play
the same shuffle again and again; whatever then is the same each time lay in the shuffle and the
seats, and the rest in how they played.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import Any

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.lab.contest import Contest, play_round, share_of
from kamiza.lab.crew import Crew
from kamiza.lab.watching import watched

AGAIN = 4  # how often the same shuffle is played
SAMPLES = 300  # of the bootstrap
Data = dict[str, Any]


@dataclass(frozen=True)
class Repeats:
    """The same shuffles, again and again."""

    game: str
    seats: int
    settings: tuple[tuple[str, object], ...]
    bot: str
    seed: int


def play_again(plan: Repeats, number: int) -> list[float]:
    """Game number n is shuffle n divided by AGAIN, with players in another mood."""
    rules = game(plan.game)
    seed, mood = plan.seed + number // AGAIN, number % AGAIN
    settings = rules.trial_settings() | dict(plan.settings)
    state = rules.start(Setup(plan.seats, settings, seed))
    bots = [make_bot(plan.bot, rules, (seed * 16 + seat) * 64 + mood) for seat in range(plan.seats)]
    while state.asked != NOBODY:
        rules.apply(state, bots[state.asked].choose(rules.view(state, state.asked)))
    return list(rules.payoffs(state))


def luck(plan: Repeats, shuffles: int, crew: Crew, quiet: bool) -> Data:
    """Which part of who wins is in the shuffle, with its 95 % interval by bootstrap."""
    work = partial(play_again, plan)
    played = list(watched("luck", work, 0, shuffles * AGAIN, crew, quiet=quiet))
    groups = [played[n : n + AGAIN] for n in range(0, len(played) - AGAIN + 1, AGAIN)]
    if len(groups) < 2:
        return {}
    chance = random.Random(plan.seed)
    samples = sorted(in_the_shuffle(chance.choices(groups, k=len(groups))) for _ in range(SAMPLES))
    low, high = samples[SAMPLES * 25 // 1000], samples[SAMPLES * 975 // 1000]
    found = {"mean": in_the_shuffle(groups), "low": low, "high": high}
    return {**found, "shuffles": len(groups), "again": AGAIN, "bot": plan.bot}


def in_the_shuffle(groups: list[list[list[float]]]) -> float:
    """The intraclass correlation: variance between shuffles as a part of all variance."""
    between = within = 0.0
    for seat in range(len(groups[0][0])):
        rows = [[game[seat] for game in group] for group in groups]
        means = [sum(row) / len(row) for row in rows]
        whole = sum(means) / len(means)
        between += AGAIN * sum((m - whole) ** 2 for m in means) / max(1, len(means) - 1)
        squares = sum((x - m) ** 2 for row, m in zip(rows, means) for x in row)
        within += squares / (len(rows) * (AGAIN - 1))
    total = between + (AGAIN - 1) * within
    return max(0.0, (between - within) / total) if total else 0.0


def skill(contest: Contest, shuffles: int, crew: Crew, quiet: bool) -> Data:
    """What the first bot wins among the others."""
    work = partial(play_round, contest)
    played = list(watched("skill", work, 0, shuffles, crew, unit="shuffles", quiet=quiet))
    if not played:
        return {}
    share = share_of(contest.bots[0], played)
    return {
        "strong": contest.bots[0], "weak": contest.bots[-1], "seats": len(contest.bots),
        "share": share.mean, "low": share.low, "high": share.high, "even": 1 / len(contest.bots),
        "shuffles": len(played),
    }  # fmt: skip
