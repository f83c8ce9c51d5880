"""What is asked about the games themselves; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kamiza.server.messages import Seat, Text


class SettingValue(Struct):
    """One choice of a setting."""

    value: Any
    label: Text
    help: Text
    seats: list[int]  # the numbers of players it can be chosen for


class GameSetting(Struct):
    """Something to choose before a game."""

    name: str
    default: Any
    label: Text
    help: Text
    values: list[SettingValue]
    when: dict[str, Any]  # matters only while other settings have these values
    rare: bool  # for those who know the game
    deals: list[str]  # each seat has a switch; who turns it on is dealt the next of these
    pick: str  # not one of the values, but a list of cards of this group


class Trial(Struct):
    """`POST /api/games/<game>/advice`: a table one thinks of."""

    seats: Annotated[int, Meta(ge=1, le=8)]
    settings: dict[str, Any] = {}


class Advice(Struct):
    """Why there can be no such table, or what is advised against at it."""

    refusal: Text | None
    notices: list[Text]


class FirstGame(Struct):
    """A good table for people who have never played this game."""

    seats: int
    settings: dict[str, Any]


class BotLevel(Struct):
    """A bot that can take a seat, and its character."""

    level: str
    name: Text
    character: Text


class CountedBy(Struct):
    """What a player's own games are counted by, such as their kami."""

    kind: str
    label: Text


class GameHistory(Struct):
    """What is asked about games that were played."""

    by: CountedBy | None
    favourite: CountedBy | None
    keepsake: bool  # something of each player is left to be looked at


class GameInfo(Struct):
    """A game one can play here."""

    name: str
    title: Text
    subtitle: Text
    players: list[int]
    minutes: int
    age: int
    settings: list[GameSetting]
    first: FirstGame
    study: bool  # something is known by heart, so the rules show it for study only
    bots: list[BotLevel]  # from easy to hard
    lessons: list[LessonInfo]  # in the order in which they build on each other
    puzzles: int  # how many there are
    history: GameHistory


class NewLesson(Struct):
    """`POST /api/games/<game>/lessons/<lesson>`: a table for somebody who learns."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class PuzzleInfo(Struct):
    """`GET /api/games/<game>/puzzles`: one of them."""

    number: int
    task: Text
    players: int
    seat: Seat


class LessonInfo(Struct):
    """A lesson of a game; `kind` is "table" or "quiz"."""

    id: str
    kind: Literal["table", "quiz"]
    title: Text
    about: Text
    minutes: int


class QuizChoice(Struct):
    """One answer that can be chosen."""

    text: Text
    right: bool


class QuizQuestion(Struct):
    """Choose everything that is right; `why` is read afterwards."""

    ask: Text
    choices: list[QuizChoice]
    why: Text


class Quiz(Struct):
    """`GET /api/games/<game>/lessons/<quiz>`."""

    title: Text
    questions: list[QuizQuestion]


class NamedThing(Struct, omit_defaults=True):
    """Something that sentences name: a thing as the log calls it, or a term of the rules."""

    thing: str
    name: Text
    forms: dict[str, list[str]] = {}  # what else it is called, by language
    rules: list[str] = []


class LessonStep(Struct):
    """One picture of how a game is played, and the rules it explains."""

    picture: str
    text: Text
    rules: list[str]


class LessonPart(Struct):
    """Some steps of a lesson under one heading."""

    title: Text
    steps: list[LessonStep]


class RuleChapter(Struct):
    """A chapter of the rule list."""

    id: str
    title: Text
    detail: bool  # for looking up, not for learning


class RuleText(Struct, omit_defaults=True):
    """One rule; rulings have a question and a reason, glossary entries a term."""

    id: str
    chapter: str
    text: Text
    source: str
    question: Text | UnsetType = UNSET
    why: Text | UnsetType = UNSET
    when: Text | UnsetType = UNSET
    term: Text | UnsetType = UNSET


class RuleList(Struct):
    """`GET /api/games/<game>/rules`."""

    chapters: list[RuleChapter]
    rules: list[RuleText]
    study: bool  # something is shown for study only
