"""A table at one keyboard: the table everybody plays on, with the people and bots around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kamiza.bots import Bot
from kamiza.core.action import seat_letter
from kamiza.core.game import Game, Setup
from kamiza.core.record import Record, begin, note, replay
from kamiza.core.speech import Line, Listener
from kamiza.play.log import LogLine
from kamiza.play.table import BOT, PERSON, Act, Table

NAME = re.compile(r"\{([A-F])\}")  # where a name belongs in a sentence of a table


class CannotUndo(Exception):
    """Why a move stays; `key` is a word of the terminal."""

    def __init__(self, key: str, **facts: str) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class KeyboardTable(Table):
    """A running game. Every move is an act of its own, so that each can be taken back."""

    def __init__(
        self, game: Game, record: Record, people: Sequence[int], bots: dict[int, Bot], to: Listener
    ) -> None:
        setup = Setup(record.seats, record.settings, record.seed or 0, record.key)
        super().__init__(game, setup, begin(game, record))
        self.begun = record  # how it was set up, and the moves it goes on from
        self.people = people
        self.bots = bots
        self.to = to
        for step in replay(game, record):
            if step.number:
                self.send(step.text, step.seat)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, for a screen."""
        return self.game.screen(self.game.view(self.state, seat))

    # -- moving -------------------------------------------------------------------------------

    def send(self, text: str, seat: int | None = None, by: str = PERSON) -> None:
        """Make a move for the asked seat, or for one that says something whoever is asked; what
        may not be is a `Refusal` and changes nothing."""
        seat = self.asked if seat is None else seat
        self.accept(self.prepare_act(seat, (text,), self.version, "", by))

    def let_bot_move(self) -> None:
        """The bot of the asked seat makes one move."""
        action = self.bots[self.asked].choose(self.game.view(self.state, self.asked))
        self.send(self.game.describe(action), by=BOT)

    # -- taking back --------------------------------------------------------------------------

    def undo(self, seat: int) -> str:
        """Take back the seat's last move and what bots did since, if no other person has moved and
        nothing has come to light; the text of that move."""
        since = self.acts_since_last_move(seat)
        if not since:
            raise CannotUndo("undo_nothing")
        for act in since:
            if act.entry.seat in self.people and act.entry.seat != seat:
                raise CannotUndo("undo_other", name=self.to.name(act.entry.seat))
        if since[0].reveals != self.state.reveals:
            raise CannotUndo("undo_news", line=self.first_news(since, seat))
        self.accept(self.prepare_undo(seat, self.version, ""))
        return since[0].entry.moves[0]

    def acts_since_last_move(self, seat: int) -> list[Act]:
        """The seat's last move and everything after it."""
        for back, act in enumerate(reversed(self.acts), 1):
            if act.entry.seat == seat:
                return self.acts[-back:]
        return []

    def first_news(self, acts: list[Act], seat: int) -> str:
        """The log line of the first of these acts after which something new was known."""
        after = [*(act.reveals for act in acts[1:]), self.state.reveals]
        act = next(act for act, reveals in zip(acts, after) if reveals != act.reveals)
        lines = [line for line in self.lines(seat) if line.at <= act.entry.version]
        first = [line for line in lines if line.at == lines[-1].at]
        return f"({first[0].text})" if first else ""

    # -- what is shown ------------------------------------------------------------------------

    def lines(self, seat: int) -> list[Line]:
        """The log as one seat may know it; the place of a line is the number of its move."""
        return [self.line(line) for line in self.update(None, seat).lines]

    def line(self, line: LogLine) -> Line:
        text = NAME.sub(lambda found: self.to.name(found[1]), line.text[self.to.language])
        return Line(line.seat, text, line.n, line.head, line.about, line.rule)

    def fresh(self, seat: int) -> int:
        """How many lines of the log are new to a seat: its own last one and all after it."""
        lines, since = self.lines(seat), self.acts_since_last_move(seat)
        if not since:
            return len(lines)
        later = sum(line.at > since[0].entry.version for line in lines)
        return min(later + 1, len(lines))

    # -- keeping ------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game written down, with the hash of the state after every move."""
        begun = self.begun
        record = Record(
            begun.game, begun.rules, begun.digest, begun.seats, begun.settings, begun.seed,
            begun.commitment, begun.key, begun.position, begun.branch, begun.names,
        )  # fmt: skip
        state = self.start.clone()
        for seat, move in self.moves_in_force():
            self.game.act(state, seat_letter(seat), move)
            note(record, self.game, state, seat, move)
        return record
