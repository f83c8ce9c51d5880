"""Preparing the table."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY, Refusal
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kodama.cards import (
    BRANCHES,
    EDITIONS,
    NO_DECREE,
    SPROUT_LETTERS,
    TRUNKS,
    Cards,
    nth_spirit,
    spirit_count,
)
from kamiza.games.kodama.icons import AS_PRINTED
from kamiza.games.kodama.piles import refill
from kamiza.games.kodama.refusals import refused
from kamiza.games.kodama.seasons import open_season
from kamiza.games.kodama.shapes import bit
from kamiza.games.kodama.state import (
    DISPLAY,
    FIRST_STREAM,
    HAND,
    KODAMA_STREAM,
    LIMIT,
    NOT_DRAWN,
    PICK_FRAME,
    TRUNK_STREAM,
    Kodama,
    Player,
    Settings,
)
from kamiza.games.kodama.trees import bare_tree

LEAST_SEATS = 2
MOST_SEATS = 5
OPTIONS = ("edition", "sprouts", "decrees", "first_player", "open_hands")


def check_setup(seats: int, options: dict[str, object]) -> Refusal | None:
    """Two to five players, and only the options there are. [KO-OPT-01..06] [KO-RUL-01]"""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return refused("player_count", {})
    for option, value in options.items():
        if option == "sprouts":
            if not are_sprouts(value, seats):
                return refused("bad_sprout", {})
        elif not is_allowed(option, value, seats):
            return refused("bad_option", {"name": option})
    return None


def are_sprouts(value: object, seats: int) -> bool:
    """A map from seats to different letters. [KO-OPT-03] [KO-RUL-22]"""
    if not isinstance(value, dict):
        return False
    places = [str(seat) for seat in range(seats)]
    letters = list(value.values())
    return (
        all(str(seat) in places and type(seat) in (int, str) for seat in value)
        and all(letter in SPROUT_LETTERS for letter in letters)
        and len(set(letters)) == len(letters)
        and len({str(seat) for seat in value}) == len(value)
    )


def is_allowed(option: str, value: object, seats: int) -> bool:
    if option == "edition":
        return value in EDITIONS
    if option == "first_player":
        if isinstance(value, int) and not isinstance(value, bool):
            return 0 <= value < seats
        return value == "random"
    return option in ("decrees", "open_hands") and isinstance(value, bool)


def read_settings(options: dict[str, object]) -> Settings:
    """Typed options from checked ones; what is left out has its default."""
    first = options.get("first_player", "random")
    sprouts = cast("dict[object, str]", options.get("sprouts", {}))
    return Settings(
        str(options.get("edition", EDITIONS[0])),
        {int(str(seat)): letter for seat, letter in sprouts.items()},
        options.get("decrees", True) is True,
        first if isinstance(first, int) else NOBODY,
        options.get("open_hands", False) is True,
    )


def write_settings(options: Settings) -> dict[str, object]:
    """The inverse of `read_settings`."""
    sprouts: dict[str, object] = {
        str(seat): options.sprouts[seat] for seat in sorted(options.sprouts)
    }
    return {
        "edition": options.edition,
        "sprouts": sprouts,
        "decrees": options.decrees,
        "first_player": "random" if options.first_player == NOBODY else options.first_player,
        "open_hands": options.open_hands,
    }


def set_up(cards: Cards, setup: Setup) -> Kodama:
    """A table ready for its first turn. [KO-SETUP-01..11]"""
    options = read_settings(setup.settings)
    seats: i64 = setup.seats
    rng = setup.rng()
    trunks = deal_trunks(seats, rng)
    hands = deal_hands(cards, options, seats, rng)
    players = [
        Player(bare_tree(cards, trunks[seat], AS_PRINTED), hands[seat], 0, 0, 0, 0, 0, 0)
        for seat in range(seats)
    ]
    state = Kodama(
        cards, options, seats, players, rng, NOBODY, PICK_FRAME, 0, 0, 0,
        first_player(options, seats, rng), NO_DECREE, b"", bytes([NOT_DRAWN] * 3), AS_PRINTED,
        LIMIT, DISPLAY, b"", bytes(range(BRANCHES)), b"", b"", 0,
    )  # fmt: skip
    for _ in range(DISPLAY):
        refill(state)
    open_season(state)
    return state


def deal_trunks(seats: i64, rng: Rng) -> list[int]:
    """One random trunk for each player. [KO-SETUP-02] [KO-RUL-27]"""
    trunks = [BRANCHES + trunk for trunk in range(TRUNKS)]
    rng.shuffle(trunks, TRUNK_STREAM)
    return trunks[:seats]


def deal_hands(cards: Cards, options: Settings, seats: i64, rng: Rng) -> list[int]:
    """Four Kodama for each player, or the Sprouts of a letter. [KO-SETUP-05] [KO-SPROUT-02]"""
    pool: i64 = cards.kodama_pool(options.edition)
    hands: list[int] = []
    for seat in range(seats):
        hand: i64 = 0
        if seat in options.sprouts:
            hand = cards.sprout_set(options.sprouts[seat])
        else:
            for _ in range(HAND):
                card: i64 = nth_spirit(pool, rng.below(spirit_count(pool), KODAMA_STREAM))
                pool &= ~bit(card)
                hand |= bit(card)
        hands.append(hand)
    return hands


def first_player(options: Settings, seats: i64, rng: Rng) -> i64:
    """By chance, unless the table has named one. [KO-SETUP-10] [KO-SETUP-11] [KO-RUL-02]"""
    if options.first_player == NOBODY:
        return rng.below(seats, FIRST_STREAM)
    return options.first_player
