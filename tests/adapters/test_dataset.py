"""Data sets: made by whomever, torn, gone on with, and checked row by row."""

from __future__ import annotations

from pathlib import Path

import pytest

from kamiza.lab import dataset
from kamiza.terminal.main import main

pq = pytest.importorskip(
    "pyarrow.parquet", reason="pyarrow is not installed: pip install kamiza[lab]"
)
pa = pytest.importorskip("pyarrow")
GAMES = ("shintoh", "kamisama", "kodama", "battles")


def make(file: Path, *words: str, game: str = "shintoh", games: int = 5) -> int:
    return main(["dataset", game, "--games", str(games), "--out", str(file), *words])


def beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.decisions.parquet")


@pytest.mark.parametrize("game", GAMES)
def test_a_data_set_is_true(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    assert make(file, "--decisions", game=game, games=2) == 0
    assert main(["dataset", "--check", str(file)]) == 0
    games = pq.read_table(file).to_pylist()
    decisions = pq.read_table(beside(file)).to_pylist()
    assert [row["number"] for row in games] == [0, 1]
    assert sum(row["decisions"] for row in games) == len(decisions)
    assert all(row["options"][row["choice"]] == row["chosen"] for row in decisions)
    assert all(abs(sum(row["chances"]) - 1_000_000) < 10 for row in decisions)


def test_the_same_rows_whoever_plays(tmp_path: Path) -> None:
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    assert make(one, "--decisions", "--workers", "1") == 0
    assert make(two, "--decisions", "--workers", "2") == 0
    assert pq.read_table(one) == pq.read_table(two)
    assert pq.read_table(beside(one)) == pq.read_table(beside(two))


def test_it_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dataset, "PART", 2)
    file, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    assert make(whole, "--decisions", games=7) == 0
    assert make(file, "--decisions", games=3) == 0
    assert make(file, "--decisions", games=7) == 2
    assert "--resume" in capsys.readouterr().err
    assert make(file, "--resume", games=7) == 2  # one with decisions is not one without
    assert make(file, "--decisions", "--resume", games=7) == 0
    assert pq.read_table(file) == pq.read_table(whole)
    assert pq.read_table(beside(file)) == pq.read_table(beside(whole))
    assert not file.with_name("games.parquet.parts").exists()
    assert main(["dataset", "--check", str(file)]) == 0


def changed(file: Path, column: str, values: list[object]) -> None:
    table = pq.read_table(file)
    place = table.schema.get_field_index(column)
    field = table.schema.field(place)
    pq.write_table(table.set_column(place, field, pa.array(values, field.type)), file)


@pytest.mark.parametrize(
    ("column", "values", "word"),
    [
        ("scores", [[1, 2]] * 5, "scores is"),
        ("payoffs", [[0.5, 0.5]] * 5, "payoffs is"),
        ("hash", ["0" * 16] * 5, "hash is"),
        ("seed", [9] * 5, "game 0"),
        ("moves", [["A: stop"]] * 5, "game 0"),
        ("digest", ["0" * 16] * 5, "was made with"),
    ],
)
def test_a_lie_is_found(
    column: str, values: list[object], word: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "games.parquet"
    assert make(file) == 0
    changed(file, column, values)
    assert main(["dataset", "--check", str(file), "--workers", "1"]) == 1
    assert word in capsys.readouterr().err


def test_a_lie_about_a_decision_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.parquet"
    assert make(file, "--decisions", games=1) == 0
    outcomes = pq.read_table(beside(file))["outcome"].to_pylist()
    changed(beside(file), "outcome", [*outcomes[:-1], 1.0 - outcomes[-1]])
    assert main(["dataset", "--check", str(file), "--workers", "1"]) == 1
    assert "outcome is not what the replay gives" in capsys.readouterr().err


def test_what_is_no_data_set_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text("an old pond")
    assert main(["dataset", "--check", str(poem)]) == 2
    assert main(["dataset", "--check", str(tmp_path / "none.parquet")]) == 2
    assert main(["dataset"]) == 2
    told = capsys.readouterr().err
    assert "no data set of Kamiza" in told
    assert "no such file" in told
    assert "Name a game" in told
