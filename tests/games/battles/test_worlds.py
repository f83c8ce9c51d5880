"""What a seat may imagine of the others: worlds in which everything it saw could have happened."""

from __future__ import annotations

import random
from collections import Counter

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game

GAME = game("battles")
ALWAYS_ASKED = ("REACT", "PLAY", "RECRUIT", "STOP")


def test_whoever_is_asked_has_a_choice_in_every_world() -> None:
    """A question with one answer is none, so everybody knows of two at least. [KB-FLOW-09]"""
    imagined: Counter[str] = Counter()
    for seed in (1, 5, 8):
        dice = random.Random(seed)
        state = GAME.start(Setup(3, {"round_limit": 12}, seed))
        while state.asked != NOBODY and imagined.total() < 1500:
            question, moves = GAME.question(state), GAME.moves(state)
            if question not in ALWAYS_ASKED:
                reader = dice.choice([SPECTATOR, *({0, 1, 2} - {int(state.asked)})])
                worlds = GAME.worlds(GAME.view(state, reader))
                for number in range(5):
                    world = worlds.sample(fast_rng(number))
                    assert len(GAME.moves(world)) > 1, (seed, question, reader)
                    imagined[question] += 1
            GAME.apply(state, moves[dice.randrange(len(moves))])
    assert imagined["CARD"] > 50
    assert imagined["PLACE"] > 50
