"""Where a card may be placed: the tests of one placement in their order, and the candidate spots.

A *spot* is a member of the standard set G or the wide set W on one parent, as one number:
in G `11 * bud + offset`, in W `24 * bark point + turn`; so spots count up in the order of the
sets. Placements are accepted wherever they are legal; the sets exist for listing moves. [KO-GEO-18]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import (
    MAT_BOTTOM,
    MAT_LEFT,
    MAT_RIGHT,
    MAT_TOP,
    SPREAD,
    WIDE_STEP,
)
from kamiza.games.kodama.rules.geometry import are_apart, covers, has_inside, is_bark
from kamiza.games.kodama.rules.shapes import (
    BRANCH_FORMS,
    BUD,
    DEGREES,
    UNKNOWN,
    Form,
    Turned,
    bit,
)
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

NO_SPOT: Final = -1
NOTHING: Final = -1  # in the way
THE_EDGE: Final = -2  # of the table is in the way
OFFSETS: Final = 11
OFFSET_BITS: Final = 0x7FF
TURNS: Final = 24
NOT_SPREAD: Final = 255


def _spread() -> vec[i64]:
    offsets: vec[i64] = vec[i64]([])
    for offset in SPREAD:
        offsets = append(offsets, offset % DEGREES)
    return offsets


_SPREAD: Final[vec[i64]] = _spread()
# Which offset a difference of directions is, or NOT_SPREAD.
_OFFSET_OF: Final = [
    [o % DEGREES for o in SPREAD].index(d) if d in [o % DEGREES for o in SPREAD] else NOT_SPREAD
    for d in range(DEGREES)
]


# -- the tests of one placement ---------------------------------------------------------------


def is_on_table(new: Turned, x: i64, y: i64) -> bool:
    """All corners lie on the mat. [KO-GEO-07] [KO-PLACE-07] [KO-RUL-08]"""
    return (
        x + new.left >= MAT_LEFT
        and x + new.right <= MAT_RIGHT
        and y + new.bottom >= MAT_BOTTOM
        and y + new.top <= MAT_TOP
    )


def touches(card: Placed, new: Turned, x: i64, y: i64) -> bool:
    """Do the card of the tree and the new one have a point in common? [KO-GEO-08] [KO-RUL-04]"""
    if card.right < x + new.left or x + new.right < card.left:
        return False
    if card.top < y + new.bottom or y + new.top < card.bottom:
        return False
    return not are_apart(card.turned, new, x - card.x, y - card.y)


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


def obstacle(tree: Tree, parent: i64, new: Turned, x: i64, y: i64, suspect: i64) -> i64:
    """What is in the way of the new card besides its parent: a card, THE_EDGE or NOTHING.

    The suspect is looked at first: what was in the way of one spot often is for the next.
    """
    if not is_on_table(new, x, y):
        return THE_EDGE
    if suspect >= 0 and touches(tree.cards[suspect], new, x, y):
        return suspect
    for number, card in enumerate(tree.cards):
        if number != parent and touches(card, new, x, y):
            return number
    return NOTHING


def is_clear(tree: Tree, parent: i64, new: Turned, x: i64, y: i64) -> bool:
    """Does the new card stay on the table and away from every card but its parent?"""
    return obstacle(tree, parent, new, x, y, NOTHING) == NOTHING


def is_taken(tree: Tree, parent: i64, x: i64, y: i64) -> bool:
    """Does the point lie on a card other than the parent?"""
    for number, card in enumerate(tree.cards):
        if number == parent or x < card.left or x > card.right:
            continue
        if card.bottom <= y <= card.top and has_inside(card.turned, x - card.x, y - card.y):
            return True
    return False


# -- the standard set -------------------------------------------------------------------------


def rotation_of(turned: Turned, spot: i64, form: Form) -> i64:
    """The rotation of a new card at a spot of G. [KO-GEO-15]"""
    direction: i64 = turned.buds[spot // OFFSETS * BUD + 2]
    return rotation_at(direction - form.heading, spot % OFFSETS)


def rotation_at(ahead: i64, offset: i64) -> i64:
    """The rotation at an offset, if `ahead` is the one of a card that grows straight on."""
    rotation: i64 = ahead + _SPREAD[offset]
    if rotation < 0:
        return rotation + DEGREES
    return rotation - DEGREES if rotation >= DEGREES else rotation


def fits(turned: Turned, bud: i64, form: Form) -> i64:
    """Which of the eleven offsets suit the parent itself, remembered for good.

    Where two cards lie to each other does not depend on where they lie on the mat. Bit k: at
    offset k the new card touches the parent and stands on its bark. Bit 11 + 11 s + k: there it
    covers icon s.
    """
    place: i64 = bud * BRANCH_FORMS + form.number
    known: i64 = turned.fits[place]
    if known == UNKNOWN:
        known = find_fits(turned, bud, form)
        turned.fits[place] = known
    return known


def find_fits(turned: Turned, bud: i64, form: Form) -> i64:
    x: i64 = turned.buds[bud * BUD]
    y: i64 = turned.buds[bud * BUD + 1]
    if not is_bark(turned, x, y):
        return 0
    found: i64 = 0
    offset: i64
    for offset in range(OFFSETS):
        new = form.at(rotation_of(turned, bud * OFFSETS + offset, form))
        if are_apart(turned, new, x, y):
            continue
        found |= bit(offset)
        for slot in range(len(turned.icons) // 2):
            icon_x: i64 = turned.icons[2 * slot] - x
            icon_y: i64 = turned.icons[2 * slot + 1] - y
            if covers(new, icon_x, icon_y, turned.radius):
                found |= bit(OFFSETS + OFFSETS * slot + offset)
    return found


def suiting(card: Placed, bud: i64, form: Form) -> i64:
    """The offsets at which the parent has nothing against the new card, as a set."""
    found: i64 = fits(card.turned, bud, form)
    covered: i64 = 0
    slot: i64
    for slot in range(card.slots):
        covered |= found >> (OFFSETS + OFFSETS * slot)
    return found & ~covered & OFFSET_BITS


def next_spot(tree: Tree, parent: i64, form: Form, after: i64) -> i64:
    """The first spot of G on that parent after the given one, or NO_SPOT. [KO-GEO-15]"""
    card = tree.cards[parent]
    buds = card.turned.buds
    bud: i64 = (after + 1) // OFFSETS
    offset: i64 = after + 1 - bud * OFFSETS
    while bud * BUD < len(buds):
        x: i64 = card.x + buds[bud * BUD]
        y: i64 = card.y + buds[bud * BUD + 1]
        left: i64 = suiting(card, bud, form) >> offset
        ahead: i64 = buds[bud * BUD + 2] - form.heading
        offset = next_offset(tree, parent, form, left, offset, ahead, x, y)
        if offset != NO_SPOT:
            return bud * OFFSETS + offset
        bud += 1
        offset = 0
    return NO_SPOT


def next_offset(
    tree: Tree, parent: i64, form: Form, left: i64, first: i64, ahead: i64, x: i64, y: i64
) -> i64:
    """The first of the offsets left at one bud where nothing is in the way, or NO_SPOT."""
    if left == 0:
        return NO_SPOT
    # A card whose foot is on another card touches that card.
    taken = is_taken(tree, parent, x, y)
    suspect: i64 = NOTHING
    offset: i64 = first
    while left:
        if left & 1:
            new = form.at(rotation_at(ahead, offset))
            if not (taken and new.holds_foot):
                suspect = obstacle(tree, parent, new, x, y, suspect)
                if suspect == NOTHING:
                    return offset
        left >>= 1
        offset += 1
    return NO_SPOT


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
    if offset == NOT_SPREAD or suiting(card, bud, form) >> offset & 1 == 0:
        return NO_SPOT
    x: i64 = card.x + card.turned.buds[bud * BUD]
    y: i64 = card.y + card.turned.buds[bud * BUD + 1]
    if not is_clear(tree, parent, form.at(rotation), x, y):
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
            if next_spot(tree, parent, form, NO_SPOT) != NO_SPOT:
                found |= bit(parent)
    return found


def has_standard(tree: Tree, form: Form, icons: i64, limit: i64) -> bool:
    """Is there any spot of G within the limit? The newest cards have most room."""
    parent: i64 = tree.size
    while parent > 0:
        parent -= 1
        if base_score(tree, icons, parent) <= limit:
            if next_spot(tree, parent, form, NO_SPOT) != NO_SPOT:
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


def spots_on(tree: Tree, parent: i64, form: Form) -> vec[i64]:
    """All spots of G on one parent, in order; callers do not change the list. [KO-GEO-15]"""
    key: i64 = parent * BRANCH_FORMS + form.number
    if key not in tree.known_spots:
        tree.known_spots[key] = find_spots(tree, parent, form)
    return tree.known_spots[key]


def find_spots(tree: Tree, parent: i64, form: Form) -> vec[i64]:
    found: vec[i64] = vec[i64]([])
    spot: i64 = next_spot(tree, parent, form, NO_SPOT)
    while spot != NO_SPOT:
        found = append(found, spot)
        spot = next_spot(tree, parent, form, spot)
    return found


def count_spots(tree: Tree, form: Form) -> i64:
    """How many spots the whole standard set of one card has, all worked out anew."""
    found: i64 = 0
    parent: i64
    for parent in range(tree.size):
        found += len(find_spots(tree, parent, form))
    return found
