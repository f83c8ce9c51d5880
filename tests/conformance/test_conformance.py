"""Every game keeps the contract, at every seat count and with many settings.

`make test` plays all tables with the compiled rules and, with `KAMIZA_CONFORMANCE=some`, one game
of one table for each number of seats with the interpreted ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Setup
from kamiza.games import NAMES, game
from tests.conformance.act_checks import ACT_CHECKS
from tests.conformance.checks import CHECKS
from tests.conformance.number_checks import NUMBER_CHECKS
from tests.conformance.schema_checks import SCHEMA_CHECKS

Check = Callable[[object, Setup, int], None]
SOME = os.environ.get("KAMIZA_CONFORMANCE") == "some"


def tables() -> list[tuple[str, int, dict[str, Any], bool, int]]:
    """Game, seats, settings, sealed or not, and how many games."""
    found: list[tuple[str, int, dict[str, Any], bool, int]] = []
    for name in NAMES:
        rules, plan = game(name), read_toml(game_folder(name), "conformance.toml").data
        games = 1 if SOME else int(str(plan.get("games", 1)))
        in_turn = SOME or plan.get("in_turn")
        for place, seats in enumerate(range(rules.least_seats, rules.most_seats + 1)):
            rows = [row for row in plan["table"] if seats in row.get("seats", [seats])]  # type: ignore[attr-defined]
            if in_turn:
                rows = [rows[place % len(rows)]]
            for row in rows:
                found.append((name, seats, row["settings"], False, games))
                if not in_turn or place == 0:
                    found.append((name, seats, row["settings"], True, 1))
    return found


@pytest.mark.parametrize(
    "check",
    CHECKS + SCHEMA_CHECKS + ACT_CHECKS + NUMBER_CHECKS,
    ids=lambda check: check.__name__,
)
@pytest.mark.parametrize(("name", "seats", "settings", "sealed", "games"), tables())
def test_contract(
    check: Check, name: str, seats: int, settings: dict[str, Any], sealed: bool, games: int
) -> None:
    for seed in range(1, games + 1):
        key = bytes([seed]) * 32 if sealed else b""
        check(game(name), Setup(seats, settings, seed, key), seed)
