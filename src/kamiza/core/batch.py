"""Many games side by side: rows of numbers go in and come out, and nothing is made per decision.

`Batch.step` takes one choice for each game and writes what is to be known next into rows that stay
where they are: who is asked, what that seat sees, which choices it has, what was won. A finished
game is followed by the next one at once.

Compiled, the rows are packed vectors that the buffer protocol shows without copying.
"""

from __future__ import annotations

import time
from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.cells import Cells, new_row
from kamiza.core.game import NO_ACTION, Game, Setup, State
from kamiza.core.native import append, i16, i64, u8, vec
from kamiza.core.rng import fast_rng

CHOICE_BYTES: Final = 4  # a choice comes as 32 bits, the lowest first
MARKS: Final = 32  # choices of one game that are taken out of its mask one by one
ALL: Final = -1  # more than that: the whole mask is wiped


class ChoiceError(Exception):
    """A choice that is no answer to the question of its game."""


def new_bytes(size: i64) -> vec[u8]:
    row: vec[u8] = vec[u8](capacity=size)
    place: i64
    for place in range(size):  # noqa: B007 a nameless variable would be boxed
        row = append(row, 0)
    return row


def new_floats(size: i64) -> vec[float]:
    row: vec[float] = vec[float](capacity=size)
    place: i64
    for place in range(size):  # noqa: B007 a nameless variable would be boxed
        row = append(row, 0.0)
    return row


@final
class Batch:
    """So many games of one kind, each asking somebody."""

    asked: vec[i16]  # who is asked in each game
    observations: vec[i16]  # what that seat sees, `width` numbers for each game
    masks: vec[u8]  # which choices it has, `choices` numbers for each game
    ended: vec[u8]  # 1 where the last step ended a game and another one was begun
    rewards: vec[float]  # of every seat in the game that ended, `seats` numbers for each game
    picks: vec[i64]  # choices drawn by `pick`
    marked: vec[i64]  # the places of the ones in `masks`, MARKS for each game
    marks: vec[i64]  # how many of them there are, or ALL
    decisions: i64  # made so far in all games
    finished: i64  # games so far
    seconds: float  # CPU time within the rules, while it is measured

    def __init__(
        self, game: Game, setup: Setup, count: int, width: int, seed: int, measures: bool = False
    ) -> None:
        settings = game.defaults | setup.settings
        game.start(setup)  # a table that cannot be is refused here
        self.game: Final = game
        self.settings: Final = settings
        self.seats: Final[i64] = setup.seats
        self.count: Final[i64] = count
        self.width: Final[i64] = width
        self.choices: Final[i64] = game.choices()
        self.measures: Final = measures
        self.chance: Final = fast_rng(seed)  # of the games to come
        self.luck: Final = fast_rng(seed + 1)  # of `pick`
        self.asked = new_row(count)
        self.observations = new_row(count * width)
        self.masks = new_bytes(count * self.choices)
        self.ended = new_bytes(count)
        self.rewards = new_floats(count * setup.seats)
        self.picks = vec[i64]([0] * count)
        self.marked = vec[i64]([0] * (count * MARKS))
        self.marks = vec[i64]([0] * count)
        self.decisions = 0
        self.finished = 0
        self.seconds = 0.0
        self.cells: Final = Cells(self.observations, setup.seats)
        self.states: Final[list[State]] = [self.new_game() for _ in range(count)]
        self.listed: Final[list[vec[i64]]] = [game.moves(state) for state in self.states]
        self.show_all()

    def new_game(self) -> State:
        seed = int(self.chance.below(1 << 30)) << 30 | int(self.chance.below(1 << 30))
        return self.game.set_up(Setup(int(self.seats), self.settings, seed))

    # -- playing ------------------------------------------------------------------------------

    def step(self, choices: bytes) -> None:
        """Make one choice in every game. All are looked at before any is made."""
        if len(choices) != self.count * CHOICE_BYTES:
            raise ChoiceError(f"{self.count} games want {self.count} choices of 32 bits")
        actions: vec[i64] = vec[i64](capacity=self.count)
        number: i64
        for number in range(self.count):
            actions = append(actions, self.action_in(choices, number))
        self.play(actions)
        self.show_all()

    def action_in(self, choices: bytes, number: i64) -> i64:
        """The action of the choice for one game."""
        at: i64 = number * CHOICE_BYTES
        choice: i64 = choices[at] | choices[at + 1] << 8 | choices[at + 2] << 16
        choice |= choices[at + 3] << 24
        action: i64 = NO_ACTION
        if choice < self.choices and self.masks[number * self.choices + choice]:
            action = self.game.action_of(self.states[number], choice)
        if action == NO_ACTION:
            raise ChoiceError(f"game {number}: choice {choice} is not among those it has now")
        return action

    def play(self, actions: vec[i64]) -> None:
        """Everything that is rules: carry out, begin anew, list what comes next."""
        begun = time.process_time() if self.measures else 0.0
        game = self.game
        states = self.states
        number: i64
        for number in range(self.count):
            state = states[number]
            game.apply(state, actions[number])
            self.ended[number] = 0
            if state.asked == NOBODY:
                self.end(number, state)
                state = self.new_game()
                states[number] = state
            self.listed[number] = game.moves(state)
        self.decisions += self.count
        if self.measures:
            self.seconds += time.process_time() - begun

    def end(self, number: i64, state: State) -> None:
        """Write down what a finished game brought."""
        self.ended[number] = 1
        self.finished += 1
        for seat, reward in enumerate(self.game.payoffs(state)):
            self.rewards[number * self.seats + seat] = reward

    # -- showing ------------------------------------------------------------------------------

    def show_all(self) -> None:
        """Write who is asked, what that seat sees and which choices it has."""
        number: i64
        for number in range(self.count):
            state = self.states[number]
            self.asked[number] = i16(state.asked)
            self.cells.begin(number * self.width, state.asked)
            self.game.observe(state, state.asked, self.cells)
            self.show_choices(number, state)

    def show_choices(self, number: i64, state: State) -> None:
        self.wipe(number)
        begin: i64 = number * self.choices
        listed = self.listed[number]
        count: i64 = len(listed)
        place: i64
        for place in range(count):
            at: i64 = begin + self.game.choice_of(state, listed[place])
            self.masks[at] = 1
            if place < MARKS:
                self.marked[number * MARKS + place] = at
        self.marks[number] = count if count <= MARKS else ALL

    def wipe(self, number: i64) -> None:
        """Take the choices of the last question out of the mask."""
        place: i64
        count: i64 = self.marks[number]
        if count == ALL:
            for place in range(number * self.choices, (number + 1) * self.choices):
                self.masks[place] = 0
            return
        for place in range(number * MARKS, number * MARKS + count):
            self.masks[self.marked[place]] = 0

    # -- chance -------------------------------------------------------------------------------

    def pick(self) -> None:
        """Draw one of the choices of every game, all equally likely."""
        number: i64
        for number in range(self.count):
            listed = self.listed[number]
            action: i64 = listed[self.luck.below(len(listed))]
            self.picks[number] = self.game.choice_of(self.states[number], action)
