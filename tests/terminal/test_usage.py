"""Help, exit codes, and one sentence for whatever goes wrong."""

import re
import subprocess
import sys

import pytest

from kamiza.terminal import main as program
from kamiza.terminal.main import COMMANDS
from tests.terminal.program import environment, kamiza


def test_without_a_command_there_is_help() -> None:
    done = kamiza()
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)


def test_version() -> None:
    assert kamiza("--version").stdout.startswith("kamiza ")


@pytest.mark.parametrize("command", ["play", "rules", "cards", "fields", "replay", "case", "games"])
def test_every_command_explains_itself_with_examples(command: str) -> None:
    done = kamiza(command, "--help")
    assert done.returncode == 0
    assert f"kamiza {command}" in done.stdout
    assert "example" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "There is no game 'chess'. There are: shintoh"),
        (["rules", "chess"], "There is no game 'chess'. There are: shintoh"),
        (["fly"], "'fly'"),
        (["plya"], "There is no command 'plya'. Did you mean 'play'?"),
        (["play", "shintoh", "--setting", "foo=1"], "1 is not allowed for foo. [OF-ERR-17]"),
        (["play", "shintoh", "--setting", "hand_tracker=0"], "0 is not allowed for Hand tracker."),
        (["play", "shintoh", "--setting", "role_knowledge=random"], "random is not allowed for R"),
        (["play", "shintoh", "--setting", "first_dealer=E"], "E is not allowed for First dealer."),
        (["play", "shintoh", "--seats", "2", "--setting", "first_dealer=d"], "Seat D is not"),
        (["play"], "GAME"),
        (["play", "shintoh", "--seats", "7"], "This game is for 2 to 4 players. [OF-ERR-16]"),
        (["play", "shintoh", "--seats", "0"], "This game is for 2 to 4 players. [OF-ERR-16]"),
        (["play", "shintoh", "--seats", "many"], "--seats"),
        (["play", "shintoh", "--you", "E"], "There is no seat 'E' here. There are: A, B, C, D."),
        (["play", "shintoh", "--bots", "deep"], "There is no bot 'deep'"),
        (["play", "shintoh", "--setting", "open"], "KEY=VALUE"),
        (["play", "shintoh", "--setting", "hand_tracker=x"], "role_knowledge=memory|open_book"),
        (["play", "shintoh", "--record", "/no/such/folder/x.json"], "cannot be written"),
        (["play", "shintoh", "--position", "/no/such/file"], "cannot be read"),
        (["play", "shintoh", "--name", "a", "--name", "b"], "people sit only at A."),
        (["play", "shintoh", "--hotseat", "--you", "A"], "leave out --you"),
        (["play", "shintoh", "--seed", "9" * 30], "--seed must be from"),
        (["replay", "/no/such/file"], "cannot be read: no such file or directory."),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = kamiza(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert re.search(r"\.( \[[A-Z0-9-]+\])?$", done.stderr.strip())


def test_seats_are_letters_in_settings() -> None:
    assert "first_dealer=random|A|B|C|D" in kamiza("play", "--help").stdout
    arguments = ("play", "shintoh", "--seats", "2", "--seed", "1", "--you", "B")
    done = kamiza(*arguments, "--setting", "first_dealer=B", typed="log\nquit\n")
    assert "Guest is the first dealer." in done.stdout


def test_a_missing_part_does_not_break_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(program.COMMANDS, "bench", ("kamiza.no_such_part", "nothing"))
    assert program.main(["bench"]) == 2
    assert "kamiza bench is not part of this installation" in capsys.readouterr().err
    assert program.main(["games"]) == 0
    assert program.main([]) == 0


def test_a_closed_pipe_is_no_drama() -> None:
    command = f"{sys.executable} -m kamiza rules shintoh | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=environment(), check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_terminal_without_japanese_letters_still_works() -> None:
    done = kamiza("cards", "shintoh", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Amaterasu" in done.stdout


def test_a_pipe_gets_no_colours() -> None:
    assert "\x1b" not in kamiza("cards", "shintoh").stdout
    assert "\x1b" not in kamiza("play", "shintoh", "--seed", "1", typed="quit\n").stdout


def test_cards_are_chosen_by_their_ids() -> None:
    """With commas between; what is only advised is said and does not stop the game. [KB-RUL-61]"""
    arguments = ["play", "battles", "--seats", "2", "--seed", "3", "--setting", "sets=rotoo+yyrz"]
    two = ["--setting", "artifacts=necronomicon, elder_sign"]
    assert "three kinds are needed; you have 2. [KB-ERR-11]" in kamiza(*arguments, *two).stderr
    three = ["--setting", "artifacts=necronomicon,elder_sign,silver_key"]
    done = kamiza(*arguments, *three, typed="quit\n")
    assert done.returncode == 0
    assert "At least 12 Artifacts are advised; there are 3." in done.stdout
    assert "advised" not in kamiza(*arguments, typed="quit\n").stdout
