"""Passing: cards back, the Harvest Card gained, out of this competition."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import NOTHING, by_kind, kind_name
from kamiza.games.shintoh.rules.competition import award, has_winner, next_turn
from kamiza.games.shintoh.rules.piles import settle
from kamiza.games.shintoh.table import Shintoh


def pass_turn(state: Shintoh) -> None:
    """Take back what was laid, gain the Harvest Card, drop out. [OF-PASS-01..06]"""
    seat: i64 = state.asked
    player = state.players[seat]
    returned: i64 = player.placed
    gained: i64 = state.harvest
    player.hand += returned + gained
    player.known += returned + gained
    player.placed = NOTHING
    state.harvest = NOTHING
    state.contenders &= ~(1 << seat)
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat_letter(seat),
            "returned": by_kind(returned),
            "gained": None,
        }
        if gained != NOTHING:
            facts["gained"] = kind_name(gained)
        state.emit("passed", facts)
    settle(state)
    if has_winner(state):
        award(state)
    else:
        next_turn(state)
