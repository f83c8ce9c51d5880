"""Is every level better than the one below it, at every kind of table? Does twice the time to think
help, and does planning beat searching?

    python bench/ladder.py                      all games; goes on where it stood
    python bench/ladder.py --games battles      some of them
    python bench/ladder.py --table              what is known by now, as Markdown

One bot of a level sits among bots of the level below, in a team match a team of them; every shuffle
is played from all seats, and a row ends when it is decided or has had its games. Rows are kept in
build/ladder/, a contest of `kamiza arena` each. The cheap rows come first, so a run that is stopped
knows most of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kamiza.games import NAMES
from kamiza.terminal.main import main as kamiza

KEPT = Path("build/ladder")
STEPS = (("adept", "heuristic"), ("master", "adept"), ("kami", "master"), ("kami", "heuristic"))
MOST_GAMES = {"adept": 400, "master": 400, "kami": 200}

# Duels, each bot against the next: with half the budget every time, and planning against searching.
BUDGETS = {
    "shintoh": ("search:3200", "search:1600", "search:800", "search:400"),
    "kamisama": ("plan:beam=16", "plan:beam=8", "plan:beam=4", "plan:beam=2"),
    "kodama": ("plan:trials=32", "plan:trials=16", "plan:trials=8", "plan:trials=4"),
    "battles": ("plan:trials=32", "plan:trials=16", "plan:trials=8", "plan:trials=4"),
}
SEARCHES = {
    "kamisama": ("plan", "search:2ms"),
    "kodama": ("plan:trials=8", "search:10ms"),
    "battles": ("plan", "search:2ms"),
}
BUDGET_GAMES = 200
SEARCH_GAMES = 100

# The numbers of seats that are measured; a word behind them is a setting. Two in Kami-sama have the
# fox beside them.
TABLES = {
    "shintoh": ("2", "4"),
    "kamisama": ("2", "3", "4"),
    "kodama": ("2", "4"),
    "battles": ("2", "4", "6", "4 mode=team"),
}


@dataclass(frozen=True)
class Row:
    """One bot or team among bots of another kind, at one kind of table."""

    game: str
    table: str
    better: str
    worse: str
    games: int

    @property
    def file(self) -> Path:
        name = f"{self.game}_{self.table}_{self.better}_{self.worse}.json"
        return KEPT / name.translate(str.maketrans(" :=", "_--"))

    def play(self) -> None:
        seats, *settings = self.table.split()
        better = int(seats) // 2 if "mode=team" in settings else 1
        bots = ",".join([self.better] * better + [self.worse] * (int(seats) - better))
        kept = ["--json", str(self.file), "--resume"]
        table = [word for setting in settings for word in ("--setting", setting)]
        kamiza(["arena", self.game, "--bots", bots, "--games", str(self.games), *table, *kept])

    def told(self) -> str:
        """This row as Markdown; a dash where nothing was played."""
        head = f"| {self.game} | {self.table} | {self.better} | {self.worse} |"
        if not self.file.is_file():
            return f"{head} 0 | – | – |"
        found = json.loads(self.file.read_text(encoding="utf-8"))
        share = next(share for share in found["shares"] if share["bot"] == self.better)
        even = 1 / len(found["contest"]["bots"])
        interval = f"{share['mean']:.1%} [{share['low']:.1%}, {share['high']:.1%}]"
        verdict = "yes" if share["low"] > even else "no" if share["high"] < even else "open"
        return f"{head} {found['games']} | {interval} of {even:.1%} | {verdict} |"


def rows(games: list[str]) -> list[Row]:
    levels = [
        Row(game, table, better, worse, MOST_GAMES[better])
        for better, worse in STEPS
        for game in games
        for table in TABLES[game]
    ]
    budgets = [
        Row(game, "2", better, worse, BUDGET_GAMES)
        for game in games
        for better, worse in pairwise(BUDGETS[game])
    ]
    searches = [Row(game, "2", *SEARCHES[game], SEARCH_GAMES) for game in games if game in SEARCHES]
    return [*levels, *budgets, *searches]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", default=",".join(NAMES))
    parser.add_argument("--table", action="store_true", help="only tell what is known")
    arguments = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    all_rows = rows(arguments.games.split(","))
    if not arguments.table:
        for row in all_rows:
            row.play()
    print("| game | seats | bot | among | games | share of wins | surely better |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(row.told() for row in all_rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
