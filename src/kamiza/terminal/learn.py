"""`kamiza learn`: a lesson at the terminal, with the same guide as in the browser."""

from __future__ import annotations

import argparse
from typing import Any

from rich.padding import Padding
from rich.text import Text

from kamiza.core.game import Game, Setup
from kamiza.core.record import new_record
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.play.lesson_files import Lesson, Quiz, read_lesson_file, studies_of
from kamiza.play.lessons import Guide, Page, Slip
from kamiza.play.table import BOT, PERSON
from kamiza.terminal.arguments import add_game, add_language
from kamiza.terminal.console import Leave, Terminal, UsageError, number_of
from kamiza.terminal.keyboard import NAME, KeyboardTable
from kamiza.terminal.play import NotAMove, Play
from kamiza.terminal.quiz import ask_all
from kamiza.terminal.screen import Screen, screen_for

EPILOG = """examples:
  kamiza learn shintoh               choose a lesson
  kamiza learn shintoh first_god     or name it
  kamiza learn my_lesson.toml        a lesson of your own, see docs/lessons.md"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help="its name or number")
    add_language(parser)


class LessonTable(KeyboardTable):
    """A keyboard table that begins where a lesson does, and listens to its guide."""

    def __init__(self, lesson: Lesson, chosen: Game, names: list[str], to: Listener) -> None:
        self.guide = Guide(lesson, chosen)
        start = lesson.start(chosen)
        setup = Setup(int(start.seats), start.settings_json())
        record = new_record(chosen, setup, names, chosen.save(start))
        super().__init__(chosen, record, [lesson.you], {}, to)
        self.start, self.state = start, start.clone()

    def send(self, text: str, seat: int | None = None, by: str = PERSON) -> None:
        """Make a move; one that the step does not ask for is answered with a word instead."""
        seat = self.asked if seat is None else seat
        change = self.prepare_act(seat, (text,), self.version, "", by)
        if by == PERSON:
            try:
                self.guide.check(self, change)
            except Refusal as kind:
                raise NotAMove(named(kind.sentences[self.to.language], self.to)) from None
        self.accept(change)

    def let_bot_move(self) -> None:
        (move,) = self.guide.answer(self)
        self.send(move, by=BOT)


def named(sentence: str, to: Listener) -> str:
    """A sentence with the names of the players in it."""
    return NAME.sub(lambda found: to.name(found[1]), sentence)


class LessonPlay(Play):
    """A lesson as a conversation: a slip of words under the board, then a move."""

    table: LessonTable

    def __init__(self, terminal: Terminal, table: LessonTable, screen: Screen) -> None:
        super().__init__(terminal, table, screen, "", "")
        self.read = -1  # the last step whose words were shown

    def run(self) -> int:
        try:
            while not self.page().is_done:
                if self.table.asked in self.table.people:
                    self.take_turn(self.table.asked)
                else:
                    self.table.let_bot_move()
            self.show_board()
        except (Leave, KeyboardInterrupt):
            self.terminal.print(self.terminal.say("lesson_left"))
        return 0

    def page(self) -> Page:
        return self.table.guide.page(self.table)

    def show_board(self) -> None:
        """The board, then what the lesson says; what was not read yet step by step."""
        super().show_board()
        page = self.page()
        for number, slip in enumerate(page.slips, page.first):
            self.show_slip(number, page.total, slip)
            is_last = number == page.first + len(page.slips) - 1
            if number > self.read and not is_last:
                self.terminal.wait("lesson_on")
        self.read = page.first + len(page.slips) - 1
        if page.task is not None:
            self.show_task(page)

    def answer(self, line: str) -> bool:
        """A kind word is read at once: the table is as it was."""
        has_changed = super().answer(line)
        if not has_changed and self.message:
            self.terminal.print(Text(self.message, style="bold"))
            self.message = ""
        return has_changed

    def show_slip(self, number: int, total: int, slip: Slip) -> None:
        language, to = self.terminal.language, self.screen.to
        title = Text(f"{number + 1}/{total}  ", style="dim")
        title.append(named(slip.title[language], to), style="bold")
        self.terminal.print(title)
        self.terminal.print(Padding(Text(named(slip.text[language], to)), (0, 0, 0, 2)))

    def show_task(self, page: Page) -> None:
        assert page.task is not None
        task = named(page.task[self.terminal.language], self.screen.to)
        line = Text(self.terminal.say("lesson_try", task=task), style="bold red")
        if page.moves:
            line.append(f"  [{' '.join(page.moves)}]", style="dim")
        self.terminal.print(line)

    def offer_to_keep(self) -> None:
        """A lesson is begun again, not kept."""


def run(arguments: Any) -> int:
    """Carry out `kamiza learn`."""
    terminal = Terminal(arguments.lang)
    if arguments.game.endswith(".toml"):
        return teach(terminal, read_lesson_file(arguments.game))
    studies = list(studies_of(game(arguments.game).name).values())
    if not studies:
        raise UsageError(f"There are no lessons of {arguments.game} yet.")
    return teach(terminal, choose(terminal, studies, arguments.lesson))


def choose(terminal: Terminal, studies: list[Lesson | Quiz], wanted: str | None) -> Lesson | Quiz:
    """The lesson that was named, or one of a list."""
    if wanted is None:
        for number, study in enumerate(studies, 1):
            title, about = study.title[terminal.language], study.about[terminal.language]
            terminal.print(Text(f"{number}  {title}  [{study.id}]\n   {about}"))
        try:
            wanted = terminal.ask(terminal.say("lesson_which")) or "1"
        except Leave:
            return studies[0]
    number_typed = number_of(wanted)
    for number, study in enumerate(studies, 1):
        if wanted == study.id or number_typed == number:
            return study
    there = ", ".join(study.id for study in studies)
    raise UsageError(f"There is no lesson '{wanted}'. There are: {there}.")


def teach(terminal: Terminal, study: Lesson | Quiz) -> int:
    chosen = game(study.game)
    if isinstance(study, Quiz):
        return ask_all(terminal, study, chosen)
    seats = int(study.start(chosen).seats)
    you = terminal.say("guest")
    names = [you if seat == study.you else study.name_of(seat) for seat in range(seats)]
    screen = screen_for(chosen, terminal, names)
    screen.people = [study.you]
    table = LessonTable(study, chosen, names, screen.to)
    code = LessonPlay(terminal, table, screen).run()
    say_next(terminal, study)
    return code


def say_next(terminal: Terminal, lesson: Lesson) -> None:
    ids = list(studies_of(lesson.game))
    if lesson.id in ids[:-1]:
        following = ids[ids.index(lesson.id) + 1]
        terminal.print(
            terminal.say("lesson_next", command=f"kamiza learn {lesson.game} {following}")
        )
