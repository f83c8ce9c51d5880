"""Finding puzzles: the same seed finds the same, what is kept is gone on with, and a few of those
there are hold when they are looked at again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kamiza import games
from kamiza.bots.puzzles import Puzzle, as_toml, custom_of, puzzles_of, read_puzzle
from kamiza.core.content import ContentError, read_toml
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.lab.puzzle_search import Plans, clear_best, find_in_game, trouble_with
from tests.terminal.program import kamiza

GAMES = [name for name in games.NAMES if puzzles_of(name)]


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_few_hold_when_everything_hidden_is_dealt_anew(name: str) -> None:
    for puzzle in puzzles_of(name)[3::40]:
        assert trouble_with(puzzle, fast_rng(puzzle.number)) == "", puzzle.number


def test_a_puzzle_is_found_again_from_its_seed() -> None:
    kept = puzzles_of("shintoh")[0]
    seed, number = divmod(kept.setup.seed, 1_000_000)
    found = find_in_game("shintoh", seed, number)
    assert found is not None
    assert (found.moves, found.you, found.answer.moves) == (kept.moves, kept.you, kept.answer.moves)
    assert found.task == kept.task


def test_a_wrong_answer_is_noticed() -> None:
    right = puzzles_of("shintoh")[0]
    wrong = Puzzle(
        right.game, 1, right.setup, right.moves, right.you, right.task, right.others[0],
        (right.answer,),
    )  # fmt: skip
    assert "is best" in trouble_with(wrong, fast_rng(1))


def test_what_has_no_clear_best_is_no_puzzle() -> None:
    """At the first question of a game nothing is clear yet."""
    game = games.game("shintoh")
    state = game.start(Setup(3, {}, 5))
    assert clear_best(game, game.view(state, int(state.asked)), 1) is None


def test_a_plan_is_an_answer_with_all_that_completes_it() -> None:
    game, custom = games.game("shintoh"), custom_of(games.game("shintoh"))
    state = game.start(Setup(3, {}, 5))
    plans = Plans(game, game.view(state, int(state.asked)), 1, custom.study, custom)
    told = {tuple(game.describe(one) for one in line.answers) for line in plans.all()}
    assert ("pass",) in told
    assert all(plan[-1] == "stop" for plan in told if plan[0][0] == "+")
    salt_first = plans.key([int(game.parse(move)) for move in ("+salt", "+rice", "stop")])
    assert salt_first == plans.key([int(game.parse(move)) for move in ("+rice", "+salt", "stop")])


def test_found_kept_and_gone_on_with(tmp_path: Path) -> None:
    journal, out = tmp_path / "kept.jsonl", tmp_path / "puzzles.toml"
    asked = ("puzzles", "shintoh", "--find", "1", "--jobs", "1", "--out", str(out))
    done = kamiza(*asked, "--keep", str(journal))
    assert done.returncode == 0, done.stderr
    (table,) = read_toml(tmp_path, "puzzles.toml").tables("puzzle", "seed")
    first = read_puzzle("shintoh", table, 1)
    assert trouble_with(first, fast_rng(3)) == ""
    lines = journal.read_text("utf-8").splitlines()
    assert json.loads(lines[0])["about"]["puzzles"] == "shintoh"
    again = kamiza(*asked, "--keep", str(journal))
    assert again.returncode == 2
    assert "--resume" in again.stderr
    before = out.read_text("utf-8")
    assert kamiza(*asked, "--keep", str(journal), "--resume").returncode == 0
    assert out.read_text("utf-8") == before
    assert journal.read_text("utf-8").splitlines() == lines


def test_what_is_written_is_read(tmp_path: Path) -> None:
    puzzle = puzzles_of("shintoh")[1]
    (tmp_path / "puzzles.toml").write_text(as_toml([puzzle], "head"), encoding="utf-8")
    (table,) = read_toml(tmp_path, "puzzles.toml").tables("puzzle", "seed")
    assert read_puzzle("shintoh", table, puzzle.number) == puzzle
    del table.data["option"]
    with pytest.raises(ContentError, match="option"):
        read_puzzle("shintoh", table, 1)


def test_the_command_explains_itself() -> None:
    assert "kodama" in kamiza("puzzles").stdout
    assert kamiza("puzzles", "chess").returncode == 2
    assert kamiza("puzzles", "shintoh", "--find", "0").returncode == 2
    checked = kamiza("puzzles", "shintoh", "--check", "--only", "2", "--jobs", "1")
    assert (checked.returncode, checked.stdout) == (0, "shintoh: 2 of 2 puzzles are sound\n")
