"""Finished games: step by step as each seat saw them, to download, to verify, to go on from."""

from __future__ import annotations

from typing import Any

from kamiza import games
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.rng import commitment
from kamiza.play.telling import Told, labels
from kamiza.server import wire
from kamiza.server.hall import set_up
from kamiza.server.room import Room
from kamiza.server.store import TableRow


def replay(room: Room, seat: int) -> wire.Replay:
    """The whole game as one seat (or -1, a spectator) saw it while it was played."""
    row = room.row
    game = room.game
    state = game.start(set_up(row))
    steps = [wire.ReplayStep(0, None, None, view_of(game, state, seat), opening(game, state, seat))]
    for number, (mover, move) in enumerate(room.table.moves_in_force(), 1):
        log: list[Event] = []
        state.log = log
        game.apply(state, game.parse(move))
        state.log = None
        events: list[Any] = [Told(game, number, event).for_seat(seat) for event in log]
        steps.append(wire.ReplayStep(number, mover, move, view_of(game, state, seat), events))
    return wire.Replay(
        row.id, row.game, seat, room.players(), row.options, room.commitment, row.key.hex(),
        branch_of(row), steps,
    )  # fmt: skip


def view_of(game: Game, state: State, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = game.view(state, seat).as_json(False)
    if view["moves"]:
        view["labels"] = labels(game, view)
    return view


def opening(game: Game, state: State, seat: int) -> list[dict[str, Any]]:
    """What happened before anybody could listen."""
    seen = game.telling.opening(view_of(game, state, seat))
    return [
        Told(game, 0, Event(str(facts["event"]), without_name(facts))).for_seat(seat)
        for facts in seen
    ]


def without_name(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key != "event"}


def branch_of(row: TableRow) -> wire.Branch | None:
    if row.branch_of is None or row.branch_at is None:
        return None
    return wire.Branch(row.branch_of, row.branch_at)


def verify(room: Room) -> wire.Verification:
    """Deal and play the game again from the revealed key and compare with the table."""
    row = room.row
    game = games.game(row.game)
    state = game.start(set_up(row))
    moves = room.table.moves_in_force()
    is_legal = True
    for seat, move in moves:
        action = game.parse(move)
        is_legal = is_legal and game.check(state, seat, action) is None
        game.apply(state, action)
    same = game.hash(state) == game.hash(room.table.state)
    fits = commitment(row.key) == room.commitment
    return wire.Verification(room.commitment, row.key.hex(), fits, len(moves), is_legal and same)


def record(room: Room) -> dict[str, Any]:
    """The game to download: everything needed to play it again anywhere."""
    row = room.row
    return {
        "game": row.game,
        "rules": row.rules,
        "digest": row.digest,
        "seats": row.seats,
        "options": row.options,
        "key": row.key.hex(),
        "commitment": room.commitment,
        "branch": None if row.branch_of is None else {"table": row.branch_of, "at": row.branch_at},
        "players": [{"kind": seat.kind, "name": seat.name} for seat in room.seats],
        "actions": [move for _, move in room.table.moves_in_force()],
        "scores": room.game.scores(room.table.state),
        "hash": room.game.hash(room.table.state),
    }
