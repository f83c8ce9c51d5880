"""The arena: all seatings of every shuffle, honest intervals, contests that go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kamiza.lab.contest import Contest, Round, is_decided, play_round, rounds, share_of
from kamiza.lab.crew import Crew
from tests.terminal.program import kamiza

PAIR = Contest("shintoh", ("heuristic", "random"))


def made_up(wins: list[float]) -> list[Round]:
    """Rounds of one bot against three others, with what it won in each."""
    found = []
    for number, won in enumerate(wins):
        others = (1.0 - won) / 3
        found.append(Round(number, {"a": won, "b": others}, {"a": 1, "b": 1}, {"a": 1, "b": 2}, 4))
    return found


def test_every_seating_that_is_different_is_played() -> None:
    assert len(Contest("shintoh", ("a", "b", "b", "b")).seatings()) == 4
    assert len(Contest("shintoh", ("a", "a", "b", "b")).seatings()) == 6
    assert len(Contest("shintoh", ("a", "b", "c", "d")).seatings()) == 24
    turned = Contest("battles", ("a", "b", "c", "d", "e", "f")).seatings()
    assert len(turned) == 6
    assert {seating[0] for seating in turned} == set("abcdef")


def test_in_a_team_match_a_bot_plays_with_its_like() -> None:
    """[KB-TEAM-03] Partners win together: one good bot beside a weak one shows little."""
    teams = (("mode", "team"),)
    assert len(Contest("battles", ("a", "a", "b", "b"), teams).seatings()) == 2
    assert len(Contest("battles", ("a", "a", "a", "b", "b", "b"), teams).seatings()) == 2
    assert len(Contest("battles", ("a", "b", "b", "b"), teams).seatings()) == 4
    assert len(Contest("battles", ("a", "a", "b", "b")).seatings()) == 6


def test_a_round_shares_one_win_a_game() -> None:
    found = play_round(PAIR, 3)
    assert found.games == 2
    assert found.wins["heuristic"] + found.wins["random"] == pytest.approx(1.0)
    assert found == play_round(PAIR, 3)
    assert found != play_round(PAIR, 4)


def test_equal_bots_have_equal_shares_in_every_round() -> None:
    """Who sits where does not matter if all seatings are played."""
    even = Contest("shintoh", ("heuristic", "heuristic", "heuristic"))
    assert play_round(even, 1).wins["heuristic"] == pytest.approx(1 / 3)


def test_rounds_come_in_order_however_many_processes_play() -> None:
    alone = list(rounds(PAIR, 2, 8, Crew(1)))
    assert [found.number for found in alone] == list(range(2, 8))
    assert alone == list(rounds(PAIR, 2, 8, Crew(2)))


def test_it_is_decided_only_when_it_is_sure() -> None:
    contest = Contest("shintoh", ("a", "b", "b", "b"))
    assert not is_decided(contest, made_up([1.0] * 9))
    assert is_decided(contest, made_up([1.0, 0.75] * 10))
    assert not is_decided(contest, made_up([0.25, 0.5, 0.0, 0.25] * 30))
    assert is_decided(contest, made_up([0.0, 0.25, 0.0, 0.0] * 30))


def test_an_interval_is_never_without_width() -> None:
    share = share_of("a", made_up([1.0] * 20))
    assert share.mean == 1.0
    assert 0.7 < share.low < 0.99


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept, page = tmp_path / "contest.json", tmp_path / "contest.html"
    bots = ("--bots", "heuristic,random", "--jobs", "1", "--json", str(kept))
    assert kamiza("arena", "shintoh", *bots, "--games", "4").returncode == 0
    first = json.loads(kept.read_text())
    assert first["games"] == 4
    refused = kamiza("arena", "shintoh", *bots, "--games", "8")
    assert refused.returncode == 2
    assert "--resume goes on" in refused.stderr
    told = kamiza("arena", "shintoh", *bots, "--games", "8", "--html", str(page), "--resume")
    assert told.returncode == 0
    assert "heuristic" in told.stdout
    second = json.loads(kept.read_text())
    assert second["rounds"][:2] == first["rounds"]
    assert len(second["rounds"]) == 4
    assert "<svg" in page.read_text(encoding="utf-8")
    other = kamiza("arena", "shintoh", "--bots", "random,random", "--json", str(kept))
    assert other.returncode == 2
    assert "another contest" in other.stderr
