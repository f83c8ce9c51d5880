"""Talk at a table: short lines and ready phrases. Never part of the record, never kept on disk."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from kamiza.play.words import PHRASES, refusal

LONGEST_LINE = 200
KEPT_LINES = 50
LINES = 5
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said: a text of one's own or the key of a phrase."""

    seat: int
    name: str
    text: str | None
    phrase: str | None
    at: float


class Chat:
    """The last lines of a table, and how fast each seat talks."""

    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=KEPT_LINES)
        self.times: dict[int, deque[float]] = {}

    def say(
        self, seat: int, name: str, text: str | None, phrase: str | None, now: float, at: float
    ) -> ChatLine:
        """Add a line, or refuse it; `now` counts for the limit, `at` is shown."""
        if seat < 0:
            raise refusal("only_watching")
        spoken = clean_line(text) if text is not None else None
        if not spoken and phrase not in PHRASES:
            raise refusal("chat_empty")
        self.count(seat, now)
        line = ChatLine(seat, name, spoken or None, None if spoken else phrase, at)
        self.lines.append(line)
        return line

    def note(self, seat: int, name: str, phrase: str, at: float) -> ChatLine:
        """Something the table tells about a seat, as if it had said so itself."""
        line = ChatLine(seat, name, None, phrase, at)
        self.lines.append(line)
        return line

    def count(self, seat: int, now: float) -> None:
        times = self.times.setdefault(seat, deque(maxlen=LINES))
        if len(times) == LINES and now - times[0] < SECONDS:
            raise refusal("chat_too_fast")
        times.append(now)


def clean_line(text: str) -> str:
    """A line without control characters, not too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return printable.strip()[:LONGEST_LINE]
