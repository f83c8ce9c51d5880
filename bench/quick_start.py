"""A server that is there at once, again and again: a process that has read all code makes it.

A start takes a second of a core, nearly all of it for reading code. Here one process has done that
and divides for every start; what comes of it is a server like any other, with a life of its own.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

from server_kit import ANSWER_SECONDS, Server

MOTHER = """
import ctypes, json, os, sys
from kamiza import games
from kamiza.server import serve

def end_with_parent():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL

end_with_parent()
for name in games.NAMES:
    games.game(name)
print("ready", flush=True)
for line in sys.stdin:
    log, *options = json.loads(line)
    child = os.fork()
    if not child:
        end_with_parent()
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream in (1, 2):
            os.dup2(file, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.argv[1:] = options
        sys.exit(serve.main())
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Child:
    """A process of the mother's, as far as `Server` wants to know it."""

    def __init__(self, pid: int, told: IO[str]) -> None:
        self.pid = pid
        self.told = told
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and not Path(f"/proc/{self.pid}").exists():
            self.wait()
        return self.returncode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self.returncode = int(self.told.readline())
        return self.returncode


class QuickServer(Server):
    """One server after another in the same place."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, *options)
        self.mother = subprocess.Popen(
            [sys.executable, "-c", MOTHER], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": self.code},
        )  # fmt: skip
        assert self.mother.stdout is not None
        assert self.mother.stdout.readline() == "ready\n"

    def launch(self) -> None:
        words = ["--port", str(self.port), "--data", str(self.data), *self.options]
        orders, told = self.mother.stdin, self.mother.stdout
        assert orders is not None
        assert told is not None
        orders.write(json.dumps([str(self.log), *words]) + "\n")
        orders.flush()
        self.process = cast("subprocess.Popen[bytes]", Child(int(told.readline()), told))

    def end(self) -> None:
        """The server ends as asked, and nothing is left of it."""
        status = self.stop()
        assert status == 0, status
        assert self.mother.stdin is not None
        self.mother.stdin.close()
        self.mother.wait(timeout=ANSWER_SECONDS)
