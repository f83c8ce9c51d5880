"""Points as they are kept: by season, three numbers in one."""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.kodama.cards import NO_CARD

LAST_SEASON: Final = 2
SEASON_BITS: Final = 16
SEASON_FIELD: Final = 0xFFFF
CARD_BITS: Final = 6  # a scored Kodama: number + 1, then its points


def in_season(packed: i64, season: i64) -> i64:
    """The part of a number kept by season."""
    return packed >> season * SEASON_BITS & SEASON_FIELD


def scored_card(scored: i64, season: i64) -> i64:
    """The Kodama scored in a season, or NO_CARD."""
    card: i64 = in_season(scored, season) & (1 << CARD_BITS) - 1
    return card - 1 if card else NO_CARD


def scored_points(scored: i64, season: i64) -> i64:
    return in_season(scored, season) >> CARD_BITS


def scored_set(scored: i64) -> i64:
    """All Kodama a player has scored."""
    found: i64 = 0
    season: i64
    for season in range(LAST_SEASON + 1):
        card: i64 = scored_card(scored, season)
        if card != NO_CARD:
            one: i64 = card - card + 1
            found |= one << card
    return found
