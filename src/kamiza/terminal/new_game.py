"""Before a game at the terminal: what was asked for, who sits where, where it begins."""

from __future__ import annotations

import argparse
import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from kamiza.bots import UnknownBot, make_bot
from kamiza.bots.levels import LEVELS
from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.content import Table, settings_table
from kamiza.core.game import Game, Setup
from kamiza.core.record import Record, RecordError, new_record, read_record, seats_of
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.speech import Listener
from kamiza.games import NAMES, game
from kamiza.play.players import clean_name
from kamiza.terminal.arguments import add_game, add_language, read_json_file, read_seat
from kamiza.terminal.console import Terminal, UsageError
from kamiza.terminal.keyboard import KeyboardTable
from kamiza.terminal.screen import Screen, screen_for

USUAL_SEATS = 4
LARGEST_SEED = 2**63
USUAL_BOTS = "adept"
EPILOG = """examples:
  kamiza play shintoh                         you and three bots
  kamiza play shintoh --seats 2 --bots kami   a duel with the strongest bot
  kamiza play shintoh --setting role_knowledge=open_book
                                              good for a first game
  kamiza play kodama --new A                  your first game: Sprouts, where a game has them
  kamiza play shintoh --hotseat --seats 3 --name Mika --name Haru --name Sora
                                              three people, one keyboard
  kamiza play shintoh --you AC --seats 4      two people, two bots
  kamiza play shintoh --record game.json      keep the game; see kamiza replay
  kamiza play shintoh --resume game.json      go on with a saved game

In the game, ? explains everything you can type."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"{EPILOG}\n\n{settings_help()}"
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="how many players (4)")
    parser.add_argument(
        "--you", metavar="A", help="your seat, or several: AC (A); bots take the others"
    )
    parser.add_argument(
        "--new", metavar="A", help="seats that are new to the game: A, AC (games with Sprouts)"
    )
    parser.add_argument("--hotseat", action="store_true", help="people on every seat, in turns")
    parser.add_argument(
        "--name", action="append", default=[], help="a person's name; once per person"
    )
    parser.add_argument(
        "--bots",
        default=USUAL_BOTS,
        metavar="BOT",
        help=f"how the others play: {', '.join(LEVELS)} ({USUAL_BOTS})",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same number, the same cards")
    parser.add_argument(
        "--setting", action="append", default=[], metavar="KEY=VALUE",
        help="a rule of the table",
    )  # fmt: skip
    parser.add_argument("--record", metavar="FILE", help="write the game there at the end")
    parser.add_argument(
        "--resume",
        "--position",
        dest="position",
        metavar="FILE",
        help="go on with a saved game, or begin from a position",
    )
    add_language(parser)


def settings_of(name: str) -> dict[str, Table]:
    """What can be chosen for a table of this game."""
    table = settings_table(name)
    return {key: table.table(key) for key in table.data}


def typed_settings(name: str) -> dict[str, str]:
    """The settings of a game with their values, as they are typed, and what they mean."""
    found = {}
    for key, setting in settings_of(name).items():
        if "pick" in setting.data:
            texts = [f"{setting.text('pick')},{setting.text('pick')},..."]
        else:
            texts = [typed_value(value) for value in cast("list[object]", setting.data["values"])]
        found[f"{key}={'|'.join(texts)}"] = setting.text("help")
    return found


def typed_value(value: object) -> str:
    """A value of a setting as one types it."""
    return value if isinstance(value, str) else json.dumps(value)


def settings_help() -> str:
    """Every setting of every game, for the help."""
    lines = []
    for name in NAMES:
        lines.append(f"settings of {name}:")
        for typed, explanation in typed_settings(name).items():
            lines += [f"  {typed}", f"      {explanation}"]
    return "\n".join(lines)


def open_table(arguments: argparse.Namespace, terminal: Terminal) -> tuple[KeyboardTable, Screen]:
    """Everything ready for the first question."""
    chosen = game(arguments.game)
    check_file(arguments.record)
    record = first_record(chosen, arguments)
    people = people_of(arguments, record.seats)
    if not record.names or arguments.name:
        record.names = names_of(arguments, terminal, record.seats, people)
    if not arguments.position:
        for notice in chosen.notices(
            Setup(record.seats, record.settings), Listener(arguments.lang)
        ):
            terminal.print(notice)
    screen = screen_for(chosen, terminal, record.names)
    screen.people = people
    table = start(chosen, record, people, arguments, screen.to)
    if table.is_over:
        raise UsageError(f"This game is over. See it with: kamiza replay {arguments.position}")
    return table, screen


def start(
    chosen: Game, record: Record, people: list[int], arguments: argparse.Namespace, to: Listener
) -> KeyboardTable:
    """The table with its bots."""
    seed = record.seed or 0
    try:
        bots = {
            seat: make_bot(arguments.bots, chosen, seed * 64 + seat)
            for seat in range(record.seats)
            if seat not in people
        }
        return KeyboardTable(chosen, record, people, bots, to)
    except UnknownBot as unknown:
        raise UsageError(str(unknown)) from None
    except RecordError as wrong:
        raise UsageError(f"{arguments.position or 'The game'}: {wrong}") from None


def first_record(chosen: Game, arguments: argparse.Namespace) -> Record:
    """An empty record of a new game, or the saved one to go on with."""
    seed = read_seed(arguments.seed)
    if not arguments.position:
        seats = usual_seats(chosen) if arguments.seats is None else arguments.seats
        settings = read_settings(arguments.setting, settings_of(chosen.name))
        if arguments.new:
            settings.update(dealt_to(chosen, arguments.new, seats, settings))
        setup = Setup(seats, settings, seed)
        check_setup(chosen, setup, arguments.lang)
        return new_record(chosen, setup)
    if arguments.setting or arguments.new or arguments.seats is not None:
        raise UsageError(
            "A position has its own seats and settings; leave out --seats, --setting, --new."
        )
    data = read_json_file(arguments.position)
    try:
        if "format" in data:
            if arguments.seed is not None:
                raise UsageError("A saved game goes on with its own cards; leave out --seed.")
            return read_record(data)
        seats = seats_of(chosen, chosen.load(data))
        return new_record(chosen, Setup(seats, {}, seed), position=data)
    except (PositionError, RecordError) as wrong:
        raise UsageError(f"{arguments.position}: {wrong}") from None


def read_seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(32)
    if abs(seed) > LARGEST_SEED:
        raise UsageError(f"--seed must be from -{LARGEST_SEED} to {LARGEST_SEED}.")
    return seed


def check_setup(chosen: Game, setup: Setup, language: str) -> None:
    """A refused set-up is told in the player's language."""
    try:
        chosen.start(setup)
    except Refusal as refused:
        sentence = chosen.speech.refusal(refused, Listener(language))
        there = f" There are: {', '.join(typed_settings(chosen.name))}." if setup.settings else ""
        raise UsageError(f"{sentence} [{refused.rule}]{there}") from None


def usual_seats(chosen: Game) -> int:
    return int(min(max(USUAL_SEATS, chosen.least_seats), chosen.most_seats))


def read_settings(texts: list[str], known: dict[str, Table]) -> dict[str, object]:
    """`key=value` pairs; a value is JSON where it can be, a seat by its letter, cards by their
    ids with commas between, else a text."""
    settings: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise UsageError(f"Write a setting as KEY=VALUE, not '{text}'.")
        setting = known[key].data if key in known else {}
        try:
            settings[key] = json.loads(value)
        except ValueError:
            is_seat = value.upper() in cast("list[object]", setting.get("values", []))
            settings[key] = value.upper() if is_seat else value
            if "pick" in setting:
                settings[key] = [id.strip() for id in value.split(",")]
    return settings


def dealt_to(
    chosen: Game, letters: str, seats: int, settings: dict[str, object]
) -> dict[str, object]:
    """The setting that helps new players, dealt to these seats in their order. [KO-OPT-03]"""
    for name, setting in settings_of(chosen.name).items():
        if "deals" not in setting.data:
            continue
        if name in settings:
            raise UsageError(f"--new deals {name} itself; leave out --setting {name}.")
        deals = setting.texts("deals")
        new = sorted({read_seat(letter, seats) for letter in letters.replace(",", "")})
        if len(new) > len(deals):
            raise UsageError(f"--new is for {len(deals)} seats at most.")
        return {name: {seat_letter(seat): deal for seat, deal in zip(new, deals)}}
    raise UsageError(f"{chosen.book.title['en']} has nothing special for new players.")


def people_of(arguments: argparse.Namespace, seats: int) -> list[int]:
    """The seats of people: all of them, those that were named, or the first."""
    if arguments.hotseat and arguments.you:
        raise UsageError("--hotseat means people on every seat; leave out --you.")
    if arguments.hotseat:
        return list(range(seats))
    letters = (arguments.you or "A").replace(",", "")
    return sorted({read_seat(letter, seats) for letter in letters})


def names_of(
    arguments: argparse.Namespace, terminal: Terminal, seats: int, people: list[int]
) -> list[str]:
    """Given names for people, guests for the rest of them, and names for bots."""
    if len(arguments.name) > len(people):
        seats_of_people = ", ".join(LETTERS[seat] for seat in people)
        raise UsageError(
            f"{len(arguments.name)} names were given, but people sit only at {seats_of_people}."
        )
    cleaned = [clean_name(name) for name in arguments.name]
    given = {seat: name for seat, name in zip(people, cleaned) if name}
    pool = [name for name in terminal.say("bot_names").split() if name not in cleaned]
    names = []
    for seat in range(seats):
        if seat in given:
            names.append(given[seat])
        elif seat not in people:
            names.append(pool.pop(0))
        elif len(people) == 1:
            names.append(terminal.say("guest"))
        else:
            names.append(terminal.say("guest_of", letter=seat_letter(seat)))
    return names


def resume_command(arguments: argparse.Namespace, people: Sequence[int]) -> str:
    """What to type to go on with a game that will be saved; the name of its file comes last."""
    words = ["kamiza", "play", arguments.game]
    if list(people) != [0]:
        words += ["--you", "".join(seat_letter(seat) for seat in people)]
    if arguments.bots != USUAL_BOTS:
        words += ["--bots", arguments.bots]
    return " ".join([*words, "--resume"])


def check_file(path: str | None) -> None:
    """Better refused before the game than after it."""
    if path is None:
        return
    folder = Path(path).parent
    if not path or Path(path).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UsageError(f"'{path}' cannot be written to.")
