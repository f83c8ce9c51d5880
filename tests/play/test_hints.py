"""Hints and take-backs speak the game's words, never the engine's."""

from __future__ import annotations

import json
import re

import pytest

from kamiza.core.game import Setup
from kamiza.games import NAMES, game
from kamiza.play import speech
from kamiza.play.table import Table
from kamiza.server.bots import think

ENGINE = re.compile(r"[{_]|\+\w|\bstop\b|\?")
DECISIONS = 40


@pytest.mark.parametrize("name", NAMES)
def test_what_a_bot_would_do_is_told_in_words(name: str) -> None:
    """Whole acts of a game's first turns, from the view of whoever is asked."""
    played = game(name)
    table = Table(played, Setup(2, {}, 5))
    for number in range(DECISIONS):
        if table.is_over:
            break
        seat = table.asked
        known = played.view(table.state, seat)
        moves = think(name, "heuristic", json.dumps(known.as_json()).encode(), number)
        view = played.screen(known)
        for to in speech.LISTENERS:
            said = re.sub(r"\{[A-F]\}", "", played.speech.turn(moves, view, to))
            assert said
            assert not ENGINE.search(said), (moves, said)
        table.accept(table.prepare_act(seat, tuple(moves), table.version, f"c{number}"))


def test_a_taken_back_dedication_is_told_as_everybody_saw_it() -> None:
    table = Table(game("shintoh"), Setup(2, {}, 5))
    seat = table.asked
    table.accept(table.prepare_act(seat, ("+rice", "+salt", "stop"), 0, "a"))
    table.accept(table.prepare_undo(seat, 3, "b"))
    update = table.update(3, 1 - seat)
    name = speech.PLACES[seat]
    sentence = f"{name} takes back the last turn: {name} dedicates rice and salt: total 4."
    assert [line.text["en"] for line in update.lines] == [sentence]
    assert update.events[-1]["since"] == 1
    assert "moves" not in update.events[-1]


def test_a_secret_choice_stays_secret_when_it_is_taken_back() -> None:
    """Who keeps which of two gods is nobody else's business. [KB-RUL-02]"""
    table = Table(game("battles"), Setup(2, {}, 5))
    seat = table.asked
    move = table.game.describe(table.game.moves(table.state)[0])
    table.accept(table.prepare_act(seat, (move,), 0, "a"))
    table.accept(table.prepare_undo(seat, 1, "b"))
    assert move.split()[-1] not in str(table.update(1, 1 - seat))
