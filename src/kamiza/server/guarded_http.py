"""The gate every connection passes: who may come in, how long a request may take, how big it is.

It stands before everything else and reads little at a time, so that whoever sends endless headers,
tiny pieces or nothing at all costs the others next to nothing.
"""

from __future__ import annotations

import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from kamiza.server.gate import Gate
from kamiza.server.limits import BODY_BYTES, Guest

SLICE = 1024  # bytes that are read before looking again
HEAD_BYTES = 16 * 1024
HEADERS = 100
WIRE_BYTES = 4 * BODY_BYTES  # of a body, however it is cut into pieces
LARGE = ("/api/carried", "/position/text")  # whole tables and records come here
LARGE_BYTES = 1 << 20
PIPELINED = 8  # requests that come before the one before them is answered
REQUESTS = 1000  # over one connection

HEAD_SECONDS = 10.0
HEALTH_SECONDS = 2.0  # for the places that are kept for health
BODY_SECONDS = 10.0
READ_SECONDS = 30.0  # in which somebody reads nothing of an answer
DEAF_SECONDS = 1.0  # for the other side to read why it is refused
MOST_THROWN_AWAY = 1 << 20  # bytes that still come meanwhile

HEALTH_PATHS = ("/healthz", "/readyz", "/metrics")
ONLY_HEALTH = "kamiza.only_health"  # in the scope

STATUS_LINES = {
    408: b"HTTP/1.1 408 Request Timeout\r\n",
    413: b"HTTP/1.1 413 Content Too Large\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\n",
    503: b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n",
}


class GuardedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection that carries requests, until it becomes a socket."""

    def __init__(self, *args: Any, gate: Gate, **more: Any) -> None:
        super().__init__(*args, **more)
        self.app: Any = self.app  # uvicorn's way to the application
        self.gate = gate
        self.guest: Guest | None = None
        self.is_for_health = False
        self.stage: tuple[object, ...] = ()
        self.stage_bytes = 0  # that came in this stage of a request
        self.phase: tuple[object, ...] = ()
        self.phase_began = time.monotonic()
        self.requests = 0
        self.is_deaf = False  # refused; whatever still comes is thrown away
        self.thrown_away = 0

    # -- coming and going -----------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # Behind a proxy all come from its address: it has to count, we only know how many in all.
        host = self.client[0] if self.client and self.gate.knows_addresses else None
        self.guest, self.is_for_health = self.gate.limits.enter(host)
        if self.guest is None:
            self.gate.metrics.turned_away.add()
            transport.abort()
            return
        if self.is_for_health:
            self.app = for_health_only(self.app)
        self.gate.open.add(self)
        self.gate.look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gate.open.discard(self)
        if self.guest is not None:
            self.gate.limits.leave(self.guest)
            self.guest = None

    def handle_websocket_upgrade(self, *args: Any) -> None:
        """The connection lives on as a socket, which has time-outs of its own."""
        if self.is_for_health:
            self.gate.metrics.turned_away.add()
            self.end(503)
            return
        super().handle_websocket_upgrade(*args)
        self.gate.open.discard(self)
        self.transport.get_protocol().visit, self.guest = self.guest, None

    # -- reading --------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.is_deaf:
            self.thrown_away += len(data)
            if self.thrown_away > MOST_THROWN_AWAY:
                self.transport.abort()
            return
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE] if len(data) > SLICE else data
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self.measure(len(part))
            if self.is_deaf:
                return

    def measure(self, count: int) -> None:
        """Nothing of a request may be endless: not its head, its body, or how many there are."""
        stage = (self.cycle, self.is_reading_body)
        self.stage_bytes = self.stage_bytes + count if stage == self.stage else count
        self.stage = stage
        if self.is_reading_body:
            is_large = self.scope["path"].endswith(LARGE)
            if self.stage_bytes > (LARGE_BYTES if is_large else WIRE_BYTES):
                self.refuse(413)
        elif self.stage_bytes > HEAD_BYTES or len(self.headers or ()) > HEADERS:
            self.refuse(431)
        elif len(getattr(self, "pipeline", ())) > PIPELINED:
            self.refuse(503)

    @property
    def is_reading_body(self) -> bool:
        return self.cycle is not None and self.cycle.more_body

    def refuse(self, status: int) -> None:
        self.gate.metrics.too_large.add()
        if self.guest is not None and self.gate.knows_addresses:
            self.guest.fine()
        self.end(status)

    def end(self, status: int) -> None:
        """Say why, if nobody is in the middle of an answer, and close when it has been read."""
        cycle, is_first = self.cycle, not getattr(self, "pipeline", ())
        if is_first and (cycle is None or cycle.response_complete or not cycle.response_started):
            body = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINES[status] + body)
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # whoever works on it need not go on
            cycle.message_event.set()
        self.is_deaf = True
        self.loop.call_later(DEAF_SECONDS, self.transport.abort)

    def on_headers_complete(self) -> None:
        """A connection is not for ever."""
        super().on_headers_complete()
        self.requests += 1
        if self.requests >= REQUESTS and self.cycle is not None:
            self.cycle.keep_alive = False

    # -- time -----------------------------------------------------------------------------------

    def look(self, now: float) -> None:
        """Is this stage of the request taking too long?"""
        if self.is_deaf:
            return
        if self.transport.is_closing():
            self.cut_if_unread(now)
            return
        waiting = self.transport.get_write_buffer_size()
        is_answered = self.cycle is None or self.cycle.response_complete
        phase = (self.cycle, is_answered, self.is_reading_body, waiting)
        if phase != self.phase:
            self.phase, self.phase_began = phase, now
            return
        took = now - self.phase_began
        if waiting:
            self.cut_if_unread(now)
        elif is_answered:
            if took >= (HEALTH_SECONDS if self.is_for_health else HEAD_SECONDS):
                self.time_out()
        elif self.is_reading_body and took >= BODY_SECONDS:
            self.time_out()

    def cut_if_unread(self, now: float) -> None:
        if now - self.phase_began >= READ_SECONDS:
            self.gate.metrics.timed_out.add()
            self.transport.abort()

    def time_out(self) -> None:
        self.gate.metrics.timed_out.add()
        self.end(408)


def for_health_only(app: Any) -> Any:
    """The application, told that this connection has a place only to look after the server."""

    async def marked(scope: dict[str, Any], receive: Any, send: Any) -> None:
        scope[ONLY_HEALTH] = True
        await app(scope, receive, send)

    return marked
