"""What a seat may imagine of the others: worlds in which everything it saw could have happened."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.battles.table.battles import Battles
from tests.games.battles.lab import Lab, act, step

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


def test_a_card_to_pay_with_may_lie_in_the_play_area_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who chooses among Artifacts that lie there need not have one in the hand; who sees none
    there knows that there are two in the hand. [KB-RUL-45] [KB-FLOW-09]"""
    lab = Lab(tmp_path, monkeypatch)
    lab.cards(a='cost = { banish = 1, card = "artifact" }\n  ' + act(step("faith", n=1)))
    artifacts = ["alhazred_lamp", "essential_saltes"]
    for area, hand, least in ((artifacts, ["ghoul"], 0), ([], [*artifacts, "ghoul"], 2)):
        deck = ["ghoul", "ghoul", *(["necronomicon", "silver_key"] if area else [])]
        state = lab.table(players={"A": {"hand": ["a", *hand], "area": area, "deck": deck}})
        lab.do(state, "play a", "use 1")
        assert lab.game.question(state) == "CARD"
        worlds = lab.game.worlds(lab.game.view(state, 1))
        counts = set()
        for number in range(60):
            world = worlds.sample(fast_rng(number))
            assert isinstance(world, Battles)
            names = lab.names(world.players[0].hand)
            counts.add(sum(name != "ghoul" for name in names))
        assert min(counts) == least
        assert max(counts) >= 1
