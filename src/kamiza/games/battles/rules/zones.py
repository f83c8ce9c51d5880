"""Everything of a player: what it can react to, where a card lies, and what is cleared away."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_GOD, NO_TEMPLE
from kamiza.games.battles.rules.rows import place_of
from kamiza.games.battles.table.battles import Battles


def own(state: Battles, seat: i64, kind: i64) -> None:
    """The card belongs to the player from now on, and so do its Reacts."""
    state.players[seat].triggers |= state.cards.triggers[kind]


def count_triggers(state: Battles, seat: i64, row: bytes) -> None:
    """Everything the player's god, temple and cards may react to."""
    player = state.players[seat]
    if player.god != NO_GOD:
        player.triggers |= state.cards.god_triggers[player.god]
    if player.temple != NO_TEMPLE:
        player.triggers |= state.cards.temple_triggers[player.temple]
    for place in range(len(row)):
        own(state, seat, row[place])


def is_in_zone(state: Battles, owner: i64, kind: i64, zone: i64) -> bool:
    """Does such a card still lie in this zone of its owner?"""
    player = state.players[owner]
    if zone == w.HAND:
        return place_of(player.hand, kind) >= 0
    return place_of(player.area if zone == w.AREA else player.discard, kind) >= 0


def clear_table(state: Battles, seat: i64, with_hand: bool) -> None:
    """Play Area as played, then the hand in alphabetical order, to the discard pile. [KB-RUL-25]"""
    player = state.players[seat]
    hand = b""
    if with_hand:
        hand = player.hand  # kinds are numbered alphabetically
        player.hand = b""
        player.seen = b""
    player.discard = b"%b%b%b" % (player.discard, player.area, hand)
    player.area = b""
