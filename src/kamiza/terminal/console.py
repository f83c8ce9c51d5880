"""Talking with the person at the terminal: printing, asking, words of the terminal itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kamiza.core.content import read_toml
from kamiza.core.rules import LANGUAGES, Words
from kamiza.terminal import typography

LONGEST_NUMBER = 6  # digits
YES = ("y", "yes", "はい")
NO = ("n", "no", "いいえ")


class Leave(Exception):
    """The person wants to leave, or there is no more input."""


class UsageError(Exception):
    """Something was asked for that cannot be; the message is one sentence."""


class CheckFailed(Exception):
    """Something was checked and does not hold; the message is one sentence."""


def read_words(file: str) -> Words:
    """Words from a file of the terminal."""
    return Words(read_toml(files("kamiza.terminal"), file))


class Terminal:
    """One screen and one keyboard."""

    def __init__(self, language: str = "en") -> None:
        for stream in (sys.stdin, sys.stdout):
            accept_any_letter(stream)
        typography.install()
        self.language = language
        # Carries out a line that is a command in the middle of a question; was it one?
        self.aside: Callable[[str], bool] = lambda line: False
        self.words = read_words("words.toml")
        self.console = Console(highlight=False, emoji=False)
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_interactive:
            enable_line_editing()

    def say(self, key: str, **facts: object) -> str:
        """Words of the terminal itself."""
        return self.words.say(key, self.language, **facts)

    def print(self, *things: RenderableType) -> None:
        """Print; a text is taken as it is, without any markup in it."""
        for thing in things:
            text = Text(thing) if isinstance(thing, str) else thing
            if self.console.is_terminal:
                self.console.print(text)
            else:
                self.print_stripped(text)

    def print_stripped(self, thing: RenderableType) -> None:
        """Print without the spaces that fill up columns; a file has no use for them."""
        with self.console.capture() as captured:
            self.console.print(thing)
        lines = captured.get().splitlines()
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in lines))

    def print_long(self, *things: RenderableType) -> None:
        """Print something that may be longer than the screen, one screen at a time."""
        whole = Group(*things)
        if not self.is_interactive or self.height_of(whole) < self.console.height:
            self.print(*things)
            return
        with self.console.capture() as captured:
            self.console.print(whole)
        lines = captured.get().splitlines()
        show_pages(lines, self.console.height, self.say("more"))

    def print_unbroken(self, text: str) -> None:
        """Print a text with a file name in it, which people copy."""
        self.console.print(Text(text), soft_wrap=True)

    def clear(self, history: bool = False) -> None:
        """A fresh screen; with `history` what scrolled away goes, too, because it was secret."""
        if not self.is_interactive:
            return
        self.console.clear()
        if history and not self.console.legacy_windows:
            sys.stdout.write("\x1b[3J")

    def ask(self, question: str = "") -> str:
        """A line of input. The end of the input means leaving."""
        if question:
            self.print(Text(question, style="bold"))
        sys.stdout.flush()
        is_typed = sys.stdin.isatty()
        try:
            line = input("> " if is_typed else ">").strip()
        except EOFError:
            self.console.print()
            raise Leave from None
        if not is_typed:
            # A transcript shows what was typed, and has no spaces at the ends of its lines.
            self.print_unbroken(f" {line}" if line else "")
        return line

    def is_agreed(self, proposal: str) -> bool:
        """Ask for a yes; Enter is one."""
        return self.decide(f"{proposal} {self.say('confirm')}", usual=True)

    def is_certain(self, warning: str) -> bool:
        """Ask for a yes to something that cannot be undone; Enter is none."""
        return self.decide(f"{warning} {self.say('confirm_price')}", usual=False)

    def decide(self, question: str, usual: bool) -> bool:
        """Ask until the answer is yes or no; Enter is the usual one. Commands are carried out in
        between."""
        while True:
            line = self.ask(question)
            answer = line.casefold()
            if not answer:
                return usual
            if answer in (*YES, *NO):
                return answer in YES
            if not self.aside(line):
                self.print(self.say("yes_or_no"))

    def wait(self, key: str) -> None:
        """Let a person read on in their own time; a script is not kept waiting."""
        while self.is_interactive:
            line = self.ask(self.say(key))
            if not line or not self.aside(line):
                return

    def height_of(self, thing: RenderableType) -> int:
        """How many lines something takes."""
        return len(self.console.render_lines(thing, pad=False))


def show_pages(lines: Sequence[str], height: int, more: str) -> None:
    """Print lines, with a pause whenever the screen is full; q leaves out the rest."""
    size = max(1, height - 2)  # the last lines are the pause and what is typed at it
    for start in range(0, len(lines), size):
        print("\n".join(lines[start : start + size]))
        if start + size >= len(lines):
            return
        try:
            if input(more).strip().casefold() in ("q", "quit"):
                return
        except EOFError:
            print()
            return


def number_of(text: str) -> int | None:
    """A whole number that somebody typed, if it is one of a sensible length."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def plain_table(*columns: str, gap: int = 2) -> Table:
    """Lines in columns without any frame. Japanese has no spaces, so lines break anywhere; a
    column called "fixed" keeps its lines whole."""
    table = Table.grid(padding=(0, gap, 0, 0))
    for column in columns:
        table.add_column(overflow="fold", no_wrap=column == "fixed")
    return table


def accept_any_letter(stream: TextIO) -> None:
    """A terminal that cannot show a letter shows a question mark instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def enable_line_editing() -> None:
    """Arrow keys and history, where the system has them."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)


def language_of_system() -> str:
    """Japanese where the system speaks it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "ja" if value.startswith("ja") else LANGUAGES[0]
    return LANGUAGES[0]
