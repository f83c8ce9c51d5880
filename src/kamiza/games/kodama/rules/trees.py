"""Trees: cards where they lie, and what grows on what.

A placed card and a tree are never changed after they were made, so games and their clones share
them: a tree that grows is another tree. [KO-PLACE-10] [KO-PLACE-11]
Only what is known of its spots is added to a tree, and a tree that grew takes it along.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import extend, i64, mypyc_attr, vec
from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.rules.icons import FEATURES, KINDS, WIDTH, converted, icons_of
from kamiza.games.kodama.rules.shapes import STANCES, Turned, bit, many

NO_PARENT: Final = -1
_NOTHING_KNOWN: Final[vec[i64]] = many(0, STANCES)  # of a new card's spots
_NO_SPOTS: Final[vec[i64]] = many(0, 0)
MOST_CARDS: Final = 60  # on one tree, so that a set of its cards is one int; a game has 13


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Placed:
    """A card on a tree. Its place is where its foot lies. [KO-GEO-03]"""

    __slots__ = (
        "bottom", "card", "depth", "icons", "left", "line", "parent", "right", "rotation",
        "slots", "top", "turned", "x", "y",
    )  # fmt: skip

    def __init__(
        self, card: i64, turned: Turned, x: i64, y: i64, rotation: i64, slots: i64, parent: i64,
        depth: i64, icons: i64, line: i64,
    ) -> None:  # fmt: skip
        self.card: Final[i64] = card
        self.turned: Final = turned
        self.x: Final[i64] = x
        self.y: Final[i64] = y
        self.rotation: Final[i64] = rotation
        self.slots: Final[i64] = slots  # how many icons it has [KO-GEO-11]
        self.parent: Final[i64] = parent  # number in the tree, or NO_PARENT
        self.depth: Final[i64] = depth  # steps down to the trunk [KO-GEO-09]
        self.icons: Final[i64] = icons  # as they count now
        # By feature: icons on the contiguous line from here down; 0 where this card has none.
        self.line: Final[i64] = line
        self.left: Final[i64] = x + turned.left
        self.right: Final[i64] = x + turned.right
        self.bottom: Final[i64] = y + turned.bottom
        self.top: Final[i64] = y + turned.top


@final
@mypyc_attr(acyclic=True)
class Tree:
    """A trunk and what grew on it; cards are numbered in order of placement, the trunk is 0."""

    __slots__ = (
        "bearing", "buds", "cards", "counted", "counted_to", "forked", "most_points", "shown",
        "size", "spots", "written",
    )  # fmt: skip

    def __init__(self, cards: list[Placed], bearing: i64, forked: i64) -> None:
        self.cards: Final = cards
        self.size: Final[i64] = len(cards)
        self.bearing: Final[i64] = bearing  # set of cards on which at least one card grows
        self.forked: Final[i64] = forked  # set of cards on which two or more cards grow
        # What is known of the spots in each part for each stance, or empty: see `room.py`.
        self.spots: vec[i64] = _NO_SPOTS
        self.buds: vec[i64] = _NO_SPOTS  # what is near each bud of the first so many cards
        # The most points each branch card could bring on the first so many cards, up to a limit:
        # see `prospects.py`.
        self.most_points: vec[i64] = _NO_SPOTS
        self.counted: i64 = 0
        self.counted_to: i64 = 0
        # The tree for screens and for positions, made once it is asked for (`kinds.py`).
        self.shown: object = None
        self.written: object = None


def bare_tree(cards: Cards, trunk: i64, conversion: i64) -> Tree:
    """A trunk with its bottom on the edge of the table. [KO-SETUP-03]"""
    icons: i64 = converted(cards.icons[trunk], conversion)
    turned = cards.form_of[trunk].at(0)
    slots: i64 = cards.icon_counts[trunk]
    return Tree([Placed(trunk, turned, 0, 0, 0, slots, NO_PARENT, 0, icons, icons)], 0, 0)


def grown(
    cards: Cards, tree: Tree, card: i64, x: i64, y: i64, rotation: i64, parent: i64, conversion: i64
) -> Tree:
    """The tree with one more card, laid on top of its parent. [KO-PLACE-02] [KO-GEO-12]"""
    leaf = new_card(cards, tree, card, x, y, rotation, parent, conversion)
    under: i64 = bit(parent)
    forked: i64 = tree.forked | tree.bearing & under
    taller = Tree([*tree.cards, leaf], tree.bearing | under, forked)
    taller.most_points = tree.most_points
    taller.counted = tree.counted
    taller.counted_to = tree.counted_to
    known: i64 = len(tree.spots)  # a card adds one part
    if known != 0:
        copied = extend(vec[i64](capacity=known + STANCES), tree.spots)
        taller.spots = extend(copied, _NOTHING_KNOWN)
        taller.buds = tree.buds
    return taller


def new_card(
    cards: Cards, tree: Tree, card: i64, x: i64, y: i64, rotation: i64, parent: i64, conversion: i64
) -> Placed:
    below = tree.cards[parent]
    icons: i64 = converted(cards.icons[card], conversion)
    turned = cards.form_of[card].at(rotation)
    slots: i64 = cards.icon_counts[card]
    line: i64 = line_from(icons, below.line)
    return Placed(card, turned, x, y, rotation, slots, parent, below.depth + 1, icons, line)


def line_from(icons: i64, below: i64) -> i64:
    """By feature: a card's icons and, where it has any, those of the line below. [KO-SCORE-06]"""
    line: i64 = icons
    feature: i64
    for feature in range(KINDS):
        if icons_of(icons, feature):
            line += icons_of(below, feature) << feature * WIDTH
    return line


def reread(cards: Cards, tree: Tree, conversion: i64) -> Tree:
    """The same tree with its icons counted under another decree. [KO-RUL-11]"""
    found: list[Placed] = []
    for old in tree.cards:
        icons: i64 = converted(cards.icons[old.card], conversion)
        below: i64 = found[old.parent].line if old.parent != NO_PARENT else 0
        line: i64 = line_from(icons, below)
        found.append(
            Placed(
                old.card, old.turned, old.x, old.y, old.rotation, old.slots, old.parent,
                old.depth, icons, line,
            )
        )  # fmt: skip
    same = Tree(found, tree.bearing, tree.forked)
    same.spots = tree.spots
    same.buds = tree.buds
    return same


# -- words of the cards -----------------------------------------------------------------------


def cards_on(tree: Tree, number: i64) -> i64:
    """How many cards have been placed on a card; two stands for more, too."""
    return (tree.bearing >> number & 1) + (tree.forked >> number & 1)


def is_end(depth: i64, bears: i64) -> bool:
    """A branch card that touches exactly one other card. [KO-TERM-01] [KO-RUL-13]"""
    return depth > 0 and bears == 0


def is_close(depth: i64) -> bool:
    """A branch card within two cards of the trunk. [KO-TERM-02] [KO-RUL-12]"""
    return 0 < depth <= 2


def is_fork(depth: i64, bears: i64) -> bool:
    """A branch card on which two or more cards have been placed. [KO-EFF-01]"""
    return depth > 0 and bears >= 2


def height(tree: Tree) -> i64:
    """Branch cards on the longest line from the trunk. [KO-EFF-07]"""
    highest: i64 = 0
    for card in tree.cards:
        if card.depth > highest:
            highest = card.depth
    return highest


def all_icons(tree: Tree) -> i64:
    """Icons of the whole tree as they count now."""
    icons: i64 = 0
    for card in tree.cards:
        icons += card.icons
    return icons


def printed_icons(cards: Cards, tree: Tree) -> i64:
    """Icons of the whole tree as printed. [KO-RUL-14]"""
    icons: i64 = 0
    for card in tree.cards:
        icons += cards.icons[card.card]
    return icons


def trunk_of(tree: Tree) -> i64:
    """The trunk card, 65 .. 70."""
    return tree.cards[0].card


def base_score(tree: Tree, icons: i64, parent: i64) -> i64:
    """Points of a card with these icons on that parent, decrees left out. [KO-SCORE-01..11]

    Each feature that both show scores its icons on the new card and down the contiguous line.
    """
    below = tree.cards[parent]
    points: i64 = 0
    feature: i64
    for feature in range(KINDS):
        mine: i64 = icons_of(icons, feature)
        if mine:
            line: i64 = icons_of(below.line, feature)
            if line:
                points += mine + line
    return points


def feature_scores(tree: Tree, icons: i64, parent: i64) -> dict[str, int]:
    """The base score by feature, for eyes; features that score nothing are left out."""
    scored: dict[str, int] = {}
    for feature in range(KINDS):
        points: i64 = base_score(tree, icons_of(icons, feature) << feature * WIDTH, parent)
        if points > 0:
            scored[FEATURES[feature]] = points
    return scored


def scoring_line(tree: Tree, feature: i64, parent: i64) -> list[int]:
    """The cards from the parent down that a feature scores on. [KO-SCORE-06]"""
    line: list[int] = []
    number: i64 = parent
    while number != NO_PARENT and icons_of(tree.cards[number].icons, feature):
        line.append(number)
        number = tree.cards[number].parent
    return line
