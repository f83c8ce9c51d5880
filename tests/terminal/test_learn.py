"""`kamiza learn` and `kamiza lessons`, by script through a pipe."""

from pathlib import Path

from tests.terminal.program import flat, kamiza


def test_a_lesson_is_played_at_the_terminal() -> None:
    typed = "".join(f"{line}\n" for line in ("pass", "+salt stop", "+rice stop", "pass", "quit"))
    done = kamiza("learn", "shintoh", "first_god", "--lang", "en", typed=typed)
    text = flat(done.stdout)
    assert done.returncode == 0
    assert "Try it: Dedicate one salt [+salt stop]" in text
    assert "For this step: one salt" in text  # the kind word to the pass
    assert "Haru laid sake: 2 beats your 1." in text
    assert "7/10 Passing pays" in text
    assert "9/10 Now you decide" in text
    assert "kamiza learn shintoh treasures" in text


def test_lessons_are_listed_and_chosen_by_number() -> None:
    done = kamiza("learn", "kamisama", "--lang", "ja", typed="2\nquit\n")
    assert "はじめての祠" in done.stdout
    assert "1/8 神のシート" in flat(done.stdout)
    unknown = kamiza("learn", "kamisama", "swimming", typed="")
    assert unknown.returncode == 2
    assert "first_shrines" in unknown.stderr


def test_the_quiz_is_asked() -> None:
    done = kamiza("learn", "shintoh", "role_quiz", "--lang", "en", typed="1 2\n" * 10)
    assert "of 10." in done.stdout
    assert done.stdout.count("who belongs together?") == 10


def test_a_lesson_of_ones_own_is_checked(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    whole = text.split("```toml\n")[1].split("```")[0]
    file = tmp_path / "mine.toml"
    file.write_text(whole, encoding="utf-8")
    assert "1 passed, 0 failed" in kamiza("lessons", "check", str(file)).stdout
    file.write_text(whole.replace('"+rice", "+salt", "stop"', '"+rice", "stop"'), encoding="utf-8")
    broken = kamiza("lessons", "check", str(file))
    assert broken.returncode == 1
    assert "step 2" in broken.stdout
    file.write_text(whole.replace("title =", "titel =", 1), encoding="utf-8")
    assert kamiza("lessons", "check", str(file)).returncode == 2
