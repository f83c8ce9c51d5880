"""Which spots of the standard set a tree has room for, and what it remembers of them.

A *spot* of the standard set on one card is one number, `11 * bud + offset`. [KO-GEO-15]
The three buds of a branch card are one *part* of its tree, the six of the trunk are two. What is
known of the spots of a part is one number for each stance.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import MAT_BOTTOM, MAT_LEFT, MAT_RIGHT, MAT_TOP, SPREAD
from kamiza.games.kodama.rules.geometry import are_apart, covers, do_meet, has_inside, is_bark
from kamiza.games.kodama.rules.shapes import (
    BRANCH_BUDS,
    BUD,
    DEGREES,
    STANCES,
    TRUNK_BUDS,
    UNKNOWN,
    Form,
    Turned,
    bit,
    many,
)
from kamiza.games.kodama.rules.trees import Placed, Tree

NO_SPOT: Final = -1
NOTHING: Final = -1  # in the way
THE_EDGE: Final = -2  # of the table is in the way
OFFSETS: Final = 11
OFFSET_BITS: Final = 0x7FF
STRAIGHT: Final = 0  # the offset
# What a tree knows of a part and a stance: free spots, how many were tried, of how many cards.
SPOTS: Final = BRANCH_BUDS * OFFSETS
SPOT_BITS: Final = 0x1_FFFF_FFFF
TRIED: Final = 6  # bits
TRIED_BITS: Final = 63
# What a tree knows of a bud: the cards that a new one there might touch, as a set, and these.
CARD_BITS: Final = 0xFFF_FFFF_FFFF_FFFF
EDGE: Final = 1 << 60  # it might come over the edge
TAKEN: Final = 1 << 61  # a card lies on the bud


def _spread() -> vec[i64]:
    offsets: vec[i64] = vec[i64]([])
    for offset in SPREAD:
        offsets = append(offsets, offset % DEGREES)
    return offsets


_SPREAD: Final[vec[i64]] = _spread()


# -- what is in the way of one card -----------------------------------------------------------


def is_on_table(new: Turned, x: i64, y: i64) -> bool:
    """All corners lie on the mat. [KO-GEO-07] [KO-PLACE-07] [KO-RUL-08]"""
    return (
        x + new.left >= MAT_LEFT
        and x + new.right <= MAT_RIGHT
        and y + new.bottom >= MAT_BOTTOM
        and y + new.top <= MAT_TOP
    )


def overlaps(card: Placed, left: i64, right: i64, bottom: i64, top: i64) -> bool:
    """Has the box about a card of the tree a point in common with this one?"""
    aside: i64 = (right - card.left) | (card.right - left)
    ahead: i64 = (top - card.bottom) | (card.top - bottom)
    return aside | ahead >= 0  # none of the four is negative: quicker than to ask each


def touches(card: Placed, new: Turned, x: i64, y: i64) -> bool:
    """Do the card of the tree and the new one have a point in common? [KO-GEO-08] [KO-RUL-04]"""
    if not overlaps(card, x + new.left, x + new.right, y + new.bottom, y + new.top):
        return False
    return do_meet(card.turned, new, x - card.x, y - card.y)


# -- what the parent has against a card --------------------------------------------------------


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
    """Which of the eleven offsets suit the parent itself, remembered for good for each stance.

    Where two cards lie to each other does not depend on where they lie on the mat. Bit k: at
    offset k the new card touches the parent and stands on its bark. Bit 11 + 11 s + k: there it
    covers icon s.
    """
    place: i64 = bud * STANCES + form.stance
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


# -- what a tree knows ------------------------------------------------------------------------


def free_spots(tree: Tree, part: i64, form: Form, enough: bool) -> i64:
    """Spots of one part of a tree that are free, as a set: all of them, or where one is enough
    perhaps not all, but none only if there is none. [KO-GEO-15]

    Cards are never moved, so a spot that is hindered once stays so. For each part and stance a tree
    knows which of the spots tried so far are free of its first so many cards; for these only later
    cards are looked at.
    """
    if len(tree.spots) == 0:
        tree.spots = many(0, parts_of(tree.size) * STANCES)
    if len(tree.buds) < parts_of(tree.size) * BRANCH_BUDS:
        tree.buds = look_about(tree, form.farthest)
    place: i64 = part * STANCES + form.stance
    known: i64 = tree.spots[place]
    free: i64 = known & SPOT_BITS
    tried: i64 = known >> SPOTS & TRIED_BITS
    seen: i64 = known >> (SPOTS + TRIED)
    if seen == tree.size and (tried == SPOTS or (enough and free != 0)):
        return free
    if free != 0 and seen < tree.size:
        free = still_free(tree, part, form, free, seen, False)
    if tried < SPOTS and not (enough and free != 0):
        untried: i64 = suiting_spots(tree, part, form) >> tried << tried
        found: i64 = still_free(tree, part, form, untried, 0, enough)
        tried = SPOTS
        if enough and found != 0:
            tried = after_last(found)
        free |= found
    tree.spots[place] = (tree.size << TRIED | tried) << SPOTS | free
    return free


def parts_of(cards: i64) -> i64:
    """How many parts a tree of so many cards has: one for every three buds."""
    return cards + TRUNK_BUDS // BRANCH_BUDS - 1


def first_part(card: i64) -> i64:
    if card == 0:
        return card
    return card + TRUNK_BUDS // BRANCH_BUDS - 1


def card_of(part: i64) -> i64:
    """The card whose buds are in a part."""
    if part == 0:
        return part
    return part - 1


def first_bud(part: i64) -> i64:
    """The number of the first bud of a part on its card."""
    if part == 1:
        return BRANCH_BUDS
    return 0


def suiting_spots(tree: Tree, part: i64, form: Form) -> i64:
    """The spots of a part where the parent has nothing against the new card, as a set."""
    card = tree.cards[card_of(part)]
    bud: i64 = first_bud(part)
    return (
        suiting(card, bud, form)
        | suiting(card, bud + 1, form) << OFFSETS
        | suiting(card, bud + 2, form) << 2 * OFFSETS
    )


def after_last(spots: i64) -> i64:
    """The number after the last one of the set."""
    last: i64 = 0
    while spots:
        spots >>= 1
        last += 1
    return last


def still_free(tree: Tree, part: i64, form: Form, spots: i64, first: i64, enough: bool) -> i64:
    """Those spots of a part where neither the edge nor a card, from the first that counts on, is in
    the way; where one is enough, perhaps only some of them."""
    card = tree.cards[card_of(part)]
    buds = card.turned.buds
    start: i64 = first_bud(part) * BUD
    found: i64 = 0
    passed: i64 = 0  # spots at the buds before
    bud: i64 = part * BRANCH_BUDS
    while passed < SPOTS:
        left: i64 = spots >> passed & OFFSET_BITS
        if left != 0:
            near: i64 = tree.buds[bud]
            if first != 0:  # the edge was looked at with the first card
                near = near & TAKEN | (near & CARD_BITS) >> first << first
            if near != 0:
                ahead: i64 = rotation_at(buds[start + 2] - form.heading, STRAIGHT)
                x: i64 = card.x + buds[start]
                y: i64 = card.y + buds[start + 1]
                left = free_offsets(tree, near, form, left, ahead, x, y, enough)
            found |= left << passed
            if enough and found != 0:
                return found
        passed += OFFSETS
        start += BUD
        bud += 1
    return found


def look_about(tree: Tree, reach: i64) -> vec[i64]:
    """What is near each bud of a tree: known already is what is near the buds of the first so many
    cards, of these cards."""
    parts: i64 = parts_of(tree.size)
    known: i64 = len(tree.buds)
    found: vec[i64] = vec[i64](capacity=parts * BRANCH_BUDS)
    part: i64
    for part in range(parts):
        parent: i64 = card_of(part)
        card = tree.cards[parent]
        start: i64 = first_bud(part) * BUD
        end: i64 = start + BRANCH_BUDS * BUD
        while start < end:
            x: i64 = card.x + card.turned.buds[start]
            y: i64 = card.y + card.turned.buds[start + 1]
            bud: i64 = len(found)
            near: i64
            if bud < known:
                near = tree.buds[bud] | cards_near(tree, parent, x, y, reach, cards_in(known))
            else:
                near = edge_near(x, y, reach) | cards_near(tree, parent, x, y, reach, 0)
            found = append(found, near)
            start += BUD
    return found


def cards_in(buds: i64) -> i64:
    """How many cards a tree with so many buds has."""
    return (buds - TRUNK_BUDS) // BRANCH_BUDS + 1


def edge_near(x: i64, y: i64, reach: i64) -> i64:
    """EDGE if a card that reaches so far from the point might come over the edge."""
    aside: i64 = (x - reach - MAT_LEFT) | (MAT_RIGHT - x - reach)
    ahead: i64 = (y - reach - MAT_BOTTOM) | (MAT_TOP - y - reach)
    if aside | ahead < 0:  # one of the four is negative: quicker than to ask each
        return EDGE
    return 0


def cards_near(tree: Tree, parent: i64, x: i64, y: i64, reach: i64, first: i64) -> i64:
    """The set of cards, from the first that counts on, that a card which reaches so far from the
    point might touch; not the parent. TAKEN if one of them lies on the point."""
    near: i64 = 0
    number: i64 = first
    while number < tree.size:
        card = tree.cards[number]
        if number != parent and overlaps(card, x - reach, x + reach, y - reach, y + reach):
            near |= bit(number)
            if card.left <= x <= card.right and card.bottom <= y <= card.top:
                if has_inside(card.turned, x - card.x, y - card.y):
                    near |= TAKEN
        number += 1
    return near


def free_offsets(
    tree: Tree, near: i64, form: Form, left: i64, ahead: i64, x: i64, y: i64, enough: bool
) -> i64:
    """Those of the offsets at one bud where nothing that is near is in the way; where one is
    enough, only the first."""
    suspect: i64 = NOTHING
    found: i64 = 0
    turned = fan(form, ahead)
    offset: i64
    for offset in range(OFFSETS):
        if left >> offset & 1:
            new = turned[offset]
            # A card whose foot is on another card touches that card.
            if near & TAKEN != 0 and new.holds_foot:
                continue
            suspect = obstacle(tree, near, new, x, y, suspect)
            if suspect == NOTHING:
                found |= bit(offset)
                if enough:
                    return found
    return found


def fan(form: Form, ahead: i64) -> list[Turned]:
    """The form at every offset, if `ahead` is its rotation when it grows straight on; made once."""
    known = form.fans[ahead]
    if known is not None:
        return known
    made = [form.at(rotation_at(ahead, offset)) for offset in range(OFFSETS)]
    form.fans[ahead] = made
    return made


def obstacle(tree: Tree, near: i64, new: Turned, x: i64, y: i64, suspect: i64) -> i64:
    """What of all that is near is in the way of the new card: a card, THE_EDGE or NOTHING.

    The suspect is looked at first: what was in the way of one spot often is for the next.
    """
    if near & EDGE != 0 and not is_on_table(new, x, y):
        return THE_EDGE
    if suspect >= 0 and touches(tree.cards[suspect], new, x, y):
        return suspect
    number: i64 = 0
    left: i64 = near & CARD_BITS
    while left != 0:
        if left & 1 and number != suspect and touches(tree.cards[number], new, x, y):
            return number
        left >>= 1
        number += 1
    return NOTHING
