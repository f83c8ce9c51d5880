"""The tables that the adapters are tried on: a few in `make test`, all of them in
`make test-adapters`."""

from __future__ import annotations

import os

from kamiza.games import REGISTRY, game

IN_FULL = os.environ.get("KAMIZA_ADAPTERS") == "full"
# A few decisions before the end of a game of Shintoh, with two things that can happen at a time.
SMALL = "kamiza_shintoh(seats=2,begin_after=65,begin_seed=5,deals=2,moments=12)"


def all_tables() -> list[tuple[str, int]]:
    """Every game of ours at every number of seats."""
    found = []
    for name in REGISTRY:
        rules = game(name)
        found += [(name, seats) for seats in range(rules.least_seats, rules.most_seats + 1)]
    return found


def some_tables() -> list[tuple[str, int]]:
    """All, or the two smallest ones."""
    return all_tables() if IN_FULL else [("shintoh", 3), ("kamisama", 2)]
