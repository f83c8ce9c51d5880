"""The words cards are written in, as numbers. [KB-CARD-10]

Verbs and triggers are declared in `verbs/`, each with everything that belongs to it; here are the
words that several of them share. `programs.py` turns a card's abilities into steps made of them.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64

# Card types are bits, so a filter is a set of them.
DISCIPLE: Final = 1
WARRIOR: Final = 2
ARTIFACT: Final = 4
ANY_CARD: Final = 7
FILTERS: Final[dict[str, int]] = {
    "any": ANY_CARD, "warrior": WARRIOR, "artifact": ARTIFACT, "disciple": DISCIPLE,
    "warrior_disciple": 3, "warrior_artifact": 6,
}  # fmt: skip

COLOURS: Final = ("blue", "green", "red", "white", "yellow")  # a colour set has a bit for each
ALL_COLOURS: Final = 31
SPHERES: Final = ("Sun", "Moon", "Life", "Death", "War", "Peace")

# Ability types, and the ways in which an ability is used.
ACT: Final = 0
REACT: Final = 1
REVEAL: Final = 2
WATCH_WAY: Final = 3  # a standing effect that works by itself
TYPES: Final = ("act", "react", "reveal")
WAYS: Final = ("act", "react", "reveal", "watch")

NO_TRIGGER: Final = 62  # triggers have numbers below it: a set of them is one integer

# Conditions. [7.1.5 of the card document]
ALWAYS: Final = 0
CHAIN_MIN: Final = 1
DISCIPLES_MIN: Final = 2
ENERGY_MAX: Final = 3
MOVED_MIN: Final = 4
TEMPLE_IS: Final = 5  # 1 standing, 0 destroyed
CONDITIONS: Final[dict[str, int]] = {
    "chain_min": CHAIN_MIN, "disciples_min": DISCIPLES_MIN, "energy_max": ENERGY_MAX,
    "moved_min": MOVED_MIN, "temple": TEMPLE_IS,
}  # fmt: skip

# Amounts: printed ones are themselves; the others are declared in `verbs/amounts.py`.
X: Final = 100
MOVED: Final = 101
LOST: Final = 102
DISCIPLES_1: Final = 103
CHAIN: Final = 104
ANY_NUMBER: Final = 105

ME: Final = 0
ANYBODY: Final = 1
OPPONENT: Final = 2
EACH_OPPONENT: Final = 3
CURRENT: Final = 4
WHO: Final[dict[str, int]] = {
    "me": ME, "any": ANYBODY, "opp": OPPONENT, "each_opp": EACH_OPPONENT, "current": CURRENT
}  # fmt: skip

MY_GOD: Final = 0
MY_TEMPLE: Final = 1
MINE: Final = 2
THIS: Final = 3
ANY_GOD: Final = 4
OPP_GOD: Final = 5
OPP_TEMPLE: Final = 6
OPP: Final = 7
ATTACKER_GOD: Final = 8
VICTIM_GOD: Final = 9
VICTIM_TEMPLE: Final = 10
AT: Final[dict[str, int]] = {
    "my_god": MY_GOD, "my_temple": MY_TEMPLE, "mine": MINE, "this": THIS, "any_god": ANY_GOD,
    "opp_god": OPP_GOD, "opp_temple": OPP_TEMPLE, "opp": OPP, "attacker_god": ATTACKER_GOD,
    "victim_god": VICTIM_GOD, "victim_temple": VICTIM_TEMPLE,
}  # fmt: skip
# Choices of other verbs, asked in the same way.
ANY_DECK: Final = 11
OTHER_GOD: Final = 12
CURRENT_GOD: Final = 13
NOTHING_TO_CHOOSE: Final = 14
MY_DECK: Final = 15
OPP_HAND: Final = 16

ZONES: Final = ("hand", "discard", "deck", "area", "hall", "netherworld")
HAND: Final = 0
DISCARD: Final = 1
DECK: Final = 2
AREA: Final = 3
HALL_ZONE: Final = 4
NETHERWORLD: Final = 5
HAND_AND_AREA: Final = 6  # where a cost finds cards to Banish [KB-RUL-45]

THEN: Final = ("none", "reorder", "sift")  # how cards that were looked at are put back
NO_ORDER: Final = 0
REORDER: Final = 1
SIFT: Final = 2

ROWS: Final = ("warrior", "artifact")  # of the Hall
WARRIOR_ROW: Final = 0
ARTIFACT_ROW: Final = 1

PAYERS: Final = ("this", "god", "temple")
PAID_BY_THIS: Final = 0
PAID_BY_GOD: Final = 1
PAID_BY_TEMPLE: Final = 2


def bit(n: i64) -> i64:
    """The set that has only member n; a plain `1 << n` is wrong from 31 on when compiled. Every
    game has its own: a call into the core would not be inlined."""
    one: i64 = n - n + 1
    return one << n
