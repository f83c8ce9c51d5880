"""A quiz: questions whose right answers stand on the cards, so that none can be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from kamiza.core.content import ContentError
from kamiza.core.game import Game
from kamiza.core.rng import fast_rng
from kamiza.play.lesson_files import Quiz, QuizQuestion
from kamiza.play.lesson_words import cards_of, filled
from kamiza.play.words import Text


@dataclass(frozen=True)
class Choice:
    text: Text
    is_right: bool


@dataclass(frozen=True)
class Question:
    """A question as it is asked: choose everything that is right."""

    ask: Text
    choices: list[Choice]
    why: Text


def questions_of(quiz: Quiz, game: Game) -> list[Question]:
    return [question_of(question, game, number) for number, question in enumerate(quiz.questions)]


def question_of(question: QuizQuestion, game: Game, number: int) -> Question:
    """The names of the right answers come from the card; the others must not be among them."""
    card, _, field = question.answers.partition(".")
    right: dict[str, list[str]] = {}
    for language in ("en", "ja"):
        names = cards_of(game, language).get(card, {}).get(field)
        if not isinstance(names, list) or not names:
            raise ContentError(f"question {number + 1}: answers: no list at '{question.answers}'")
        right[language] = names
    choices = [Choice({"en": en, "ja": ja}, True) for en, ja in zip(right["en"], right["ja"])]
    for id in question.wrong:
        if id not in cards_of(game, "en"):
            raise ContentError(f"question {number + 1}: wrong: there is no card '{id}'")
        name = {language: str(cards_of(game, language)[id]["name"]) for language in ("en", "ja")}
        if name["en"] in right["en"]:
            raise ContentError(f"question {number + 1}: wrong: '{id}' would be right")
        choices.append(Choice(name, False))
    rng = fast_rng(number + 1)
    mixed = [choices.pop(int(rng.below(len(choices)))) for _ in range(len(choices))]
    return Question(filled(question.ask, game, {}), mixed, filled(question.why, game, {}))
