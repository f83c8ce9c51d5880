"""Lessons as data: a first game in steps, written by people who teach and do not program.

A lesson is a TOML file in the folder `lessons` of its game. It says where it begins, what to look
at, what to do, and what the others do meanwhile. `docs/lessons.md` teaches the form; everything
about it is checked here, and whether it can be played in `lesson_check`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from kamiza.cases.compare import merged
from kamiza.cases.files import read_setup, refuse_unknown, with_nothing
from kamiza.core.action import LETTERS, seat_number
from kamiza.core.content import ContentError, Table, game_folder, read_toml
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import PositionError
from kamiza.play.words import Text

FOLDER = "lessons"
LESSON_FIELDS = (
    "game", "title", "title_ja", "about", "about_ja", "minutes", "you", "names", "given", "before",
    "step",
)  # fmt: skip
STEP_FIELDS = (
    "title", "title_ja", "text", "text_ja", "look", "try", "try_ja", "do", "show", "want", "until",
    "other", "other_ja", "then", "also",
)  # fmt: skip
ALSO_FIELDS = ("do", "reply", "reply_ja", "then")
GIVEN_FIELDS = ("position", "setup")
QUIZ_FIELDS = ("game", "title", "title_ja", "about", "about_ja", "minutes", "question")
QUESTION_FIELDS = ("ask", "ask_ja", "answers", "wrong", "why", "why_ja")
ANY = "any"
TURN, OVER = "turn", "over"
NAMES = ("Haru", "Yuki", "Take", "Sora", "Nami")  # of the others, in the order of their seats
LINE = re.compile(r"([A-F]): (\S.*)")
WILD = "*"

Lines = tuple[tuple[int, str], ...]  # seat and move


@dataclass(frozen=True)
class Way:
    """Moves that do what a step asks for, and what is said and done after them."""

    moves: tuple[str, ...]  # a move may end in `*`, which stands for anything
    reply: Text | None
    then: Lines  # what the others do

    def fits(self, made: tuple[str, ...]) -> bool:
        """Are these the first moves of this way, or all of them?"""
        return len(made) <= len(self.moves) and all(
            is_like(move, wanted) for move, wanted in zip(made, self.moves)
        )


def is_like(move: str, wanted: str) -> bool:
    return move.startswith(wanted[:-1]) if wanted.endswith(WILD) else move == wanted


@dataclass(frozen=True)
class LessonStep:
    """One slip of the teacher: words, what to look at, and perhaps something to do."""

    title: Text
    text: Text
    look: tuple[str, ...]
    task: Text | None = None  # what is asked for; None where there is only something to read
    ways: tuple[Way, ...] = ()  # the first is the one that is shown
    show: tuple[str, ...] = ()  # the moves by which it is shown
    want: dict[str, object] = field(default_factory=dict)  # an event that must come of it
    until: object = None  # where any move will do: how long
    other: Text | None = None  # the word for another move
    then: Lines = ()  # what the others do after it

    @property
    def is_free(self) -> bool:
        return self.until is not None


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, whole."""

    game: str
    id: str
    title: Text
    about: Text
    minutes: int
    you: int  # the seat of whoever learns
    names: tuple[str, ...]
    given: dict[str, object]
    before: tuple[str, ...]  # moves that were made before the first step, "A: pass"
    steps: tuple[LessonStep, ...]

    @property
    def tasks(self) -> list[int]:
        """The numbers of the steps in which something is to be done."""
        return [number for number, step in enumerate(self.steps) if step.task]

    @property
    def print(self) -> int:
        """A fingerprint of where it begins: an older table can only go on from its own start."""
        canonical = json.dumps([self.given, self.before], sort_keys=True)
        return int.from_bytes(sha256(canonical.encode()).digest()[:4], "big")

    def start(self, game: Game) -> State:
        """The table as the lesson finds it. What cannot be raises its `ContentError`."""
        try:
            state = self._given(game)
        except PositionError as wrong:
            raise ContentError(f"{self.id}: given: {wrong}") from None
        for line in self.before:
            seat, _, move = line.partition(": ")
            game.act(state, seat, move)
        return state

    def _given(self, game: Game) -> State:
        position = self.given.get("position")
        if "setup" not in self.given:
            assert isinstance(position, dict)
            return game.load(position)
        setup = self.given["setup"]
        assert isinstance(setup, dict)
        state = game.start(Setup(setup["seats"], setup["settings"], setup["seed"]))
        if not isinstance(position, dict):
            return state
        return game.load(merged(game.save(state), position))

    def name_of(self, seat: int) -> str:
        """What one of the others is called."""
        others = [number for number in range(len(LETTERS)) if number != self.you]
        return self.names[others.index(seat)]


@dataclass(frozen=True)
class QuizQuestion:
    """One question; the right answers are a list that stands on a card."""

    ask: Text
    answers: str  # "taiji.members"
    wrong: tuple[str, ...]  # ids of cards that are offered beside them
    why: Text


@dataclass(frozen=True)
class Quiz:
    """Questions about what a player may have to know by heart."""

    game: str
    id: str
    title: Text
    about: Text
    minutes: int
    questions: tuple[QuizQuestion, ...]


# -- reading ------------------------------------------------------------------------------------


@cache
def studies_of(game: str) -> dict[str, Lesson | Quiz]:
    """The lessons and quizzes of a game by their ids, in the order of their files: `1_first.toml`
    is `first` and comes before `2_second.toml`."""
    folder = game_folder(game) / FOLDER
    if not folder.is_dir():
        return {}
    files = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    studies = [read_study(game, read_toml(folder, file), id_of(file)) for file in files]
    return {study.id: study for study in studies}


def lessons_of(game: str) -> dict[str, Lesson]:
    """Those that are played at a table."""
    return {id: study for id, study in studies_of(game).items() if isinstance(study, Lesson)}


def read_lesson_file(path: str) -> Lesson | Quiz:
    """A lesson that lies anywhere; it says itself which game it is about."""
    folder, name = Path(path).parent, Path(path).name
    table = read_toml(folder, name)
    return read_study(table.text("game"), table, id_of(name))


def read_study(game: str, table: Table, id: str) -> Lesson | Quiz:
    if table.maybe_text("game") not in ("", game):
        raise table.error("game", f"is {table.text('game')}, but the file is a lesson of {game}")
    return read_quiz(game, table, id) if "question" in table.data else read_lesson(game, table, id)


def read_quiz(game: str, table: Table, id: str) -> Quiz:
    refuse_unknown(table, QUIZ_FIELDS)
    questions = [read_question(question) for question in table.tables("question", "answers")]
    return Quiz(
        game, id, both(table, "title"), both(table, "about"), table.number("minutes", 1, 30),
        tuple(questions),
    )  # fmt: skip


def read_question(table: Table) -> QuizQuestion:
    refuse_unknown(table, QUESTION_FIELDS)
    return QuizQuestion(
        both(table, "ask"), table.text("answers"), tuple(table.texts("wrong")), both(table, "why")
    )


def id_of(file: str) -> str:
    """What a lesson is called by programs: its file without number and ending."""
    return file.removesuffix(".toml").lstrip("0123456789").lstrip("_")


def read_lesson(game: str, table: Table, id: str) -> Lesson:
    refuse_unknown(table, LESSON_FIELDS)
    you = read_seat(table, "you") if "you" in table.data else 0
    steps = [
        read_step(step, number) for number, step in enumerate(table.tables("step", "title"), 1)
    ]
    lesson = Lesson(
        game, id, both(table, "title"), both(table, "about"), table.number("minutes", 1, 30), you,
        tuple(table.texts("names")) if "names" in table.data else NAMES,
        read_given(table.table("given")),
        tuple(table.texts("before")) if "before" in table.data else (), tuple(steps),
    )  # fmt: skip
    if not lesson.tasks:
        raise table.error("step", "must have one in which something is done")
    if lesson.steps[-1].task:
        raise table.error("step", "must end with one that only tells")
    return lesson


def read_given(table: Table) -> dict[str, object]:
    refuse_unknown(table, GIVEN_FIELDS)
    if not table.data:
        raise table.error("must have", "position, setup or both")
    given: dict[str, object] = {}
    if "position" in table.data:
        given["position"] = with_nothing(table.table("position").data)
    if "setup" in table.data:
        given["setup"] = read_setup(table.table("setup"))
    return given


def read_step(table: Table, number: int) -> LessonStep:
    table = Table(table.file, f"step {number} ({table.name})", table.data)
    refuse_unknown(table, STEP_FIELDS)
    title, text = both(table, "title"), both(table, "text")
    look = tuple(table.texts("look")) if "look" in table.data else ()
    then = lines(table, "then")
    if "do" not in table.data:
        for name in ("try", "show", "want", "until", "other", "also", "then"):
            if name in table.data:
                raise table.error(name, "makes no sense without do")
        return LessonStep(title, text, look)
    task = both(table, "try")
    if table.data["do"] == ANY:
        until = table.data.get("until", TURN)
        if until not in (TURN, OVER) and not isinstance(until, dict):
            raise table.error("until", f"must be {TURN}, {OVER} or a table, not {until!r}")
        until = with_nothing(until) if isinstance(until, dict) else until
        return LessonStep(title, text, look, task, until=until, then=then)
    if "until" in table.data:
        raise table.error("until", f'goes with do = "{ANY}" only')
    ways = [Way(moves_of(table, "do"), None, then)]
    ways += [read_way(way, then) for way in (table.tables("also") if "also" in table.data else [])]
    show = moves_of(table, "show") if "show" in table.data else ways[0].moves
    want = table.table("want").data if "want" in table.data else {}
    if any(move.endswith(WILD) for move in show):
        raise table.error("show", "must say exactly which moves, where do has a *")
    return LessonStep(
        title, text, look, task, tuple(ways), show, with_nothing(want),
        other=both(table, "other"), then=then,
    )  # fmt: skip


def read_way(table: Table, then: Lines) -> Way:
    refuse_unknown(table, ALSO_FIELDS)
    own = lines(table, "then") if "then" in table.data else then
    reply = both(table, "reply") if "reply" in table.data else None
    return Way(moves_of(table, "do"), reply, own)


def moves_of(table: Table, name: str) -> tuple[str, ...]:
    value = table.data[name]
    found = (table.text(name),) if isinstance(value, str) else tuple(table.texts(name))
    if not found:
        raise table.error(name, "must name at least one move")
    return found


def lines(table: Table, name: str) -> Lines:
    """What others do, "B: pass" each."""
    found = []
    for line in table.texts(name) if name in table.data else []:
        read = LINE.fullmatch(line)
        if read is None:
            raise table.error(name, f"must be lines like 'B: pass', not '{line}'")
        found.append((seat_number(read[1]), read[2]))
    return tuple(found)


def read_seat(table: Table, name: str) -> int:
    return seat_number(table.choice(name, tuple(LETTERS)))


def both(table: Table, name: str) -> Text:
    return {"en": table.text(name), "ja": table.text(f"{name}_ja")}
