"""The sixteen moves of Shintoh, their texts, which are listed, and which are refused and why.

An action is a number from 0 to 15, in the order in which moves are listed. The numbers from 16
on are one of them again, `look`, said as a command by a seat that need not be asked. [OF-RUL-17]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import append, i64, vec
from kamiza.core.refusal import Refusal
from kamiza.games.shintoh.cards import (
    JEWEL,
    KIND_CARDS,
    KINDS,
    MIRROR,
    SWORD,
    TREASURES,
    count,
    influence_of,
)
from kamiza.games.shintoh.rules.dedicating import ADDS, can_reach, can_stop
from kamiza.games.shintoh.rules.treasures import (
    can_look,
    can_pick,
    can_rob,
    has_pile,
    has_victim,
    is_spent,
    owns,
)
from kamiza.games.shintoh.table import GIVE, MIRROR_PICK, SWORD_TARGET, TURN, Shintoh, total

PASS: Final = 0
ADD: Final = 1  # 1, 2, 3: rice, sake, salt
USE: Final = 4  # 4, 5, 6: Jewel, Mirror, Sword
LOOK: Final = 7
STOP: Final = 8
PICK: Final = 9  # 9, 10, 11: rice, sake, salt
ROB: Final = 12  # 12 .. 15: seat 0 .. 3
ACTIONS: Final = 16
LOOK_OF: Final = 16  # 16 .. 19: seat 0 .. 3 takes its role card, whoever is asked; never listed

TEXTS: Final = (
    "pass", "+rice", "+sake", "+salt", "jewel", "mirror", "sword", "look", "stop",
    "pick rice", "pick sake", "pick salt", "rob A", "rob B", "rob C", "rob D",
)  # fmt: skip
TREASURE_OF: Final = (JEWEL, MIRROR, SWORD)


# -- what is listed ---------------------------------------------------------------------------


def _listed(bits: i64) -> vec[i64]:
    actions: vec[i64] = vec[i64]([])
    for action in range(ACTIONS):
        if bits >> action & 1:
            actions = append(actions, action)
    return actions


# Every possible list, made once: of TURN and GIVE by bits 0 to 8, of the others by bits 9 to 15.
_TURN_LISTS: Final[list[vec[i64]]] = [_listed(bits) for bits in range(1 << PICK)]
_PICK_LISTS: Final[list[vec[i64]]] = [_listed(bits << PICK) for bits in range(1 << 7)]


def list_moves(state: Shintoh) -> vec[i64]:
    """The answers to the open question, in canonical order; never change the result."""
    kind: i64 = state.frame.kind
    player = state.players[state.asked]
    bits: i64
    if kind == TURN:
        bits = 1 << PASS
        if can_reach(state, player):
            bits |= ADDS[player.hand]
        if player.gods & state.unused:
            bits |= usable_treasures(state)
        if can_look(player):
            bits |= 1 << LOOK
        return _TURN_LISTS[bits]
    if kind == GIVE:
        bits = ADDS[player.hand]
        if can_stop(state, player):
            bits |= 1 << STOP
        return _TURN_LISTS[bits]
    bits = 0
    if kind == MIRROR_PICK:
        for index in range(3):
            if can_pick(state, KIND_CARDS[index]):
                bits |= 1 << index
    else:
        for seat in range(state.seats):
            if can_rob(state, seat):
                bits |= 8 << seat
    return _PICK_LISTS[bits]


def usable_treasures(state: Shintoh) -> i64:
    """The bits of the treasures the asked player may use now. [OF-TRE-01] [OF-RUL-13]"""
    ready: i64 = state.players[state.asked].gods & state.unused & TREASURES
    bits: i64 = 0
    if ready >> JEWEL & 1 and has_pile(state):
        bits |= 1 << USE
    if ready >> MIRROR & 1 and has_pile(state):
        bits |= 2 << USE
    if ready >> SWORD & 1 and has_victim(state):
        bits |= 4 << USE
    return bits


# -- what is refused --------------------------------------------------------------------------


def check_seat(state: Shintoh, seat: i64) -> Refusal | None:
    """Only the asked seat may do anything, and only while the game lasts."""
    if state.asked == NOBODY:
        return Refusal("OF-ERR-15", {})
    if seat != state.asked:
        return Refusal("OF-ERR-01", {"name": seat_letter(state.asked)})
    return None


def check(state: Shintoh, seat: i64, action: i64) -> Refusal | None:
    """Why the seat may not do this now, the most useful reason first, or None."""
    if action == LOOK_OF + seat and 0 <= seat < state.seats:
        return check_look(state, seat)
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    kind: i64 = state.frame.kind
    if action < 0 or action >= ACTIONS or action - ROB >= state.seats:
        return Refusal("OF-ERR-02", {"text": text_of(action)})
    if kind == GIVE and USE <= action < LOOK:
        return Refusal("OF-ERR-11", {})
    if not belongs(kind, action):
        return not_now(state, action)
    if ADD <= action < USE:
        return check_add(state, action - ADD)
    if action == STOP:
        return check_stop(state)
    if action == LOOK:
        return check_look(state, seat)
    if USE <= action < LOOK:
        return check_treasure(state, TREASURE_OF[action - USE])
    if PICK <= action < ROB and not can_pick(state, KIND_CARDS[action - PICK]):
        return Refusal("OF-ERR-12", {"kind": KINDS[action - PICK]})
    if action >= ROB and not can_rob(state, action - ROB):
        return Refusal("OF-ERR-13", {"name": seat_letter(action - ROB)})
    return None


def belongs(kind: i64, action: i64) -> bool:
    """Is this a move of the open question at all? [OF-FLOW-03]"""
    if kind == TURN:
        return action < STOP
    if kind == GIVE:
        return ADD <= action < USE or action == STOP
    if kind == MIRROR_PICK:
        return PICK <= action < ROB
    return kind == SWORD_TARGET and action >= ROB


def not_now(state: Shintoh, action: i64) -> Refusal:
    listed: list[str] = []
    for move in list_moves(state):
        listed.append(text_of(move))
    return Refusal("OF-ERR-03", {"move": text_of(action), "moves": ", ".join(listed)})


def check_add(state: Shintoh, index: i64) -> Refusal | None:
    player = state.players[state.asked]
    is_lacking = count(player.hand, KIND_CARDS[index]) == 0
    if is_lacking and player.hand != 0:
        return Refusal("OF-ERR-04", {"kind": KINDS[index]})
    # An empty hand lacks everything; what helps then is how much would be needed.
    if state.frame.kind == TURN and not can_reach(state, player):
        whole = str(total(player) + influence_of(player.hand))
        return Refusal("OF-ERR-05", {"sum": whole, "bar": str(state.bar)})
    return Refusal("OF-ERR-04", {"kind": KINDS[index]}) if is_lacking else None


def check_look(state: Shintoh, seat: i64) -> Refusal | None:
    """Anybody, at any time, once, until the game is over. [OF-RUL-17]"""
    if state.asked == NOBODY:
        return Refusal("OF-ERR-15", {})
    return None if can_look(state.players[seat]) else Refusal("OF-ERR-14", {})


def check_stop(state: Shintoh) -> Refusal | None:
    player = state.players[state.asked]
    if not can_stop(state, player):
        return Refusal("OF-ERR-06", {"total": str(total(player)), "bar": str(state.bar)})
    return None


def check_treasure(state: Shintoh, treasure: i64) -> Refusal | None:
    facts = {"treasure": state.cards.god_ids[treasure]}
    if not owns(state.players[state.asked], treasure):
        return Refusal("OF-ERR-07", facts)
    if is_spent(state, treasure):
        return Refusal("OF-ERR-08", facts)
    if treasure == SWORD:
        return None if has_victim(state) else Refusal("OF-ERR-10", {})
    return None if has_pile(state) else Refusal("OF-ERR-09", {})


# -- texts ------------------------------------------------------------------------------------


def text_of(action: i64) -> str:
    if LOOK_OF <= action < LOOK_OF + 4:
        return TEXTS[LOOK]
    return TEXTS[action] if 0 <= action < ACTIONS else f"move {action}"


def action_of(text: str) -> int:
    """The action of a text; a ValueError if there is none. [OF-ERR-02]"""
    return TEXTS.index(text)
