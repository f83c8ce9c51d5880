"""One small POST to somebody else's server, whose address a stranger may have chosen.

So it is looked up once and connected to exactly there; nothing inside (this machine, private
networks) is reached unless whoever runs the server allows it; no redirect is followed, little is
read, and all of it has a time limit.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0
MOST_READ = 4096
LONGEST_ADDRESS = 1024
USUAL_PORTS = (None, 80, 443)  # below 1024 something else listens, mail for example
# Given out to everybody; whatever else is "global" may be translated to IPv4 or lead inside.
GIVEN_OUT = ipaddress.IPv6Network("2000::/3")
CONTROLS = frozenset(map(chr, range(33))) | {"\x7f"}


class NotAllowed(Exception):
    """An address nothing is sent to; the text is a key of `FAULTS`."""


class Unanswered(Exception):
    """Nobody answered, or not in time."""


class Answer(NamedTuple):
    status: int
    retry_after: float | None  # seconds, if the other side said when


@dataclass(frozen=True)
class Outgoing:
    """Sends; `private` also to this machine and its neighbours, and without TLS."""

    private: bool = False
    seconds: float = SECONDS

    def check(self, address: str) -> SplitResult:
        """The parts of an address one may send to, as far as it can be told without looking it
        up; else `NotAllowed`."""
        if len(address) > LONGEST_ADDRESS or any(letter in CONTROLS for letter in address):
            raise NotAllowed("no_address")
        try:
            place = urlsplit(address)
            host = place.hostname
            _ = place.port
            address.encode("ascii")
        except ValueError:
            raise NotAllowed("no_address") from None
        if not host or place.username is not None or place.scheme not in ("https", "http"):
            raise NotAllowed("no_address")
        if place.scheme == "http" and not self.private:
            raise NotAllowed("needs_https")
        if not self.private and place.port not in USUAL_PORTS and (place.port or 0) < 1024:
            raise NotAllowed("no_address")
        try:
            literal = ipaddress.ip_address(host)
        except ValueError:
            return place
        if not self.may_reach(literal):
            raise NotAllowed("private_address")
        return place

    def may_reach(self, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
        if self.private:
            return True
        if isinstance(address, ipaddress.IPv6Address):
            if address.sixtofour or address.teredo or address not in GIVEN_OUT:
                return False
        return address.is_global and not address.is_multicast

    async def found(self, host: str, port: int) -> str:
        """Where a host is. All of its addresses must be allowed: which one is taken is chance."""
        loop = asyncio.get_running_loop()
        try:
            rows = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError:
            raise Unanswered("nobody has this name") from None
        addresses = [str(row[4][0]).partition("%")[0] for row in rows]
        if not all(self.may_reach(ipaddress.ip_address(one)) for one in addresses):
            raise NotAllowed("private_address")
        return addresses[0]

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send once; `NotAllowed` or `Unanswered` if nothing came of it."""
        place = self.check(address)
        try:
            async with asyncio.timeout(self.seconds):
                return await self.send(place, headers, body)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            raise Unanswered(type(error).__name__) from None  # a timeout is an OSError too

    async def send(self, place: SplitResult, headers: Mapping[str, str], body: bytes) -> Answer:
        host = place.hostname or ""
        is_safe = place.scheme == "https"
        port = place.port or (443 if is_safe else 80)
        reader, writer = await asyncio.open_connection(
            await self.found(host, port),
            port,
            ssl=ssl.create_default_context() if is_safe else None,
            server_hostname=host if is_safe else None,
            limit=MOST_READ,
        )
        try:
            target = (place.path or "/") + (f"?{place.query}" if place.query else "")
            lines = [
                f"POST {target} HTTP/1.1", f"Host: {place.netloc}",
                f"Content-Length: {len(body)}", "Connection: close", "User-Agent: kamiza",
                *(f"{name}: {value}" for name, value in headers.items()),
            ]  # fmt: skip
            writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            await writer.drain()
            return read_head(await reader.readuntil(b"\r\n\r\n"))
        finally:
            writer.close()


def read_head(head: bytes) -> Answer:
    """The status of an answer, and when to come again."""
    first, *lines = head.decode("latin-1").split("\r\n")
    version, status, *_ = first.split(" ")
    if not version.startswith("HTTP/") or not status.isdecimal():
        raise ValueError("this is no answer")
    wait = None
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "retry-after" and value.strip().isdecimal():
            wait = float(value)
    return Answer(int(status), wait)
