"""What people at a table read: refusals, events and the labels of moves, in every language.

A name is left open as `{A}` ... `{F}`; whoever shows the sentence fills it in as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from kamiza.core.action import LETTERS, NOBODY, Refusal
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.rules import LANGUAGES, Words
from kamiza.core.speech import Listener, Speech
from kamiza.play.words import Text

Label = dict[str, Text]

PLACES = tuple("{" + letter + "}" for letter in LETTERS)
LISTENERS = tuple(Listener(language, PLACES) for language in LANGUAGES)


MOST_REMEMBERED = 20_000


class RememberingWords(Words):
    """The words of a game, each sentence put together only once: a table repeats itself."""

    def __init__(self, words: Words) -> None:
        self.words = words.words
        self.said: dict[tuple[object, ...], str] = {}

    def say(self, key: str, language: str = "en", **facts: object) -> str:
        wanted = (key, language, *facts.items())
        sentence = self.said.get(wanted)
        if sentence is None:
            if len(self.said) > MOST_REMEMBERED:
                self.said.clear()
            sentence = self.said[wanted] = super().say(key, language, **facts)
        return sentence


@cache
def teller(game: Game) -> Speech:
    """The game's own speech, with words that remember."""
    speech = copy(game.speech)
    speech.words = RememberingWords(game.words)
    return speech


class Adviser(Protocol):
    """What a game's own `advice` module has."""

    def advice(self, game: Game, view: dict[str, Any]) -> dict[str, object] | None: ...


@cache
def adviser_of(game: Game) -> Adviser | None:
    """The game's own arithmetic for the open question, if it has any."""
    name = f"kamiza.games.{game.name}.advice"
    return cast(Adviser, import_module(name)) if find_spec(name) else None


def advice(game: Game, view: dict[str, Any]) -> dict[str, object] | None:
    """What a player would count up before answering, from the view alone."""
    adviser = adviser_of(game)
    return adviser.advice(game, view) if adviser is not None else None


@cache
def known_labels(game: Game) -> dict[tuple[object, ...], Label]:
    """The labels made before."""
    return {}


@cache
def sentences_of(game: Game) -> dict[str, Text]:
    """The sentences of events told before."""
    return {}


def refusal(game: Game, refusal: Refusal) -> Text:
    """The sentence a refused player reads."""
    return {to.language: teller(game).refusal(refusal, to) for to in LISTENERS}


def rule_behind(game: Game, rule: str, state: State) -> str:
    """The rule that explains a refusal best, for the question that is open in this state."""
    question = game.question(state) if state.asked != NOBODY else ""
    return teller(game).rule_behind(rule, question)


def event_sentence(game: Game, seen: dict[str, Any]) -> Text:
    """One sentence for what a seat saw."""
    speech, told = teller(game), sentences_of(game)
    wanted = repr(seen)
    sentence = told.get(wanted)
    if sentence is None:
        if len(told) > MOST_REMEMBERED:
            told.clear()
        sentence = {to.language: speech.event(seen, to) for to in LISTENERS}
        told[wanted] = sentence
    return sentence


def labels(game: Game, view: dict[str, Any]) -> dict[str, Label]:
    """What the button of each listed move says and what would happen, from the view alone."""
    return {move: label(game, move, view) for move in view["moves"]}


def label(game: Game, move: str, view: dict[str, Any]) -> Label:
    """The label of a move, put together only once for the same facts."""
    facts = game.speech.depends_on(move, view)
    if facts is None:
        return new_label(game, move, view)
    known, wanted = known_labels(game), (move, *facts)
    found = known.get(wanted)
    if found is None:
        if len(known) > MOST_REMEMBERED:
            known.clear()
        found = known[wanted] = new_label(game, move, view)
    return found


def new_label(game: Game, move: str, view: dict[str, Any]) -> Label:
    """The button of one move, its effect, and its price if that deserves a second thought."""
    speech = teller(game)
    texts: Label = {
        "label": {to.language: speech.move(move, view, to) for to in LISTENERS},
        "effect": {to.language: speech.effect(move, view, to) for to in LISTENERS},
    }
    warning = {to.language: speech.warning(move, view, to) for to in LISTENERS}
    if any(warning.values()):
        texts["warning"] = warning
    return texts


def opening(game: Game, start: State, seat: int) -> list[dict[str, object]]:
    """What had happened when the first question was asked, as the seat may know it."""
    told = []
    for seen in game.speech.opening(game.screen(game.view(start, seat))):
        facts = {name: fact for name, fact in seen.items() if name != "event"}
        told.append(Told(game, 0, Event(str(seen["event"]), facts)).dressed(seat))
    return told


def deed(game: Game, told: Sequence[Told]) -> Text | None:
    """What everybody saw of one act, in the game's own words; nothing if it was all hidden."""
    seen = [one.event.seen_by(-1) for one in told]
    lines = {to.language: teller(game).story(seen, to) for to in LISTENERS}
    if not all(lines.values()):
        return None
    return {language: found[0].text for language, found in lines.items()}


class Told:
    """One event with its number, as each seat may know it."""

    __slots__ = ("event", "game", "n", "public", "secret", "sentence")

    def __init__(self, game: Game, n: int, event: Event, sentence: Text | None = None) -> None:
        self.game = game
        self.n = n  # the version of the table after the move that caused it
        self.event = event
        self.sentence = sentence
        self.public: dict[str, object] | None = None
        self.secret: dict[str, object] | None = None

    def for_seat(self, seat: int) -> dict[str, object]:
        """The event as the seat may know it; made once for those who know and once for others."""
        if self.event.secret is not None and seat >= 0 and self.event.audience >> seat & 1:
            if self.secret is None:
                self.secret = self.dressed(seat)
            return self.secret
        if self.public is None:
            self.public = self.dressed(-1)
        return self.public

    def dressed(self, seat: int) -> dict[str, object]:
        seen = self.event.seen_by(seat)
        return {**seen, "n": self.n, "sentence": self.sentence or event_sentence(self.game, seen)}
