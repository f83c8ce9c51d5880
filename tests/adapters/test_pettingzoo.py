"""PettingZoo's own suites, on our tables."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install kamiza[pettingzoo]")
suites = pytest.importorskip(
    "pettingzoo.test", reason="PettingZoo is not installed: pip install kamiza[pettingzoo]"
)

from kamiza.adapters.pettingzoo import env  # noqa: E402
from tests.adapters.tables import IN_FULL, some_tables  # noqa: E402

CYCLES = 1000 if IN_FULL else 150


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """The suites print; their warnings are failures, but for those that every table with an
    action mask gets that is not PettingZoo's own."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_api(name: str, seats: int) -> None:
    suites.api_test(env(name, seats), num_cycles=CYCLES, verbose_progress=False)


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_seeds(name: str, seats: int) -> None:
    suites.seed_test(lambda: env(name, seats), num_cycles=CYCLES // 2)


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_rendering(name: str, seats: int) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed: pip install kamiza[pettingzoo]")
    suites.render_test(lambda render_mode=None: env(name, seats, render_mode=render_mode))


def play(table: Any, seed: int) -> dict[str, float]:
    """A random game; what each agent got in the end."""
    luck = np.random.default_rng(seed)
    table.reset(seed=seed)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, is_over, _, _ = table.last()
        got[agent] += reward
        table.step(None if is_over else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return got


def test_the_winners_share_one_point() -> None:
    for seed in range(3):
        assert sum(play(env("shintoh", 4), seed).values()) == pytest.approx(1.0)


def test_only_who_is_asked_has_choices() -> None:
    table = env("shintoh", 3)
    table.reset(seed=1)
    asked = table.agent_selection
    counts = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert {agent for agent, count in counts.items() if count} == {asked}


def test_a_choice_that_is_not_there_is_refused() -> None:
    table = env("shintoh", 2)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="does not have choice 15"):
        table.step(15)
