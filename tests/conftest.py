"""The order of the tests."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow ones begin: at the end one of them would keep a single worker busy."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
