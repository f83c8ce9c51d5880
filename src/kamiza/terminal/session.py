"""One game at one terminal: people, bots, what happened, and taking back. No printing here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kamiza.bots import Bot
from kamiza.core.action import NOBODY, Refusal
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.record import Record, begin, note, replay
from kamiza.core.speech import Facts, Line, Listener


@dataclass(frozen=True)
class Move:
    """A move that was made, with a copy of the state before it."""

    seat: int
    text: str
    before: State
    events: list[Event]


class CannotUndo(Exception):
    """Why a move stays; `key` is a word of the terminal."""

    def __init__(self, key: str, **facts: str) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Session:
    """A running game."""

    def __init__(
        self, game: Game, record: Record, people: Sequence[int], bots: dict[int, Bot], to: Listener
    ) -> None:
        self.game = game
        self.record = record
        self.people = people
        self.bots = bots
        self.to = to
        self.moves: list[Move] = []
        self.state = self.go_through(record)

    def go_through(self, record: Record) -> State:
        """The state a record has come to; its moves count as made here."""
        before = state = begin(self.game, record)
        record.hashes.clear()
        for step in replay(self.game, record):
            if step.number:
                self.moves.append(Move(step.seat, step.text, before, step.events))
                record.hashes.append(self.game.hash(step.state))
            before = state = step.state
        return state.clone()

    @property
    def asked(self) -> int:
        return int(self.state.asked)

    @property
    def is_over(self) -> bool:
        return self.state.asked == NOBODY

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, for a screen."""
        return self.game.screen(self.game.view(self.state, seat))

    # -- moving -------------------------------------------------------------------------------

    def send(self, text: str, speaker: int | None = None) -> None:
        """Make a move for the asked seat, or for one that says something whoever is asked; an
        refusal one is `Refusal` and changes nothing."""
        seat = self.asked if speaker is None else speaker
        before = self.state.clone()
        events: list[Event] = []
        self.state.log = events
        try:
            self.game.act(self.state, seat, text)
        finally:
            self.state.log = None
        self.moves.append(Move(seat, text, before, events))
        note(self.record, self.game, self.state, seat, text)

    def let_bot_move(self) -> None:
        """The bot of the asked seat makes one move."""
        bot = self.bots[self.asked]
        action = bot.choose(self.game.view(self.state, self.asked))
        self.send(self.game.describe(action))

    def rehearse(self, state: State, text: str) -> bool:
        """Try a move of the asked seat on a copy; is everything still known afterwards?

        An refusal move is `Refusal`. After new information the copy must not be looked at.
        """
        seat, news = state.asked, state.reveals
        self.game.act(state, seat, text)
        return state.asked == seat and state.reveals == news

    def why_not(self, text: str, speaker: int | None = None) -> Refusal | None:
        """Why the asked seat (or the one that speaks) may not do this now, or None if it may."""
        seat = self.asked if speaker is None else speaker
        return self.game.why_not(self.state, seat, text)

    # -- taking back --------------------------------------------------------------------------

    def undo(self, seat: int) -> str:
        """Take back the seat's last move and what bots did since; the text of that move."""
        last = self.last_move_of(seat)
        if last is None:
            raise CannotUndo("undo_nothing")
        for move in self.moves[last + 1 :]:
            if move.seat in self.people and move.seat != seat:
                raise CannotUndo("undo_other", name=self.to.name(move.seat))
        move = self.moves[last]
        if self.state.reveals != move.before.reveals:
            raise CannotUndo("undo_news", line=self.first_news_since(last, seat))
        self.state = move.before
        del self.moves[last:]
        del self.record.moves[last:]
        del self.record.hashes[last:]
        self.record.result = None
        return move.text

    def last_move_of(self, seat: int) -> int | None:
        for number in range(len(self.moves) - 1, -1, -1):
            if self.moves[number].seat == seat:
                return number
        return None

    def first_news_since(self, number: int, seat: int) -> str:
        """The log line of the first move after which something new was known."""
        news = self.moves[number].before.reveals
        for position in range(number, len(self.moves)):
            after = (
                self.state if position + 1 == len(self.moves) else self.moves[position + 1].before
            )
            if after.reveals != news:
                seen = [event.seen_by(seat) for event in self.moves[position].events]
                lines = self.game.speech.story(seen, self.to)
                return f"({lines[0].text})" if lines else ""
        return ""

    # -- speech ------------------------------------------------------------------------------

    def story(self, seat: int, until: int | None = None) -> list[Line]:
        """The log as one seat may know it, whole or until so many moves were made."""
        start = self.moves[0].before if self.moves else self.state
        opening = self.game.speech.opening(self.game.screen(self.game.view(start, seat)))
        seen: list[Facts] = [*opening]
        for move in self.moves[:until]:
            seen += [event.seen_by(seat) for event in move.events]
        return self.game.speech.story(seen, self.to)

    def lines_since_last_move(self, seat: int) -> int:
        """How many lines of the log are news to a seat: its own last one and all after it."""
        last = self.last_move_of(seat)
        before = 0 if last is None else len(self.story(seat, last))
        return len(self.story(seat)) - before
