"""Arguments that several commands share, and files they read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from kamiza.core.action import LETTERS
from kamiza.core.record import Record, RecordError, read_record
from kamiza.core.rules import LANGUAGES
from kamiza.games import NAMES
from kamiza.terminal.console import UsageError, language_of_system

ALL_GAMES = ", ".join(NAMES)


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"which game: {ALL_GAMES}")


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of_system(),
        help="English or Japanese (as your system)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")


def add_spoilers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--spoilers", action="store_true", help="also what players are meant to know by heart"
    )


def read_file(path: str) -> bytes:
    """The content of a file; what cannot be read is a UsageError."""
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {reason(problem)}.") from None


def read_record_file(path: str) -> Record:
    """A record from a file; an error names the file."""
    try:
        return read_record(read_file(path))
    except RecordError as wrong:
        raise UsageError(f"{path}: {wrong}") from None


def read_json_file(path: str) -> dict[str, Any]:
    """A JSON object from a file; an error names the file and the place."""
    try:
        data = json.loads(read_file(path))
    except json.JSONDecodeError as broken:
        place = f"line {broken.lineno}, column {broken.colno}"
        raise UsageError(f"{path}: This is not JSON: {broken.msg} ({place}).") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path}: This is not JSON that can be read.") from None
    if not isinstance(data, dict):
        raise UsageError(f"{path}: A position is a JSON object in braces.")
    return data


def read_seat(letter: str, seats: int) -> int:
    """The number of a seat given as a letter."""
    seat = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
    if not 0 <= seat < seats:
        there = ", ".join(LETTERS[:seats])
        raise UsageError(f"There is no seat '{letter}' here. There are: {there}.")
    return seat


def reason(problem: OSError) -> str:
    """Why a file could not be used, without numbers and paths."""
    return (problem.strerror or str(problem)).lower()
