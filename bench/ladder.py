"""Is every level better than the one below it, at every kind of table?

    python bench/ladder.py                      all games; goes on where it stood
    python bench/ladder.py --games battles      some of them
    python bench/ladder.py --table              what is known by now, as Markdown

One bot of a level sits among bots of the level below; every shuffle is played from all seats, and a
row ends when it is decided or has had its games. Rows are kept in build/ladder/, a contest of
`kamiza arena` each. The cheap rows come first, so a run that is stopped knows most of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from kamiza.games import NAMES
from kamiza.terminal.main import main as kamiza

KEPT = Path("build/ladder")
STEPS = (("adept", "heuristic"), ("master", "adept"), ("kami", "master"), ("kami", "heuristic"))
MOST_GAMES = {"adept": 400, "master": 400, "kami": 200}

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
    """One level among bots of another, at one kind of table."""

    game: str
    table: str
    better: str
    worse: str

    @property
    def file(self) -> Path:
        return KEPT / f"{self.game}_{self.table}_{self.better}_{self.worse}.json".replace(" ", "_")

    def play(self) -> None:
        seats, *settings = self.table.split()
        bots = ",".join([self.better] + [self.worse] * (int(seats) - 1))
        kept = ["--json", str(self.file), "--resume"]
        table = [word for setting in settings for word in ("--setting", setting)]
        games = ["--games", str(MOST_GAMES[self.better])]
        kamiza(["arena", self.game, "--bots", bots, *games, *table, *kept])

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
    return [
        Row(game, table, better, worse)
        for better, worse in STEPS
        for game in games
        for table in TABLES[game]
    ]


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
    print("| game | seats | level | among | games | share of wins | surely better |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(row.told() for row in all_rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
