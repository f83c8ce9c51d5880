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
    TREE,
    Score,
)
from kamiza.games.kodama.rules.icons import (
    KINDS,
    WIDTH,
    has_double,
    icons_of,
    kinds_in,
    shown_in,
)
from kamiza.games.kodama.rules.trees import Tree, height, is_close, is_end, is_fork


def points_of(score: Score, tree: Tree) -> i64:
    """The points of a score expression on a tree, as its icons count now. [KO-EFF-09]"""
    return as_points(score, measured(score, tree, features_of(score, tree)))


def features_of(score: Score, tree: Tree) -> i64:
    """The features that are asked for on this tree. [KO-EFF-02]"""
    if score.features == BEST:
        return best_feature(score, tree)
    return shown_in(tree.cards[0].icons) if score.features == OF_TRUNK else score.features


def best_feature(score: Score, tree: Tree) -> i64:
    """The single feature that gives the most. [KO-EFF-02] [KO-RUL-20]"""
    best: i64 = 1
    most: i64 = 0
    feature: i64
    for feature in range(KINDS):
        points: i64 = as_points(score, measured(score, tree, 1 << feature))
        if points > most:
            best, most = 1 << feature, points
    return best


def as_points(score: Score, value: i64) -> i64:
    """A measured value as points. [KO-EFF-09]"""
    points: i64
    if len(score.steps) != 0:
        last: i64 = len(score.steps) - 1
        points = score.steps[value if value < last else last]
    else:
        points = value * score.per
    return points if points < score.most else score.most


def measured(score: Score, tree: Tree, features: i64) -> i64:
    """The value of the measure, for these features. [KO-EFF-03..08]"""
    measure: i64 = score.measure
    if measure == CARDS:
        return card_count(score, tree, features)
    if measure == HEIGHT:
        return height(tree)
    if measure == AROUND:
        return most_around(tree)
    icons: i64 = icons_in(score.zone, tree)
    if measure == ICONS:
        return icons_among(icons, features)
    if measure == DIFFERENT:
        return kinds_in(icons)
    return fewest_among(icons, features)


def is_in(zone: i64, tree: Tree, number: i64) -> bool:
    """Does the card belong to the zone? [KO-EFF-01]"""
    if zone == ENDS:
        return is_end(tree, number)
    if zone == NEAR:
        return is_close(tree, number)
    if zone == BRANCHES:
        return number > 0
    if zone == FIRST:
        return tree.cards[number].depth == 1
    if zone == FORKS:
        return is_fork(tree, number)
    return zone == TREE


def card_count(score: Score, tree: Tree, features: i64) -> i64:
    """Cards in the zone that satisfy all filters. [KO-EFF-03]"""
    found: i64 = 0
    number: i64
    for number in range(tree.size):
        if is_counted(score, tree, number, features):
            found += 1
    return found


def is_counted(score: Score, tree: Tree, number: i64, features: i64) -> bool:
    """Is the card in the zone, and does it satisfy all filters? [KO-EFF-03]"""
    if not is_in(score.zone, tree, number):
        return False
    icons: i64 = tree.cards[number].icons
    if features != ANY and icons_among(icons, features) == 0:
        return False
    if score.most_kinds < KINDS and kinds_in(icons) > score.most_kinds:
        return False
    return not score.double or has_double(icons)


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
    around = icons_around(tree)
    best = max(
        range(1, tree.size),
        key=lambda one: int(shared_icons(tree.cards[one].icons, around[one])),
    )
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


def icons_in(zone: i64, tree: Tree) -> i64:
    """All icons on the cards of a zone."""
    icons: i64 = 0
    number: i64
    for number in range(tree.size):
        if is_in(zone, tree, number):
            icons += tree.cards[number].icons
    return icons


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
    around = icons_around(tree)
    most: i64 = 0
    number: i64
    for number in range(1, tree.size):
        value: i64 = shared_icons(tree.cards[number].icons, around[number])
        if value > most:
            most = value
    return most


def icons_around(tree: Tree) -> list[int]:
    """For each card the icons of all cards that touch it."""
    around: list[int] = [0] * tree.size
    number: i64
    for number in range(1, tree.size):
        card = tree.cards[number]
        around[number] += tree.cards[card.parent].icons
        around[card.parent] += card.icons
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
