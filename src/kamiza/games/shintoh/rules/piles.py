"""The Offering Pile, the Harvest Card and the Discard."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.shintoh.cards import KIND_CARDS, NOTHING, kind_name, nth_card, size
from kamiza.games.shintoh.table import OFFERING_STREAM, Shintoh


def draw_offering(state: Shintoh) -> i64:
    """Take the top card of the Offering Pile, which must not be empty."""
    card: i64
    if len(state.pile_top) != 0:
        card = KIND_CARDS[state.pile_top[0]]
        state.pile_top = state.pile_top[1:]
    else:
        card = nth_card(state.pile, state.rng.below(size(state.pile), OFFERING_STREAM))
    state.pile -= card
    state.reveals += 1
    return card


def settle(state: Shintoh) -> None:
    """Keep the piles in order after every change of them. [OF-RUL-08] [OF-RUL-09]"""
    reshuffle_if_empty(state)
    if state.harvest == NOTHING and state.pile != NOTHING:
        turn_up_harvest(state)
        reshuffle_if_empty(state)


def reshuffle_if_empty(state: Shintoh) -> None:
    """As soon as the Offering Pile is used up, the Discard becomes the new one. [OF-PASS-04]"""
    if state.pile != NOTHING or state.discard == NOTHING:
        return
    state.pile = state.discard
    state.discard = NOTHING
    if state.log is not None:
        state.emit("pile_reshuffled", {"size": size(state.pile)})


def turn_up_harvest(state: Shintoh) -> None:
    """The top card of the Offering Pile becomes the Harvest Card. [OF-SETUP-04] [OF-PASS-03]"""
    state.harvest = draw_offering(state)
    if state.log is not None:
        state.emit("harvest_revealed", {"kind": kind_name(state.harvest)})
