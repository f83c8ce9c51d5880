"""Play the recorded games anew, fifty for each game and number of seats.

Only when the version of the rules or the cards changed on purpose; compiled, it takes minutes:

    make records
"""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import Any

from shelf import FOLDER, SUFFIX, Roll, head_of, setup_of, write

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.game import Game
from kamiza.games import NAMES, game

GAMES = 50
# By turns: who plays. The strong ones think, so they come less often.
TABLES = ("random", "heuristic", "random heuristic", "heuristic random", "heuristic novice",
          "random", "heuristic", "adept", "random novice", "adept heuristic")  # fmt: skip
# Settings by turns; the first are those of a usual game. Battles without a limit goes on for long.
SETTINGS: dict[str, list[dict[str, object]]] = {
    "shintoh": [{}, {"role_knowledge": "open_book"}, {}, {"hand_tracker": True}],
    "kamisama": [{}, {"edition": "early"}, {"years": 2}, {"draft": "open"}],
    "kodama": [{}, {"edition": "first"}],
    "battles": [{"round_limit": 6}, {"round_limit": 8, "sets": "rotoo+yyrz"},
                {"round_limit": 6, "temples": False}],
}  # fmt: skip


def played(rules: Game, seats: int, number: int) -> dict[str, Any]:
    """One whole game; every other one is sealed."""
    choices = SETTINGS[rules.name]
    entry: dict[str, Any] = {"settings": choices[number % len(choices)]}
    if rules.name == "battles" and seats in (4, 6) and number % 4 == 3:
        entry["settings"] = {"round_limit": 8, "mode": "team"}
    if number % 2:
        entry["key"] = sha256(f"{rules.name} {seats} {number}".encode()).hexdigest()
    else:
        entry["seed"] = 1000 * seats + number
    names = TABLES[number % len(TABLES)].split()
    entry["bots"] = [names[seat % len(names)] for seat in range(seats)]
    state, roll, moves = rules.start(setup_of(entry, seats)), Roll(), []
    bots = [make_bot(name, rules, 16 * number + seat) for seat, name in enumerate(entry["bots"])]
    while state.asked != NOBODY:
        seat = int(state.asked)
        action = bots[seat].choose(rules.view(state, seat))
        moves.append(f"{seat_letter(seat)}: {rules.describe(action)}")
        rules.apply(state, action)
        roll.add(rules.hash(state))
    entry |= {"moves": moves, "rolled": roll.digits, "last": roll.now}
    return entry | {"scores": list(rules.scores(state)), "ranks": list(rules.ranks(state))}


def main() -> None:
    for name in sys.argv[1:] or NAMES:
        rules = game(name)
        for seats in range(rules.least_seats, rules.most_seats + 1):
            games = [played(rules, seats, number) for number in range(GAMES)]
            path = FOLDER / f"{name}_{seats}{SUFFIX}"
            write(path, head_of(rules, seats), games)
            moves = sum(len(entry["moves"]) for entry in games)
            print(f"{path.name}: {moves} moves, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
