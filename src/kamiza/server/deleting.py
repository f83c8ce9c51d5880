"""`kamiza delete`: tables go for good, with their links and journals; also while a server runs."""

from __future__ import annotations

import argparse
import sys

from kamiza.server.moving import add_place, with_store
from kamiza.server.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza delete`."""
    add_place(parser)
    parser.add_argument("table", nargs="+", help="the name of a table: what stands behind /t/")


def run(args: argparse.Namespace) -> int:
    return with_store(args, lambda store: delete(store, args.table))


async def delete(store: Store, names: list[str]) -> int:
    missing = [name for name in names if name not in await store.names()]
    for name in names:
        await store.delete(name)
    count = len(names) - len(missing)
    print(f"{count} {'table' if count == 1 else 'tables'} deleted.")
    if missing:
        print(f"There was no {', '.join(missing)}.", file=sys.stderr)
    return 1 if missing else 0
