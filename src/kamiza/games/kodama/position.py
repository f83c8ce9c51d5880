"""Any position of Kodama as JSON: written by hand or by `save`, checked by `load`.

What a position leaves out gets its usual value: bare trunks from TR1 on, Kodama from K01 on, no
points, Spring, the first turn of the first round, seat A first, no decree in force, the lowest
branch cards on display and all others in the deck. Trees may have more cards than the season
allows, so that a puzzle can show any tree; every card must be legal where it lies.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.fields import (
    dict_of,
    list_of,
    number_of,
    refuse_unknown,
    rng_of,
    seat_of,
    word_of,
)
from kamiza.core.frame import Frame, frames_as_text, frames_from_text
from kamiza.core.game import PositionError, save_rng
from kamiza.games.kodama.cards import (
    BRANCHES,
    NO_CARD,
    NO_DECREE,
    SEASONS,
    Cards,
)
from kamiza.games.kodama.decrees import conversion_under, limit_under, size_under
from kamiza.games.kodama.growing import offered_parents, standard_parents
from kamiza.games.kodama.seasons import seat_at
from kamiza.games.kodama.seating import read_hands, read_players
from kamiza.games.kodama.setup import check_setup, read_settings, write_settings
from kamiza.games.kodama.sketches import tree_as_texts
from kamiza.games.kodama.state import (
    DECK,
    FRAMES,
    KODAMA,
    KODAMA_FRAME,
    NOT_DRAWN,
    ONTO,
    PICK,
    PICK_FRAME,
    ROUNDS,
    SPOT,
    Kodama,
    Player,
    Settings,
    in_season,
    may_pick_deck,
    scored_card,
    scored_points,
)

FIELDS: Final = (
    "game", "seats", "options", "phase", "season", "round", "turn", "first", "asked", "frames",
    "decree", "past", "coming", "limit", "display_size", "display", "deck", "deck_top", "removed",
    "players", "rng",
)  # fmt: skip
PHASES: Final = ("growing", "kodama", "over")
MOST_ON_DISPLAY: Final = 9


# -- writing ----------------------------------------------------------------------------------


def save(state: Kodama) -> dict[str, object]:
    """The whole position; `load` gives the same state back."""
    cards = state.cards
    over = state.asked == NOBODY
    coming = {
        SEASONS[season]: cards.decree_ids[decree]
        for season, decree in enumerate(state.coming)
        if decree != NOT_DRAWN
    }
    return {
        "game": "kodama",
        "seats": state.seats,
        "options": write_settings(state.settings),
        "phase": "over" if over else "kodama" if state.round == ROUNDS else "growing",
        "season": SEASONS[state.season],
        "round": min(state.round + 1, ROUNDS),
        "turn": state.turn,
        "first": seat_letter(state.first),
        "asked": None if over else seat_letter(state.asked),
        "frames": frames_as_text(state.frame, FRAMES),
        "decree": None if state.decree == NO_DECREE else cards.decree_ids[state.decree],
        "past": [cards.decree_ids[decree] for decree in state.past],
        "coming": coming,
        "limit": state.limit,
        "display_size": state.display_size,
        "display": names(cards, state.display),
        "deck": names(cards, state.deck),
        "deck_top": names(cards, state.deck_top),
        "removed": names(cards, state.removed),
        "players": {
            seat_letter(seat): save_player(cards, player)
            for seat, player in enumerate(state.players)
        },
        "rng": save_rng(state.rng),
    }


def names(cards: Cards, branches: bytes) -> list[str]:
    return [cards.ids[card] for card in branches]


def save_player(cards: Cards, player: Player) -> dict[str, object]:
    scored: dict[str, str] = {}
    for season in range(len(SEASONS)):
        card = scored_card(player.scored, season)
        if card != NO_CARD:
            points = scored_points(player.scored, season)
            scored[SEASONS[season]] = f"{cards.spirit_ids[card]} {points}"
    return {
        "tree": tree_as_texts(cards, player.tree),
        "hand": cards.spirit_names(player.hand),
        "score": player.score,
        "base": [in_season(player.base, season) for season in range(len(SEASONS))],
        "bonus": [in_season(player.bonus, season) for season in range(len(SEASONS))],
        "scored": scored,
        "last": [player.last_base, player.last_bonus],
    }


# -- reading ----------------------------------------------------------------------------------


def load(cards: Cards, position: dict[str, object]) -> Kodama:
    """The state of a position; a PositionError names what cannot be."""
    refuse_unknown("the position", position, FIELDS)
    seats = read_seats(position)
    options = read_table_options(position, seats)
    phase = PHASES[word_of("phase", position.get("phase", PHASES[0]), PHASES)]
    season = word_of("season", position.get("season", default_season(phase)), SEASONS)
    over = phase == "over"
    if over and season != len(SEASONS) - 1:
        raise PositionError("season: the game is over after Fall")
    decree = read_decree(cards, options, position.get("decree"), season, over)
    effect = None if decree == NO_DECREE else cards.effects[decree]
    conversion = conversion_under(effect)
    state = Kodama(
        cards, options, seats, read_players(cards, position, seats, conversion),
        rng_of(position), NOBODY, KODAMA_FRAME, season,
        read_round(position, phase), 0, seat_of("first", position.get("first", "A"), seats),
        decree, read_past(cards, options, position, season, over),
        read_coming(cards, options, position, season), conversion,
        number_of("limit", position.get("limit", limit_under(effect)), 0, 99),
        number_of(
            "display_size", position.get("display_size", size_under(effect)), 1, MOST_ON_DISPLAY
        ),
        b"", b"", b"", b"", 0,
    )  # fmt: skip
    ask(state, position, phase)
    lay_out_branches(state, position)
    read_hands(state, dict_of("players", position.get("players", {})))
    if not over:
        check_question(state)
    return state


def default_season(phase: str) -> str:
    return SEASONS[-1] if phase == "over" else SEASONS[0]


def read_seats(position: dict[str, object]) -> int:
    if position.get("game", "kodama") != "kodama":
        raise PositionError(f"game: this is a position of {position['game']!r}, not of kodama")
    seats = position.get("seats")
    if type(seats) is not int:
        raise PositionError("seats: say how many players there are")
    return seats


def read_table_options(position: dict[str, object], seats: int) -> Settings:
    options = dict_of("options", position.get("options", {}))
    refusal = check_setup(seats, options)
    if refusal is not None:
        raise PositionError(f"options: refused by {refusal.rule} ({refusal.facts['code']})")
    return read_settings(options)


def read_round(position: dict[str, object], phase: str) -> int:
    round_ = number_of(
        "round", position.get("round", 1 if phase == "growing" else ROUNDS), 1, ROUNDS
    )
    if phase == "growing":
        return round_ - 1
    if round_ != ROUNDS:
        raise PositionError(f"round: the Kodama Phase follows round {ROUNDS}")
    return ROUNDS


# -- decrees ----------------------------------------------------------------------------------


def read_decree(cards: Cards, options: Settings, value: object, season: int, over: bool) -> int:
    """The decree in force; a position may have none. [KO-DEC-01] [KO-OPT-04]"""
    if value is None:
        return NO_DECREE
    if over:
        raise PositionError("decree: none is in force when the game is over")
    return decree_of(cards, options, "decree", value, season)


def decree_of(cards: Cards, options: Settings, field: str, value: object, season: int) -> int:
    if not isinstance(value, str) or value not in cards.decree_ids:
        raise PositionError(f"{field}: there is no decree {value!r}")
    if not options.decrees:
        raise PositionError(f"{field}: this table plays without decrees")
    decree = cards.decree_ids.index(value)
    if decree not in cards.decree_pool(options.edition, season):
        raise PositionError(f"{field}: {value} is no decree of {SEASONS[season]} at this table")
    return decree


def read_past(
    cards: Cards, options: Settings, position: dict[str, object], season: int, over: bool
) -> bytes:
    """Decrees that have been discarded, at most one for each season before. [KO-DEC-05]"""
    found: list[int] = []
    for value in list_of("past", position.get("past", [])):
        if not isinstance(value, str) or value not in cards.decree_ids:
            raise PositionError(f"past: there is no decree {value!r}")
        of = cards.seasons[cards.decree_ids.index(value)]
        if of >= season + (1 if over else 0) or (found and cards.seasons[found[-1]] >= of):
            raise PositionError(f"past: {value} cannot have been discarded in this order")
        found.append(decree_of(cards, options, "past", value, of))
    return bytes(found)


def read_coming(cards: Cards, options: Settings, position: dict[str, object], season: int) -> bytes:
    """Face-down decrees that are certain to come; all others are left to chance. [KO-SETUP-06]"""
    coming = [NOT_DRAWN] * len(SEASONS)
    for name, value in dict_of("coming", position.get("coming", {})).items():
        of = word_of("coming", name, SEASONS)
        if of <= season:
            raise PositionError(f"coming: the decree of {name} is no longer to come")
        coming[of] = decree_of(cards, options, f"coming.{name}", value, of)
    return bytes(coming)


# -- branch cards -----------------------------------------------------------------------------


def lay_out_branches(state: Kodama, position: dict[str, object]) -> None:
    """Display, deck and removed cards; every branch card is somewhere exactly once."""
    cards = state.cards
    free = bytes(range(BRANCHES))
    for seat, player in enumerate(state.players):
        grown = bytes(card.card for card in player.tree.cards[1:])
        free = without(cards, free, grown, f"{seat_letter(seat)}.tree")
    if state.frame.kind in (ONTO, SPOT) and state.frame.a == DECK:
        free = without(cards, free, bytes([state.frame.b]), "frames")
    removed = read_branches(cards, "removed", position.get("removed", []))
    free = without(cards, free, removed, "removed")
    top = read_branches(cards, "deck_top", position.get("deck_top", []))
    if "display" in position:
        display = read_branches(cards, "display", position["display"])
    else:
        kept = read_branches(cards, "deck", position.get("deck", [])) + top
        display = bytes(card for card in free if card not in kept)[: state.display_size]
    if len(display) > MOST_ON_DISPLAY:
        raise PositionError(f"display: has more than {MOST_ON_DISPLAY} cards")
    free = without(cards, free, display, "display")
    deck = free
    if "deck" in position:
        deck = bytes(sorted(read_branches(cards, "deck", position["deck"])))
        free = without(cards, free, deck, "deck")
        if free and "removed" in position:
            raise PositionError(f"deck: {', '.join(names(cards, free))} would be nowhere")
        removed += free
    without(cards, deck, top, "deck_top")
    state.display, state.deck, state.deck_top, state.removed = display, deck, top, removed


def read_branches(cards: Cards, field: str, value: object) -> bytes:
    found: list[int] = []
    for name in list_of(field, value):
        if name not in cards.ids[:BRANCHES]:
            raise PositionError(f"{field}: there is no branch card {name!r}")
        found.append(cards.card_number(name))
    if len(set(found)) != len(found):
        raise PositionError(f"{field}: names a card twice")
    return bytes(found)


def without(cards: Cards, free: bytes, taken: bytes, field: str) -> bytes:
    for card in taken:
        if card not in free:
            raise PositionError(f"{field}: {cards.ids[card]} is elsewhere already")
    return bytes(card for card in free if card not in taken)


# -- the open question ------------------------------------------------------------------------


def ask(state: Kodama, position: dict[str, object], phase: str) -> None:
    """Who has to answer what."""
    if phase == "over":
        if position.get("asked") is not None:
            raise PositionError("asked: the game is over, nobody is asked")
        state.turn = state.seats
        return
    order = [seat_at(state, turn) for turn in range(state.seats)]
    if "turn" in position:
        state.turn = number_of("turn", position["turn"], 0, state.seats - 1)
    elif "asked" in position:
        state.turn = order.index(seat_of("asked", position["asked"], state.seats))
    state.asked = order[state.turn]
    if "asked" in position and seat_of("asked", position["asked"], state.seats) != state.asked:
        letter = seat_letter(state.asked)
        raise PositionError(f"asked: in this turn it must be {letter}")
    state.frame = read_frames(position, phase)


def read_frames(position: dict[str, object], phase: str) -> Frame:
    usual = [FRAMES[KODAMA if phase == "kodama" else PICK]]
    frames = list_of("frames", position.get("frames", usual))
    try:
        frame = frames_from_text(cast("list[str]", frames), FRAMES)
    except (TypeError, ValueError, AttributeError, OverflowError) as unreadable:
        raise PositionError(f"frames: {unreadable}") from None
    kinds = [str(text).partition(" ")[0] for text in frames]
    expected = ["KODAMA"] if phase == "kodama" else ["PICK", "ONTO", "SPOT"][: len(kinds)]
    if frame is None or kinds != expected or frames != frames_as_text(frame, FRAMES):
        raise PositionError("frames: PICK, then ONTO, then SPOT; or KODAMA in the Kodama Phase")
    if kinds[0] != frames[0] or not 0 <= frame.b < BRANCHES:
        raise PositionError("frames: PICK and KODAMA have no numbers, ONTO and SPOT have a card")
    return (
        frame if frame.kind in (ONTO, SPOT) else KODAMA_FRAME if phase == "kodama" else PICK_FRAME
    )


def check_question(state: Kodama) -> None:
    """The open question must be one that play can lead to."""
    frame = state.frame
    if frame.kind == PICK:
        if not state.display and not (may_pick_deck(state) and state.deck):
            raise PositionError("display: there is no card to take")
        return
    if frame.kind == KODAMA:
        return
    onto = frame if frame.kind == ONTO else frame.below
    assert onto is not None
    check_picked(state, onto)
    if frame.kind == SPOT:
        if (frame.a, frame.b) != (onto.a, onto.b):
            raise PositionError("frames: SPOT is about the card that was picked")
        wide = 0 if standard_parents(state, frame.b) else 1
        size = state.players[state.asked].tree.size
        parents = offered_parents(state, frame.b)
        if not 0 <= frame.c < size or not parents >> frame.c & 1 or frame.d != wide:
            raise PositionError("frames: SPOT names a card that has no offered spot")


def check_picked(state: Kodama, onto: Frame) -> None:
    """The picked card is the one in its slot, or came from the deck under its decree."""
    if onto.c or onto.d:
        raise PositionError("frames: ONTO holds a slot and a card")
    if onto.a == DECK:
        if not may_pick_deck(state) or not 0 <= onto.b < BRANCHES:
            raise PositionError("frames: no card may be taken from the deck now")
        return
    if not 0 <= onto.a < len(state.display) or state.display[onto.a] != onto.b:
        raise PositionError("frames: the picked card is not in that slot of the display")
    if not offered_parents(state, onto.b):
        raise PositionError("frames: the picked card has no offered spot")
