"""`kamiza export`: tables as text, to move them to another server; also while one runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kamiza.server.moving import Export, Unusable, add_place, with_store
from kamiza.server.store import Store
from kamiza.server.writer import Damaged


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza export`."""
    add_place(parser)
    parser.add_argument("--table", action="append", help="only this one (may be repeated)")
    parser.add_argument("file", type=Path, help="the file to write; it holds the keys of all games")


def run(args: argparse.Namespace) -> int:
    return with_store(args, lambda store: export(store, args.file, args.table))


async def export(store: Store, path: Path, names: list[str] | None) -> int:
    """Every table as it is at one moment; what cannot be read is named and left out."""
    file, broken = Export(path), []
    for name in names or await store.names():
        try:
            whole = await store.whole(name)
        except (msgspec.MsgspecError, Damaged):
            broken.append(name)
            continue
        if whole is not None:
            file.add(whole)
        elif names:
            file.file.close()
            file.unfinished.unlink()
            raise Unusable(f"There is no table {name}.")
    file.finish()
    print(f"{file.count} {'table' if file.count == 1 else 'tables'} saved to {path}.")
    if broken:
        print(f"These could not be read: {', '.join(broken)}.", file=sys.stderr)
    return 1 if broken else 0
