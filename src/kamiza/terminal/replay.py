"""`kamiza replay`: step through a record, or check that it is what it says."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.text import Text

from kamiza.core.action import NOBODY, SPECTATOR, seat_letter, seat_number
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.record import Mismatch, Record, RecordError, Step, replay, verify
from kamiza.core.speech import Facts, Line
from kamiza.games import UnknownGame, game
from kamiza.terminal.arguments import add_json, add_language, read_record_file, read_seat
from kamiza.terminal.console import CheckFailed, Leave, Terminal, UsageError, number_of
from kamiza.terminal.screen import Screen, screen_for

HOLDS, FAILS = 0, 1  # exit codes of a check
EPILOG = """examples:
  kamiza replay game.json            step through the game
  kamiza replay game.json --seat B   as B saw it
  kamiza replay game.json --at 40    from move 40 on
  kamiza replay game.json --verify   replay, compare every hash; exit code 1 if one differs
  kamiza replay game.json --json     every move with its events, for a program
  kamiza replay game.json --at 40 --json
                                     the position after move 40; see kamiza play --position"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("file", metavar="FILE", help="a record written by kamiza play or a table")
    parser.add_argument("--verify", action="store_true", help="only check the record")
    parser.add_argument("--seat", metavar="A", help="show only what this seat knew")
    parser.add_argument("--at", type=int, metavar="N", help="begin after move N; 0 is the start")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza replay`."""
    record = read_record_file(arguments.file)
    try:
        chosen = game(record.game)
    except UnknownGame as unknown:
        raise UsageError(f"{arguments.file}: {unknown}") from None
    if arguments.verify:
        return check(arguments, chosen, record)
    try:
        steps = list(replay(chosen, record))
    except RecordError as wrong:
        raise UsageError(f"{arguments.file}: {wrong}") from None
    if arguments.at is not None and not 0 <= arguments.at < len(steps):
        raise UsageError(f"There are {len(steps) - 1} moves; --at is from 0 to {len(steps) - 1}.")
    seat = SPECTATOR if arguments.seat is None else read_seat(arguments.seat, record.seats)
    if arguments.json:
        print(json.dumps(for_program(chosen, steps, arguments, seat), ensure_ascii=False))
        return 0
    terminal = Terminal(arguments.lang)
    screen = screen_for(chosen, terminal, record.names)
    Theatre(terminal, screen, steps, seat, arguments.seat is None).run(arguments.at)
    return 0


# -- checking ---------------------------------------------------------------------------------


def check(arguments: argparse.Namespace, chosen: Game, record: Record) -> int:
    """Replay and compare, and say what was found."""
    verdict: dict[str, object] = {"file": arguments.file, "moves": len(record.moves)}
    try:
        verdict |= {"holds": True, "hashes": verify(chosen, record)}
        hashes = "all hashes agree" if record.hashes else "no hashes to compare"
        text = f"{arguments.file} is right: {len(record.moves)} moves, {hashes}."
        text += " The sealed shuffle is the promised one." if record.commitment else ""
        if record.branch is not None:
            at, origin = record.branch.at, record.branch.table
            verdict["branch"] = {"table": origin, "at": at}
            text += f" It goes on from table {origin} after move {at}, whose players could have"
            text += " seen every hand and all that was still to be drawn."
        code = HOLDS
    except RecordError as wrong:
        verdict |= {"holds": False, "problem": str(wrong)}
        if isinstance(wrong, Mismatch):
            verdict |= {"move": wrong.move, "expected": wrong.expected, "found": wrong.found}
        text, code = f"{arguments.file}: {wrong}", FAILS
    if arguments.json:
        print(json.dumps(verdict, ensure_ascii=False))
    elif code == HOLDS:
        print(text)
    else:
        raise CheckFailed(text)
    return code


# -- for a program ----------------------------------------------------------------------------


def for_program(
    chosen: Game, steps: list[Step], arguments: argparse.Namespace, seat: int
) -> object:
    """Every move with its events, or one position (with a seat: what that seat knew)."""
    is_whole = arguments.seat is None
    if arguments.at is not None:
        state = steps[arguments.at].state
        return chosen.save(state) if is_whole else chosen.screen(chosen.view(state, seat))
    return [
        {
            "number": step.number,
            "seat": seat_letter(step.seat) if step.number else None,
            "move": step.text or None,
            "events": [seen(event, seat, is_whole) for event in step.events],
            "hash": chosen.hash(step.state),
        }
        for step in steps
    ]


def seen(event: Event, seat: int, is_whole: bool) -> Facts:
    return event.whole() if is_whole else event.seen_by(seat)


def open_view(chosen: Game, state: State) -> dict[str, Any]:
    """What a spectator sees, with everybody's cards turned up."""
    view: dict[str, Any] = chosen.screen(chosen.view(state, SPECTATOR))
    for letter, player in view["players"].items():
        player |= chosen.screen(chosen.view(state, seat_number(letter))).get("private", {})
    return view


# -- for a person -----------------------------------------------------------------------------


class Theatre:
    """A replay on a screen."""

    def __init__(
        self, terminal: Terminal, screen: Screen, steps: list[Step], seat: int, is_whole: bool
    ) -> None:
        self.terminal = terminal
        self.screen = screen
        self.game = screen.game
        self.steps = steps
        self.seat = seat
        self.is_whole = is_whole
        self.last = len(steps) - 1
        screen.is_live = False

    def run(self, at: int | None) -> None:
        if not self.terminal.is_interactive:
            self.print_all() if at is None else self.show(at)
            return
        try:
            self.walk(at or 0)
        except Leave:
            return

    def walk(self, number: int) -> None:
        """Enter goes on, b back, a number jumps, q leaves."""
        while True:
            self.terminal.clear()
            self.show(number)
            answer = self.terminal.ask(self.terminal.say("replay_keys"))
            while not self.is_understood(answer):
                answer = self.terminal.ask(self.terminal.say("replay_unknown", count=self.last))
            if answer == "q":
                return
            number = self.target(number, answer)

    def is_understood(self, answer: str) -> bool:
        number = number_of(answer)
        return answer in ("", "b", "q") or (number is not None and number <= self.last)

    def target(self, number: int, answer: str) -> int:
        if answer == "b":
            return max(0, number - 1)
        return int(answer) if answer else min(self.last, number + 1)

    def view(self, number: int) -> dict[str, Any]:
        state = self.steps[number].state
        if self.is_whole:
            return open_view(self.game, state)
        return self.game.screen(self.game.view(state, self.seat))

    def story(self, first: int, last: int) -> list[Line]:
        """The log lines of these steps."""
        events = [
            seen(event, self.seat, self.is_whole)
            for step in self.steps[first : last + 1]
            for event in step.events
        ]
        return self.game.speech.story(events, self.screen.to)

    def title(self, number: int) -> Text:
        if number == 0:
            return Text(self.terminal.say("replay_start"), style="bold")
        step = self.steps[number]
        text = self.terminal.say("replay_step", number=number, count=self.last)
        name = self.screen.to.name(step.seat)
        return Text(f"{text}: {seat_letter(step.seat)} {name} {step.text}", style="bold")

    def show(self, number: int) -> None:
        """The table after a step; after the last one also the count."""
        view = self.view(number)
        opening = self.game.speech.story(self.game.speech.opening(self.view(0)), self.screen.to)
        self.terminal.print(self.screen.board(view, opening + self.story(1, number), below=2))
        self.terminal.print(self.title(number))
        if self.steps[number].state.asked == NOBODY:
            self.terminal.print(*self.screen.ending(view))

    def print_all(self) -> None:
        """Every line of the log with the number of its last move, then the count."""
        title = self.game.book.title[self.terminal.language]
        self.terminal.print(Text(self.terminal.say("replay_of", game=title, count=self.last)))
        for line in self.game.speech.story(self.game.speech.opening(self.view(0)), self.screen.to):
            self.terminal.print(self.screen.log_line(line))
        for line in self.story(1, self.last):
            self.terminal.print(self.screen.log_line(line))
        if self.steps[-1].state.asked == NOBODY:
            self.terminal.print(*self.screen.ending(self.view(self.last)))
