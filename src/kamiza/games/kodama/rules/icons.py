"""Icons: how many of each feature a card, or many cards together, show.

Vocabulary
    A feature is a number from 0 to 5 in the order of FEATURES. [KO-COMP-13]
    *Icons* are ONE int with eight bits per feature; icons of several cards add up as ints.
    A set of features is ONE int used as a bit set.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64

FEATURES: Final = ("caterpillar", "cloud", "firefly", "flower", "mushroom", "star")
KINDS: Final = 6
NO_ICONS: Final = 0
ALL_FEATURES: Final = 63
WIDTH: Final = 8
FIELD: Final = 255
AS_PRINTED: Final = -1  # no decree makes one feature count as another


def one_icon(feature: i64) -> i64:
    one: i64 = feature - feature + 1  # a plain 1 is too narrow to be shifted so far
    return one << feature * WIDTH


def icons_of(icons: i64, feature: i64) -> i64:
    """How many icons of one feature there are."""
    return icons >> feature * WIDTH & FIELD


def shown_in(icons: i64) -> i64:
    """The set of features there is at least one icon of."""
    found: i64 = 0
    feature: i64
    for feature in range(KINDS):
        if icons >> feature * WIDTH & FIELD:
            found |= 1 << feature
    return found


def kinds_in(icons: i64) -> i64:
    """How many different features there are. [KO-EFF-05]"""
    found: i64 = 0
    feature: i64
    for feature in range(KINDS):
        if icons >> feature * WIDTH & FIELD:
            found += 1
    return found


def has_double(icons: i64) -> bool:
    """Is some feature there twice or more? [KO-EFF-03]"""
    feature: i64
    for feature in range(KINDS):
        if icons >> feature * WIDTH & FIELD > 1:
            return True
    return False


def pair(source: i64, target: i64) -> i64:
    """What `converted` needs to count one feature as another."""
    return source * KINDS + target


def converted(icons: i64, conversion: i64) -> i64:
    """The icons as they count while a decree makes one feature count as another. [KO-EFF-20]"""
    if conversion == AS_PRINTED:
        return icons
    number: i64 = icons_of(icons, conversion // KINDS)
    return icons + number * (one_icon(conversion % KINDS) - one_icon(conversion // KINDS))


def by_feature(icons: i64) -> dict[str, int]:
    """Icons as `{"firefly": 2, "flower": 1}`, for eyes."""
    counted: dict[str, int] = {}
    for feature in range(KINDS):
        number = icons >> feature * WIDTH & FIELD
        if number:
            counted[FEATURES[feature]] = number
    return counted
