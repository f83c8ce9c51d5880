"""`kamiza puzzle`: a position in which one plan is clearly the best, at the terminal."""

from __future__ import annotations

import argparse
from datetime import date
from typing import Any

from rich.padding import Padding
from rich.text import Text

from kamiza.bots.puzzles import Puzzle, puzzles_of
from kamiza.core.action import seat_letter
from kamiza.core.game import Game, Setup
from kamiza.core.record import new_record
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.play.lesson_files import NAMES
from kamiza.play.percent import percent
from kamiza.play.puzzles import ATTEMPTS, NotTheBest, Plan, PuzzleGuide, of_day
from kamiza.play.table import PERSON
from kamiza.terminal.arguments import add_game, add_language
from kamiza.terminal.console import Leave, Terminal, UsageError, number_of
from kamiza.terminal.keyboard import KeyboardTable
from kamiza.terminal.learn import named
from kamiza.terminal.play import NotAMove, Play
from kamiza.terminal.screen import Screen, screen_for

EPILOG = """examples:
  kamiza puzzle kodama        the puzzle of today
  kamiza puzzle kodama 12     number 12
  kamiza puzzles              how many there are"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("number", nargs="?", metavar="N", help="which one; otherwise today's")
    add_language(parser)


class PuzzleTable(KeyboardTable):
    """A keyboard table that begins at the position of a puzzle, and takes its answer only."""

    def __init__(self, puzzle: Puzzle, chosen: Game, names: list[str], to: Listener) -> None:
        start = puzzle.start(chosen)
        self.guide = PuzzleGuide(puzzle, chosen, start)
        setup = Setup(int(start.seats), start.settings_json())
        record = new_record(chosen, setup, names, chosen.save(start))
        super().__init__(chosen, record, [puzzle.you], {}, to)
        self.start, self.state = start, start.clone()
        self.tried: list[Plan] = []

    def send(self, text: str, seat: int | None = None, by: str = PERSON) -> None:
        """Make a move; one that leads elsewhere is an attempt, and is told what it leaves."""
        seat = self.asked if seat is None else seat
        change = self.prepare_act(seat, (text,), self.version, "", by)
        try:
            self.guide.check(self, change)
        except NotTheBest as attempt:
            if all(plan.moves != attempt.plan.moves for plan in self.tried):
                self.tried.append(attempt.plan)
            raise NotAMove(named(attempt.sentences[self.to.language], self.to)) from None
        self.accept(change)


class PuzzlePlay(Play):
    """A puzzle as a conversation: the task under the board, then a move."""

    table: PuzzleTable

    def __init__(self, terminal: Terminal, table: PuzzleTable, screen: Screen) -> None:
        super().__init__(terminal, table, screen, "", "")

    def run(self) -> int:
        try:
            while not self.is_solved and len(self.table.tried) < ATTEMPTS:
                self.take_turn(self.table.asked)
            if self.is_solved:
                super().show_board()
        except (Leave, KeyboardInterrupt):
            pass
        self.tell_answer()
        return 0

    @property
    def is_solved(self) -> bool:
        return self.table.guide.stand(self.table).is_solved

    def show_board(self) -> None:
        super().show_board()
        puzzle, language = self.table.guide.puzzle, self.terminal.language
        self.terminal.print(Text(named(puzzle.task[language], self.screen.to), style="bold red"))

    def answer(self, line: str) -> bool:
        """What was tried is told at once: the table is as it was."""
        before = len(self.table.tried)
        has_changed = super().answer(line)
        if not has_changed and self.message:
            self.terminal.print(Text(self.message, style="bold"))
            self.message = ""
        # The last attempt ends the turn, though nothing has changed.
        return has_changed or before < len(self.table.tried) == ATTEMPTS

    def tell_answer(self) -> None:
        """Whether it was found, why it is best, and what the others leave."""
        terminal, to = self.terminal, self.screen.to
        plans = self.table.guide.plans()
        name = named(plans[0].name[to.language], to)
        key = "puzzle_solved" if self.is_solved else "puzzle_best"
        count = len(self.table.tried) + 1
        terminal.print(Text(terminal.say(key, name=name, count=count), style="bold"))
        for plan in plans:
            chance = "" if plan.chance is None else percent(plan.chance, to.language)
            terminal.print(Text(f"{chance:>5}  {named(plan.name[to.language], to)}"))
            if plan.why[to.language]:
                why = Text(named(plan.why[to.language], to), style="dim")
                terminal.print(Padding(why, (0, 0, 0, 7)))

    def offer_to_keep(self) -> None:
        """A puzzle is begun again, not kept."""


def run(arguments: Any) -> int:
    """Carry out `kamiza puzzle`."""
    chosen = game(arguments.game)
    puzzle = choose(chosen, arguments.number)
    terminal = Terminal(arguments.lang)
    others = iter(NAMES)
    you = terminal.say("guest")
    seats = range(puzzle.setup.seats)
    names = [you if seat == puzzle.you else next(others) for seat in seats]
    screen = screen_for(chosen, terminal, names)
    screen.people = [puzzle.you]
    count, seat = len(puzzles_of(chosen.name)), seat_letter(puzzle.you)
    about = terminal.say("puzzle_number", number=puzzle.number, count=count, seat=seat)
    terminal.print(Text(about, style="dim"))
    return PuzzlePlay(terminal, PuzzleTable(puzzle, chosen, names, screen.to), screen).run()


def choose(chosen: Game, wanted: str | None) -> Puzzle:
    """The puzzle that was named, or that of today."""
    puzzles = puzzles_of(chosen.name)
    if not puzzles:
        raise UsageError(f"There are no puzzles of {chosen.name} yet.")
    if wanted is None:
        today = of_day(chosen.name, date.today())
        assert today is not None
        return today
    number = number_of(wanted)
    if number is None or not 1 <= number <= len(puzzles):
        raise UsageError(f"There is no puzzle '{wanted}'. There are 1 to {len(puzzles)}.")
    return puzzles[number - 1]
