"""A finished game in a few lines, the same for every game: who played, how it ended, what each had.

What is counted stands in the game's `balance.toml` (`core.subjects`). Worked out in a process of
its own, from what is written down of the game.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kamiza import games
from kamiza.bots.learned import value_of
from kamiza.bots.value import ONE, Value
from kamiza.core.action import SPECTATOR
from kamiza.core.game import NO_TURN, Game, State
from kamiza.core.record import result_of
from kamiza.core.subjects import Balance, Notes, balance_of, kept
from kamiza.server import messages
from kamiza.server.live_table import branch_of, is_carried
from kamiza.server.messages import SEATS
from kamiza.server.new_tables import set_up
from kamiza.server.replay_types import PlayerSummary, Summary
from kamiza.server.replays import Finished, compressed

MOMENTS = 24  # of a game, for its small graph


def compressed_summary(game: Finished) -> bytes:
    return compressed(Reading(game).summary())


class Reading:
    """A game that is played again from its beginning, to see what is asked about it."""

    def __init__(self, finished: Finished) -> None:
        row = finished.row
        self.finished = finished
        self.game: Game = games.game(row.game)
        asked = balance_of(self.game)
        counted = {one.kind for one in (asked.history.by, asked.history.favourite) if one}
        self.asked: Balance = asked.about(counted)
        self.state: State = self.game.start(set_up(row))
        self.value: Value | None = value_of(self.game, self.state)
        self.notes = Notes(self.asked, row.seats)
        self.chances: list[list[float]] = []
        self.play()

    def play(self) -> None:
        game, state, turn = self.game, self.state, NO_TURN
        self.notes.note_position("start", game.save(state))
        self.look()
        for seat, move in self.finished.moves:
            if game.turn(state) != turn:
                turn = game.turn(state)
                self.look()
            state.log = []
            game.apply(state, game.read(seat, move))
            for event in state.log:
                self.notes.note_event(event.name, event.whole())
            state.log = None
        self.notes.note_position("end", game.save(state))
        self.notes.note_position("result", self.screen().get("result") or {})

    def look(self) -> None:
        """The chance of each seat at the beginning of a turn, as that seat itself could know it."""
        if self.value is not None and self.state.asked >= 0:
            seats = range(self.finished.row.seats)
            now = [self.value.chances(self.state, seat)[seat] / ONE for seat in seats]
            self.chances.append(now)

    def screen(self) -> dict[str, Any]:
        """The last table as a spectator sees it."""
        screen: dict[str, Any] = self.game.screen(self.game.view(self.state, SPECTATOR))
        return screen

    def result(self) -> dict[str, list[int]] | None:
        return result_of(self.game, self.state, self.finished.ended)

    def keepsakes(self) -> list[list[Any]]:
        """What stays of each seat, if anything does."""
        source = self.asked.history.keepsake
        return [] if source is None else kept(source, self.screen(), self.finished.row.seats)

    def summary(self) -> Summary:
        row, ended = self.finished.row, self.finished.ended
        teams = self.game.teams(self.state)
        return Summary(
            row.id, row.game, row.settings, row.finished or 0.0, len(self.finished.moves),
            None if ended is None else msgspec.convert(vars(ended), messages.Ended),
            branch_of(row) is not None and not is_carried(row),
            [[SEATS[seat] for seat in team] for team in teams],
            [self.player(seat) for seat in range(row.seats)], row.position is not None,
        )  # fmt: skip

    def player(self, seat: int) -> PlayerSummary:
        player, result = self.finished.players[seat], self.result()
        had = {kind: sorted(seats[seat]) for kind, seats in self.notes.had.items()}
        return PlayerSummary(
            player.seat, player.name, player.kind, player.level or "",
            None if result is None else result["scores"][seat],
            None if result is None else result["ranks"][seat],
            had, self.course(seat),
        )  # fmt: skip

    def course(self, seat: int) -> list[float]:
        """At most so many moments, evenly over the game, in hundredths."""
        count = len(self.chances)
        places = (
            range(count) if count <= MOMENTS else [n * count // MOMENTS for n in range(MOMENTS)]
        )
        return [round(self.chances[place][seat], 2) for place in places]
