"""The metrics of a server with many workers: whichever is asked tells of all."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

import msgspec

from kamiza.server.config import Config
from kamiza.server.control import PATTERN
from kamiza.server.messages import encode
from kamiza.server.metrics import Gauge, Metrics

ANSWER_SECONDS = 2.0  # a worker that hangs is left out
LONGEST_ANSWER = 1 << 20


async def text_of_all(config: Config, own: Metrics) -> str:
    """What Prometheus reads; of a server without workers its own numbers, as they are."""
    if not config.worker:
        return own.text() + workers_of(1, 1)
    files = sorted(config.data.glob(PATTERN))
    answers = await asyncio.gather(*(ask(file) for file in files))
    texts = {row["worker"]: row["text"] for rows in answers for row in rows}
    texts[config.worker] = own.text()
    return together(texts) + workers_of(config.workers, len(texts))


def workers_of(wanted: int, there: int) -> str:
    """How many processes serve here, and how many should."""
    should = Gauge("kamiza_workers", "Processes that should serve here.")
    should.read = lambda: wanted
    are = Gauge("kamiza_workers_up", "Processes that do.")
    are.read = lambda: there
    return "\n".join([*should.lines(), *are.lines()]) + "\n"


async def ask(file: Path) -> list[dict[str, Any]]:
    """One worker's numbers; nothing if it is gone, or hangs."""
    with contextlib.suppress(OSError, TimeoutError, msgspec.MsgspecError):
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_unix_connection(str(file), limit=LONGEST_ANSWER)
            try:
                writer.write(encode({"do": "metrics"}) + b"\n")
                rows: list[dict[str, Any]] = msgspec.json.decode(await reader.readline())["rows"]
                return rows
            finally:
                writer.close()
    return []


def together(texts: dict[int, str]) -> str:
    """Every number with the worker it is of, all of one name in one place."""
    lines: dict[str, list[str]] = {}
    for number, text in sorted(texts.items()):
        name = ""
        for line in text.splitlines():
            if line.startswith("#"):
                name = line.split()[2]
                heads = lines.setdefault(name, [])
                if line not in heads:
                    heads.append(line)
            else:
                lines[name].append(labelled(line, number))
    return "\n".join(line for part in lines.values() for line in part) + "\n"


def labelled(line: str, worker: int) -> str:
    name, labels, value = re.fullmatch(r"(\w+)(?:{(.*)})? (\S+)", line).groups()  # type: ignore[union-attr]
    more = f"{labels}," if labels else ""
    return f'{name}{{{more}worker="{worker}"}} {value}'
