"""`kamiza replay`: verify, step, print, for people and for programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.program import flat, kamiza

RECORDS = Path(__file__).parents[1] / "records"
OPEN = str(RECORDS / "shintoh_2_heuristic.json")
SEALED = str(RECORDS / "shintoh_4_sealed.json")


def changed(tmp_path: Path, source: str, **changes: Any) -> str:
    data = json.loads(Path(source).read_text(encoding="utf-8")) | changes
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


def test_a_good_record_holds() -> None:
    done = kamiza("replay", SEALED, "--verify")
    assert done.returncode == 0
    assert "is right: 202 moves, all hashes agree. The sealed shuffle is the promised one." in flat(
        done.stdout
    )


def test_a_changed_hash_fails(tmp_path: Path) -> None:
    hashes = json.loads(Path(OPEN).read_text(encoding="utf-8"))["hashes"]
    hashes[9] = "0" * 16
    file = changed(tmp_path, OPEN, hashes=hashes)
    done = kamiza("replay", file, "--verify")
    assert done.returncode == 1
    assert "Move 10 does not lead where the record says" in done.stderr
    assert done.stderr.count("\n") == 1
    verdict = kamiza("replay", file, "--verify", "--json")
    assert verdict.returncode == 1
    assert json.loads(verdict.stdout)["move"] == 10


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({"seed": 12}, 1, "ove 1"),
        ({"digest": "ab12ab12ab12ab12"}, 1, "was made with rules version 2 and cards ab12"),
        ({"game": "chess"}, 2, "There is no game 'chess'. There are: shintoh"),
        ({"format": 9}, 2, "This record has format 9"),
        ({"moves": 5}, 2, "moves: must be a list"),
        ({"result": {"scores": [0, 99], "ranks": [2, 1]}}, 1, "result"),
    ],
)
def test_tampering_of_other_kinds(
    tmp_path: Path, changes: dict[str, Any], code: int, message: str
) -> None:
    done = kamiza("replay", changed(tmp_path, OPEN, **changes), "--verify")
    assert done.returncode == code
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_illegal_move_is_named(tmp_path: Path) -> None:
    done = kamiza("replay", changed(tmp_path, OPEN, moves=["A: \u001b[31mfly"], hashes=[]))
    assert done.returncode == 2
    assert "move 1" in done.stderr
    assert "\x1b" not in done.stderr


def test_broken_files(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"format": 2,', encoding="utf-8")
    done = kamiza("replay", str(file))
    assert done.returncode == 2
    assert "This is not JSON" in done.stderr
    assert "line 1, column" in done.stderr
    assert kamiza("replay", str(tmp_path)).returncode == 2


def test_a_pipe_gets_the_whole_story() -> None:
    done = kamiza("replay", OPEN)
    assert done.returncode == 0
    assert all(f" {number} · " in done.stdout for number in range(1, 17))  # every competition
    assert "wins with" in flat(done.stdout)


def test_a_seat_sees_only_its_own() -> None:
    story = flat(kamiza("replay", OPEN).stdout)
    assert "takes sake from the hand of Mika" in story
    watched = flat(kamiza("replay", SEALED, "--seat", "D").stdout)
    assert "takes a card from the hand of" in watched
    at = flat(kamiza("replay", OPEN, "--at", "20", "--seat", "B").stdout)
    assert "face down Miyazu-hime" not in at
    assert "face down Miyazu-hime" in kamiza("replay", OPEN, "--at", "20").stdout


def test_for_a_program() -> None:
    steps = json.loads(kamiza("replay", OPEN, "--json").stdout)
    record = json.loads(Path(OPEN).read_text(encoding="utf-8"))
    assert [step["hash"] for step in steps[1:]] == record["hashes"]
    hidden = json.loads(kamiza("replay", OPEN, "--json", "--seat", "A", "--at", "0").stdout)
    assert hidden["private"]["face_down_god"]
    assert "known" not in hidden["players"]["B"]


def test_play_on_from_here(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(kamiza("replay", OPEN, "--at", "40", "--json").stdout, encoding="utf-8")
    done = kamiza("play", "shintoh", "--position", str(position), typed="quit\n")
    assert done.returncode == 0
    assert "of 16" in flat(done.stdout)


def test_a_move_that_is_not_there() -> None:
    assert kamiza("replay", OPEN, "--at", "99").returncode == 2
    assert kamiza("replay", OPEN, "--seat", "Q").returncode == 2
