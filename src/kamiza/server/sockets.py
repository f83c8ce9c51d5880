"""The socket of a table: `/ws/<table>`. Plain ASGI, because every move passes here."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kamiza.server import wire, wishes
from kamiza.server.connection import POLICY, SHUTDOWN, Connection, Message, Send
from kamiza.server.faults import fault
from kamiza.server.hall import Hall, OtherRules
from kamiza.server.limits import FLOOD_FRAMES, FRAME_BYTES, MALFORMED_COST
from kamiza.server.line import EXTENSION
from kamiza.server.log import log
from kamiza.server.origin import is_trusted
from kamiza.server.room import Room

Receive = Callable[[], Awaitable[Message]]

HELLO_SECONDS = 10.0
TOO_LARGE = 1009
UNKNOWN_TOKEN = 4001
UNKNOWN_TABLE = 4004
BROKEN = 1011


def table_of(path: str) -> str | None:
    """The table of `/ws/<table>`; None for any other path."""
    found = re.fullmatch(r"/ws/([a-z0-9]{1,32})", path)
    return found[1] if found else None


class Sockets:
    """Takes sockets in, reads their frames, and cleans up after them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        address = scope["client"][0] if scope.get("client") else ""
        await receive()  # websocket.connect
        table = table_of(scope["path"])
        if table is None or not is_trusted(scope["headers"], self.hall.settings.origins):
            await send({"type": "websocket.close", "code": POLICY})
            return
        if not self.hall.limits.open_socket(address):
            self.hall.metrics.limited.add()
            await send({"type": "websocket.accept"})
            scope["extensions"][EXTENSION].write_frame(fault("too_many_sockets"))
            await send({"type": "websocket.close", "code": POLICY})
            return
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(scope["extensions"][EXTENSION], send, self.hall.metrics)
            await self.serve(table, connection, receive)
        finally:
            self.hall.limits.close_socket(address)

    async def serve(self, table: str, connection: Connection, receive: Receive) -> None:
        """One socket from its first frame to its last."""
        room = self.find(table, connection)
        try:
            if room is not None:
                await self.read(room, connection, receive)
        except Exception as error:  # a fault of ours: this socket ends, all others go on
            log("socket_broken", table=table, error=type(error).__name__, detail=str(error))
            connection.close(BROKEN)
        finally:
            if room is not None:
                await wishes.leave(room, connection)
            await connection.finish()

    def find(self, table: str, connection: Connection) -> Room | None:
        """The room of a table, or the reason why it cannot be entered."""
        try:
            room = None if self.hall.is_closing else self.hall.room(table)
            code = "closing" if self.hall.is_closing else "unknown_table"
        except OtherRules:
            room, code = None, "other_rules"
        if room is None:
            connection.push(fault(code))
            connection.close(SHUTDOWN if code == "closing" else UNKNOWN_TABLE)
        return room

    async def read(self, room: Room, connection: Connection, receive: Receive) -> None:
        """Take frames until the socket closes."""
        while connection.close_code is None:
            wait = None if connection.knows_the_table else HELLO_SECONDS
            try:
                message = await asyncio.wait_for(receive(), wait) if wait else await receive()
            except TimeoutError:
                connection.push(fault("say_hello"))
                connection.close(POLICY)
                return
            if message["type"] == "websocket.disconnect":
                return
            self.hall.metrics.frames_in.add()
            await self.take(room, connection, message)

    async def take(self, room: Room, connection: Connection, message: Message) -> None:
        """Read one frame, within the limits, and do what it says."""
        data = message["bytes"]
        if len(data) > FRAME_BYTES:
            connection.close(TOO_LARGE)
            return
        if not self.is_within_limits(connection, 1.0):
            return
        try:
            frame = wire.decode_frame(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self.hall.metrics.malformed.add()
            if self.is_within_limits(connection, MALFORMED_COST - 1.0):
                connection.push(fault("malformed"))
            return
        if isinstance(frame, wire.Hello):
            self.hello(room, connection, frame)
        elif connection.knows_the_table:
            await wishes.grant(room, connection, frame)
        else:
            connection.push(fault("say_hello"))

    def is_within_limits(self, connection: Connection, cost: float) -> bool:
        """Frames over the limit are dropped with one warning; a flood ends the socket."""
        if connection.bucket.take(time.monotonic(), cost):
            connection.over_limit = 0
            return True
        self.hall.metrics.limited.add()
        connection.over_limit += 1
        if connection.over_limit == 1:
            connection.push(fault("too_fast"))
        elif connection.over_limit > FLOOD_FRAMES:
            connection.close(POLICY)
        return False

    def hello(self, room: Room, connection: Connection, frame: wire.Hello) -> None:
        opened = self.hall.store.pass_of(frame.token)
        if opened is None or opened.table != room.row.id:
            connection.push(fault("unknown_token"))
            connection.close(UNKNOWN_TOKEN)
            return
        wishes.sit_down(room, connection, opened, frame)
