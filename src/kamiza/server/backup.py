"""`kamiza backup`: a copy of all tables while the server runs."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from kamiza.server.exporting import export
from kamiza.server.folder import FILE, make_private_file
from kamiza.server.moving import add_place, with_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza backup`."""
    add_place(parser)
    parser.add_argument("file", type=Path, help="the copy to write")


def run(args: argparse.Namespace) -> int:
    """Copy, check the copy, and only then give it its name. Of a database it is an export."""
    if args.store:
        return with_store(args, lambda store: export(store, args.file, None))
    source = args.data / FILE
    if not source.is_file():
        print(f"There are no tables in {args.data}.", file=sys.stderr)
        return 1
    unfinished = args.file.with_name(args.file.name + ".part")
    unfinished.unlink(missing_ok=True)
    make_private_file(unfinished)
    with closing(sqlite3.connect(source)) as tables, closing(sqlite3.connect(unfinished)) as copy:
        tables.backup(copy)
        verdict = copy.execute("pragma integrity_check").fetchone()[0]
        copy.execute("pragma journal_mode = delete")
    if verdict != "ok":
        print(f"The copy is damaged: {verdict}", file=sys.stderr)
        return 1
    unfinished.replace(args.file)
    print(f"Saved to {args.file}.")
    return 0
