"""How the process itself is: memory, handles, time, and whether it keeps up."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

from kamiza.server.metrics import Metrics

LOOK_SECONDS = 0.5
STARTED = time.time()


async def watch_delay(metrics: Metrics) -> None:
    """How much later than due the event loop does things; everybody waits that long."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        metrics.delay.observe(max(0.0, loop.time() - due))


def resident_bytes() -> float:
    """Memory in use now; where the system does not tell, the most there ever was."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return float(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(most) * (1 if sys.platform == "darwin" else 1024)


def open_handles() -> float:
    for folder in ("/proc/self/fd", "/dev/fd"):
        if os.path.isdir(folder):
            return float(len(os.listdir(folder)))
    return 0.0


def most_handles() -> float:
    if sys.platform == "win32":
        return 0.0
    import resource

    return float(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def watch_process(metrics: Metrics) -> None:
    metrics.memory.read = resident_bytes
    metrics.handles.read = open_handles
    metrics.most_handles.read = most_handles
    metrics.cpu.read = time.process_time
    metrics.started.read = lambda: STARTED
