"""Where a decision spends its time: instructions by function, of the compiled rules and bots.

    python bench/decision_profile.py kamisama [--seats 4] [--bot kami] [--at 0.4]

Quick bots play so much of a game; then the bot decides once, and valgrind (callgrind) counts its
instructions, which is exact whatever else the machine does. `whole` is a function with all it
calls, `own` without. Counting makes everything some fifty times as slow, so a level with a time
limit gets less far, in the same proportions.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import game

# The two ways a bot thinks; whatever happens outside them is not counted.
ENTRIES = ("CPyDef_kamiza___bots___planning___plan", "CPyDef_kamiza___bots___search___search")
ROW = re.compile(r"^\s*([\d,]+) \(.*?\)\s+(?:\S*:)?(\S+)")


def position(name: str, seats: int, at: float) -> State:
    """The first question with a choice after this part of a game between quick bots."""
    rules = game(name)
    state, chance = rules.start(Setup(seats, {}, 1)), fast_rng(1)
    path = [state.clone()]
    while state.asked != NOBODY:
        rules.apply(state, rules.quick_move(state, chance))
        path.append(state.clone())
    start = int(at * len(path))
    return next(s for s in path[start:] if s.asked != NOBODY and len(rules.moves(s)) > 3)


def decide(name: str, seats: int, bot: str, at: float) -> None:
    rules, state = game(name), position(name, seats, at)
    seat = int(state.asked)
    make_bot(bot, rules, 1).choose(rules.view(state, seat))


def counted(arguments: list[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Instructions by function: with all it calls, and without."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "counted"
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={found}"]
        toggles = [f"--toggle-collect={entry}" for entry in ENTRIES]
        command = [*tool, *toggles, sys.executable, __file__, *arguments, "--once"]
        subprocess.run(command, check=True, capture_output=True)
        return annotated(found, "yes"), annotated(found, "no")


def annotated(found: Path, inclusive: str) -> dict[str, int]:
    command = ["callgrind_annotate", f"--inclusive={inclusive}", "--threshold=99.9", str(found)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows: dict[str, int] = {}
    for line in told.splitlines():
        if row := ROW.match(line):
            rows.setdefault(readable(row[2]), int(row[1].replace(",", "")))
    return rows


def readable(symbol: str) -> str:
    """kamiza.bots.planning.Planner.judge, of the name the compiler gives it."""
    plain = symbol.partition("'")[0].removesuffix(".localalias")
    return plain.removeprefix("CPyDef_").replace("___", ".") if "CPyDef_" in plain else symbol


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="kami")
    parser.add_argument("--at", type=float, default=0.4, help="part of the game played before")
    parser.add_argument("--rows", type=int, default=24)
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        decide(given.game, given.seats, given.bot, given.at)
        return
    whole, own = counted(sys.argv[1:])
    total = max(whole.values())
    table = Table(title=f"{given.game}, {given.seats} seats, one decision of {given.bot}")
    for column in ("function", "whole", "own"):
        table.add_column(column, justify="left" if column == "function" else "right")
    ours = [name for name in whole if name.startswith("kamiza.")]
    for name in sorted(ours, key=lambda name: -whole[name])[: given.rows]:
        table.add_row(name, f"{whole[name] / total:.1%}", f"{own.get(name, 0) / total:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
