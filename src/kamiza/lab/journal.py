"""Results kept as they come: one line of JSON each, after a first line that says of what.

Work that was stopped, by Ctrl-C or by a power cut, goes on from there with `--resume`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, TextIO

RESUME = "--resume goes on with it, or name another file"


class Journal:
    """The rows that are kept already, and room for more. Without a file nothing is kept."""

    def __init__(self, file: Path | None, about: dict[str, object], resume: bool) -> None:
        self.rows: list[Any] = []
        self.file: TextIO | None = None
        if file is None:
            return
        if file.is_file() and file.stat().st_size:
            self.rows = read_rows(file, about, resume)
            self.file = file.open("a", encoding="utf-8")
        else:
            self.file = file.open("w", encoding="utf-8")
            self.write({"about": about})

    def add(self, row: object) -> None:
        self.rows.append(row)
        self.write(row)

    def write(self, row: object) -> None:
        if self.file is not None:
            self.file.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
            self.file.flush()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()


def read_rows(file: Path, about: dict[str, object], resume: bool) -> list[Any]:
    """What a file keeps, if it is of the same work and may be gone on with. A last line that was
    torn is cut off."""
    kept = file.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    try:
        lines = [json.loads(line) for line in whole.decode("utf-8").splitlines()]
        of = lines[0]["about"]
    except (ValueError, LookupError, TypeError):
        raise ValueError(f"{file} is no file of results; name another one.") from None
    if of != json.loads(json.dumps(about)):
        raise ValueError(f"{file} holds results of something else; name another file.")
    if not resume:
        raise ValueError(f"{file} holds {len(lines) - 1:,} results already: {RESUME}.")
    if len(whole) < len(kept):
        with file.open("r+b") as torn:
            torn.truncate(len(whole))
    return lines[1:]


def add_journal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep every result here")
    parser.add_argument("--resume", action="store_true", help="go on with what the file keeps")
