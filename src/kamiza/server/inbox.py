"""What has come over a socket and waits to be read, and who pays for it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from kamiza.server.limits import Guest

BACKLOG = 32  # messages


class Inbox:
    """What `asyncio.Queue` does for one reader, and no more."""

    def __init__(self) -> None:
        self.messages: deque[Any] = deque()
        self.waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Any:
        while not self.messages:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        return self.messages.popleft()

    def empty(self) -> bool:
        return not self.messages

    def qsize(self) -> int:
        return len(self.messages)


class Paid:
    """A socket whose messages somebody pays for, wherever it comes in."""

    queue: Any
    guest: Guest | None = None
    refuse: Callable[[bytes], None] | None = None
    open_messages = 0

    def take(self, data: bytes) -> None:
        """A message has come: it waits to be read, or is refused at once."""
        if self.guest is not None:
            if not self.guest.begin_message():
                if self.refuse is not None:
                    self.refuse(data)
                return
            self.open_messages += 1
        self.queue.put_nowait(
            {"type": "websocket.receive", "bytes": data, "came": time.monotonic()}
        )

    def belong_to(self, guest: Guest, refuse: Callable[[bytes], None]) -> None:
        """From now on somebody pays for what comes, and everything that comes is answered."""
        self.guest = guest
        self.refuse = refuse

    def answered(self, came: float | None) -> None:
        """The message that was taken last waits no more; when it came, if that tells how busy the
        server is. A hello takes as long as its table has to be read."""
        if self.guest is not None and self.open_messages:
            self.open_messages -= 1
            self.guest.end_message()
            if came is not None:
                now = time.monotonic()
                self.guest.limits.room.answered(now - came, now)

    def belong_to_nobody(self) -> None:
        """Nobody reads here any more."""
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.end_message(self.open_messages)
            guest.slow.discard(self)
        self.open_messages = 0
        self.refuse = None
