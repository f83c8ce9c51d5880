"""The browser's types are made from the server's."""

from pathlib import Path

import pytest

from kamiza.server.types import shown_games, table_types, typescript

WEB = Path(__file__).resolve().parents[2] / "web" / "src"
WIRE = WEB / "lib" / "wire.ts"


def test_the_types_of_the_browser_are_up_to_date() -> None:
    if not WIRE.is_file():
        pytest.skip("the front end is not here")
    assert WIRE.read_text() == typescript()


@pytest.mark.skipif(not WIRE.is_file(), reason="the front end is not here")
def test_every_board_knows_what_lies_on_its_table() -> None:
    """`python -m kamiza.server.types --games` writes them again."""
    shown = shown_games(WEB / "games")
    assert "shintoh" in [rules.name for rules in shown]
    for rules in shown:
        written = WEB / "games" / rules.name / "table.ts"
        assert written.read_text() == table_types(rules), rules.name


def test_messages_are_told_apart_by_their_t() -> None:
    text = typescript()
    for message in ("hello", "move", "state", "done", "refused", "table", "said", "error", "pong"):
        assert f't: "{message}";' in text
    assert "export type ClientMessage" in text
    assert "export type ServerMessage" in text
