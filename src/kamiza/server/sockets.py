"""The socket of a table: `/ws/<table>`. Plain ASGI, because every move passes here."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kamiza.server import messages, requests
from kamiza.server.connection import POLICY, SHUTDOWN, AsgiMessage, Connection, Send
from kamiza.server.faults import fault
from kamiza.server.limits import FLOOD_MESSAGES, MALFORMED_COST, MESSAGE_BYTES
from kamiza.server.live_table import LiveTable
from kamiza.server.log import log
from kamiza.server.origin import is_trusted
from kamiza.server.tables import OtherRules, Tables
from kamiza.server.websocket import EXTENSION

Receive = Callable[[], Awaitable[AsgiMessage]]

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
    """Takes sockets in, reads their messages, and cleans up after them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.limits = tables.services.limits
        self.metrics = tables.services.metrics

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        address = scope["client"][0] if scope.get("client") else ""
        await receive()  # websocket.connect
        table = table_of(scope["path"])
        if table is None or not is_trusted(scope["headers"], self.tables.services.config.origins):
            await send({"type": "websocket.close", "code": POLICY})
            return
        if not self.limits.open_socket(address):
            self.metrics.limited.add()
            await send({"type": "websocket.accept"})
            scope["extensions"][EXTENSION].write(fault("too_many_sockets"))
            await send({"type": "websocket.close", "code": POLICY})
            return
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(scope["extensions"][EXTENSION], send, self.metrics)
            await self.serve(table, connection, receive)
        finally:
            self.limits.close_socket(address)

    async def serve(self, table: str, connection: Connection, receive: Receive) -> None:
        """One socket from its first message to its last."""
        live = self.find(table, connection)
        try:
            if live is not None:
                await self.read(live, connection, receive)
        except Exception as error:  # a fault of ours: this socket ends, all others go on
            log("socket_broken", table=table, error=type(error).__name__, detail=str(error))
            connection.close(BROKEN)
        finally:
            if live is not None:
                await requests.leave(live, connection)
                self.tables.rest(live)
            await connection.finish()

    def find(self, table: str, connection: Connection) -> LiveTable | None:
        """The table; if it cannot be entered, the connection hears why."""
        is_closing = self.tables.is_closing
        try:
            live = None if is_closing else self.tables.find(table)
            code = "closing" if is_closing else "unknown_table"
        except OtherRules:
            live, code = None, "other_rules"
        if live is None:
            connection.push(fault(code))
            connection.close(SHUTDOWN if code == "closing" else UNKNOWN_TABLE)
        return live

    async def read(self, live: LiveTable, connection: Connection, receive: Receive) -> None:
        """Take messages until the socket closes."""
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
            self.metrics.messages_in.add()
            await self.take(live, connection, message["bytes"])

    async def take(self, live: LiveTable, connection: Connection, data: bytes) -> None:
        """Read one message, within the limits, and do what it says."""
        if len(data) > MESSAGE_BYTES:
            connection.close(TOO_LARGE)
            return
        if not self.is_within_limits(connection, 1.0):
            return
        try:
            message = messages.decode_message(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self.metrics.malformed.add()
            if self.is_within_limits(connection, MALFORMED_COST - 1.0):
                connection.push(fault("malformed"))
            return
        if isinstance(message, messages.Hello):
            self.hello(live, connection, message)
        elif connection.knows_the_table:
            await requests.answer(live, connection, message)
        else:
            connection.push(fault("say_hello"))

    def is_within_limits(self, connection: Connection, cost: float) -> bool:
        """Messages over the limit are dropped with one warning; a flood ends the socket."""
        if connection.bucket.take(time.monotonic(), cost):
            connection.over_limit = 0
            return True
        self.metrics.limited.add()
        connection.over_limit += 1
        if connection.over_limit == 1:
            connection.push(fault("too_fast"))
        elif connection.over_limit > FLOOD_MESSAGES:
            connection.close(POLICY)
        return False

    def hello(self, live: LiveTable, connection: Connection, message: messages.Hello) -> None:
        opened = self.tables.services.store.pass_of(message.token)
        if opened is None or opened.table != live.row.id:
            connection.push(fault("unknown_token"))
            connection.close(UNKNOWN_TOKEN)
            return
        requests.sit_down(live, connection, opened, message)
