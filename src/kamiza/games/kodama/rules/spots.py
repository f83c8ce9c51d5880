"""Where a card may be placed: the tests of one placement in their order, and the candidate spots.

A *spot* is a member of the standard set G or the wide set W on one parent, as one number:
in G `11 * bud + offset`, in W `24 * bark point + turn`; so spots count up in the order of the
sets. Placements are accepted wherever they are legal; the sets exist for listing moves. [KO-GEO-18]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import SPREAD, WIDE_STEP
from kamiza.games.kodama.rules.geometry import covers, is_bark
from kamiza.games.kodama.rules.room import (
    NO_SPOT,
    OFFSETS,
    SPOTS,
    first_part,
    free_spots,
    is_on_table,
    touches,
)
from kamiza.games.kodama.rules.shapes import BRANCH_BUDS, BUD, DEGREES, Form, Turned, bit
from kamiza.games.kodama.rules.trees import Placed, Tree, base_score

# What a placement can fail by, in the order of the tests. [KO-GEO-14]
OFF_TABLE: Final = 1
TOUCHES_NOTHING: Final = 2
TOUCHES_MANY: Final = 3
NOT_ON_BARK: Final = 4
COVERS_FEATURE: Final = 5
OVER_LIMIT: Final = 6
CODES: Final = (
    "legal", "off_table", "touches_nothing", "touches_many", "not_on_bark", "covers_feature",
    "over_limit",
)  # fmt: skip

TURNS: Final = 24
NOT_SPREAD: Final = 255
# Which offset a difference of directions is, or NOT_SPREAD.
_OFFSET_OF: Final = [
    [o % DEGREES for o in SPREAD].index(d) if d in [o % DEGREES for o in SPREAD] else NOT_SPREAD
    for d in range(DEGREES)
]


# -- the tests of one placement ---------------------------------------------------------------


def touched_cards(tree: Tree, new: Turned, x: i64, y: i64) -> i64:
    """The set of cards of the tree that the new card would touch. [KO-GEO-09]"""
    found: i64 = 0
    for number, card in enumerate(tree.cards):
        if touches(card, new, x, y):
            found |= bit(number)
    return found


def covered_icon(card: Placed, new: Turned, x: i64, y: i64) -> i64:
    """The first icon of the card that the new one would cover, or -1. [KO-GEO-11] [KO-PLACE-12]"""
    icons = card.turned.icons
    slot: i64 = 0
    while slot < card.slots:
        icon_x: i64 = card.x + icons[2 * slot] - x
        icon_y: i64 = card.y + icons[2 * slot + 1] - y
        if covers(new, icon_x, icon_y, card.turned.radius):
            return slot
        slot += 1
    return -1


def parent_or_code(tree: Tree, form: Form, x: i64, y: i64, rotation: i64) -> i64:
    """The parent of a placement that is right as geometry, or minus the code of the first test
    that fails. [KO-GEO-14] [KO-PLACE-03] [KO-PLACE-05] [KO-PLACE-06]"""
    new = form.at(rotation)
    if not is_on_table(new, x, y):
        return -OFF_TABLE
    parent: i64 = NO_SPOT
    for number, card in enumerate(tree.cards):
        if touches(card, new, x, y):
            if parent != NO_SPOT:
                return -TOUCHES_MANY
            parent = number
    if parent == NO_SPOT:
        return -TOUCHES_NOTHING
    below = tree.cards[parent]
    if not is_bark(below.turned, x - below.x, y - below.y):
        return -NOT_ON_BARK
    if covered_icon(below, new, x, y) >= 0:
        return -COVERS_FEATURE
    return parent


def is_clear(tree: Tree, new: Turned, x: i64, y: i64) -> bool:
    """Does the new card stay on the table and away from every card?"""
    if not is_on_table(new, x, y):
        return False
    for card in tree.cards:
        if touches(card, new, x, y):
            return False
    return True


# -- the standard set -------------------------------------------------------------------------


def has_spot(tree: Tree, parent: i64, form: Form) -> bool:
    """Is there any spot of G on that parent?"""
    part: i64
    for part in range(first_part(parent), first_part(parent + 1)):
        if free_spots(tree, part, form, True) != 0:
            return True
    return False


def offset_of(turned: Turned, form: Form, bud: i64, rotation: i64) -> i64:
    """Which of the spread directions at a bud a rotation is, or NOT_SPREAD."""
    turn: i64 = rotation + form.heading - turned.buds[bud * BUD + 2] + DEGREES
    return _OFFSET_OF[turn % DEGREES]


def spot_at(tree: Tree, parent: i64, form: Form, bud: i64, rotation: i64) -> i64:
    """The spot of G with that bud and rotation if it is one that can be used, or NO_SPOT."""
    card = tree.cards[parent]
    if bud < 0 or bud * BUD >= len(card.turned.buds):
        return NO_SPOT
    offset: i64 = offset_of(card.turned, form, bud, rotation)
    if offset == NOT_SPREAD:
        return NO_SPOT
    part: i64 = first_part(parent) + bud // BRANCH_BUDS
    spot: i64 = bud % BRANCH_BUDS * OFFSETS + offset
    if free_spots(tree, part, form, False) >> spot & 1 == 0:
        return NO_SPOT
    return bud * OFFSETS + offset


# -- the wide set -----------------------------------------------------------------------------


def wide_x(tree: Tree, parent: i64, form_below: Form, point: i64) -> i64:
    card = tree.cards[parent]
    return card.x + form_below.bark_at(card.rotation)[2 * point]


def wide_y(tree: Tree, parent: i64, form_below: Form, point: i64) -> i64:
    card = tree.cards[parent]
    return card.y + form_below.bark_at(card.rotation)[2 * point + 1]


def next_wide(tree: Tree, parent: i64, form_below: Form, form: Form, after: i64) -> i64:
    """The first spot of W on that parent after the given one, or NO_SPOT. [KO-GEO-16]"""
    card = tree.cards[parent]
    end: i64 = len(form_below.bark_at(card.rotation)) // 2 * TURNS
    spot: i64 = after + 1
    while spot < end:
        x: i64 = wide_x(tree, parent, form_below, spot // TURNS)
        y: i64 = wide_y(tree, parent, form_below, spot // TURNS)
        if parent_or_code(tree, form, x, y, spot % TURNS * WIDE_STEP) == parent:
            return spot
        spot += 1
    return NO_SPOT


def has_wide(
    tree: Tree, parent: i64, form_below: Form, form: Form, point: i64, rotation: i64
) -> bool:
    """Is there such a spot in W?"""
    card = tree.cards[parent]
    if point < 0 or 2 * point >= len(form_below.bark_at(card.rotation)) or rotation % WIDE_STEP:
        return False
    x: i64 = wide_x(tree, parent, form_below, point)
    y: i64 = wide_y(tree, parent, form_below, point)
    return parent_or_code(tree, form, x, y, rotation) == parent


# -- what is offered --------------------------------------------------------------------------


def parents_in_standard(tree: Tree, form: Form, icons: i64, limit: i64) -> i64:
    """The set of cards that have a spot of G within the limit. [KO-GEO-17] [KO-RUL-10]"""
    found: i64 = 0
    parent: i64
    for parent in range(tree.size):
        if base_score(tree, icons, parent) <= limit:
            if has_spot(tree, parent, form):
                found |= bit(parent)
    return found


def has_standard(tree: Tree, form: Form, icons: i64, limit: i64) -> bool:
    """Is there any spot of G within the limit? The newest cards have most room."""
    parent: i64 = tree.size
    while parent > 0:
        parent -= 1
        if base_score(tree, icons, parent) <= limit:
            if has_spot(tree, parent, form):
                return True
    return False


def parents_in_wide(tree: Tree, forms: list[Form], form: Form, icons: i64, limit: i64) -> i64:
    """The set of cards that have a spot of W within the limit; `forms` are those of all cards."""
    found: i64 = 0
    parent: i64
    for parent in range(tree.size):
        if base_score(tree, icons, parent) <= limit:
            below = forms[tree.cards[parent].card]
            if next_wide(tree, parent, below, form, NO_SPOT) != NO_SPOT:
                found |= bit(parent)
    return found


def find_spots(tree: Tree, parent: i64, form: Form) -> vec[i64]:
    """All spots of G on one parent, in order. [KO-GEO-15]"""
    found: vec[i64] = vec[i64](capacity=16)
    first: i64 = 0
    part: i64
    for part in range(first_part(parent), first_part(parent + 1)):
        left: i64 = free_spots(tree, part, form, False)
        spot: i64 = first
        while left != 0:
            if left & 1:
                found = append(found, spot)
            left >>= 1
            spot += 1
        first += SPOTS
    return found


def count_spots(tree: Tree, form: Form) -> i64:
    """How many spots the whole standard set of one card has, all worked out anew."""
    unknown = Tree(tree.cards, tree.bearing, tree.forked)
    found: i64 = 0
    parent: i64
    for parent in range(tree.size):
        found += len(find_spots(unknown, parent, form))
    return found
