"""Games through OpenSpiel, PettingZoo and numpy, beside the games those bring themselves.

    python bench/adapters.py [--seconds 1] [--rounds 3] [--json FILE]

All run in turn in one process, on one core, and CPU time counts; the best of some rounds says most
about a program and least about its neighbours. Random play throughout. `make bench-adapters`
brings what it needs.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import open_spiel.python.games  # noqa: F401 it registers the games written in Python
import pyspiel
from rich.console import Console
from rich.table import Table

import kamiza.adapters.openspiel  # noqa: F401 it registers ours
from kamiza.adapters.pettingzoo import env
from kamiza.adapters.vector import VectorGames
from kamiza.core.native import COMPILED
from kamiza.games import REGISTRY, game

SPIEL_PEERS = (
    "python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes", "python_team_dominoes",
    "python_liars_poker",
)  # fmt: skip
ZOO_PEERS = (
    "tictactoe_v3", "connect_four_v3", "chess_v6", "leduc_holdem_v4", "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
)  # fmt: skip
COUNT = 1024  # games side by side
FEWER = {"kodama": 128}
WANTED = {"shintoh": 500_000, "kamisama": 200_000, "battles": 150_000}  # decisions a second


def our_tables() -> list[tuple[str, int]]:
    """Every game with the fewest and with the most players."""
    found = []
    for name in REGISTRY:
        rules = game(name)
        found += [(name, int(rules.least_seats)), (name, int(rules.most_seats))]
    return found


def rate(play: Callable[[float], int], seconds: float) -> float:
    """Decisions per CPU second."""
    begun = time.process_time()
    decisions = play(begun + seconds)
    return decisions / (time.process_time() - begun)


# -- one loop for each library ----------------------------------------------------------------


def spiel_loop(name: str) -> Callable[[float], int]:
    played = pyspiel.load_game(name)

    def play(end: float) -> int:
        decisions = 0
        while time.process_time() < end:
            state = played.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(random.choice(state.legal_actions()))
        return decisions

    return play


def zoo_loop(make: Callable[[], Any]) -> Callable[[float], int]:
    table = make()

    def play(end: float) -> int:
        decisions = 0
        while time.process_time() < end:
            table.reset()
            for _ in table.agent_iter():
                seen, _, is_over, is_cut, info = table.last()
                if is_over or is_cut:
                    table.step(None)
                    continue
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                table.step(random.choice(np.flatnonzero(mask)))
                decisions += 1
        return decisions

    return play


class Vector:
    """Many games side by side, and how much of the time was not spent within the rules."""

    def __init__(self, name: str, seats: int) -> None:
        self.games = VectorGames(name, seats, FEWER.get(name, COUNT), seed=1, measures=True)
        self.outside = 1.0

    def play(self, end: float) -> int:
        decisions, batch = self.games.decisions, self.games.batch
        begun, batch.seconds = time.process_time(), 0.0
        while time.process_time() < end:
            self.games.step(self.games.pick())
        spent = time.process_time() - begun
        self.outside = min(self.outside, 1 - batch.seconds / spent)
        return self.games.decisions - decisions


# -- measuring and printing -------------------------------------------------------------------


def best_of(loops: dict[str, Callable[[float], int]], seconds: float, rounds: int) -> Any:
    """The best figure of each, all taking turns."""
    found = dict.fromkeys(loops, 0.0)
    for _ in range(rounds):
        for name, play in loops.items():
            found[name] = max(found[name], rate(play, seconds))
    return found


def zoo_peers() -> dict[str, Callable[[float], int]]:
    """Those of PettingZoo's classic games that are installed here."""
    found = {}
    for name in ZOO_PEERS:
        try:
            found[name] = zoo_loop(import_module(f"pettingzoo.classic.{name}").env)
        except ImportError as missing:
            print(f"{name} left out: {missing}")
    return found


def compare(title: str, ours: dict[str, float], peers: dict[str, float], console: Console) -> None:
    table = Table(title=title)
    table.add_column("")
    table.add_column("decisions/s", justify="right")
    for peer, speed in peers.items():
        table.add_column(f"{peer}\n{speed:,.0f}", justify="right")
    for name, mine in ours.items():
        ratios = [f"{mine / speed:.2f} x" for speed in peers.values()]
        table.add_row(name, f"{mine:,.0f}", *ratios)
    console.print(table)


def show_vector(found: dict[str, float], vectors: dict[str, Vector], console: Console) -> None:
    table = Table(title="Many games at once: numpy arrays of observations and masks")
    for heading in ("", "decisions/s", "wanted", "outside the rules", "numbers", "choices"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, speed in found.items():
        games = vectors[name].games
        wanted = WANTED.get(name.split(",")[0])
        table.add_row(
            name, f"{speed:,.0f}", f"{wanted:,}" if wanted else "", f"{vectors[name].outside:.0%}",
            str(games.layout.size), str(games.choices),
        )  # fmt: skip
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    seconds, rounds = arguments.seconds, arguments.rounds
    console = Console(width=130)
    console.print(f"rules {'compiled' if COMPILED else 'interpreted'}")
    tables = {f"{name}, {seats} seats": (name, seats) for name, seats in our_tables()}
    vectors = {title: Vector(*table) for title, table in tables.items()}
    spiel = {title: spiel_loop(f"kamiza_{n}(seats={s})") for title, (n, s) in tables.items()}
    zoo = {t: zoo_loop(lambda n=n, s=s: env(n, s)) for t, (n, s) in tables.items()}
    spiel_peers = {name: spiel_loop(name) for name in SPIEL_PEERS}
    all_zoo = zoo_peers()
    by_vector = best_of({t: vector.play for t, vector in vectors.items()}, seconds, rounds)
    by_spiel = best_of(spiel | spiel_peers, seconds, rounds)
    by_zoo = best_of(zoo | all_zoo, seconds, rounds)
    show_vector(by_vector, vectors, console)
    compare(
        "Through the loop of OpenSpiel, beside its own games in Python",
        {t: by_spiel[t] for t in tables}, {p: by_spiel[p] for p in spiel_peers}, console,
    )  # fmt: skip
    compare(
        "Through PettingZoo, beside its classic games",
        {t: by_zoo[t] for t in tables}, {p: by_zoo[p] for p in all_zoo}, console,
    )  # fmt: skip
    if arguments.json:
        outside = {title: vector.outside for title, vector in vectors.items()}
        found = {"vector": by_vector, "outside": outside, "openspiel": by_spiel, "zoo": by_zoo}
        arguments.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
