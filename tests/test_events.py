"""Every game says which events it has, and nothing names an event that there is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kamiza.games
from kamiza.cases.playthrough import RandomPlay, play_out
from kamiza.core.action import SPECTATOR
from kamiza.core.content import ContentError, Table
from kamiza.core.game import Setup
from kamiza.core.rules import Words
from kamiza.core.speech import Speech
from kamiza.games import NAMES, game

TELLING = ("emit", "show")  # the methods of a state that tell an event


def literals_in(name: str) -> Iterator[tuple[str, bool]]:
    """Every text in the code of a game, and whether it is told as an event right there."""
    for path in (Path(kamiza.games.__file__).parent / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, False
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                first = node.args[0] if node.args else None
                if node.func.attr in TELLING and isinstance(first, ast.Constant):
                    yield str(first.value), True


@pytest.mark.parametrize("name", NAMES)
def test_the_code_tells_only_declared_events(name: str) -> None:
    told = {text for text, is_told in literals_in(name) if is_told}
    assert len(told) > 5
    assert told <= game(name).speech.events


@pytest.mark.parametrize("name", NAMES)
def test_every_declared_event_is_told_somewhere(name: str) -> None:
    """The list itself names each of them once."""
    texts = [text for text, _ in literals_in(name)]
    assert [event for event in game(name).speech.events if texts.count(event) < 2] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_tells_only_declared_events(name: str) -> None:
    """Also before anybody could listen. Cases that misspell one are refused."""
    rules = game(name)
    for seats in range(int(rules.least_seats), int(rules.most_seats) + 1):
        setup = Setup(seats, rules.trial_settings(), 2)
        start = rules.screen(rules.view(rules.start(setup), SPECTATOR))
        opening = {str(seen["event"]) for seen in rules.speech.opening(start)}
        played = play_out(rules, setup, RandomPlay(1, [], policy="quick"), {})
        assert opening | {event.name for event in played.events} <= rules.speech.events
    assert not rules.speech.has_event("pased")


class Lamp(Speech):
    EVENTS = ("lit", "blown_out")


def words(*events: str) -> Words:
    sentences: dict[str, object] = {key: {"en": "It is lit.", "ja": "つく。"} for key in events}
    return Words(Table("words.toml", "the file", {"words": {}, "events": sentences}))


def test_sentences_of_unknown_events_are_refused() -> None:
    book = game("shintoh").book
    assert Lamp(book, words("lit", "lit_twice", "blown_out")).events == {"lit", "blown_out"}
    for misspelt in ("litt", "blown", "out"):
        with pytest.raises(ContentError, match=f"no event for the sentence '{misspelt}'"):
            Lamp(book, words("lit", misspelt))


def test_a_speech_cannot_name_unknown_events() -> None:
    speech = Lamp(game("shintoh").book, words("lit"))
    speech.know_events(["lit"])
    with pytest.raises(ContentError, match="there is no event 'litt'"):
        speech.know_events(["litt"])


def test_a_sentence_is_a_word_or_an_event() -> None:
    entry = {"en": "It is lit.", "ja": "つく。"}
    twice = {"words": {"lit": entry}, "events": {"lit": entry}}
    with pytest.raises(ContentError, match="lit is both a word and the sentence of an event"):
        Words(Table("words.toml", "the file", twice))
