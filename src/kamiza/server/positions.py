"""Positions that people make: everything here is worked out in a process of its own, which may be
ended if it takes too long. What comes back is ready to be sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from kamiza import games
from kamiza.bots.hints import hint
from kamiza.bots.learned import value_of
from kamiza.bots.options import chances_in
from kamiza.cases.writing import case_text
from kamiza.core.action import NOBODY, SPECTATOR, seat_of
from kamiza.core.game import Game, Setup
from kamiza.core.refusal import Refusal
from kamiza.core.schema import NEEDED, NOBODY_KNOWS, OWNER, WORKED_OUT, Field
from kamiza.play.coach import played_out
from kamiza.play.position_texts import read_text
from kamiza.play.position_words import Problem, label_of, value_names
from kamiza.play.positions import NotPossible, Tried, beginning, shortened, tried
from kamiza.server import http_types, messages
from kamiza.server.guiding import puzzle_named
from kamiza.server.messages import SEATS, encode, seat_or_none
from kamiza.server.new_tables import set_up
from kamiza.server.publishing import screen_of, text_of
from kamiza.server.replays import Finished, compressed

TITLE = "A position from the editor"
WRONG = b"!"  # before the sentences that say why not
COMMON = ("seats", "asked", "settings", "players")


def compressed_check(name: str, position: bytes, seat: str) -> bytes:
    """What is wrong with a position, or what follows from it."""
    game = games.game(name)
    try:
        found = tried(game, decoded(position))
    except NotPossible as wrong:
        return compressed(http_types.CheckedPosition(problem_part(wrong.problem), None))
    return compressed(http_types.CheckedPosition(None, possible(game, found, seat)))


def decoded(position: bytes) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(position)
    return found


def problem_part(problem: Problem) -> http_types.PositionProblem:
    return http_types.PositionProblem(problem.field, text_of(problem.where), text_of(problem.text))


def possible(game: Game, found: Tried, letter: str) -> http_types.PossiblePosition:
    state = found.state
    seat = seat_of(letter) if letter in SEATS[: int(state.seats)] else SPECTATOR
    whole = game.save(state)
    del whole["rng"]
    view = game.view(state, seat)
    moves = 0 if state.asked == NOBODY else len(game.moves(state))
    return http_types.PossiblePosition(
        found.short, whole, seat_or_none(int(state.asked)), view.question, moves,
        screen_of(game, view), case_text(game, state, found.short, TITLE),
    )  # fmt: skip


def compressed_analysis(name: str, position: bytes) -> bytes:
    """The chances of all, and the best options of whoever is asked; from what that seat knows."""
    game = games.game(name)
    try:
        state = tried(game, decoded(position)).state
    except NotPossible as wrong:
        return WRONG + encode(wrong.problem.refusal().sentences)
    if state.asked == NOBODY:
        return b""
    asked = int(state.asked)
    seed = int.from_bytes(sha256(position).digest()[:6], "big")
    value = value_of(game, state)
    if value is None:
        chances = played_out(game, state, asked, seed)
    else:
        chances = chances_in(game, value, state, asked)
    best: dict[str, Any] = msgspec.to_builtins(hint(game, game.view(state, asked), seed))
    options = [messages.HintOption(**option) for option in best["options"]]
    told = messages.Hint("", options, best["is_only"], best["margin"], best["even"], best["worlds"])
    shares = {SEATS[seat]: round(chance, 3) for seat, chance in enumerate(chances)}
    return compressed(http_types.AnalysedPosition(SEATS[asked], shares, told))


# -- where a position comes from -----------------------------------------------------------------


def position_at(finished: Finished, step: int) -> bytes:
    """A finished game after so many moves."""
    row = finished.row
    game = games.game(row.game)
    state = game.start(set_up(row))
    for mover, move in finished.moves[:step]:
        game.apply(state, game.read(mover, move))
    return compressed(http_types.FoundPosition(row.game, shortened(game, state)))


def position_of_puzzle(name: str, number: str) -> bytes:
    game, puzzle = games.game(name), puzzle_named(name, number)
    assert puzzle is not None
    state = puzzle.start(game)
    return compressed(http_types.FoundPosition(name, shortened(game, state)))


def position_of_text(name: str, text: str) -> bytes:
    """The position of something that was pasted; nothing in front if it was read, else why not."""
    try:
        found, position = read_text(text, name)
    except Refusal as why:
        return WRONG + encode(why.sentences)
    return compressed(http_types.FoundPosition(found, position))


def first_position(name: str, seats: int, seed: int) -> bytes:
    """Where a usual game begins."""
    game = games.game(name)
    return compressed(http_types.FoundPosition(name, shortened(game, beginning(game, seats, seed))))


# -- before a table is made ----------------------------------------------------------------------


def fit_to_play(name: str, position: bytes, seats: int, key: bytes) -> bytes:
    """The short form of a position at which a table can begin; or, after a mark, why it cannot."""
    game, given = games.game(name), decoded(position)
    try:
        found = tried(game, given, Setup(seats, {}, 0, key, given))
    except NotPossible as wrong:
        return WRONG + encode(wrong.problem.refusal().sentences)
    return b"" if found.state.asked == NOBODY else encode(found.short)


# -- the form ------------------------------------------------------------------------------------


def form_of(name: str) -> http_types.PositionForm:
    """Every field of the positions of a game."""
    game = games.game(name)
    shapes = [f.kind.written_shape() for f in (*game.schema.table, *game.schema.players)]
    return http_types.PositionForm(
        [field_part(game, field) for field in game.schema.table],
        [field_part(game, field) for field in game.schema.players],
        {value: text_of(text) for value, text in names_of(game, shapes).items()},
        {name: text_of(label_of(game, name)) for name in [*COMMON, *parts_in(shapes)]},
    )


def names_of(game: Game, shapes: object) -> dict[str, dict[str, str]]:
    """Of all values that can be chosen; those without a name are what they are."""
    known = game.words.words | value_names(game)
    return {value: known[value] for value in values_in(shapes) if value in known}


def values_in(shape: object) -> Iterator[str]:
    """All that can be chosen somewhere in a form."""
    if isinstance(shape, dict):
        yield from shape.get("enum", [])
        yield from shape.get("letters", {}).values()
    for part in parts_of(shape):
        yield from values_in(part)


def parts_in(shape: object) -> Iterator[str]:
    """The names of everything that has parts."""
    if isinstance(shape, dict):
        yield from shape.get("properties", {})
    for part in parts_of(shape):
        yield from parts_in(part)


def parts_of(shape: object) -> Iterable[object]:
    return shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ()


def field_part(game: Game, field: Field) -> http_types.PositionField:
    is_plain = field.usual not in (NEEDED, WORKED_OUT)
    return http_types.PositionField(
        field.name, text_of(label_of(game, field.name)), field.kind.written_shape(),
        field.usual == NEEDED, field.usual == WORKED_OUT, field.usual if is_plain else None,
        field.knows in (NOBODY_KNOWS, OWNER),
    )  # fmt: skip
