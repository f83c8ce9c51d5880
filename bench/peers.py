"""Random rollouts of OpenSpiel's C++ games, timed inside C++. Runs in OpenSpiel's own Python.

    python bench/peers.py SECONDS GAME...

Prints JSON: player decisions per CPU second. Chance events are played too but not counted, as in
our own figures.
"""

from __future__ import annotations

import json
import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]

ROUNDS = 5
SEATS = {"first_sealed_auction": "first_sealed_auction(players=4,max_value=10)",
         "oh_hell": "oh_hell(players=4)", "go_fish": "go_fish(players=4)"}  # fmt: skip


def decisions_per_game(game: object, games: int) -> float:
    """Mean number of player decisions in a random game, counted from outside."""
    dice = random.Random(1)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(outcomes, odds)[0])
            else:
                decisions += 1
                state.apply_action(dice.choice(state.legal_actions()))
    return decisions / games


def rollouts_per_second(game: object, seconds: float) -> float:
    """Whole random games per CPU second, played by the C++ rollout evaluator."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    games = 64
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 7)
        begun = time.process_time()
        evaluator.evaluate(state)
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent
        games *= 4


def main() -> None:
    seconds = float(sys.argv[1]) / ROUNDS
    speeds = {}
    for name in sys.argv[2:]:
        game = pyspiel.load_game(SEATS.get(name, name))
        length = decisions_per_game(game, 300)
        speeds[name] = length * max(rollouts_per_second(game, seconds) for _ in range(ROUNDS))
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
