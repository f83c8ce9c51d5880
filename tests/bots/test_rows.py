"""Rows of a data set follow from the moves of their games."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from kamiza.core.record import RecordError
from kamiza.lab.rows import DECISION, GAME, difference, made_again, play_rows
from kamiza.lab.simulation import Plan
from tests.terminal.program import kamiza

PLAN = Plan("shintoh", ("heuristic", "random", "random"))


def test_rows_have_their_columns_and_can_be_made_again() -> None:
    row, decisions = play_rows(PLAN, True, 4)
    assert list(row) == list(GAME)
    assert all(list(one) == list(DECISION) for one in decisions)
    assert row["decisions"] == len(decisions) == len(row["moves"])
    assert row["bots"] == ["random", "random", "heuristic"]
    again, others = made_again(row, True)
    assert difference(row, again) == ""
    assert decisions == others
    assert play_rows(PLAN, False, 4) == (row, [])
    assert difference(row, play_rows(replace(PLAN, seed=2), False, 4)[0]) == "seed"


def test_pyarrow_is_asked_for_clearly_where_it_is_missing(tmp_path: Path) -> None:
    if find_spec("pyarrow") is None:
        done = kamiza("dataset", "shintoh", "--out", str(tmp_path / "games.parquet"))
        assert done.returncode == 2
        assert "pip install 'kamiza[lab]'" in done.stderr


def test_a_game_that_is_not_over_is_none() -> None:
    row, _ = play_rows(PLAN, False, 0)
    again, _ = made_again(row | {"moves": row["moves"][:-1]}, False)
    assert again["hash"] == "the game is not over"
    with pytest.raises(RecordError, match="rules version"):
        made_again(row | {"rules": "0"}, False)
