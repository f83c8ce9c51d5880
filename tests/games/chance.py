"""Repeats one random event with many seeds and counts what came of it.

The bounds are five standard deviations wide, so a fair generator stays inside them, and the seeds
are fixed anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import TypeVar

from kamiza.core.game import Game, State
from kamiza.core.rng import fast_rng

Kind = TypeVar("Kind", int, str)


def tries(
    rules: Game, position: dict[str, object], times: int, moves: tuple[str, ...]
) -> Iterator[State]:
    """The same moves from the same position, each time with other chance."""
    begin = rules.load(position)
    for seed in range(times):
        state = begin.clone()
        state.rng = fast_rng(seed)
        for move in moves:
            rules.act(state, state.asked, move)
        yield state


def assert_fair(found: Counter[Kind], shares: dict[Kind, int], draws: int) -> None:
    """Each kind must come as often as its share says."""
    assert set(found) <= set(shares)
    for kind, parts in shares.items():
        share = parts / sum(shares.values())
        spread = 5 * sqrt(draws * share * (1 - share))
        assert abs(found[kind] - draws * share) <= spread, (kind, found, shares)
