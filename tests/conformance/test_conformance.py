"""Every game keeps the contract, at every seat count and with every table option."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kamiza.core.action import Refusal
from kamiza.core.game import Game, Setup
from kamiza.games import NAMES, game
from tests.conformance.checks import CHECKS

Check = Callable[[object, Setup, int], None]

# An option that depends on the number of seats is a table by that number.
OPTIONS: dict[str, list[dict[str, object]]] = {
    "shintoh": [{}, {"role_knowledge": "open_book"}, {"first_dealer": "B", "hand_tracker": True}],
    "kamisama": [
        {},
        {"edition": "early", "years": 2, "draft": "open"},
        {"villagers": "face_down", "years": 2},
        {"kami": {2: "yue,kodama", 3: "kodama,yue,nue", 4: "yue,kodama,raijin,nue"}},
        {"kami": {2: "nue,raijin", 3: "raijin,tanuki,fujin", 4: "inari,ryujin,fujin,tanuki"}},
    ],
    "kodama": [
        {},
        {"sprouts": {"1": "B"}, "edition": "first", "first_player": 0},
        {"decrees": False, "open_hands": True},
    ],
    "battles": [
        {"round_limit": 2},
        {"round_limit": 2, "temples": False, "sets": "rotoo+yyrz", "god_choice": "random"},
        {"round_limit": 1, "mode": "team"},
        {"round_limit": 1, "mode": "team", "sets": "rotoo+yyrz", "team_hands": "shared",
         "main_god": "random", "third_party_defend": True},
        {"round_limit": 1, "ask": "holders", "discard_order": "choose", "start_deck": "7I+3II",
         "temple_fallback": "any", "god_acts": "play_only", "first_player": "B"},
    ],
}  # fmt: skip
# Times checks, seat counts, options and both kinds of chance: some hundred games.
GAMES_EACH = {"shintoh": 4, "kamisama": 1, "kodama": 1, "battles": 1}
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
            for options in [for_seats(options, seats) for options in OPTIONS[name]]:
                if not can_be_played(rules, seats, options):
                    continue
                found += [(name, seats, options, sealed) for sealed in (False, True)]
    return found


def for_seats(options: dict[str, object], seats: int) -> dict[str, object]:
    return {
        name: value[seats] if isinstance(value, dict) else value for name, value in options.items()
    }


def can_be_played(rules: Game, seats: int, options: dict[str, object]) -> bool:
    """Some options are for some numbers of players only."""
    try:
        rules.start(Setup(seats, options, 1))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "seats", "options", "sealed"), tables())
def test_contract(
    check: Check, name: str, seats: int, options: dict[str, object], sealed: bool
) -> None:
    for seed in range(1, 2 if sealed else GAMES_EACH[name] + 1):
        key = bytes([seed]) * 32 if sealed else b""
        check(game(name), Setup(seats, options, seed, key), seed)
