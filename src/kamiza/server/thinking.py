"""`kamiza bots`: a process that only thinks, for all servers that share a store.

It serves nobody and owns no table. It introduces itself in the database as servers do, and they
call it there; as many as one likes, on any machine. If it ends, whoever asked it asks another one,
or thinks for itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

from kamiza.server.bots import Bots
from kamiza.server.config import Config
from kamiza.server.folder import CannotStart
from kamiza.server.inner.listening import Listening
from kamiza.server.inner.thinking import Answering
from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.serve import check_inner, default_workers
from kamiza.server.shuffle import Shuffler
from kamiza.server.store import BOTS, homes
from kamiza.server.versions import own_versions
from kamiza.server.writer import CannotSave


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza bots`."""
    default = Config(Path())
    parser.add_argument("--store", default="", help="postgresql://…, the one the servers share")
    parser.add_argument(
        "--inner", default="", metavar="HOST:PORT",
        help="where servers reach it; without it, those of this machine only",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=int, default=default_workers(), metavar="N", help="deep thinkers at once"
    )
    parser.add_argument("--lease-seconds", type=float, default=default.lease_seconds)


def run(args: argparse.Namespace) -> int:
    """Think until told to stop."""
    config = Config(
        Path(), args.store, lease_seconds=args.lease_seconds, inner=args.inner,
        bot_workers=max(1, args.workers),
    )  # fmt: skip
    os.umask(0o077)
    try:
        if not config.store:
            raise CannotStart(
                "kamiza bots needs --store postgresql://…: a server with a SQLite file thinks "
                "for itself, see --bot-workers of 'kamiza serve'."
            )
        check_inner(config.inner)
        homes.prepare(config)
        asyncio.run(think_for_all(config))
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 1
    except (OSError, CannotSave) as why:
        print(f"It cannot be done now: {why}.", file=sys.stderr)
        return 1
    return 0


async def think_for_all(config: Config) -> None:
    """From introducing itself to parting."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # not on Windows
            loop.add_signal_handler(ending, ended.set)
    metrics = Metrics()
    bots = Bots(
        config.bot_workers, config.bot_seconds, config.search_budget, metrics, Shuffler("")
    )  # fmt: skip
    listening = Listening(metrics)
    listening.thinking = Answering(bots.pools).serve
    store = homes.postgres().PostgresStore(config, metrics, lambda why: None, lambda table: None)
    store.introduce(BOTS, await listening.open(config.inner), own_versions())
    try:
        await store.open()
        listening.secret, listening.process = await store.secret(), store.leases.process
        log("thinking", workers=config.bot_workers)
        await ended.wait()
    finally:
        await store.close()
        await listening.close()
        bots.close()
        log("stopped")
