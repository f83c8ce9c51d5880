"""The branch deck and the display."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kodama.table import BRANCH_STREAM, Kodama


def draw_branch(state: Kodama) -> i64:
    """Take the top card of the deck, which must not be empty. [KO-SETUP-08]"""
    place: i64
    if len(state.deck_top) != 0:
        place = state.deck.index(state.deck_top[:1])
        state.deck_top = state.deck_top[1:]
    else:
        place = state.rng.below(len(state.deck), BRANCH_STREAM)
    card: i64 = state.deck[place]
    state.deck = state.deck[:place] + state.deck[place + 1 :]
    state.reveals += 1
    return card


def refill(state: Kodama) -> None:
    """The top card of the deck joins the display at its right end. [KO-REFILL-01] [KO-RUL-18]"""
    card: i64 = draw_branch(state)
    state.display += bytes([card])
    if state.log is not None:
        state.emit("display_refilled", {"card": state.cards.ids[card]})


def take_from_display(state: Kodama, slot: i64) -> i64:
    """Take a card; the gap closes. [KO-RUL-18]"""
    card: i64 = state.display[slot]
    state.display = state.display[:slot] + state.display[slot + 1 :]
    return card
