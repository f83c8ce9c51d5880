"""Who is connected to a table, and what each of them is sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Literal

from msgspec import UNSET, Raw
from msgspec.json import decode

from kamiza.core.action import seat_of
from kamiza.core.game import Game, View
from kamiza.core.shapes import Extras
from kamiza.play.log import LogLine, Update
from kamiza.play.speech import labels
from kamiza.play.table import Table
from kamiza.play.words import Text
from kamiza.server import messages
from kamiza.server.connection import Connection
from kamiza.server.messages import encode, packed, seat_or_none

WATCHING = -1

Guided = messages.Lesson | messages.Puzzle  # what a guide says to whoever it guides


class Audience:
    """The connections of a table, and which seats each of them listens for."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self.listeners: dict[int, list[Connection]] = {}

    def __bool__(self) -> bool:
        return bool(self.connections)

    def join(self, connection: Connection) -> None:
        if connection not in self.connections:
            self.connections.append(connection)

    def listen(self, connection: Connection, seat: int) -> None:
        """From now on the connection sees what this seat, or who is WATCHING, may see."""
        self.listeners.setdefault(seat, []).append(connection)

    def stop_listening(self, connection: Connection, seat: int) -> None:
        self.listeners[seat].remove(connection)

    def devices(self, seat: int) -> int:
        """On how many devices a seat is open; a page that has come back counts once."""
        listeners = self.listeners.get(seat, ())
        return len({connection.page or id(connection) for connection in listeners})

    def send(self, message: bytes) -> None:
        """To everybody."""
        for connection in self.connections:
            connection.push(message)

    def send_to(self, seat: int, message: bytes) -> None:
        """To everybody who plays this seat."""
        for connection in self.listeners.get(seat, ()):
            connection.push(message)

    def send_each(
        self, make: Callable[[int], bytes], asker: Connection | None, answer: bytes
    ) -> None:
        """To every seat its own message, made once per seat and for nobody in vain; the asker
        gets the answer first."""
        for seat, listeners in self.listeners.items():
            if listeners:
                message = make(seat)
                for connection in listeners:
                    if connection is asker:
                        connection.push(answer + message)  # both in one packet
                        answer = b""
                    else:
                        connection.push(message)
        if asker is not None and answer:
            asker.push(answer)


def screen_of(game: Game, view: View) -> dict[str, Any]:
    """What a seat is shown, with a label for everything it may do."""
    screen = game.screen(view)
    if view.moves:
        made = labels(game, screen)
        screen["labels"] = {move: encoded(label) for move, label in made.items()}
    for name in lasting_extras(game):
        screen[name] = encoded(screen[name])
    return screen


@cache
def lasting_extras(game: Game) -> list[str]:
    """What is shown again and again, the same object each time."""
    extras: Extras | None = getattr(game, "extras", None)
    return [extra.name for extra in extras.table if extra.is_lasting] if extras else []


MOST_ENCODED = 20_000
encodings: dict[int, tuple[object, Raw]] = {}  # with each object, so that its id stays its own


def encoded(lasting: object) -> Any:
    """A label, or something else that is made once and shown often, as it goes over the wire."""
    found = encodings.get(id(lasting))
    if found is None:
        if len(encodings) > MOST_ENCODED:
            encodings.clear()
        found = encodings[id(lasting)] = lasting, Raw(encode(lasting))
    return found[1]


def sent(screen: dict[str, Any]) -> dict[str, Any]:
    """The same as whoever receives it reads it."""
    read: dict[str, Any] = decode(encode(screen))
    return read


def state_message(
    table: Table,
    seat: int,
    update: Update,
    is_passed: bool,
    guided: Guided | None = None,
    summary: list[Text] | None = None,
) -> bytes:
    """The table as one seat may see it, and what it has missed."""
    game = table.game
    view = game.view(table.state, seat)
    screen = screen_of(game, view)
    if view.moves:
        advice = game.advice(view)
        if advice is not None:
            screen["advice"] = advice
        if is_passed:
            screen["passing"] = True  # the table answers; only this seat knows
    return packed(
        messages.State(
            table.version,
            seat_or_none(seat),
            screen,
            *encoded_parts(update),
            undo_word(table, seat),
            UNSET if summary is None else [text_of(line) for line in summary],
            guided if isinstance(guided, messages.Lesson) else UNSET,
            guided if isinstance(guided, messages.Puzzle) else UNSET,
        )
    )


@lru_cache(maxsize=64)  # everybody at a table gets the same ones
def encoded_parts(update: Update) -> tuple[Any, Any]:
    """Events and log of a state message as they go over the wire."""
    return Raw(encode(update.events)), Raw(encode(log_part(update)))


def log_part(update: Update) -> messages.LogPart:
    return messages.LogPart(update.since, [log_line(line) for line in update.lines])


def log_line(line: LogLine) -> messages.LogLine:
    seat = seat_or_none(seat_of(line.seat))
    return messages.LogLine(
        line.n, text_of(line.text), line.head, seat, list(line.about), line.rule, line.moment
    )


def undo_word(table: Table, seat: int) -> Literal["free", "ask"] | None:
    """What undo would do for the seat now."""
    back = table.undoable(seat) if seat >= 0 else None
    if back is None:
        return None
    return "free" if back == 1 and table.acts[-1].reveals == table.state.reveals else "ask"


def text_of(sentence: Text) -> messages.Text:
    return messages.Text(en=sentence["en"], ja=sentence["ja"])
