"""What the tests of several games need."""

import shutil
from pathlib import Path

import pytest

import kamiza.games


@pytest.fixture
def cards(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the card files of the tested game that is read instead of the real ones."""
    game = request.path.parent.name
    folder = Path(kamiza.games.__file__).parent / game
    copy = tmp_path / game / "cards"
    shutil.copytree(folder / "cards", copy)
    for file in folder.glob("*.toml"):
        shutil.copy(file, tmp_path / game)
    monkeypatch.setattr("kamiza.core.content.files", lambda package: tmp_path)
    return copy
