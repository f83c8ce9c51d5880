"""Exact tests between two cards: do they touch, is a point on bark, is an icon covered?

Cards are turned forms; `x, y` is where the foot of the second one lies, seen from the foot of the
first. All numbers are integers, so every answer is exact and the same everywhere. [KO-GEO-20]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.kodama.rules.shapes import SCALE_BITS, SEGMENT, Turned

# Eight units; no corner is rounded by more than one.
ROUNDING: Final = 16 << SCALE_BITS


def cross(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> i64:
    """Positive if p lies to the left of the way from a to b. [KO-GEO-08]"""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def is_beyond(ax: i64, ay: i64, bx: i64, by: i64, other: Turned, x: i64, y: i64) -> bool:
    """Do all corners of the other card lie outside the edge from a to b? [KO-GEO-08]"""
    return (
        cross(ax, ay, bx, by, other.ax + x, other.ay + y) < 0
        and cross(ax, ay, bx, by, other.bx + x, other.by + y) < 0
        and cross(ax, ay, bx, by, other.cx + x, other.cy + y) < 0
        and cross(ax, ay, bx, by, other.dx + x, other.dy + y) < 0
    )


def has_dividing_edge(card: Turned, other: Turned, x: i64, y: i64) -> bool:
    return (
        is_beyond(card.ax, card.ay, card.bx, card.by, other, x, y)
        or is_beyond(card.bx, card.by, card.cx, card.cy, other, x, y)
        or is_beyond(card.cx, card.cy, card.dx, card.dy, other, x, y)
        or is_beyond(card.dx, card.dy, card.ax, card.ay, other, x, y)
    )


def are_apart(card: Turned, other: Turned, x: i64, y: i64) -> bool:
    """Have the closed cards no point in common? One common point is touching. [KO-GEO-08]"""
    return has_dividing_edge(card, other, x, y) or has_dividing_edge(other, card, -x, -y)


def size_of(number: i64) -> i64:
    return -number if number < 0 else number


def do_meet(card: Turned, other: Turned, x: i64, y: i64) -> bool:
    """The same as `not are_apart`. Nearly always the rectangles before rounding tell it: by the way
    between their middles, or by the gap that they leave along a side of one of them, or how deep
    they overlap there. Lengths are doubled, and scaled like the sines where these come in.
    """
    across: i64 = 2 * x + other.middle_x - card.middle_x
    up: i64 = 2 * y + other.middle_y - card.middle_y
    inner: i64 = card.inner + other.inner
    if across * across + up * up < inner * inner:
        return True
    cos: i64 = size_of(card.cos * other.cos + card.sin * other.sin) >> SCALE_BITS
    sin: i64 = size_of(card.sin * other.cos - card.cos * other.sin) >> SCALE_BITS
    gap: i64 = widest_gap(card, other, across, up, cos, sin)
    if gap > ROUNDING:
        return False
    back: i64 = widest_gap(other, card, across, up, cos, sin)
    if back > ROUNDING:
        return False
    if gap < -ROUNDING and back < -ROUNDING:
        return True
    return not are_apart(card, other, x, y)


def widest_gap(card: Turned, other: Turned, across: i64, up: i64, cos: i64, sin: i64) -> i64:
    """The wider one of the gaps along the sides of a card; cosine and sine are those of the angle
    between the cards; negative where they overlap in both directions."""
    aside: i64 = size_of(across * card.cos + up * card.sin)
    aside -= (card.width << SCALE_BITS) + other.width * cos + other.height * sin
    ahead: i64 = size_of(up * card.cos - across * card.sin)
    ahead -= (card.height << SCALE_BITS) + other.width * sin + other.height * cos
    return aside if aside > ahead else ahead


def has_inside(card: Turned, x: i64, y: i64) -> bool:
    """Does the point lie in the closed card? [KO-GEO-10]"""
    return (
        cross(card.ax, card.ay, card.bx, card.by, x, y) >= 0
        and cross(card.bx, card.by, card.cx, card.cy, x, y) >= 0
        and cross(card.cx, card.cy, card.dx, card.dy, x, y) >= 0
        and cross(card.dx, card.dy, card.ax, card.ay, x, y) >= 0
    )


def is_near(ax: i64, ay: i64, bx: i64, by: i64, x: i64, y: i64, square: i64) -> bool:
    """Is the square of the distance from the point to the segment at most so much? [KO-GEO-10]"""
    dx: i64 = bx - ax
    dy: i64 = by - ay
    wx: i64 = x - ax
    wy: i64 = y - ay
    along: i64 = wx * dx + wy * dy
    if along <= 0:
        return wx * wx + wy * wy <= square
    length: i64 = dx * dx + dy * dy
    if along >= length:
        return (x - bx) * (x - bx) + (y - by) * (y - by) <= square
    aside: i64 = dx * wy - dy * wx
    return aside * aside <= square * length


def is_bark(card: Turned, x: i64, y: i64) -> bool:
    """Does the point lie on the card and on one of its limbs? [KO-GEO-10]"""
    if not has_inside(card, x, y):
        return False
    limbs = card.limbs
    start: i64 = 0
    while start < len(limbs):
        half: i64 = limbs[start + 4]
        if is_near(
            limbs[start], limbs[start + 1], limbs[start + 2], limbs[start + 3], x, y, half * half
        ):
            return True
        start += SEGMENT
    return False


def is_hit(ax: i64, ay: i64, bx: i64, by: i64, x: i64, y: i64, radius: i64) -> bool:
    """Is the point outside the edge and nearer to it than the radius? [KO-GEO-11]"""
    z: i64 = cross(ax, ay, bx, by, x, y)
    if z >= 0:
        return False
    dx: i64 = bx - ax
    dy: i64 = by - ay
    wx: i64 = x - ax
    wy: i64 = y - ay
    along: i64 = wx * dx + wy * dy
    if along <= 0:
        return wx * wx + wy * wy < radius * radius
    length: i64 = dx * dx + dy * dy
    if along >= length:
        return (x - bx) * (x - bx) + (y - by) * (y - by) < radius * radius
    return z * z < radius * radius * length


def covers(card: Turned, x: i64, y: i64, radius: i64) -> bool:
    """Does the card reach into the open disc around the point? Tangent is free. [KO-GEO-11]"""
    return (
        is_hit(card.ax, card.ay, card.bx, card.by, x, y, radius)
        or is_hit(card.bx, card.by, card.cx, card.cy, x, y, radius)
        or is_hit(card.cx, card.cy, card.dx, card.dy, x, y, radius)
        or is_hit(card.dx, card.dy, card.ax, card.ay, x, y, radius)
        or has_inside(card, x, y)
    )
