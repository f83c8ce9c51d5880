"""Lessons and puzzles at a server: which tables are such, and what their players are sent.

A table that is a lesson or a puzzle keeps no more than any other: where it comes from stands in its
row, and the guide reads the rest from its journal.
"""

from __future__ import annotations

from msgspec import UNSET

from kamiza import games
from kamiza.bots.puzzles import Puzzle, puzzles_of
from kamiza.core.game import State
from kamiza.play.lesson_files import Lesson, lessons_of
from kamiza.play.lessons import Guide, Page
from kamiza.play.puzzles import ATTEMPTS, Plan, PuzzleGuide
from kamiza.play.table import Table
from kamiza.server import messages
from kamiza.server.publishing import Guided, text_of
from kamiza.server.store import TableRow

# What the row of such a table goes on from, before the lesson's id or the puzzle's number.
LESSON, PUZZLE = "lesson:", "puzzle:"

Teacher = Guide | PuzzleGuide


def is_guided(row: TableRow) -> bool:
    return is_lesson(row) or is_puzzle(row)


def is_lesson(row: TableRow) -> bool:
    return row.branch_of is not None and row.branch_of.startswith(LESSON)


def is_puzzle(row: TableRow) -> bool:
    return row.branch_of is not None and row.branch_of.startswith(PUZZLE)


def subject_of(row: TableRow) -> Lesson | Puzzle | None:
    """The lesson or puzzle a table is; None for any other, and for one that begins otherwise
    today."""
    found: Lesson | Puzzle | None = None
    if row.branch_of is not None and is_lesson(row):
        found = lessons_of(row.game).get(row.branch_of.removeprefix(LESSON))
    elif row.branch_of is not None and is_puzzle(row):
        found = puzzle_named(row.game, row.branch_of.removeprefix(PUZZLE))
    return found if found is not None and found.print == row.branch_at else None


def puzzle_named(game: str, number: str) -> Puzzle | None:
    """A puzzle by its number, from 1."""
    puzzles = puzzles_of(game)
    is_one = number.isascii() and number.isdecimal() and len(number) < 6
    return puzzles[int(number) - 1] if is_one and 1 <= int(number) <= len(puzzles) else None


def guide_of(row: TableRow) -> Teacher | None:
    subject = subject_of(row)
    if subject is None:
        return None
    game = games.game(row.game)
    return Guide(subject, game) if isinstance(subject, Lesson) else PuzzleGuide(subject, game)


def start_of(row: TableRow) -> State | None:
    """Where a lesson or a puzzle begins; None where a table begins with its deal."""
    subject = subject_of(row)
    return None if subject is None else subject.start(games.game(row.game))


def guided_part(guide: Teacher, table: Table) -> Guided:
    """What a guide says, as it goes over the wire."""
    if isinstance(guide, Guide):
        return lesson_part(guide.page(table))
    return puzzle_part(guide, table)


def puzzle_part(guide: PuzzleGuide, table: Table) -> messages.Puzzle:
    puzzle, stand = guide.puzzle, guide.stand(table)
    return messages.Puzzle(
        puzzle.number, len(puzzles_of(puzzle.game)), text_of(puzzle.task), ATTEMPTS,
        len(stand.made), stand.is_solved,
        [plan_part(plan) for plan in guide.plans()] if stand.is_solved else [],
    )  # fmt: skip


def plan_part(plan: Plan) -> messages.PuzzlePlan:
    chance = UNSET if plan.chance is None else round(plan.chance, 3)
    return messages.PuzzlePlan(list(plan.moves), text_of(plan.name), text_of(plan.why), chance)


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
