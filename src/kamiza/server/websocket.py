"""Uvicorn's socket with a short cut and a gate.

The short cut: a finished message goes to the wire without any detour. A move is shown to everybody
at its table, so writing messages is what the server does most; through ASGI each would be decoded,
encoded and put together again for every reader.

The gate: bytes are read in small slices, so that nobody else waits long, and no further than there
is room for messages. Frames that are not messages (pings, pongs, pieces) are paid for. [RFC 6455]
"""

from __future__ import annotations

import time
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from kamiza.server.frames import EXTENSION
from kamiza.server.inbox import BACKLOG, Inbox, Paid
from kamiza.server.limits import (
    EMPTY_PIECE_PRICE,
    FRAGMENTS,
    FRAME_PRICE,
    FRAMES_OF_SOCKET,
    WAITING_BYTES,
    AddressLimits,
    Guest,
    purse,
)  # fmt: skip
from kamiza.server.metrics import Metrics

SLICE = 1024  # bytes; at most 170 frames
CLOSING_SECONDS = 3.0  # for the other side to read why, and to answer
DEAF_SECONDS = 1.0  # the same for somebody who is not listened to any more
CLOSING_BYTES = 16 << 10  # in which the answer is looked for
MOST_THROWN_AWAY = 1 << 20  # bytes
POLICY = 1008


class Gone:
    """The transport of a socket that is over."""

    def is_closing(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        """It is closed."""

    abort = close


GONE: Any = Gone()


class FastWebSocket(Paid, WebSocketsSansIOProtocol):
    """One socket; applications find it in the scope under `EXTENSION`."""

    def __init__(self, *args: Any, limits: AddressLimits, metrics: Metrics, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Inbox()
        self.close_timeout = CLOSING_SECONDS
        self.limits = limits
        self.metrics = metrics
        self.visit: Guest | None = None  # whose connection this is, once the request has ended
        self.frame_purse = purse(FRAMES_OF_SOCKET, 1.0, time.monotonic())
        self.unread = b""  # came, but there was no room for its messages yet
        self.is_between_frames = False  # the parser has read the last frame to its end
        self.is_deaf = False  # closed from here; whatever still comes is thrown away
        self.thrown_away = 0
        self.is_served = False  # the application has not ended yet

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.visit is not None:
            self.limits.leave(self.visit)
            self.visit = None
        self.is_deaf = True
        if not self.is_served:
            self.take_apart()

    async def run_asgi(self) -> None:
        self.is_served = True
        await super().run_asgi()
        self.is_served = False

    def on_task_complete(self, task: Any) -> None:
        super().on_task_complete(task)
        if self.disconnected:
            self.take_apart()

    def take_apart(self) -> None:
        """It is over: without its circles it leaves the memory at once, with all it has read.
        (Garbage is collected too rarely for sockets, because a collection holds everybody up.)"""
        self.conn.parser.close()
        self.transport = GONE
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    # -- reading --------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self.thrown_away += len(data)
            self.is_deaf = self.is_deaf or self.thrown_away > CLOSING_BYTES
            if self.thrown_away > MOST_THROWN_AWAY:
                self.transport.abort()
        elif self.is_between_frames and not self.unread and self.has_room and not self.frames:
            text = short_text(data)
            if text is not None:  # nearly always: the parser takes ten times as long
                self.hand_on(text)
                return
        if not self.is_deaf:
            self.unread = self.unread + data if self.unread else data
            self.read_on()

    def read_on(self) -> None:
        """Take what came slice by slice, as long as there is room for more messages."""
        data, start = self.unread, 0
        while start < len(data) and self.has_room:
            super().data_received(data[start : start + SLICE] if len(data) > SLICE else data)
            start += SLICE
        self.unread = b"" if self.is_deaf else data[start:]
        self.is_between_frames = self.conn.state is State.OPEN and is_at_frame(self.conn.parser)

    @property
    def has_room(self) -> bool:
        return not (self.read_paused or self.is_deaf or self.transport.is_closing())

    async def receive(self) -> Any:
        """The next message; when all are taken, there is room to read on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.read_on()
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.hand_on(data)

    def hand_on(self, data: bytes) -> None:
        """A message has come. Uvicorn stops reading after each; here that needs a backlog."""
        self.take(data)
        if not self.read_paused and self.queue.qsize() >= BACKLOG:
            self.read_paused = True
            self.transport.pause_reading()

    # -- what frames cost -----------------------------------------------------------------------

    def pay(self, price: float) -> bool:
        """Let a frame that is no message be paid; who cannot pay is sent away."""
        if self.is_deaf:
            return False
        now = time.monotonic()
        if self.frame_purse.take(now, price) and (
            self.guest is None or self.guest.frames.take(now, price)
        ):
            return True
        self.shut_out()
        return False

    def handle_ping(self) -> None:
        if not self.pay(FRAME_PRICE):
            return
        super().handle_ping()
        if self.waiting_bytes > WAITING_BYTES:
            self.transport.abort()

    def handle_pong(self, event: Any) -> None:
        """The answer to a ping of ours is free."""
        expected = self.pending_ping_payload
        if (expected is not None and bytes(event.data) == expected) or self.pay(FRAME_PRICE):
            super().handle_pong(event)

    def handle_text(self, event: Any) -> None:
        if event.fin or self.pay(piece_price(event)):
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        if event.fin or self.pay(piece_price(event)):
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= FRAGMENTS and not self.is_deaf:
            self.shut_out()
        elif self.pay(piece_price(event)):
            super().handle_cont(event)

    # -- writing and closing --------------------------------------------------------------------

    def write(self, message: bytes) -> int:
        """Send a message made by `framed`; how many bytes wait to be read by the other side."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.transport.write(message)
        return self.transport.get_write_buffer_size()

    @property
    def waiting_bytes(self) -> int:
        return 0 if self.disconnected else self.transport.get_write_buffer_size()

    def shut_out(self) -> None:
        """This is a flood: it ends here, and whoever made it does not come back at once."""
        self.metrics.floods.add()
        if self.visit is not None:
            self.visit.fine()
        self.shut(POLICY)

    def handle_parser_exception(self) -> None:
        """No frames at all, or too large ones."""
        if self.visit is not None:
            self.visit.fine()
        super().handle_parser_exception()

    def shut(self, code: int, seconds: float = DEAF_SECONDS) -> None:
        """Close without waiting for a slow reader: say why, and listen no more."""
        if self.is_deaf or self.close_sent or self.transport.is_closing():
            return
        self.is_deaf = True
        self.unread = b""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.conn.data_to_send()  # pongs that nobody is owed any more
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(seconds, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def abort(self) -> None:
        """Cut the connection at once."""
        self.transport.abort()


def short_text(data: bytes) -> bytes | None:
    """The text of a short message, if one whole frame came and nothing else. [RFC 6455, 5.2]"""
    size = len(data) - 6
    if size < 0 or data[0] != 0x81 or data[1] < 0x80:
        return None
    if data[1] == 0x80 | size and size < 126:
        return apply_mask(data[6:], data[2:6])
    size -= 2
    if 126 <= size < SLICE and data[1] == 0xFE and int.from_bytes(data[2:4], "big") == size:
        return apply_mask(data[8:], data[4:8])
    return None


def is_at_frame(parser: Any) -> bool:
    """Does the parser wait for a new frame, not for the rest of one? It tells by where it waits;
    if it should ever wait elsewhere, everything takes the long way."""
    while getattr(parser, "gi_yieldfrom", None) is not None:
        parser = parser.gi_yieldfrom
    return getattr(parser, "__name__", "") == "at_eof"


def piece_price(event: Any) -> float:
    """A piece that is empty and not the last only wears us out."""
    return FRAME_PRICE if event.data or event.fin else EMPTY_PIECE_PRICE
