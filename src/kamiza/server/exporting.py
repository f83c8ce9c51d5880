"""`kamiza export`: tables, keys and clubs as text, to move them; also while a server runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kamiza.server.moving import Export, Unusable, add_place, with_store
from kamiza.server.store import Store, beside
from kamiza.server.writer import Damaged


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza export`."""
    add_place(parser)
    parser.add_argument("--table", action="append", help="only this one (may be repeated)")
    parser.add_argument("file", type=Path, help="the file to write; it holds the keys of all games")


def run(args: argparse.Namespace) -> int:
    return with_store(args, lambda store: export(store, args.file, args.table))


async def export(store: Store, path: Path, names: list[str] | None) -> int:
    """Everything, each as it is at one moment, or some tables; what cannot be read is named and
    left out."""
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
    tables = file.count
    for kind, name in [] if names else await beside.things_in(store):
        try:
            thing = await beside.read(store, kind, name)
        except (msgspec.MsgspecError, Damaged):
            broken.append(name)
            continue
        if thing is not None:
            file.add(thing)
    file.finish()
    more = f", {file.count - tables} keys and clubs" if file.count > tables else ""
    print(f"{tables} {'table' if tables == 1 else 'tables'}{more} saved to {path}.")
    if broken:
        print(f"These could not be read: {', '.join(broken)}.", file=sys.stderr)
    return 1 if broken else 0
