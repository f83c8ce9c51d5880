"""What every game's numbers for learning programs must keep: rows follow the schema, stay within
their bounds and hide what is hidden; choices are numbers of moves.

Plain functions that raise AssertionError, like those of `checks.py`.
"""

from __future__ import annotations

from kamiza.core.cells import Cells, new_row
from kamiza.core.game import NO_ACTION, Game, Setup, State
from kamiza.core.layout import Layout
from kamiza.core.rng import fast_rng
from tests.conformance.checks import final, play, seats_and_spectator

UNWRITTEN = -32768  # a number that no cell can have
EVERY = 7  # positions; a row has hundreds of numbers, and a game many positions


def row_of(game: Game, layout: Layout, state: State, seat: int, plainly: bool) -> list[int]:
    """What a seat sees."""
    cells = Cells(new_row(layout.size), layout.seats)
    cells.row[layout.size - 1] = UNWRITTEN
    cells.begin(0, seat)
    if plainly:
        game.observe_plainly(state, seat, cells)
    else:
        game.observe(state, seat, cells)
    assert cells.at == layout.size, f"{cells.at} numbers were written, not {layout.size}"
    return list(cells.row)


def some_states(game: Game, setup: Setup, seed: int) -> list[State]:
    """Positions of a random game, and its last one."""
    found = [
        state.clone()
        for number, (state, _) in enumerate(play(game, setup, seed))
        if number % EVERY == seed % EVERY
    ]
    return [*found, final(game, setup, seed)]


def check_rows_follow_the_schema(game: Game, setup: Setup, seed: int) -> None:
    """What is written by hand is what the schema says, within the bounds it says."""
    layout = Layout(game, setup.seats)
    for state in some_states(game, setup, seed):
        for seat in seats_and_spectator(setup):
            row = row_of(game, layout, state, seat, False)
            plain = row_of(game, layout, state, seat, True)
            difference = first_difference(layout, row, plain)
            assert not difference, f"seat {seat}: by hand and by the schema {difference}"
            for name, number, least, most in zip(layout.names, row, layout.least, layout.most):
                assert least <= number <= most, f"{name} is {number}, not {least} to {most}"


def check_rows_hide(game: Game, setup: Setup, seed: int) -> None:
    """A row is the same in every world that its seat cannot tell apart."""
    layout = Layout(game, setup.seats)
    for number, state in enumerate(some_states(game, setup, seed)[:-1]):
        for seat in seats_and_spectator(setup):
            world = game.imagine(game.view(state, seat), fast_rng(seed + number))
            mine = row_of(game, layout, state, seat, False)
            other = row_of(game, layout, world, seat, False)
            assert mine == other, (
                f"seat {seat} may not know {first_difference(layout, mine, other)}"
            )


def first_difference(layout: Layout, one: list[int], other: list[int]) -> str:
    if one == other:
        return ""
    place = [a == b for a, b in zip(one, other)].index(False)
    return f"{layout.names[place]}: {one[place]} or {other[place]}"


def check_choices_are_moves(game: Game, setup: Setup, seed: int) -> None:
    """Every listed move has a number of its own, and the number leads back to it."""
    size = game.choices()
    for state, _ in play(game, setup, seed):
        numbers: dict[int, int] = {}
        for action in game.moves(state):
            choice = game.choice_of(state, action)
            assert 0 <= choice < size, f"{game.describe(action)} is choice {choice} of {size}"
            assert choice not in numbers, f"{game.describe(action)} shares choice {choice}"
            assert game.action_of(state, choice) == action
            numbers[choice] = action
        assert game.action_of(state, -1) == NO_ACTION
        assert game.action_of(state, size) == NO_ACTION


NUMBER_CHECKS = [check_rows_follow_the_schema, check_rows_hide, check_choices_are_moves]
