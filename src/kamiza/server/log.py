"""One JSON object per line on standard error; never tokens, names, chat or moves."""

from __future__ import annotations

import contextlib
import json
import sys
import time


def log(event: str, **facts: object) -> None:
    """Write down that something happened."""
    line = {"at": round(time.time(), 3), "event": event, **facts}
    with contextlib.suppress(OSError, ValueError):  # a full disk is no reason to stop playing
        sys.stderr.write(json.dumps(line, default=str) + "\n")
        sys.stderr.flush()
