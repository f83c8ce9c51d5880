"""Chapter 5: goals and village tokens. What a goal card asks for, and when it is met."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import append, i64, vec
from kamiza.games.kamisama.board import (
    CELLS,
    COLUMNS,
    NOWHERE,
    PER_VILLAGE,
    ROWS,
    TYPES,
    VILLAGES,
    Board,
    bit,
    count_spaces,
    lowest_space,
    village_bits,
    whole_village,
)

SETS: Final = 1 << PER_VILLAGE  # of spaces in one village
UNKNOWN: Final = -1
NO_GOAL: Final = -1
PATTERN: Final = 0
SET: Final = 1
CHAIN: Final = 2
KINDS: Final = ("pattern", "set", "chain")


@final
class Needs:
    """One way to meet a `set` goal: so many own shrines on each of these types."""

    def __init__(self, table: Table, board: Board) -> None:
        self.numbers: Final = {kind: table.number(kind, 1, 9) for kind in table.data}
        spaces: i64 = 0
        for kind in self.numbers:
            spaces |= board.of_type[TYPES.index(kind)]
        self.spaces: Final[i64] = spaces
        self.of_type: Final[list[int]] = [board.of_type[TYPES.index(k)] for k in self.numbers]
        self.least: Final = bytes(self.numbers.values())

    def met_by(self, own: i64) -> bool:
        """Are there enough of each type among these shrines of one village?"""
        for index in range(len(self.least)):
            kind: i64 = self.of_type[index]
            if count_spaces(own & kind) < self.least[index]:
                return False
        return True

    def missing(self, own: i64) -> i64:
        """Spaces of the type of which exactly one is lacking, and nothing else is."""
        found: i64 = 0
        lacking: i64 = 0
        for index in range(len(self.least)):
            kind: i64 = self.of_type[index]
            short: i64 = self.least[index] - count_spaces(own & kind)
            if short > 0:
                lacking += short
                found = kind
        if lacking > 1:
            return 0
        return found


@final
class Goal:
    """A goal card. [KS-DES-29]"""

    def __init__(self, table: Table, board: Board) -> None:
        self.table: Final = table
        self.id: Final = table.text("id")
        self.is_year_one: Final = table.flag("year1")
        self.kind: Final[i64] = KINDS.index(table.choice("kind", KINDS))
        self.patterns: Final = [pattern_places(table, board, v) for v in range(VILLAGES)]
        self.ways: Final = [Needs(way, board) for way in set_tables(table)]
        named: i64 = 0
        for way in self.ways:
            named |= way.spaces
        self.named: Final[i64] = named  # spaces of every kind that a `set` card names
        self.size: Final[i64] = table.number("size", 1, 13) if self.kind == CHAIN else 0
        include = table.maybe_text("include")
        self.include: Final[i64] = board.of_type[TYPES.index(include)] if include else 0
        # By village and set of own shrines there: what `completing` found.
        self.found: Final[list[list[int]]] = [[] for _ in range(VILLAGES)]

    def is_met(self, board: Board, shrines: i64, placed: i64, village: i64) -> bool:
        """Is the goal met, and did a placed shrine contribute to it? [KS-RUL-19]

        For kinds of space: it stands on a kind the card names, in either half. A goal that was not
        met before can only be met through such a shrine, so that is the same question.
        """
        inside: i64 = whole_village(village)
        own: i64 = shrines & inside
        new: i64 = placed & inside
        if self.kind == PATTERN:
            for place in self.patterns[village]:
                if own & place == place and new & place:
                    return True
            return False
        if self.kind == SET:
            return new & self.named != 0 and self.is_fulfilled(own)
        return self.has_chain(board, own, new)

    def is_fulfilled(self, own: i64) -> bool:
        """Is one half of a card about kinds of space met by these shrines of one village?"""
        for way in self.ways:
            if way.met_by(own):
                return True
        return False

    def has_chain(self, board: Board, own: i64, new: i64) -> bool:
        """Is a placed shrine part of a group that is large enough?"""
        rest: i64 = new
        while rest:
            space: i64 = lowest_space(rest)
            group: i64 = board.group(own, space)
            if count_spaces(group) >= self.size and (self.include == 0 or group & self.include):
                return True
            rest &= ~group
        return False

    def missing(self, board: Board, shrines: i64, free: i64, village: i64) -> i64:
        """Those of the free spaces of a village where one more shrine would complete the goal."""
        found = self.found[village]
        if len(found) == 0:
            found = self.found[village] = [UNKNOWN] * SETS
        own: i64 = village_bits(shrines, village)
        known: i64 = found[own]
        if known == UNKNOWN:
            inside: i64 = whole_village(village)
            known = village_bits(self.completing(board, shrines & inside, village), village)
            found[own] = known
        return known << (PER_VILLAGE * village) & free

    def completing(self, board: Board, own: i64, village: i64) -> i64:
        """Where one more shrine beside these would complete the goal, worked out."""
        room: i64 = whole_village(village) & ~own
        found: i64 = 0
        if self.kind == PATTERN:
            for place in self.patterns[village]:
                lacking: i64 = place & ~own
                if lacking and lacking & (lacking - 1) == 0:
                    found |= lacking
            return found & room
        if self.kind == SET:
            if self.is_fulfilled(own):
                return self.named & room
            for way in self.ways:
                found |= way.missing(own)
            return found & room
        rest: i64 = room & board.next_to(own) if self.size > 1 else room
        while rest:
            lowest: i64 = rest & -rest
            if self.has_chain(board, own | lowest, lowest):
                found |= lowest
            rest &= rest - 1
        return found


def set_tables(table: Table) -> list[Table]:
    return table.tables("any_of", "") if table.text("kind") == "set" else []


def pattern_places(table: Table, board: Board, village: int) -> vec[i64]:
    """Every way a shape fits into a village: turned, mirrored and shifted. [KS-GOAL-05]"""
    places: vec[i64] = vec[i64]([])
    if table.text("kind") != "pattern":
        return places
    for shape in orientations(table.texts("cells")):
        for row in range(4):
            for column in range(4):
                place = place_of(board, village, [(r + row, c + column) for r, c in shape])
                if place:
                    places = append(places, place)
    return places


def orientations(cells: list[str]) -> list[list[tuple[int, int]]]:
    """A shape in all eight positions, each moved to the top left. [KS-RUL-20]"""
    shape = [(ROWS.index(cell[1]), COLUMNS.index(cell[0])) for cell in cells]
    found: list[list[tuple[int, int]]] = []
    for _ in range(2):
        shape = [(row, -column) for row, column in shape]
        for _ in range(4):
            shape = [(column, -row) for row, column in shape]
            top = min([row for row, _ in shape])
            left = min([column for _, column in shape])
            moved = sorted([(row - top, column - left) for row, column in shape])
            if moved not in found:
                found.append(moved)
    return found


def place_of(board: Board, village: int, shape: list[tuple[int, int]]) -> int:
    """The spaces a shape covers, or 0 if one of its cells does not exist. [KS-DES-29]"""
    place: i64 = 0
    for row, column in shape:
        if row > 3 or column > 3:
            return 0
        space = board.space_at[CELLS * village + 4 * row + column]
        if space == NOWHERE:
            return 0
        place |= bit(space)
    return place
