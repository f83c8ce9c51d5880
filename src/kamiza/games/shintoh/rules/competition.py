"""One competition after another: whose turn it is, who wins the god, when the game ends."""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import draw_from, size_of
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import GODS, NO_GOD, NOTHING, by_kind
from kamiza.games.shintoh.rules.piles import settle
from kamiza.games.shintoh.rules.scoring import ranks, scores
from kamiza.games.shintoh.table import GOD_STREAM, TURN_FRAME, Shintoh, highest_other


def open_competition(state: Shintoh) -> None:
    """Turn up the next Altar Card; without one the game is over. [OF-WIN-04] [OF-END-01]"""
    state.bar = 0
    if state.gods_left == 0:
        finish(state)
        return
    state.altar = draw_god(state)
    state.contenders = (1 << state.seats) - 1
    state.asked = state.dealer  # [OF-FLOW-02] [OF-RUL-03]
    if state.log is not None:
        number = GODS - state.seats - size_of(state.gods_left)
        state.emit("altar_revealed", {"god": state.cards.god_ids[state.altar], "number": number})


def draw_god(state: Shintoh) -> i64:
    """Take the top card of the God Pile, which must not be empty."""
    god: i64 = draw_from(state.gods_left, state.gods_top, state.rng, GOD_STREAM)
    state.gods_top = state.gods_top[1:]
    state.gods_left &= ~(1 << god)
    state.reveals += 1
    return god


def next_turn(state: Shintoh) -> None:
    """The turn goes clockwise to the next player still in. [OF-FLOW-02] [OF-PASS-05]"""
    seat: i64 = state.asked + 1
    if seat == state.seats:
        seat = 0
    while not state.contenders >> seat & 1:
        seat += 1
        if seat == state.seats:
            seat = 0
    state.asked = seat
    state.frame = TURN_FRAME
    state.bar = highest_other(state, seat)


def has_winner(state: Shintoh) -> bool:
    """All players but one have passed. [OF-WIN-01]"""
    return state.contenders & (state.contenders - 1) == 0


def award(state: Shintoh) -> None:
    """The player left pays, takes the god and deals the next competition. [OF-WIN-02..05]"""
    winner: i64 = 0
    while not state.contenders >> winner & 1:
        winner += 1
    player = state.players[winner]
    paid: i64 = player.placed
    god: i64 = state.altar
    player.placed = NOTHING
    player.gods |= 1 << god
    state.discard += paid
    state.altar = NO_GOD
    state.dealer = winner
    if state.log is not None:
        state.emit(
            "god_won",
            {"seat": seat_letter(winner), "god": state.cards.god_ids[god], "paid": by_kind(paid)},
        )
        state.emit("dealer", {"seat": seat_letter(winner)})
    settle(state)
    open_competition(state)


def finish(state: Shintoh) -> None:
    """Every face-down god is turned up and the points are counted. [OF-RUL-10]"""
    state.asked = NOBODY
    state.contenders = 0
    state.reveals += 1
    if state.log is not None:
        hidden: dict[str, object] = {}
        for seat, player in enumerate(state.players):
            if player.hidden != NO_GOD:
                hidden[seat_letter(seat)] = state.cards.god_ids[player.hidden]
        state.emit("gods_revealed", {"gods": hidden})
    for player in state.players:
        player.hidden = NO_GOD
    if state.log is not None:
        state.emit("scored", {"scores": scores(state), "ranks": ranks(state)})
