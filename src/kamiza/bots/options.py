"""What could be answered now, how good each answer is, and by which features: hints and the coach.

All options meet the same worlds and the same chance. Each is planned on as the game plans its
turns, completed by quick moves up to the horizon and judged there by the value of the game; the
features that were weighed are kept, so that somebody can tell why. A game without a value is
played out instead: then there are chances and no reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import sqrt

from kamiza.bots.learned import has_learned, value_of
from kamiza.bots.planning import TURN, WHOLE_GAME, Line, Planner, Style, best_of
from kamiza.bots.styles import bots_table, needs_value, planning_of, style_of
from kamiza.bots.value import ONE, Value, won
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, State, View
from kamiza.core.native import i64
from kamiza.core.rng import fast_rng

ROUGH = 4  # worlds in which single answers are compared before the best are planned on
MOST_IMAGINED = 5_000  # moves of a game that is played out
LEAST_MARGIN = 0.01  # nobody can tell chances apart that are nearer than this


@dataclass(frozen=True)
class Study:
    """How thoroughly options are compared: the game's planning, and how many worlds."""

    style: Style
    looked_at: int  # answers that are planned on
    worlds: int  # in which those are judged
    follow_ups: tuple[str, ...]  # questions that only complete an answer


@dataclass(frozen=True)
class Option:
    """One answer with the plan that follows it, and what it would leave."""

    answers: list[int]
    chance: float
    chances: list[float]  # in each world
    rows: list[float]  # features of each seat, in the mean
    parts: list[list[float]]  # the same of each part of the table
    stage: int
    value: Value | None  # by which the features were weighed
    shares: list[float]  # of all seats, in the mean

    @property
    def first(self) -> int:
        return self.answers[0]


@dataclass(frozen=True)
class Options:
    """What was compared at one question."""

    seat: int
    best: list[Option]  # the best first
    usual: Option | None  # all answers in the mean; None if there is only one
    margin: float  # chances nearer than this are equally good

    def of(self, answer: int) -> Option | None:
        return next((option for option in self.best if option.first == answer), None)


@cache
def study_of(game: Game) -> Study:
    """How a game is studied: its planning, and what `[hint]` in its `bots.toml` changes of it."""
    content = bots_table(game)
    said = dict(content.table("hint").data) if "hint" in content.data else {}
    looked_at, worlds = said.pop("looked_at", 6), said.pop("worlds", 16)
    follow_ups = said.pop("follow_ups", [])
    if not (isinstance(looked_at, int) and isinstance(worlds, int) and worlds > 0):
        raise content.error("hint", "wants whole numbers")
    if not isinstance(follow_ups, list) or any(key not in game.questions for key in follow_ups):
        raise content.error("hint", "names a question that the game does not ask")
    style = style_of(planning_of(game) | said)
    if needs_value(style) and not has_learned(game):
        style = style_of(planning_of(game) | {"horizon": "game", "beam": 0})
    return Study(style, looked_at, worlds, tuple(follow_ups))


def compare(
    game: Game, view: View, seed: int, study: Study | None = None, also: int | None = None
) -> Options:
    """The options of the seat of this view; the same view and seed give the same. `also` is an
    answer to be among them in any case, such as the one that was played."""
    return Comparison(game, view, seed, study or study_of(game)).run(also)


class Comparison:
    """One question, and the worlds in which its answers are compared."""

    def __init__(self, game: Game, view: View, seed: int, study: Study) -> None:
        rng = fast_rng(seed)
        self.game = game
        self.study = study
        self.seat = int(view.seat)
        self.value: Value | None = value_of(game, view.known)
        self.planner = Planner(game, self.value, view, study.style, 0.0, rng)
        self.worlds = [self.planner.worlds.sample(rng) for _ in range(study.worlds)]
        self.chances = [rng.fork() for _ in range(study.worlds)]
        self.rough = min(ROUGH, study.worlds)

    def run(self, also: int | None) -> Options:
        lines = self.lines()
        if also is not None and all(int(line.first()) != also for line in lines):
            lines.append(Line([also], []))
        roughly = [self.judged(line, self.rough) for line in lines]
        ranked = sorted(zip(roughly, lines), key=lambda pair: -pair[0].chance)
        kept = [line for _, line in ranked[: self.study.looked_at]]
        kept += [line for line in lines if int(line.first()) == also and line not in kept]
        found = [self.judged(self.grown(line), len(self.worlds)) for line in kept]
        found.sort(key=lambda option: -option.chance)
        usual = mean_of(roughly) if len(lines) > 1 else None
        return Options(self.seat, found, usual, margin_of(found))

    def lines(self) -> list[Line]:
        """A line for each answer; where the game looks at one only, for each that is listed."""
        lines = self.planner.first_lines(self.worlds[:1])
        if len(lines) > 1:
            return lines
        return [Line([answer], []) for answer in self.game.moves(self.worlds[0])]

    # -- planning on --------------------------------------------------------------------------

    def grown(self, line: Line) -> Line:
        """The best plan that begins with these answers, as far as the turn goes."""
        style, planner = self.study.style, self.planner
        if style.beam == 0:
            return line
        number = min(len(self.worlds), max(1, int(style.worlds)))
        chances = self.chances[:number]
        best = Line(list(line.answers), [])
        for world, chance in zip(self.worlds, chances):
            state = world.clone()
            planner.replay(line, state)
            best.states.append(state)
            best.worth += planner.judge(state.clone(), chance.clone(), TURN)
        young = [best]
        for _depth in range(len(line.answers), int(style.depth)):
            parents = [one for one in best_of(young, style.beam) if planner.is_growing(one)]
            if not parents:
                break
            young = planner.children(parents, chances)
            best = max([best, *young], key=lambda one: one.worth)
        return best

    # -- judging ------------------------------------------------------------------------------

    def judged(self, line: Line, number: int) -> Option:
        """A line in some of the worlds: what it leaves, and what is weighed there."""
        ends = [self.played_on(line, at) for at in range(number)]
        all_shares = [self.shares(state) for state in ends]
        shares = [sum(column) / number for column in zip(*all_shares)]
        mine = [share[self.seat] for share in all_shares]
        rows, parts, stage = self.weighed(ends)
        return Option(
            [int(answer) for answer in line.answers], sum(mine) / number, mine, rows, parts,
            stage, self.value, shares,
        )  # fmt: skip

    def played_on(self, line: Line, at: int) -> State:
        """One world after these answers and quick moves, where the horizon is reached."""
        game, planner = self.game, self.planner
        state, chance = self.worlds[at].clone(), self.chances[at].clone()
        planner.replay(line, state)
        horizon = planner.style.horizon
        for _ in range(MOST_IMAGINED):
            if state.asked == NOBODY:
                break
            if horizon != WHOLE_GAME and planner.is_there(state, horizon):
                break
            game.apply(state, game.quick_move(state, chance))
        return state

    def shares(self, state: State) -> list[float]:
        return chances_in(self.game, self.value, state, self.seat)

    def weighed(self, ends: list[State]) -> tuple[list[float], list[list[float]], int]:
        """Features in the mean, those of each part of the table, and the stage they belong to."""
        game = self.game
        open_ends = [state for state in ends if state.asked != NOBODY]
        if self.value is None or not open_ends or self.study.style.horizon == WHOLE_GAME:
            return [], [], 0
        rows = mean([list(game.features(state, self.seat)) for state in open_ends])
        parts = [
            mean([list(game.part_features(state, part)) for state in open_ends])
            for part in range(len(game.part_names))
        ]
        return rows, parts, int(game.stage(open_ends[0]))


def chances_in(game: Game, value: Value | None, state: State, viewer: i64) -> list[float]:
    """How likely each seat wins, as far as the viewer can know; what it got, if all is over."""
    if state.asked == NOBODY or value is None:
        return [int(won(game, state, seat)) / ONE for seat in range(int(state.seats))]
    return [int(chance) / ONE for chance in value.chances(state, viewer)]


def mean(rows: list[list[int]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows)]


def mean_of(options: list[Option]) -> Option:
    """All answers together, as if one were chosen blindly; it stands for the usual one."""
    told = [option for option in options if option.rows]
    if not told:
        return replace(options[0], rows=[], parts=[])
    number = len(told)
    return Option(
        [], sum(option.chance for option in told) / number, [],
        [sum(column) / number for column in zip(*[option.rows for option in told])],
        [
            [sum(column) / number for column in zip(*rows)]
            for rows in zip(*[option.parts for option in told])
        ],
        told[0].stage, told[0].value,
        [sum(column) / number for column in zip(*[option.shares for option in told])],
    )  # fmt: skip


def margin_of(options: list[Option]) -> float:
    """Twice the standard error of the difference between the best two; at least one per cent."""
    if len(options) < 2:
        return LEAST_MARGIN
    differences = [one - two for one, two in zip(options[0].chances, options[1].chances)]
    number = len(differences)
    if number < 2:
        return LEAST_MARGIN
    middle = sum(differences) / number
    spread = sum((one - middle) ** 2 for one in differences) / (number - 1)
    return max(LEAST_MARGIN, 2 * sqrt(spread / number))


def distinct(options: Options, most: int) -> list[Option]:
    """The best few that are different plans: the same answers in another order are one."""
    found: list[Option] = []
    seen: set[tuple[object, ...]] = set()
    for option in options.best:
        plan, looks = tuple(sorted(option.answers)), (option.chance, *option.rows)
        if plan not in seen and (not option.rows or looks not in seen):
            found.append(option)
            seen |= {plan, looks}
        if len(found) == most:
            break
    return found
