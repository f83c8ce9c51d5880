"""Running the real program: through pipes, and in a terminal of 80 x 24."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

ROWS, COLUMNS = 24, 80
CLEAR = "\x1b[2J"
PATIENCE = 60.0  # seconds; a busy machine is no failure


def environment(**changes: str) -> dict[str, str]:
    """A plain English terminal, and the same packages as the tests."""
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    plain |= {"LANG": "C.UTF-8", "COLUMNS": str(COLUMNS), "LINES": str(ROWS), "TERM": "xterm"}
    plain["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    return plain | changes


def kamiza(*arguments: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the program with some lines of input."""
    return subprocess.run(
        [sys.executable, "-m", "kamiza", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**changes),
        timeout=5 * PATIENCE,
        check=False,
    )


def flat(text: str) -> str:
    """A text without its line breaks, which depend on the width of the screen."""
    return " ".join(text.split())


class Pseudoterminal:
    """The program in a terminal, one keystroke after the other."""

    def __init__(self, *arguments: str, **changes: str) -> None:
        self.output = ""
        self.read = 0  # so much of the output was looked at
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            settings = environment(**changes)
            del settings["COLUMNS"], settings["LINES"]
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a job in the background ignores it
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execve(sys.executable, [sys.executable, "-m", "kamiza", *arguments], settings)
        self.exit_code: int | None = None

    def read_until(self, wanted: str) -> str:
        """What was shown after the last call, up to and with the wanted text."""
        end = time.monotonic() + PATIENCE
        while (found := self.output.find(wanted, self.read)) < 0:
            assert time.monotonic() < end, f"no {wanted!r} in:\n{self.output[self.read :]}"
            assert self.receive(), f"ended without {wanted!r}:\n{self.output[self.read :]}"
        shown = self.output[self.read : found + len(wanted)]
        self.read = found + len(wanted)
        return shown

    def receive(self) -> bool:
        """Take in what the program has shown; false once it has ended."""
        if select.select([self.handle], [], [], 0.1)[0]:
            try:
                self.output += os.read(self.handle, 65536).decode("utf-8", "replace")
            except OSError:  # how Linux says that nobody is there any more
                return False
        return True

    def type(self, line: str) -> None:
        os.write(self.handle, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C until the program has ended: pressed in the very moment in which a question
        appears, it can be lost between the terminal and Python."""
        for _ in range(6):
            os.write(self.handle, b"\x03")
            later = time.monotonic() + PATIENCE / 6
            while time.monotonic() < later:
                if not self.receive():
                    return

    def wait(self) -> int:
        """The exit code, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while self.receive():
            assert time.monotonic() < end, "the program does not end"
        self.exit_code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.handle)
        return self.exit_code

    def stop(self) -> None:
        if self.exit_code is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()
