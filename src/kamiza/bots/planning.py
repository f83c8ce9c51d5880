"""Planning of whole turns: one search for all games, from views only.

A *line* is the beginning of a plan: some answers in a row of the seat that plans. It is completed
by quick moves, in some worlds that fit the view, and judged there. Every line meets the same
worlds and the same chance, so that lines differ by their answers and not by their luck.

1. Growing: lines are made answer by answer up to the end of the turn; after each answer only the
   best few, the beam, grow on. They are judged at the end of the turn, by the value of the game.
2. Trying: the best lines are tried in more worlds, up to the end of the turn, the own next turn or
   the end of the game; the worse half is given up again and again.

With more time the beam is wider and the worlds are more.
"""

from __future__ import annotations

import time
from typing import Final, final

from kamiza.bots.value import ONE, Value
from kamiza.core.action import NOBODY
from kamiza.core.game import NO_TURN, Game, State, View, Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng

TURN: Final = 0  # judged at the end of the turn,
OWN_TURN: Final = 1  # at the beginning of the own next turn,
WHOLE_GAME: Final = 2  # or by the outcome of the game
HORIZONS: Final = ("turn", "own_turn", "game")


@final
class Style:
    """How a game is planned; read from its `bots.toml`."""

    def __init__(
        self, horizon: i64, beam: i64, depth: i64, worlds: i64, lines: i64, trials: i64,
        least_gain: i64, blur: i64,
    ) -> None:  # fmt: skip
        self.horizon: Final[i64] = horizon  # of trying
        self.beam: Final[i64] = beam  # lines that grow on; 0: lines of one answer, not judged yet
        self.depth: Final[i64] = depth  # answers in a row
        self.worlds: Final[i64] = worlds  # in which growing lines are judged
        self.lines: Final[i64] = lines  # that are tried; 0: all
        self.trials: Final[i64] = trials  # worlds in which they are tried; 0: growing decides
        self.least_gain: Final[i64] = least_gain  # millionths, before the quick move is left
        self.blur: Final[i64] = blur  # millionths by which a line may be misjudged


@final
class Line:
    """Answers in a row, and how good they look."""

    def __init__(self, answers: list[int], states: list[State]) -> None:
        self.answers: Final = answers
        self.states: Final = states  # one for each world, after these answers
        self.worth: i64 = 0  # the sum over all worlds it was judged in
        self.is_quick: bool = False

    def first(self) -> i64:
        return self.answers[0]


@final
class Planner:
    """One decision: the view, the chance all lines share, and how much was judged so far."""

    def __init__(
        self, game: Game, value: Value | None, view: View, style: Style, end: float, rng: Rng
    ) -> None:
        self.game: Final = game
        self.value: Final = value
        self.style: Final = style
        self.worlds: Final[Worlds] = game.worlds(view)
        self.seat: Final[i64] = view.seat
        self.turn: Final[i64] = game.turn(view.known)
        self.end: Final = end  # CPU time, 0: never
        self.rng: Final = rng
        self.judged: i64 = 0

    def is_late(self) -> bool:
        return self.end > 0.0 and time.process_time() > self.end

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, chance: Rng, horizon: i64) -> i64:
        """Complete a state by quick moves and judge it, in millionths. Changes `state`."""
        game = self.game
        seat: i64 = self.seat
        self.judged += 1
        while state.asked != NOBODY:
            if horizon != WHOLE_GAME and self.is_there(state, horizon):
                break
            game.apply(state, game.quick_move(state, chance))
        if horizon == WHOLE_GAME:
            return int(game.outcome(state)[seat] * ONE)
        value = self.value
        return 0 if value is None else value.chance(state, seat)

    def is_there(self, state: State, horizon: i64) -> bool:
        """Has the horizon been reached?"""
        game = self.game
        now: i64 = game.turn(state)
        if now == self.turn and now != NO_TURN:
            return False
        if horizon == TURN or game.is_out(state, self.seat):
            return True
        return game.turn_owner(state) == self.seat

    # -- growing ------------------------------------------------------------------------------

    def first_lines(self, states: list[State]) -> list[Line]:
        """A line for each answer to the open question, the quick one first."""
        game = self.game
        quick: i64 = game.quick_move(states[0], self.rng.clone())
        lines = [Line([quick], [])]
        lines[0].is_quick = True
        for answer in game.candidates(states[0], self.rng.clone()):
            if answer != quick:
                lines.append(Line([answer], []))
        return lines

    def grow(self, beam: i64, number: i64) -> list[Line]:
        """All lines that were judged, the best first."""
        states = [self.worlds.sample(self.rng) for _world in range(number)]
        chances = [self.rng.fork() for _world in range(number)]
        found: list[Line] = []
        young = self.first_lines(states)
        if len(young) == 1:
            return young
        for line in young:
            self.play_on(line, states, line.first(), chances)
        found.extend(young)
        for _depth in range(1, self.style.depth):
            parents = [line for line in best_of(young, beam) if self.is_growing(line)]
            if len(parents) == 0 or self.is_late():
                break
            young = self.children(parents, chances)
            found.extend(young)
        return best_of(found, len(found))

    def is_growing(self, line: Line) -> bool:
        """Does the same seat go on in the same turn?"""
        state = line.states[0]
        if state.asked != self.seat or self.turn == NO_TURN:
            return False
        return self.game.turn(state) == self.turn

    def children(self, parents: list[Line], chances: list[Rng]) -> list[Line]:
        """Every line with every answer that could follow."""
        game = self.game
        young: list[Line] = []
        for parent in parents:
            listed = game.candidates(parent.states[0], self.rng.clone())
            for answer in listed:
                child = Line([*parent.answers, answer], [])
                child.is_quick = parent.is_quick
                self.play_on(child, parent.states, answer, chances)
                young.append(child)
        return young

    def play_on(self, line: Line, states: list[State], answer: i64, chances: list[Rng]) -> None:
        """Play an answer in each world where it is possible, and judge the line."""
        game = self.game
        for place, state in enumerate(states):
            world = state.clone()
            if place == 0 or is_possible(game, world, self.seat, answer):
                game.apply(world, answer)
            line.states.append(world)
            line.worth += self.judge(world.clone(), chances[place].clone(), TURN)

    # -- trying -------------------------------------------------------------------------------

    def try_out(self, lines: list[Line], trials: i64) -> Line:
        """The best of the lines after trying them in the same worlds, halving them on the way."""
        for line in lines:
            line.worth = 0
        left = lines
        done: i64 = 0
        until: i64 = first_round(trials, len(lines))
        while True:
            while done < until:
                self.try_once(left)
                done += 1
                if self.is_late():
                    until = trials = done
            if done >= trials or len(left) == 1:
                break
            left = self.better_half(left, done)
            until = trials if len(left) <= 2 else at_most(2 * done, trials)
        return self.preferred(left, done)

    def try_once(self, lines: list[Line]) -> None:
        """One more world for all of them."""
        world = self.worlds.sample(self.rng)
        chance = self.rng.fork()
        horizon: i64 = self.style.horizon
        for line in lines:
            state = world.clone()
            self.replay(line, state)
            line.worth += self.judge(state, chance.clone(), horizon)

    def replay(self, line: Line, state: State) -> None:
        """The answers of a line, as far as they are possible in this world."""
        game = self.game
        for place, answer in enumerate(line.answers):
            if place > 0 and not is_possible(game, state, self.seat, answer):
                return
            game.apply(state, answer)

    def better_half(self, lines: list[Line], done: i64) -> list[Line]:
        """The better half, and the quick move in any case: it is what others are measured by."""
        kept = best_of(lines, (len(lines) + 1) // 2)
        for line in lines:
            if line.is_quick and line not in kept and self.style.least_gain > 0:
                kept.append(line)
        return kept

    def preferred(self, lines: list[Line], number: i64) -> Line:
        """The best line; the quick move is left only for a gain, and a blurred eye may err."""
        style = self.style
        best = lines[0]
        most: i64 = -1
        for line in lines:
            worth: i64 = line.worth
            if line.is_quick:
                worth += style.least_gain * number
            if style.blur > 0:
                worth += number * (self.rng.below(style.blur) + self.rng.below(style.blur))
            if worth > most:
                most = worth
                best = line
        return best


def plan(
    game: Game, value: Value | None, view: View, style: Style, seconds: float, rng: Rng
) -> int:
    """The answer with the best plan, found within so many seconds of CPU time (0: any time)."""
    end = time.process_time() + seconds if seconds > 0.0 else 0.0
    planner = Planner(game, value, view, style, end, rng)
    if style.beam > 0:
        lines = planner.grow(style.beam, style.worlds)
    else:
        lines = planner.first_lines([planner.worlds.sample(rng)])
    if len(lines) == 1:
        return lines[0].first()
    if style.trials == 0:
        return planner.preferred(lines, style.worlds).first()
    if 0 < style.lines < len(lines):
        lines = distinct(lines, style.lines)
    return planner.try_out(lines, style.trials).first()


def is_possible(game: Game, state: State, seat: i64, answer: i64) -> bool:
    return state.asked == seat and game.check(state, seat, answer) is None


def at_most(number: i64, most: i64) -> i64:
    return most if number > most else number


def first_round(trials: i64, lines: i64) -> i64:
    """How many worlds all lines get, so that each round of halving costs about the same."""
    rounds: i64 = 1
    left: i64 = lines
    while left > 2:
        left = (left + 1) // 2
        rounds += 1
    least: i64 = trials >> (rounds - 1)
    return least if least > 1 else 1


def best_of(lines: list[Line], number: i64) -> list[Line]:
    """The best lines, the first one first; of lines that look exactly alike only one, because they
    are mostly the same answers in another order."""
    ordered = sorted(lines, key=by_worth)
    found: list[Line] = []
    last: i64 = -1
    for line in ordered:
        if line.worth != last or line.is_quick:
            found.append(line)
            last = line.worth
        if len(found) >= number:
            break
    return found


def by_worth(line: Line) -> int:
    return -line.worth


def distinct(lines: list[Line], number: i64) -> list[Line]:
    """The best lines, and in any case the first that begins with the quick move."""
    found = lines[:number]
    for line in found:
        if line.is_quick:
            return found
    for line in lines:
        if line.is_quick:
            found.append(line)
            break
    return found
