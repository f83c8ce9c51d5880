"""Kami-sama at a terminal: what is shown of villagers that lie face down."""

from typing import Any

import pytest
from rich.console import Console

from kamiza.games import game
from kamiza.terminal.console import Terminal
from kamiza.terminal.screen import screen_for

KAMISAMA = game("kamisama")
NAMES = ("Guest", "Haru", "Mika", "Sora")


def board(villagers: str, language: str, seat: int) -> str:
    players = {"A": {"villagers": ["FA-farmer"]}, "B": {"villagers": ["WE-noble", "HO-highpriest"]}}
    position: dict[str, Any] = {
        "seats": 4, "year": 2, "settings": {"villagers": villagers}, "players": players,
    }  # fmt: skip
    terminal = Terminal(language)
    terminal.console = Console(width=80, height=60, no_color=True, highlight=False)
    screen = screen_for(KAMISAMA, terminal, NAMES)
    view = KAMISAMA.screen(KAMISAMA.view(KAMISAMA.load(position), seat))
    with terminal.console.capture() as captured:
        terminal.console.print(screen.table(view))
    return captured.get()


@pytest.mark.parametrize(
    ("language", "farmer", "noble"), [("en", "Farmer", "Noble"), ("ja", "農夫", "貴族")]
)
def test_villagers_face_down(language: str, farmer: str, noble: str) -> None:
    """Others by number, one's own by name and with their points. [KS-RUL-14]"""
    face_up, face_down = board("open", language, 0), board("face_down", language, 0)
    assert "1 (2)" in face_up
    assert "2 (8)" in face_up
    assert "1 (2)" in face_down
    assert "2 (8)" not in face_down
    assert farmer in face_down
    assert noble not in face_down
    assert noble in board("face_down", language, 1)
