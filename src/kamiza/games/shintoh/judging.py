"""Judging a position of Shintoh: what a god is worth to whom, and a quick sensible move.

Everything here uses only what the asked seat may know, so it serves the heuristic bot, the
playouts of search, hints and the coach alike. Values are whole numbers, in hundredths of a
victory point or of influence.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.bits import size_of
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.shintoh.cards import (
    JEWEL,
    KIND_CARDS,
    SALT,
    TREASURES,
    influence_of,
    size,
)
from kamiza.games.shintoh.rules.dedicating import can_reach, can_stop
from kamiza.games.shintoh.rules.moves import ADD, PASS, PICK, ROB, STOP, USE, usable_treasures
from kamiza.games.shintoh.rules.scoring import role_value
from kamiza.games.shintoh.rules.treasures import can_pick, can_rob
from kamiza.games.shintoh.table import GIVE, MIRROR_PICK, TURN, Shintoh, total

# Points that one unit of influence is expected to buy, by number of players.
RATE: Final = (0, 0, 300, 200, 180)
# How much of a rival's extra interest in a god counts as one's own, in percent. With more than
# two players the others share the benefit of keeping it from somebody, so it is not worth paying.
DENIAL: Final = (0, 0, 60, 0, 0)
# Points of the use of Jewel, Mirror and Sword while there is time to use them.
TREASURE_WORTH: Final = (450, 200, 300)
# Part of a role's bonus that a god is worth while one, or two, other members are missing.
ONE_MISSING: Final = 30
TWO_MISSING: Final = 20
# Points of the Harvest Card per influence that a pass brings, in percent of its influence.
HARVEST_SHARE: Final = 80
# The influence an unknown offering card is expected to have.
UNKNOWN_CARD: Final = 167


def competitions_left(state: Shintoh) -> i64:
    """This competition and those to come."""
    return size_of(state.gods_left) + 1


def open_gods(state: Shintoh, but: i64) -> i64:
    """The gods that lie face up with players other than `but`."""
    gods: i64 = 0
    for seat in range(state.seats):
        if seat != but:
            gods |= state.players[seat].face_up()
    return gods


def worth_of_god(state: Shintoh, seat: i64, god: i64) -> i64:
    """What the god would be worth to the seat, as the asked seat can know it."""
    player = state.players[seat]
    owned: i64 = player.gods if seat == state.asked else player.face_up()
    lost: i64 = open_gods(state, seat)
    value: i64 = 100 * state.cards.points[god]
    if god >= JEWEL and competitions_left(state) > 2:
        value += TREASURE_WORTH[god - JEWEL]
    for role in state.cards.roles_of[god]:
        missing: i64 = role.members & ~owned & ~(1 << god)
        bonus: i64 = role_value(role, player.role_taken)
        if missing == 0:
            value += 100 * bonus
        elif missing & lost == 0:
            value += bonus * (ONE_MISSING if missing & (missing - 1) == 0 else TWO_MISSING)
    return value


def worth_of_altar(state: Shintoh) -> i64:
    """What the Altar Card is worth to the asked seat, keeping it from rivals included."""
    god: i64 = state.altar
    mine: i64 = worth_of_god(state, state.asked, god)
    if DENIAL[state.seats] == 0:
        return mine
    highest: i64 = mine
    for seat in range(state.seats):
        if seat != state.asked:
            theirs: i64 = worth_of_god(state, seat, god)
            if theirs > highest:
                highest = theirs
    return mine + (highest - mine) * DENIAL[state.seats] // 100


def limit(state: Shintoh) -> i64:
    """The most influence the asked seat should pay for the Altar Card, in hundredths."""
    left: i64 = competitions_left(state)
    rate: i64 = RATE[state.seats]
    if left <= 3:
        rate = rate * (left - 1) // 3  # left-over offerings are worth nothing
    if rate == 0:
        return 10000
    spared: i64 = HARVEST_SHARE * influence_of(state.harvest)
    return worth_of_altar(state) * 100 // rate - spared


def quick_move(state: Shintoh, rng: Rng) -> i64:
    """A quick sensible answer of the asked seat."""
    kind: i64 = state.frame.kind
    if kind == TURN:
        return turn_hunch(state, rng)
    if kind == GIVE:
        return give_hunch(state)
    if kind == MIRROR_PICK:
        return PICK + pick_hunch(state)
    return ROB + rob_hunch(state)


def turn_hunch(state: Shintoh, rng: Rng) -> i64:
    """Treasures first, then dedicate as long as the god is worth it, else pass."""
    player = state.players[state.asked]
    if player.gods & state.unused & TREASURES:
        usable: i64 = usable_treasures(state)
        if usable >> USE & 1:
            return USE
        if usable >> USE & 4 and is_time_for_sword(state):
            return USE + 2
    wants = can_reach(state, player) and wants_altar(state, rng)
    if wants:
        return give_hunch(state)
    if player.gods & state.unused & TREASURES:
        if usable_treasures(state) >> USE & 2 and state.harvest == SALT:
            return USE + 1
    return PASS


def is_time_for_sword(state: Shintoh) -> bool:
    """Early thefts hit full hands; a theft never gets better than a hand of good cards."""
    victim: i64 = rob_hunch(state)
    return expected_influence(state, victim) * 2 >= 3 * 100 * size(state.players[victim].hand)


def wants_altar(state: Shintoh, rng: Rng) -> bool:
    """Is one more than the bar still a fair price? No two players value alike. [OF-TIP-02]"""
    price: i64 = 100 * (state.bar + 1)
    fair: i64 = limit(state) * (85 + rng.below(31)) // 100
    if price <= fair:
        return True
    # Never leave a god for nothing to a single rival. [OF-TIP-03]
    others: i64 = state.contenders & ~(1 << state.asked)
    alone = others & (others - 1) == 0
    return alone and state.bar == 0 and fair > 50


def give_hunch(state: Shintoh) -> i64:
    """The next card of the cheapest set that beats the bar, or stop."""
    player = state.players[state.asked]
    if can_stop(state, player):
        return STOP
    return ADD + next_card(player.hand, state.bar + 1 - total(player))


def next_card(hand: i64, need: i64) -> i64:
    """Which kind (0 rice, 1 sake, 2 salt) to lay first when `need` influence is missing."""
    rice: i64 = hand >> 8
    sake: i64 = hand >> 4 & 15
    salt: i64 = hand & 15
    if need == 1 and salt:
        return 2
    if need <= 2 and sake:
        return 1
    if need == 2 and salt >= 2:
        return 2
    if rice and (need >= 3 or sake == 0):
        return 0
    return 1 if sake else 2 if salt else 0


def pick_hunch(state: Shintoh) -> i64:
    """The Mirror shows before a pass: take the strongest card there is. [OF-TIP-05]"""
    for index in range(3):
        if can_pick(state, KIND_CARDS[index]):
            return index
    return 0


def rob_hunch(state: Shintoh) -> i64:
    """Rob the rival with the strongest cards on average; the leader among equals."""
    best: i64 = 0
    most: i64 = -1
    for seat in range(state.seats):
        if can_rob(state, seat):
            average: i64 = expected_influence(state, seat) // size(state.players[seat].hand)
            lead: i64 = size_of(state.players[seat].face_up())
            if average * 32 + lead > most:
                most = average * 32 + lead
                best = seat
    return best


def expected_influence(state: Shintoh, seat: i64) -> i64:
    """Influence in a hand, in hundredths, as an attentive onlooker estimates it."""
    player = state.players[seat]
    if seat == state.asked:
        return 100 * influence_of(player.hand)
    unknown: i64 = size(player.hand) - size(player.known)
    return 100 * influence_of(player.known) + UNKNOWN_CARD * unknown
