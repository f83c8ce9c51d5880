"""The words in which abilities, passives and claims are written: thirteen steps, read from data.

A program is a list of steps. `effects.py` carries them out; nothing there knows a single card.
The parameters and their meaning are KS-DES-10 to KS-DES-28 of the rules.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.kamisama.board import ALL_SPACES, TYPES, Board

# What a step does. The first six ask for a space; `is_choosing` relies on their order.
ADD: Final = 0
REMOVE: Final = 1
REPLACE: Final = 2
MOVE: Final = 3
SWAP: Final = 4
SELECT: Final = 5
GAIN: Final = 6
GAIN_PER: Final = 7
SEED: Final = 8
FEAR: Final = 9
VTOKEN: Final = 10
DRAW_MOON: Final = 11
CHARGE_RAGE: Final = 12
OPS: Final = (
    "add", "remove", "replace", "move", "swap", "select", "gain", "gain_per", "seed", "fear",
    "vtoken", "draw_moon", "charge_rage",
)  # fmt: skip

# In which villages. [KS-DES-10]
CURRENT: Final = 0
ANOTHER: Final = 1
ANY: Final = 2
SAME: Final = 3
OTHER: Final = 4
FROM_PREV: Final = 5  # not a village: only the space chosen last
SCOPES: Final = ("current", "another", "any", "same", "other")

# Whose pieces. [KS-DES-12]
OWN: Final = 0
OPPONENT: Final = 1
ANYONE: Final = 2
WHOSE: Final = ("own", "opponent", "anyone")

# Next to what. [KS-DES-14]
ANYWHERE: Final = 0
NEXT_TO_OWN: Final = 1
NEXT_TO_FEAR: Final = 2
NEXT_TO_PREV: Final = 3
NEXT_TO_FIRST: Final = 4
ADJACENT: Final = ("", "own", "fear", "prev", "first")

# When a passive acts. [KS-DES-28]
START_OF_YEAR: Final = 0
START_OF_TURN: Final = 1
ON_ADD: Final = 2
ON_MOVE: Final = 3
ON_LOST: Final = 4
ON_CLAIM: Final = 5
TRIGGERS: Final = (
    "start_of_year", "start_of_turn", "on_add", "on_move", "on_lost", "on_claim",
)  # fmt: skip

FAVOR: Final = 8  # a gain is ONE int: 8 times the Favor plus the Nature

_KNOWN: Final = (
    "op village whose piece types adjacent times upto optional all gain gain_if gain_choice with "
    "from_village from to_village to_types to_adjacent first first_whose second_whose "
    "second_adjacent favor nature choice max at"
).split()


@final
class Step:
    """One step, everything about it as numbers."""

    def __init__(self, table: Table, board: Board) -> None:
        for name in table.data:
            if name not in _KNOWN:
                raise table.error(name, "is no parameter of a step")
        self.op: Final[i64] = OPS.index(table.choice("op", OPS))
        self.scope: Final[i64] = read_scope(table)
        self.to_scope: Final[i64] = read_word(table, "to_village", SCOPES, ANY)
        self.whose: Final[i64] = read_whose(table)
        self.second_whose: Final[i64] = read_word(table, "second_whose", WHOSE, ANYONE)
        self.spaces: Final[i64] = read_spaces(table, "types", board)
        self.to_spaces: Final[i64] = read_spaces(table, "to_types", board)
        self.adjacent: Final[i64] = read_word(table, "adjacent", ADJACENT, ANYWHERE)
        self.second_adjacent: Final = table.maybe_text("second_adjacent") == "prev"
        self.to_adjacent: Final = table.maybe_text("to_adjacent") == "source"
        self.only_seeds: Final = table.maybe_text("piece") == "seed"
        self.with_seed: Final = table.maybe_text("with") == "seed"
        self.times: Final[i64] = table.number("times", 1, 9) if "times" in table.data else 1
        self.may_skip: Final = table.flag("upto") or table.flag("optional")  # [KS-DES-16]
        self.all: Final = table.flag("all")
        self.gain: Final[i64] = read_gain(table)
        self.needs_opponent: Final = table.maybe_text("gain_if") == "adjacent_opponent"
        self.choices: Final = read_choices(table)
        self.most: Final[i64] = table.number("max", 1, 99) if "max" in table.data else 99
        self.at_prev: Final = table.maybe_text("at") == "prev"
        self.any_token: Final = table.maybe_text("village") == "choose"


def read_scope(table: Table) -> int:
    if table.maybe_text("from") == "prev" or table.maybe_text("first") == "prev":
        return FROM_PREV
    if "from_village" in table.data:
        return read_word(table, "from_village", SCOPES, ANY)
    if table.text("op") == "vtoken":
        table.choice("village", ("card", "choose"))
        return ANY
    return read_word(table, "village", SCOPES, ANY)


def read_whose(table: Table) -> int:
    if "first_whose" in table.data:
        return read_word(table, "first_whose", WHOSE, ANYONE)
    return read_word(table, "whose", WHOSE, ANYONE)


def read_word(table: Table, name: str, words: tuple[str, ...], default: int) -> int:
    return words.index(table.choice(name, words)) if name in table.data else default


def read_spaces(table: Table, name: str, board: Board) -> int:
    """All spaces of the given types; without types all spaces. [KS-DES-11]"""
    if name not in table.data:
        return ALL_SPACES
    spaces: i64 = 0
    for kind in table.texts(name):
        if kind not in TYPES:
            raise table.error(name, f"names {kind!r}; there are {', '.join(TYPES)}")
        spaces |= board.of_type[TYPES.index(kind)]
    return spaces


def read_gain(table: Table) -> int:
    """The gain of a step: its own favor and nature, or its `gain` table."""
    return packed_gain(table.table("gain") if "gain" in table.data else table)


def packed_gain(table: Table) -> int:
    favor = table.number("favor", 0, 7) if "favor" in table.data else 0
    nature = table.number("nature", 0, 7) if "nature" in table.data else 0
    return FAVOR * favor + nature


def read_choices(table: Table) -> list[int]:
    for name in ("choice", "gain_choice"):
        if name in table.data:
            return [packed_gain(choice) for choice in table.tables(name)]
    return []


@final
class Program:
    """The steps of one ability, passive or claim."""

    def __init__(self, number: int, tables: list[Table], board: Board) -> None:
        self.number: Final[i64] = number  # its place among all programs, for frames
        self.steps: Final = [Step(table, board) for table in tables]
        self.is_instant: Final = all(step.op == GAIN and not step.choices for step in self.steps)
        self.instant: Final[i64] = sum(step.gain for step in self.steps) if self.is_instant else 0


@final
class Passive:
    """A passive: when it acts, on what, how often, and its program. [KS-KAMI-01]"""

    def __init__(self, table: Table, program: Program, board: Board) -> None:
        self.trigger: Final[i64] = TRIGGERS.index(table.choice("trigger", TRIGGERS))
        self.spaces: Final[i64] = read_spaces(table, "types", board)
        self.once: Final = table.maybe_text("limit") == "turn"
        self.own_turn: Final = table.flag("own_turn")
        self.program: Final = program


def step_tables(table: Table, name: str) -> list[Table]:
    return table.tables(name, "op") if cast("list[object]", table.data[name]) else []
