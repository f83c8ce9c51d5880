"""Many games in one call are the same games as one by one."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install kamiza[lab]")

from kamiza.adapters.rows import Rows  # noqa: E402
from kamiza.adapters.vector import VectorGames  # noqa: E402
from kamiza.core.batch import ChoiceError  # noqa: E402
from tests.adapters.tables import some_tables  # noqa: E402

COUNT = 6
STEPS = 60


def check_rows(games: VectorGames, rows: Rows) -> None:
    """What the arrays say is what each game says by itself."""
    for number, state in enumerate(games.batch.states):
        seat = int(state.asked)
        assert games.asked[number] == seat
        assert (games.observations[number] == rows.observe(state, seat)).all()
        assert (games.masks[number] == rows.mask(state, seat)).all()


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_arrays_say_what_the_games_say(name: str, seats: int) -> None:
    games, rows = VectorGames(name, seats, COUNT, seed=3), Rows(name, seats)
    for _ in range(STEPS):
        picks = games.pick()
        assert games.masks[np.arange(COUNT), picks].all()
        games.step(picks)
        check_rows(games, rows)
    assert games.decisions == COUNT * STEPS


def test_a_finished_game_is_followed_by_another() -> None:
    games = VectorGames("shintoh", 2, COUNT, seed=1)
    finished = 0
    while finished < 3 * COUNT:
        games.step(games.pick())
        for number in np.flatnonzero(games.ended):
            assert games.rewards[number].sum() == pytest.approx(1.0)
            assert games.batch.states[number].asked >= 0
            finished += 1
    assert games.batch.finished == finished


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int) -> Any:
        games = VectorGames("kamisama", 3, COUNT, seed=seed)
        for _ in range(20):
            games.step(games.pick())
        return games.observations.copy()

    assert (played(5) == played(5)).all()
    assert (played(5) != played(6)).any()


def test_a_choice_that_is_not_there_changes_nothing() -> None:
    games = VectorGames("shintoh", 2, COUNT, seed=1)
    before = games.observations.copy()
    wrong = games.pick().copy()
    wrong[-1] = 15  # "rob D" in a game for two
    with pytest.raises(ChoiceError, match="game 5: choice 15"):
        games.step(wrong)
    assert (games.observations == before).all()
    with pytest.raises(ChoiceError):
        games.step(np.full(COUNT, 2**31 - 1))
    with pytest.raises(ChoiceError):
        games.step(np.full(COUNT, -1))
    with pytest.raises(ChoiceError, match="6 games want 6 choices"):
        games.step(wrong[:3])
    assert games.decisions == 0


def test_settings_are_those_of_the_game() -> None:
    games = VectorGames("shintoh", 2, 2, first_dealer="B")
    assert list(games.asked) == [1, 1]
