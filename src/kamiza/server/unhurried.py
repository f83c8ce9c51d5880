"""Long work in small pieces, so that everybody else gets a turn in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TypeVar

Step = TypeVar("Step")

PIECE_SECONDS = 0.002


async def unhurried(steps: Iterator[Step]) -> Step:
    """Do all steps; the last one is the result."""
    result = next(steps)
    began = time.perf_counter()
    for step in steps:
        result = step
        if time.perf_counter() - began > PIECE_SECONDS:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return result
