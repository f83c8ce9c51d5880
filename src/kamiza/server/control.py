"""The socket in the data folder by which `kamiza admin` talks to a running server.

It is a file that only the server's own user may open; nothing of it can be reached over the
network. One line of JSON is asked, one is answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kamiza.server.connection import Connection
from kamiza.server.faults import fault
from kamiza.server.live_table import LiveTable
from kamiza.server.log import log
from kamiza.server.messages import SEATS, encode
from kamiza.server.store import CannotRead
from kamiza.server.tables import Tables
from kamiza.server.versions import own_versions, version
from kamiza.server.writer import CannotSave, Damaged, Overtaken

PATTERN = "control-*.sock"  # one for each process
SENT_AWAY = 4003
CLOSED = 4004
LONGEST_ORDER = 4096
NOT_NOW = (CannotRead, CannotSave, Damaged, Overtaken)

Row = dict[str, Any]


class Order(Struct):
    """What is asked for; each order looks only at what it needs."""

    do: str
    table: str = ""
    socket: int = 0
    network: str = ""
    minutes: float | None = None
    on: bool = True


class Impossible(Exception):
    """The order cannot be followed; the sentence says why."""


class Control:
    """Listens from start-up to shutdown."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.house = tables.services.house
        self.file = tables.services.config.data / PATTERN.replace("*", str(os.getpid()))
        self.server: asyncio.Server | None = None
        self.house.changed = self.see_to_it
        self.orders: dict[str, Callable[[Order], list[Row]]] = {
            "tables": self.list_tables, "connected": self.list_connected, "kick": self.kick,
            "bans": self.list_bans, "drain": self.drain, "reports": self.list_reports,
            "words": self.read_words, "status": self.status, "metrics": self.metrics,
        }  # fmt: skip
        self.longer_orders: dict[str, Callable[[Order], Awaitable[list[Row]]]] = {
            "close": self.close_table, "reopen": self.reopen_table, "ban": self.ban,
            "unban": self.unban, "read-only": self.read_only, "versions": self.list_versions,
        }  # fmt: skip

    async def start(self) -> None:
        """Where there are no such sockets the server runs without."""
        if not hasattr(socket, "AF_UNIX"):
            return
        try:
            listening = private_socket(self.file)
            self.server = await asyncio.start_unix_server(
                self.serve, sock=listening, limit=LONGEST_ORDER
            )
        except OSError as error:
            log("no_control_socket", why=str(error))

    async def stop(self) -> None:
        if self.server is not None:
            self.server.close()
            self.file.unlink(missing_ok=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError):  # ValueError: a line without an end
            writer.write(encode(await self.answer(await reader.readline())) + b"\n")
            await writer.drain()
        writer.close()

    async def answer(self, line: bytes) -> Row:
        try:
            order = msgspec.json.decode(line, type=Order)
            rows = await self.follow(order)
        except (Impossible, msgspec.MsgspecError, OSError, *NOT_NOW) as wrong:
            return {"error": str(wrong)}
        if order.do != "metrics":
            log("admin", order=order.do)
        return {"rows": rows}

    async def follow(self, order: Order) -> list[Row]:
        if order.do in self.longer_orders:
            return await self.longer_orders[order.do](order)
        if order.do not in self.orders:
            raise Impossible(f"There is no order '{order.do}'.")
        return self.orders[order.do](order)

    # -- looking --------------------------------------------------------------------------------

    def list_tables(self, order: Order) -> list[Row]:
        return [
            {
                "table": live.row.id, "game": live.row.game, "seats": live.row.seats,
                "people": sum(player.is_person_here for player in live.players),
                "sockets": len(live.audience.connections), "version": live.table.version,
                "public": live.row.public, "over": live.table.is_over,
            }
            for live in self.tables.live.values()
        ]  # fmt: skip

    def list_connected(self, order: Order) -> list[Row]:
        return [
            {
                "socket": connection.number, "address": connection.address, "table": live.row.id,
                "seats": "".join(SEATS[seat] for seat in connection.seats),
                "names": ", ".join(live.players[seat].name for seat in connection.seats),
                "minutes": round((time.monotonic() - connection.since) / 60, 1),
            }
            for live, connection in self.connections()
        ]  # fmt: skip

    def connections(self) -> Iterator[tuple[LiveTable, Connection]]:
        for live in list(self.tables.live.values()):
            for connection in list(live.audience.connections):
                yield live, connection

    def list_reports(self, order: Order) -> list[Row]:
        return self.tables.services.reports.all()

    def status(self, order: Order) -> list[Row]:
        return [
            {
                "pid": os.getpid(), "draining": self.house.is_draining,
                "read_only": self.house.is_read_only, "saving": self.tables.services.store.works,
                "tables": len(self.tables.live), "sockets": sum(1 for _ in self.connections()),
            }
        ]  # fmt: skip

    def metrics(self, order: Order) -> list[Row]:
        """For the other workers of this server, which tell of the whole."""
        services = self.tables.services
        return [{"worker": services.config.worker, "text": services.metrics.text()}]

    async def list_versions(self, order: Order) -> list[Row]:
        """Which rules and cards are still played, and whether that is possible now."""
        rows = []
        for game, rules, digest, count in await self.tables.services.store.open_versions():
            wanted = version(game, rules, digest)
            here = wanted in own_versions()
            others = self.others_who_play(wanted)
            rows.append(
                {"game": game, "rules": rules, "cards": digest, "open": count,
                 "here": here, "elsewhere": others}
            )  # fmt: skip
        return rows

    def others_who_play(self, wanted: str) -> int:
        neighbourhood = self.tables.services.neighbourhood
        return 0 if neighbourhood is None else neighbourhood.count_who_play(wanted)

    # -- people ---------------------------------------------------------------------------------

    def kick(self, order: Order) -> list[Row]:
        return self.send_away("kicked", lambda connection: connection.number == order.socket)

    async def ban(self, order: Order) -> list[Row]:
        until = None if order.minutes is None else time.time() + order.minutes * 60
        await self.house.ban(network_of(order.network), until)
        return self.send_away_banned()

    def send_away_banned(self) -> list[Row]:
        return self.send_away("banned", lambda one: self.house.is_banned(one.address))

    async def unban(self, order: Order) -> list[Row]:
        if not await self.house.unban(network_of(order.network)):
            raise Impossible(f"{order.network} is not banned.")
        return []

    def list_bans(self, order: Order) -> list[Row]:
        return [{"network": str(name), "until": end} for name, end in self.house.bans.items()]

    def send_away(self, why: str, is_meant: Callable[[Connection], bool]) -> list[Row]:
        """Close the sockets that are meant; their browsers do not come back by themselves."""
        gone = []
        for live, connection in self.connections():
            if is_meant(connection):
                connection.push(fault(why))
                connection.close(SENT_AWAY)
                gone.append({"socket": connection.number, "table": live.row.id})
        return gone

    # -- tables and the house -------------------------------------------------------------------

    def see_to_it(self) -> None:
        """Another process of the house has decided something: it holds here, too."""
        self.send_away_banned()
        for table in self.house.closed & set(self.tables.live):
            self.empty(table)
        self.tables.settle_all()

    async def close_table(self, order: Order) -> list[Row]:
        """Nobody comes in any more; the game stays in the store."""
        if await self.tables.services.store.table(order.table) is None:
            raise Impossible(f"There is no table {order.table}.")
        await self.house.close(order.table)
        return self.empty(order.table)

    def empty(self, table: str) -> list[Row]:
        live = self.tables.live.get(table)
        if live is None:
            return []
        gone = [{"socket": one.number, "table": table} for one in live.audience.connections]
        for connection in live.audience.connections:
            connection.push(fault("table_closed"))
            connection.close(CLOSED)
        self.tables.forget(live)
        return gone

    async def reopen_table(self, order: Order) -> list[Row]:
        if not await self.house.reopen(order.table):
            raise Impossible(f"Table {order.table} is not closed.")
        return []

    async def read_only(self, order: Order) -> list[Row]:
        await self.house.rest(order.on)
        self.tables.settle_all()
        return self.status(order)

    def drain(self, order: Order) -> list[Row]:
        self.house.is_draining = order.on
        return self.status(order)

    def read_words(self, order: Order) -> list[Row]:
        self.tables.services.read_words()
        return []


def network_of(text: str) -> Any:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise Impossible(f"'{text}' is no address.") from None


def private_socket(file: Path) -> socket.socket:
    """A socket as a file that nobody else may open, from its first moment on."""
    file.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        listening.bind(str(file))
    finally:
        os.umask(before)
    return listening
