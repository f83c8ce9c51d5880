"""A log whose end was torn off; `make soak-disk` does it at 500 bytes."""

import random
import shutil
from pathlib import Path

import pytest
import torn_log

CUTS = 20


@pytest.fixture(scope="module")
def torn_from(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, copy = (tmp_path_factory.mktemp(name) for name in ("data", "copy"))
    torn_log.written(folder, copy)
    return copy


def test_an_untorn_log_has_everything(torn_from: Path, tmp_path: Path) -> None:
    shutil.copytree(torn_from, tmp_path, dirs_exist_ok=True)
    assert torn_log.journals(tmp_path) == dict.fromkeys(torn_log.TABLES, torn_log.ENTRIES)


@pytest.mark.parametrize("end", torn_log.ENDS)
def test_a_torn_log_leaves_a_whole_beginning(torn_from: Path, tmp_path: Path, end: str) -> None:
    """At random bytes; the later the cut, the more is left."""
    lengths = torn_log.tear(torn_from, tmp_path / "torn", end, CUTS, random.Random(end))
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 5
