"""Lessons at a server: which tables are lessons, and what their learners are sent.

A table that is a lesson keeps no more than any other: where it comes from stands in its row, and
the guide reads the rest from its journal.
"""

from __future__ import annotations

from msgspec import UNSET

from kamiza import games
from kamiza.core.game import State
from kamiza.play.lesson_files import Lesson, lessons_of
from kamiza.play.lessons import Guide, Page
from kamiza.server import messages
from kamiza.server.publishing import text_of
from kamiza.server.store import TableRow

ORIGIN = "lesson:"  # what a lesson's row goes on from, before the lesson's id


def is_lesson(row: TableRow) -> bool:
    return row.branch_of is not None and row.branch_of.startswith(ORIGIN)


def lesson_of(row: TableRow) -> Lesson | None:
    """The lesson a table is; None for any other, and for a lesson that begins otherwise today."""
    if row.branch_of is None or not is_lesson(row):
        return None
    lesson = lessons_of(row.game).get(row.branch_of.removeprefix(ORIGIN))
    return lesson if lesson is not None and lesson.print == row.branch_at else None


def guide_of(row: TableRow) -> Guide | None:
    lesson = lesson_of(row)
    return None if lesson is None else Guide(lesson, games.game(row.game))


def start_of(row: TableRow) -> State | None:
    """Where a lesson begins; None where a table begins with its deal."""
    lesson = lesson_of(row)
    return None if lesson is None else lesson.start(games.game(row.game))


def lesson_part(page: Page) -> messages.Lesson:
    """A page of a lesson as it goes over the wire."""
    return messages.Lesson(
        page.lesson,
        text_of(page.title),
        page.total,
        page.first,
        [
            messages.LessonSlip(text_of(slip.title), text_of(slip.text), list(slip.look))
            for slip in page.slips
        ],
        UNSET if page.task is None else text_of(page.task),
        list(page.moves),
        page.is_free,
        UNSET if page.reply is None else text_of(page.reply),
        page.is_done,
    )
