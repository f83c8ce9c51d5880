"""`kamiza import`: what an export has, or a copy that `kamiza backup` has made."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kamiza.server.config import Config
from kamiza.server.folder import CannotStart
from kamiza.server.moving import Thing, add_place, things_in, with_store
from kamiza.server.store import Store, beside, homes
from kamiza.server.store.whole import WholeTable
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
    """What is here already stays as it is. If tables are named, nothing else is taken."""
    added = {True: 0, False: 0}  # tables, and what lies beside them
    same, other = 0, []
    for thing in things_in(path):
        is_table = isinstance(thing, WholeTable)
        name = thing.table.id if isinstance(thing, WholeTable) else beside.name_of(thing)
        if names and (name not in names or not is_table):
            continue
        if await add(store, thing):
            added[is_table] += 1
        elif await is_here(store, thing):
            same += 1
        else:
            other.append(name)
    more = f" and {added[False]} keys and clubs" if added[False] else ""
    tables = "1 table" if added[True] == 1 else f"{added[True]} tables"
    print(f"{tables}{more} added, {same} already here.")
    if other:
        print(f"These are here and different, and stay so: {', '.join(other)}.", file=sys.stderr)
    return 1 if other else 0


async def add(store: Store, thing: Thing) -> bool:
    """Was it added? Not if something of that name is here."""
    if not isinstance(thing, WholeTable):
        return await beside.add(store, thing)
    try:
        await store.add_whole(thing)
    except Overtaken:
        return False
    return True


async def is_here(store: Store, thing: Thing) -> bool:
    if not isinstance(thing, WholeTable):
        return await beside.is_here(store, thing)
    return await store.whole(thing.table.id) == thing
