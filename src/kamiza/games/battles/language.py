"""The words cards are written in, as numbers. [KB-CARD-10]

The words themselves are listed in `cards/vocabulary.toml`; this file gives each of them its
number, and `programs.py` turns a card's abilities into steps made of these numbers.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64

# Card types are bits, so a filter is a set of them.
DISCIPLE: Final = 1
WARRIOR: Final = 2
ARTIFACT: Final = 4
FILTERS: Final = {
    "any": 7, "warrior": 2, "artifact": 4, "disciple": 1, "warrior_disciple": 3,
    "warrior_artifact": 6,
}  # fmt: skip
ANY_CARD: Final = 7

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

TRIGGERS: Final = (
    "my_attack", "attacked", "god_attacked", "other_attacked", "my_hit", "damaged", "start",
    "recruited", "banished", "banishing", "rescued", "ability_played", "react_played", "opp_gains",
    "hall",
)  # fmt: skip
MY_ATTACK: Final = 0
ATTACKED: Final = 1
GOD_ATTACKED: Final = 2
OTHER_ATTACKED: Final = 3
MY_HIT: Final = 4
DAMAGED: Final = 5
START: Final = 6
RECRUITED: Final = 7
BANISHED: Final = 8
BANISHING: Final = 9
RESCUED: Final = 10
ABILITY_PLAYED: Final = 11
REACT_PLAYED: Final = 12
OPP_GAINS: Final = 13
HALL: Final = 14
NO_TRIGGER: Final = 15

# Conditions. [7.1.5 of the card document]
CONDITIONS: Final = ("", "chain_min", "disciples_min", "energy_max", "moved_min", "temple")
ALWAYS: Final = 0
CHAIN_MIN: Final = 1
DISCIPLES_MIN: Final = 2
ENERGY_MAX: Final = 3
MOVED_MIN: Final = 4
TEMPLE_IS: Final = 5  # 1 standing, 0 destroyed

# Amounts: 0 to 9 are themselves.
AMOUNTS: Final = {"x": 100, "moved": 101, "lost": 102, "disciples_1": 103, "chain": 104, "any": 105}
X: Final = 100
MOVED: Final = 101
LOST: Final = 102
DISCIPLES_1: Final = 103
CHAIN: Final = 104
ANY_NUMBER: Final = 105

WHO: Final = ("me", "any", "opp", "each_opp", "current")
ME: Final = 0
ANYBODY: Final = 1
OPPONENT: Final = 2
EACH_OPPONENT: Final = 3
CURRENT: Final = 4

AT: Final = (
    "my_god", "my_temple", "mine", "this", "any_god", "opp_god", "opp_temple", "opp",
    "attacker_god", "victim_god", "victim_temple",
)  # fmt: skip
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

# The 25 verbs.
VERBS: Final = (
    "attack", "defend", "protect", "redirect", "boost", "cancel", "energy", "drain", "faith",
    "discount", "draw", "look", "fetch", "reshuffle", "discard", "mill", "banish", "rescue",
    "reincarnate", "steal", "gain", "refresh", "recolor", "adjudicate", "watch",
)  # fmt: skip
ATTACK: Final = 0
DEFEND: Final = 1
PROTECT: Final = 2
REDIRECT: Final = 3
BOOST: Final = 4
CANCEL: Final = 5
ENERGY: Final = 6
DRAIN: Final = 7
FAITH: Final = 8
DISCOUNT: Final = 9
DRAW: Final = 10
LOOK: Final = 11
FETCH: Final = 12
RESHUFFLE: Final = 13
DISCARD_CARDS: Final = 14
MILL: Final = 15
BANISH: Final = 16
RESCUE: Final = 17
REINCARNATE: Final = 18
STEAL: Final = 19
GAIN: Final = 20
REFRESH: Final = 21
RECOLOR: Final = 22
ADJUDICATE: Final = 23
WATCH: Final = 24
# What a reader adds to make blocks of steps linear; no card says these.
END: Final = 25
JUMP: Final = 26
UNLESS_HIT: Final = 27  # jump over the `hit` steps of an Attack that damaged no god
WATCHES: Final = 28  # standing effects that wait for damage come now
ADJUDICATED: Final = 29  # the revealed card goes to the discard pile

# Words that only one verb knows; each is stored in the step's `mode`.
SCOPES: Final = ("this", "next", "turn")
THIS_ATTACK: Final = 0
NEXT_ATTACK: Final = 1
ALL_TURN: Final = 2
CANCELS: Final = ("ability", "react", "rescue")
CANCEL_ON: Final = ("ability_played", "react_played", "rescued")  # what each answers
THEN: Final = ("none", "reorder", "sift")
NO_ORDER: Final = 0
REORDER: Final = 1
SIFT: Final = 2
PICKS: Final = ("owner", "user", "random")
BY_OWNER: Final = 0
BY_USER: Final = 1
AT_RANDOM: Final = 2
ROWS: Final = ("warrior", "artifact")
WARRIOR_ROW: Final = 0
ARTIFACT_ROW: Final = 1
RECOLORS: Final = ("pick2", "all")
PICK_TWO: Final = 0
ALL_FIVE: Final = 1

PAYERS: Final = ("this", "god", "temple")
PAID_BY_THIS: Final = 0
PAID_BY_GOD: Final = 1
PAID_BY_TEMPLE: Final = 2


def bit(n: i64) -> i64:
    """The set with the one member n."""
    one: i64 = n - n + 1
    return one << n
