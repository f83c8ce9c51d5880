"""Every game keeps the contract, at every seat count and with every table option."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kamiza.core.game import Setup
from kamiza.games import NAMES, game
from tests.conformance.checks import CHECKS

Check = Callable[[object, Setup, int], None]

OPTIONS: dict[str, list[dict[str, object]]] = {
    "shintoh": [{}, {"role_knowledge": "open_book"}, {"first_dealer": 1, "hand_tracker": True}],
    "kodama": [
        {},
        {"sprouts": {"1": "B"}, "edition": "first", "first_player": 0},
        {"decrees": False, "open_hands": True},
    ],
}
GAMES_EACH = 4  # times checks, seat counts, options and both kinds of chance: some hundred games
# Games whose every decision takes long to work out are played once per number of seats, with one
# set of options after the other.
LONG = ("kodama",)


def tables() -> list[tuple[str, int, dict[str, object], bool]]:
    found = []
    for name in NAMES:
        rules = game(name)
        for seats in range(rules.least_seats, rules.most_seats + 1):
            if name in LONG:
                extra = seats - rules.least_seats
                options = OPTIONS[name][extra % len(OPTIONS[name])]
                found += [(name, seats, options, sealed) for sealed in ([] if extra else [True])]
                found.append((name, seats, options, False))
                continue
            for options in OPTIONS[name]:
                found += [(name, seats, options, sealed) for sealed in (False, True)]
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "seats", "options", "sealed"), tables())
def test_contract(
    check: Check, name: str, seats: int, options: dict[str, object], sealed: bool
) -> None:
    for seed in range(1, 2 if sealed or name in LONG else GAMES_EACH + 1):
        key = bytes([seed]) * 32 if sealed else b""
        check(game(name), Setup(seats, options, seed, key), seed)
