"""Section 3.13 of the game's document, and every other law, over many games played by chance.

The laws are in `kamiza/games/shintoh/laws.py`, keyed by rule ID: [OF-NUM-01..08] [OF-NUM-10..19].
OF-NUM-09 is about many set-ups and is a case: OF-CASE-88.
"""

from __future__ import annotations

import pytest

from kamiza.cases.playthrough import RandomPlay, play_out
from kamiza.core.game import Setup
from kamiza.games import game, laws

GAMES = 2_000
SHINTOH = game("shintoh")
LAWS = laws("shintoh")
ALL = [rule for rule in LAWS if rule != "replay"]  # replaying 1,000 games is OF-CASE-87
# What chance alone does not bring about: everybody always passes; long and bitter competitions.
OTHERS = [
    RandomPlay(50, [2, 3, 4], policy="default"),
    RandomPlay(100, [2, 3, 4], policy="quick_move"),
    RandomPlay(50, [2, 3, 4], {"role_knowledge": "open_book"}, policy="quick_move"),
]


def breaches(setup: Setup, plan: RandomPlay) -> dict[str, str]:
    """Every law that one game broke, and how."""
    play = play_out(SHINTOH, setup, plan, LAWS.to_watch(ALL))
    found = {rule: LAWS.problem(rule, play) for rule in ALL}
    return {rule: f"seed {setup.seed}: {why}" for rule, why in found.items() if why}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_laws_hold_in_random_games(seats: int) -> None:
    plan = RandomPlay(GAMES, [seats], seed=10_000)
    broken: dict[str, str] = {}
    for setup in plan.setups():
        broken = breaches(setup, plan) | broken
    assert broken == {}


@pytest.mark.parametrize("plan", OTHERS, ids=["passing", "sensible", "open book"])
def test_all_laws_hold_in_other_games(plan: RandomPlay) -> None:
    """[OF-NUM-06]"""
    for setup in plan.setups():
        assert breaches(setup, plan) == {}


def test_every_exact_number_has_a_law() -> None:
    numbers = {rule for rule in SHINTOH.book.rules if rule.startswith("OF-NUM-")}
    assert numbers - set(LAWS) == {"OF-NUM-09"}
