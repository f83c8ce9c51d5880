"""Preparing the table."""

from __future__ import annotations

from kamiza.core.action import NOBODY, is_seat
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    NO_GOD,
    NOTHING,
    STARTING_HAND,
    TREASURES,
    Cards,
)
from kamiza.games.shintoh.rules.competition import draw_god, open_competition
from kamiza.games.shintoh.rules.piles import settle
from kamiza.games.shintoh.table import DEALER_STREAM, TURN_FRAME, Player, Settings, Shintoh

ROLE_KNOWLEDGE = ("memory", "open_book")


def check_setup(seats: int, settings: dict[str, object]) -> Refusal | None:
    """Two to four players, and only the settings there are. [OF-GEN-01]"""
    if not 2 <= seats <= 4:
        return Refusal("OF-ERR-16", {})
    for setting, value in settings.items():
        if not is_allowed(setting, value, seats):
            return Refusal("OF-ERR-17", {"setting": setting, "value": str(value)})
    return None


def is_allowed(setting: str, value: object, seats: int) -> bool:
    if setting == "role_knowledge":
        return value in ROLE_KNOWLEDGE
    if setting == "first_dealer":
        return value == "random" or is_seat(value, seats)
    return setting == "hand_tracker" and isinstance(value, bool)


def set_up(cards: Cards, setup: Setup) -> Shintoh:
    """A table ready for its first turn. [OF-SETUP-01..11]"""
    settings = Settings(setup.settings)
    seats: i64 = setup.seats
    rng = setup.rng()
    state = Shintoh(
        cards, settings, seats, [new_player(settings) for _ in range(seats)], rng,
        NOBODY, TURN_FRAME, ALL_OFFERINGS - seats * STARTING_HAND, b"", NOTHING, NOTHING,
        ALL_GODS, b"", NO_GOD, TREASURES, first_dealer(settings, seats, rng), 0, 0, 0,
    )  # fmt: skip
    settle(state)
    for player in state.players:
        player.hidden = draw_god(state)  # [OF-SETUP-06]
        player.gods = 1 << player.hidden
    open_competition(state)
    return state


def new_player(settings: Settings) -> Player:
    """Four offerings everybody knows; in an open-book game the role card is taken. [OF-SETUP-02]"""
    return Player(STARTING_HAND, NOTHING, STARTING_HAND, 0, NO_GOD, settings.open_book)


def first_dealer(settings: Settings, seats: i64, rng: Rng) -> i64:
    """By chance, unless the table has named one. [OF-SETUP-01] [OF-RUL-29]"""
    if settings.first_dealer == NOBODY:
        return rng.below(seats, DEALER_STREAM)
    return settings.first_dealer
