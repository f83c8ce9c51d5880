"""What counts in a position of Shintoh, as whole numbers for each seat.

Of others only that counts which an attentive onlooker knows: gods face up, offerings that
everybody could deduce, and how many cards there are beside them.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.bits import size_of
from kamiza.core.native import append, i64, vec
from kamiza.games.shintoh.cards import JEWEL, NO_GOD, influence_of, size
from kamiza.games.shintoh.judging import UNKNOWN_CARD
from kamiza.games.shintoh.rules.scoring import god_points, has_role, role_value
from kamiza.games.shintoh.table import Player, Shintoh, total

POINTS: Final = 0
AHEAD: Final = 1
SHORT: Final = 2
GODS: Final = 3
HIDDEN: Final = 4
ROLES: Final = 5
ONE_MISSING: Final = 6
TWO_MISSING: Final = 7
ROLE_TAKEN: Final = 8
INFLUENCE: Final = 9
CARDS: Final = 10
LAID: Final = 11
CONTENDS: Final = 12
HIGHEST: Final = 13
ALTAR_IF_HIGHEST: Final = 14
ALTAR: Final = 15
TREASURES: Final = 16  # three: Jewel, Mirror, Sword still unused
TO_MOVE: Final = 19
DEALER: Final = 20
SEEN: Final = 21
NAMES: Final = (
    "points", "ahead", "short", "gods", "hidden_god", "roles", "role_lacks_one", "role_lacks_two",
    "role_taken", "influence", "cards", "laid", "contends", "highest", "altar_if_highest",
    "altar_if_contends", "jewel", "mirror", "sword", "to_move", "dealer", "hand_seen",
)  # fmt: skip
WIDTH: Final = 22
STAGES: Final = tuple(f"gods_left_{number}" for number in ("0", "1_2", "3_4", "5_6", "7_9", "more"))
STAGE_OF: Final = bytes([0, 1, 1, 2, 2, 3, 3, 4, 4, 4])
MOST_LISTED: Final = 9
LAST_STAGE: Final = 5


def stage_of(state: Shintoh) -> i64:
    left: i64 = size_of(state.gods_left)
    return LAST_STAGE if left > MOST_LISTED else STAGE_OF[left]


def turn_of(state: Shintoh) -> i64:
    """Between two turns of a seat in one competition the bar has risen."""
    return (state.altar + 1) << 16 | state.bar << 4 | state.asked


def features_of(state: Shintoh, viewer: i64) -> vec[i64]:
    """One row for each seat."""
    rows: vec[i64] = vec[i64](capacity=WIDTH * state.seats)
    for _place in range(WIDTH * state.seats):
        rows = append(rows, 0)
    for seat in range(state.seats):
        count_gods(state, rows, seat, viewer)
        count_offerings(state, rows, seat, viewer)
    best: i64 = 0
    second: i64 = 0
    for seat in range(state.seats):
        points: i64 = rows[WIDTH * seat + POINTS]
        if points > best:
            second = best
            best = points
        elif points > second:
            second = points
    for seat in range(state.seats):
        points = rows[WIDTH * seat + POINTS]
        rows[WIDTH * seat + AHEAD] = points - second if points == best else 0
        rows[WIDTH * seat + SHORT] = best - points
    return rows


def known_gods(player: Player, is_viewer: bool) -> i64:
    return player.gods if is_viewer else player.face_up()


def count_gods(state: Shintoh, rows: vec[i64], seat: i64, viewer: i64) -> None:
    """Points and roles as the viewer knows them, and what the Altar Card would bring."""
    at: i64 = WIDTH * seat
    player = state.players[seat]
    gods: i64 = known_gods(player, seat == viewer)
    lost: i64 = 0
    for other in range(state.seats):
        if other != seat:
            lost |= known_gods(state.players[other], other == viewer)
    rows[at + POINTS] = god_points(state.cards, gods)
    rows[at + GODS] = size_of(gods)
    if player.hidden != NO_GOD:
        rows[at + HIDDEN] = 1
    if player.role_taken:
        rows[at + ROLE_TAKEN] = 1
    for role in state.cards.roles:
        bonus: i64 = role_value(role, player.role_taken)
        missing: i64 = role.members & ~gods
        if has_role(role, gods):
            rows[at + POINTS] += bonus
            rows[at + ROLES] += 1
        elif missing & lost == 0:
            lacking: i64 = size_of(missing)
            if lacking == 1:
                rows[at + ONE_MISSING] += bonus
            elif lacking == 2:
                rows[at + TWO_MISSING] += bonus
    for treasure in range(3):
        if gods & state.unused & (1 << (JEWEL + treasure)):
            rows[at + TREASURES + treasure] = 1
    count_altar(state, rows, seat, gods)


def count_altar(state: Shintoh, rows: vec[i64], seat: i64, gods: i64) -> None:
    """What is at stake now, and who has the best claim to it."""
    at: i64 = WIDTH * seat
    if state.altar == NO_GOD:
        return
    worth: i64 = state.cards.points[state.altar]
    for role in state.cards.roles_of[state.altar]:
        if role.members & ~gods & ~(1 << state.altar) == 0:
            worth += role_value(role, state.players[seat].role_taken)
    laid: i64 = total(state.players[seat])
    rows[at + LAID] = laid
    if state.contenders >> seat & 1:
        rows[at + CONTENDS] = 1
        rows[at + ALTAR] = worth
        if laid > 0 and is_highest(state, seat, laid):
            rows[at + HIGHEST] = 1
            rows[at + ALTAR_IF_HIGHEST] = worth


def is_highest(state: Shintoh, seat: i64, laid: i64) -> bool:
    for other in range(state.seats):
        if other != seat and total(state.players[other]) > laid:
            return False
    return True


def count_offerings(state: Shintoh, rows: vec[i64], seat: i64, viewer: i64) -> None:
    """Influence in hand, in tenths; unknown cards count as they usually are."""
    at: i64 = WIDTH * seat
    player = state.players[seat]
    if seat == viewer:
        rows[at + SEEN] = 1
        rows[at + INFLUENCE] = 10 * influence_of(player.hand)
    else:
        unknown: i64 = size(player.hand) - size(player.known)
        rows[at + INFLUENCE] = 10 * influence_of(player.known) + UNKNOWN_CARD * unknown // 10
    rows[at + CARDS] = size(player.hand)
    if seat == state.asked:
        rows[at + TO_MOVE] = 1
    if seat == state.dealer:
        rows[at + DEALER] = 1
