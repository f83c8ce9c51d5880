"""Lessons: every one is played to its end, by every way it allows, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kamiza.core.action import Refusal
from kamiza.core.content import ContentError, Table, game_folder
from kamiza.core.game import PositionError
from kamiza.games import REGISTRY, game
from kamiza.play.lesson_check import Learner, problems
from kamiza.play.lesson_files import (
    Lesson,
    Quiz,
    lessons_of,
    read_lesson_file,
    read_study,
    studies_of,
)
from kamiza.play.lessons import Guide, begin
from kamiza.play.quiz import questions_of
from kamiza.play.table import BOT
from kamiza.play.table import Table as PlayTable

STUDIES = [study for name in REGISTRY for study in studies_of(name).values()]
LESSONS = [study for study in STUDIES if isinstance(study, Lesson)]
QUIZZES = [study for study in STUDIES if isinstance(study, Quiz)]
LEAST = {"shintoh": 3, "kamisama": 5, "kodama": 3, "battles": 5}


def name_of(study: Lesson | Quiz) -> str:
    return f"{study.game}-{study.id}"


@pytest.mark.parametrize("study", STUDIES, ids=name_of)
def test_every_lesson_is_sound(study: Lesson | Quiz) -> None:
    assert problems(study, game(study.game)) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_every_word_is_filled_in_both_languages(lesson: Lesson) -> None:
    pages = Learner(lesson, game(lesson.game), {}, 0).play()
    shown = {page.first + at for page in pages for at in range(len(page.slips))}
    assert shown == set(range(len(lesson.steps))), "some step is never shown"
    for page in pages:
        for slip in page.slips:
            for text in (slip.title, slip.text):
                assert set(text) == {"en", "ja"}
                assert all("." not in gap for gap in gaps(text["en"]) + gaps(text["ja"]))


def gaps(sentence: str) -> list[str]:
    return [part.split("}")[0] for part in sentence.split("{")[1:]]


def test_there_are_enough_lessons() -> None:
    for name, least in LEAST.items():
        assert len(lessons_of(name)) >= least
        assert all(3 <= lesson.minutes <= 6 for lesson in lessons_of(name).values())


# -- a lesson that is wrong is found --------------------------------------------------------------


def first_god() -> dict[str, Any]:
    file = game_folder("shintoh") / "lessons" / "1_first_god.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def found(change: Callable[[dict[str, Any]], object]) -> str:
    data = first_god()
    change(data)
    try:
        study = read_study("shintoh", Table("lesson.toml", "the file", data), "changed")
        return "\n".join(problems(study, game("shintoh")))
    except (ContentError, PositionError) as wrong:
        return str(wrong)


ALL_OF_IT = "word " * 60 + "{tsukuyomi.name} {tsukuyomi.points}"
ZEUS = {"text": "{zeus.points}", "text_ja": "あ{zeus.points}"}
WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a move that is refused": (lambda d: d["step"][2].update(do=["+salt", "+salt"] * 2), "step 3"),
    "others who are not asked": (lambda d: d["step"][2].update(then=["C: pass"]), "B is asked"),
    "others who are forgotten": (lambda d: d["step"][2].update(then=["B: pass"]), "what C does"),
    "others who may not": (lambda d: d["step"][2].update(then=["B: +salt", "B: stop"]), "step 3"),
    "a thing that is not there": (lambda d: d["step"][0].update(look=["god:zeus"]), "god:zeus"),
    "a card that is not there": (lambda d: d["step"][0].update(ZEUS), "zeus"),
    "a number by hand": (lambda d: d["step"][0].update(text="It is worth 7."), "must be filled in"),
    "one language": (lambda d: d["step"][0].pop("text_ja"), "text_ja is missing"),
    "English twice": (lambda d: d["step"][0].update(text_ja="In English again."), "right language"),
    "different gaps": (lambda d: d["step"][0].update(text_ja="神さまです。"), "different things"),
    "too many words": (lambda d: d["step"][0].update(text=ALL_OF_IT), "too long"),
    "no end": (lambda d: d["step"].pop(), "must end"),
    "no such position": (lambda d: d["given"]["position"].update(altar="ninigi"), "ninigi"),
    "an unknown word": (lambda d: d["step"][0].update(lok=["mine"]), "lok"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    change, words = WRONG[name]
    assert words in found(change), name


# -- a guide --------------------------------------------------------------------------------------


def opened() -> tuple[Guide, PlayTable]:
    lesson = lessons_of("shintoh")["first_god"]
    return Guide(lesson, game("shintoh")), begin(lesson, game("shintoh"))


def act(guide: Guide, table: PlayTable, *moves: str) -> None:
    change = table.prepare_act(table.asked, moves, table.version, str(table.version))
    guide.check(table, change)
    table.accept(change)


def let_others(guide: Guide, table: PlayTable) -> None:
    while table.asked != guide.lesson.you:
        change = table.prepare_act(
            table.asked, guide.answer(table), table.version, f"bot {table.version}", BOT
        )
        table.accept(change)


def test_a_move_that_was_not_asked_for_gets_a_kind_word_and_changes_nothing() -> None:
    guide, table = opened()
    with pytest.raises(Refusal) as kind:
        act(guide, table, "+rice", "stop")
    assert kind.value.rule == "table.lesson"
    assert "one salt" in kind.value.sentences["en"]
    assert "塩" in kind.value.sentences["ja"]
    assert table.version == 0


def test_what_the_rules_refuse_is_refused_by_them_first() -> None:
    guide, table = opened()
    with pytest.raises(Refusal) as refused:
        act(guide, table, "stop")
    assert refused.value.rule.startswith("OF-ERR")


def test_a_task_may_be_done_move_by_move() -> None:
    guide, table = opened()
    act(guide, table, "+salt")
    assert guide.page(table).moves == ("stop",)
    assert guide.page(table).first == 0
    act(guide, table, "stop")
    assert guide.page(table).slips == []  # the others act first
    let_others(guide, table)
    page = guide.page(table)
    assert (page.first, len(page.slips)) == (3, 2)
    assert "2" in page.slips[0].text["en"]  # what lies there now


def test_taking_back_leads_to_the_step_before() -> None:
    guide, table = opened()
    act(guide, table, "+salt", "stop")
    let_others(guide, table)
    assert guide.page(table).first == 3
    table.accept(table.prepare_undo(0, table.version, "back"))
    assert guide.page(table).first == 0
    act(guide, table, "+salt", "stop")
    let_others(guide, table)
    assert guide.page(table).first == 3


def test_after_the_end_nobody_plays_unless_the_learner_does() -> None:
    lesson = lessons_of("shintoh")["treasures"]
    learner = Learner(lesson, game("shintoh"), {}, 0)
    learner.play()
    guide, table = learner.guide, learner.table
    assert guide.rests(table)
    act(guide, table, "pass")
    assert not guide.rests(table)


# -- quizzes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("quiz", QUIZZES, ids=name_of)
def test_a_quiz_asks_what_stands_on_the_cards(quiz: Quiz) -> None:
    questions = questions_of(quiz, game(quiz.game))
    assert len(questions) >= 5
    for question in questions:
        assert any(choice.is_right for choice in question.choices)
        assert not all(choice.is_right for choice in question.choices)
        assert len({choice.text["en"] for choice in question.choices}) == len(question.choices)


def test_the_quiz_of_the_roles_asks_for_all_ten() -> None:
    quiz = studies_of("shintoh")["role_quiz"]
    assert isinstance(quiz, Quiz)
    roles = {
        card["id"] for card in game("shintoh").speech.cards("en", True) if card["group"] == "roles"
    }
    assert {question.answers.split(".")[0] for question in quiz.questions} == roles


def test_what_the_document_shows_is_sound(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    blocks = [part.split("```")[0] for part in text.split("```toml\n")[1:]]
    whole = [block for block in blocks if block.startswith("game =")]
    assert len(whole) == 2
    for block in whole:
        file = tmp_path / "1_shown.toml"
        file.write_text(block, encoding="utf-8")
        study = read_lesson_file(str(file))
        assert problems(study, game(study.game)) == []


def test_no_file_is_forgotten_when_the_package_is_built() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert "games/*/lessons/*.toml" in project["tool"]["setuptools"]["package-data"]["kamiza"]
