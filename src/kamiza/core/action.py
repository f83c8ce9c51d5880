"""What a seat wants, and why it may not have it.

Inside the rules an action is one integer, packed as its game says. Outside it is a short text
("+rice", "rob 2"), exactly invertible by the game's `describe` and `parse`; that is what people
type, records store and sockets carry.
"""

from __future__ import annotations

from typing import Final, final

NOBODY: Final = -1  # no seat is asked: the game is over
SPECTATOR: Final = -1  # the seat of someone who only watches
LETTERS: Final = "ABCDEF"


def seat_letter(seat: int) -> str:
    """Seats are numbered from 0 and spoken of as A, B, C ..."""
    return LETTERS[seat] if 0 <= seat < len(LETTERS) else "spectator"


def seat_number(letter: str) -> int:
    """The inverse of `seat_letter`."""
    return LETTERS.index(letter)


def seat_of(seat: object) -> int:
    """The number of a seat given as its letter or its number; SPECTATOR if it is neither."""
    if isinstance(seat, int):
        return seat
    return seat_number(str(seat)) if is_seat(seat, len(LETTERS)) else SPECTATOR


def is_seat(letter: object, seats: int) -> bool:
    """Is this the letter of a seat at a table of so many?"""
    return isinstance(letter, str) and len(letter) == 1 and letter in LETTERS[:seats]


def seat_or_chance(chosen: object) -> int:
    """The seat that a setting names, NOBODY for "random"."""
    return NOBODY if chosen == "random" else seat_number(str(chosen))


@final
class Decision:
    """A question to one seat, with every listed answer as a number and as a text."""

    def __init__(self, seat: int, question: str, actions: list[int], moves: list[str]) -> None:
        self.seat: Final = seat
        self.question: Final = question  # its key in the words of the game
        self.actions: Final = actions
        self.moves: Final = moves

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return False
        return (self.seat, self.question, self.moves) == (other.seat, other.question, other.moves)

    def __repr__(self) -> str:
        return f"<{seat_letter(self.seat)} is asked {self.question}: {', '.join(self.moves)}>"


FOR_RIVALS: Final = "for:rival"  # the mark of an answer that can only help the other side


@final
class AutoPass:
    """An open question that a table may answer with a pass by itself.

    Every other answer carries marks, "card:servitors" or "on:attacked", by which a player says
    beforehand that it is not wanted. `FOR_RIVALS` is not, unless a player says so.
    """

    def __init__(self, move: str, marks: list[list[str]], milliseconds: int) -> None:
        self.move: Final = move  # the pass
        self.marks: Final = marks  # of every other answer
        self.milliseconds: Final = milliseconds  # the pause before it, whatever the reason
