"""The verbs cards are written in: score expressions and decree effects, read from data.

This is a closed set; nothing a card does is programmed for that card. `spirits.py` works out
score expressions on a tree, `decrees.py` carries out decrees.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.kodama.rules.icons import FEATURES, pair

# Measures. [KO-EFF-03..08]
CARDS: Final = 0
ICONS: Final = 1
DIFFERENT: Final = 2  # the data's word is "kinds"
SETS: Final = 3
HEIGHT: Final = 4
AROUND: Final = 5
MEASURES: Final = ("cards", "icons", "kinds", "sets", "height", "around")

# Zones. [KO-EFF-01]
TREE: Final = 0
BRANCHES: Final = 1
ENDS: Final = 2
NEAR: Final = 3
FIRST: Final = 4
FORKS: Final = 5
ZONES: Final = ("tree", "branches", "ends", "near", "first", "forks")

# Feature words: a set of features, or one of these. [KO-EFF-02]
ANY: Final = 0  # no feature is asked for
OF_TRUNK: Final = -1
BEST: Final = -2

NO_LIMIT: Final = 1_000_000

# Decrees. [KO-EFF-20..28]
CONVERT: Final = 0
ICON_BONUS: Final = 1
PLACE_BONUS: Final = 2
FRESH_BONUS: Final = 3
SEASON_BONUS: Final = 4
DISPLAY_SIZE: Final = 5
LIMIT: Final = 6
ORDER: Final = 7
DECK_PICK: Final = 8
DECREE_KINDS: Final = (
    "convert", "icon_bonus", "place_bonus", "fresh_bonus", "season_bonus", "display_size",
    "limit", "order", "deck_pick",
)  # fmt: skip

# When a place bonus is paid. [KO-EFF-22]
TOUCHES_TRUNK: Final = 0
SHARED_KINDS: Final = 1
MAKES_FORK: Final = 2
OCCASIONS: Final = ("touches_trunk", "shared_kinds", "makes_fork")


@final
class Score:
    """A score expression: measure something on a tree, turn it into points. [KO-EFF-09]"""

    def __init__(
        self, measure: int, zone: int, features: int, most_kinds: int, double: bool, per: int,
        steps: bytes, most: int,
    ) -> None:  # fmt: skip
        self.measure: Final[i64] = measure
        self.zone: Final[i64] = zone
        self.features: Final[i64] = features  # a set, or ANY, OF_TRUNK, BEST
        self.most_kinds: Final[i64] = most_kinds  # only cards with so many different features
        self.double: Final = double  # only cards that show some feature twice
        self.per: Final[i64] = per
        self.steps: Final = steps  # points by value instead of `per`, or empty
        self.most: Final[i64] = most


@final
class Effect:
    """What a decree does. [KO-EFF-20..28]"""

    def __init__(
        self, kind: int, amount: int, features: int, occasion: int, score: Score | None
    ) -> None:
        self.kind: Final[i64] = kind
        self.amount: Final[i64] = amount  # points, a size, a limit, or what is converted
        self.features: Final[i64] = features  # of an icon bonus; kinds needed by SHARED_KINDS
        self.occasion: Final[i64] = occasion
        self.score: Final = score


def read_score(table: Table) -> Score:
    """A score expression from its table in the data."""
    measure = MEASURES.index(table.choice("measure", MEASURES))
    zone = ZONES.index(table.choice("zone", ZONES)) if "zone" in table.data else TREE
    steps = bytes(read_steps(table)) if "table" in table.data else b""
    return Score(
        measure,
        zone,
        read_features(table),
        table.number("kinds_max", 1, len(FEATURES)) if "kinds_max" in table.data else NO_LIMIT,
        table.flag("double"),
        0 if steps else table.number("per", 1, 20),
        steps,
        table.number("max", 1) if "max" in table.data else NO_LIMIT,
    )


def read_steps(table: Table) -> list[int]:
    steps = table.data["table"]
    if not isinstance(steps, list) or not all(isinstance(s, int) and 0 <= s < 256 for s in steps):
        raise table.error("table", "must be a list of points from 0 to 255")
    return steps


def read_features(table: Table) -> int:
    """A feature word: a name, a list of names, "trunk" or "best". [KO-EFF-02]"""
    for field in ("has", "feature", "of"):
        if field not in table.data:
            continue
        word = table.data[field]
        if word == "trunk":
            return OF_TRUNK
        if word == "best":
            return BEST
        names = [word] if isinstance(word, str) else table.texts(field)
        for name in names:
            if name not in FEATURES:
                raise table.error(field, f"names the unknown feature {name!r}")
        return sum(1 << FEATURES.index(str(name)) for name in names)
    return ANY


def read_effect(table: Table) -> Effect:
    """The effect of a decree from its table in the data."""
    kind = DECREE_KINDS.index(table.choice("kind", DECREE_KINDS))
    if kind == CONVERT:
        source = FEATURES.index(table.choice("from", FEATURES))
        target = FEATURES.index(table.choice("to", FEATURES))
        return Effect(kind, pair(source, target), ANY, 0, None)
    if kind == SEASON_BONUS:
        return Effect(kind, 0, ANY, 0, read_score(table.table("score")))
    if kind == DISPLAY_SIZE:
        return Effect(kind, table.number("size", 1, 9), ANY, 0, None)
    if kind == ORDER:
        table.choice("direction", ("counterclockwise",))
        return Effect(kind, 0, ANY, 0, None)
    points = table.number("points", 1, 99)
    if kind == PLACE_BONUS:
        occasion = OCCASIONS.index(table.choice("when", OCCASIONS))
        needed = table.number("n", 1, 6) if occasion == SHARED_KINDS else 0
        return Effect(kind, points, needed, occasion, None)
    return Effect(kind, points, read_features(table), 0, None)
