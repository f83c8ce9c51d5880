"""`kamiza play`: a game at one terminal, for any game, against bots or on one keyboard."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from rich.text import Text

from kamiza.core.action import seat_letter
from kamiza.core.game import State
from kamiza.core.refusal import Refusal
from kamiza.play.speech import refused
from kamiza.terminal.arguments import reason
from kamiza.terminal.commands import ASIDE, BETWEEN_SEATS, COMMANDS
from kamiza.terminal.console import NO, YES, Leave, Terminal, number_of
from kamiza.terminal.keyboard import CannotUndo, KeyboardTable
from kamiza.terminal.new_game import add_arguments, open_table, resume_command
from kamiza.terminal.screen import Screen

__all__ = ["add_arguments", "run"]

LONGEST_MOVE = 4  # words
INTERRUPTED = 130  # the exit code after Ctrl-C


class NotAMove(Exception):
    """Words that cannot be read; the message says what there is instead."""


class Rehearsal(NamedTuple):
    """What came of trying a line of moves on a copy."""

    labels: list[str]  # the moves that are allowed, as on their buttons
    rest: list[str]  # words that cannot be foreseen
    no: Refusal | None  # why the move after those is refused


class Play:
    """The conversation between a running game and the people at the keyboard."""

    def __init__(
        self, terminal: Terminal, table: KeyboardTable, screen: Screen, file: str, resume: str
    ) -> None:
        self.terminal = terminal
        self.table = table
        self.screen = screen
        self.game = table.game
        self.file = file  # where the record goes in the end, if anywhere
        self.resume = resume  # the command that goes on with a saved game, without its file
        self.kept = len(table.acts)  # so many moves are in a file, or were there at the start
        self.written: set[str] = {file}  # files that may be overwritten without asking
        self.seat = table.people[0]  # whose eyes are on the screen
        self.message = ""  # to be read under the next board
        self.was_offered = False  # was somebody who leaves asked whether to save?
        self.last_refusal: Refusal | None = None
        terminal.aside = self.aside

    def view(self) -> dict[str, Any]:
        return self.table.view(self.seat)

    # -- from the first screen to the last ----------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        code = 0
        try:
            self.introduce()
            while not self.table.is_over:
                if self.table.asked in self.table.people:
                    self.take_turn(self.table.asked)
                else:
                    self.table.let_bot_move()
            self.finish()
        except Leave:
            self.say_goodbye()
        except KeyboardInterrupt:
            self.terminal.print("")
            self.say_goodbye()
            code = INTERRUPTED
        finally:
            if self.file:
                self.save(self.file)
        return code

    def say_goodbye(self) -> None:
        if not self.table.is_over:
            made = len(self.table.acts)
            self.terminal.print(self.terminal.say("left", count=made))
            if not self.file and made > self.kept and not self.was_offered:
                self.terminal.print(self.terminal.say("left_unsaved"))

    def offer_to_keep(self) -> None:
        """Before somebody leaves with moves that are in no file; a script knows what it wants."""
        is_new = len(self.table.acts) > self.kept
        if self.terminal.is_interactive and is_new and not self.file:
            self.was_offered = True
            self.offer_to_save("save_offer" if self.table.is_over else "save_unfinished")

    def offer_to_save(self, key: str) -> None:
        """Ask for a file name; a plain yes gets a name that is free."""
        name = self.terminal.ask(self.terminal.say(key))
        if name.casefold() in YES:
            name = free_name(self.game.name)
        if name and name.casefold() not in (*NO, "quit", "exit", "q"):
            self.save(name)

    def introduce(self) -> None:
        self.terminal.clear()
        self.terminal.print(self.screen.introduction_screen(self.view()))
        self.terminal.wait("begin")

    def take_turn(self, seat: int) -> None:
        """Ask a person until the table has changed."""
        if seat != self.seat and not self.pass_keyboard(seat):
            return
        self.seat = seat
        self.show_board()
        while not self.answer(self.terminal.ask()):
            pass

    def pass_keyboard(self, seat: int) -> bool:
        """Let the next person sit down unobserved; false if the last one took a move back."""
        self.terminal.clear(history=True)
        name = f"{seat_letter(seat)} {self.screen.to.name(seat)}"
        hint = self.terminal.say("pass_undo", name=self.screen.to.name(self.seat))
        question = self.terminal.say("pass_keyboard", name=name)
        while True:
            answer = self.terminal.ask(f"{question} {hint}" if self.table.acts else question)
            if self.carry_out(answer, BETWEEN_SEATS):
                continue
            if answer != "undo":
                return True
            if self.undo() is not None:
                return False

    def undo(self) -> str | None:
        """Take back the last move of whoever sits here; its text, or None and why it stays."""
        try:
            return self.table.undo(self.seat)
        except CannotUndo as stays:
            self.terminal.print(Text(self.terminal.say(stays.key, **stays.facts)))
        except Refusal as stays:
            self.terminal.print(Text(stays.sentences[self.screen.to.language]))
        return None

    def show_board(self) -> None:
        self.terminal.clear()
        below = 1 if self.message else 0
        lines = self.table.lines(self.seat)
        fresh = self.table.fresh(self.seat)
        self.terminal.print(self.screen.board(self.view(), lines, below, fresh))
        if self.message:
            self.terminal.print(Text(self.message, style="bold"))
            self.message = ""

    def finish(self) -> None:
        """The count, step by step, and an offer to keep the game."""
        self.terminal.clear()
        lines = self.screen.before_count(self.table.lines(self.seat))
        self.terminal.print(self.screen.board(self.view(), lines, below=1))
        for step in self.screen.ending(self.view()):
            self.terminal.wait("next_step")
            self.terminal.print(step)
        if not self.file:
            self.offer_to_save("save_offer")

    # -- answers ------------------------------------------------------------------------------

    def aside(self, line: str) -> bool:
        """Carry out a command in the middle of another question; was it one?"""
        name = line.split()[0].casefold()
        if name == "roles" and name in self.screen.commands:
            self.screen.commands[name].run([], self.view())
            return True
        return self.carry_out(line, ASIDE)

    def carry_out(self, line: str, allowed: tuple[str, ...]) -> bool:
        """Carry out a command, if the line is one of those; was it?"""
        words = line.split()
        if not words or words[0].casefold() not in allowed:
            return False
        COMMANDS[words[0].casefold()](self, words[1:])
        return True

    def answer(self, line: str) -> bool:
        """Carry out a line of input; has the table changed?"""
        words = line.split()
        if not words:
            self.show_board()
            return False
        try:
            name = words[0].casefold()
            if name in COMMANDS:
                return COMMANDS[name](self, words[1:])
            if name in self.screen.commands:
                moves = self.screen.commands[name].run(words[1:], self.view())
                return self.send_all(moves.split()) if moves else False
            speaker = self.speaker(words[0])
            return self.send_all(words) if speaker is None else self.speak(speaker, words[1:])
        except NotAMove as unreadable:
            self.terminal.print(Text(str(unreadable)))
        return False

    def speaker(self, word: str) -> int | None:
        """The person at this keyboard that a line begins with, as in "B: look"."""
        for seat in self.table.people:
            if word.casefold() == f"{seat_letter(seat)}:".casefold():
                return seat
        return None

    def speak(self, seat: int, words: list[str]) -> bool:
        """Something a person says whoever is asked; has the table changed?"""
        text = " ".join(words)
        if not self.game.is_command(text) and seat == self.table.asked:
            return self.send_all(words)
        refusal = self.game.why_not(self.table.state, seat, text)
        if refusal is not None:
            self.show_refusal(refused(self.game, refusal, self.table.state))
            return False
        warning = self.game.speech.warning(text, self.table.view(seat), self.screen.to)
        if warning and not self.terminal.is_certain(warning):
            self.terminal.print(Text(self.terminal.say("not_done")))
            return False
        self.table.send(text, seat)
        return True

    def send_all(self, words: list[str]) -> bool:
        """Send every move of a line. Either all that can be foreseen is legal, or none is sent."""
        tried = self.rehearse(words)
        if tried.no is not None:
            if tried.labels:
                self.terminal.print(Text(self.terminal.say("nothing_laid")))
            self.show_refusal(tried.no)
            if tried.no.facts.get("text"):
                self.terminal.print(Text(self.terminal.say("type_help"), style="dim"))
            return False
        sent = False
        while words and self.table.asked == self.seat:
            try:  # what came to light may have changed what the rest of the line means
                text, rest = self.read_move(words)
                if not self.is_meant(text):
                    self.terminal.print(Text(self.terminal.say("not_done")))
                    return sent
                self.table.send(text)
            except Refusal as no:
                self.message = self.refusal_text(refused(self.game, no, self.table.state))
                return sent
            except NotAMove as unreadable:
                self.message = str(unreadable)
                return sent
            sent, words = True, rest
        if words:
            self.message = self.terminal.say("left_over", moves=" ".join(words))
        return sent

    def rehearse(self, words: list[str]) -> Rehearsal:
        """Try the moves on a copy, up to the first new information or the first refusal."""
        state = self.table.state.clone()
        labels: list[str] = []
        is_known = True  # is everything about the copy still known?
        while words and is_known:
            view = self.game.screen(self.game.view(state, self.seat))
            try:
                text, rest = self.read_move(words, state)
                seat, reveals = state.asked, state.reveals
                self.game.act(state, seat, text)
                is_known = state.asked == seat and state.reveals == reveals
            except Refusal as no:
                return Rehearsal(labels, words, refused(self.game, no, state))
            labels.append(self.game.speech.move(text, view, self.screen.to))
            words = rest
        return Rehearsal(labels, words, None)

    def read_move(self, words: list[str], state: State | None = None) -> tuple[str, list[str]]:
        """The first move of a line, and the words after it."""
        view = self.game.screen(self.game.view(state or self.table.state, self.seat))
        for length in range(min(LONGEST_MOVE, len(words)), 0, -1):
            phrase = " ".join(words[:length])
            text = self.move_of(phrase, view)
            if text is not None:
                return text, words[length:]
        if words[0].isdecimal():
            numbers = ", ".join(str(choice.number) for choice in self.screen.choices(view))
            raise NotAMove(
                self.terminal.say("no_such_number", number=words[0][:20], numbers=numbers)
            )
        self.game.parse(words[0])  # refuses it with the game's own sentence
        raise NotAMove(self.terminal.say("type_help"))

    def move_of(self, phrase: str, view: dict[str, Any]) -> str | None:
        """The move that a phrase is: its text, its number, or another form the game knows."""
        try:
            return self.game.describe(self.game.parse(phrase))
        except Refusal:
            pass
        number = number_of(phrase)
        if number is not None:
            return self.screen.move_of_number(number, view)
        return self.screen.move_of_words(phrase, view)

    def is_meant(self, text: str) -> bool:
        """Ask again where a move has a price that deserves a second thought."""
        if self.game.why_not(self.table.state, self.table.asked, text) is not None:
            return True  # it will be refused anyway
        warning = self.game.speech.warning(text, self.view(), self.screen.to)
        return not warning or self.terminal.is_certain(warning)

    # -- saying no, keeping -------------------------------------------------------------------

    def refusal_text(self, no: Refusal) -> str:
        self.last_refusal = no
        return f"{self.game.speech.refusal(no, self.screen.to)} [{no.rule}]"

    def show_refusal(self, no: Refusal) -> None:
        line = Text("▌ ", style="red")
        line.append(self.refusal_text(no), style="default")
        self.terminal.print(line)

    def save(self, name: str) -> None:
        """Write the record; the person at the terminal owns it, so a key is revealed."""
        say = self.terminal.say
        if name not in self.written and Path(name).exists():
            if not self.terminal.is_certain(say("overwrite", file=name)):
                self.terminal.print(Text(say("not_done")))
                return
        try:
            Path(name).write_text(self.table.record().as_text(reveal=True), encoding="utf-8")
        except OSError as problem:
            self.terminal.print_unbroken(say("save_failed", file=name, reason=reason(problem)))
            return
        self.written.add(name)
        self.kept = len(self.table.acts)
        self.terminal.print_unbroken(say("saved", file=name))
        if self.table.is_over:
            again = say("see_again_with", command=f"kamiza replay {quote(name)}")
        else:
            again = say("go_on_with", command=f"{self.resume} {quote(name)}")
        self.terminal.print_unbroken(again)


def free_name(game: str) -> str:
    """A name for a file that is not there yet: shintoh.json, shintoh-2.json ..."""
    names = (f"{game}-{number}.json" if number > 1 else f"{game}.json" for number in count(1))
    return next(name for name in names if not Path(name).exists())


def run(arguments: Any) -> int:
    """Carry out `kamiza play`."""
    terminal = Terminal(arguments.lang)
    table, screen = open_table(arguments, terminal)
    resume = resume_command(arguments, table.people)
    return Play(terminal, table, screen, arguments.record or "", resume).run()
