"""What a Kodama, a Sprout or a season bonus is worth on a tree: score expressions worked out."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kodama.rules.effects import (
    ANY,
    AROUND,
    BEST,
    BRANCHES,
    CARDS,
    DIFFERENT,
    ENDS,
    FIRST,
    FORKS,
    HEIGHT,
    ICONS,
    NEAR,
    OF_TRUNK,
    SETS,
    TREE,
    Score,
)
from kamiza.games.kodama.rules.icons import (
    KINDS,
    WIDTH,
    has_double,
    icons_of,
    kinds_in,
    one_icon,
    shown_in,
)
from kamiza.games.kodama.rules.trees import Tree, cards_on, height, is_close, is_end, is_fork


def points_of(score: Score, tree: Tree) -> i64:
    """The points of a score expression on a tree, as its icons count now. [KO-EFF-09]"""
    return points_for(score, tree, tally_of(score, tree))


def points_with(score: Score, tree: Tree, parent: i64, icons: i64) -> i64:
    """The same if a card with these icons grew on that parent."""
    return points_for(score, tree, tally_with(score, tree, tally_of(score, tree), parent, icons))


def points_for(score: Score, tree: Tree, tally: i64) -> i64:
    """The points of what was tallied on a tree. [KO-EFF-09]"""
    if score.features == BEST:
        return best_points(score, tally)
    return as_points(score, measured(score, tally, named_features(score, tree)))


def named_features(score: Score, tree: Tree) -> i64:
    """The features that are asked for on this tree, where it is not the best one. [KO-EFF-02]"""
    return shown_in(tree.cards[0].icons) if score.features == OF_TRUNK else score.features


def features_of(score: Score, tree: Tree) -> i64:
    """The features that are asked for on this tree. [KO-EFF-02]"""
    if score.features == BEST:
        return best_feature(score, tally_of(score, tree))
    return named_features(score, tree)


def best_points(score: Score, tally: i64) -> i64:
    """The points by the single feature that gives the most. [KO-EFF-02]"""
    most: i64 = 0
    feature: i64
    for feature in range(KINDS):
        most = larger(most, as_points(score, measured(score, tally, 1 << feature)))
    return most


def best_feature(score: Score, tally: i64) -> i64:
    """The single feature that gives the most, of several the first. [KO-EFF-02] [KO-RUL-20]"""
    most: i64 = best_points(score, tally)
    feature: i64 = 0
    while as_points(score, measured(score, tally, 1 << feature)) < most:
        feature += 1
    return 1 << feature


def as_points(score: Score, value: i64) -> i64:
    """A measured value as points. [KO-EFF-09]"""
    points: i64
    if len(score.steps) != 0:
        last: i64 = len(score.steps) - 1
        points = score.steps[value if value < last else last]
    else:
        points = value * score.per
    return points if points < score.most else score.most


def measured(score: Score, tally: i64, features: i64) -> i64:
    """The value of the measure, for these features. [KO-EFF-03..08]"""
    measure: i64 = score.measure
    if measure == CARDS:
        return icons_among(tally, features) if score.features == BEST else tally
    if measure == ICONS:
        return icons_among(tally, features)
    if measure == DIFFERENT:
        return kinds_in(tally)
    if measure == SETS:
        return fewest_among(tally, features)
    return tally


# -- the tally: what the cards bring together, before it is points -----------------------------


def tally_of(score: Score, tree: Tree) -> i64:
    """What the cards of the zone bring, added up; of height and neighbours the most there is."""
    if score.measure == HEIGHT:
        return height(tree)
    if score.measure == AROUND:
        return most_around(tree)
    tally: i64 = 0
    number: i64
    for number in range(tree.size):
        card = tree.cards[number]
        if is_in(score.zone, card.depth, cards_on(tree, number)):
            tally += brought(score, tree, card.icons)
    return tally


def tally_with(score: Score, tree: Tree, tally: i64, parent: i64, icons: i64) -> i64:
    """The tally of the tree if a card with these icons grew on that parent.

    The new card may be of the zone, and its parent may join or leave it; nothing else changes.
    """
    below = tree.cards[parent]
    if score.measure == HEIGHT:
        return larger(tally, below.depth + 1)
    if score.measure == AROUND:
        return larger(tally, around_pair(tree, parent, icons))
    bears: i64 = cards_on(tree, parent)
    was = is_in(score.zone, below.depth, bears)
    if is_in(score.zone, below.depth, bears + 1) != was:
        part: i64 = brought(score, tree, below.icons)
        tally += -part if was else part
    if is_in(score.zone, below.depth + 1, 0):
        tally += brought(score, tree, icons)
    return tally


def larger(one: i64, other: i64) -> i64:
    return one if one > other else other


def is_in(zone: i64, depth: i64, bears: i64) -> bool:
    """Does a card so far from the trunk, on which so many grow, belong to the zone? [KO-EFF-01]"""
    if zone == ENDS:
        return is_end(depth, bears)
    if zone == NEAR:
        return is_close(depth)
    if zone == BRANCHES:
        return depth > 0
    if zone == FIRST:
        return depth == 1
    if zone == FORKS:
        return is_fork(depth, bears)
    return zone == TREE


def brought(score: Score, tree: Tree, icons: i64) -> i64:
    """What a card of the zone brings: its icons; where cards are counted itself, under each feature
    that may be the best one. [KO-EFF-03]"""
    if score.measure != CARDS:
        return icons
    if score.features != BEST:
        if satisfies(score, icons, named_features(score, tree)):
            return 1
        return 0
    found: i64 = 0
    feature: i64
    for feature in range(KINDS):
        if satisfies(score, icons, 1 << feature):
            found += one_icon(feature)
    return found


def satisfies(score: Score, icons: i64, features: i64) -> bool:
    """Does a card with these icons satisfy all filters? [KO-EFF-03]"""
    if features != ANY and icons_among(icons, features) == 0:
        return False
    if score.most_kinds < KINDS and kinds_in(icons) > score.most_kinds:
        return False
    return not score.double or has_double(icons)


# -- the cards that bring the points -----------------------------------------------------------


def counted_cards(score: Score, tree: Tree) -> list[int]:
    """The cards of a tree that bring the points of a score expression, for a table to show."""
    if points_of(score, tree) == 0:
        return []
    if score.measure == HEIGHT:
        return longest_line(tree)
    if score.measure == AROUND:
        return best_neighbours(tree)
    features: i64 = features_of(score, tree)
    return [number for number in range(tree.size) if is_counted(score, tree, number, features)]


def is_counted(score: Score, tree: Tree, number: i64, features: i64) -> bool:
    """Is the card in the zone, and does it satisfy all filters? [KO-EFF-03]"""
    card = tree.cards[number]
    if not is_in(score.zone, card.depth, cards_on(tree, number)):
        return False
    return satisfies(score, card.icons, features)


def longest_line(tree: Tree) -> list[int]:
    """The branch cards from the trunk to the farthest one. [KO-EFF-07]"""
    number = max(range(tree.size), key=lambda one: int(tree.cards[one].depth))
    line: list[int] = []
    while number > 0:
        line.append(number)
        number = int(tree.cards[number].parent)
    return line[::-1]


def best_neighbours(tree: Tree) -> list[int]:
    """The branch card with the best neighbours, and those that share a feature with it."""
    best = max(range(1, tree.size), key=lambda one: int(value_around(tree, one)))
    mine = shown_in(tree.cards[best].icons)
    return [
        number
        for number in range(tree.size)
        if number == best
        or (
            (tree.cards[number].parent == best or tree.cards[best].parent == number)
            and shown_in(tree.cards[number].icons) & mine
        )
    ]


# -- icons ------------------------------------------------------------------------------------


def icons_among(icons: i64, features: i64) -> i64:
    """How many of the icons belong to one of the features. [KO-EFF-04]"""
    found: i64 = 0
    feature: i64
    for feature in range(KINDS):
        if features >> feature & 1:
            found += icons_of(icons, feature)
    return found


def fewest_among(icons: i64, features: i64) -> i64:
    """How often all of the features are there together. [KO-EFF-06]"""
    fewest: i64 = 255
    feature: i64
    for feature in range(KINDS):
        if features >> feature & 1 and icons_of(icons, feature) < fewest:
            fewest = icons_of(icons, feature)
    return fewest


def most_around(tree: Tree) -> i64:
    """The value of the branch card with the best neighbours. [KO-EFF-08]"""
    most: i64 = 0
    number: i64
    for number in range(1, tree.size):
        most = larger(most, value_around(tree, number))
    return most


def value_around(tree: Tree, number: i64) -> i64:
    """The value of one branch card with its neighbours. [KO-EFF-08]"""
    return shared_icons(tree.cards[number].icons, icons_around(tree, number))


def around_pair(tree: Tree, parent: i64, icons: i64) -> i64:
    """The better value of a card with these icons and the parent that it would grow on."""
    below = tree.cards[parent]
    new: i64 = shared_icons(icons, below.icons)
    if parent == 0:
        return new
    return larger(new, shared_icons(below.icons, icons_around(tree, parent) + icons))


def icons_around(tree: Tree, number: i64) -> i64:
    """The icons of all cards that touch a branch card."""
    around: i64 = tree.cards[tree.cards[number].parent].icons
    for card in tree.cards:
        if card.parent == number:
            around += card.icons
    return around


def shared_icons(mine: i64, around: i64) -> i64:
    """Icons here and around, of the features that are in both. [KO-EFF-08]"""
    found: i64 = 0
    feature: i64
    for feature in range(KINDS):
        here: i64 = mine >> feature * WIDTH & 255
        there: i64 = around >> feature * WIDTH & 255
        if here and there:
            found += here + there
    return found
