"""`kamiza case`: run case files, which say what must hold in a position."""

from __future__ import annotations

import argparse

from kamiza.terminal import case
from kamiza.terminal.arguments import add_json

EPILOG = """examples:
  kamiza case tests/cases/shintoh/*.toml
  kamiza case my_case.toml --json

The exit code is 0 if everything holds, 1 if something does not, 2 if a file cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("paths", nargs="+", metavar="FILE", help="case files or folders")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza case`."""
    return case.run(arguments.paths, arguments.json)
