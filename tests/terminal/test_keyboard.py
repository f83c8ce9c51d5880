"""A table at one keyboard is the table everybody plays on: its acts, its log, its undo."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kamiza.bots import make_bot
from kamiza.core.game import Setup
from kamiza.core.record import Record, new_record, verify
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.terminal.keyboard import CannotUndo, KeyboardTable

SHINTOH = game("shintoh")
NAMES = ("Mika", "Haru", "Sora")


def table_of(people: Sequence[int], record: Record | None = None) -> KeyboardTable:
    record = record or new_record(SHINTOH, Setup(3, {"first_dealer": "A"}, 7), NAMES)
    bots = {seat: make_bot("heuristic", SHINTOH, seat) for seat in range(3) if seat not in people}
    return KeyboardTable(SHINTOH, record, people, bots, Listener("en", NAMES))


def test_the_log_is_that_of_the_table_with_names_filled_in() -> None:
    table = table_of([0, 1, 2])
    table.send("+rice")
    table.undo(0)
    table.send("+salt")
    table.send("stop")
    assert [line.text for line in table.lines(1)][-3:] == [
        "Mika lays rice.",
        "Mika takes back the last turn: Mika lays rice.",
        "Mika dedicates salt: total 1.",
    ]
    assert table.record().moves == ["A: +salt", "A: stop"]


def test_what_is_new_to_a_seat() -> None:
    table = table_of([0, 1, 2])
    assert table.fresh(0) == len(table.lines(0))
    for move in ("+salt", "stop", "+sake", "stop", "+rice", "stop"):
        table.send(move)
    assert (table.fresh(0), table.fresh(1), table.fresh(2)) == (3, 2, 1)


def test_bots_are_taken_back_and_people_are_not() -> None:
    table = table_of([0, 1])
    table.send("+salt")
    table.send("stop")
    table.send("+sake")
    with pytest.raises(CannotUndo) as stays:
        table.undo(0)
    assert (stays.value.key, stays.value.facts) == ("undo_other", {"name": "Haru"})
    table = table_of([0])
    for move in ("+salt", "stop"):
        table.send(move)
    while table.asked != 0:
        table.let_bot_move()
    assert table.undo(0) == "stop"
    assert table.asked == 0
    assert table.record().moves == ["A: +salt"]


def test_a_game_goes_on_where_its_record_stopped() -> None:
    """From a position as well as from the deal; what was played there can be taken back."""
    first = table_of([0, 1, 2])
    first.send("+salt")
    again = table_of([0, 1, 2], first.record())
    assert again.record() == first.record()
    assert again.undo(0) == "+salt"
    position = new_record(SHINTOH, Setup(3, {}, 4), NAMES, SHINTOH.save(first.state))
    later = table_of([0, 1, 2], position)
    assert later.view(0)["question"] == "GIVE"
    later.send("stop")
    assert verify(SHINTOH, later.record()) == 1
    assert later.undo(0) == "stop"
    assert later.state == later.start
