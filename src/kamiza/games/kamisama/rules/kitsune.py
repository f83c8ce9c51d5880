"""Chapter 7: the Kitsune and its cards, for two players."""

from __future__ import annotations

from kamiza.core.bits import draw_from
from kamiza.core.native import i64
from kamiza.games.kamisama.board import VILLAGE_IDS, bit
from kamiza.games.kamisama.cards import (
    FOX_ADDS,
    FOX_REMOVES,
    Square,
)
from kamiza.games.kamisama.frames import ROTATE_FRAME
from kamiza.games.kamisama.rules.pieces import take_piece
from kamiza.games.kamisama.rules.places import fox_side, protected_from, village_at
from kamiza.games.kamisama.table import FOX_DECK_STREAM, Kamisama


def fox_turn(state: Kamisama) -> None:
    """Reveal the top card and resolve it where the Kitsune token lies. [KS-2P-08] [KS-2P-09]"""
    village: i64 = village_at(state, fox_side(state))
    card: i64 = reveal_card(state)
    fox_card = state.cards.fox_cards[card]
    if state.log is not None:
        state.emit("kitsune_revealed", {"card": fox_card.id, "village": VILLAGE_IDS[village]})
    for square in fox_card.squares:  # [KS-KIT-04]
        resolve(state, square, village)
    state.frame = ROTATE_FRAME  # [KS-RUL-27]


def reveal_card(state: Kamisama) -> i64:
    if state.fox_deck == 0:  # cannot happen: at most 12 are used
        state.fox_deck = state.cards.fox_decks[state.settings.edition]
    card: i64 = draw_from(state.fox_deck, state.fox_top, state.rng, FOX_DECK_STREAM)
    state.fox_top = state.fox_top[1:]
    state.fox_deck &= ~bit(card)
    state.reveals += 1
    return card


def resolve(state: Kamisama, square: Square, village: i64) -> None:
    """Try the space of a square, then those along its arrows. [KS-KIT-05..11]"""
    done: i64 = 0
    for space in square.spaces[village]:
        if done == square.number:
            break
        if try_space(state, square.effect, space):
            done += 1


def try_space(state: Kamisama, effect: i64, space: i64) -> bool:
    """Add, remove or replace on one space; did it count? [KS-RUL-31] [KS-RUL-32]"""
    fox: i64 = state.seats
    party = state.players[fox]
    here: i64 = bit(space)
    if state.occupied & here == 0:
        if effect == FOX_REMOVES or party.supply == 0:
            return False
        put_fox_shrine(state, space)
        return True
    if effect == FOX_ADDS or party.shrines & here or protected_from(state, fox) & here:
        return False
    take_piece(state, fox, space)
    if effect != FOX_REMOVES and party.supply > 0:
        put_fox_shrine(state, space)
    return True


def put_fox_shrine(state: Kamisama, space: i64) -> None:
    party = state.players[state.seats]
    party.shrines |= bit(space)
    party.supply -= 1
    state.occupied |= bit(space)
    if state.log is not None:
        state.emit("kitsune_added", {"space": state.cards.board.texts[space]})
