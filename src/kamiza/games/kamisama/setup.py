"""Chapter 3: preparing the table, and choosing the kami."""

from __future__ import annotations

from kamiza.core.action import Refusal
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import NO_VILLAGE, NOWHERE, bit
from kamiza.games.kamisama.cards import (
    ALL_VILLAGERS,
    EDITIONS,
    FOX_SHRINES,
    KAMI,
    ONE_OF_EACH,
    SHRINES_BY_PLAYERS,
    TOKENS_EACH,
    Cards,
    nth_number,
    size_of,
)
from kamiza.games.kamisama.goals import NO_GOAL
from kamiza.games.kamisama.places import side_of
from kamiza.games.kamisama.state import (
    FIRST_STREAM,
    GOAL_STREAM,
    KAMI_FRAME,
    KAMI_STREAM,
    NO_KAMI,
    NO_SEAT,
    PREPARE_FRAME,
    YEAR_START_FRAME,
    Draft,
    Kamisama,
    Player,
    Settings,
    Turn,
    find_token_seats,
)

DEFAULTS: dict[str, object] = {
    "edition": "full", "years": 3, "draft": "private", "villagers": "open", "kami": "deal",
}  # fmt: skip
ALL_KAMI = (1 << KAMI) - 1


# -- options ----------------------------------------------------------------------------------


def check_setup(cards: Cards, seats: int, options: dict[str, object]) -> Refusal | None:
    """Two to four players, and only the options there are. [KS-OVR-01]"""
    if not 2 <= seats <= 4:
        return no_table(
            f"it is for 2 to 4 players, not {seats}", f"2人から4人用です（{seats}人ではなく）"
        )
    for option, value in options.items():
        if option not in DEFAULTS:
            return no_table(f"there is no option {option!r}", f"「{option}」という設定はありません")
        if not is_allowed(cards, option, value, seats):
            return no_table(
                f"the option {option!r} cannot be {value!r}",
                f"設定「{option}」を「{value}」にすることはできません",
            )
    return None


def no_table(reason: str, reason_ja: str) -> Refusal:
    return Refusal("E-TABLE", {"reason": reason, "reason_ja": reason_ja})


def is_allowed(cards: Cards, option: str, value: object, seats: int) -> bool:
    if option == "edition":
        return isinstance(value, str) and value in EDITIONS
    if option == "years":
        return type(value) is int and value in (2, 3)
    if option == "draft":
        return value == "private" or value == "open"
    if option == "villagers":
        return value == "open" or value == "face_down"
    return value == "deal" or len(named_kami(cards, value)) == seats


def named_kami(cards: Cards, value: object) -> list[int]:
    """Kami assigned by the table, "yue,inari" or a list; empty if they are wrong. [KS-RUL-44]"""
    names: list[object] = []
    if isinstance(value, str):
        names.extend(value.replace(" ", "").split(","))
    elif isinstance(value, list):
        names.extend(value)
    found: list[int] = []
    for name in names:
        if not isinstance(name, str) or name not in cards.kami_ids:
            return []
        number = cards.kami_ids.index(name)
        if number in found:
            return []
        found.append(number)
    return found


def read_settings(cards: Cards, options: dict[str, object]) -> Settings:
    """Typed options from checked ones; what is left out has its default."""
    given = DEFAULTS | options
    years = given["years"]
    return Settings(
        EDITIONS.index(str(given["edition"])),
        years if isinstance(years, int) else 3,
        given["draft"] == "open",
        given["villagers"] == "face_down",
        [] if given["kami"] == "deal" else named_kami(cards, given["kami"]),
    )


def write_settings(cards: Cards, options: Settings) -> dict[str, object]:
    """The inverse of `read_settings`."""
    return {
        "edition": EDITIONS[options.edition],
        "years": options.years,
        "draft": "open" if options.open_draft else "private",
        "villagers": "face_down" if options.face_down else "open",
        "kami": ",".join([cards.kami_ids[kami] for kami in options.kami]) or "deal",
    }


# -- the empty table --------------------------------------------------------------------------


def empty_table(cards: Cards, options: Settings, seats: i64, rng: Rng) -> Kamisama:
    """Everybody has shrines and nothing else; nothing is drawn yet. [KS-SET-03..04]"""
    players = [new_player(SHRINES_BY_PLAYERS[seats]) for _ in range(seats)]
    parties: i64 = seats
    if seats == 2:
        players.append(new_player(FOX_SHRINES))  # [KS-2P-04]
        parties += 1
    return Kamisama(
        cards, options, seats, parties, players, rng, 0, KAMI_FRAME, 0,
        Turn(0, 0, 0, False, 0, 0), Draft(NO_VILLAGE, 0, 0, 0, 0), 1, 0, 0, 0, 0, NO_GOAL,
        cards.later[options.edition], b"", 0, 0, NOWHERE, False, NO_VILLAGE, 15, b"",
        NO_SEAT, NO_SEAT, NO_SEAT, NO_SEAT, TOKENS_EACH * ONE_OF_EACH, ALL_VILLAGERS, b"", 0,
        None, cards.fox_decks[options.edition] if seats == 2 else 0, b"", 0,
    )  # fmt: skip


def new_player(shrines: int) -> Player:
    """Tracks and VP at 0. [KS-SET-07] [KS-SET-11]"""
    return Player(NO_KAMI, 0, 0, shrines, 0, 0, 0, 0, 0, 0, 0)


def set_up(cards: Cards, setup: Setup) -> Kamisama:
    """A table whose players choose their kami, or have them already. [KS-SET-05]"""
    options = read_settings(cards, setup.settings)
    state = empty_table(cards, options, setup.seats, setup.rng())
    if options.kami:
        for seat, kami in enumerate(options.kami):
            state.players[seat].kami = kami
        state.frame = PREPARE_FRAME
        return state
    left: i64 = ALL_KAMI
    for seat in range(setup.seats):
        for _ in range(2):
            kami = nth_number(left, state.rng.below(size_of(left), KAMI_STREAM))
            left &= ~bit(kami)
            state.players[seat].dealt |= bit(kami)
    return state


def choose_kami(state: Kamisama, kami: i64) -> None:
    """Secretly, one player after the other; the last choice reveals all. [KS-SET-05]"""
    state.players[state.asked].kami = kami
    if state.log is not None:
        chosen: dict[str, object] = {"kami": state.cards.kami_ids[kami]}
        state.emit("kami_chosen", {"seat": state.asked}, chosen, bit(state.asked))
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
        state.goal = nth_number(pool, state.rng.below(size_of(pool), GOAL_STREAM))
    state.first = state.rng.below(state.seats, FIRST_STREAM)
    state.rot = side_of(state, state.first)  # Farming faces the first player [KS-SET-19]
    state.red = state.rot
    if state.log is not None:
        names: list[object] = []
        for seat in range(state.seats):
            names.append(state.cards.kami_ids[state.players[seat].kami])
        state.emit("kami_revealed", {"kami": names})
        state.emit("game_started", {"seat": state.first, "count": state.seats})
    state.frame = YEAR_START_FRAME
