"""A real server in a process of its own and real sockets to it, for tests, soaks and benchmarks."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
SOURCE = str(ROOT / "src")
START_SECONDS = 60.0  # on a machine that others use too
ANSWER_SECONDS = 60.0  # a slow machine is no fault

Message = dict[str, Any]


def ports() -> Iterator[int]:
    """Those that the system lends to nobody who only calls, again and again; whoever runs tests
    beside others begins elsewhere, and takes each only after all the others."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    first = (os.getpid() * 97 + int(worker[2:]) * 3000) % LENGTH
    while True:
        yield from (FIRST_PORT + (first + number) % LENGTH for number in range(LENGTH))


FIRST_PORT, LENGTH = 12_000, 18_000
PORTS = ports()


def free_port() -> int:
    """A port that nobody has, and that nobody gets by chance until a server is there."""
    for port in PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


class Server:
    """A server process; `start` again after `kill` and it goes on with the same data."""

    def __init__(self, data: Path, *options: str, code: str | None = None, core: int = -1) -> None:
        self.data = data
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.options = options
        self.code = code or os.environ.get("PYTHONPATH", SOURCE)
        self.core = core
        self.log = data / "server.log"
        data.mkdir(parents=True, exist_ok=True)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        self.launch()
        self.wait_until_healthy()
        return self

    def launch(self) -> None:
        """Begin, whatever comes of it."""
        command = [
            sys.executable, "-m", "kamiza.server.serve", "--port", str(self.port),
            "--data", str(self.data), *self.options,
        ]  # fmt: skip
        if self.core >= 0:
            command = ["taskset", "-c", str(self.core), *command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": self.code}
            )
        atexit.register(self.process.kill)  # a test that fails leaves nothing behind

    def wait_until_healthy(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            try:
                self.get("/healthz")
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """As if the power of this one process had gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask politely and wait."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=ANSWER_SECONDS)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()

    # -- requests -------------------------------------------------------------------------------

    def get(self, path: str, token: str = "") -> Any:
        status, body = self.request("GET", path, token=token)
        if status != 200:
            raise OSError(f"{path}: {status} {body!r}")
        return body

    def post(self, path: str, body: object) -> Any:
        status, answer = self.request("POST", path, body)
        if status >= 300:
            raise OSError(f"{path}: {status} {answer!r}")
        return answer

    def request(
        self, method: str, path: str, body: object = None, token: str = "", origin: str | None = ""
    ) -> tuple[int, Any]:
        """Status and body, read as JSON where it is JSON."""
        headers = {"content-type": "application/json"}
        if origin is not None:
            headers["origin"] = origin or self.base
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
        raw = data.encode() if isinstance(data, str) else data
        request = urllib.request.Request(self.base + path, raw, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return answer.status, read_body(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, read_body(error.read())

    def metrics(self) -> str:
        """All of `/metrics`. Who asks too often waits, and so does an address that flooded: its
        new connections are cut until it has paid."""
        end = time.monotonic() + ANSWER_SECONDS
        status, body = 429, None
        while status == 429:
            assert time.monotonic() < end, "the server did not let us in again"
            try:
                status, body = self.request("GET", "/metrics")
            except OSError as cut:
                if not isinstance(getattr(cut, "reason", cut), ConnectionError):
                    raise
            if status == 429:
                time.sleep(0.2)
        assert status == 200, body
        text: str = body.decode()
        return text

    def metric(self, name: str) -> float:
        """One number of `/metrics`."""
        text = self.metrics()
        lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
        return {parts[0]: float(parts[-1]) for parts in lines}[name]

    def make_table(self, players: str = "pp", **more: object) -> Message:
        """A table by letters: p a named person, f a free seat, b a quick bot, s a searching one."""
        seats = [player(number, letter) for number, letter in enumerate(players)]
        made: Message = self.post("/api/tables", {"game": "shintoh", "players": seats, **more})
        return made

    def socket_address(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/{table}"


def player(number: int, letter: str) -> Message:
    if letter == "p":
        return {"kind": "person", "name": f"Player {number}"}
    if letter == "f":
        return {"kind": "person", "name": ""}
    return {"kind": "bot", "level": "search" if letter == "s" else "heuristic"}


def read_body(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body


class Client:
    """One socket that remembers the newest state of each of its seats and every message."""

    numbers = itertools.count(1)

    def __init__(self, server: Server, table: str) -> None:
        self.server = server
        self.table = table
        self.states: dict[str | None, Message] = {}
        self.messages: list[Message] = []
        self.raw: list[str] = []
        self.socket: ClientConnection | None = None

    async def open(
        self, *tokens: str, version: int | None = None, name: str | None = None
    ) -> Client:
        address = self.server.socket_address(self.table)
        self.socket = await connect(
            address,
            origin=self.server.base,
            compression=None,
            proxy=None,  # type: ignore[arg-type]
            open_timeout=ANSWER_SECONDS,
            ping_timeout=None,
            max_queue=None,  # who listens late answers the pings of the server all the same
        )
        for token in tokens:
            hello: Message = {"t": "hello", "token": token, "version": version}
            hello |= {"name": name} if name is not None else {}
            await self.send(hello)
            while (answer := await self.until("welcome", "busy"))["t"] == "busy":
                await asyncio.sleep(answer["seconds"])
                await self.send(hello)
            await self.until("table")
        return self

    async def send(self, message: Message) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def receive(self, seconds: float = ANSWER_SECONDS) -> Message:
        assert self.socket is not None
        async with asyncio.timeout(seconds):  # unlike `wait_for` it always hears of an end
            text = await self.socket.recv()
        assert isinstance(text, str)
        message: Message = msgspec.json.decode(text)
        self.raw.append(text)
        self.messages.append(message)
        if message["t"] == "state":
            self.states[message["seat"]] = message
        return message

    async def until(self, *kinds: str, seconds: float = ANSWER_SECONDS) -> Message:
        """The next message of one of these kinds; others are remembered on the way."""
        while True:
            message = await self.receive(seconds)
            if message["t"] in kinds:
                return message

    async def ask(self, message: Message) -> Message:
        """Send a request with a name of its own and wait for its answer; slow down if asked to."""
        request = {"id": f"c{next(self.numbers)}", **message}
        await self.send(request)
        while True:
            answer = await self.receive()
            if answer.get("id") == request["id"]:
                return answer
            if answer.get("code") == "too_fast" or answer["t"] == "busy":
                await asyncio.sleep(answer.get("seconds", 0.3))
                await self.send(request)

    async def move(
        self, seat: str, *moves: str, version: int | None = None, id: str = ""
    ) -> Message:
        """Make an act with the newest version known, and wait for the answer."""
        known = self.states[seat]["version"] if version is None else version
        request = {"t": "move", "seat": seat, "version": known, "moves": list(moves)}
        return await self.ask(request | ({"id": id} if id else {}))

    async def wait_for_version(self, seat: str | None, version: int) -> Message:
        while seat not in self.states or self.states[seat]["version"] < version:
            await self.receive()
        return self.states[seat]

    async def until_table(self, is_so: Callable[[Message], object]) -> Message:
        """The newest status of the table, or else the first from now on, of which this is so."""
        heard = [message for message in self.messages if message["t"] == "table"]
        found = heard[-1] if heard else await self.until("table")
        while not is_so(found):
            found = await self.until("table")
        return found

    async def until_asked(self, seat: str, seconds: float = ANSWER_SECONDS) -> Message | None:
        """The state in which the seat is asked; None if the game is over first."""
        while True:
            view = self.states[seat]["view"]
            if view["asked"] is None:
                return None
            if view["asked"] == seat:
                return self.states[seat]
            await self.until("state", seconds=seconds)

    def sentences(self, seat: str) -> list[str]:
        """What the log of a seat says in all it was sent so far."""
        states = (m for m in self.messages if m["t"] == "state" and m["seat"] == seat)
        return [line["text"]["en"] for line in log_of(states)]

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()


def log_of(parts: Iterable[Message]) -> list[Message]:
    """The log as it stands after all of these, each of which brings a part of it."""
    lines: list[Message] = []
    for part in parts:
        since = part["log"]["since"]
        lines = [line for line in lines if line["n"] < since] + part["log"]["lines"]
    return lines
