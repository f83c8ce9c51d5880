"""Random rollouts of OpenSpiel's C++ games, timed inside C++. Runs in OpenSpiel's own Python.

    python bench/peers.py SECONDS GAME...

Prints JSON: player decisions per CPU second, in each game's own default form. Chance events are
played too but not counted, as in our own figures.
"""

from __future__ import annotations

import json
import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]

ROUNDS = 5


def decisions_per_game(game: object, games: int) -> float:
    """Mean number of player decisions in a random game, counted from outside."""
    dice = random.Random(1)
    decisions = 0
    for _ in range(games):
        state = first_decision(game, dice)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(outcomes, odds)[0])
            else:
                decisions += 1
                state.apply_action(dice.choice(state.legal_actions()))
    return decisions / games


def rollouts_per_second(game: object, seconds: float) -> float:
    """Whole random games per CPU second, cloned and played inside C++.

    OpenSpiel offers its rollouts only through its search, so the search is held to a single
    simulation: it clones the state and plays it out `games` times.
    """
    dice = random.Random(2)
    state = first_decision(game, dice)
    while len(state.legal_actions()) < 2:  # type: ignore[attr-defined]  # nothing to search
        state = first_decision(game, dice)
    games = 64
    while True:
        rollouts = pyspiel.RandomRolloutEvaluator(games, 7)
        bot = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 1000, False, 7, False)
        begun = time.process_time()
        bot.mcts_search(state)
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent
        games *= 4


def first_decision(game: object, dice: random.Random) -> object:
    """The start of a game, past the dealing, where a search may begin."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes())
        state.apply_action(dice.choices(outcomes, odds)[0])
    return state


def main() -> None:
    seconds = float(sys.argv[1]) / ROUNDS
    speeds = {}
    for name in sys.argv[2:]:
        game = pyspiel.load_game(name)
        length = decisions_per_game(game, 300)
        speeds[name] = length * max(rollouts_per_second(game, seconds) for _ in range(ROUNDS))
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
