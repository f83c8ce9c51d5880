"""A real server for all tests of this folder; bots answer at once here."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from server_kit import Server

QUICK = (
    *("--bot-pause", "0", "--tables-per-minute", "6000", "--search-budget", "20"),
    *("--chance-milliseconds", "1"),
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data"), *QUICK) as running:
        yield running
