"""`kamiza arena`: which bot is better, by how much, and how sure that is.

A contest that was stopped goes on with `--resume` where it stood, if it is kept with `--json`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kamiza.lab.arena_page import page
from kamiza.lab.contest import Contest, Round, Share, is_decided, play_round, share_of
from kamiza.lab.crew import Crew
from kamiza.lab.journal import RESUME
from kamiza.lab.simulate import WRONG, add_table_arguments, read_table
from kamiza.lab.watching import read_crew, tell_stopped, watched

SAVE_SECONDS = 5.0
KEPT = "contest"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game, e.g. kamisama")
    parser.add_argument(
        "--bots", default="kami,heuristic,heuristic,heuristic",
        help="one for each seat; the first is measured, e.g. master,adept,adept; in a team match "
        "those of one kind are partners: adept,adept,heuristic,heuristic",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=400, metavar="N", help="at most (400)")
    parser.add_argument("--all", action="store_true", help="do not stop when it is decided")
    add_table_arguments(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep results here")
    parser.add_argument("--resume", action="store_true", help="go on with what the file keeps")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page about it")


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza arena`."""
    try:
        contest, crew = Contest(*read_table(arguments)), read_crew(arguments)
        played = read_played(arguments.json, contest, arguments.resume)
        wanted = max(1, -(-arguments.games // len(contest.seatings())))
        is_whole = compete(contest, played, wanted, crew, arguments)
    except WRONG as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if played:
        Console().print(as_table(contest, played))
    if played and arguments.html:
        arguments.html.write_text(page(contest, played), encoding="utf-8")
    if not is_whole:
        how = "--resume goes on." if arguments.json else "--json FILE would let it go on."
        return tell_stopped(len(played), wanted, "shuffles", how)
    return 0


def read_played(file: Path | None, contest: Contest, resume: bool) -> list[Round]:
    """The rounds of this contest that were kept; another contest is not overwritten."""
    if file is None or not file.is_file():
        return []
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        played = [Round(**found) for found in kept["rounds"]]
    except (ValueError, LookupError, TypeError):
        raise ValueError(f"{file} is no file of a contest; name another one.") from None
    if kept.get(KEPT) != contest.as_json():
        raise ValueError(f"{file} holds another contest; name another file, or delete it.")
    if not resume:
        raise ValueError(f"{file} holds {len(played):,} shuffles already: {RESUME}.")
    return played


def write_played(file: Path | None, contest: Contest, played: list[Round]) -> None:
    """Keep what was played; never half a file."""
    if file is None:
        return
    data = {
        KEPT: contest.as_json(),
        "games": sum(found.games for found in played),
        "decided": is_decided(contest, played),
        "shares": [share.__dict__ for share in shares(contest, played)],
        "rounds": [found.as_json() for found in played],
    }
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(data, indent=1), encoding="utf-8")
    beside.replace(file)


def compete(
    contest: Contest, played: list[Round], wanted: int, crew: Crew, arguments: argparse.Namespace
) -> bool:
    """Play until it is decided or all games are played, with a progress bar; adds to `played`. Was
    it not stopped before?"""

    def is_enough() -> bool:
        decided = not arguments.all and is_decided(contest, played)
        return len(played) >= wanted or decided

    saved = time.monotonic()
    work = partial(play_round, contest)
    title = f"{contest.game}: {contest.bots[0]}"
    if not is_enough():
        for found in watched(title, work, len(played), wanted, crew, unit="shuffles"):
            played.append(found)
            if time.monotonic() - saved > SAVE_SECONDS:
                write_played(arguments.json, contest, played)
                saved = time.monotonic()
            if is_enough():
                break
        if played:
            write_played(arguments.json, contest, played)
    return is_enough()


def shares(contest: Contest, played: list[Round]) -> list[Share]:
    """Each bot once, the best first."""
    found = [share_of(bot, played) for bot in dict.fromkeys(contest.bots)]
    return sorted(found, key=lambda share: -share.mean)


def as_table(contest: Contest, played: list[Round]) -> Table:
    """The summary for people."""
    games = sum(found.games for found in played)
    even = 1.0 / len(contest.bots)
    decided = "decided" if is_decided(contest, played) else "not decided"
    table = Table(
        title=f"{contest.game}: {games:,} games, {len(played):,} shuffles in all seatings",
        caption=f"an even share is {even:.1%}; {decided} for {contest.bots[0]}",
    )
    for heading in ("bot", "share of wins", "95 % interval", "mean score", "mean rank"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for share in shares(contest, played):
        table.add_row(
            share.bot, f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}",
            f"{share.score:.1f}", f"{share.rank:.2f}",
        )  # fmt: skip
    return table
