"""Kodama at the terminal: the outline of a tree, its picture, places, a whole game by numbers."""

import json
from pathlib import Path

import pytest

from tests.terminal.program import kamiza


def play(lines: list[str], *arguments: str) -> str:
    typed = "\n".join([*lines, "quit", ""])
    done = kamiza("play", "kodama", "--seed", "4", *arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_turn_by_numbers() -> None:
    told = play(["", "1", "1", "3", "places", "tree b"], "--seats", "3", "--lang", "en")
    assert "Which branch card do you take?" in told
    assert "On which card shall it grow?" in told
    assert "Bud 1, 15° to the left" in told
    assert "grows the firefly branch on the Nibbled Trunk" in told
    assert " 0 TR1  3+1  3    2+1  0" in told
    assert "111111" in told
    assert "'" not in told.partition("Your tree")[2].partition("Which")[0]  # no raw data


def test_new_players_get_sprouts(tmp_path: Path) -> None:
    """KO-OPT-03: the letters are dealt in the order of the seats; Decrees stay."""
    file = tmp_path / "game.json"
    play([""], "--seats", "4", "--new", "DB", "--record", str(file))
    settings = json.loads(file.read_text(encoding="utf-8"))["settings"]
    assert settings == {"sprouts": {"B": "A", "D": "B"}}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("kodama", "--new", "ABCD"), "--new is for 3 seats at most."),
        (("kodama", "--new", "E"), "There is no seat 'E' here."),
        (("kodama", "--new", "A", "--setting", "sprouts={}"), "leave out --setting sprouts"),
        (("shintoh", "--new", "A"), "Shintoh has nothing special for new players."),
    ],
)
def test_new_players_where_that_cannot_be(arguments: tuple[str, ...], complaint: str) -> None:
    done = kamiza("play", *arguments, typed="quit\n")
    assert done.returncode != 0
    assert complaint in done.stderr


def test_a_turn_in_japanese() -> None:
    told = play(["", "1", "1", "1", "tree a"], "--seats", "2", "--lang", "ja")
    assert "どの枝カードを取りますか" in told
    assert "あなたの木" in told


def test_a_refusal_says_why() -> None:
    told = play(["", "grow:0@3000,3000,r0"], "--seats", "2", "--lang", "en")
    assert "The card does not touch your tree." in told
    assert "KO-ERR-09" in told or "KO-PLACE-02" in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_whole_game_by_first_numbers(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a 1 too many is the name of a file to save the game in
    told = play(["1"] * 90, "--seats", "2", "--lang", language)
    ending = "wins with" if language == "en" else "の勝ち"
    assert ending in told or ("share" in told or "分かち合" in told)
