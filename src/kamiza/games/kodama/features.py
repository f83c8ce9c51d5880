"""What counts in a position of Kodama, as whole numbers for each seat.

Trees and points lie open; Kodama in hand count only for those whose hand the viewer may see.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY
from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.prospects import kodama_to_come, next_card
from kamiza.games.kodama.rules.decrees import is_reversed, season_bonus
from kamiza.games.kodama.rules.icons import KINDS, icons_of, kinds_in
from kamiza.games.kodama.rules.trees import (
    Tree,
    all_icons,
    cards_on,
    height,
    is_close,
    is_end,
    is_fork,
)
from kamiza.games.kodama.table import ROUNDS, Kodama, effect_now, is_open_hand

SCORE: Final = 0
AHEAD: Final = 1
SHORT: Final = 2
TO_COME: Final = 3
NEXT_CARD: Final = 4
BONUS: Final = 5
ICONS: Final = 6
DIFFERENT: Final = 7
ENDS: Final = 8
CLOSE: Final = 9
FORKS: Final = 10
HEIGHT: Final = 11
SEEN: Final = 12
SPIRITS_TO_COME: Final = 13
NAMES: Final = (
    "score", "ahead", "short", "turn_to_come", "next_card", "bonus_to_come", "icons",
    "different_icons", "ends", "close_cards", "forks", "height", "hand_seen", "kodama_to_come",
)  # fmt: skip
WIDTH: Final = 14
STAGES: Final = tuple(
    f"{season}_{part}"
    for season in ("spring", "summer", "fall")
    for part in ("round_1", "round_2", "round_3", "round_4", "kodama")
)


def stage_of(state: Kodama) -> i64:
    return state.season * (ROUNDS + 1) + state.round


def turn_of(state: Kodama) -> i64:
    return state.season << 16 | state.round << 8 | state.turn + 1


def features_of(state: Kodama, viewer: i64) -> vec[i64]:
    """One row for each seat."""
    rows: vec[i64] = vec[i64](capacity=WIDTH * state.seats)
    for _place in range(WIDTH * state.seats):
        rows = append(rows, 0)
    best: i64 = 0
    second: i64 = 0
    for player in state.players:
        if player.score > best:
            second = best
            best = player.score
        elif player.score > second:
            second = player.score
    for seat in range(state.seats):
        at: i64 = WIDTH * seat
        points: i64 = state.players[seat].score
        rows[at + SCORE] = points
        rows[at + AHEAD] = points - second if points == best else 0
        rows[at + SHORT] = best - points
        count_tree(state, state.players[seat].tree, rows, at)
        if is_open_hand(state, viewer, seat):
            count_hand(state, rows, at, seat)
        elif has_turn(state, seat):
            rows[at + TO_COME] = 1
    return rows


def has_turn(state: Kodama, seat: i64) -> bool:
    """Is a turn of this round still to come, or going on?"""
    if state.asked == NOBODY:
        return False
    behind: i64 = seat - state.first
    if is_reversed(effect_now(state)):
        behind = -behind
    return (behind + state.seats) % state.seats >= state.turn


def count_tree(state: Kodama, tree: Tree, rows: vec[i64], at: i64) -> None:
    """What cards may go on, and what Kodama look at."""
    rows[at + NEXT_CARD] = next_card(state, tree)
    if state.round < ROUNDS:
        rows[at + BONUS] = season_bonus(effect_now(state), tree)
    for number in range(tree.size):
        card = tree.cards[number]
        bears: i64 = cards_on(tree, number)
        if is_end(card.depth, bears):
            rows[at + ENDS] += 1
        if is_close(card.depth):
            rows[at + CLOSE] += 1
        if is_fork(card.depth, bears):
            rows[at + FORKS] += 1
    icons: i64 = all_icons(tree)
    for feature in range(KINDS):
        rows[at + ICONS] += icons_of(icons, feature)
    rows[at + DIFFERENT] = kinds_in(icons)
    rows[at + HEIGHT] = height(tree)


def count_hand(state: Kodama, rows: vec[i64], at: i64, seat: i64) -> None:
    """What the Kodama in hand may bring, that of this season included if it is still to come."""
    turns: i64 = ROUNDS - state.round
    if state.round < ROUNDS:
        if has_turn(state, seat):
            rows[at + TO_COME] = 1
        else:
            turns -= 1
    rows[at + SEEN] = 1
    rows[at + SPIRITS_TO_COME] = kodama_to_come(state, seat, turns)
