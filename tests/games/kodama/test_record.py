"""A game of Kodama as a record: free placements and all, replayed and verified. [KO-AIM-03]"""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.record import Mismatch, Record, begin, new_record, note, read_record, verify
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.table import PICK, Kodama

KODAMA = cast(KodamaGame, game("kodama"))


def free_move(state: Kodama, choice: int) -> str:
    """A listed spot, dragged there in one command."""
    places = KODAMA.screen(KODAMA.view(state, state.asked))["places"]
    found = [
        f"grow:{entry['slot']}@{x},{y},r{rotation}"
        for entry in cast("list[dict[str, object]]", places)
        for parent in cast("list[dict[str, object]]", entry["parents"])
        for _, x, y, rotation in cast("list[list[object]]", parent.get("spots", []))
    ]
    return found[choice % len(found)]


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game of two; seat A drags, seat B goes step by step."""
    made = new_record(KODAMA, Setup(2, {"edition": "first"}, 5), ("Mika", "Haru"))
    state = cast(Kodama, begin(KODAMA, made))
    rng = fast_rng(5)
    while state.asked != NOBODY:
        seat = state.asked
        if seat == 0 and state.frame.kind == PICK:
            text = free_move(state, rng.below(200))
        else:
            text = KODAMA.describe(KODAMA.quick_move(state, rng))
        KODAMA.act(state, seat, text)
        note(made, KODAMA, state, seat, text)
    return made


def test_it_is_verified_move_by_move(record: Record) -> None:
    again = read_record(record.as_text())
    assert verify(KODAMA, again) == len(record.moves)
    assert record.result is not None
    assert [a for a in record.moves if a.startswith("A: grow:")]


def test_a_wrong_hash_is_found(record: Record) -> None:
    changed = read_record(record.as_text())
    changed.hashes[20] = "0" * 16
    with pytest.raises(Mismatch):
        verify(KODAMA, changed)


def test_a_move_as_a_number_is_packed_as_it_is_told() -> None:
    """[KO-GEO-18]: the table at the head of `moves.py`."""
    assert KODAMA.parse("spot:w17r30") == 2 << 48 | 30 << 32 | 1 << 16 | 17
    assert KODAMA.parse("place:@-1,2,r3") == 6 << 48 | 3 << 32 | 32767 << 16 | 32770
    far = 52768 << 16 | 12768
    assert KODAMA.parse("grow:2@20000,-20000,r359") == 5 << 48 | 2 << 44 | 359 << 32 | far


@pytest.mark.parametrize("action", [-1, -(1 << 48), 7 << 48, 8 << 48, 200 << 48])
def test_a_number_that_is_no_move(action: int) -> None:
    """Below all moves, and above the last of their seven kinds."""
    rules = game("kodama")
    state = rules.load({"seats": 2})
    refusal = rules.check(state, 0, action)
    assert refusal is not None
    assert refusal.facts == {"code": "bad_command", "text": str(action)}
    assert rules.describe(action) == f"move {action}"
