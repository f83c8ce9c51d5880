"""The program in a real terminal of 80 x 24."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.program import CLEAR, ROWS, Pseudoterminal

RECORD = str(Path(__file__).parents[1] / "records" / "shintoh_4_open_book.json")
Open = Callable[..., Pseudoterminal]


@pytest.fixture
def run() -> Iterator[Open]:
    opened: list[Pseudoterminal] = []

    def start(*arguments: str, **changes: str) -> Pseudoterminal:
        opened.append(Pseudoterminal(*arguments, **changes))
        return opened[-1]

    yield start
    for program in opened:
        program.stop()


def screens(output: str) -> list[str]:
    """What stood on the screen each time before it was cleared."""
    return output.split(CLEAR)[1:]


def begin(program: Pseudoterminal) -> None:
    """Read the first screen and go on."""
    program.read_until("Press Enter to begin.")
    program.read_until("> ")
    program.type("")


def answer(program: Pseudoterminal, line: str) -> None:
    """Type at the next question of the game."""
    program.read_until("? help")
    program.read_until("> ")
    program.type(line)


def test_a_game_on_a_small_terminal(run: Open) -> None:
    program = run("play", "shintoh", "--seats", "4", "--seed", "21")
    begin(program)
    for _ in range(8):
        answer(program, "pass")
    answer(program, "quit")
    program.read_until("leave without saving")
    program.type("")
    assert program.wait() == 0
    shown = screens(program.output)
    assert len(shown) >= 9
    for screen in shown[:-1]:
        assert screen.count("\n") <= ROWS, screen


def test_ctrl_c_leaves_quietly(run: Open) -> None:
    program = run("play", "shintoh", "--seed", "1")
    program.read_until("Press Enter to begin.")
    program.interrupt()
    assert program.wait() == 130
    assert "Traceback" not in program.output


def test_ctrl_c_says_goodbye(run: Open) -> None:
    program = run("play", "shintoh", "--seed", "1")
    begin(program)
    answer(program, "pass")
    program.read_until("? help")
    program.interrupt()
    assert program.wait() == 130
    assert "The game was left." in program.output
    assert "The game was not saved" in program.output


def test_help_and_quit_before_the_game_begins(run: Open) -> None:
    program = run("play", "shintoh", "--seed", "1")
    program.read_until("Press Enter to begin.")
    program.type("?")
    assert "What you can type" in program.read_until("Press Enter to begin.")
    program.type("quit")
    assert program.wait() == 0
    assert "The game was left. Moves made: 0." in program.output


def test_leaving_in_the_middle_offers_to_save(run: Open, tmp_path: Path) -> None:
    program = run("play", "shintoh", "--seed", "1")
    begin(program)
    answer(program, "pass")
    answer(program, "quit")
    program.read_until("Save the game?")
    program.type(str(tmp_path / "game.json"))
    program.read_until("Go on with: kamiza play shintoh --resume")
    assert program.wait() == 0


def test_long_lists_come_one_screen_at_a_time(run: Open) -> None:
    program = run("play", "--help")
    first = program.read_until("-- more")
    assert first.count("\n") < ROWS
    program.type("")
    assert program.read_until("-- more").count("\n") < ROWS
    program.type("")
    program.read_until("deduce?")  # the settings of Shintoh; those of the other games follow
    program.read_until("-- more")
    program.type("q")
    assert program.wait() == 0
    cards = run("cards", "shintoh")
    cards.read_until("-- more")
    cards.type("q")
    assert cards.wait() == 0


def test_quit_in_the_middle_of_the_count(run: Open) -> None:
    program = run("play", "shintoh", "--seats", "2", "--seed", "4", "--setting", "first_dealer=A")
    begin(program)
    while "Enter = next" not in program.read_until("> "):
        program.type("pass")
    program.type("?")
    program.read_until("What you can type")
    program.read_until("Enter = next")
    program.type("quit")
    program.read_until("Save the record?")
    program.type("")
    assert program.wait() == 0


def test_colours_and_no_colours(run: Open) -> None:
    colourful = run("play", "shintoh", "--seed", "1")
    assert "\x1b[1;36m" in colourful.read_until("Press Enter")
    plain = run("play", "shintoh", "--seed", "1", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[1-6]m", plain.read_until("Press Enter"))


def test_stepping_through_a_replay(run: Open) -> None:
    program = run("replay", RECORD)
    program.read_until("q quit")
    program.type("")
    assert "Move 1 of" in program.read_until("q quit")
    program.type("40")
    assert "Move 40 of" in program.read_until("q quit")
    program.type("b")
    assert "Move 39 of" in program.read_until("q quit")
    program.type("9999")
    program.read_until("a number up to")
    program.type("q")
    assert program.wait() == 0


def test_the_count_goes_step_by_step(run: Open, tmp_path: Path) -> None:
    program = run("play", "shintoh", "--seats", "2", "--seed", "4", "--setting", "first_dealer=A")
    begin(program)
    while "Enter = next" not in program.read_until("> "):
        program.type("pass")
    for _ in range(2):
        program.type("")
        program.read_until("Enter = next")
        program.read_until("> ")
    program.type("")
    assert "wins with" in program.read_until("Save the record?")
    file = tmp_path / "game.json"
    program.type(str(file))
    assert program.wait() == 0
    assert file.exists()


def test_the_keyboard_is_passed_on_with_a_fresh_screen(run: Open) -> None:
    options = ("--hotseat", "--seats", "2", "--setting", "first_dealer=A", "--seed", "1")
    program = run("play", "shintoh", *options)
    begin(program)
    program.read_until("? help")
    program.type("+rice stop")
    shown = program.read_until("Pass the keyboard to B")
    assert "Hand" not in shown.split(CLEAR)[-1]
    assert "\x1b[3J" in shown
