"""A real server for all tests of this folder; bots answer at once here."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from server_kit import Server

from kamiza.server.config import Config

if TYPE_CHECKING:
    from postgres_kit import Postgres

QUICK = (
    *("--bot-pause", "0", "--tables-per-minute", "6000", "--search-budget", "20"),
    *("--win-chance-milliseconds", "1"),
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data"), *QUICK) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator["Postgres"]:
    """A real PostgreSQL; whoever has none reads why that half was left out."""
    pytest.importorskip("asyncpg", reason="PostgreSQL is not tested: its driver is not installed")
    from postgres_kit import NoPostgres, Postgres

    try:
        running = Postgres().start()
    except NoPostgres as why:
        pytest.skip(f"PostgreSQL is not tested: {why}")
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """An empty store of either kind."""
    if request.param == "sqlite":
        return Config(tmp_path / "data")
    postgres: Postgres = request.getfixturevalue("postgres")
    return Config(tmp_path / "data", postgres.new_database(), lease_seconds=3600.0)
