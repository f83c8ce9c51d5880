"""What bots weigh: named, whole, and nothing that the viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game

TABLES = [(name, seats) for name in NAMES for seats in (2, 4)]


def positions(rules: Game, seats: int, seed: int, every: int) -> Iterator[State]:
    """Some positions of a quick game."""
    rng = fast_rng(seed)
    state = rules.start(Setup(seats, rules.trial_settings(), seed))
    number = 0
    while state.asked != NOBODY:
        if number % every == 0:
            yield state
        rules.apply(state, rules.quick_move(state, rng))
        number += 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_features_use_nothing_hidden(name: str, seats: int) -> None:
    rules = game(name)
    rng = fast_rng(7)
    for state in positions(rules, seats, 3, 5):
        for viewer in range(seats):
            told = list(rules.features(state, viewer))
            assert len(told) == seats * len(rules.feature_names)
            worlds = rules.worlds(rules.view(state, viewer))
            for _ in range(2):
                assert list(rules.features(worlds.sample(rng), viewer)) == told


@pytest.mark.parametrize("name", NAMES)
def test_each_feature_has_a_name_of_its_own(name: str) -> None:
    rules = game(name)
    assert len(set(rules.feature_names)) == len(rules.feature_names) > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_stages_and_turns_go_forward(name: str, seats: int) -> None:
    """A turn is one stretch of a game: its number never comes back; and a view tells it."""
    rules = game(name)
    over: set[int] = set()
    last = -1
    for state in positions(rules, seats, 4, 1):
        assert 0 <= rules.stage(state) < len(rules.stage_names)
        turn = rules.turn(state)
        assert turn not in over
        if turn != last and last != -1:
            over.add(last)
        last = turn
        assert rules.turn(rules.view(state, state.asked).known) == turn
    assert len(over) > 8
