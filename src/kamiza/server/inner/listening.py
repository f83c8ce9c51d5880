"""Where the other processes of the house call this one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kamiza.server.frames import EXTENSION
from kamiza.server.inner.inner_socket import InnerSocket
from kamiza.server.inner.passing import BODY, PASSED_ON, Answered
from kamiza.server.inner.wire import ANSWER, OPENING, REQUEST, SOCKET, THINKING, Line, Opening
from kamiza.server.inner.wire import is_one_of_us as is_caller_one_of_us
from kamiza.server.log import log
from kamiza.server.metrics import Metrics

HERE = "127.0.0.1:0"  # for processes of this machine only
CLOSING_SECONDS = 1.0
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Thinking = Callable[[Line], Awaitable[None]]


class Listening:
    """Open from before this process introduces itself until after it has parted."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.secret = b""
        self.process = 0
        self.application: Application | None = None  # what answers for people
        self.thinking: Thinking | None = None  # what answers for bots
        self.server: asyncio.Server | None = None
        self.lines: dict[asyncio.Task[None], Line] = {}

    async def open(self, place: str) -> str:
        """Begin to listen; where, for the others to know."""
        host, _, port = (place or HERE).rpartition(":")
        self.server = await asyncio.start_server(self.serve, host.strip("[]"), int(port))
        return f"{host}:{self.server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """What was said last still arrives, if it is read soon."""
        if self.server is not None:
            self.server.close()
        for line in self.lines.values():
            line.close()
        if self.lines:
            await asyncio.wait(self.lines, timeout=CLOSING_SECONDS)
        for task in self.lines:
            task.cancel()
        await asyncio.gather(*self.lines)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, task = Line(reader, writer), asyncio.current_task()
        assert task is not None
        self.lines[task] = line
        try:
            if await is_caller_one_of_us(line, self.secret, self.process):
                await self.answer(line)
        except asyncio.CancelledError:
            pass  # this process ends
        except Exception as error:  # a fault of ours: this line ends, all others go on
            self.metrics.faults.add()
            log("line_broken", error=type(error).__name__, detail=str(error))
        finally:
            del self.lines[task]
            line.close()

    async def answer(self, line: Line) -> None:
        """Whatever a line is for."""
        opening = await self.opening(line)
        if opening is None:
            return
        if opening.purpose == SOCKET and self.application is not None:
            await self.socket(line, opening, self.application)
        elif opening.purpose == REQUEST and self.application is not None:
            await self.request(line, opening, self.application)
        elif opening.purpose == THINKING and self.thinking is not None:
            await self.thinking(line)

    async def opening(self, line: Line) -> Opening | None:
        """The first record, read alone: what follows belongs to whoever answers."""
        from kamiza.server.inner.wire import HEAD, MOST_BYTES

        with contextlib.suppress(OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            size, kind = HEAD.unpack(await line.reader.readexactly(HEAD.size))
            if kind == OPENING and size <= MOST_BYTES:
                payload = await line.reader.readexactly(size)
                return msgspec.msgpack.decode(payload, type=Opening)
        return None

    async def socket(self, line: Line, opening: Opening, application: Application) -> None:
        """Somebody's socket, which is open at the process that calls."""
        socket = InnerSocket(line, self.metrics)
        listening = asyncio.create_task(socket.listen())
        scope = {
            "type": "websocket", "path": f"/ws/{opening.table}", "client": (opening.address, 0),
            "headers": [(b"authorization", b"Bearer passed on")],  # looked at where it came in
            "extensions": {EXTENSION: socket}, PASSED_ON: True,
        }  # fmt: skip
        try:
            await application(scope, socket.receive, socket.send)
        finally:
            socket.shut(1000)
            await line.drain()
            listening.cancel()

    async def request(self, line: Line, opening: Opening, application: Application) -> None:
        """Somebody's request, answered as if it had come here."""
        answer = Answered(500, [], b"")
        parts: list[bytes] = []

        bodies = [opening.body]

        async def receive() -> dict[str, Any]:
            if not bodies:  # whoever asks again wants to know when the other side is gone
                await asyncio.Event().wait()
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": opening.method, "path": opening.path, "raw_path": opening.path.encode(),
            "query_string": opening.query, "root_path": "", "headers": opening.headers,
            "client": (opening.address, 0), "server": None, PASSED_ON: True, BODY: b"",
        }  # fmt: skip
        await application(scope, receive, send)
        answer.body = b"".join(parts)
        line.tell(ANSWER, answer)
        await line.drain()
