"""Points, places and the score track."""

from __future__ import annotations

from typing import Final

from kamiza.core.game import places_of
from kamiza.core.native import i64
from kamiza.games.kodama.rules.icons import icons_of
from kamiza.games.kodama.rules.trees import printed_icons, trunk_of
from kamiza.games.kodama.table import Kodama, Player

LAP: Final = 50  # spaces of the score track [KO-TRACK-01]


def scores(state: Kodama) -> list[int]:
    """The points of every player. [KO-END-03]"""
    return [player.score for player in state.players]


def trunk_icons(state: Kodama, player: Player) -> i64:
    """Icons of the own trunk's feature on the own tree, as printed. [KO-END-04] [KO-RUL-14]"""
    feature: i64 = state.cards.trunk_feature(trunk_of(player.tree))
    return icons_of(printed_icons(state.cards, player.tree), feature)


def ranks(state: Kodama) -> list[int]:
    """Places by points, then by icons of the own trunk; equal is equal. [KO-END-03..05]"""
    standing = [player.score * 256 + trunk_icons(state, player) for player in state.players]
    return places_of(standing)


def track(score: i64) -> dict[str, object]:
    """How a score is shown: marker, token, and badges for every 50 beyond. [KO-TRACK-01..03]
    [KO-RUL-21]"""
    laps: i64 = score // LAP
    return {
        "marker": score % LAP,
        "token": 100 if laps >= 2 else 50 if laps == 1 else None,
        "badges": max(laps - 2, 0),
    }
