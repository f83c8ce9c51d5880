"""Rows of cards: bytes, one for each card; as a multiset in the order of their kinds."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.battles.cards import SINGLE
from kamiza.games.battles.language import bit
from kamiza.games.battles.table.battles import Battles

HANDFUL: Final = 5  # cards that move together as the bytes of one number

# Compiled, `row = row + more` is much cheaper than `row += more`.


def without(row: bytes, place: i64) -> bytes:
    """The row without the card at a place."""
    if place == 0:
        return row[1:]
    last: i64 = len(row) - 1
    return row[:last] if place == last else row[:place] + row[place + 1 :]


def moved_up(row: bytes, place: i64, goal: i64) -> bytes:
    """The row with the card at a place further to the front."""
    if place == goal:
        return row
    return b"%b%b%b%b" % (row[:goal], row[place : place + 1], row[goal:place], row[place + 1 :])


def place_of(row: bytes, kind: i64) -> i64:
    """The first place of a kind in a row, or -1."""
    for place in range(len(row)):
        if row[place] == kind:
            return place
    return -1


def last_place_of(row: bytes, kind: i64) -> i64:
    """The last place of a kind in a row, or -1."""
    place: i64 = len(row) - 1
    while place >= 0 and row[place] != kind:
        place -= 1
    return place


def in_order(row: bytes) -> bytes:
    """The same cards as a multiset."""
    size: i64 = len(row)
    if size > HANDFUL:
        return bytes(sorted(row))
    packed: i64 = 0
    for place in range(size):
        packed |= row[place] << 8 * place
    return row_of(sorted_handful(packed, size), size)


def fits_any(state: Battles, row: bytes, card: i64) -> bool:
    """Does a card of the row fit the filter?"""
    types = state.cards.type
    for place in range(len(row)):
        kind: i64 = row[place]
        if types[kind] & card:
            return True
    return False


def count_fitting(state: Battles, row: bytes, card: i64) -> i64:
    """How many cards of the row fit the filter."""
    types = state.cards.type
    count: i64 = 0
    for place in range(len(row)):
        kind: i64 = row[place]
        if types[kind] & card:
            count += 1
    return count


# -- a handful, packed into a number ----------------------------------------------------------


def pushed_in(packed: i64, shift: i64, value: i64, width: i64) -> i64:
    """Push a value of so many bits in between the others of a number."""
    low: i64 = packed & (bit(shift) - 1)
    return low | value << shift | packed >> shift << (shift + width)


def sorted_handful(packed: i64, count: i64) -> i64:
    """The same bytes, the smallest first."""
    ordered: i64 = 0
    for place in range(count):
        value: i64 = packed >> 8 * place & 255
        at: i64 = 8 * place
        while at > 0 and ordered >> (at - 8) & 255 > value:
            at -= 8
        ordered = pushed_in(ordered, at, value, 8)
    return ordered


def row_of(packed: i64, count: i64) -> bytes:
    """Unpack the bytes of a number, lowest first."""
    if count == HANDFUL:  # mostly, and then it need not become a Python number
        return b"%b%b%b%b%b" % (
            SINGLE[packed & 255], SINGLE[packed >> 8 & 255], SINGLE[packed >> 16 & 255],
            SINGLE[packed >> 24 & 255], SINGLE[packed >> 32 & 255],
        )  # fmt: skip
    return int(packed).to_bytes(int(count), "little")
