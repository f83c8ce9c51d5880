"""What people at a table read: refusals, stories and the labels of moves, in every language.

A name is left open as `{A}` ... `{F}`; whoever shows the sentence fills it in as text.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache

from kamiza.core.action import LETTERS, NOBODY
from kamiza.core.game import Game, State
from kamiza.core.refusal import Refusal
from kamiza.core.rules import LANGUAGES, Words
from kamiza.core.speech import Facts, Line, Listener, Speech
from kamiza.play.words import Text

Label = dict[str, Text]

PLACES = tuple("{" + letter + "}" for letter in LETTERS)
LISTENERS = tuple(Listener(language, PLACES) for language in LANGUAGES)

MOST_REMEMBERED = 20_000


class RememberingWords(Words):
    """The words of a game, each sentence put together only once: a table repeats itself."""

    def __init__(self, words: Words) -> None:
        self.words = words.words
        self.events = words.events
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
    """The game's own speech, which remembers what it has said."""
    speech = copy(game.speech)
    speech.words = RememberingWords(game.words)
    speech.event = RememberedEvents(speech.event)  # type: ignore[method-assign]
    return speech


class RememberedEvents:
    """The sentences of single events, for the stories they are part of."""

    def __init__(self, tell: Callable[[Facts, Listener], str]) -> None:
        self.tell = tell
        self.said: dict[tuple[str, str], str] = {}

    def __call__(self, seen: Facts, to: Listener) -> str:
        wanted = (repr(seen), to.language)
        sentence = self.said.get(wanted)
        if sentence is None:
            if len(self.said) > MOST_REMEMBERED:
                self.said.clear()
            sentence = self.said[wanted] = self.tell(seen, to)
        return sentence


@cache
def known_labels(game: Game) -> dict[tuple[object, ...], Label]:
    """The labels made before."""
    return {}


@cache
def known_stories(game: Game) -> dict[str, list[tuple[Line, Text]]]:
    """What was told before, by its facts."""
    return {}


def refused(game: Game, refusal: Refusal, state: State | None = None) -> Refusal:
    """A refusal with its sentences, and with the rule behind it at the question of this state."""
    is_asked = state is not None and state.asked != NOBODY
    question = game.question(state) if state is not None and is_asked else ""
    refusal.sentences = {to.language: teller(game).refusal(refusal, to) for to in LISTENERS}
    refusal.behind = teller(game).rule_behind(refusal.rule, question)
    return refusal


def story(game: Game, events: list[Facts]) -> list[tuple[Line, Text]]:
    """The lines that tell some events, in every language; the same events are told only once."""
    known, wanted = known_stories(game), repr(events)
    found = known.get(wanted)
    if found is None:
        if len(known) > MOST_REMEMBERED:
            known.clear()
        found = known[wanted] = new_story(game, events)
    return found


def new_story(game: Game, events: list[Facts]) -> list[tuple[Line, Text]]:
    told = [teller(game).story(events, to) for to in LISTENERS]
    return [
        (lines[0], {to.language: line.text for to, line in zip(LISTENERS, lines)})
        for lines in zip(*told, strict=True)
    ]


def labels(game: Game, view: Facts) -> dict[str, Label]:
    """What the button of each listed move says and what would happen, from the view alone."""
    return {move: label(game, move, view) for move in view["moves"]}


def label(game: Game, move: str, view: Facts) -> Label:
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


def new_label(game: Game, move: str, view: Facts) -> Label:
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


def deed(game: Game, events: list[Facts]) -> Text | None:
    """What everybody saw of one act, in the game's own words; nothing if it was all hidden."""
    told = [text for line, text in story(game, events) if not line.is_head]
    return told[0] if told else None
