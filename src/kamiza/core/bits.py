"""Sets of small numbers, packed into one integer each: bit n is set if n is in the set."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.core.rng import Rng


def size_of(members: i64) -> i64:
    """How many members a set has."""
    rest: i64 = members
    found: i64 = 0
    while rest:
        rest &= rest - 1
        found += 1
    return found


def nth_member(members: i64, n: i64) -> i64:
    """The n-th member of a set, from the lowest, counted from 0."""
    rest: i64 = members
    step: i64
    for step in range(n):  # noqa: B007 a nameless variable would be boxed
        rest &= rest - 1
    member: i64 = 0
    while not rest >> member & 1:
        member += 1
    return member


def draw_from(pile: i64, top: bytes, rng: Rng, stream: i64) -> i64:
    """The next card of a pile that has no order: the one that is certain to come, else any."""
    if len(top) != 0:
        return top[0]
    return nth_member(pile, rng.below(size_of(pile), stream))
