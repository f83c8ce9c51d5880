"""The browser's types are made from the server's."""

import json
from pathlib import Path

import pytest

from kamiza.games import game
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
    assert "shintoh" in [game.name for game in shown]
    for game in shown:
        written = WEB / "games" / game.name / "table.ts"
        assert written.read_text() == table_types(game), game.name


def test_messages_are_told_apart_by_their_t() -> None:
    text = typescript()
    for message in ("hello", "move", "state", "done", "refused", "table", "said", "error", "pong"):
        assert f't: "{message}";' in text
    assert "export type ClientMessage" in text
    assert "export type ServerMessage" in text


def test_the_fixtures_know_every_word_of_the_game() -> None:
    """`python web/fixtures/make.py` writes them again."""
    root = Path(__file__).resolve().parents[2]
    written = root / "web" / "src" / "games" / "shintoh" / "fixtures" / "words.json"
    assert json.loads(written.read_text()) == game("shintoh").words.words
