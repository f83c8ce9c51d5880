"""Chapter 3: preparing the table, and choosing the kami."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.games.kamisama.board import bit
from kamiza.games.kamisama.cards import EDITIONS, KAMI, Cards
from kamiza.games.kamisama.frames import PREPARE_FRAME, YEAR_START_FRAME
from kamiza.games.kamisama.rules.goals import NO_GOAL
from kamiza.games.kamisama.rules.places import side_of
from kamiza.games.kamisama.table import (
    FIRST_STREAM,
    GOAL_STREAM,
    KAMI_STREAM,
    Kamisama,
    Settings,
    blank_table,
    find_token_seats,
    named_kami,
)

SETTINGS = ("edition", "years", "draft", "villagers", "kami")
ALL_KAMI = (1 << KAMI) - 1


# -- settings ---------------------------------------------------------------------------------


def check_setup(cards: Cards, seats: int, settings: dict[str, object]) -> Refusal | None:
    """Two to four players, and only the settings there are. [KS-OVR-01]"""
    if not 2 <= seats <= 4:
        return Refusal("E-TABLE", {"reason": "players", "count": str(seats)})
    for setting, value in settings.items():
        if setting not in SETTINGS:
            return Refusal("E-TABLE", {"reason": "unknown", "setting": setting})
        if not is_allowed(cards, setting, value, seats):
            facts = {"reason": "impossible", "setting": setting, "value": str(value)}
            return Refusal("E-TABLE", facts)
    return None


def is_allowed(cards: Cards, setting: str, value: object, seats: int) -> bool:
    if setting == "edition":
        return isinstance(value, str) and value in EDITIONS
    if setting == "years":
        return type(value) is int and value in (2, 3)
    if setting == "draft":
        return value == "private" or value == "open"
    if setting == "villagers":
        return value == "open" or value == "face_down"
    return value == "deal" or len(named_kami(cards, value)) == seats


# -- the table --------------------------------------------------------------------------------


def set_up(cards: Cards, setup: Setup) -> Kamisama:
    """A table whose players choose their kami, or have them already. [KS-SET-05]"""
    settings = Settings(cards, setup.settings)
    state = blank_table(cards, settings, setup.seats, setup.rng())
    if settings.kami:
        for seat, kami in enumerate(settings.kami):
            state.players[seat].kami = kami
        state.frame = PREPARE_FRAME
        return state
    left: i64 = ALL_KAMI
    for seat in range(setup.seats):
        for _ in range(2):
            kami = nth_member(left, state.rng.below(size_of(left), KAMI_STREAM))
            left &= ~bit(kami)
            state.players[seat].dealt |= bit(kami)
    return state


def choose_kami(state: Kamisama, kami: i64) -> None:
    """Secretly, one player after the other; the last choice reveals all. [KS-SET-05]"""
    state.players[state.asked].kami = kami
    if state.log is not None:
        chosen: dict[str, object] = {"kami": state.cards.kami_ids[kami]}
        state.emit("kami_chosen", {"seat": seat_letter(state.asked)}, chosen, bit(state.asked))
    if state.asked + 1 < state.seats:
        state.asked += 1
    else:
        state.frame = PREPARE_FRAME


def prepare(state: Kamisama) -> None:
    """Goal, first player, board and advent tokens. [KS-SET-14..21]"""
    find_token_seats(state)
    state.reveals += 1
    pool: i64 = state.cards.year_one[state.settings.edition]
    if state.goal == NO_GOAL:
        state.goal = nth_member(pool, state.rng.below(size_of(pool), GOAL_STREAM))
    state.first = state.rng.below(state.seats, FIRST_STREAM)
    state.rot = side_of(state, state.first)  # Farming faces the first player [KS-SET-19]
    state.red = state.rot
    if state.log is not None:
        names: dict[str, object] = {}
        for seat in range(state.seats):
            names[seat_letter(seat)] = state.cards.kami_ids[state.players[seat].kami]
        state.emit("kami_revealed", {"kami": names})
        state.emit("game_started", {"seat": seat_letter(state.first), "count": state.seats})
    state.frame = YEAR_START_FRAME
