"""Shapes: what is drawn on a card, turned to any whole degree, in exact integers.

Vocabulary
    Unit 0.1 mm, y up, whole degrees counter-clockwise. [KO-GEO-01]
    A *form* is a limb shape as it stands or mirrored (0 .. 25), or a trunk (26 .. 31).
    A *turned* form is a form rotated about its foot; its points are relative to the foot, so a
    placed card is a turned form and the place of its foot. All of them are made once, on first
    use, and shared by every tree: nothing is ever worked out from unrounded values. [KO-GEO-05]
    Forms have one *stance* if their cards lie alike wherever they grow: the same outline about
    the foot and the same heading, whatever is drawn on them. What hinders one hinders all.
"""

from __future__ import annotations

import math
from typing import Final, final

from kamiza.core.native import append, i64, vec

SHAPES: Final = 13
BRANCH_FORMS: Final = 26
FORMS: Final = 32
STANCES: Final = 16  # at most
BRANCH_BUDS: Final = 3
TRUNK_BUDS: Final = 6
DEGREES: Final = 360
HALF_TURN: Final = 180
QUARTER: Final = 90
SCALE_BITS: Final = 14  # of the table of sines
HALF: Final = 8192  # rounds a scaled product to the nearest unit
PARTS: Final = 8  # a segment of bark is cut into so many parts for the wide set [KO-GEO-16]
UNKNOWN: Final = -1
SEGMENT: Final = 5  # numbers per segment of bark: two points and half the width
BUD: Final = 3  # numbers per bud: a point and a direction

Point = tuple[int, int]


def bit(n: i64) -> i64:
    """The set that has only member n; a plain `1 << n` is wrong from 31 on when compiled. Every
    game has its own: a call into the core would not be inlined."""
    one: i64 = n - n + 1
    return one << n


@final
class Compass:
    """The table of sines for every whole degree, scaled by 16384. [KO-GEO-04]"""

    def __init__(self, quarter: list[int]) -> None:
        table: vec[i64] = vec[i64]([])
        for degree in range(DEGREES + QUARTER):
            table = append(table, sine_of(quarter, degree % DEGREES))
        self.sine: Final = table

    def turn(self, x: i64, y: i64, degrees: i64) -> tuple[i64, i64]:
        """A point rotated about the origin, rounded to whole units. [KO-GEO-04]"""
        s: i64 = self.sine[degrees]
        c: i64 = self.sine[degrees + QUARTER]
        return (x * c - y * s + HALF) >> SCALE_BITS, (x * s + y * c + HALF) >> SCALE_BITS


def sine_of(quarter: list[int], degree: int) -> int:
    """The sine of 0 .. 359 degrees from the table of the first quarter. [KO-GEO-04]"""
    if degree <= QUARTER:
        return quarter[degree]
    if degree <= HALF_TURN:
        return quarter[HALF_TURN - degree]
    if degree <= HALF_TURN + QUARTER:
        return -quarter[degree - HALF_TURN]
    return -quarter[DEGREES - degree]


@final
class Limb:
    """One limb of a card: a line of points, drawn with constant width. [KO-GEO-10]"""

    def __init__(self, half_width: int, points: list[Point]) -> None:
        self.half_width: Final = half_width
        self.points: Final = points


@final
class Turned:
    """A form rotated about its foot. The corners a, b, c, d go counter-clockwise. [KO-GEO-05]"""

    def __init__(self, corners: list[Point], along: Point, size: Point, buds: vec[i64],
                 icons: vec[i64], limbs: vec[i64], radius: i64, holds_foot: bool,
                 ) -> None:  # fmt: skip
        self.ax: Final[i64] = corners[0][0]
        self.ay: Final[i64] = corners[0][1]
        self.bx: Final[i64] = corners[1][0]
        self.by: Final[i64] = corners[1][1]
        self.cx: Final[i64] = corners[2][0]
        self.cy: Final[i64] = corners[2][1]
        self.dx: Final[i64] = corners[3][0]
        self.dy: Final[i64] = corners[3][1]
        self.left: Final[i64] = min(x for x, _ in corners)
        self.right: Final[i64] = max(x for x, _ in corners)
        self.bottom: Final[i64] = min(y for _, y in corners)
        self.top: Final[i64] = max(y for _, y in corners)
        # The card as a rectangle: direction of its lower side, sides, and twice its middle.
        self.cos: Final[i64] = along[0]
        self.sin: Final[i64] = along[1]
        self.width: Final[i64] = size[0]
        self.height: Final[i64] = size[1]
        # A card has a circle about its middle inside, of this width at least however it is rounded.
        self.inner: Final[i64] = min(size) - 8
        self.middle_x: Final[i64] = corners[0][0] + corners[2][0]
        self.middle_y: Final[i64] = corners[0][1] + corners[2][1]
        self.buds: Final = buds  # x, y, direction
        self.icons: Final = icons  # x, y of every slot
        self.limbs: Final = limbs  # segments
        self.radius: Final[i64] = radius  # of an icon
        self.holds_foot: Final = holds_foot  # rounding may leave the foot just outside
        # Which candidate spots a bud has for each stance, worked out on first use: see `room.py`.
        self.fits: Final[vec[i64]] = many(UNKNOWN, len(buds) // BUD * STANCES)
        # Where shoots at its buds would lie, worked out on first use: see `judging.py`.
        self.shoots: vec[i64] = many(0, 0)


def many(value: i64, times: i64) -> vec[i64]:
    filled: vec[i64] = vec[i64]([])
    for _ in range(times):
        filled = append(filled, value)
    return filled


@final
class Form:
    """A shape as it stands or mirrored, or a trunk, in card coordinates. [KO-GEO-02] [KO-GEO-06]"""

    def __init__(
        self, number: int, compass: Compass, corners: list[Point], foot: Point, heading: int,
        limbs: list[Limb], buds: list[tuple[int, int, int]], slots: list[Point], radius: int,
    ) -> None:  # fmt: skip
        self.number: Final[i64] = number
        self.compass: Final = compass
        self.corners: Final = corners
        self.foot: Final = foot
        self.heading: Final[i64] = heading
        self.limbs: Final = limbs
        self.buds: Final = buds
        self.slots: Final = slots
        self.radius: Final[i64] = radius
        self.stance: i64 = 0  # see `take_stances`
        self.farthest: i64 = 0  # no branch card reaches farther from its foot
        # No corner is ever farther from the foot, however the form is turned and rounded.
        self.reach: Final[i64] = 2 + math.isqrt(
            max((x - foot[0]) ** 2 + (y - foot[1]) ** 2 for x, y in corners)
        )
        self.turned: Final[list[Turned | None]] = [None] * DEGREES
        # In the directions of the spread, by the one straight ahead: see `room.py`.
        self.fans: Final[list[list[Turned] | None]] = [None] * DEGREES
        self.barks: Final[dict[int, vec[i64]]] = {}

    def at(self, degrees: i64) -> Turned:
        """The form turned to a whole degree, 0 .. 359."""
        known = self.turned[degrees]
        if known is not None:
            return known
        made = turn_form(self, degrees)
        self.turned[degrees] = made
        return made

    def bark_at(self, degrees: i64) -> vec[i64]:
        """x, y of the points of the wide set, turned about the foot. [KO-GEO-16]"""
        if degrees not in self.barks:
            bark: vec[i64] = vec[i64]([])
            for point in bark_points(self):
                bark = append_point(bark, turn_point(self, point, degrees))
            self.barks[degrees] = bark
        return self.barks[degrees]


def mirrored(form: Form, number: int) -> Form:
    """Left and right exchanged; the corners stay as they are listed. [KO-GEO-06]"""
    return Form(
        number,
        form.compass,
        form.corners,
        mirror(form.foot),
        (HALF_TURN - form.heading) % DEGREES,
        [Limb(limb.half_width, [mirror(point) for point in limb.points]) for limb in form.limbs],
        [(-x, y, (HALF_TURN - direction) % DEGREES) for x, y, direction in form.buds],
        [mirror(slot) for slot in form.slots],
        form.radius,
    )


def take_stances(forms: list[Form]) -> int:
    """Number the stances of all branch forms, and tell them the longest reach; how many there
    are."""
    known: list[tuple[Point, int]] = []  # all branch cards are of one size
    for form in forms[:BRANCH_FORMS]:
        stance = form.foot, int(form.heading)
        if stance not in known:
            known.append(stance)
        form.stance = known.index(stance)
        form.farthest = max(other.reach for other in forms[:BRANCH_FORMS])
    return len(known)


def mirror(point: Point) -> Point:
    return -point[0], point[1]


def turn_form(form: Form, degrees: i64) -> Turned:
    """Every point of the form goes to R(point - foot). [KO-GEO-05]"""
    corners = [turn_point(form, corner, degrees) for corner in form.corners]
    buds: vec[i64] = vec[i64]([])
    for x, y, direction in form.buds:
        buds = append_point(buds, turn_point(form, (x, y), degrees))
        buds = append(buds, (direction + degrees) % DEGREES)
    icons: vec[i64] = vec[i64]([])
    for slot in form.slots:
        icons = append_point(icons, turn_point(form, slot, degrees))
    limbs: vec[i64] = vec[i64]([])
    for limb in form.limbs:
        points = [turn_point(form, point, degrees) for point in limb.points]
        for number in range(1, len(points)):
            limbs = append_point(limbs, points[number - 1])
            limbs = append_point(limbs, points[number])
            limbs = append(limbs, limb.half_width)
    along = form.compass.sine[degrees + QUARTER], form.compass.sine[degrees]
    (left, bottom), (right, top) = form.corners[0], form.corners[2]
    size = right - left, top - bottom
    return Turned(
        corners, along, size, buds, icons, limbs, form.radius, has_origin(corners)
    )  # fmt: skip


def has_origin(corners: list[Point]) -> bool:
    """Does the origin lie in the closed card?"""
    for number in range(len(corners)):
        ax, ay = corners[number - 1]
        bx, by = corners[number]
        if ax * by - ay * bx < 0:
            return False
    return True


def turn_point(form: Form, point: Point, degrees: i64) -> Point:
    x: i64 = point[0] - form.foot[0]
    y: i64 = point[1] - form.foot[1]
    turned_x, turned_y = form.compass.turn(x, y, degrees)
    return turned_x, turned_y


def append_point(numbers: vec[i64], point: Point) -> vec[i64]:
    return append(append(numbers, point[0]), point[1])


def bark_points(form: Form) -> list[Point]:
    """Nine points along every segment of bark, in card coordinates, each once. [KO-GEO-16]"""
    found: list[Point] = []
    for limb in form.limbs:
        for number in range(1, len(limb.points)):
            ax, ay = limb.points[number - 1]
            bx, by = limb.points[number]
            for part in range(PARTS + 1):
                point = (ax + (bx - ax) * part // PARTS, ay + (by - ay) * part // PARTS)
                if point not in found:
                    found.append(point)
    return found
