"""Passing on: whoever comes to a process that does not have their table is led to the one that has.

They notice nothing of it. Messages of a socket go there as they come, what it answers goes back as
it is. If the other process ends, or is silent past its lease, they are told to come back.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from kamiza.server.inner import wire
from kamiza.server.inner.wire import CLOSE, MESSAGE, OPENING, Line, Opening, Unreachable, call
from kamiza.server.store import Elsewhere, Neighbour
from kamiza.server.web import Request, Response

if TYPE_CHECKING:
    from kamiza.server.connection import Connection
    from kamiza.server.store.postgres import PostgresStore

SHUTDOWN = 1012
ANSWER_SECONDS = 30.0
PASSED_ON = "kamiza.passed_on"  # in a scope: it came from another process, and goes no further
BODY = "kamiza.body"  # in a scope: what was read of a request
LET_THROUGH = frozenset((b"authorization", b"content-type", b"accept-encoding", b"origin", b"host"))


class Answered(msgspec.Struct):
    """What another process answers to a request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Passing:
    """All that is passed on from this process."""

    def __init__(self, store: PostgresStore) -> None:
        self.neighbours = store.leases.neighbours
        self.secret = b""
        self.relays: set[Relay] = set()
        self.neighbours.looked.append(self.look)

    async def call(self, other: Neighbour | None, opening: Opening) -> Line:
        if other is None:
            raise Unreachable
        line = await call(other, self.secret, self.neighbours.machine)
        line.tell(OPENING, opening)
        return line

    async def socket(self, where: Elsewhere, table: str, connection: Connection) -> Relay:
        """From now on what this socket says goes to the owner of its table."""
        opening = Opening(wire.SOCKET, connection.address, table)
        line = await self.call(where.owner, opening)
        assert where.owner is not None
        relay = Relay(self, line, connection, where.owner.process)
        self.relays.add(relay)
        return relay

    async def request(self, where: Elsewhere, request: Request) -> Response:
        """The owner's answer to a request."""
        scope = request.scope
        line = await self.call(where.owner, Opening(
            wire.REQUEST, request.client.host if request.client else "",
            method=request.method, path=scope["path"], query=scope["query_string"],
            headers=[pair for pair in scope["headers"] if pair[0] in LET_THROUGH],
            body=scope.get(BODY, b""),
        ))  # fmt: skip
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                async for _, payload in line.records():
                    answer = msgspec.msgpack.decode(payload, type=Answered)
                    response = Response(answer.body, answer.status)
                    response.raw_headers = list(answer.headers)
                    return response
        except TimeoutError:
            pass
        finally:
            line.close()
        raise Unreachable

    def look(self) -> None:
        """Whoever is with a process that is no longer alive comes back."""
        alive = self.neighbours.others
        for relay in list(self.relays):
            if relay.process not in alive:
                relay.cut()

    def close(self) -> None:
        for relay in list(self.relays):
            relay.cut()


class Relay:
    """One socket that is passed on."""

    def __init__(self, passing: Passing, line: Line, connection: Connection, process: int) -> None:
        self.passing = passing
        self.line = line
        self.connection = connection
        self.process = process
        self.task = asyncio.create_task(self.listen())

    async def forward(self, data: bytes) -> None:
        """A message of the socket; whoever sends faster than it is read there has to wait."""
        self.line.send(MESSAGE, data)
        await self.line.drain()

    async def listen(self) -> None:
        async for kind, payload in self.line.records():
            if kind == MESSAGE:
                self.connection.push(payload)
            elif kind == CLOSE:
                self.connection.close(int.from_bytes(payload, "big"))
        self.cut()

    def cut(self) -> None:
        """The other process is gone, or does not want this socket any more."""
        self.connection.close(SHUTDOWN)
        self.close()

    def close(self) -> None:
        self.passing.relays.discard(self)
        self.line.close()
        if self.task is not asyncio.current_task():
            self.task.cancel()
