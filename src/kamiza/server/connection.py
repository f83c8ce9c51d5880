"""One open socket: its way out, and what its tokens opened."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from kamiza.server.limits import (
    MESSAGES_OF_SOCKET,
    MUCH_WAITING,
    WAITING_BYTES,
    Guest,
    purse,
)  # fmt: skip
from kamiza.server.metrics import Metrics

if TYPE_CHECKING:
    from kamiza.server.inner.passing import Relay
    from kamiza.server.live_table import LiveTable
    from kamiza.server.websocket import FastWebSocket

AsgiMessage = MutableMapping[str, Any]
Send = Callable[[AsgiMessage], Awaitable[None]]

HELLO_SECONDS = 10.0
POLICY = 1008
SHUTDOWN = 1012
UNKNOWN_TOKEN = 4001
TRY_AGAIN_LATER = 1013
SLOW_SECONDS = 10.0  # in which a slow reader may still read what was sent, and why it ends


class Connection:
    """Messages go out in order and nobody waits for a slow reader."""

    numbers = itertools.count(1)

    def __init__(self, socket: FastWebSocket, send: Send, metrics: Metrics, guest: Guest) -> None:
        self.socket = socket
        self.guest = guest
        self.send = send
        self.metrics = metrics
        self.number = next(self.numbers)
        self.address = guest.address
        self.since = time.monotonic()
        self.live: LiveTable | None = None  # where the socket was let in
        self.may_be_passed_on = True
        self.relay: Relay | None = None  # to the process it is passed on to
        self.seats: list[int] = []
        self.came_to: set[int] = set()  # of these, the ones nobody else can have the token of
        self.page = ""  # the same for all sockets of one page
        self.is_host = False
        self.is_watching = False
        self.is_looking = True  # until the page says that it is out of sight
        self.bucket = purse(MESSAGES_OF_SOCKET, 1.0, time.monotonic())
        self.hello_until = time.monotonic() + HELLO_SECONDS  # who they are is said by then
        self.over_limit = 0
        self.reports = 0
        self.close_code: int | None = None
        self.closing: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None  # about a hint; one at a time

    @property
    def knows_the_table(self) -> bool:
        return bool(self.seats) or self.is_watching or self.is_host or self.relay is not None

    def push(self, message: bytes) -> None:
        """Send what `messages.packed` made."""
        if self.close_code is not None:
            return
        self.metrics.messages_out.value += 1
        waiting = self.socket.write(message)
        if waiting > MUCH_WAITING:
            if waiting > WAITING_BYTES or self.guest.is_too_slow(self.socket):
                self.metrics.slow.add()
                self.close_code = TRY_AGAIN_LATER
                self.socket.shut(TRY_AGAIN_LATER, SLOW_SECONDS)

    def close(self, code: int) -> None:
        """Close the socket; everything sent before still arrives."""
        if self.close_code is None:
            self.close_code = code
            self.closing = asyncio.create_task(self.send_close(code))

    async def send_close(self, code: int) -> None:
        try:
            await self.send({"type": "websocket.close", "code": code})
        except Exception:  # the other side was faster
            return

    async def finish(self) -> None:
        """The socket is done with: wait until it is closed."""
        if self.thinking is not None:
            self.thinking.cancel()
        if self.closing is not None:
            await self.closing
