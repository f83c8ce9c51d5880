"""Positions that people make: tried before anybody plays them, and told in as few words as can be.

The form is that of every position (`Game.load` and `Game.save`), without a generator: the chance of
a game belongs to the game. Whatever is tried here comes from outside and may be anything at all, so
it is done where it may take too long without anybody waiting for it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kamiza.core.action import LETTERS, NOBODY, SPECTATOR, seat_letter
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import PositionError
from kamiza.core.rng import fast_rng
from kamiza.core.schema import NEEDED, NOBODY_KNOWS, WORKED_OUT, Field
from kamiza.play.position_words import Problem, problem_of, refused_settings

Json = dict[str, Any]

MOST_BYTES = 12 * 1024  # of a position as JSON; the largest of a real game has about half
TRIED_MOVES = 300  # that are played on from a position before it is believed
KEPT = ("game", "seats", "asked")  # what is always said


class NotPossible(Exception):
    """A position that cannot be played from."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text["en"])
        self.problem = problem


@dataclass(frozen=True)
class Tried:
    """A position that can be."""

    state: State
    short: Json


def tried(game: Game, position: Json, setup: Setup | None = None) -> Tried:
    """The state of a position that was also played on from; what cannot be is `NotPossible`."""
    try:
        state = loaded(game, position, setup)
        play_on(game, state)
        return Tried(state, shortened(game, state))
    except PositionError as wrong:
        raise NotPossible(problem_of(game, wrong)) from None
    except RecursionError:
        raise NotPossible(problem_of(game, PositionError("it lies too deep in itself"))) from None


def loaded(game: Game, position: Json, setup: Setup | None = None) -> State:
    """The state at which a game would begin there."""
    if len(json.dumps(position)) > MOST_BYTES:
        raise PositionError(f"it is longer than {MOST_BYTES} letters")
    if setup is None:
        seats = position.get("seats")
        setup = Setup(seats if type(seats) is int else 0, {}, 0, b"", position)
        game.schema.seats_in(position)
    settings = game.defaults | game.schema.settings_in(position)
    refused = game.check_setup(setup.seats, settings)
    if refused is not None:
        raise NotPossible(refused_settings(game, refused))
    try:
        return game.start(setup)
    except (PositionError, RecursionError):
        raise
    except Exception as broken:  # whatever nobody thought of is a position that cannot be
        raise PositionError(f"it cannot be read ({type(broken).__name__})") from None


def play_on(game: Game, start: State) -> None:
    """Whether the rules can go on from here: every answer once, then quick moves for a while."""
    try:
        for action in game.moves(start) if start.asked != NOBODY else ():
            game.apply(start.clone(), action)
        state, rng = start.clone(), fast_rng(1)
        for _ in range(TRIED_MOVES):
            if state.asked == NOBODY:
                break
            game.apply(state, game.quick_move(state, rng))
        for seat in (SPECTATOR, *range(int(start.seats))):
            game.screen(game.view(start, seat))
    except Exception as broken:
        raise PositionError(f"it cannot be played on ({type(broken).__name__})") from None


# -- as short as possible ----------------------------------------------------------------------


def shortened(game: Game, state: State) -> Json:
    """The position of a state without a generator, and without what follows from the rest."""
    whole = game.save(state)
    del whole["rng"]
    wanted = told(game, whole)
    short = without_usual(game, json.loads(json.dumps(whole)))
    if told(game, short) != wanted:  # what is usual may hang together with something else
        short = json.loads(json.dumps(whole))
    schema = game.schema
    # What lies face down is rather worked out than what everybody sees.
    for field in sorted(schema.table, key=lambda field: field.knows != NOBODY_KNOWS):
        leave_out(game, short, [()], field, wanted)
    letters = [seat_letter(seat) for seat in range(int(state.seats))]
    for field in schema.players:
        if not leave_out(game, short, [("players", letter) for letter in letters], field, wanted):
            for letter in letters:
                leave_out(game, short, [("players", letter)], field, wanted)
    short["players"] = {letter: said for letter, said in short["players"].items() if said}
    return {name: said for name, said in short.items() if said != {} or name in KEPT}


def told(game: Game, position: Json) -> Json | None:
    """What a position says once everything is worked out; None if it cannot be."""
    try:
        return game.save(game.load(position))
    except PositionError:
        return None


def without_usual(game: Game, whole: Json) -> Json:
    """Without settings and fields that have their usual value."""
    schema = game.schema
    whole["settings"] = {
        name: value for name, value in whole["settings"].items() if value != game.defaults[name]
    }
    for field in schema.table:
        drop_usual(field, whole)
    for entry in whole["players"].values():
        for field in schema.players:
            drop_usual(field, entry)
    return whole


def drop_usual(field: Field, entry: Json) -> None:
    if field.usual not in (NEEDED, WORKED_OUT) and entry.get(field.name) == field.usual:
        del entry[field.name]


def leave_out(
    game: Game, short: Json, places: list[tuple[str, ...]], field: Field, wanted: Json | None
) -> bool:
    """Drop a field at these places if it follows from the rest."""
    if field.usual == NEEDED:
        return False
    before: list[tuple[Json, Any]] = []
    for place in places:
        entry = short
        for name in place:
            entry = entry[name]
        if field.name in entry:
            before.append((entry, entry.pop(field.name)))
    if not before or told(game, short) == wanted:
        return True
    for entry, value in before:
        entry[field.name] = value
    return False


def beginning(game: Game, seats: int, seed: int) -> State:
    """Where a usual game of so many begins, or of as many as it can have."""
    seats = min(max(seats, int(game.least_seats)), int(game.most_seats), len(LETTERS))
    return game.start(Setup(seats, game.trial_settings(), seed))
