"""Chapter 6: final scoring and the winner."""

from __future__ import annotations

from kamiza.core.bits import size_of
from kamiza.core.native import i64
from kamiza.games.kamisama.board import count_spaces
from kamiza.games.kamisama.cards import token_sum
from kamiza.games.kamisama.table import Kamisama


def villager_points(state: Kamisama, seat: i64) -> i64:
    """VP of the claimed villagers; half a point is lost. [KS-FIN-03] [KS-FIN-04]"""
    return state.cards.points2(state.players[seat].villagers) // 2


def score(state: Kamisama, seat: i64) -> i64:
    """VP, one more for each village token, and the villagers. [KS-FIN-02] [KS-RUL-24]"""
    player = state.players[seat]
    return player.vp + token_sum(player.tokens) + villager_points(state, seat)


def scores(state: Kamisama) -> list[int]:
    found: list[int] = []
    for seat in range(state.seats):
        found.append(score(state, seat))
    return found


def temples(state: Kamisama, seat: i64) -> i64:
    """In how many temples the player has a shrine. [KS-RUL-25]"""
    return count_spaces(state.players[seat].shrines & state.cards.board.temples)


def peasants(state: Kamisama, seat: i64) -> i64:
    return size_of(state.players[seat].villagers & state.cards.peasants)


def standing(state: Kamisama, seat: i64) -> list[int]:
    """VP, then village tokens, temples and Peasants. [KS-WIN-01..04]"""
    return [
        score(state, seat),
        token_sum(state.players[seat].tokens),
        temples(state, seat),
        peasants(state, seat),
    ]


def ranks(state: Kamisama) -> list[int]:
    """Places from 1; who is equal in everything shares a place. [KS-WIN-05]"""
    standings = [standing(state, seat) for seat in range(state.seats)]
    return [1 + sum([other > mine for other in standings]) for mine in standings]
