"""A position as numbers: the row that programs learn from, and how things are written into it.

A row is made of *cells*, small whole numbers of 16 bits. What each cell means follows from the
schema of the game (`Schema.cells`); `kamiza layout GAME` prints it. One of several things is one
cell for each of them, 1 for the one it is and 0 for the others; a set likewise; a multiset has a
count for each sort of thing.

Seats are told as the watcher sees them: first the own one, then the others clockwise. A spectator
looks from seat A.

Compiled, the row is a packed vector that others can look at through the buffer protocol;
interpreted it is a plain list.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import append, i16, i64, mypyc_attr, vec

MOST: Final = 32767  # that a cell can hold; more is told as this


@final
class Cell:
    """What one number of a row means."""

    def __init__(self, name: str, least: int = 0, most: int = 1) -> None:
        self.name: Final = name
        self.least: Final = least
        self.most: Final = min(most, MOST)


def seat_names(seats: int) -> list[str]:
    """How the seats are called in the names of cells."""
    return ["me", *(f"plus{place}" for place in range(1, seats))]


def new_row(size: i64) -> vec[i16]:
    """A row of zeros."""
    row: vec[i16] = vec[i16](capacity=size)
    place: i64
    for place in range(size):  # noqa: B007 a nameless variable would be boxed
        row = append(row, 0)
    return row


@final
@mypyc_attr(acyclic=True)
class Cells:
    """A row while it is written, from left to right."""

    __slots__ = ("at", "row", "seats", "watcher")
    row: vec[i16]
    at: i64  # the cell that is written next
    seats: i64
    watcher: i64  # from whose seat the table is seen

    def __init__(self, row: vec[i16], seats: i64) -> None:
        self.row = row
        self.seats = seats
        self.at = 0
        self.watcher = 0

    def begin(self, at: i64, watcher: i64) -> None:
        """Go to a place, to tell what one seat knows."""
        self.at = at
        self.watcher = watcher if watcher > 0 else 0

    def seat_at(self, place: i64) -> i64:
        """The seat that is so many places after the watcher's own."""
        seat: i64 = self.watcher + place
        if seat >= self.seats:
            seat -= self.seats
        return seat

    def place_of(self, seat: i64) -> i64:
        """How many places a seat is after the watcher's own; -1 for nobody."""
        if seat < 0:
            return -1
        place: i64 = seat - self.watcher
        if place < 0:
            place += self.seats
        return place

    # -- writing ------------------------------------------------------------------------------

    def put(self, value: i64) -> None:
        """One number."""
        held: i64 = value
        if held > MOST:
            held = MOST
        elif held < -MOST:
            held = -MOST
        self.row[self.at] = i16(held)
        self.at += 1

    def put_flag(self, flag: bool) -> None:
        self.row[self.at] = 1 if flag else 0
        self.at += 1

    def blank(self, count: i64) -> None:
        """So many zeros."""
        row = self.row
        place: i64 = self.at
        end: i64 = place + count
        while place < end:
            row[place] = 0
            place += 1
        self.at = end

    def one_of(self, number: i64, count: i64) -> None:
        """Which of so many things it is; a number outside is none of them."""
        begin: i64 = self.at
        self.blank(count)
        if 0 <= number < count:
            self.row[begin + number] = 1

    def members(self, members: i64, count: i64) -> None:
        """A set of so many possible members."""
        row = self.row
        rest: i64 = members
        place: i64 = self.at
        end: i64 = place + count
        while place < end:
            row[place] = i16(rest & 1)
            rest >>= 1
            place += 1
        self.at = end

    def counts(self, things: bytes, count: i64) -> None:
        """How often each of so many sorts of things is among these; other numbers are gaps."""
        begin: i64 = self.at
        self.blank(count)
        row = self.row
        for place in range(len(things)):
            sort: i64 = things[place]
            if sort < count:
                row[begin + sort] += 1

    def seat(self, seat: i64) -> None:
        """Which seat it is."""
        self.one_of(self.place_of(seat), self.seats)

    def seat_set(self, members: i64) -> None:
        """Which seats they are."""
        place: i64
        for place in range(self.seats):
            self.put(members >> self.seat_at(place) & 1)
