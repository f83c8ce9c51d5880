"""Layouts keep their meaning, or get another version."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from kamiza.core.game import Setup
from kamiza.core.layout import Layout
from kamiza.games import game
from kamiza.terminal.main import main
from tests.adapters.tables import all_tables

LAYOUTS = tomllib.loads((Path(__file__).parent / "layouts.toml").read_text("utf-8"))


@pytest.mark.parametrize(("name", "seats"), all_tables())
def test_a_changed_layout_has_a_new_version(name: str, seats: int) -> None:
    """If this fails: raise `layout` of the game, and write version and digests into the file."""
    layout = Layout(game(name), seats)
    known = LAYOUTS[name]
    assert (layout.version, layout.digest) == (known["version"], known["digests"][str(seats)])


def test_rows_can_be_taken_apart() -> None:
    rules = game("shintoh")
    layout = Layout(rules, 2)
    state = rules.load({"seats": 2, "players": {"A": {"hand": "3321"}}})
    named = layout.named(layout.row(state, 0))
    assert named["me.hand"] == [2, 1, 1]
    assert named["table.question"] == [1, 0, 0, 0]
    assert "plus1.hand" not in named
    assert sum(len(numbers) for numbers in named.values()) == layout.size


def test_seats_are_told_from_the_watcher_on() -> None:
    rules = game("shintoh")
    layout = Layout(rules, 3)
    state = rules.start(Setup(3, {"first_dealer": "B"}))
    asked = [layout.named(layout.row(state, seat))["table.asked"] for seat in (-1, 0, 1, 2)]
    assert asked == [[0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]]


def test_numbers_too_large_for_a_cell_are_told_as_the_largest() -> None:
    rules = game("battles")
    layout = Layout(rules, 2)
    state = rules.start(Setup(2, {}, 1))
    state.faith = 100_000  # type: ignore[attr-defined]
    assert layout.named(layout.row(state, 0))["table.faith"] == [32767]


def test_the_command_prints_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "kamisama", "--seats", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    layout = Layout(game("kamisama"), 3)
    assert [cell["name"] for cell in told["numbers"]] == layout.names
    assert len(told["choices"]) == layout.game.choices()
    assert told["choices"][0].startswith("kami ")


def test_the_command_prints_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "shintoh"]) == 0
    page = capsys.readouterr().out
    assert "| 46-48 | hand | me | 0 to 15: rice, sake, salt | the offerings in hand |" in page
    assert "| 12-15 | rob A ... rob D |" in page
    assert main(["layout", "shintoh", "--seats", "9"]) == 2
