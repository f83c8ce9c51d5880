"""Looking for puzzles: games are played, and where one plan is clearly the best, a puzzle is made.

A plan is an answer with all that only completes it. All plans of a question are compared as a hint
compares them, from what the seat may know; then twice more with twice the budget and other chance,
and at last by games played to their end, which know nothing of the learned value. Only where all of
them agree, and the gap is wide each time, it is a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kamiza.bots import make_bot
from kamiza.bots.hints import LISTENERS
from kamiza.bots.options import Comparison, Option, Study
from kamiza.bots.planning import WHOLE_GAME, Line, Style
from kamiza.bots.puzzles import Custom, Puzzle, PuzzleOption, Text, custom_of
from kamiza.bots.reasons import Reason, reasons, sentence, task_for
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State, View
from kamiza.core.rng import Rng, fast_rng
from kamiza.games import game as game_named

MOST_MOVES = 500  # of a game; what comes later takes long to reach
LEAST_MOVES = 6  # before anybody has an idea of the game
LEAST_PLANS = 4
MOST_PLANS = 800
MOST_OTHERS = 5  # that are told
LOOKS = 40  # questions of one game that are looked at
GLANCE = 0.7  # of the gap must be seen at a glance
PLAYED_OUT = 128  # games for each of two plans
SURE = 0.985  # whoever has won anyway has no puzzle
LOST = 0.06


@dataclass(frozen=True)
class Ranked:
    """The best plan of a question, and the others in their order."""

    best: Option
    others: list[Option]

    @property
    def gap(self) -> float:
        return self.best.chance - self.others[0].chance


class Plans(Comparison):
    """All plans of one question, compared."""

    def __init__(self, game: Game, view: View, seed: int, study: Study, custom: Custom) -> None:
        super().__init__(game, view, seed, study)
        self.custom = custom

    def all(self) -> list[Line]:
        """Every answer with every way to complete it."""
        game = self.game
        found: list[Line] = []
        open_ends: list[tuple[list[int], State]] = [([], self.worlds[0])]
        reveals = self.worlds[0].reveals
        while open_ends and len(found) + len(open_ends) < MOST_PLANS:
            answers, state = open_ends.pop(0)
            for answer in game.moves(state):
                after = state.clone()
                game.apply(after, answer)
                grown = [*answers, int(answer)]
                is_open = after.asked == self.seat and after.reveals == reveals
                if is_open and game.question(after) in self.study.follow_ups:
                    open_ends.append((grown, after))
                else:
                    found.append(Line(grown, []))
        return found

    def key(self, answers: list[int]) -> tuple[int, ...]:
        """What makes a plan this one: its answers but those to loose questions, in any order."""
        state, kept = self.worlds[0].clone(), []
        for answer in answers:
            if self.game.question(state) not in self.custom.loose:
                kept.append(answer)
            self.game.apply(state, answer)
        return tuple(sorted(kept))

    def ranked(self) -> Ranked | None:
        """The best plans and the next; None where there is not enough to choose from."""
        lines = self.all()
        if len(lines) < LEAST_PLANS:
            return None
        rough = [(self.roughly(line), place) for place, line in enumerate(lines)]
        best_of_key: dict[tuple[int, ...], Line] = {}
        for _, place in sorted(rough, key=lambda one: -one[0]):
            best_of_key.setdefault(self.key(list(lines[place].answers)), lines[place])
        if len(best_of_key) < LEAST_PLANS:
            return None
        kept = list(best_of_key.values())[: self.study.looked_at]
        judged = [(self.judged(self.grown(line), len(self.worlds)), line) for line in kept]
        found = [replace(option, answers=list(line.answers)) for option, line in judged]
        found.sort(key=lambda option: -option.chance)
        return Ranked(found[0], found[1:])

    def roughly(self, line: Line) -> float:
        """What a line leaves in a few worlds; nobody asks why."""
        return sum(self.shares(self.played_on(line, at))[self.seat] for at in range(self.rough))

    def is_clear(self, ranked: Ranked | None) -> bool:
        return (
            ranked is not None
            and ranked.gap >= self.custom.gap
            and LOST < ranked.best.chance < SURE
        )


def quickly(study: Study) -> Study:
    """A glance, so that most questions cost little."""
    own = study.style
    style = Style(
        own.horizon, min(own.beam, 2), own.depth, 1, own.lines, own.trials, own.least_gain, own.blur
    )
    return replace(study, style=style, looked_at=3, worlds=max(2, study.worlds // 8))


def deeper(study: Study) -> Study:
    """Twice the budget in every way."""
    own = study.style
    style = Style(
        own.horizon, 2 * own.beam, own.depth + 1, max(2, 2 * own.worlds), own.lines, own.trials,
        own.least_gain, own.blur,
    )  # fmt: skip
    return replace(study, style=style, looked_at=2 * study.looked_at, worlds=2 * study.worlds)


def played_out(study: Study) -> Study:
    own = study.style
    style = Style(WHOLE_GAME, 0, 1, 1, own.lines, own.trials, own.least_gain, own.blur)
    return replace(study, style=style, worlds=PLAYED_OUT)


def clear_best(game: Game, view: View, seed: int) -> Ranked | None:
    """The plans of this question if one is clearly the best, however it is looked at."""
    custom = custom_of(game)
    glance = Plans(game, view, seed, quickly(custom.study), custom).ranked()
    if glance is None or glance.gap < GLANCE * custom.gap:
        return None
    plans = Plans(game, view, seed, custom.study, custom)
    first = plans.ranked()
    if first is None or not plans.is_clear(first) or is_obvious(plans, first, seed):
        return None
    return confirmed(game, view, seed, plans.key(first.best.answers))


def confirmed(game: Game, view: View, seed: int, best: tuple[int, ...]) -> Ranked | None:
    """Do two deeper looks, and games played to their end, say the same?"""
    custom = custom_of(game)
    found: Ranked | None = None
    for again in (1, 2):
        plans = Plans(game, view, seed + 7919 * again, deeper(custom.study), custom)
        found = plans.ranked()
        if found is None or not plans.is_clear(found):
            return None
        if plans.key(found.best.answers) != best:
            return None
    assert found is not None
    trial = Plans(game, view, seed + 1, played_out(custom.study), custom)
    ahead, behind = (
        trial.judged(Line(option.answers, []), PLAYED_OUT).chance
        for option in (found.best, found.others[0])
    )
    return found if ahead > behind else None


def is_obvious(plans: Plans, ranked: Ranked, seed: int) -> bool:
    """Would a quick player find it without thinking?"""
    game, rng = plans.game, fast_rng(seed)
    state, answers = plans.worlds[0].clone(), []
    reveals = state.reveals
    while True:
        answers.append(int(game.quick_move(state, rng)))
        game.apply(state, answers[-1])
        is_open = state.asked == plans.seat and state.reveals == reveals
        if not is_open or game.question(state) not in plans.study.follow_ups:
            break
    return plans.key(answers) == plans.key(ranked.best.answers)


# -- finding ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A question of a game that was played."""

    state: State
    moves: int  # before it


def find_in_game(name: str, seed: int, number: int) -> Puzzle | None:
    """Game `number`, and the puzzle that was found in it, if any."""
    game = game_named(name)
    least, most = int(game.least_seats), min(4, int(game.most_seats))
    setup = Setup(least + number % (most - least + 1), {}, seed * 1_000_000 + number)
    moves, moments = played(game, setup)
    rng = fast_rng(setup.seed)
    for _ in range(min(LOOKS, len(moments))):
        moment = moments.pop(rng.below(len(moments)))
        seat = int(moment.state.asked)
        view = game.view(moment.state, seat)
        found = clear_best(game, view, setup.seed)
        if found is not None:
            return told(game, view, found, setup, tuple(moves[: moment.moves]))
    return None


def played(game: Game, setup: Setup) -> tuple[list[str], list[Moment]]:
    """A game between bots: its moves, and the questions that could be puzzles."""
    custom = custom_of(game)
    bots = [make_bot(custom.bots, game, setup.seed * 16 + seat) for seat in range(setup.seats)]
    state = game.start(setup)
    moves: list[str] = []
    moments: list[Moment] = []
    while state.asked != NOBODY and len(moves) < MOST_MOVES:
        view = game.view(state, state.asked)
        is_wanted = not custom.questions or view.question in custom.questions
        if is_wanted and len(moves) >= LEAST_MOVES and len(view.moves) > 1:
            moments.append(Moment(state.clone(), len(moves)))
        action = bots[int(state.asked)].choose(view)
        moves.append(game.describe(action))
        game.apply(state, action)
    return moves, moments


# -- telling ----------------------------------------------------------------------------------


def told(game: Game, view: View, found: Ranked, setup: Setup, moves: tuple[str, ...]) -> Puzzle:
    seat, best = int(view.seat), found.best
    good = reasons(game, seat, best, found.others[0])
    others = [
        option_of(game, one, [], reasons(game, seat, one, best))
        for one in found.others[:MOST_OTHERS]
    ]
    task = {to.language: task_for(game, str(view.question), good, to) for to in LISTENERS}
    answer = option_of(game, best, good, [])
    return Puzzle(game.name, 0, setup, moves, seat, task, answer, tuple(others))


def option_of(game: Game, option: Option, good: list[Reason], bad: list[Reason]) -> PuzzleOption:
    why: Text = {to.language: sentence(game, good, bad, to) for to in LISTENERS}
    return PuzzleOption(
        tuple(game.describe(answer) for answer in option.answers), option.chance, why
    )


# -- checking ---------------------------------------------------------------------------------


def trouble_with(puzzle: Puzzle, rng: Rng) -> str:
    """What is wrong with a puzzle, looked at again with other chance and with everything hidden
    dealt anew; nothing if it is sound."""
    game = game_named(puzzle.game)
    state = puzzle.start(game)
    if state.asked != puzzle.you:
        return "another seat is asked"
    view = game.view(state, puzzle.you)
    other = game.imagine(view, rng)
    if game.view(other, puzzle.you) != view:
        return "a world that fits what the seat knows looks otherwise to it"
    seed = rng.below(1 << 30)
    custom = custom_of(game)
    plans = Plans(game, game.view(other, puzzle.you), seed, deeper(custom.study), custom)
    try:
        answer = plans.key([int(game.parse(move)) for move in puzzle.answer.moves])
    except Exception as wrong:  # whatever a game says of a move that is none
        return f"its answer cannot be played: {wrong}"
    ranked = plans.ranked()
    if ranked is None:
        return "there is nothing to choose"
    if plans.key(ranked.best.answers) != answer:
        return f"now {[game.describe(one) for one in ranked.best.answers]} is best"
    return "" if ranked.gap >= custom.gap / 2 else f"the gap is only {ranked.gap:.3f}"
