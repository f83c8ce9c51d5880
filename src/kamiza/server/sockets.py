"""The socket of a table: `/ws/<table>`. Plain ASGI, because every move passes here."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from kamiza.server import asks, messages, requests, seats
from kamiza.server.connection import (
    HELLO_SECONDS,
    POLICY,
    SHUTDOWN,
    UNKNOWN_TOKEN,
    AsgiMessage,
    Connection,
    Send,
)
from kamiza.server.faults import busy, fault
from kamiza.server.frames import EXTENSION
from kamiza.server.inner.passing import PASSED_ON
from kamiza.server.inner.wire import Unreachable
from kamiza.server.limits import (
    ANSWERED_BUSY,
    FLOOD_MESSAGES,
    MALFORMED_PRICE,
    MESSAGE_BYTES,
    Busy,
)
from kamiza.server.log import log
from kamiza.server.origin import BadOrigin, is_trusted
from kamiza.server.other_rules import reason
from kamiza.server.prices import price_of
from kamiza.server.store import CannotRead, Elsewhere
from kamiza.server.tables import BrokenTable, OtherRules, Tables
from kamiza.server.writer import CannotSave, Damaged, Overtaken

if TYPE_CHECKING:
    from kamiza.server.websocket import FastWebSocket

Receive = Callable[[], Awaitable[AsgiMessage]]

NUMBERS_OF_A_WORKER = 1_000_000  # so that a socket's number is the only one on its machine
WRONG_TOKEN_FINE = 5.0  # connections; nobody tries many links
TOO_LARGE = 1009
UNKNOWN_TABLE = 4004
SENT_AWAY = 4003
BROKEN = 1011
COME_BACK = ("closing", "elsewhere", "unreadable", "cannot_save")  # otherwise in a moment, perhaps
WHY_NOT: dict[type[Exception], str] = {
    OtherRules: "other_rules", BrokenTable: "broken_table", CannotSave: "cannot_save",
    CannotRead: "unreadable", Damaged: "unreadable", Elsewhere: "elsewhere",
    Overtaken: "elsewhere",
}  # fmt: skip
CANNOT_ENTER = tuple(WHY_NOT)


class Named(msgspec.Struct):
    """The name of a request, whatever it asks for."""

    id: messages.Id | UnsetType = UNSET


decode_name = msgspec.json.Decoder(Named).decode


def code_of(why: Exception) -> str:
    return next(code for kind, code in WHY_NOT.items() if isinstance(why, kind))


def turn_away(connection: Connection, code: str, why: Exception | None = None) -> None:
    """Say why somebody cannot come in, and whether to try again."""
    connection.push(fault(code, reason(why.row) if isinstance(why, OtherRules) else None))
    connection.close(SHUTDOWN if code in COME_BACK else UNKNOWN_TABLE)


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
        worker = tables.services.config.worker
        Connection.numbers = itertools.count(worker * NUMBERS_OF_A_WORKER + 1)
        self.turn = asyncio.Lock()  # a whole table is sent: one at a time, with others in between

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        guest = self.limits.guest(scope["client"][0] if scope.get("client") else "")
        await receive()  # websocket.connect
        table = table_of(scope["path"])
        try:
            is_welcome = is_trusted(scope["headers"], self.tables.services.config.origins)
        except BadOrigin:
            await send({"type": "websocket.http.response.start", "status": 400, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        if table is None or not is_welcome:
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        socket: FastWebSocket = scope["extensions"][EXTENSION]
        if self.tables.services.house.is_banned(guest.address):
            self.metrics.limited.add()
            socket.write(fault("banned"))
            await send({"type": "websocket.close", "code": SENT_AWAY})
            return
        if not self.limits.open_socket(guest):
            self.metrics.limited.add()
            socket.write(fault("too_many_sockets"))
            await send({"type": "websocket.close", "code": POLICY})
            return
        connection = Connection(socket, send, self.metrics, guest)
        connection.may_be_passed_on = PASSED_ON not in scope
        socket.belong_to(guest, lambda data: self.refuse(connection, data))
        try:
            await self.serve(table, connection, receive)
        finally:
            socket.belong_to_nobody()
            self.limits.close_socket(guest)

    async def serve(self, table: str, connection: Connection, receive: Receive) -> None:
        """One socket from its first message to its last."""
        try:
            if await self.is_there(table, connection):
                await self.read(table, connection, receive)
        except Exception as error:  # a fault of ours: this socket ends, all others go on
            self.metrics.faults.add()
            log("socket_broken", table=table, error=type(error).__name__, detail=str(error))
            connection.close(BROKEN)
        finally:
            if connection.live is not None:
                await requests.leave(connection.live, connection)
                self.tables.rest(connection.live)
            if connection.relay is not None:
                connection.relay.close()
            await connection.finish()

    async def is_there(self, table: str, connection: Connection) -> bool:
        """Can the table be entered? If not, the connection hears why. It is not read for that."""
        code, wrong = "", None
        try:
            if self.tables.is_closing:
                code = "closing"
            elif await self.tables.row(table) is None:
                code = "unknown_table"
        except Elsewhere:
            pass  # who has a link is passed on
        except CANNOT_ENTER as why:
            code, wrong = code_of(why), why
        if table in self.tables.services.house.closed:
            code = "table_closed"
        if code:
            turn_away(connection, code, wrong)
        return not code

    async def read(self, table: str, connection: Connection, receive: Receive) -> None:
        """Take messages until the socket closes."""
        while connection.close_code is None:
            message = await self.next_message(connection, receive)
            if message is None or message["type"] == "websocket.disconnect":
                return
            self.metrics.messages_in.add()
            was_known = connection.knows_the_table
            try:
                await self.take(table, connection, message["bytes"])
            except Busy as not_now:
                self.answer_busy(connection, message["bytes"], not_now)
            finally:
                connection.socket.answered(message["came"] if was_known else None)
            if not connection.socket.queue.empty():
                await asyncio.sleep(0)  # others first

    async def next_message(self, connection: Connection, receive: Receive) -> AsgiMessage | None:
        """What comes next; None if who they are was not said in time."""
        if connection.knows_the_table:
            return await receive()
        try:
            return await asyncio.wait_for(receive(), connection.hello_until - time.monotonic())
        except TimeoutError:
            connection.push(fault("say_hello"))
            connection.close(POLICY)
            return None

    async def take(self, table: str, connection: Connection, data: bytes) -> None:
        """Read one message, within the limits, and do what it says."""
        if len(data) > MESSAGE_BYTES:
            connection.close(TOO_LARGE)
            return
        if connection.relay is not None:
            await connection.relay.forward(data)
            return
        if not self.is_paid(connection, 1.0):
            return
        try:
            message = asks.decode_message(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self.metrics.malformed.add()
            if self.is_paid(connection, MALFORMED_PRICE - 1.0):
                connection.push(fault("malformed"))
            return
        if not self.is_paid(connection, price_of(message) - 1.0):
            return
        if isinstance(message, asks.Hello):
            await self.hello(table, connection, message, data)
        elif connection.live is not None and connection.knows_the_table:
            await requests.answer(connection.live, connection, message)
        else:
            connection.push(fault("say_hello"))

    async def hello(
        self, table: str, connection: Connection, message: asks.Hello, data: bytes
    ) -> None:
        """Who comes hears why if they cannot come in."""
        try:
            await self.let_in(table, connection, message)
        except seats.Closed as why:
            connection.push(fault(why.code))
            connection.close(UNKNOWN_TOKEN)
        except Elsewhere as where:
            if not await self.is_passed_on(where, table, connection, data):
                turn_away(connection, "elsewhere")
        except CANNOT_ENTER as why:
            turn_away(connection, code_of(why), why)

    async def is_passed_on(
        self, where: Elsewhere, table: str, connection: Connection, data: bytes
    ) -> bool:
        """Another process has the table: from now on the socket talks with that one."""
        neighbourhood = self.tables.services.neighbourhood
        if neighbourhood is None or not connection.may_be_passed_on or connection.live is not None:
            return False
        try:
            connection.relay = await neighbourhood.passing.socket(where, table, connection)
        except Unreachable:
            return False
        await connection.relay.forward(data)
        return True

    async def let_in(self, table: str, connection: Connection, message: asks.Hello) -> None:
        """Only who has a link of the table makes us read it."""
        opened = await self.tables.services.store.pass_of(message.token)
        if opened is None or opened.table != table:
            connection.guest.arrivals.take(time.monotonic(), WRONG_TOKEN_FINE)
            connection.push(fault("unknown_token"))
            connection.close(UNKNOWN_TOKEN)
            return
        while connection.close_code is None:
            live = connection.live
            if live is None or live.is_gone:  # it may have left the memory meanwhile
                live = connection.live = await self.tables.find(table, connection.guest)
            if live is None:
                turn_away(connection, "unknown_table")
                return
            opened = await seats.enter(live, connection, message)
            async with self.turn:
                if not live.is_gone and connection.close_code is None:
                    requests.sit_down(live, connection, opened, message)
                    await asyncio.sleep(0)
                    return

    # -- too much -------------------------------------------------------------------------------

    def is_paid(self, connection: Connection, price: float) -> bool:
        """Messages a socket cannot pay are dropped with one warning, and a flood ends it; for
        those its address cannot pay there is a time to try again."""
        if price <= 0.0:
            return True
        now = time.monotonic()
        if not connection.bucket.take(now, price):
            if self.is_patient(connection) and connection.over_limit == 1:
                connection.push(fault("too_fast"))
            return False
        if not connection.guest.messages.take(now, price):
            raise Busy(connection.guest.messages.seconds_until(price))
        connection.over_limit = 0
        return True

    def is_patient(self, connection: Connection) -> bool:
        """Count a message over a limit; too many in one go are a flood."""
        self.metrics.limited.add()
        connection.over_limit += 1
        if connection.over_limit > FLOOD_MESSAGES and connection.close_code is None:
            connection.close_code = POLICY
            connection.socket.shut_out()
        return connection.close_code is None

    def refuse(self, connection: Connection, data: bytes) -> None:
        """There is no room for one more message that waits."""
        self.answer_busy(connection, data, Busy(1))

    def answer_busy(self, connection: Connection, data: bytes, not_now: Busy) -> None:
        if not self.is_patient(connection):
            return
        self.metrics.busy.add()
        connection.hello_until = time.monotonic() + not_now.seconds + HELLO_SECONDS
        if connection.over_limit > ANSWERED_BUSY:
            return
        try:
            name = decode_name(data).id
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            name = UNSET
        connection.push(busy(not_now.seconds, name))
