"""Speed of Kodama's geometry, interpreted and compiled: legality of one placement on a tree of
twelve cards, and all candidate spots of a turn (every display card on the whole tree).

    python bench/kodama_geometry.py [--games 40]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import cast

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.native import COMPILED
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.rules.shapes import Form
from kamiza.games.kodama.rules.spots import count_spots, parent_or_code
from kamiza.games.kodama.rules.trees import Tree
from kamiza.games.kodama.table import PICK, Kodama

ROOT = Path(__file__).resolve().parent.parent
RUNTIMES = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
FULL = 12  # cards
PLACES = 300  # placements tried on one tree
LIMITS = {"placement": 3.0, "turn": 1000.0}  # microseconds, compiled


def turns(games: int) -> Iterator[tuple[Tree, list[Form]]]:
    """The tree and the forms on display at every turn of random games of four."""
    rules = cast(KodamaGame, game("kodama"))
    for seed in range(games):
        rng = fast_rng(seed)
        state = cast(Kodama, rules.start(Setup(4, {}, seed)))
        while state.asked != NOBODY:
            if state.frame.kind == PICK:
                forms = [rules.cards.form_of[card] for card in state.display]
                yield state.players[state.asked].tree, forms
            listed = rules.moves(state)
            rules.apply(state, listed[rng.below(len(listed))])


def time_turn(tree: Tree, forms: list[Form]) -> float:
    begun = time.perf_counter()
    for form in forms:
        count_spots(tree, form)
    return 1e6 * (time.perf_counter() - begun)


def time_placement(tree: Tree, forms: list[Form], dice: Random) -> float:
    """Microseconds for one placement near the tree, the mean of many."""
    places = []
    for _ in range(PLACES):
        near = dice.choice(tree.cards)
        x, y = near.x + dice.randint(-500, 500), near.y + dice.randint(-400, 900)
        places.append((dice.choice(forms), x, y, dice.randrange(360)))
    for form, x, y, rotation in places:  # every turned form is made on first use
        parent_or_code(tree, form, x, y, rotation)
    begun = time.perf_counter()
    for form, x, y, rotation in places:
        parent_or_code(tree, form, x, y, rotation)
    return 1e6 * (time.perf_counter() - begun) / PLACES


def measure(games: int) -> dict[str, object]:
    """Medians of this runtime, in microseconds."""
    dice = Random(1)
    whole, single = [], []
    for number, (tree, forms) in enumerate(turns(games)):
        spent = time_turn(tree, forms)
        if number >= games * 24:  # the first half of the games fills the tables
            whole.append(spent)
        if tree.size == FULL:
            single.append(time_placement(tree, forms, dice))
    runtime = "compiled" if COMPILED else "interpreted"
    return {"runtime": runtime, "placement": median(single), "turn": median(whole)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--here", action="store_true", help="only this runtime, as JSON")
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(measure(arguments.games)))
        return 0
    found = {}
    for runtime, path in RUNTIMES.items():
        command = [sys.executable, __file__, "--here", "--games", str(arguments.games)]
        environment = {**os.environ, "PYTHONPATH": str(path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found[runtime] = json.loads(done.stdout)
    for name, limit in LIMITS.items():
        before, after = found["interpreted"][name], found["compiled"][name]
        times = f"{before:10.2f} µs interpreted, {after:8.2f} µs compiled ({before / after:.0f} x)"
        print(f"{name:10} {times}; limit {limit:.0f} µs")
    return 1 if any(found["compiled"][name] > limit for name, limit in LIMITS.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
