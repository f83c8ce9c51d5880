"""The browser's types are made from the server's."""

from pathlib import Path

import pytest

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
