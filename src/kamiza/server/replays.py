"""Finished games: step by step as each seat saw them, to download, to verify, to go on from."""

from __future__ import annotations

from kamiza.core.action import Refusal
from kamiza.core.event import Event
from kamiza.core.record import Branch, Record, new_record, note
from kamiza.core.rng import commitment
from kamiza.play.log import Log, LogEntry
from kamiza.server.http_types import Replay, ReplayStep, Verification
from kamiza.server.live_table import LiveTable, branch_of
from kamiza.server.messages import SEATS, seat_or_none
from kamiza.server.publishing import log_part, screen_of


def replay(live: LiveTable, seat: int) -> Replay:
    """The whole game as one seat (or a spectator) saw it while it was played."""
    row, game, log = live.row, live.game, Log(live.game)
    state = game.start(live.table.setup)
    dealt = log.whole(state, seat)
    screen = screen_of(game, game.view(state, seat))
    steps = [ReplayStep(0, None, None, screen, dealt.events, log_part(dealt))]
    for number, (mover, move) in enumerate(live.table.moves_in_force(), 1):
        events: list[Event] = []
        state.log = events
        game.apply(state, game.read(mover, move))
        state.log = None
        log.add([LogEntry(number, event) for event in events])
        update = log.update(number - 1, seat)
        screen = screen_of(game, game.view(state, seat))
        steps.append(
            ReplayStep(number, SEATS[mover], move, screen, update.events, log_part(update))
        )
    return Replay(
        row.id, row.game, seat_or_none(seat), live.player_list(), row.settings, live.commitment,
        row.key.hex(), branch_of(row), steps,
    )  # fmt: skip


def record_of(live: LiveTable) -> Record:
    """The game written down, with the hash of the state after every move."""
    setup = live.table.setup
    record = new_record(live.game, setup, [player.name for player in live.players])
    branch = branch_of(live.row)
    if branch is not None:
        record.branch = Branch(branch.table, branch.at)
    state = live.game.start(setup)
    for seat, move in live.table.moves_in_force():
        live.game.act(state, seat, move)
        note(record, live.game, state, seat, move)
    return record


def verify(live: LiveTable) -> Verification:
    """Deal and play the game again from the revealed key, and compare with how it ended."""
    row = live.row
    fits = commitment(row.key) == live.commitment
    try:
        record = record_of(live)
        ended_so = bool(record.hashes) and record.hashes[-1] == row.last_hash
    except Refusal:
        ended_so = False
    moves = len(live.table.moves_in_force())
    return Verification(live.commitment, row.key.hex(), fits, moves, ended_so)
