"""`kamiza serve --workers N`: many processes behind one port, and one that looks after them.

The port is opened once, before anybody serves, and given to every worker: whoever has time takes
the next connection, and a worker that ends or hangs takes none with it. A worker that ends is
replaced, at once the first time and later and later if it cannot live; one that is silent too long
is ended first. A signal to stop goes to all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import allow_connection_pickling, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from kamiza.server.config import Config
from kamiza.server.log import log

BEAT_SECONDS = 1.0
HUNG_SECONDS = 60.0  # without a sign of life: no worker's loop is ever that late
WELL_SECONDS = 10.0  # who served so long is replaced at once
FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0

Serve = Callable[[Config, socket.socket, Connection], int]


class Worker:
    """A place for a process, which may have had several already."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: BaseProcess | None = None
        self.signs: Connection | None = None  # of life
        self.serves_since: float | None = None
        self.heard = 0.0
        self.wait = 0.0  # before the next start
        self.due = 0.0


class Workers:
    """The parent of all workers."""

    def __init__(self, config: Config, listening: socket.socket, serve: Serve) -> None:
        self.config = config
        self.listening = listening
        self.serve = serve
        self.context = get_context("spawn")
        self.all = [Worker(number) for number in range(1, config.workers + 1)]
        self.is_ending = False
        allow_connection_pickling()

    def run(self) -> int:
        """Until told to stop, and all have stopped."""
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, self.end)
        looked = time.monotonic()
        while not self.is_ending or self.living():
            now = time.monotonic()
            if now - looked > 5 * BEAT_SECONDS:  # this process itself was held up, not they
                for worker in self.all:
                    worker.heard = now
            looked = now
            for worker in self.all:
                self.look(worker, now)
            signs = [worker.signs for worker in self.all if worker.signs is not None]
            wait([*signs, *(process.sentinel for process in self.living())], BEAT_SECONDS / 4)
        return 0

    def living(self) -> list[BaseProcess]:
        return [worker.process for worker in self.all if worker.process is not None]

    def look(self, worker: Worker, now: float) -> None:
        process = worker.process
        if process is None:
            if not self.is_ending and now >= worker.due:
                self.start(worker, now)
            return
        self.listen(worker, now)
        if not process.is_alive():
            self.bury(worker, now)
        elif now - worker.heard > HUNG_SECONDS and not self.is_ending:
            log("worker_hangs", worker=worker.number, pid=process.pid)
            process.kill()

    def start(self, worker: Worker, now: float) -> None:
        worker.signs, theirs = self.context.Pipe(duplex=False)
        thinkers = max(1, self.config.bot_workers // self.config.workers)
        config = replace(self.config, worker=worker.number, bot_workers=thinkers)
        process = self.context.Process(
            target=work, args=(self.serve, config, self.listening, theirs), daemon=False
        )
        process.start()
        theirs.close()
        worker.process, worker.serves_since, worker.heard = process, None, now
        log("worker_started", worker=worker.number, pid=process.pid)

    def listen(self, worker: Worker, now: float) -> None:
        with contextlib.suppress(OSError, EOFError):
            while worker.signs is not None and worker.signs.poll():
                worker.signs.recv_bytes()
                worker.heard = now
                worker.serves_since = worker.serves_since or now

    def bury(self, worker: Worker, now: float) -> None:
        """What a dead worker left, and when there will be another one."""
        process, worker.process = worker.process, None
        assert process is not None
        process.join()
        if worker.signs is not None:
            worker.signs.close()
            worker.signs = None
        log("worker_ended", worker=worker.number, pid=process.pid, status=process.exitcode)
        (self.config.data / f"control-{process.pid}.sock").unlink(missing_ok=True)
        was_well = worker.serves_since is not None and now - worker.serves_since > WELL_SECONDS
        worker.wait = 0.0 if was_well else min(LONGEST_WAIT, worker.wait * 2 or FIRST_WAIT)
        worker.due = now + worker.wait

    def end(self, number: int, frame: FrameType | None) -> None:
        """Everybody stops; a second signal reaches them too and cuts their draining short."""
        self.is_ending = True
        for process in self.living():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid or 0, signal.SIGTERM)


# -- in a worker ----------------------------------------------------------------------------------


def work(serve: Serve, config: Config, listening: socket.socket, signs: Connection) -> None:
    """What a worker does from its beginning to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from a keyboard it reaches everybody
    threading.Thread(target=end_with_parent, daemon=True).start()
    raise SystemExit(serve(config, listening, signs))


async def give_signs(signs: Connection) -> None:
    """Show that the event loop runs; whoever looks after the workers listens."""
    while True:
        with contextlib.suppress(OSError):
            signs.send_bytes(b".")
        await asyncio.sleep(BEAT_SECONDS)


def end_with_parent() -> None:
    """Politely, as if it had been told to."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
