"""Many games between bots: those there are, and one's own."""

from __future__ import annotations

import pytest

from kamiza import Bot, UnknownBot, UnknownGame, View, simulate


class First(Bot):
    """Always the first listed move."""

    def choose(self, view: View) -> int:
        return self.game.parse(view.moves[0])


def test_a_bot_of_ones_own_plays_along() -> None:
    report = simulate("shintoh", [First, "random", "random"], games=6)
    assert set(report.bots) == {"First", "random"}
    assert (report.bots["First"].played, report.bots["random"].played) == (6, 12)
    assert sum(tally.wins for tally in report.bots.values()) == pytest.approx(6)
    assert repr(report).startswith("<6 games: ")


def test_bots_move_round_the_table() -> None:
    """Who always wins, wins on every seat."""
    won = simulate("shintoh", ["heuristic", "random"], games=4).as_json()["wins_by_seat"]
    assert won == {"A": 0.5, "B": 0.5}


def test_the_same_seed_is_the_same_whoever_plays_it() -> None:
    alone = simulate("shintoh", ["heuristic", "random"], games=4, seed=3)
    assert alone == simulate("shintoh", ["heuristic", "random"], games=4, seed=3, jobs=2)
    assert alone != simulate("shintoh", ["heuristic", "random"], games=4, seed=4)


def test_settings_count() -> None:
    settings = {"first_dealer": "B"}
    fixed = simulate("shintoh", ["random", "random"], games=3, settings=settings)
    assert fixed != simulate("shintoh", ["random", "random"], games=3)


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(UnknownBot, match="There is no bot 'deep'"):
        simulate("shintoh", ["deep", "random"])
    with pytest.raises(UnknownGame, match="There is no game 'chess'"):
        simulate("chess", ["random", "random"])
