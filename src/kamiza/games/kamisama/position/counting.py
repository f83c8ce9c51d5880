"""What follows from the pieces and cards on a table: supplies, taken spaces, copies."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.bits import size_of
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.cards import (
    ALL_VILLAGERS,
    FOX_SHRINES,
    ONE_OF_EACH,
    SHRINES_BY_PLAYERS,
    TOKENS_EACH,
    tokens_of,
)
from kamiza.games.kamisama.notation import Copies, party_word
from kamiza.games.kamisama.parts import Leftover
from kamiza.games.kamisama.table import Kamisama


def count_pieces(state: Kamisama) -> None:
    """Shrines and village tokens in supply, and which spaces are taken. [KS-DES-03]"""
    occupied: i64 = state.seeds
    tokens: i64 = TOKENS_EACH * ONE_OF_EACH
    for party in range(state.parties):
        player = state.players[party]
        whose = party_word(state.seats, party)
        most: i64 = SHRINES_BY_PLAYERS[state.seats] if party < state.seats else FOX_SHRINES
        player.supply = most - size_of(player.shrines)
        if player.supply < 0:
            raise PositionError(f"{whose}.shrines: there are only {most}")
        if occupied & player.shrines:
            where = state.cards.board.text(occupied & player.shrines)
            raise PositionError(f"{whose}.shrines: there are two pieces on {where}")
        occupied |= player.shrines
        for village in range(VILLAGES):
            if tokens_of(tokens, village) < tokens_of(player.tokens, village):
                raise PositionError(
                    f"{whose}.tokens: there are only {TOKENS_EACH} of {VILLAGE_IDS[village]}"
                )
        tokens -= player.tokens
    state.occupied = occupied
    state.tokens = tokens


def separate_villagers(state: Kamisama) -> None:
    """Every villager is somewhere exactly once; those that lie nowhere are in the decks."""
    copies = Copies(state.cards)
    for seat in range(state.seats):
        player = state.players[seat]
        player.villagers = copies.other(player.villagers, f"{seat_letter(seat)}.villagers")
    state.gone = copies.other(state.gone, "kitsune.villagers")
    if state.draft.village != NO_VILLAGE:
        state.draft.hand = copies.other(state.draft.hand, "draft.hand")
    state.leftovers = separate_leftovers(state.leftovers, copies)
    state.deck = ALL_VILLAGERS & ~copies.taken
    top = bytearray()
    for card in state.deck_top:
        one: i64 = copies.other(bit(card), "deck_top")
        for number in range(60):
            if one >> number & 1:
                top.append(number)
    state.deck_top = bytes(top)


def separate_leftovers(left: Leftover | None, copies: Copies) -> Leftover | None:
    if left is None:
        return None
    below = separate_leftovers(left.below, copies)
    return Leftover(left.village, copies.other(left.cards, "leftovers.cards"), left.seen, below)
