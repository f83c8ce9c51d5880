"""Which store a server has, and whether it is fit for use before anybody plays."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, cast

from kamiza.server.config import Config
from kamiza.server.folder import CannotStart, Folder
from kamiza.server.house import House
from kamiza.server.metrics import Metrics
from kamiza.server.store.face import Store
from kamiza.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from kamiza.server.inner.neighbourhood import Neighbourhood
    from kamiza.server.store.postgres import PostgresStore

Tell = Callable[[str], None]


def store_of(config: Config, metrics: Metrics, lost: Tell, overtaken: Tell) -> Store:
    """The store of a server; it tells when writing fails, and which tables others have taken."""
    if sys.platform == "emscripten":
        from kamiza.device.store import kept_in_browser

        return kept_in_browser(config.data, metrics, lost)
    if not config.store:
        return SqliteStore(config.data, metrics, lost)
    store: Store = postgres().PostgresStore(config, metrics, lost, overtaken)
    return store


def neighbourhood_of(config: Config, store: Store, metrics: Metrics) -> Neighbourhood | None:
    """The other processes that share a store; a file is not shared."""
    if not config.store:
        return None
    from kamiza.server.inner.neighbourhood import Neighbourhood

    return Neighbourhood(config, cast("PostgresStore", store), metrics)


def house_of(config: Config, store: Store) -> House:
    """Where decisions are kept: with the tables if many processes share them, else in a file."""
    if not config.store:
        return House(config.data)
    from kamiza.server.shared_house import SharedHouse

    return SharedHouse(cast("PostgresStore", store))


def prepare(config: Config) -> Folder | None:
    """Check a store and bring it up to date; the folder, if it has one, is ours from now on."""
    if config.store:
        asyncio.run(postgres().prepare(config.store))
        return None
    folder = Folder(config.data)
    folder.check()
    return folder


def postgres() -> ModuleType:
    """Only who keeps tables in PostgreSQL needs its driver."""
    try:
        from kamiza.server.store import postgres
    except ImportError:
        raise CannotStart("PostgreSQL needs a driver: pip install 'kamiza[postgres]'.") from None
    return postgres
