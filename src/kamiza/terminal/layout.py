"""`kamiza layout`: what each number of an observation means, and what each choice is."""

from __future__ import annotations

import argparse
import json

from kamiza.core.game import Game
from kamiza.core.layout import Layout
from kamiza.core.schema import Part
from kamiza.games import game
from kamiza.terminal.arguments import add_game, add_json
from kamiza.terminal.console import UsageError

EPILOG = """examples:
  kamiza layout shintoh                field by field, for two players
  kamiza layout shintoh --seats 4      for four
  kamiza layout shintoh --json         every single number, and every choice

docs/research.md shows programs that use them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("--seats", type=int, help="how many players (the fewest there can be)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza layout`."""
    chosen = game(arguments.game)
    seats = int(chosen.least_seats) if arguments.seats is None else arguments.seats
    if not chosen.least_seats <= seats <= chosen.most_seats:
        raise UsageError(f"{chosen.name} has {chosen.least_seats} to {chosen.most_seats} seats.")
    layout = Layout(chosen, seats)
    print(json.dumps(as_json(layout), indent=1) if arguments.json else page(layout))
    return 0


def page(layout: Layout) -> str:
    """The fields with their places, and the choices, in Markdown."""
    lines = [
        f"# {layout.game.name}, {layout.seats} seats: layout {layout.version} ({layout.digest})",
        "",
        f"{layout.size} numbers of 16 bits, {layout.game.choices()} choices. Seats are told from "
        "the watcher on: me, plus1 ...",
        "",
        "| numbers | field | of | values | meaning |",
        "|---|---|---|---|---|",
    ]
    for part in layout.parts:
        begin, end = layout.places[f"{part.owner}.{part.name}"]
        where = str(begin) if end - begin == 1 else f"{begin}-{end - 1}"
        lines.append(f"| {where} | {part.name} | {part.owner} | {values(part)} | {part.meaning} |")
    return "\n".join([*lines, "", *choice_lines(layout.game)])


def values(part: Part) -> str:
    """What the numbers of a field are, in a few words."""
    names = [cell.name for cell in part.cells]
    least = min(cell.least for cell in part.cells)
    most = max(cell.most for cell in part.cells)
    told = f"{least} to {most}"
    if names == [""]:
        return told
    if len(names) > 6:
        names = [*names[:3], "...", names[-1]]
    return f"{told}: {', '.join(names)}"


def choice_lines(chosen: Game) -> list[str]:
    """The choices, a stretch of those with the same first word on a line."""
    lines = ["| choices | moves |", "|---|---|"]
    begin = 0
    names = [chosen.choice_name(choice) for choice in range(chosen.choices())]
    for choice, name in enumerate(names):
        is_last = choice + 1 == len(names)
        if is_last or first_word(names[choice + 1]) != first_word(name):
            where = str(begin) if choice == begin else f"{begin}-{choice}"
            told = name if choice == begin else f"{names[begin]} ... {name}"
            lines.append(f"| {where} | {told} |")
            begin = choice + 1
    return lines


def first_word(name: str) -> str:
    return name.replace(":", " ").split(" ")[0]


def as_json(layout: Layout) -> dict[str, object]:
    cells = zip(layout.names, layout.least, layout.most)
    choices = range(layout.game.choices())
    return {
        "game": layout.game.name,
        "seats": layout.seats,
        "version": layout.version,
        "digest": layout.digest,
        "numbers": [{"name": name, "least": low, "most": high} for name, low, high in cells],
        "choices": [layout.game.choice_name(choice) for choice in choices],
    }
