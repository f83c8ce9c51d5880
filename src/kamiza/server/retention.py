"""How long finished games, keys nobody uses and closed clubs are kept."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Container

from kamiza.server import clubs, keys
from kamiza.server.config import Config
from kamiza.server.log import log
from kamiza.server.store.face import Store

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def keep(text: str) -> tuple[str, float]:
    """What, and for how many seconds: `finished=90d`, `keys=400d`."""
    found = re.fullmatch(r"(finished|keys)=(\d{1,6})([smhd])", text)
    if found is None:
        raise argparse.ArgumentTypeError("say for example finished=90d or keys=400d (or h, m, s)")
    return found[1], int(found[2]) * UNITS[found[3]]


async def delete_old(store: Store, config: Config, in_use: Container[str]) -> None:
    """Everything that is older than it shall get."""
    now = time.time()
    if config.keep_finished is not None:
        await delete_finished(store, now - config.keep_finished, in_use)
    if config.keep_keys is not None:
        await keys.delete_unused(store, now - config.keep_keys)
    await clubs.delete_closed(store, now - clubs.KEEP_CLOSED)


async def delete_finished(store: Store, before: float, in_use: Container[str]) -> None:
    """Delete the games that ended before some time, except those somebody looks at."""
    names = [name for name in await store.names(before) if name not in in_use]
    for name in names:
        await store.delete(name)
    if names:
        log("deleted_finished", tables=len(names))
