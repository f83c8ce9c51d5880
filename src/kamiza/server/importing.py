"""`kamiza import`: tables from an export, or from a copy that `kamiza backup` has made."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kamiza.server.config import Config
from kamiza.server.folder import CannotStart
from kamiza.server.moving import add_place, tables_in, with_store
from kamiza.server.store import Store, homes
from kamiza.server.writer import Overtaken


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza import`."""
    add_place(parser)
    parser.add_argument("--table", action="append", help="only this one (may be repeated)")
    parser.add_argument("file", type=Path, help="an export or a backup")


def run(args: argparse.Namespace) -> int:
    """A folder must not be in use meanwhile; a database may."""
    try:
        folder = homes.prepare(Config(args.data, args.store))
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 1
    try:
        return with_store(args, lambda store: take(store, args.file, args.table))
    finally:
        if folder is not None:
            folder.close()


async def take(store: Store, path: Path, names: list[str] | None) -> int:
    """What is here already stays as it is."""
    added, same, other = 0, 0, []
    for whole in tables_in(path):
        name = whole.table.id
        if names and name not in names:
            continue
        try:
            await store.add_whole(whole)
            added += 1
        except Overtaken:
            if await store.whole(name) == whole:
                same += 1
            else:
                other.append(name)
    print(f"{added} {'table' if added == 1 else 'tables'} added, {same} already here.")
    if other:
        print(f"These are here and different, and stay so: {', '.join(other)}.", file=sys.stderr)
    return 1 if other else 0
