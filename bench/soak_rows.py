"""Nothing hidden in observations: positions of every game as numbers, in worlds that a seat cannot
tell apart.

    python bench/soak_rows.py [--positions 10000] [--game NAME]

In each position and for each seat everything that it may not know is dealt again; its row of
numbers, and the choices it has, must stay the same. Where OpenSpiel is installed, the tensors and
strings of its states are compared, too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from tests.conformance.number_checks import first_difference, row_of

from kamiza.core.action import SPECTATOR
from kamiza.core.game import Game, Setup, State
from kamiza.core.layout import Layout
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game

EVERY = 3  # positions of a game that lie next to each other have much in common


class Leak(Exception):
    """Something hidden was told; the message says where."""


def positions(rules: Game, seats: int, seed: int) -> Iterator[State]:
    """Some positions of a random game."""
    luck = fast_rng(seed)
    state = rules.start(Setup(seats, rules.trial_settings(), seed))
    number = seed % EVERY
    while state.asked >= 0:
        if number % EVERY == 0:
            yield state
        number += 1
        listed = rules.moves(state)
        rules.apply(state, listed[luck.below(len(listed))])


def check(rules: Game, layout: Layout, state: State, seed: int) -> int:
    """How many rows were compared."""
    for seat in range(SPECTATOR, int(state.seats)):
        world = rules.imagine(rules.view(state, seat), fast_rng(seed))
        mine, other = (row_of(rules, layout, table, seat, False) for table in (state, world))
        if mine != other:
            told = first_difference(layout, mine, other)
            raise Leak(f"{rules.name}, seat {seat}: {told} in {state!r}")
        if seat == state.asked and choices(rules, state) != choices(rules, world):
            raise Leak(f"{rules.name}, seat {seat}: other choices in {state!r}")
    return int(state.seats) + 1


def choices(rules: Game, state: State) -> list[int]:
    return [rules.choice_of(state, action) for action in rules.moves(state)]


def soak(name: str, wanted: int) -> None:
    rules = game(name)
    seats = range(rules.least_seats, rules.most_seats + 1)
    layouts = {count: Layout(rules, count) for count in seats}
    done = rows = seed = 0
    begun = time.monotonic()
    while done < wanted:
        count = seats[seed % len(seats)]
        for state in positions(rules, count, seed):
            rows += check(rules, layouts[count], state, seed + done)
            done += 1
            if done == wanted:
                break
        seed += 1
    tensors = compare_tensors(name, wanted)
    spent = time.monotonic() - begun
    print(f"{name}: {done:,} positions, {rows:,} rows, {tensors:,} tensors alike, {spent:.0f} s")


def compare_tensors(name: str, wanted: int) -> int:
    """The same through OpenSpiel, if it is there."""
    try:
        import pyspiel

        import kamiza.adapters.openspiel  # noqa: F401 it registers the games
    except ImportError:
        return 0
    luck = fast_rng(7)
    state = pyspiel.load_game(f"kamiza_{name}").new_initial_state()
    done = 0
    while done < wanted:
        if state.is_terminal():
            state = pyspiel.load_game(f"kamiza_{name}").new_initial_state()
        if not state.is_chance_node():
            player = state.current_player()
            world = state.resample_from_infostate(player, lambda: luck.below(1 << 30) / (1 << 30))
            for tell in ("observation_tensor", "observation_string", "information_state_string"):
                if getattr(state, tell)(player) != getattr(world, tell)(player):
                    raise Leak(f"{name}, player {player}: {tell} of {state}")
            done += 1
        legal = state.legal_actions()
        state.apply_action(legal[luck.below(len(legal))])
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--game", choices=NAMES)
    arguments = parser.parse_args()
    for name in [arguments.game] if arguments.game else NAMES:
        soak(name, arguments.positions)


if __name__ == "__main__":
    main()
