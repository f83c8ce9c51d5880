"""The browser's types are made from the server's."""

import json
from pathlib import Path

import pytest

from kamiza.games import game
from kamiza.server.types import typescript

WIRE = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "wire.ts"


def test_the_types_of_the_browser_are_up_to_date() -> None:
    if not WIRE.is_file():
        pytest.skip("the front end is not here")
    assert WIRE.read_text() == typescript()


def test_frames_are_told_apart_by_their_t() -> None:
    text = typescript()
    for frame in ("hello", "move", "state", "done", "refused", "table", "said", "error", "pong"):
        assert f't: "{frame}";' in text
    assert "export type ClientFrame" in text
    assert "export type ServerFrame" in text


def test_the_fixtures_know_every_word_of_the_game() -> None:
    """`python web/fixtures/make.py` writes them again."""
    root = Path(__file__).resolve().parents[2]
    written = root / "web" / "src" / "games" / "shintoh" / "fixtures" / "words.json"
    assert json.loads(written.read_text()) == game("shintoh").words.words
