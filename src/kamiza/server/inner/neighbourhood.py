"""A server among the other processes of its house."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from kamiza import games
from kamiza.server.config import Config
from kamiza.server.inner.listening import Listening
from kamiza.server.inner.passing import Passing
from kamiza.server.inner.thinking import Thinkers
from kamiza.server.metrics import Metrics
from kamiza.server.store import SERVER
from kamiza.server.versions import own_version
from kamiza.server.writer import CannotSave

if TYPE_CHECKING:
    from kamiza.server.store.postgres import PostgresStore


class Neighbourhood:
    """Where it is called, whom it passes people on to, and who thinks for it."""

    def __init__(self, config: Config, store: PostgresStore, metrics: Metrics) -> None:
        self.place = config.inner_place
        self.store = store
        self.telling: asyncio.Task[None] | None = None
        self.listening = Listening(metrics)
        self.passing = Passing(store)
        self.thinkers = Thinkers(store)
        metrics.neighbours.read = lambda: len(store.leases.neighbours.others)
        metrics.thinkers.read = lambda: self.thinkers.count
        metrics.passed_on.read = lambda: len(self.passing.relays)

    async def introduce(self) -> None:
        """Before the store is opened: where the others find this process."""
        self.store.introduce(SERVER, await self.listening.open(self.place), [])

    async def learn_secret(self) -> None:
        """Once it is open."""
        secret = await self.store.secret()
        self.listening.secret = self.passing.secret = self.thinkers.secret = secret
        self.listening.process = self.store.leases.process
        self.telling = asyncio.create_task(self.tell_versions())

    async def tell_versions(self) -> None:
        """What this process plays; reading all cards takes a while, and nobody waits for it."""
        versions = []
        for name in games.games():
            await asyncio.sleep(0.01)
            versions.append(own_version(name))
        with contextlib.suppress(CannotSave):  # then with the next renewal
            await self.store.tell_versions(versions)

    def count_who_play(self, version: str) -> int:
        """How many other servers play these rules and cards."""
        others = self.passing.neighbours.others.values()
        return sum(other.kind == SERVER and version in other.plays for other in others)

    async def close(self) -> None:
        if self.telling is not None:
            self.telling.cancel()
        self.passing.close()
        self.thinkers.close()
        await self.listening.close()
