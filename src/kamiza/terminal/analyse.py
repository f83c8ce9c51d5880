"""`kamiza analyse`: the chances over a game, its key moments, luck and skill of every player."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from kamiza.core.action import seat_letter, seat_number
from kamiza.core.record import Record, RecordError, begin, replay
from kamiza.core.speech import Listener
from kamiza.games import UnknownGame, game
from kamiza.play.coach import Look, Moves, Point, graph, look
from kamiza.play.coach_words import Moment, Summary, moments, summaries
from kamiza.play.percent import filled, percent, signed
from kamiza.terminal.arguments import add_json, add_language, read_record_file, read_seat
from kamiza.terminal.console import Terminal, UsageError, plain_table

EPILOG = """examples:
  kamiza analyse game.json            key moments, what was better, luck and skill
  kamiza analyse game.json --seat B   only what concerns B, and the chances as B could know them
  kamiza analyse game.json --json     everything, also every single move, for a program

Everything is judged from what a seat knew at the time; hidden cards are never used."""
CHUNK = 10  # moves between two steps of the bar
MOST_ROWS = 24  # of the table of chances


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("file", metavar="FILE", help="a record written by kamiza play or a table")
    parser.add_argument("--seat", metavar="A", help="only what concerns this seat")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza analyse`."""
    record = read_record_file(arguments.file)
    try:
        chosen = game(record.game)
        start = begin(chosen, record)
        for _ in replay(chosen, record):
            pass  # a record that cannot be replayed says where
    except (UnknownGame, RecordError) as wrong:
        raise UsageError(f"{arguments.file}: {wrong}") from None
    seat = None if arguments.seat is None else read_seat(arguments.seat, record.seats)
    moves = moves_of(record)
    points = graph(chosen, start, moves)
    looks: list[Look] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(record.game, total=len(moves))
        for first in range(0, len(moves), CHUNK):
            looks += look(chosen, start, moves, first, first + CHUNK)
            bar.advance(task, min(CHUNK, len(moves) - first))
    found = [one for one in moments(looks) if seat is None or one.seat == seat]
    told = [one for one in summaries(points, looks) if seat is None or one.seat == seat]
    if arguments.json:
        print(json.dumps(for_program(points, looks, found, told), ensure_ascii=False))
        return 0
    terminal = Terminal(arguments.lang)
    to = Listener(terminal.language, names_of(record))
    show(terminal, to, points, found, told, len(moves), seat)
    return 0


def names_of(record: Record) -> tuple[str, ...]:
    return tuple(record.names) or tuple(seat_letter(seat) for seat in range(record.seats))


def moves_of(record: Record) -> Moves:
    parts = [move.partition(": ") for move in record.moves]
    return [(seat_number(seat), text) for seat, _, text in parts]


def for_program(
    points: list[Point], looks: list[Look], found: list[Moment], told: list[Summary]
) -> dict[str, object]:
    return {
        "points": [asdict(one) for one in points],
        "moves": [asdict(one) for one in looks],
        "moments": [asdict(one) | {"seat": seat_letter(one.seat)} for one in found],
        "players": [asdict(one) | {"seat": seat_letter(one.seat)} for one in told],
    }


def show(
    terminal: Terminal, to: Listener, points: list[Point], found: list[Moment],
    told: list[Summary], count: int, seat: int | None,
) -> None:  # fmt: skip
    """Chances, moments and players on a screen."""
    seats = len(points[0].chances) - 1
    how = "analyse_own" if seat is None else "analyse_known"
    name = to.name(0 if seat is None else seat)
    terminal.print(Text(terminal.say(how, name=name), style="bold"))
    rows = plain_table(terminal.say("analyse_move"), *(to.name(one) for one in range(seats)))
    for point in thinned(points):
        known = [point.chances[one if seat is None else seat][one] for one in range(seats)]
        rows.add_row(str(point.step), *(percent(chance, to.language) for chance in known))
    terminal.print(rows)
    terminal.print(Text(terminal.say("analyse_moments", count=count), style="bold"))
    if not found:
        terminal.print(Text(terminal.say("analyse_none")))
    for number, moment in enumerate(found, 1):
        line = f"{number}  {signed(moment.change):>6}  [{moment.step + 1}] "
        terminal.print(Text(line + filled(moment.text[to.language], to)))
        if moment.better[to.language]:
            better = filled(moment.better[to.language], to)
            text = Text(terminal.say("analyse_better", move=better), style="dim")
            terminal.print(Padding(text, (0, 0, 0, 11)))
    terminal.print(Text(terminal.say("analyse_players"), style="bold"))
    for one in told:
        terminal.print(Text(filled(one.text[to.language], to)))


def thinned(points: list[Point]) -> list[Point]:
    """As many as one reads, the first and the last among them."""
    if len(points) <= MOST_ROWS:
        return points
    step = (len(points) - 1) / (MOST_ROWS - 1)
    return [points[round(place * step)] for place in range(MOST_ROWS)]
