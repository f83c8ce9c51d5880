"""Do bots decide by what their seat may know, and by nothing else?

    python bench/bot_honesty.py [--positions 10000] [--level adept] [--games shintoh,kamisama]

In positions of quick games everything hidden from the asked seat is dealt anew, so that its view
stays the same. With the same chance the bot must decide the same, its features must be the same and
so must its chances, its hints and what a coach would say. The first position that differs is
printed as JSON, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress

from kamiza.bots import make_bot
from kamiza.bots.hints import hint
from kamiza.bots.learned import value_of
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import Rng, fast_rng
from kamiza.games import NAMES, game
from kamiza.play.coach import judge

EVERY = 7  # decisions between two positions that are tried


def positions(rules: Game, count: int) -> Iterator[State]:
    """So many positions, from games with every number of players in turn."""
    found = seed = 0
    while found < count:
        seats = rules.least_seats + seed % (rules.most_seats - rules.least_seats + 1)
        rng = fast_rng(seed)
        state = rules.start(Setup(seats, rules.trial_settings(), seed))
        number = seed
        while state.asked != NOBODY and found < count:
            if number % EVERY == 0:
                yield state
                found += 1
            rules.apply(state, rules.quick_move(state, rng))
            number += 1
        seed += 1


def difference(rules: Game, state: State, level: str, number: int, rng: Rng) -> str:
    """What a hidden thing has changed, or nothing."""
    seat = state.asked
    view = rules.view(state, seat)
    other = rules.worlds(view).sample(rng)
    if rules.view(other, seat) != view:
        return "the world does not fit its view"
    if list(rules.features(state, seat)) != list(rules.features(other, seat)):
        return "features"
    value = value_of(rules, state)
    if value is not None and list(value.chances(state, seat)) != list(value.chances(other, seat)):
        return "chances"
    one = make_bot(level, rules, number).choose(view)
    two = make_bot(level, rules, number).choose(rules.view(other, seat))
    if one != two:
        return f"decision: {rules.describe(one)} or {rules.describe(two)}"
    if hint(rules, view, number) != hint(rules, rules.view(other, seat), number):
        return "hint"
    coach = judge(rules, state, number, seat, one), judge(rules, other, number, seat, one)
    return "" if coach[0] == coach[1] else "coach"


def try_game(name: str, count: int, level: str, bar: Progress) -> str:
    rules = game(name)
    rng = fast_rng(99)
    task = bar.add_task(name, total=count)
    for number, state in enumerate(positions(rules, count)):
        found = difference(rules, state, level, number, rng)
        if found:
            return f"{found}\n{json.dumps(rules.save(state))}"
        bar.advance(task)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=10_000, help="of each game")
    parser.add_argument("--level", default="adept", help="the bot that decides")
    parser.add_argument("--games", default=",".join(NAMES))
    arguments = parser.parse_args()
    with Progress(console=Console(stderr=True)) as bar:
        for name in arguments.games.split(","):
            found = try_game(name, arguments.positions, arguments.level, bar)
            print(f"{name}: {found or f'{arguments.positions:,} positions, all the same'}")
            if found:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
