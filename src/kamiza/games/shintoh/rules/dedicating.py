"""Dedicating offerings: one card after another, then stop."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import INFLUENCE_OF, count, kind_name
from kamiza.games.shintoh.rules.competition import next_turn
from kamiza.games.shintoh.table import GIVE_FRAME, Player, Shintoh, total


def can_reach(state: Shintoh, player: Player) -> bool:
    """With the whole hand the player would be above everybody else. [OF-DED-03]"""
    return INFLUENCE_OF[player.placed] + INFLUENCE_OF[player.hand] > state.bar


def can_stop(state: Shintoh, player: Player) -> bool:
    """The total is strictly larger than every other one. [OF-DED-03] [OF-RUL-05]"""
    return total(player) > state.bar


def add_card(state: Shintoh, card: i64) -> None:
    """Lay one card from the hand; from now on the dedication must be finished. [OF-RUL-32]"""
    player = state.players[state.asked]
    player.hand -= card
    player.placed += card
    if count(player.known, card) > 0:
        player.known -= card
    else:
        state.reveals += 1  # nobody else knew of this card
    state.frame = GIVE_FRAME
    if state.log is not None:
        state.emit("card_added", {"seat": seat_letter(state.asked), "kind": kind_name(card)})


def stop(state: Shintoh) -> None:
    """The dedication is complete; its total is what the others must beat. [OF-DED-02]"""
    if state.log is not None:
        laid: i64 = total(state.players[state.asked])
        state.emit("dedicated", {"seat": seat_letter(state.asked), "total": laid})
    next_turn(state)


# Which kinds a hand holds, as the bits of the three actions "+rice", "+sake", "+salt" (1, 2, 3).
ADDS: Final = bytes(
    (hand >> 8 != 0) << 1 | (hand >> 4 & 15 != 0) << 2 | (hand & 15 != 0) << 3
    for hand in range(len(INFLUENCE_OF))
)
