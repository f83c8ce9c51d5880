"""What a browser can ask about the games themselves; nothing here knows a running table."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from msgspec import UNSET, UnsetType

from kamiza import games
from kamiza.bots.levels import Level, levels_of
from kamiza.bots.puzzles import Puzzle, number_of_puzzles, puzzles_of
from kamiza.core.content import Table, game_folder, read_toml
from kamiza.core.game import Game, Setup
from kamiza.core.lesson import Step, read_lesson
from kamiza.core.refusal import Refusal
from kamiza.core.rules import Rule
from kamiza.core.speech import Listener
from kamiza.core.subjects import Counted, history_of
from kamiza.core.terms import Named, read_terms
from kamiza.play.lesson_files import Lesson, Quiz, studies_of
from kamiza.play.puzzles import PuzzleGuide
from kamiza.play.quiz import questions_of
from kamiza.server import game_types, messages
from kamiza.server.guiding import plan_part
from kamiza.server.messages import Text
from kamiza.server.publishing import text_of


def both(table: Table, field: str) -> Text:
    return Text(en=table.text(field), ja=table.text(f"{field}_ja"))


@cache
def game_infos() -> list[game_types.GameInfo]:
    """Every game one can play here."""
    return [game_info(name) for name in games.NAMES]


async def read_ahead() -> None:
    """Read all games, one at a time, before somebody asks for their list."""
    for name in games.NAMES:
        game_info(name)
        await asyncio.sleep(0)


@cache
def game_info(name: str) -> game_types.GameInfo:
    content = read_toml(game_folder(name), "game.toml")
    about = content.table("game")
    settings = content.table("settings") if "settings" in content.data else None
    first = content.table("first_game")
    return game_types.GameInfo(
        name,
        both(about, "title"),
        both(about, "subtitle"),
        list(range(about.number("players_min"), about.number("players_max") + 1)),
        about.number("minutes"),
        about.number("age"),
        [game_setting(name, key, settings.table(key)) for key in settings.data] if settings else [],
        game_types.FirstGame(first.number("seats"), first.table("settings").data),
        has_secrets(name),
        [bot_level(level) for level in levels_of(games.game(name))],
        lesson_infos(name),
        number_of_puzzles(name),
        game_history(name),
    )


def game_history(name: str) -> game_types.GameHistory:
    """What is asked about games that were played."""
    asked = history_of(name)

    def counted(by: Counted | None) -> game_types.CountedBy | None:
        if by is None:
            return None
        return game_types.CountedBy(by.kind, Text(en=by.label["en"], ja=by.label["ja"]))

    return game_types.GameHistory(
        counted(asked.by), counted(asked.favourite), asked.keepsake is not None
    )


def bot_level(level: Level) -> game_types.BotLevel:
    name, character = level.name, level.character
    return game_types.BotLevel(
        level.level,
        Text(en=name["en"], ja=name["ja"]),
        Text(en=character["en"], ja=character["ja"]),
    )


def game_setting(game: str, name: str, table: Table) -> game_types.GameSetting:
    values = [
        game_types.SettingValue(
            value.data["value"],
            both(value, "label"),
            both(value, "help"),
            seats_for(game, {name: value.data["value"]}),
        )
        for value in (table.tables("value", "value") if "value" in table.data else [])
    ]
    return game_types.GameSetting(
        name,
        table.data["default"],
        both(table, "label"),
        both(table, "help"),
        values,
        table.table("when").data if "when" in table.data else {},
        table.flag("rare"),
        table.texts("deals") if "deals" in table.data else [],
        table.maybe_text("pick"),
    )


def seats_for(name: str, settings: dict[str, Any]) -> list[int]:
    """For how many players there can be such a table; the rules are asked, nobody else knows."""
    game = games.game(name)
    numbers = range(game.least_seats, game.most_seats + 1)
    return [seats for seats in numbers if can_be_set(game, Setup(seats, settings))]


def advice(name: str, trial: game_types.Trial) -> game_types.Advice:
    """What the rules say to a table before it is set."""
    game = games.game(name)
    setup = Setup(trial.seats, trial.settings)
    listeners = [Listener("en"), Listener("ja")]
    try:
        game.start(setup)
    except Refusal as refused:
        english, japanese = (game.speech.refusal(refused, to) for to in listeners)
        return game_types.Advice(Text(en=english, ja=japanese), [])
    both_ways = zip(*(game.notices(setup, to) for to in listeners))
    notices = [Text(en=english, ja=japanese) for english, japanese in both_ways]
    return game_types.Advice(None, notices)


def can_be_set(game: Game, setup: Setup) -> bool:
    try:
        game.start(setup)
    except Refusal:
        return False
    return True


@cache
def rule_list(name: str, study: bool) -> game_types.RuleList:
    """The rules; those that spoil what a player may have to know by heart only for study."""
    book = games.game(name).book
    return game_types.RuleList(
        [
            game_types.RuleChapter(id, text(title), id in book.details)
            for id, title in book.chapters.items()
        ],
        [rule_text(rule) for rule in book.rules.values() if study or not rule.secret],
        has_secrets(name),
    )


def has_secrets(name: str) -> bool:
    """Is there something a player may have to know by heart?"""
    return any(rule.secret for rule in games.game(name).book.rules.values())


def rule_text(rule: Rule) -> game_types.RuleText:
    return game_types.RuleText(
        rule.id, rule.chapter, text(rule.text), rule.source, maybe(rule.question),
        maybe(rule.why), maybe(rule.when), maybe(rule.term),
    )  # fmt: skip


def text(words: dict[str, str]) -> Text:
    return Text(en=words["en"], ja=words["ja"])


def maybe(words: dict[str, str]) -> Text | UnsetType:
    return text(words) if words else UNSET


@cache
def lesson(name: str) -> list[game_types.LessonPart]:
    """How the game is played, in a dozen sentences."""
    return [
        game_types.LessonPart(text(part.title), [lesson_step(step) for step in part.steps])
        for part in read_lesson(name, games.game(name).book)
    ]


def lesson_step(step: Step) -> game_types.LessonStep:
    return game_types.LessonStep(step.picture, text(step.text), step.rules)


def puzzle_infos(name: str) -> list[game_types.PuzzleInfo]:
    """All puzzles of a game, without their answers."""
    return [
        game_types.PuzzleInfo(
            one.number, text_of(one.task), one.setup.seats, messages.SEATS[one.you]
        )
        for one in puzzles_of(name)
    ]


def puzzle_plans(puzzle: Puzzle) -> list[messages.PuzzlePlan]:
    """The answer, and the next best."""
    guide = PuzzleGuide(puzzle, games.game(puzzle.game))
    return [plan_part(plan) for plan in guide.plans()]


def lesson_infos(name: str) -> list[game_types.LessonInfo]:
    """The lessons of a game."""
    return [
        game_types.LessonInfo(
            study.id, "table" if isinstance(study, Lesson) else "quiz", text(study.title),
            text(study.about), study.minutes,
        )
        for study in studies_of(name).values()
    ]  # fmt: skip


@cache
def quiz(name: str, id: str) -> game_types.Quiz | None:
    """A quiz with its right answers: whoever cheats here cheats nobody else."""
    found = studies_of(name).get(id)
    if not isinstance(found, Quiz):
        return None
    return game_types.Quiz(
        text(found.title),
        [
            game_types.QuizQuestion(
                text(question.ask),
                [
                    game_types.QuizChoice(text(choice.text), choice.is_right)
                    for choice in question.choices
                ],
                text(question.why),
            )
            for question in questions_of(found, games.game(name))
        ],
    )


@cache
def card_gallery(name: str, study: bool) -> dict[str, list[dict[str, Any]]]:
    """Every card by group, texts in both languages as `{en, ja}`."""
    speech = games.game(name).speech
    groups: dict[str, list[dict[str, Any]]] = {}
    other = {(card["group"], card["id"]): card for card in speech.cards("ja", study)}
    for english in speech.cards("en", study):
        japanese = other[english["group"], english["id"]]
        card = {key: in_both(value, japanese.get(key)) for key, value in english.items()}
        group = str(english["group"])
        groups.setdefault(GROUPS.get(group, group), []).append(card)
    return groups


# The names of the groups in docs/protocol.md.
GROUPS = {"god_cards": "gods", "offering_cards": "offerings"}


def in_both(english: Any, japanese: Any) -> Any:
    """A value that is a text in each language becomes `{en, ja}`; ids and numbers stay."""
    if isinstance(english, str) and english != japanese:
        return {"en": english, "ja": japanese}
    if isinstance(english, list) and isinstance(japanese, list):
        return [in_both(a, b) for a, b in zip(english, japanese)]
    if isinstance(english, dict) and isinstance(japanese, dict):
        return {key: in_both(value, japanese.get(key)) for key, value in english.items()}
    return english


@cache
def names(name: str) -> list[game_types.NamedThing]:
    """Everything that sentences of a game can name: things on the table, and terms of its rules."""
    game = games.game(name)
    english, japanese = (game.speech.things(Listener(language)) for language in ("en", "ja"))
    things = [
        Named(
            thing, {"en": first, "ja": japanese[thing][0]}, {"en": rest, "ja": japanese[thing][1:]}
        )
        for thing, (first, *rest) in english.items()
    ]
    return [
        game_types.NamedThing(one.thing, text(one.name), one.forms, one.rules)
        for one in [*things, *read_terms(name, game.book)]
    ]


@cache
def words(name: str) -> dict[str, Text]:
    """The game's catalogue of words."""
    return {key: text(word) for key, word in games.game(name).words.words.items()}
