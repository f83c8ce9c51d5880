"""Finished games: step by step as each seat saw them, to download, to verify.

Everything here is worked out in a process of its own, from what is written down of a game.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from kamiza import games
from kamiza.core.event import Event
from kamiza.core.record import STAND_INS, Branch, Ended, Record, StandIn, end, new_record, note
from kamiza.core.refusal import Refusal
from kamiza.core.rng import commitment
from kamiza.play.log import Log, LogEntry
from kamiza.play.table import PERSON, ending, handing_over
from kamiza.server.live_table import LiveTable, branch_of, position_note
from kamiza.server.messages import SEATS, Player, encode, seat_or_none
from kamiza.server.new_tables import set_up
from kamiza.server.publishing import log_part, screen_of
from kamiza.server.replay_types import Replay, ReplayStep, Verification
from kamiza.server.store import TableRow

COMPRESSION = 5


@dataclass(frozen=True)
class Finished:
    """A game that is over, as it is handed to a worker."""

    row: TableRow
    commitment: str
    players: list[Player]
    moves: list[tuple[int, str]]
    authors: list[str]  # of the moves, see `Entry.by`
    ended: Ended | None


def finished(live: LiveTable) -> Finished:
    table = live.table
    return Finished(
        live.row, live.commitment, live.player_list(), table.moves_in_force(), table.authors(),
        table.ended,
    )  # fmt: skip


def compressed_replay(game: Finished, seat: int) -> bytes:
    return compressed(replay(game, seat))


def compressed_record(game: Finished) -> bytes:
    return compressed(record_of(game).as_json())


def compressed_verification(game: Finished) -> bytes:
    return compressed(verify(game))


def compressed(answer: object) -> bytes:
    return gzip.compress(encode(answer), COMPRESSION, mtime=0)


def replay(finished: Finished, seat: int) -> Replay:
    """The whole game as one seat (or a spectator) saw it while it was played."""
    row = finished.row
    game = games.game(row.game)
    log = Log(game)
    state = game.start(set_up(row))
    dealt = log.whole(state, seat)
    screen = screen_of(game, game.view(state, seat))
    steps = [ReplayStep(0, None, None, screen, dealt.events, log_part(dealt))]
    handed = handed_over(finished)
    for number, (mover, move) in enumerate(finished.moves, 1):
        events: list[Event] = []
        state.log = events
        game.apply(state, game.read(mover, move))
        state.log = None
        log.add(handed[number])
        log.add([LogEntry(number, event) for event in events])
        if finished.ended is not None and number == len(finished.moves):
            log.add([ending(number, finished.ended)])
        update = log.update(number - 1, seat)
        screen = screen_of(game, game.view(state, seat))
        steps.append(
            ReplayStep(number, SEATS[mover], move, screen, update.events, log_part(update))
        )
    return Replay(
        row.id, row.game, seat_or_none(seat), finished.players, row.settings, finished.commitment,
        row.key.hex(), branch_of(row), steps, position_note(row),
    )  # fmt: skip


def handed_over(finished: Finished) -> dict[int, list[LogEntry]]:
    """Who plays a person's seat from a move on, where that is somebody else than before."""
    found: dict[int, list[LogEntry]] = {}
    last: dict[int, str] = {}
    for number, ((seat, _), author) in enumerate(zip(finished.moves, finished.authors), 1):
        found[number] = handing_over(number, seat, last.get(seat, PERSON), author)
        last[seat] = author
    return found


def stand_ins(finished: Finished) -> list[StandIn]:
    """What bots played for people."""
    found: dict[tuple[int, str], list[int]] = {}
    for number, ((seat, _), author) in enumerate(zip(finished.moves, finished.authors), 1):
        if author in STAND_INS:
            found.setdefault((seat, author), []).append(number)
    return [StandIn(SEATS[seat], why, moves) for (seat, why), moves in sorted(found.items())]


def record_of(finished: Finished) -> Record:
    """The game written down, with the hash of the state after every move."""
    game, setup = games.game(finished.row.game), set_up(finished.row)
    record = new_record(game, setup, [player.name for player in finished.players])
    branch = branch_of(finished.row)
    if branch is not None and branch.table != finished.row.id:  # or only a copy was saved
        record.branch = Branch(branch.table, branch.at)
    state = game.start(setup)
    for seat, move in finished.moves:
        game.act(state, seat, move)
        note(record, game, state, seat, move)
    record.stand_ins = stand_ins(finished)
    if finished.ended is not None:
        end(record, game, state, finished.ended)
    return record


def verify(finished: Finished) -> Verification:
    """Deal and play the game again from the revealed key, and compare with how it ended."""
    row = finished.row
    fits = commitment(row.key) == finished.commitment
    try:
        record = record_of(finished)
        ended_so = bool(record.hashes) and record.hashes[-1] == row.last_hash
        ended_so = ended_so or (not record.hashes and finished.ended is not None)
    except Refusal:
        ended_so = False
    return Verification(finished.commitment, row.key.hex(), fits, len(finished.moves), ended_so)
