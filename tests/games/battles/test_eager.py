"""The contract once more, in games in which something happens: players who rarely pass.

Purely random players end most phases at once, so the deep windows of this game need their own run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import game
from tests.conformance import checks

DECISIONS = 120
TABLES = [
    (2, {"round_limit": 40}),
    (3, {"round_limit": 40, "sets": "rotoo+yyrz", "god_choice": "random"}),
    (4, {"round_limit": 40, "mode": "team", "sets": "rotoo+yyrz", "main_god": "fixed"}),
]
WHOLE_GAMES = ("check_results", "check_only_the_asked_seat_acts")  # random play is enough for them


def eager(rules: Game, setup: Setup, seed: int) -> Iterator[tuple[State, int]]:
    """Play on from a table that has gone through some rounds of sensible play."""
    rng = fast_rng(seed)
    state = rules.start(setup)
    for _ in range(100):
        if state.asked == NOBODY:
            return
        rules.apply(state, rules.quick_move(state, rng))
    for _ in range(DECISIONS):
        if state.asked == NOBODY:
            return
        listed = list(rules.moves(state))
        action = listed[rng.below(len(listed))]
        if len(listed) > 1 and action == listed[-1] and rng.below(10) < 8:
            action = listed[rng.below(len(listed) - 1)]
        yield state, action
        rules.apply(state, action)


@pytest.mark.parametrize(("seats", "settings"), TABLES)
@pytest.mark.parametrize(
    "check",
    [check for check in checks.CHECKS if check.__name__ not in WHOLE_GAMES],
    ids=lambda check: check.__name__,
)
def test_contract_in_lively_games(
    check: Callable[[Game, Setup, int], None],
    seats: int,
    settings: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "play", eager)
    for seed in (1, 2):
        check(game("battles"), Setup(seats, settings, seed), seed)
