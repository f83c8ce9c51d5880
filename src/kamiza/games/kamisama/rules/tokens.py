"""Chapter 5: goals and village tokens. Earning tokens and turning in sets."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.kamisama.board import VILLAGE_IDS, VILLAGES, bit, village_bits
from kamiza.games.kamisama.cards import ONE_OF_EACH, SET_VP, tokens_of
from kamiza.games.kamisama.table import Kamisama


def take_token(state: Kamisama, seat: i64, village: i64) -> bool:
    """Take a village token, if there is one, and turn in a set. [KS-TOK-01] [KS-RUL-41]"""
    if tokens_of(state.tokens, village) == 0:
        return False
    player = state.players[seat]
    one: i64 = bit(8 * village)
    state.tokens -= one
    player.tokens += one
    if state.log is not None:
        state.emit("token_taken", {"seat": seat_letter(seat), "village": VILLAGE_IDS[village]})
    turn_in_set(state, seat)
    return True


def turn_in_set(state: Kamisama, seat: i64) -> None:
    """One of each village goes back and scores 6 VP at once. [KS-TOK-02] [KS-RUL-22]"""
    player = state.players[seat]
    for village in range(VILLAGES):
        if tokens_of(player.tokens, village) == 0:
            return
    player.tokens -= ONE_OF_EACH
    state.tokens += ONE_OF_EACH
    player.vp += SET_VP
    player.sets += 1
    if state.log is not None:
        state.emit("set_scored", {"seat": seat_letter(seat), "vp": SET_VP})


def check_goals(state: Kamisama) -> None:
    """After an action: a token for each village where it met the goal. [KS-GOAL-02..07]"""
    seat: i64 = state.asked
    player = state.players[seat]
    placed: i64 = state.turn.placed & player.shrines
    state.turn.placed = 0
    if placed == 0:
        return
    goal = state.cards.goals[state.goal]
    board = state.cards.board
    for village in range(VILLAGES):  # [KS-RUL-40]
        if village_bits(placed, village) == 0 or state.turn.rewarded >> village & 1:
            continue
        if goal.is_met(board, player.shrines, placed, village):
            if take_token(state, seat, village):
                state.turn.rewarded |= bit(village)
