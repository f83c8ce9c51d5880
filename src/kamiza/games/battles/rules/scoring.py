"""Who has won, and the places of the others. [KB-RUL-59]"""

from __future__ import annotations

from kamiza.core.game import places_of
from kamiza.core.native import i64
from kamiza.games.battles.language import bit
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.players import MAIN, OUT


def standing(state: Battles, seat: i64) -> i64:
    """What a player who is still in has: god Energy, then temple Energy. In a Team Match the
    Main God's, then that of all gods of the team. [KB-FLOW-72]"""
    player = state.players[seat]
    if not state.settings.team:
        return player.energy * 1000 + player.temple_energy
    whole: i64 = 0
    main: i64 = 0
    for other in state.players:
        if other.team == player.team:
            whole += other.energy
            if other.role == MAIN:
                main = other.energy
    return main * 1000 + whole


def leaders(state: Battles) -> i64:
    """The set of seats nobody is ahead of."""
    best: i64 = -1
    found: i64 = 0
    for seat in range(state.seats):
        if state.players[seat].status == OUT:
            continue
        mine: i64 = standing(state, seat)
        if mine > best:
            best = mine
            found = 0
        if mine == best:
            found |= bit(seat)
    return found


def scores(state: Battles) -> list[int]:
    """The Energy of each god; in a Team Match that of the team's Main God."""
    if not state.settings.team:
        return [player.energy for player in state.players]
    return [standing(state, seat) // 1000 for seat in range(state.seats)]


def standings(state: Battles) -> list[int]:
    """A number for each seat; more is better, equal is equal."""
    found: list[int] = []
    for seat in range(state.seats):
        player = state.players[seat]
        place: i64 = standing(state, seat) + 10_000
        if state.settings.team and state.winners != 0:
            place = 0  # the losing team is equal
        elif player.status == OUT:
            place = player.fell
        if state.winners >> seat & 1:
            place = 1_000_000
        found.append(place)
    return found


def ranks(state: Battles) -> list[int]:
    """Winners first; then those still in by Energy; then the eliminated, the last one best."""
    return places_of(standings(state))


def teams(state: Battles) -> list[list[int]]:
    """The seats of the two teams; nothing in a Free for All."""
    if not state.settings.team:
        return []
    found: list[list[int]] = [[], []]
    for seat in range(state.seats):
        found[state.players[seat].team].append(seat)
    return found
