"""How the kami of Kami-sama fare between equal bots: wins and mean scores by kami.

    python bench/kamisama_balance.py --games 20000 [--seats 4] [--jobs 2]
    python bench/kamisama_balance.py --games 400 --first 2 --bot master

Kami are dealt and chosen by chance, whoever plays, so every kami meets every other one. A fair
share of wins is one divided by the number of players.
"""

from __future__ import annotations

import argparse
import os
import random
from concurrent.futures import ProcessPoolExecutor
from typing import cast

from rich.console import Console
from rich.table import Table

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.games.kamisama.frames import KAMI
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama
from kamiza.lab.simulation import interval

CHUNK = 250
Tally = dict[str, list[float]]  # played, wins, points, from tracks, sets, tokens, villagers


def played(rules: KamisamaGame, seats: int, bot: str, number: int) -> Kamisama:
    """One whole game."""
    state = cast(Kamisama, rules.start(Setup(seats, {}, number)))
    bots = [make_bot(bot, rules, 16 * number + seat) for seat in range(seats)]
    while state.asked != NOBODY:
        seat = int(state.asked)
        if state.frame.kind == KAMI:
            action = random.Random(64 * number + seat).choice(list(rules.moves(state)))
        else:
            action = bots[seat].choose(rules.view(state, seat))
        rules.apply(state, action)
    return state


def play_chunk(seats: int, bot: str, first: int, last: int) -> Tally:
    rules = cast(KamisamaGame, game("kamisama"))
    tally: Tally = {name: [0.0] * 7 for name in rules.cards.kami_ids}
    for number in range(first, last):
        state = played(rules, seats, bot, number)
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
    parser.add_argument("--first", type=int, default=0, help="the first shuffle")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="heuristic")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    whole: Tally = {}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        last = arguments.first + arguments.games
        chunks = range(arguments.first, last, CHUNK)
        for tally in pool.map(
            play_chunk,
            [arguments.seats] * len(chunks),
            [arguments.bot] * len(chunks),
            chunks,
            [min(first + CHUNK, last) for first in chunks],
        ):
            for name, entry in tally.items():
                old = whole.setdefault(name, [0.0] * 7)
                whole[name] = [a + b for a, b in zip(old, entry)]
    told = f"{arguments.games:,} games, {arguments.seats} players, equal bots: {arguments.bot}"
    show(whole, arguments.seats, told)


def show(whole: Tally, seats: int, told: str) -> None:
    table = Table(title=told)
    for heading in ("kami", "played", "of fair", "95 %", "mean", "tracks", "sets", "tokens",
                    "villagers"):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "kami" else "right")
    for name, entry in sorted(whole.items(), key=lambda item: -item[1][1] / item[1][0]):
        played, won = entry[:2]
        means = [f"{value / played:.1f}" for value in entry[2:]]
        low, high = interval(won, int(played))
        share, bounds = won / played * seats, f"{low * seats:.2f} to {high * seats:.2f}"
        table.add_row(name, f"{played:,.0f}", f"{share:.2f}", bounds, *means)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
