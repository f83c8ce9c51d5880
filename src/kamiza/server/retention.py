"""How long finished games are kept."""

from __future__ import annotations

import argparse
import re
from collections.abc import Container

from kamiza.server.log import log
from kamiza.server.store.face import Store

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def keep_finished(text: str) -> float:
    """The seconds of `finished=90d`."""
    found = re.fullmatch(r"finished=(\d{1,6})([smhd])", text)
    if found is None:
        raise argparse.ArgumentTypeError("say for example finished=90d (or h, m, s)")
    return int(found[1]) * UNITS[found[2]]


async def delete_finished(store: Store, before: float, in_use: Container[str]) -> None:
    """Delete the games that ended before some time, except those somebody looks at."""
    names = [name for name in await store.names(before) if name not in in_use]
    for name in names:
        await store.delete(name)
    if names:
        log("deleted_finished", tables=len(names))
