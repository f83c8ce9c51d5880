"""Preparing the table."""

from __future__ import annotations

from kamiza.core.action import NOBODY, is_seat
from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.games.kodama.cards import (
    BRANCHES,
    EDITIONS,
    NO_DECREE,
    NOT_DRAWN,
    SPROUT_LETTERS,
    TRUNKS,
    Cards,
)
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.piles import refill
from kamiza.games.kodama.rules.refusals import refused
from kamiza.games.kodama.rules.seasons import open_season
from kamiza.games.kodama.rules.shapes import bit
from kamiza.games.kodama.rules.trees import bare_tree
from kamiza.games.kodama.table import (
    DISPLAY,
    FIRST_STREAM,
    HAND,
    KODAMA_STREAM,
    LIMIT,
    PICK_FRAME,
    TRUNK_STREAM,
    Kodama,
    Player,
    Settings,
)

LEAST_SEATS = 2
MOST_SEATS = 5


def check_setup(seats: int, settings: dict[str, object]) -> Refusal | None:
    """Two to five players, and only the settings there are. [KO-OPT-01..06] [KO-RUL-01]"""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return refused("player_count", {})
    for setting, value in settings.items():
        if setting == "sprouts":
            if not are_sprouts(value, seats):
                return refused("bad_sprout", {})
        elif not is_allowed(setting, value, seats):
            return refused("bad_setting", {"name": setting})
    return None


def are_sprouts(value: object, seats: int) -> bool:
    """A map from seats to different letters. [KO-OPT-03] [KO-RUL-22]"""
    if not isinstance(value, dict):
        return False
    letters = list(value.values())
    return (
        all(is_seat(seat, seats) for seat in value)
        and all(letter in SPROUT_LETTERS for letter in letters)
        and len(set(letters)) == len(letters)
    )


def is_allowed(setting: str, value: object, seats: int) -> bool:
    if setting == "edition":
        return value in EDITIONS
    if setting == "first_player":
        return value == "random" or is_seat(value, seats)
    return setting in ("decrees", "open_hands") and isinstance(value, bool)


def set_up(cards: Cards, setup: Setup) -> Kodama:
    """A table ready for its first turn. [KO-SETUP-01..11]"""
    settings = Settings(setup.settings)
    seats: i64 = setup.seats
    rng = setup.rng()
    trunks = deal_trunks(seats, rng)
    hands = deal_hands(cards, settings, seats, rng)
    players = [
        Player(bare_tree(cards, trunks[seat], AS_PRINTED), hands[seat], 0, 0, 0, 0, 0, 0)
        for seat in range(seats)
    ]
    state = Kodama(
        cards, settings, seats, players, rng, NOBODY, PICK_FRAME, 0, 0, 0,
        first_player(settings, seats, rng), NO_DECREE, b"", bytes([NOT_DRAWN] * 3), AS_PRINTED,
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


def deal_hands(cards: Cards, settings: Settings, seats: i64, rng: Rng) -> list[int]:
    """Four Kodama for each player, or the Sprouts of a letter. [KO-SETUP-05] [KO-SPROUT-02]"""
    pool: i64 = cards.kodama_pool(settings.edition)
    hands: list[int] = []
    for seat in range(seats):
        hand: i64 = 0
        if seat in settings.sprouts:
            hand = cards.sprout_set(settings.sprouts[seat])
        else:
            for _ in range(HAND):
                card: i64 = nth_member(pool, rng.below(size_of(pool), KODAMA_STREAM))
                pool &= ~bit(card)
                hand |= bit(card)
        hands.append(hand)
    return hands


def first_player(settings: Settings, seats: i64, rng: Rng) -> i64:
    """By chance, unless the table has named one. [KO-SETUP-10] [KO-SETUP-11] [KO-RUL-02]"""
    if settings.first_player == NOBODY:
        return rng.below(seats, FIRST_STREAM)
    return settings.first_player
