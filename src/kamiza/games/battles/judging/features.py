"""What counts in a position of Kamigami Battles, as whole numbers for each seat.

What everybody owns is public, where it lies is not: hand and deck count as one pool, so everything
here is the same whoever looks. [KB-HID-07]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.judging.values import guard, owned, per_hand
from kamiza.games.battles.knowing.seen import is_choosing
from kamiza.games.battles.table.battles import Battles, are_opponents
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED

ENERGY: Final = 0
LOW_ENERGY: Final = 1
SMALL_ENERGY: Final = 2
NEAR_25: Final = 3
CLOSE_TO_25: Final = 4
AHEAD: Final = 5
BEHIND: Final = 6
TEMPLE_ENERGY: Final = 7
TEMPLE: Final = 8
WAITS: Final = 9  # six: so many seats come before
SEALED_GOD: Final = 15
MAIN_GOD: Final = 16
MAIN_ENERGY: Final = 17
CARDS: Final = 18
HAND: Final = 19
WORTH: Final = 20
FAITH: Final = 21
DEFENCE: Final = 22
MERIT: Final = 23
GUARD: Final = 24
GENERAL: Final = (
    "energy", "energy_to_3", "energy_to_6", "energy_above_17", "energy_above_21", "energy_ahead",
    "energy_behind", "temple_energy", "temple", "turn_now", "turn_after_1", "turn_after_2",
    "turn_after_3", "turn_after_4", "turn_after_5", "sealed", "main_god", "main_energy", "cards",
    "hand", "worth", "faith", "defence", "merit", "guard",
)  # fmt: skip
KINDS_AT: Final = 25
STAGES: Final = ("rounds_1_to_3", "rounds_4_to_6", "rounds_7_to_9", "rounds_from_10")
PERCENT: Final = 100


def feature_names(cards: Cards) -> tuple[str, ...]:
    """General ones, then one for each kind, god and temple."""
    gods = [f"god_{id}" for id in cards.god_ids]
    temples = [f"temple_{id}" for id in cards.temple_ids]
    return (*GENERAL, *[f"card_{id}" for id in cards.ids], *gods, *temples)


def stage_of(state: Battles) -> i64:
    stage: i64 = (state.round - 1) // 3
    return 3 if stage > 3 else stage


def turn_of(state: Battles) -> i64:
    """Choosing gods is one turn for all."""
    if is_choosing(state):
        return 0
    return state.turn + 1


def features_of(state: Battles) -> vec[i64]:
    """One row for each seat."""
    cards = state.cards
    width: i64 = KINDS_AT + cards.kinds + len(cards.god_ids) + len(cards.temple_ids)
    rows: vec[i64] = vec[i64](capacity=width * state.seats)
    for _place in range(width * state.seats):
        rows = append(rows, 0)
    choosing = is_choosing(state)
    for seat in range(state.seats):
        if state.players[seat].status != OUT:
            count_energy(state, rows, width * seat, seat)
            count_cards(state, rows, width * seat, seat)
            if not choosing:
                count_god(state, rows, width * seat, seat)
    return rows


def above(number: i64, least: i64) -> i64:
    return number - least if number > least else 0


def up_to(number: i64, most: i64) -> i64:
    return most if number > most else number


def count_energy(state: Battles, rows: vec[i64], at: i64, seat: i64) -> None:
    """Life: the god's, the temple's, and compared with the best opponent."""
    player = state.players[seat]
    best: i64 = 0
    for other in range(state.seats):
        rival = state.players[other]
        if rival.status == IN and are_opponents(state, seat, other) and rival.energy > best:
            best = rival.energy
    rows[at + ENERGY] = player.energy
    rows[at + LOW_ENERGY] = up_to(player.energy, 3)
    rows[at + SMALL_ENERGY] = up_to(player.energy, 6)
    rows[at + NEAR_25] = above(player.energy, 17)
    rows[at + CLOSE_TO_25] = above(player.energy, 21)
    rows[at + AHEAD] = above(player.energy, best)
    rows[at + BEHIND] = above(best, player.energy)
    rows[at + TEMPLE_ENERGY] = player.temple_energy
    rows[at + TEMPLE] = 1 if player.temple_energy > 0 else 0
    rows[at + WAITS + turns_before(state, seat)] = 1
    if player.status == SEALED:
        rows[at + SEALED_GOD] = 1
    if player.role == MAIN:
        rows[at + MAIN_GOD] = 1
        rows[at + MAIN_ENERGY] = player.energy


def turns_before(state: Battles, seat: i64) -> i64:
    """How many others come first, whoever has fallen left out."""
    count: i64 = 0
    other: i64 = state.active
    while other != seat:
        if state.players[other].status != OUT:
            count += 1
        other = (other + 1) % state.seats
    return count


def count_cards(state: Battles, rows: vec[i64], at: i64, seat: i64) -> None:
    """The pool: how large and how good it is, and each kind in percent of it."""
    cards = state.cards
    row = owned(state, seat)
    size: i64 = len(row)
    rows[at + CARDS] = size
    rows[at + HAND] = len(state.players[seat].hand)
    rows[at + WORTH] = per_hand(cards.card_worth, row) // 10
    rows[at + FAITH] = per_hand(cards.faiths, row) // 10
    rows[at + DEFENCE] = per_hand(cards.defences, row) // 10
    rows[at + MERIT] = per_hand(cards.merits, row) // 10
    rows[at + GUARD] = guard(state, seat) // 10
    for place in range(size):
        kind: i64 = row[place]
        rows[at + KINDS_AT + kind] += 1
    if size > 0:
        for kind in range(cards.kinds):
            held: i64 = rows[at + KINDS_AT + kind]
            if held != 0:
                rows[at + KINDS_AT + kind] = held * PERCENT // size


def count_god(state: Battles, rows: vec[i64], at: i64, seat: i64) -> None:
    player = state.players[seat]
    gods: i64 = KINDS_AT + state.cards.kinds
    temples: i64 = gods + len(state.cards.god_ids)
    if player.god < len(state.cards.god_ids):
        rows[at + gods + player.god] = 1
    if player.temple_energy > 0 and player.temple < len(state.cards.temple_ids):
        rows[at + temples + player.temple] = 1
