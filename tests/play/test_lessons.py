"""Lessons: every one is played to its end, by every way it allows, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kamiza.core.content import ContentError, Table, game_folder
from kamiza.core.game import Setup
from kamiza.core.refusal import PositionError, Refusal
from kamiza.games import REGISTRY, game
from kamiza.play.lesson_check import LONGEST, LONGEST_TITLE, Learner, problems
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
from kamiza.play.table import BOT, BRANCH
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
NO_FIELD = {"text": "{tsukuyomi.zeus}", "text_ja": "あ{tsukuyomi.zeus}"}
NO_WORD = {"text": "{word.zeus}", "text_ja": "あ{word.zeus}"}
WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a move that is refused": (lambda d: d["step"][2].update(do=["+salt", "+salt"] * 2), "step 3"),
    "others who are not asked": (lambda d: d["step"][2].update(then=["C: pass"]), "B is asked"),
    "others who are forgotten": (lambda d: d["step"][2].update(then=["B: pass"]), "what C does"),
    "others who may not": (lambda d: d["step"][2].update(then=["B: +salt", "B: stop"]), "step 3"),
    "a thing that is not there": (
        lambda d: d["step"][0].update(look=["god:zeus"]), "step 1: look: there is no 'god:zeus'"
    ),
    "a thing without a kind": (
        lambda d: d["step"][0].update(look=["zeus"]), "step 1: look: there is no 'zeus'"
    ),
    "a thing of no kind": (
        lambda d: d["step"][0].update(look=[":A"]), "step 1: look: there is no ':A'"
    ),
    "a card that is not there": (lambda d: d["step"][0].update(ZEUS), "zeus"),
    "a field that is not there": (lambda d: d["step"][0].update(NO_FIELD), "there is no 'zeus'"),
    "a word that is not there": (lambda d: d["step"][0].update(NO_WORD), "no word 'zeus'"),
    "a number by hand": (lambda d: d["step"][0].update(text="It is worth 7."), "must be filled in"),
    "one language": (lambda d: d["step"][0].pop("text_ja"), "text_ja is missing"),
    "English twice": (lambda d: d["step"][0].update(text_ja="In English again."), "right language"),
    "different gaps": (lambda d: d["step"][0].update(text_ja="神さまです。"), "different things"),
    "too many words": (lambda d: d["step"][0].update(text=ALL_OF_IT), "too long"),
    "no end": (lambda d: d["step"].pop(), "must end"),
    "nothing to do": (lambda d: d.update(step=d["step"][:1]), "something is done"),
    "no move": (lambda d: d["step"][2].update(do=[]), "at least one move"),
    "another way that is refused": (
        lambda d: d["step"][2].update(also=[{"do": ["+sake", "+sake"]}]), "step 3: 'A: +sake'"
    ),
    "another way with an unknown word": (
        lambda d: d["step"][2].update(also=[{"do": "+salt", "replay": "Good."}]), "replay"
    ),
    "nothing to begin from": (lambda d: d.update(given={}), "position, setup or both"),
    "an unknown word of its beginning": (lambda d: d["given"].update(card="salt"), "card"),
    "a lesson of another game": (lambda d: d.update(game="kodama"), "is kodama, but the file"),
    "what only a task can have": (lambda d: d["step"][0].update(until="turn"), "without do"),
    "others who act without a task": (
        lambda d: d["step"][0].update(then=["B: pass"]), "then makes no sense without do"
    ),
    "an end that is not one": (lambda d: d["step"][8].update(until="dawn"), "not 'dawn'"),
    "an end where the moves are said": (lambda d: d["step"][2].update(until="turn"), "goes with"),
    "an example that is open": (
        lambda d: d["step"][2].update(do=["+sa*", "stop"]), "exactly which moves"
    ),
    "others without a seat": (lambda d: d["step"][2].update(then=["pass"]), "not 'pass'"),
    "a lesson of no time": (lambda d: d.update(minutes=0), "minutes"),
    "a lesson of a whole evening": (lambda d: d.update(minutes=31), "minutes"),
    "a learner who waits": (lambda d: d["given"]["position"].update(asked="B"), "B is asked"),
    "no such position": (lambda d: d["given"]["position"].update(altar="ninigi"), "ninigi"),
    "an unknown word": (lambda d: d["step"][0].update(lok=["mine"]), "lok"),
    "an unknown word above all steps": (lambda d: d.update(minuets=3), "minuets"),
    "a move that does not bring what is wanted": (
        lambda d: d["step"][2].update(want={"event": "god_won"}), "step 3: 'A: stop'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    change, words = WRONG[name]
    assert words in found(change), name


def test_the_document_has_the_lengths() -> None:
    text = " ".join((Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8").split())
    title, words = LONGEST_TITLE, LONGEST
    assert f"A title has up to {title['en']} letters, a text up to {words['en']};" in text
    assert f"in Japanese {title['ja']} and {words['ja']}." in text


@pytest.mark.parametrize(
    ("name", "most", "letter"),
    [("title", 44, "a"), ("title_ja", 24, "あ"), ("text", 280, "a"), ("text_ja", 140, "あ")],
)
def test_words_may_be_that_long_and_no_longer(name: str, most: int, letter: str) -> None:
    """Where nothing is filled in; a gap is not counted."""
    gap = "{tsukuyomi.name}{tsukuyomi.points}" if name.startswith("text") else ""
    assert found(lambda d: d["step"][0].update({name: letter * most + gap})) == ""
    longer = found(lambda d: d["step"][0].update({name: letter * (most + 1) + gap}))
    assert "too long by 1" in longer


def role_quiz() -> dict[str, Any]:
    file = game_folder("shintoh") / "lessons" / "4_role_quiz.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"answers": "taiji.friends"}, "question 2: answers: no list at 'taiji.friends'"),
        ({"answers": "zeus.members"}, "question 2: answers: no list at 'zeus.members'"),
        ({"wrong": ["zeus"]}, "question 2: wrong: there is no card 'zeus'"),
        ({"wrong": ["uzume"]}, "question 2: wrong: 'uzume' would be right"),
        ({"ask": "The 2 of them?"}, "a number must be filled in"),
        ({"why": "word " * 60}, "too long"),
        ({"reason": "None."}, "reason"),
    ],
)
def test_what_is_wrong_in_a_quiz_is_named(change: dict[str, Any], words: str) -> None:
    data = role_quiz()
    data["question"][1].update(change)
    try:
        study = read_study("shintoh", Table("quiz.toml", "the file", data), "changed")
        found = "\n".join(problems(study, game("shintoh")))
    except ContentError as wrong:
        found = str(wrong)
    assert words in found


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


def test_whoever_plays_freely_has_the_whole_turn() -> None:
    """A step in which any move will do is over when the turn is, not with its first move."""
    data = first_god()
    free = {**data["step"][8]}
    del free["until"]  # until the end of the turn
    data["step"] = [data["step"][0], free, data["step"][9]]
    lesson = read_study("shintoh", Table("lesson.toml", "the file", data), "changed")
    assert isinstance(lesson, Lesson)
    guide, table = Guide(lesson, game("shintoh")), begin(lesson, game("shintoh"))
    act(guide, table, "+salt")
    assert guide.progress(table).task == 1
    act(guide, table, "stop")
    assert guide.progress(table).task == len(lesson.steps)


def test_after_a_free_turn_it_need_not_be_said_what_the_others_do() -> None:
    def two_free_turns(data: dict[str, Any]) -> None:
        free = {**data["step"][8]}
        del free["until"]
        data["step"] = [data["step"][0], free, free, data["step"][9]]

    assert found(two_free_turns) == ""


def test_a_lesson_may_begin_with_a_deal_and_with_changes_to_it() -> None:
    deal = {"setup": {"seats": 2, "seed": 3}}
    dealt = game("shintoh").start(Setup(2, {}, 3))
    for given, harvest in ((deal, None), (deal | {"position": {"harvest": "3"}}, "3")):
        lesson = read_study(
            "shintoh", Table("lesson.toml", "the file", first_god() | {"given": given}), "changed"
        )
        assert isinstance(lesson, Lesson)
        wanted = game("shintoh").save(dealt)
        begins = game("shintoh").save(lesson.start(game("shintoh")))
        assert begins["players"] == wanted["players"]
        assert begins["harvest"] == (harvest or wanted["harvest"])


def test_a_table_goes_on_only_from_the_beginning_of_its_lesson() -> None:
    """In whatever order the file says where the lesson begins."""
    lesson = lessons_of("shintoh")["first_god"]
    position = lesson.given["position"]
    assert isinstance(position, dict)
    turned = dict(reversed(position.items()))
    assert list(turned) != list(position)
    assert replace(lesson, given={"position": turned}).print == lesson.print
    assert replace(lesson, given={"position": turned | {"harvest": "3"}}).print != lesson.print
    assert replace(lesson, before=("A: pass",)).print != lesson.print


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


def test_what_was_done_before_the_table_branched_off_is_nobodys_progress() -> None:
    guide, table = opened()
    moves = ("+salt", "stop")
    table.accept(table.prepare_act(guide.lesson.you, moves, 0, "0", BRANCH))
    assert guide.page(table).first == 0
    assert guide.progress(table).made == ()


def test_others_play_on_until_the_lesson_is_over() -> None:
    """Whether the lesson says what they do or not."""
    for lesson in LESSONS:
        guide = Guide(lesson, game(lesson.game))
        assert not guide.rests(begin(lesson, game(lesson.game)))


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
