"""What is said about positions: the names of their fields and values, and what is wrong with one.

The rules say what cannot be in plain English, after the field it is about (`PositionError`). The
data files `position.toml`, one here for what all games share and one in the folder of each game,
say the same in the other languages; a sentence that stands in none of them stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kamiza.core.content import Table, game_folder, read_toml
from kamiza.core.game import Game
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rules import LANGUAGES
from kamiza.core.speech import Listener
from kamiza.play.words import say

FILE = "position.toml"
HOLE = re.compile(r"\{(\w+)\}")
# "A.hand: ", "hall.warriors: ", "players: "; or "A: " and "the position: ", which name no field.
PATH = re.compile(r"(?:(?:([A-F])\.)?([a-z_0-9]+)((?:\.\w+)*)|[A-F]|the position): ")

Text = dict[str, str]


@dataclass(frozen=True)
class Problem:
    """What cannot be, and the field that says it: "A.hand", or nothing if it is no single one."""

    field: str
    where: Text
    text: Text

    def refusal(self) -> Refusal:
        """The same, for a table that was to begin there."""
        refused = Refusal("table.position_wrong", {"field": self.field})
        refused.sentences = say("position_wrong", where=self.where, why=self.text)
        return refused


@dataclass(frozen=True)
class Phrase:
    """One sentence of the rules about positions, and how other languages say it."""

    pattern: re.Pattern[str]
    text: Text


@dataclass(frozen=True)
class PositionWords:
    """All that is said of the positions of a game."""

    fields: dict[str, Text]
    values: dict[str, Text]
    phrases: tuple[Phrase, ...]


def texts_of(content: Table, name: str) -> dict[str, Text]:
    table = content.table(name) if name in content.data else Table("", name, {})
    return {key: both(table.table(key)) for key in table.data}


def phrases_of(content: Table) -> tuple[Phrase, ...]:
    tables = content.tables("problem", "en") if "problem" in content.data else []
    return tuple(Phrase(pattern_of(one.text("en")), both(one)) for one in tables)


def both(table: Table) -> Text:
    return {language: table.text(language) for language in LANGUAGES}


def pattern_of(sentence: str) -> re.Pattern[str]:
    """A sentence with holes as something that finds what stands in them."""
    pieces = HOLE.split(sentence)
    fixed = [re.escape(piece) for piece in pieces[::2]]
    holes = [f"(?P<{name}>.+?)" for name in pieces[1::2]]
    return re.compile("".join(a + b for a, b in zip(fixed, [*holes, ""])), re.DOTALL)


@cache
def common_words() -> PositionWords:
    content = read_toml(files("kamiza.play"), FILE)
    return PositionWords(
        texts_of(content, "fields"), texts_of(content, "values"), phrases_of(content)
    )


@cache
def position_words(game: Game) -> PositionWords:
    """Its own words, then those of all games, then those of its catalogue."""
    shared = common_words()
    folder = game_folder(game.name)
    if not (folder / FILE).is_file():
        return shared
    content = read_toml(folder, FILE)
    return PositionWords(
        shared.fields | texts_of(content, "fields"),
        shared.values | texts_of(content, "values"),
        phrases_of(content) + shared.phrases,
    )


def label_of(game: Game, name: str) -> Text:
    """What a field is called."""
    said = position_words(game).fields.get(name) or game.words.words.get(name)
    return said or dict.fromkeys(LANGUAGES, name.replace("_", " "))


@cache
def value_names(game: Game) -> dict[str, Text]:
    """What a value is called: a card by its name, a word by what it means."""
    english, japanese = (game.speech.things(Listener(language)) for language in LANGUAGES)
    named = {
        thing.rpartition(":")[2]: {"en": said[0], "ja": japanese[thing][0]}
        for thing, said in english.items()
    }
    called = Counter(text["en"] for text in named.values())
    for value, text in named.items():
        if called[text["en"]] > 1:  # cards that look alike are told apart by their numbers
            named[value] = {to: f"{value} {said}" for to, said in text.items()}
    return named | position_words(game).values


# -- what is wrong -----------------------------------------------------------------------------


def problem_of(game: Game, error: PositionError) -> Problem:
    """What an error says, in every language."""
    sentence, seat, field, below = str(error), None, "", ""
    found = PATH.match(sentence)
    if found is not None:
        seat, field, below = found[1], found[2] or "", found[3] or ""
        sentence = sentence[found.end() :]
    place = "" if not field else f"{seat}.{field}" if seat else field
    return Problem(place, where_of(game, seat, field, below), said_of(game, sentence))


def refused_settings(game: Game, refused: Refusal) -> Problem:
    """What the rules say against the settings of a position."""
    text = {to: game.speech.refusal(refused, Listener(to)) for to in LANGUAGES}
    return Problem("settings", where_of(game, None, "settings", ""), text)


def where_of(game: Game, seat: str | None, field: str, below: str) -> Text:
    """The name of the field, with its seat."""
    if not field:
        return dict.fromkeys(LANGUAGES, "")
    label = label_of(game, field)
    part = label_of(game, below[1:]) if below else dict.fromkeys(LANGUAGES, "")
    found: Text = {}
    for to in LANGUAGES:
        words = [word for word in (seat or "", label[to], part[to]) if word]
        found[to] = "、".join(words) + "。" if to == "ja" else ", ".join(words) + ". "
    return found


def said_of(game: Game, sentence: str) -> Text:
    for phrase in position_words(game).phrases:
        found = phrase.pattern.fullmatch(sentence)
        if found is not None:
            return {
                to: finished(filled(game, phrase.text[to], found.groupdict(), to), to)
                for to in LANGUAGES
            }
    return {to: finished(sentence, "en") for to in LANGUAGES}


def filled(game: Game, text: str, facts: dict[str, str], to: str) -> str:
    names = value_names(game)

    def fill(hole: re.Match[str]) -> str:
        parts = [part.strip("'\"") for part in facts[hole[1]].split(", ")]
        return ("、" if to == "ja" else ", ").join(names.get(p, {}).get(to, p) for p in parts)

    return HOLE.sub(fill, text)


def finished(sentence: str, to: str) -> str:
    """As a sentence by itself."""
    sentence = sentence[:1].upper() + sentence[1:]
    stop = "。" if to == "ja" else "."
    return sentence if sentence.endswith((".", "。", ")", "）")) else sentence + stop
