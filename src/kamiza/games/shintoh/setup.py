"""Preparing the table."""

from __future__ import annotations

from kamiza.core.action import NOBODY, Illegal
from kamiza.core.game import Setup
from kamiza.core.native import i64
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
from kamiza.games.shintoh.competition import draw_god, open_competition
from kamiza.games.shintoh.piles import settle
from kamiza.games.shintoh.state import DEALER_STREAM, TURN_FRAME, Options, Player, Shintoh

ROLE_KNOWLEDGE = ("memory", "open_book")


def check_setup(seats: int, options: dict[str, object]) -> Illegal | None:
    """Two to four players, and only the options there are. [OF-GEN-01]"""
    if not 2 <= seats <= 4:
        return Illegal("OF-ERR-16", {})
    for option, value in options.items():
        if not is_allowed(option, value, seats):
            return Illegal("OF-ERR-17", {"option": option, "value": str(value)})
    return None


def is_allowed(option: str, value: object, seats: int) -> bool:
    if option == "role_knowledge":
        return value in ROLE_KNOWLEDGE
    if option == "first_dealer":
        if isinstance(value, int) and not isinstance(value, bool):
            return 0 <= value < seats
        return value == "random"
    return option == "hand_tracker" and isinstance(value, bool)


def read_options(options: dict[str, object]) -> Options:
    """Typed options from checked ones; what is left out has its default."""
    dealer = options.get("first_dealer", "random")
    return Options(
        options.get("role_knowledge", "memory") == "open_book",
        dealer if isinstance(dealer, int) else NOBODY,
        options.get("hand_tracker", False) is True,
    )


def write_options(options: Options) -> dict[str, object]:
    """The inverse of `read_options`."""
    return {
        "role_knowledge": "open_book" if options.open_book else "memory",
        "first_dealer": "random" if options.first_dealer == NOBODY else options.first_dealer,
        "hand_tracker": options.hand_tracker,
    }


def set_up(cards: Cards, setup: Setup) -> Shintoh:
    """A table ready for its first turn. [OF-SETUP-01..11]"""
    options = read_options(setup.options)
    seats: i64 = setup.seats
    rng = setup.rng()
    state = Shintoh(
        cards, options, seats, [new_player(options) for _ in range(seats)], rng,
        NOBODY, TURN_FRAME, ALL_OFFERINGS - seats * STARTING_HAND, b"", NOTHING, NOTHING,
        ALL_GODS, b"", NO_GOD, TREASURES, first_dealer(options, seats, rng), 0, 0, 0,
    )  # fmt: skip
    settle(state)
    for player in state.players:
        player.hidden = draw_god(state)  # [OF-SETUP-06]
        player.gods = 1 << player.hidden
    open_competition(state)
    return state


def new_player(options: Options) -> Player:
    """Four offerings everybody knows; in an open-book game the role card is taken. [OF-SETUP-02]"""
    return Player(STARTING_HAND, NOTHING, STARTING_HAND, 0, NO_GOD, options.open_book)


def first_dealer(options: Options, seats: i64, rng: Rng) -> i64:
    """By chance, unless the table has named one. [OF-SETUP-01] [OF-RUL-29]"""
    if options.first_dealer == NOBODY:
        return rng.below(seats, DEALER_STREAM)
    return options.first_dealer
