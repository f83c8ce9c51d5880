"""What counts in a position of Kodama, as whole numbers for each seat.

Trees and points lie open; Kodama in hand count only for those whose hand the viewer may see.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY
from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import SPIRITS
from kamiza.games.kodama.judging import growth
from kamiza.games.kodama.rules.icons import KINDS, icons_of, kinds_in
from kamiza.games.kodama.rules.points import LAST_SEASON
from kamiza.games.kodama.rules.shapes import BUD
from kamiza.games.kodama.rules.spirits import points_of
from kamiza.games.kodama.rules.trees import (
    Tree,
    all_icons,
    cards_on,
    height,
    is_close,
    is_end,
    is_fork,
)
from kamiza.games.kodama.table import ROUNDS, Kodama, is_open_hand

SCORE: Final = 0
AHEAD: Final = 1
SHORT: Final = 2
TO_COME: Final = 3
LINES: Final = 4
LONGEST: Final = 5
SECOND_LINE: Final = 6
LONG_LINES: Final = 7
ICONS: Final = 8
DIFFERENT: Final = 9
ENDS: Final = 10
CLOSE: Final = 11
FORKS: Final = 12
HEIGHT: Final = 13
BUDS: Final = 14
SEEN: Final = 15
SPIRITS_NOW: Final = 16
SPIRITS_LATER: Final = 17
BEST_SPIRIT: Final = 18
NAMES: Final = (
    "score", "ahead", "short", "turn_to_come", "lines", "longest_line", "second_line",
    "long_lines", "icons", "different_icons", "ends", "close_cards", "forks", "height", "buds",
    "hand_seen", "kodama_now", "kodama_later", "best_kodama",
)  # fmt: skip
WIDTH: Final = 19
LONG: Final = 5
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
        if state.asked != NOBODY and has_turn(state, seat):
            rows[at + TO_COME] = 1
        count_tree(state.players[seat].tree, rows, at)
        if is_open_hand(state, viewer, seat):
            count_spirits(state, rows, at, seat)
    return rows


def has_turn(state: Kodama, seat: i64) -> bool:
    """Is a turn of this round still to come, or going on?"""
    return (seat - state.first + state.seats) % state.seats >= state.turn


def count_tree(tree: Tree, rows: vec[i64], at: i64) -> None:
    """How long the lines are that a card could go on, and what Kodama look at."""
    longest: i64 = 0
    for feature in range(KINDS):
        best: i64 = 0
        for card in tree.cards:
            line: i64 = icons_of(card.line, feature)
            if line > best:
                best = line
        rows[at + LINES] += best
        if best >= LONG:
            rows[at + LONG_LINES] += 1
        if best > longest:
            rows[at + SECOND_LINE] = longest
            longest = best
        elif best > rows[at + SECOND_LINE]:
            rows[at + SECOND_LINE] = best
    rows[at + LONGEST] = longest
    buds: i64 = 1 - tree.size
    for number in range(tree.size):
        card = tree.cards[number]
        bears: i64 = cards_on(tree, number)
        buds += len(card.turned.buds) // BUD
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
    rows[at + BUDS] = buds


def count_spirits(state: Kodama, rows: vec[i64], at: i64, seat: i64) -> None:
    """The Kodama in hand: as they score now, and as they may later; of more than can be used the
    worst is left out."""
    player = state.players[seat]
    uses: i64 = LAST_SEASON + 1 - state.season
    now: i64 = 0
    later: i64 = 0
    best: i64 = 0
    held: i64 = 0
    least: i64 = 1_000_000
    card: i64
    for card in range(SPIRITS):
        if player.hand >> card & 1:
            score = state.cards.scores[card]
            points: i64 = points_of(score, player.tree)
            now += points
            later += points * growth(score, state.season) // 100
            held += 1
            if points > best:
                best = points
            if points < least:
                least = points
    rows[at + SEEN] = 1
    rows[at + SPIRITS_NOW] = now - least if held > uses else now
    rows[at + SPIRITS_LATER] = later
    rows[at + BEST_SPIRIT] = best
