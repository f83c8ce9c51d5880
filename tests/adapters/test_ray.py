"""The same work on Ray: the same results to the last digit, and workers may die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kamiza.lab.crew import LOCAL_RAY, Crew, WorkersLost, in_order
from kamiza.lab.simulation import simulate

pytest.importorskip("ray", reason="Ray is not installed: pip install kamiza[ray]")
BOTS = ["heuristic", "heuristic", "random"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three machines, as far as Ray can tell, one processor each."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        made.add_node(num_cpus=1)
    here = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])
    ray.init(
        address=made.address, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": paths}}
    )
    yield made
    ray.shutdown()
    made.shutdown()


def die_once(folder: Path, number: int) -> int:
    if number == 5 and not (folder / "dead").exists():
        (folder / "dead").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise ValueError(f"number {number} is bad")


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_same_to_the_last_digit(cluster: Any, workers: int) -> None:
    alone = simulate("battles", BOTS, games=12)
    assert simulate("battles", BOTS, games=12, jobs=workers, ray=LOCAL_RAY) == alone


def test_a_killed_worker_is_replaced_and_nothing_is_counted_twice(
    cluster: Any, tmp_path: Path
) -> None:
    found = list(in_order(partial(die_once, tmp_path), 0, 30, Crew(2, LOCAL_RAY)))
    assert (tmp_path / "dead").exists()
    assert found == [n * n for n in range(30)]


def test_a_machine_that_goes_down_is_done_without(cluster: Any) -> None:
    """A whole node leaves in the middle of the work."""
    lost = cluster.add_node(num_cpus=1)
    alone = simulate("shintoh", BOTS, games=400)
    plan_of = partial(simulate, "shintoh", BOTS)
    found = []
    for number in in_order(partial(one_game, plan_of), 0, 40, Crew(4, LOCAL_RAY)):
        found.append(number)
        if len(found) == 3:
            cluster.remove_node(lost, allow_graceful=False)
    assert found == [one_game(plan_of, number) for number in range(40)]
    assert alone == simulate("shintoh", BOTS, games=400, jobs=3, ray=LOCAL_RAY)


def one_game(played: Any, number: int) -> Any:
    return played(games=1, seed=number).as_json()


def test_work_that_kills_everybody_is_given_up(cluster: Any) -> None:
    with pytest.raises(WorkersLost, match="3 workers died"):
        list(in_order(die_always, 0, 2, Crew(1, LOCAL_RAY)))


def test_what_goes_wrong_over_there_goes_wrong_here(cluster: Any) -> None:
    with pytest.raises(ValueError, match="is bad"):
        list(in_order(fail, 0, 4, Crew(2, LOCAL_RAY)))
