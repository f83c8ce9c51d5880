"""The server's tables in a worker of a browser: asked and answered as docs/protocol.md says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, cast

from kamiza.device import web
from kamiza.device.socket import DeviceSocket
from kamiza.server.config import Config
from kamiza.server.frames import EXTENSION
from kamiza.server.http import HttpApi
from kamiza.server.sockets import Sockets
from kamiza.server.tables import Tables

MARK = "0"  # no table of a server begins with it: its names have no 0
FOLDER = Path("/tables")
# One person cannot be a crowd; and a table that nobody looks at soon makes room in the memory.
CONFIG = Config(
    FOLDER, sockets_per_address=1000, tables_per_minute=1000, table_mark=MARK, idle_seconds=5.0
)  # fmt: skip


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class DeviceHouse:
    """All tables of one device, and the pages that are at them."""

    def __init__(self, changes: Mapping[str, object] | None = None) -> None:
        self.config = replace(CONFIG, **(changes or {}))  # type: ignore[arg-type]
        self.sockets: dict[int, DeviceSocket] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self.tables = Tables(self.config)
        await self.tables.begin()
        self.routes = cast("list[web.BaseRoute]", HttpApi(self.tables).routes())
        self.serve = Sockets(self.tables)

    async def ask(self, method: str, address: str, headers: Mapping[str, str], body: str) -> Answer:
        """What a server would answer."""
        found = await web.answer(self.routes, web.Request(method, address, headers, body.encode()))
        return Answer(found.status_code, found.headers, await found.whole())

    # -- pages at tables ------------------------------------------------------------------------

    def enter(
        self, number: int, path: str, heard: Callable[[str], None], closed: Callable[[int], None]
    ) -> None:
        """A page comes to `/ws/<table>`; what it is told, and that it is over, goes to these."""
        socket = self.sockets[number] = DeviceSocket(heard, closed)
        task = asyncio.create_task(self.attend(number, path, socket))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def attend(self, number: int, path: str, socket: DeviceSocket) -> None:
        scope = {
            "type": "websocket", "path": path, "client": ("here", 0),
            "headers": [(b"authorization", b"Bearer here")], "extensions": {EXTENSION: socket},
        }  # fmt: skip
        try:
            await self.serve(scope, socket.receive, socket.send)
        finally:
            socket.shut(1000)
            self.sockets.pop(number, None)

    def hear(self, number: int, text: str) -> None:
        socket = self.sockets.get(number)
        if socket is not None:
            socket.take(text.encode())

    def leave(self, number: int) -> None:
        socket = self.sockets.get(number)
        if socket is not None:
            socket.end(1001)
