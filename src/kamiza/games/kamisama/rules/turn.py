"""Chapters 4.3 and 4.4: a player's turn and its actions."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.kamisama.board import NOWHERE, VILLAGE_IDS, bit
from kamiza.games.kamisama.cards import BASIC_LIMIT
from kamiza.games.kamisama.frames import (
    ACT_FRAME,
    ACTED_FRAME,
    KITSUNE_FRAME,
    ROTATE_FRAME,
    TURN_FRAME,
)
from kamiza.games.kamisama.rules.choices import candidates
from kamiza.games.kamisama.rules.effects import added, passive_of, start
from kamiza.games.kamisama.rules.pieces import put_shrine, take_piece
from kamiza.games.kamisama.rules.places import (
    active_seat,
    current_spaces,
    free_spaces,
    front_village,
    has_fox,
    protected_from,
)
from kamiza.games.kamisama.rules.steps import START_OF_TURN
from kamiza.games.kamisama.rules.tokens import check_goals
from kamiza.games.kamisama.table import Kamisama


def cubes_of_year(year: i64) -> i64:
    """3, 4 and 5 cubes. [KS-SET-09] [KS-PREP-02]"""
    return year + 2


def begin_turn(state: Kamisama) -> None:
    """All cubes, and a clean sheet. [KS-ACT-04] [KS-FLOW-04]"""
    seat: i64 = active_seat(state)
    turn = state.turn
    state.asked = seat
    turn.cubes = cubes_of_year(state.year)
    turn.basics = 0
    turn.used = 0
    turn.passive_used = False
    turn.rewarded = 0
    turn.placed = 0
    if state.log is not None:
        village = VILLAGE_IDS[front_village(state, seat)]
        state.emit(
            "turn_began", {"seat": seat_letter(seat), "village": village, "cubes": turn.cubes}
        )
    passive = passive_of(state, seat)
    if passive.trigger == START_OF_TURN:
        start(state, ACT_FRAME, passive.program, NOWHERE)
    else:
        state.frame = ACT_FRAME


# -- what may be done -------------------------------------------------------------------------


def can_do_basics(state: Kamisama) -> bool:
    """The common Add/Remove works four times a turn. [KS-ACT-05] [KS-ACT-06]"""
    return state.turn.basics < BASIC_LIMIT


def addable(state: Kamisama) -> i64:
    """Where a basic Add could go. [KS-ADD-01] [KS-TURN-07]"""
    if not can_do_basics(state) or state.players[state.asked].supply == 0:
        return 0
    return current_spaces(state, state.asked) & free_spaces(state)


def removable(state: Kamisama) -> i64:
    """What a basic Remove could take: any piece but a protected one. [KS-REM-03] [KS-DES-24]"""
    if not can_do_basics(state):
        return 0
    spaces: i64 = current_spaces(state, state.asked) & state.occupied
    return spaces & ~protected_from(state, state.asked)


def adds_nothing(state: Kamisama) -> bool:
    """A basic Add with an empty supply: only its cube and its use are spent. [KS-RUL-07]"""
    return can_do_basics(state) and state.players[state.asked].supply == 0


def is_used(state: Kamisama, ability: i64) -> bool:
    return state.turn.used >> ability & 1 == 1


def cost_of(state: Kamisama, ability: i64) -> i64:
    """One cube, the bottom ability two. [KS-ACT-09]"""
    return state.cards.kami[state.players[state.asked].kami].costs[ability]


def can_use(state: Kamisama, ability: i64) -> bool:
    """Even if it would have no effect. [KS-ACT-04] [KS-ACT-08] [KS-RUL-06]"""
    return not is_used(state, ability) and cost_of(state, ability) <= state.turn.cubes


def is_charged(state: Kamisama) -> bool:
    return state.rage and state.asked == state.rage_seat


def can_rage(state: Kamisama) -> bool:
    """A charged Rage token and something to strike. [KS-DES-26]"""
    if not is_charged(state):
        return False
    free = state.cards.kami[state.players[state.asked].kami].free
    return free is not None and candidates(state, free.steps[0], NOWHERE, NOWHERE) != 0


# -- doing it ---------------------------------------------------------------------------------


def basic_add(state: Kamisama, space: i64) -> None:
    """The common Add. [KS-ADD-01]"""
    pay_basic(state)
    put_shrine(state, state.asked, space)
    passive = added(state, space)
    if passive is None:
        state.frame = ACTED_FRAME
    else:
        start(state, ACTED_FRAME, passive, space)


def basic_remove(state: Kamisama, space: i64) -> None:
    """The common Remove. [KS-REM-01]"""
    pay_basic(state)
    take_piece(state, state.asked, space)
    state.frame = ACTED_FRAME


def pay_basic(state: Kamisama) -> None:
    state.turn.cubes -= 1
    state.turn.basics += 1


def use_ability(state: Kamisama, ability: i64) -> None:
    """Place the cubes and carry out the steps. [KS-ACT-07]"""
    sheet = state.cards.kami[state.players[state.asked].kami]
    state.turn.cubes -= sheet.costs[ability]
    state.turn.used |= bit(ability)
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat_letter(state.asked), "kami": sheet.id, "ability": ability + 1,
            "cost": sheet.costs[ability],
        }  # fmt: skip
        state.emit("ability_used", facts)
    start(state, ACTED_FRAME, sheet.abilities[ability], NOWHERE)


def use_rage(state: Kamisama) -> None:
    """Vengeance: no cube, no basic use; the token is spent. [KS-DES-26]"""
    free = state.cards.kami[state.players[state.asked].kami].free
    assert free is not None
    state.rage = False
    if state.log is not None:
        state.emit("rage_used", {"seat": seat_letter(state.asked)})
    start(state, ACTED_FRAME, free, NOWHERE)


def idle(state: Kamisama) -> None:
    """An Add without a shrine, or a cube burnt because nothing is possible. [KS-RUL-07]"""
    if adds_nothing(state):
        pay_basic(state)
    else:
        state.turn.cubes -= 1
    if state.log is not None:
        state.emit("idled", {"seat": seat_letter(state.asked)})
    state.frame = ACTED_FRAME


def after_action(state: Kamisama) -> None:
    """Goals, then the next action, or the next player. [KS-GOAL-07] [KS-TURN-10]"""
    check_goals(state)
    if state.turn.cubes > 0:
        state.frame = ACT_FRAME
        return
    state.turns += 1
    if state.turns < state.seats:
        state.frame = TURN_FRAME
    elif has_fox(state):
        state.frame = KITSUNE_FRAME  # [KS-2P-08]
    else:
        state.frame = ROTATE_FRAME
