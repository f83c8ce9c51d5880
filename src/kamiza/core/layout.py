"""What every number of a row means: the layout of observations, by game and number of seats.

It follows from the schema of the game (`Schema.parts`) and has a version, `Game.layout`, which is
raised whenever a number comes to mean something else; the digest says whether two are the same.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from kamiza.core.cells import Cell, Cells, new_row, seat_names
from kamiza.core.game import Game, State
from kamiza.core.schema import Part


class Layout:
    """The row of one game at one number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        asked = [Cell(name) for name in seat_names(seats)]
        questions = [Cell(name) for name in game.questions]
        self.game = game
        self.seats = seats
        self.version = int(game.layout)
        self.parts = [
            Part("table", "asked", "who is asked", asked),
            Part("table", "question", "what is asked", questions),
            *game.schema.parts(seats),
        ]
        self.parts = [part for part in self.parts if part.cells]
        self.names = [name_of(part, cell) for part in self.parts for cell in part.cells]
        self.least = [cell.least for part in self.parts for cell in part.cells]
        self.most = [cell.most for part in self.parts for cell in part.cells]
        self.size = len(self.names)
        self.places = self.find_places()

    def find_places(self) -> dict[str, tuple[int, int]]:
        """Where each field begins and ends, by "owner.field"."""
        found: dict[str, tuple[int, int]] = {}
        begin = 0
        for part in self.parts:
            found[f"{part.owner}.{part.name}"] = (begin, begin + len(part.cells))
            begin += len(part.cells)
        return found

    @property
    def digest(self) -> str:
        """The same for equal layouts, and for no others."""
        lines = [f"{n} {a} {b}" for n, a, b in zip(self.names, self.least, self.most)]
        choices = [self.game.choice_name(choice) for choice in range(self.game.choices())]
        return sha256("\n".join([*lines, *choices]).encode()).hexdigest()[:12]

    def row(self, state: State, seat: int) -> list[int]:
        """What a seat sees, as a list of numbers."""
        cells = Cells(new_row(self.size), self.seats)
        cells.begin(0, seat)
        self.game.observe(state, seat, cells)
        return list(cells.row)

    def named(self, row: list[int]) -> dict[str, list[int]]:
        """A row taken apart, field by field."""
        return {name: row[begin:end] for name, (begin, end) in self.places.items()}


def name_of(part: Part, cell: Cell) -> str:
    return ".".join(word for word in (part.owner, part.name, cell.name) if word)


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout, made once."""
    return Layout(game, seats)
