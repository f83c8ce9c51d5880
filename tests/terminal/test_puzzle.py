"""`kamiza puzzle`, by script through a pipe."""

from kamiza.bots.puzzles import puzzles_of
from tests.terminal.program import flat, kamiza


def test_an_attempt_is_told_and_the_answer_solves_it() -> None:
    puzzle = puzzles_of("shintoh")[0]
    wrong, right = puzzle.others[1].moves[0], " ".join(puzzle.answer.moves)
    done = kamiza("puzzle", "shintoh", "1", "--lang", "en", typed=f"{wrong}\n{right}\n")
    text = flat(done.stdout)
    assert done.returncode == 0
    assert "Puzzle 1 of" in text
    assert flat(puzzle.task["en"])[:40] in text
    assert "something else leaves more" in text
    assert "Solved at attempt 2:" in text


def test_after_five_attempts_the_answer_is_shown() -> None:
    """The sixth is not heard any more."""
    puzzle = next(
        puzzle
        for puzzle in puzzles_of("kamisama")
        if [len(option.moves) for option in puzzle.others] == [1] * 5
    )
    wrong, right = [option.moves[0] for option in puzzle.others], " ".join(puzzle.answer.moves)
    number = str(puzzle.number)
    for attempts, end in ((wrong, "The best was:"), (wrong[1:], "Solved at attempt 5:")):
        typed = "".join(f"{line}\n" for line in (*attempts, right))
        done = kamiza("puzzle", "kamisama", number, "--lang", "en", typed=typed)
        assert end in flat(done.stdout)


def test_whoever_gives_up_is_shown_the_answer() -> None:
    done = kamiza("puzzle", "kodama", "--lang", "ja", typed="quit\n")
    assert done.returncode == 0
    assert "最善は：" in done.stdout


def test_what_there_is_not() -> None:
    assert "1 to" in kamiza("puzzle", "kodama", "0").stderr
    assert kamiza("puzzle", "kodama", "twelve").returncode == 2
