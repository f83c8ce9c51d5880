"""A puzzle at a real table: which moves lead to its answer, and what is said of the others.

The table begins at the position and takes only what leads to the answer. Anything else that the
rules allow is an attempt: nothing happens, and whoever tries is told what it would have left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from kamiza.bots.hints import LISTENERS, name_of
from kamiza.bots.learned import value_of
from kamiza.bots.puzzles import Puzzle, PuzzleOption, custom_of, puzzles_of
from kamiza.bots.value import ONE
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rules import LANGUAGES
from kamiza.play.percent import percent
from kamiza.play.table import BRANCH, Change, Table
from kamiza.play.words import SENTENCES, Text

ATTEMPTS = 5  # before the answer is shown
ATTEMPT = "table.puzzle"
FIRST_DAY = date(2026, 1, 1)


@dataclass(frozen=True)
class Plan:
    """One way to act, as somebody reads it."""

    moves: tuple[str, ...]
    name: Text
    chance: float | None  # None: less than all that are told
    why: Text


class NotTheBest(Refusal):
    """An attempt: the rules would allow it, and something else is better."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(ATTEMPT)
        self.plan = plan
        self.sentences = {language: told(plan, language) for language in LANGUAGES}


@dataclass(frozen=True)
class Stand:
    """How far somebody is with a puzzle."""

    made: tuple[str, ...]  # towards the answer
    is_solved: bool


def begin(puzzle: Puzzle, game: Game) -> Table:
    """A table at which a puzzle can be solved."""
    start = puzzle.start(game)
    return Table(game, Setup(int(start.seats), start.settings_json()), start)


def of_day(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; another one each day until all were there."""
    puzzles = puzzles_of(game)
    if not puzzles:
        return None
    # A step that shares no divisor with their number visits all of them before one comes again.
    step = next(s for s in (37, 41, 43) if len(puzzles) % s)
    return puzzles[(day - FIRST_DAY).days * step % len(puzzles)]


class PuzzleGuide:
    """Listens at the table of one puzzle."""

    def __init__(self, puzzle: Puzzle, game: Game, start: State | None = None) -> None:
        self.puzzle = puzzle
        self.game = game
        self.you = puzzle.you
        self.start = start or puzzle.start(game)
        self.is_loose = False  # has the answer a part that may be chosen freely?
        self.goal = self.play_answer()
        self.known: tuple[int, Stand] | None = None

    # -- where it stands ------------------------------------------------------------------------

    def stand(self, table: Table) -> Stand:
        """How far it is, from what was done at the table."""
        if self.known is None or self.known[0] != table.version:
            self.known = table.version, self.walk(table)
        return self.known[1]

    def walk(self, table: Table) -> Stand:
        state = table.start.clone()
        made: tuple[str, ...] = ()
        for act in table.acts:
            for move in act.entry.moves:
                if self.is_as_good(state):
                    return Stand(made, True)
                self.game.apply(state, self.game.read(act.entry.seat, move))
                if act.entry.by != BRANCH:
                    made = (*made, move)
        return Stand(made, self.is_as_good(state))

    def play_answer(self) -> State:
        game, state = self.game, self.start.clone()
        for move in self.puzzle.answer.moves:
            self.is_loose |= game.question(state) in custom_of(game).loose
            game.apply(state, game.read(self.you, move))
        return state

    def leads_there(self, state: State, made: tuple[str, ...]) -> bool:
        """Can the answer still be given after these moves, in whatever order?"""
        if self.is_as_good(state):
            return True
        left = Counter(self.puzzle.answer.moves)
        left.subtract(made)
        if any(count < 0 for count in left.values()):
            return False
        after = state.clone()
        for move in self.puzzle.answer.moves:
            if left[move] == 0:
                continue
            left[move] -= 1
            if self.game.why_not(after, self.you, move) is not None:
                return False
            self.game.apply(after, self.game.read(self.you, move))
        return self.is_as_good(after)

    def is_as_good(self, state: State) -> bool:
        """Does the table look as it does after the answer? Where a place may be chosen freely, as
        good is enough."""
        game, you = self.game, self.you
        if state.asked == self.goal.asked and game.view(state, you) == game.view(self.goal, you):
            return True
        lost = self.loss(state)
        return lost is not None and lost < self.puzzle.gap / 2

    def loss(self, state: State) -> float | None:
        """How much less than the answer this leaves; None if that cannot be seen at once."""
        game = self.game
        value = value_of(game, state)
        is_open = state.asked == self.you and game.turn(state) == game.turn(self.start)
        if not self.is_loose or value is None or is_open:
            return None
        return (value.chance(self.goal, self.you) - value.chance(state, self.you)) / ONE

    # -- what may be done -----------------------------------------------------------------------

    def check(self, table: Table, change: Change) -> None:
        """An attempt is answered, as a `NotTheBest`; nothing has happened then."""
        stand, entry = self.stand(table), change.entry
        if entry.seat != self.you or stand.is_solved:
            return
        made = (*stand.made, *entry.moves)
        could_be_given = self.leads_there(table.state, stand.made)
        if could_be_given and not self.leads_there(change.state, made):
            raise NotTheBest(self.attempted(made, change.state))

    def attempted(self, made: tuple[str, ...], state: State) -> Plan:
        """What an attempt would have left, as far as it was looked at."""
        name = self.name(made)
        for option in self.puzzle.others:
            if option.moves[: len(made)] == made or sorted(option.moves) == sorted(made):
                return Plan(made, name, option.chance, option.why)
        lost = self.loss(state)
        if lost is None:
            return Plan(made, name, None, dict.fromkeys(LANGUAGES, ""))
        chance = max(0.0, self.puzzle.answer.chance - lost)
        return Plan(made, name, chance, self.nearest(chance))

    def nearest(self, chance: float) -> Text:
        """What was said of the plan that leaves about as much."""
        return min(self.puzzle.others, key=lambda one: abs(one.chance - chance)).why

    def rests(self, table: Table) -> bool:
        """Nobody plays on here: the position stays to be looked at."""
        return True

    def answer(self, table: Table) -> tuple[str, ...]:
        """Never asked, because nobody plays on."""
        raise NotImplementedError

    # -- what is told ---------------------------------------------------------------------------

    def name(self, moves: tuple[str, ...]) -> Text:
        """What a plan is called."""
        game, state = self.game, self.start.clone()
        labels: list[Text] = []
        told: list[str] = []
        for move in moves:
            view = game.view(state, self.you)
            if view.question not in custom_of(game).loose:
                seen = game.screen(view)
                told.append(move)
                labels.append({to.language: game.speech.move(move, seen, to) for to in LISTENERS})
            if game.why_not(state, self.you, move) is None:
                game.apply(state, game.read(self.you, move))
        return name_of(game, game.view(self.start, self.you), told, labels)

    def plan(self, option: PuzzleOption) -> Plan:
        return Plan(option.moves, self.name(option.moves), option.chance, option.why)

    def plans(self) -> list[Plan]:
        """The answer, then the others, the better first."""
        return [self.plan(option) for option in (self.puzzle.answer, *self.puzzle.others)]


def told(plan: Plan, language: str) -> str:
    """What is said of an attempt, in one sentence or two."""
    key = "puzzle_less" if plan.chance is None else "puzzle_leaves"
    chance = "" if plan.chance is None else percent(plan.chance, language)
    text = SENTENCES[key][language].replace("{chance}", chance)
    return (text + " " + plan.why[language]).strip()
