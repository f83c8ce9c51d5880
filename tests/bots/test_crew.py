"""Work over many: the same results in the same order, whoever does it, and whoever dies of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from kamiza.lab.crew import Chunks, Crew, Stop, WorkersLost, in_order
from kamiza.lab.journal import Journal
from tests.terminal.program import PATIENCE, kamiza

BOTS = ("--bots", "heuristic,random", "--games", "12", "--seed", "7")


def squared(number: int) -> int:
    return number * number


def die_once(folder: Path, number: int) -> int:
    """Everybody who meets 5 for the first time is killed in the middle of it."""
    (folder / f"{number}.{time.monotonic_ns()}").touch()
    if number == 5 and not (folder / "dead").exists():
        (folder / "dead").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(number)


def die_always(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(number)


def fail(number: int) -> int:
    raise ValueError(f"number {number} is bad")


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_results_come_in_order(workers: int) -> None:
    assert list(in_order(squared, 3, 40, Crew(workers))) == [n * n for n in range(3, 40)]


def test_a_dead_worker_is_replaced_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    found = list(in_order(partial(die_once, tmp_path), 0, 30, Crew(2)))
    assert (tmp_path / "dead").exists()
    assert found == [n * n for n in range(30)]


def test_work_that_kills_everybody_is_given_up() -> None:
    with pytest.raises(WorkersLost, match="3 workers died"):
        list(in_order(die_always, 0, 30, Crew(2)))


def test_what_goes_wrong_in_a_worker_goes_wrong_here() -> None:
    with pytest.raises(ValueError, match="is bad"):
        list(in_order(fail, 0, 4, Crew(2)))


def test_chunks_that_come_back_late_wait_for_those_before() -> None:
    chunks: Chunks[int] = Chunks(0, 3, 2)
    first, second = chunks.take(), chunks.take()
    assert first is not None
    assert second is not None
    chunks.done(second, [1], 0.1)
    assert list(chunks.ready()) == []
    chunks.give_back(first)
    assert chunks.take() == first
    chunks.done(first, [0], 0.1)
    assert list(chunks.ready()) == [0, 1]


@pytest.mark.parametrize("workers", [1, 2])
def test_whoever_wishes_to_stop_keeps_what_is_done(workers: int) -> None:
    with Stop() as stop:
        found = []
        for result in in_order(squared, 0, 10_000_000, Crew(workers), stop):
            found.append(result)
            if len(found) == 5:
                os.kill(os.getpid(), signal.SIGINT)
    assert 5 <= len(found) < 10_000_000
    assert found == [n * n for n in range(len(found))]


def test_a_second_wish_is_an_order() -> None:
    stop = Stop()
    stop.note(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        stop.note(signal.SIGINT, None)


# -- the commands -----------------------------------------------------------------------------


def told(*words: str) -> dict[str, object]:
    done = kamiza("simulate", "shintoh", *BOTS, "--json", *words)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    del found["seconds"]
    return found


def test_a_simulation_is_the_same_to_the_last_digit_whoever_plays() -> None:
    alone = told("--workers", "1")
    assert alone == told("--workers", "2")
    assert alone == told("--workers", "4")


def test_a_simulation_goes_on_where_it_was_torn(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    whole = told("--keep", str(kept))
    lines = kept.read_text().splitlines(keepends=True)
    assert len(lines) == 13
    kept.write_text("".join(lines[:6]) + lines[6][:10])  # as a power cut leaves it
    refused = kamiza("simulate", "shintoh", *BOTS, "--keep", str(kept))
    assert refused.returncode == 2
    assert "--resume goes on" in refused.stderr
    assert told("--keep", str(kept), "--resume") == whole
    assert kept.read_text().splitlines(keepends=True) == lines
    other = kamiza("simulate", "kodama", *BOTS, "--keep", str(kept), "--resume")
    assert other.returncode == 2
    assert "something else" in other.stderr


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text("an old pond\n")
    with pytest.raises(ValueError, match="no file of results"):
        Journal(poem, {}, resume=True)
    assert poem.read_text() == "an old pond\n"


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "kamiza", "simulate", "shintoh", "--bots", "random,random"]
    command += ["--games", "1000000", "--workers", "2", "--keep", str(kept)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not kept.exists() or kept.read_bytes().count(b"\n") < 3:
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=5 * PATIENCE)
    assert running.returncode == 130
    assert "Stopped after" in err
    assert "--resume goes on" in err
    assert "random" in out
    rows = kept.read_text().splitlines()[1:]
    assert [json.loads(row)["number"] for row in rows] == list(range(len(rows)))


def test_ray_is_asked_for_clearly_where_it_is_missing() -> None:
    try:
        import ray  # noqa: F401
    except ImportError:
        done = kamiza("simulate", "shintoh", *BOTS, "--ray", "local")
        assert done.returncode == 2
        assert "pip install 'kamiza[ray]'" in done.stderr
