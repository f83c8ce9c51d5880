"""How the kami of Kami-sama fare between equal heuristic bots: wins and mean scores by kami.

    python bench/kamisama_balance.py --games 20000 [--seats 4] [--jobs 2]

Kami are dealt and chosen by chance, so every kami meets every other one. A fair share of wins is
one divided by the number of players.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from typing import cast

from rich.console import Console
from rich.table import Table

from kamiza.bots.search import play_out
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama

CHUNK = 250
Tally = dict[str, list[float]]  # played, wins, points, from tracks, sets, tokens, villagers


def play_chunk(seats: int, first: int, last: int) -> Tally:
    rules = cast(KamisamaGame, game("kamisama"))
    tally: Tally = {name: [0.0] * 7 for name in rules.cards.kami_ids}
    for number in range(first, last):
        state = cast(Kamisama, rules.start(Setup(seats, {}, number)))
        play_out(rules, state, fast_rng(number ^ 0xBA1A))
        won, scores = rules.payoffs(state), rules.scores(state)
        result = rules.screen(rules.view(state, -1))["result"]
        sheets = cast("dict[str, dict[str, dict[str, object]]]", result)["seats"]
        for seat, sheet in enumerate(sheets.values()):
            tracks = sum(cast("list[int]", sheet["tracks"]))
            parts = [cast(int, sheet[name]) for name in ("sets", "tokens", "villagers")]
            entry = tally[rules.cards.kami_ids[state.players[seat].kami]]
            for index, value in enumerate([1, won[seat], scores[seat], tracks, *parts]):
                entry[index] += value
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    whole: Tally = {}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        chunks = range(0, arguments.games, CHUNK)
        for tally in pool.map(
            play_chunk,
            [arguments.seats] * len(chunks),
            chunks,
            [min(first + CHUNK, arguments.games) for first in chunks],
        ):
            for name, entry in tally.items():
                old = whole.setdefault(name, [0.0] * 7)
                whole[name] = [a + b for a, b in zip(old, entry)]
    show(whole, arguments.seats, arguments.games)


def show(whole: Tally, seats: int, games: int) -> None:
    table = Table(title=f"{games:,} games, {seats} players, equal heuristic bots")
    for heading in ("kami", "played", "wins", "of fair", "mean", "tracks", "sets", "tokens",
                    "villagers"):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "kami" else "right")
    for name, entry in sorted(whole.items(), key=lambda item: -item[1][1] / item[1][0]):
        played, won = entry[:2]
        means = [f"{value / played:.1f}" for value in entry[2:]]
        share = won / played
        table.add_row(name, f"{played:,.0f}", f"{share:.1%}", f"{share * seats:.2f}", *means)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
