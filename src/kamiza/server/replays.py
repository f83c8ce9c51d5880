"""Finished games: step by step as each seat saw them, to download, to verify, to go on from."""

from __future__ import annotations

from typing import Any

from kamiza.core.action import Refusal
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.record import Branch, Record, new_record, note
from kamiza.core.rng import commitment
from kamiza.play.speech import Told, labels, opening
from kamiza.server import bodies, wire
from kamiza.server.hall import set_up
from kamiza.server.room import Room
from kamiza.server.store import TableRow


def replay(room: Room, seat: int) -> bodies.Replay:
    """The whole game as one seat (or -1, a spectator) saw it while it was played."""
    row = room.row
    game = room.game
    state = game.start(set_up(row))
    steps = [
        bodies.ReplayStep(0, None, None, view_of(game, state, seat), opening(game, state, seat))
    ]
    for number, (mover, move) in enumerate(room.table.moves_in_force(), 1):
        log: list[Event] = []
        state.log = log
        game.apply(state, game.read(mover, move))
        state.log = None
        events: list[Any] = [Told(game, number, event).for_seat(seat) for event in log]
        steps.append(bodies.ReplayStep(number, mover, move, view_of(game, state, seat), events))
    return bodies.Replay(
        row.id, row.game, seat, room.players(), row.settings, room.commitment, row.key.hex(),
        branch_of(row), steps,
    )  # fmt: skip


def view_of(game: Game, state: State, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = game.screen(game.view(state, seat))
    if view["moves"]:
        view["labels"] = labels(game, view)
    return view


def branch_of(row: TableRow) -> wire.Branch | None:
    if row.branch_of is None or row.branch_at is None:
        return None
    return wire.Branch(row.branch_of, row.branch_at)


def record_of(room: Room) -> Record:
    """The game written down, with the hash of the state after every move."""
    names = [seat.name for seat in room.seats]
    setup = set_up(room.row)
    record = new_record(room.game, setup, names)
    branch = branch_of(room.row)
    if branch is not None:
        record.branch = Branch(branch.table, branch.at)
    state = room.game.start(setup)
    for seat, move in room.table.moves_in_force():
        room.game.act(state, seat, move)
        note(record, room.game, state, seat, move)
    return record


def verify(room: Room) -> bodies.Verification:
    """Deal and play the game again from the revealed key, and compare with how it ended."""
    row = room.row
    fits = commitment(row.key) == room.commitment
    try:
        record = record_of(room)
        ended_so = bool(record.hashes) and record.hashes[-1] == row.last_hash
    except Refusal:
        ended_so = False
    actions = len(room.table.moves_in_force())
    return bodies.Verification(room.commitment, row.key.hex(), fits, actions, ended_so)
