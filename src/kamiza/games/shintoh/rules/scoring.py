"""Victory points: the gods, the roles, and who wins."""

from __future__ import annotations

from kamiza.core.bits import size_of
from kamiza.core.game import places_of
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import GODS, Cards, Role
from kamiza.games.shintoh.table import Player, Shintoh


def god_points(cards: Cards, gods: i64) -> i64:
    """Printed points of a set of gods. [OF-COMP-04]"""
    points: i64 = 0
    for god in range(GODS):
        if gods >> god & 1:
            points += cards.points[god]
    return points


def has_role(role: Role, gods: i64) -> bool:
    """All members are owned; nothing less counts. [OF-RUL-19] [OF-RUL-21]"""
    return gods & role.members == role.members


def role_value(role: Role, role_taken: bool) -> i64:
    """The back of the role card is worth more than its face. [OF-ROLE-06] [OF-RUL-18]"""
    return role.low if role_taken else role.high


def score(cards: Cards, player: Player) -> i64:
    """God cards and roles, face down or spent alike. [OF-SCORE-01] [OF-RUL-10] [OF-RUL-11]"""
    points: i64 = god_points(cards, player.gods)
    for role in cards.roles:
        if has_role(role, player.gods):
            points += role_value(role, player.role_taken)
    return points


def scores(state: Shintoh) -> list[int]:
    """The points of every player as the cards lie now."""
    return [score(state.cards, player) for player in state.players]


def ranks(state: Shintoh) -> list[int]:
    """Places by points, then by number of god cards; equal is equal. [OF-SCORE-02..04] [OF-RUL-28]

    Left-over offerings do not matter. [OF-RUL-22]
    """
    standing = [score(state.cards, player) * 32 + size_of(player.gods) for player in state.players]
    return places_of(standing)
