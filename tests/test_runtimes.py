"""The same source interpreted and compiled plays the same games, hash for hash. [OF-CASE-87]"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
INTERPRETED = ROOT / "src"
COMPILED = ROOT / "build" / "compiled"

# Played in each runtime: seeded games by random moves, by quick moves and by search, every state
# hashed, every view imagined from.
PLAY = """
import json, sys
from hashlib import sha256
from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.native import COMPILED
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game

# How many games each bot plays, and after how many decisions a searcher goes on by quick moves:
# long games take their time interpreted.
PLAN = {
    "shintoh": (("random", 25, 0), ("heuristic", 15, 0), ("search:20", 1, 1000)),
    "kamisama": (("random", 10, 0), ("heuristic", 3, 0), ("search:2", 1, 8)),
    "kodama": (("random", 2, 0), ("heuristic", 1, 0), ("search:2", 1, 3)),
    "battles": (("random", 1, 0), ("heuristic", 1, 0), ("search:2", 1, 3)),
}
prints = {}
for name in NAMES:
    rules = game(name)
    for seats in range(rules.least_seats, rules.most_seats + 1):
        for bot, games, searched in PLAN[name]:
            chain = sha256()
            for seed in range(games):
                key = bytes([seed + 1]) * 32 if seed % 5 == 4 else b""
                state = rules.start(Setup(seats, rules.trial_settings(), seed, key))
                players = [make_bot(bot, rules, 16 * seed + seat) for seat in range(seats)]
                decisions = 0
                while state.asked != NOBODY:
                    decisions += 1
                    if searched and decisions == searched:
                        players = [make_bot("heuristic", rules, seed) for _ in players]
                    view = rules.view(state, state.asked)
                    world = rules.imagine(view, fast_rng(seed))
                    chain.update(rules.hash(world).encode())
                    rules.apply(state, players[state.asked].choose(view))
                    chain.update(rules.hash(state).encode())
                chain.update(repr((rules.scores(state), rules.ranks(state))).encode())
            prints[f"{name} {seats} {bot}"] = chain.hexdigest()
print(json.dumps({"compiled": COMPILED, "prints": prints}))
"""


def play(path: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_interpreted_and_compiled_agree() -> None:
    if not list(COMPILED.glob("kamiza_core__mypyc*")):
        pytest.skip("nothing is compiled here; `make setup` does it where a C compiler is")
    interpreted, compiled = play(INTERPRETED), play(COMPILED)
    assert interpreted["compiled"] is False
    assert compiled["compiled"] is True
    assert interpreted["prints"] == compiled["prints"]


# A row of objects, each of which holds the next, beside others that nobody touches.
ROWS = """
from kamiza.games.kamisama.parts import Leftover

last, row, beside = Leftover(1, 2, 3, None), None, []
for number in range(1000):
    row = Leftover(0, number, 0, row)
    beside.append(Leftover(1, number, 2, last))
del row
for number, one in enumerate(beside):
    assert (one.village, one.cards, one.seen) == (1, number, 2)
    assert one.below is last
print("whole")
"""


@pytest.mark.parametrize("path", [INTERPRETED, COMPILED], ids=["interpreted", "compiled"])
def test_a_long_row_of_objects_ends_and_leaves_the_memory_whole(path: Path) -> None:
    """See `end_safely` in setup.py: what mypyc makes of it alone overwrites its neighbours."""
    done = subprocess.run(
        [sys.executable, "-c", ROWS],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "whole\n"), done.stderr
