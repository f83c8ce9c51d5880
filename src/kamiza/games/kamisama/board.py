"""The board as bit sets: spaces, villages, what lies next to what, chains.

Vocabulary
    A space is a number from 0 to 51: thirteen to a village, villages in the order FA, WE, FI, HO,
    inside a village row 1 from a to d, then row 2, and so on. [KS-DES-02] This is also the order in
    which spaces are listed, so the lowest bit of a set is the first space.
    A set of spaces is ONE int with 52 bits; a set inside one village is ONE int with 13 bits.
    A cell is a number from 0 to 15 in the 4 x 4 frame of a village; 13 of them are spaces.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import ContentError
from kamiza.core.native import append, i64, vec

VILLAGES: Final = 4
PER_VILLAGE: Final = 13
SPACES: Final = 52
CELLS: Final = 16
ONE_VILLAGE: Final = 0x1FFF
ALL_SPACES: Final = 0xF_FFFF_FFFF_FFFF
NOWHERE: Final = -1  # no space
NO_VILLAGE: Final = -1
VILLAGE_IDS: Final = ("FA", "WE", "FI", "HO")  # clockwise [KS-SET-01]
TYPES: Final = ("field", "forest", "hut", "stilt", "temple")
TEMPLE: Final = 4
COLUMNS: Final = "abcd"
ROWS: Final = "1234"
CODES: Final = ("Fi", "Fo", "Hu", "St", "Te")
NO_SPACE: Final = "--"

# Looked up instead of worked out: how many bits a set of 15 has, and which is the lowest.
SIZE: Final = bytes(bin(bits).count("1") for bits in range(1 << 15))
LOWEST: Final = bytes((bits & -bits).bit_length() - 1 if bits else 0 for bits in range(1 << 15))
VILLAGE_OF: Final = bytes(space // PER_VILLAGE for space in range(SPACES))


def bit(n: i64) -> i64:
    """The set that has only member n; a plain `1 << n` is wrong from 31 on when compiled. Every
    game has its own: a call into the core would not be inlined."""
    return (n - n + 1) << n


def village_bits(spaces: i64, village: i64) -> i64:
    """The part of a set that lies in one village, as 13 bits."""
    return spaces >> (PER_VILLAGE * village) & ONE_VILLAGE


def whole_village(village: i64) -> i64:
    """All spaces of one village; written like `bit`, for the same reason."""
    shift: i64 = PER_VILLAGE * village
    return (shift - shift + ONE_VILLAGE) << shift


def count_spaces(spaces: i64) -> i64:
    """How many spaces a set has."""
    return (
        SIZE[spaces & ONE_VILLAGE]
        + SIZE[spaces >> 13 & ONE_VILLAGE]
        + SIZE[spaces >> 26 & ONE_VILLAGE]
        + SIZE[spaces >> 39 & ONE_VILLAGE]
    )


def lowest_space(spaces: i64) -> i64:
    """The first space of a set that is not empty."""
    village: i64 = 0
    rest: i64 = spaces
    while rest & ONE_VILLAGE == 0:
        rest >>= PER_VILLAGE
        village += 1
    return PER_VILLAGE * village + LOWEST[rest & ONE_VILLAGE]


def list_spaces(spaces: i64) -> list[int]:
    """The spaces of a set in order."""
    found: list[int] = []
    rest: i64 = spaces
    while rest:
        space: i64 = lowest_space(rest)
        found.append(space)
        rest &= rest - 1
    return found


@final
class Board:
    """What never changes about the board, looked up by space or by set. [KS-CMP-01] [KS-RUL-26]"""

    def __init__(self, rows_of: list[list[str]]) -> None:
        self.cells: Final = [read_cells(rows) for rows in rows_of]  # the cell of each space
        self.texts: Final = space_texts(self.cells)
        self.space_at: Final = spaces_by_cell(self.cells)
        self.types: Final = bytes(read_types(rows_of))
        self.of_type: Final = spaces_by_type(self.types)
        self.temples: Final[i64] = self.of_type[TEMPLE]
        self.near: Final = neighbours(self.cells, self.space_at)
        self.chains: Final = chain_table(self.near)  # by village and set of 13

    def chain(self, spaces: i64, village: i64) -> i64:
        """The size of the largest connected group in one village. [KS-INF-02] [KS-ACT-11]"""
        return self.chains[village << 13 | village_bits(spaces, village)]

    def next_to(self, spaces: i64) -> i64:
        """All spaces next to one of these."""
        near: i64 = 0
        for village in range(VILLAGES):
            rest: i64 = village_bits(spaces, village)
            while rest:
                near |= self.near[PER_VILLAGE * village + LOWEST[rest]]
                rest &= rest - 1
        return near

    def group(self, spaces: i64, space: i64) -> i64:
        """The connected group of a set that contains a space of it."""
        group: i64 = bit(space)
        while True:
            grown: i64 = group | self.next_to(group) & spaces
            if grown == group:
                return group
            group = grown

    def text(self, spaces: i64) -> str:
        """A set as people write it: "FA.a2 FA.b3"."""
        return " ".join([self.texts[space] for space in list_spaces(spaces)])


# -- made once from the rows of cards/villages.toml -------------------------------------------


def read_cells(rows: list[str]) -> list[int]:
    cells = []
    for row, text in enumerate(rows):
        for column, code in enumerate(text.split()):
            if code in CODES:
                cells.append(4 * row + column)
            elif code != NO_SPACE:
                raise ContentError(f"villages.toml: {code!r} is no kind of space")
    if len(cells) != PER_VILLAGE:
        raise ContentError(f"villages.toml: a village has {PER_VILLAGE} spaces, not {len(cells)}")
    return cells


def read_types(rows_of: list[list[str]]) -> list[int]:
    codes = [code for rows in rows_of for text in rows for code in text.split()]
    return [CODES.index(code) for code in codes if code != NO_SPACE]


def space_texts(cells: list[list[int]]) -> list[str]:
    return [
        f"{VILLAGE_IDS[village]}.{cell_text(cell)}"
        for village in range(VILLAGES)
        for cell in cells[village]
    ]


def cell_text(cell: int) -> str:
    return COLUMNS[cell % 4] + ROWS[cell // 4]


def spaces_by_cell(cells: list[list[int]]) -> list[int]:
    """The space of each of 64 cells, or NOWHERE. [KS-KIT-08]"""
    found = [NOWHERE] * (VILLAGES * CELLS)
    for village in range(VILLAGES):
        for index, cell in enumerate(cells[village]):
            found[CELLS * village + cell] = PER_VILLAGE * village + index
    return found


def spaces_by_type(types: bytes) -> vec[i64]:
    masks: vec[i64] = vec[i64]([])
    for wanted in range(len(TYPES)):
        mask: i64 = 0
        for space in range(SPACES):
            if types[space] == wanted:
                mask |= bit(space)
        masks = append(masks, mask)
    return masks


def neighbours(cells: list[list[int]], space_at: list[int]) -> vec[i64]:
    """For each space those orthogonally next to it, in its own village. [KS-RUL-26]"""
    near: vec[i64] = vec[i64]([])
    for village in range(VILLAGES):
        for cell in cells[village]:
            mask: i64 = 0
            row, column = cell // 4, cell % 4
            for other_row, other_column in (
                (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1),
            ):  # fmt: skip
                if 0 <= other_row < 4 and 0 <= other_column < 4:
                    space = space_at[CELLS * village + 4 * other_row + other_column]
                    if space != NOWHERE:
                        mask |= bit(space)
            near = append(near, mask)
    return near


def chain_table(near: vec[i64]) -> bytes:
    """The largest group of every set of 13 spaces, for each village."""
    table = bytearray()
    for village in range(VILLAGES):
        table += chains_of_village(near, village)
    return bytes(table)


def chains_of_village(near: vec[i64], village: i64) -> bytes:
    close: list[int] = [0]  # the spaces next to a set, built up bit by bit
    sizes = bytearray(1 << PER_VILLAGE)
    for bits in range(1, 1 << PER_VILLAGE):
        first: i64 = LOWEST[bits]
        beside: i64 = village_bits(near[PER_VILLAGE * village + first], village)
        close.append(close[bits & (bits - 1)] | beside)
        group: i64 = bits & -bits
        while True:
            nearby: i64 = close[group]
            grown: i64 = group | nearby & bits
            if grown == group:
                break
            group = grown
        rest: i64 = bits & ~group
        size: i64 = SIZE[group]
        sizes[bits] = max(size, sizes[rest])
    return bytes(sizes)
