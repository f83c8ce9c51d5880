"""What people report about others: kept in a file that only whoever runs the server reads."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, BinaryIO

FILE = "reports.jsonl"
MOST_BYTES = 4 << 20  # a flood of reports does not fill the disk
LINES = 20  # of the chat, so that a report can be judged


class Reports:
    """One JSON object a line, oldest first."""

    def __init__(self, data: Path) -> None:
        self.file = data / FILE

    def add(self, **facts: object) -> bool:
        """Write a report down; False if there is no room."""
        line = json.dumps({"at": round(time.time(), 3), **facts}, ensure_ascii=False) + "\n"
        try:
            handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "a+b") as file:
                if file.tell() > MOST_BYTES:
                    return False
                file.write((b"" if ends_a_line(file) else b"\n") + line.encode())
        except OSError:
            return False
        return True

    def all(self) -> list[dict[str, Any]]:
        if not self.file.is_file():
            return []
        lines = self.file.read_bytes().split(b"\n")
        return [report for line in lines if (report := readable(line)) is not None]


def ends_a_line(file: BinaryIO) -> bool:
    """The disk may have been full in the middle of the last report."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def readable(line: bytes) -> dict[str, Any] | None:
    try:
        report: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    return report
