"""The command line: which command, and one sentence for whatever goes wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from shutil import get_terminal_size
from typing import IO, NoReturn

WRONG_USAGE = 2
FAILED = 1
INTERRUPTED = 130
PIPE_CLOSED = 141

# Each module has `add_arguments(parser)` and `run(arguments) -> exit code`. It is imported only
# when its command is used, so that none can break another.
COMMANDS = {
    "play": ("kamiza.terminal.play", "play a game here, against bots or on one keyboard"),
    "learn": ("kamiza.terminal.learn", "learn a game by playing, step by step"),
    "lessons": ("kamiza.terminal.lessons", "which lessons there are; check one of your own"),
    "puzzle": ("kamiza.terminal.puzzle", "find the best plan in a position; a new one each day"),
    "rules": ("kamiza.terminal.rules", "the rules of a game, by word or by number"),
    "cards": ("kamiza.terminal.cards", "the cards of a game"),
    "fields": ("kamiza.terminal.fields", "what can stand in a position and in a view"),
    "layout": ("kamiza.terminal.layout", "what each number means to programs that learn"),
    "replay": ("kamiza.terminal.replay", "step through a record, or verify it"),
    "analyse": ("kamiza.terminal.analyse", "what decided a game, what was better, and why"),
    "case": ("kamiza.terminal.case_command", "run case files against the rules"),
    "simulate": ("kamiza.lab.simulate", "many games between bots"),
    "arena": ("kamiza.lab.arena", "which bot is better, and how sure that is"),
    "dataset": ("kamiza.lab.dataset", "games as a data set to learn from, and its check"),
    "balance": ("kamiza.lab.balance", "what a designer asks: shares, lengths, what if"),
    "puzzles": ("kamiza.lab.puzzles", "find puzzles in games between bots, and check them"),
    "train": ("kamiza.lab.train", "let a game learn what its positions are worth"),
    "bench": ("kamiza.lab.bench", "how fast the rules are here"),
    "serve": ("kamiza.server.serve", "the table in the browser, for everybody with its link"),
    "bots": ("kamiza.server.thinking", "a process that only thinks, for servers with --store"),
    "backup": ("kamiza.server.backup", "a copy of all tables while the server runs"),
    "export": ("kamiza.server.exporting", "tables as text, to move them to another server"),
    "import": ("kamiza.server.importing", "tables from an export or a backup"),
    "delete": ("kamiza.server.deleting", "delete tables for good"),
    "admin": ("kamiza.server.admin", "look into a running server, and give it orders"),
    "games": ("kamiza.terminal.games", "which games there are"),
}
EPILOG = """examples:
  kamiza play shintoh              you and three bots
  kamiza learn shintoh             your first game, guided
  kamiza rules shintoh harvest     look something up
  kamiza replay game.json          see a game again
  kamiza analyse game.json         what decided it, and what was better

kamiza COMMAND --help explains a command."""


class Parser(argparse.ArgumentParser):
    """Errors in one sentence."""

    def __init__(self, **settings: object) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)  # type: ignore[arg-type]

    def print_help(self, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """One screen at a time for a person, all at once for a pipe."""
        lines = self.format_help().rstrip().split("\n")
        height = get_terminal_size().lines
        if file is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
            super().print_help(file)
        elif len(lines) < height:
            print("\n".join(lines))
        else:
            from kamiza.terminal.console import language_of_system, read_words, show_pages

            show_pages(lines, height, read_words("words.toml").say("more", language_of_system()))

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        self.exit(WRONG_USAGE, f"{sentence}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = run(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain again while closing the pipe nobody reads any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def run(words: list[str]) -> int:
    command = next((word for word in words if not word.startswith("-")), "")
    if command and command not in COMMANDS:
        return complain(unknown_command(command))
    try:
        parser = build_parser(command)
    except ImportError as missing:
        return complain(f"kamiza {command} is not part of this installation ({missing}).")
    parsed = parser.parse_args(words)
    if not parsed.command:
        parser.print_help()
        return 0
    return carry_out(parsed)


def unknown_command(command: str) -> str:
    """No such command; perhaps another one was meant."""
    near = get_close_matches(command, COMMANDS, 1)
    meant = f" Did you mean '{near[0]}'?" if near else ""
    return f"There is no command '{command}'.{meant} See kamiza --help."


def build_parser(command: str) -> Parser:
    """All commands by name, the arguments of the one that is used."""
    parser = Parser(
        prog="kamiza", description="A table for games of spirits and gods.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"kamiza {own_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, (module, help_text) in COMMANDS.items():
        sentence = f"{help_text[:1].upper()}{help_text[1:]}."
        added = commands.add_parser(name, help=help_text, description=sentence)
        if name == command:
            import_module(module).add_arguments(added)
    return parser


def carry_out(parsed: argparse.Namespace) -> int:
    """Run the command; what goes wrong is one sentence."""
    from kamiza.core.content import ContentError
    from kamiza.games import UnknownGame
    from kamiza.terminal.console import CheckFailed, UsageError

    try:
        code: int = import_module(COMMANDS[parsed.command][0]).run(parsed)
        return code
    except CheckFailed as failed:
        return complain(str(failed), FAILED)
    except (UsageError, UnknownGame, ContentError) as wrong:
        return complain(str(wrong))


def complain(sentence: str, code: int = WRONG_USAGE) -> int:
    """One line on the error stream, whatever a file put into it."""
    line = "".join(letter if letter.isprintable() else " " for letter in sentence)
    print(line, file=sys.stderr)
    return code


def own_version() -> str:
    try:
        return version("kamiza")
    except PackageNotFoundError:
        return "(from source)"


if __name__ == "__main__":
    sys.exit(main())
