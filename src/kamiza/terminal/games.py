"""`kamiza games`: which games there are."""

from __future__ import annotations

import argparse
import json

from rich.text import Text

from kamiza.games import NAMES, game
from kamiza.terminal.arguments import add_json, add_language
from kamiza.terminal.console import Terminal, plain_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example:\n  kamiza games --json"
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza games`."""
    if arguments.json:
        print(json.dumps([as_json(name) for name in NAMES], ensure_ascii=False))
        return 0
    terminal = Terminal(arguments.lang)
    grid = plain_table("fixed", "text", "text", "fixed")
    for name in NAMES:
        found = game(name)
        seats = f"{found.least_seats}–{found.most_seats}"
        grid.add_row(
            Text(name, style="bold cyan"),
            found.book.title[arguments.lang],
            f"{terminal.say('players')} {seats}",
            Text(f"{terminal.say('rules_version')} {found.book.version}", style="dim"),
        )
    terminal.print(grid)
    return 0


def as_json(name: str) -> dict[str, object]:
    found = game(name)
    return {
        "game": name,
        "title": found.book.title,
        "least_seats": found.least_seats,
        "most_seats": found.most_seats,
        "rules": found.book.version,
        "digest": found.digest,
    }
