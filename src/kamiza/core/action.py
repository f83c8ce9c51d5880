"""What a seat wants, and why it may not have it.

Inside the rules an action is one integer, packed as its game says. Outside it is a short text
("+rice", "rob 2"), exactly invertible by the game's `describe` and `parse`; that is what people
type, records store and sockets carry.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import mypyc_attr

NOBODY: Final = -1  # no seat is asked: the game is over
SPECTATOR: Final = -1  # the seat of someone who only watches
LETTERS: Final = "ABCDEF"


def seat_letter(seat: int) -> str:
    """Seats are numbered from 0 and spoken of as A, B, C ..."""
    return LETTERS[seat] if 0 <= seat < len(LETTERS) else "spectator"


def seat_number(letter: str) -> int:
    """The inverse of `seat_letter`."""
    return LETTERS.index(letter)


@final
class Illegal:
    """Why an action is refused: the rule that says no, and the facts its sentence needs."""

    def __init__(self, rule: str, facts: dict[str, str]) -> None:
        self.rule: Final = rule
        self.facts: Final = facts

    def __repr__(self) -> str:
        return f"Illegal({self.rule!r}, {self.facts!r})"


@mypyc_attr(native_class=False)
class Refused(Exception):
    """Raised at the border when something is refused; carries the reason.

    Raised for set-ups, unreadable moves and moves sent to a table. Inside the rules `check`
    returns the `Illegal` instead.
    """

    def __init__(self, illegal: Illegal, sentence: str) -> None:
        super().__init__(f"{sentence} [{illegal.rule}]")
        self.illegal = illegal
        self.sentence = sentence


@final
class Decision:
    """A question to one seat, with every listed answer in its text form."""

    def __init__(self, seat: int, prompt: str, options: list[str]) -> None:
        self.seat: Final = seat
        self.prompt: Final = prompt
        self.options: Final = options
