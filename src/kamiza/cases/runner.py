"""Running cases: begin where the case says, do its steps, compare what is there.

A case that does not hold gives lines to read: path, expected, found. The files are read by
`files.py`; which game and which laws a case is about, its caller knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from kamiza.cases.compare import CaseError, Difference, differences, merged
from kamiza.cases.files import BOUNDS, MANY_GAMES, Case, Given, Shelf, Step
from kamiza.cases.playthrough import (
    ENDLESS,
    EndlessGame,
    Laws,
    Playthrough,
    RandomPlay,
    coming_to_an_end,
    play_out,
)
from kamiza.cases.words import (
    Moment,
    compare,
    reason_differences,
    refusal_differences,
    split_line,
)
from kamiza.core.content import ContentError
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import fast_rng


class Runner:
    """Runs the cases of one folder and one game."""

    def __init__(self, shelf: Shelf, game: Game, laws: Laws) -> None:
        self.shelf = shelf
        self.game = game
        self.laws = laws

    def run(self, case: Case) -> list[str]:
        """What is not as the case says, one line each; nothing if it holds."""
        unknown = [rule for rule in case.rules if rule not in self.game.book.rules]
        if unknown:
            return [f"rules: {', '.join(unknown)} is no rule of {self.game.name}"]
        try:
            if case.given.random:
                return list(self.run_random(case, case.given.random))
            for seed in range(case.given.seeds or 1):
                found = self.run_once(case, seed)
                if found:
                    tries = f" [with seed {seed}]" if case.given.seeds else ""
                    return [f"{difference}{tries}" for difference in found]
        except RecursionError:
            return ["given: the case builds on itself"]
        except (CaseError, ContentError, EndlessGame, PositionError, Refusal) as wrong:
            return [str(wrong)]
        return []

    def run_once(self, case: Case, seed: int) -> list[Difference]:
        if case.given.refused:
            return self.beginning_refused(case, seed)
        play = self.begin(case, seed)
        for step in case.steps:
            found = self.take_step(play, step)
            if found:  # what follows would only confuse
                where = f"{step.name}: " if step.name else ""
                return [replace(d, path=where + d.path) for d in found]
        return []

    # -- beginning ----------------------------------------------------------------------------

    def beginning_refused(self, case: Case, seed: int) -> list[Difference]:
        reasons = list(case.given.refused)
        try:
            self.first_state(case, seed)
        except (Refusal, PositionError) as refused:
            return reason_differences("given", reasons, refused, self.game)
        return [Difference("given", f"to be refused: {', '.join(reasons)}", "that it is allowed")]

    def begin(self, case: Case, seed: int) -> Playthrough:
        try:
            play = Playthrough(self.game, self.first_state(case, seed))
        except (Refusal, PositionError) as refused:
            raise CaseError(f"given: {refused}") from None
        play.watch(self.laws.to_watch(case.law_names()))
        return play

    def first_state(self, case: Case, seed: int) -> State:
        given = self.whole_given(case.given)
        if given.random:
            raise CaseError(f"given: {case.id} has no end of its own, only random games")
        return self.state_of(given, seed)

    def state_of(self, given: Given, seed: int) -> State:
        """The state of a given that says itself where it begins."""
        position = given.position
        if given.end_of:
            base = self.game.save(self.end_of(self.shelf.case(given.end_of), seed))
            position = merged(base, position)
        elif given.setup is not None:
            with coming_to_an_end("given: the set-up"):
                state = self.game.start(self.read_setup(given, seed))
            if not position and not given.leave_out:
                return state
            position = merged(self.game.save(state), position)
        for path in given.leave_out:
            position = without(position, path.split("."))
        with coming_to_an_end("given: the position"):
            state = self.game.load(position)
        if given.seeds:
            state.rng = fast_rng(seed)
        return state

    def whole_given(self, given: Given) -> Given:
        """The given with everything it takes over from the case it is like."""
        if not given.like:
            return given
        other = self.whole_given(self.shelf.case(given.like).given)
        if other.random:
            raise CaseError(f"given: {given.like} has no beginning of its own, only random games")
        position = merged(other.position, given.position)
        return replace(
            other, position=position, leave_out=given.leave_out, seeds=given.seeds, refused=()
        )

    def read_setup(self, given: Given, seed: int) -> Setup:
        setup = given.setup or {}
        return Setup(
            cast(int, setup["seats"]),
            cast("dict[str, object]", setup["settings"]),
            seed if given.seeds else cast(int, setup["seed"]),
        )

    def end_of(self, case: Case, seed: int) -> State:
        """The position in which another case ends, whatever it expects there."""
        play = self.begin(case, seed)
        for step in case.steps:
            self.do(play, step)
        return play.state

    # -- doing --------------------------------------------------------------------------------

    def take_step(self, play: Playthrough, step: Step) -> list[Difference]:
        began = len(play.events)
        try:
            found = self.do(play, step)
        except Refusal as refused:
            return [Difference("do", "that it is allowed", str(refused))]
        return found or compare(Moment(play, self.laws, began), step.then)

    def do(self, play: Playthrough, step: Step) -> list[Difference]:
        """Make the moves of a step; the last one may have to be refused."""
        moves = step.do[:-1] if step.refused else step.do
        rounds = 0
        while rounds < step.times or (step.times == 0 and not play.is_over):
            for line in moves:
                self.make_move(play, line)
            rounds += 1
            if rounds > ENDLESS:
                raise EndlessGame(f"do: the game is not over after {ENDLESS} rounds")
        if step.refused:
            return refusal_differences(play, step.do[-1], list(step.refused))
        return []

    def make_move(self, play: Playthrough, line: str) -> None:
        seat, text = split_line(play, line)
        try:
            play.act(seat, text)
        except Refusal as refused:
            where = f"after move {len(play.moves)}, '{line}'"
            refused.sentences["en"] = f"{where}: {refused.sentence}"
            raise

    # -- many games ---------------------------------------------------------------------------

    def run_random(self, case: Case, plan: RandomPlay) -> Iterator[str]:
        """Every game must fit; `games_where` counts those that fit more closely."""
        watched = self.laws.to_watch(case.law_names())
        blocks = [block for step in case.steps for block in games_where(step.then)]
        numbers = [0] * len(blocks)
        for setup in plan.setups():
            moment = Moment(play_out(self.game, setup, plan, watched), self.laws, 0)
            for step in case.steps:
                then = {word: value for word, value in step.then.items() if word != MANY_GAMES}
                for difference in compare(moment, then):
                    yield f"{difference} [{setup.seats} seats, seed {setup.seed}]"
                    return
            for index, (then, _) in enumerate(blocks):
                numbers[index] += not compare(moment, then)
        for (then, bounds), number in zip(blocks, numbers):
            for difference in differences(f"{MANY_GAMES} {then}", bounds, number):
                yield str(difference)


def games_where(then: dict[str, object]) -> list[tuple[dict[str, object], dict[str, object]]]:
    """The expectations to be counted, each with the bounds of its number of games."""
    blocks = cast("list[dict[str, object]]", then.get(MANY_GAMES, []))
    return [
        (
            {word: value for word, value in block.items() if word not in BOUNDS},
            {word: value for word, value in block.items() if word in BOUNDS},
        )
        for block in blocks
    ]


def without(position: dict[str, object], path: list[str]) -> dict[str, object]:
    """A copy of the position in which one field is left out."""
    rest = dict(position)
    if path[0] not in rest:
        raise CaseError(f"given: leave_out: there is no '{path[0]}' to leave out")
    below = rest.pop(path[0])
    if len(path) > 1 and isinstance(below, dict):
        rest[path[0]] = without(below, path[1:])
    return rest
