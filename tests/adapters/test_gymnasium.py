"""Gymnasium's own checks, on our tables."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install kamiza[gymnasium]")
gymnasium = pytest.importorskip(
    "gymnasium", reason="Gymnasium is not installed: pip install kamiza[gymnasium]"
)

import kamiza.adapters.gymnasium as ours  # noqa: E402
from tests.adapters.tables import IN_FULL, some_tables  # noqa: E402


@pytest.fixture(autouse=True)
def strict() -> Any:
    """Some faults are only warnings to Gymnasium."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("observation", ["flat", "dict"])
@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_check_env(name: str, seats: int, observation: str) -> None:
    from gymnasium.utils.env_checker import check_env

    pytest.importorskip("PIL", reason="Pillow is not installed: pip install kamiza[gymnasium]")
    table = gymnasium.make(f"kamiza/{name}-v1", seats=seats, observation=observation, bots="random")
    check_env(table.unwrapped, skip_render_check=False)


def test_check_env_with_free_placements() -> None:
    from gymnasium.utils.env_checker import check_env

    table = gymnasium.make("kamiza/kodama-v1", actions="free", bots="random")
    check_env(table.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_two_tables_match(name: str, seats: int) -> None:
    from gymnasium.utils.env_match import check_environments_match

    one, other = (gymnasium.make(f"kamiza/{name}-v1", seats=seats) for _ in range(2))
    check_environments_match(one, other, num_steps=200 if IN_FULL else 40, seed=3)


def play(table: Any, seed: int) -> float:
    """A random game against the bots; what it brought."""
    luck = np.random.default_rng(seed)
    _, info = table.reset(seed=seed)
    is_over, reward = False, 0.0
    while not is_over:
        choice = luck.choice(np.flatnonzero(info["action_mask"]))
        _, reward, is_over, _, info = table.step(choice)
    return float(reward)


def test_bots_have_the_other_seats() -> None:
    against = {
        level: sum(play(ours.KamizaGym("shintoh", 2, bots=level), seed) for seed in range(12))
        for level in ("random", "heuristic")
    }
    assert against["random"] > against["heuristic"]


def test_a_refused_choice_changes_nothing_and_says_why() -> None:
    table = ours.KamizaGym("shintoh", 2)
    before, _ = table.reset(seed=1)
    seen, reward, is_over, _, info = table.step(15)
    assert (seen == before).all()
    assert (reward, is_over) == (-0.01, False)
    assert info["refusal"] == "Choice 15 (rob D) is not there now."


def test_free_placements_are_judged_by_the_rules() -> None:
    """[KO-GEO-14] [KO-GEO-18]"""
    table = ours.KamizaGym("kodama", 2, actions="free", bots="random", first_player="A")
    table.reset(seed=1)
    *_, info = table.step(ours.free_action(0, 4, 0, 8900, 0))
    assert info["refusal"].startswith("KO-ERR-")
    state = table.state_now
    legal = legal_placement(table)
    *_, info = table.step(legal)
    assert "refusal" not in info
    assert state.players[0].tree.size == 2


def legal_placement(table: Any) -> Any:
    """The numbers of the first listed spot of the first card."""
    rules, state = table.rows.game, table.state_now
    display = len(state.display)
    tried = state.clone()
    for question in ("PICK", "ONTO", "SPOT"):
        assert rules.question(tried) == question
        rules.apply(tried, rules.moves(tried)[0])
    placed = tried.players[0].tree.cards[-1]
    slot = list(state.display).index(placed.card)
    return ours.free_action(slot, display, placed.x, placed.y, placed.rotation)


def test_only_kodama_has_free_placements() -> None:
    with pytest.raises(ValueError, match="only Kodama"):
        ours.KamizaGym("shintoh", actions="free")
    with pytest.raises(ValueError, match="no seat 'D'"):
        ours.KamizaGym("shintoh", 3, seat="D")
