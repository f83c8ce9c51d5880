"""A second geometry: placements judged once more, slowly, straight from the words of the rules.

Nothing here is used to play. The laws compare it with the fast tests of `rules/spots.py`.
"""

from __future__ import annotations

from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.rules.trees import Placed, Tree

Point = tuple[int, int]


def slow_answer(cards: Cards, tree: Tree, card: int, x: int, y: int, rot: int) -> object:
    new = Placed(card, cards.form_of[card].at(rot), x, y, rot, 0, 0, 0, 0, 0)
    quad = corners(cards, new)
    if not all(is_on_mat(point) for point in quad):
        return "off_table"
    touched = [n for n, placed in enumerate(tree.cards) if not apart(quad, corners(cards, placed))]
    if len(touched) != 1:
        return "touches_many" if touched else "touches_nothing"
    below = tree.cards[touched[0]]
    if not on_bark(cards, below, (x, y)):
        return "not_on_bark"
    form = cards.form_of[below.card]
    for slot in form.slots[: below.slots]:
        if covered(quad, moved(cards, below, slot), form.radius):
            return "covers_feature"
    return touched[0]


def moved(cards: Cards, card: Placed, point: Point) -> Point:
    form = cards.form_of[card.card]
    x, y = point[0] - form.foot[0], point[1] - form.foot[1]
    turned_x, turned_y = cards.compass.turn(x, y, card.rotation)
    return card.x + turned_x, card.y + turned_y


def corners(cards: Cards, card: Placed) -> list[Point]:
    return [moved(cards, card, corner) for corner in cards.form_of[card.card].corners]


def is_on_mat(point: Point) -> bool:
    return -6000 <= point[0] <= 6000 and 0 <= point[1] <= 9000


def cross(o: Point, a: Point, b: Point) -> int:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def apart(one: list[Point], other: list[Point]) -> bool:
    return any(
        all(cross(p[i - 1], p[i], corner) < 0 for corner in q)
        for p, q in ((one, other), (other, one))
        for i in range(4)
    )


def distance_terms(a: Point, b: Point, p: Point) -> tuple[int, int, int, int]:
    """Numbers to compare a distance from a segment exactly: along, length, square, aside."""
    dx, dy, wx, wy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    along, length = wx * dx + wy * dy, dx * dx + dy * dy
    if along <= 0:
        return along, length, wx * wx + wy * wy, 0
    if along >= length:
        return along, length, (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2, 0
    return along, length, 0, cross(a, b, p) ** 2


def is_within(a: Point, b: Point, p: Point, radius: int, closed: bool) -> bool:
    along, length, square, aside = distance_terms(a, b, p)
    ends = along <= 0 or along >= length
    here, there = (square, radius**2) if ends else (aside, radius**2 * length)
    return here < there or (closed and here == there)


def on_bark(cards: Cards, card: Placed, p: Point) -> bool:
    quad = corners(cards, card)
    if not all(cross(quad[i - 1], quad[i], p) >= 0 for i in range(4)):
        return False
    for limb in cards.form_of[card.card].limbs:
        points = [moved(cards, card, point) for point in limb.points]
        for i in range(1, len(points)):
            if is_within(points[i - 1], points[i], p, limb.half_width, True):
                return True
    return False


def covered(quad: list[Point], centre: Point, radius: int) -> bool:
    inside = True
    for i in range(4):
        if cross(quad[i - 1], quad[i], centre) < 0:
            inside = False
            if is_within(quad[i - 1], quad[i], centre, radius, False):
                return True
    return inside
