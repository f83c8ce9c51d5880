"""A guide at a real table: where a lesson stands, what it says, and what the others play.

Everything follows from the table's own acts, so a lesson can be left, resumed, taken back and
carried to another device like any table; nothing else of it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kamiza.cases.compare import fits
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play.lesson_files import OVER, Lesson, LessonStep, Lines, Way
from kamiza.play.lesson_words import filled
from kamiza.play.table import BRANCH, Change, Table
from kamiza.play.words import Text


@dataclass
class Progress:
    """How far a learner is."""

    task: int  # the number of the open step in which something is to be done; past the last: over
    first: int = 0  # the first step that was not open before the last task was done
    made: tuple[str, ...] = ()  # the learner's moves towards it
    script: Lines = ()  # what the others do
    played: int = 0  # and how much of it they have done
    reply: Text | None = None  # to the way in which the last task was done
    goes_on: bool = False  # the learner plays on after the end

    @property
    def is_scripted(self) -> bool:
        """Have the others something to do that stands in the lesson?"""
        return self.played < len(self.script)


@dataclass(frozen=True)
class Slip:
    """What is said in one step."""

    title: Text
    text: Text
    look: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """What a learner is shown now."""

    lesson: str
    title: Text
    total: int  # steps
    first: int  # the number of the first slip, from 0
    slips: list[Slip]  # to be read one after the other; none while the others act
    task: Text | None = None  # asked for by the last of them
    moves: tuple[str, ...] = ()  # that would do it
    is_free: bool = False  # any other move is welcome, too
    reply: Text | None = None
    is_done: bool = False


def begin(lesson: Lesson, game: Game) -> Table:
    """A table at which a lesson can be played."""
    start = lesson.start(game)
    return Table(game, Setup(int(start.seats), start.settings_json()), start)


class Guide:
    """Leads one learner through one lesson at one table."""

    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson = lesson
        self.game = game
        self.you = lesson.you
        self.steps = lesson.steps
        self.known: tuple[int, Progress] | None = None  # the last table looked at

    # -- where it stands ------------------------------------------------------------------------

    def progress(self, table: Table) -> Progress:
        """How far the learner is, from what was done at the table."""
        if self.known is None or self.known[0] != table.version:
            self.known = table.version, self.walk(table)
        return self.known[1]

    def walk(self, table: Table) -> Progress:
        progress = Progress(self.next_task(0))
        state = table.start.clone()
        for act in table.acts:
            for move in act.entry.moves:
                seat = act.entry.seat
                is_aside = self.is_aside(state, seat, move, progress)
                self.game.apply(state, self.game.read(seat, move))
                if act.entry.by != BRANCH and not is_aside:
                    self.hear(progress, seat, move, state)
        return progress

    def next_task(self, number: int) -> int:
        """The first step from here on in which something is to be done."""
        return next((task for task in self.lesson.tasks if task >= number), len(self.steps))

    def is_aside(self, state: State, seat: int, move: str, progress: Progress) -> bool:
        """Was a question out of turn passed for the learner, which no step asks about?"""
        asked = self.game.auto_pass(state) if seat == self.lesson.you else None
        if asked is None or move != asked.move:
            return False
        step = self.step(progress)
        return step is None or not any(way.fits((*progress.made, move)) for way in step.ways)

    def step(self, progress: Progress) -> LessonStep | None:
        return self.steps[progress.task] if progress.task < len(self.steps) else None

    def hear(self, progress: Progress, seat: int, move: str, state: State) -> None:
        """A move was made, and this is what came of it."""
        step = self.step(progress)
        if seat != self.lesson.you:
            progress.played += 1
        elif step is None:
            progress.goes_on = True
        else:
            progress.made += (move,)
        if step is None:
            return
        way = next((way for way in step.ways if self.is_whole(way, progress.made)), None)
        if seat == self.lesson.you and way is not None:
            self.finish(progress, way.then, way.reply)
        elif progress.made and self.is_enough(step, progress, state):
            self.finish(progress, step.then, None)
        if state.asked == NOBODY and progress.task < len(self.steps):
            progress.task = len(self.steps)
            progress.first = self.lesson.tasks[-1] + 1

    def is_whole(self, way: Way, made: tuple[str, ...]) -> bool:
        return len(way.moves) == len(made) and way.fits(made)

    def is_enough(self, step: LessonStep, progress: Progress, state: State) -> bool:
        """Is a task done in which any move will do?"""
        if step.until == OVER:
            return bool(state.asked == NOBODY)
        if isinstance(step.until, dict):
            return fits(step.until, self.game.screen(self.game.view(state, self.lesson.you)))
        strayed = not any(way.fits(progress.made) for way in step.ways)
        return strayed and state.asked != self.lesson.you

    def finish(self, progress: Progress, then: Lines, reply: Text | None) -> None:
        progress.first = progress.task + 1
        progress.task = self.next_task(progress.first)
        progress.made, progress.script, progress.played = (), then, 0
        progress.reply = reply

    # -- what is said ---------------------------------------------------------------------------

    def page(self, table: Table) -> Page:
        """What the learner is shown of the lesson now."""
        progress = self.progress(table)
        slips = [] if self.waits(table, progress) else self.slips(table, progress)
        step = self.step(progress)
        page = (self.lesson.id, self.lesson.title, len(self.steps), progress.first, slips)
        if step is None:
            return Page(*page, reply=progress.reply, is_done=bool(slips))
        screen = self.screen(table)
        assert step.task is not None
        rest = step.show[len(progress.made) :] if slips else ()
        is_free = step.is_free or not self.can_be_done(table, progress)
        return Page(
            *page, filled(step.task, self.game, screen), rest, is_free,
            progress.reply and filled(progress.reply, self.game, screen),
        )  # fmt: skip

    def screen(self, table: Table) -> dict[str, Any]:
        return self.game.screen(self.game.view(table.state, self.lesson.you))

    def slips(self, table: Table, progress: Progress) -> list[Slip]:
        screen = self.screen(table)
        return [
            Slip(
                filled(step.title, self.game, screen),
                filled(step.text, self.game, screen),
                step.look,
            )
            for step in self.steps[progress.first : progress.task + 1]
        ]

    def waits(self, table: Table, progress: Progress) -> bool:
        """Are the others about to act before anything more is said?"""
        if table.is_over:
            return False
        is_asked = table.asked == self.lesson.you
        if progress.task < len(self.steps):
            return not is_asked
        return progress.is_scripted and not is_asked

    # -- what may be done -----------------------------------------------------------------------

    def can_be_done(self, table: Table, progress: Progress) -> bool:
        """Is what the step asks for possible as the table lies?"""
        step = self.step(progress)
        if step is None or not step.show[len(progress.made) :]:
            return False
        move = step.show[len(progress.made)]
        return self.game.why_not(table.state, self.lesson.you, move) is None

    def check(self, table: Table, change: Change) -> None:
        """A kind word, as a `Refusal`, to a move that the rules allow and this step does not want.
        Nothing has happened then."""
        progress = self.progress(table)
        step = self.step(progress)
        entry = change.entry
        if entry.seat != self.lesson.you or step is None or step.is_free:
            return
        if self.is_aside(table.state, entry.seat, entry.moves[0], progress):
            return
        made = (*progress.made, *entry.moves)
        ways = [way for way in step.ways if way.fits(made)]
        if ways:
            if len(made) < len(ways[0].moves) or self.is_wanted(step, change):
                return
        elif not self.can_be_done(table, progress):
            return
        assert step.other is not None
        raise self.kindly(filled(step.other, self.game, self.screen(table)))

    def is_wanted(self, step: LessonStep, change: Change) -> bool:
        """Did the move bring what the step wants of it?"""
        events = [entry.event.whole() for entry in change.entries]
        return not step.want or any(fits(step.want, event) for event in events)

    def kindly(self, sentence: Text) -> Refusal:
        refused = Refusal("table.lesson")
        refused.sentences = sentence
        return refused

    # -- the others -----------------------------------------------------------------------------

    def rests(self, table: Table) -> bool:
        """Is the lesson over, so that nobody plays on unless the learner does?"""
        progress = self.progress(table)
        is_over = progress.task >= len(self.steps) and not progress.is_scripted
        return is_over and not progress.goes_on

    def answer(self, table: Table) -> tuple[str, ...]:
        """What the asked seat, which is not the learner's, plays: as the lesson says, or else as
        anybody would, always the same."""
        progress, game, state = self.progress(table), self.game, table.state
        if progress.is_scripted:
            seat, move = progress.script[progress.played]
            if seat == state.asked and game.why_not(state, seat, move) is None:
                return (move,)
        action = game.quick_move(state, fast_rng(table.version))
        return (game.describe(action),)
