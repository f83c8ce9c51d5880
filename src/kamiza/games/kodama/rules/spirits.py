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
    if score.features == BEST:
        return best_points(score, tree)
    if score.features == OF_TRUNK:
        return as_points(score, measured(score, tree, shown_in(tree.cards[0].icons)))
    return as_points(score, measured(score, tree, score.features))


def best_points(score: Score, tree: Tree) -> i64:
    """The most that any single feature would give. [KO-EFF-02] [KO-RUL-20]"""
    most: i64 = 0
    feature: i64
    for feature in range(KINDS):
        points: i64 = as_points(score, measured(score, tree, 1 << feature))
        if points > most:
            most = points
    return most


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
        if not is_in(score.zone, tree, number):
            continue
        icons: i64 = tree.cards[number].icons
        if features != ANY and icons_among(icons, features) == 0:
            continue
        if score.most_kinds < KINDS and kinds_in(icons) > score.most_kinds:
            continue
        if score.double and not has_double(icons):
            continue
        found += 1
    return found


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
    around: list[int] = [0] * tree.size  # icons of all cards that touch the card
    number: i64
    for number in range(1, tree.size):
        card = tree.cards[number]
        around[number] += tree.cards[card.parent].icons
        around[card.parent] += card.icons
    most: i64 = 0
    for number in range(1, tree.size):
        value: i64 = shared_icons(tree.cards[number].icons, around[number])
        if value > most:
            most = value
    return most


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
