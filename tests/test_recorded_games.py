"""Fifty whole games of each game and number of seats go as they went: the rules have not moved.

Here a few of each file are played again; `make verify-records` plays them all, interpreted and
compiled, `make verify-records-pythons` on other versions of Python, `make verify-records-pyodide`
in that of the browsers.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import pytest

from kamiza.games import NAMES, game

sys.path.insert(0, str(Path(__file__).parent / "records"))

import shelf

FILES = shelf.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_recorded_games_go_as_they_went(path: Path) -> None:
    """If this fails and was meant to: raise `version` in rules.toml, then `make records`."""
    assert len(list(shelf.check(path, share=2))) >= 2


def test_the_recorded_games_cover_every_table() -> None:
    asked = {
        f"{name}_{seats}{shelf.SUFFIX}"
        for name in NAMES
        for seats in range(game(name).least_seats, game(name).most_seats + 1)
    }
    assert {path.name for path in FILES} == asked
    for path in FILES:
        _, games = shelf.read(path)
        assert len(games) >= 50
        assert len({entry.get("key", entry.get("seed")) for entry in games}) == len(games)
        assert {"random", "heuristic", "adept"} <= {bot for one in games for bot in one["bots"]}
        assert 20 <= sum("key" in entry for entry in games) <= 30
        assert all(len(one["rolled"]) == 2 * len(one["moves"]) for one in games)
    assert sum(path.stat().st_size for path in FILES) < 3_000_000


def test_a_game_that_goes_otherwise_is_found_where_it_begins() -> None:
    rules = game("shintoh")
    _, games = shelf.read(shelf.FOLDER / f"shintoh_2{shelf.SUFFIX}")
    assert shelf.play_again(rules, games[0], 2) == len(games[0]["moves"])
    other = copy.deepcopy(games[0])
    other["rolled"] = other["rolled"][:40] + f"{255 - int(other['rolled'][40:42], 16):02x}"
    with pytest.raises(shelf.Altered, match=r"^move 21 \(.*\) leads to another state"):
        shelf.play_again(rules, other, 2)
    for name, value, why in (
        ("last", "0" * 16, "the last state"),
        ("scores", [0, 0], "the result"),
        ("moves", games[0]["moves"][:-1], "not over"),
        ("moves", ["A: stop", *games[0]["moves"][1:]], r"move 1 \(A: stop\) is refused"),
    ):
        with pytest.raises(shelf.Altered, match=why):
            shelf.play_again(rules, games[0] | {name: value}, 2)


def test_altered_games_ask_for_a_new_version(tmp_path: Path) -> None:
    """The same version may not mean other rules; another version means other records."""
    path = tmp_path / f"shintoh_2{shelf.SUFFIX}"
    head, games = shelf.read(shelf.FOLDER / path.name)
    shelf.write(path, head, [games[0] | {"last": "0" * 16}])
    with pytest.raises(shelf.Altered, match=r"raise `version` in the rules\.toml of shintoh"):
        list(shelf.check(path))
    shelf.write(path, head | {"rules": "0"}, games[:1])
    with pytest.raises(shelf.Altered, match=r"rules version 0 .* play it anew \(make records\)"):
        list(shelf.check(path))
