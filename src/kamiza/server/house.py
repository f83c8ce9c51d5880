"""What whoever runs the server has decided: who stays outside, what is closed, what rests."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

FILE = "house.json"

Network = IPv4Network | IPv6Network


class House:
    """Kept in a file: bans and closed tables outlast a restart; resting and emptying do not."""

    def __init__(self, data: Path) -> None:
        self.file = data / FILE
        self.is_draining = False  # no new tables; a proxy sends newcomers elsewhere
        self.is_read_only = False  # everything can be seen, nothing can be done
        self.bans: dict[Network, float | None] = {}  # until when, in seconds since 1970
        self.closed: set[str] = set()
        self.changed: Callable[[], None] = lambda: None  # told when another process has decided
        self.read()

    async def open(self) -> None:
        """Once there is a store."""

    def read(self) -> None:
        if not self.file.is_file():
            return
        kept = json.loads(self.file.read_text("utf-8"))
        self.bans = {ip_network(network): end for network, end in kept["bans"].items()}
        self.closed = set(kept["closed"])

    def write(self) -> None:
        """All or nothing, and for nobody else to read."""
        bans = {str(network): end for network, end in self.bans.items()}
        text = json.dumps({"bans": bans, "closed": sorted(self.closed)}, indent=1)
        unfinished = self.file.with_name(FILE + ".part")
        unfinished.unlink(missing_ok=True)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.file)

    # -- addresses ------------------------------------------------------------------------------

    async def ban(self, network: Network, until: float | None) -> None:
        self.bans[network] = until
        self.write()

    async def unban(self, network: Network) -> bool:
        was_banned = self.bans.pop(network, 0.0) != 0.0
        if was_banned:
            self.write()
        return was_banned

    def is_banned(self, address: str) -> bool:
        """An address is one of IPv4, or a /64 of IPv6; whoever has a banned part of it is out."""
        if not self.bans:
            return False
        try:
            own = ip_network(address, strict=False)
        except ValueError:  # a local socket has none
            return False
        now = time.time()
        return any(
            own.version == network.version and own.overlaps(network)
            for network, end in self.bans.items()
            if end is None or end > now
        )

    # -- tables ---------------------------------------------------------------------------------

    async def close(self, table: str) -> None:
        self.closed.add(table)
        self.write()

    async def reopen(self, table: str) -> bool:
        was_closed = table in self.closed
        self.closed.discard(table)
        if was_closed:
            self.write()
        return was_closed

    async def rest(self, is_read_only: bool) -> None:
        self.is_read_only = is_read_only
