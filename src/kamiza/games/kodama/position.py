"""Any position of Kodama as JSON: written by hand or by `save`, checked by `load`.

What a position leaves out gets its usual value: bare trunks from TR1 on, Kodama from K01 on, no
points, Spring, the first turn of the first round, seat A first, no decree in force, the lowest
branch cards on display and all others in the deck. Trees may have more cards than the season
allows, so that a puzzle can show any tree; every card must be legal where it lies.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.frame import Frame, frames_as_text, frames_from_text
from kamiza.core.game import PositionError, load_rng, save_rng
from kamiza.core.rng import Rng, fast_rng
from kamiza.games.kodama.cards import (
    BRANCHES,
    NO_CARD,
    NO_DECREE,
    SEASONS,
    SPIRITS,
    TRUNKS,
    Cards,
    spirit_count,
)
from kamiza.games.kodama.decrees import conversion_under, limit_under, size_under
from kamiza.games.kodama.growing import offered_parents, standard_parents
from kamiza.games.kodama.seasons import seat_at
from kamiza.games.kodama.setup import check_setup, read_options, write_options
from kamiza.games.kodama.shapes import bit
from kamiza.games.kodama.sketches import read_tree, tree_as_texts
from kamiza.games.kodama.state import (
    CARD_BITS,
    DECK,
    FRAMES,
    HAND,
    KODAMA,
    KODAMA_FRAME,
    NOT_DRAWN,
    ONTO,
    PICK,
    PICK_FRAME,
    ROUNDS,
    SEASON_BITS,
    SPOT,
    Kodama,
    Options,
    Player,
    in_season,
    may_pick_deck,
    scored_card,
    scored_points,
    scored_set,
)
from kamiza.games.kodama.trees import Tree, trunk_of

FIELDS: Final = (
    "game", "seats", "options", "phase", "season", "round", "turn", "first", "asked", "frames",
    "decree", "past", "coming", "limit", "display_size", "display", "deck", "deck_top", "removed",
    "players", "rng",
)  # fmt: skip
PLAYER_FIELDS: Final = ("tree", "hand", "score", "base", "bonus", "scored", "last")
PHASES: Final = ("growing", "kodama", "over")
MOST_POINTS: Final = 9999
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
        "options": write_options(state.options),
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
    phase = choice("phase", position.get("phase", PHASES[0]), PHASES)
    season = SEASONS.index(choice("season", position.get("season", default_season(phase)), SEASONS))
    over = phase == "over"
    if over and season != len(SEASONS) - 1:
        raise PositionError("season: the game is over after Fall")
    decree = read_decree(cards, options, position.get("decree"), season, over)
    effect = None if decree == NO_DECREE else cards.effects[decree]
    conversion = conversion_under(effect)
    state = Kodama(
        cards, options, seats, read_players(cards, position, seats, conversion),
        read_rng(position), NOBODY, KODAMA_FRAME, season,
        read_round(position, phase), 0, read_seat("first", position.get("first", "A"), seats),
        decree, read_past(cards, options, position, season, over),
        read_coming(cards, options, position, season), conversion,
        whole("limit", position.get("limit", limit_under(effect)), 0, 99),
        whole("display_size", position.get("display_size", size_under(effect)), 1, MOST_ON_DISPLAY),
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


def read_table_options(position: dict[str, object], seats: int) -> Options:
    options = dict_of("options", position.get("options", {}))
    illegal = check_setup(seats, options)
    if illegal is not None:
        raise PositionError(f"options: refused by {illegal.rule} ({illegal.facts['code']})")
    return read_options(options)


def read_round(position: dict[str, object], phase: str) -> int:
    round_ = whole("round", position.get("round", 1 if phase == "growing" else ROUNDS), 1, ROUNDS)
    if phase == "growing":
        return round_ - 1
    if round_ != ROUNDS:
        raise PositionError(f"round: the Kodama Phase follows round {ROUNDS}")
    return ROUNDS


# -- decrees ----------------------------------------------------------------------------------


def read_decree(cards: Cards, options: Options, value: object, season: int, over: bool) -> int:
    """The decree in force; a position may have none. [KO-DEC-01] [KO-OPT-04]"""
    if value is None:
        return NO_DECREE
    if over:
        raise PositionError("decree: none is in force when the game is over")
    return decree_of(cards, options, "decree", value, season)


def decree_of(cards: Cards, options: Options, field: str, value: object, season: int) -> int:
    if not isinstance(value, str) or value not in cards.decree_ids:
        raise PositionError(f"{field}: there is no decree {value!r}")
    if not options.decrees:
        raise PositionError(f"{field}: this table plays without decrees")
    decree = cards.decree_ids.index(value)
    if decree not in cards.decree_pool(options.edition, season):
        raise PositionError(f"{field}: {value} is no decree of {SEASONS[season]} at this table")
    return decree


def read_past(
    cards: Cards, options: Options, position: dict[str, object], season: int, over: bool
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


def read_coming(cards: Cards, options: Options, position: dict[str, object], season: int) -> bytes:
    """Face-down decrees that are certain to come; all others are left to chance. [KO-SETUP-06]"""
    coming = [NOT_DRAWN] * len(SEASONS)
    for name, value in dict_of("coming", position.get("coming", {})).items():
        of = SEASONS.index(choice("coming", name, SEASONS))
        if of <= season:
            raise PositionError(f"coming: the decree of {name} is no longer to come")
        coming[of] = decree_of(cards, options, f"coming.{name}", value, of)
    return bytes(coming)


# -- players ----------------------------------------------------------------------------------


def read_players(
    cards: Cards, position: dict[str, object], seats: int, conversion: int
) -> list[Player]:
    """Trees and points; hands come later, when it is known how many cards they need."""
    entries = dict_of("players", position.get("players", {}))
    refuse_unknown("players", entries, tuple(LETTERS[:seats]))
    trees: dict[str, Tree] = {}
    for letter in LETTERS[:seats]:
        entry = dict_of(letter, entries.get(letter, {}))
        refuse_unknown(letter, entry, PLAYER_FIELDS)
        if "tree" in entry:
            trees[letter] = read_tree(cards, f"{letter}.tree", entry["tree"], conversion)
    taken = [trunk_of(tree) for tree in trees.values()]
    if len(set(taken)) != len(taken):
        raise PositionError("players: two players have the same trunk")
    free = [trunk for trunk in range(BRANCHES, BRANCHES + TRUNKS) if trunk not in taken]
    players: list[Player] = []
    for letter in LETTERS[:seats]:
        if letter not in trees:
            bare = [cards.ids[free.pop(0)]]
            trees[letter] = read_tree(cards, f"{letter}.tree", bare, conversion)
        entry = cast("dict[str, object]", entries.get(letter, {}))
        players.append(read_player(cards, letter, entry, trees[letter]))
    return players


def read_player(cards: Cards, letter: str, entry: dict[str, object], tree: Tree) -> Player:
    base = read_points(f"{letter}.base", entry.get("base", [0, 0, 0]), len(SEASONS))
    bonus = read_points(f"{letter}.bonus", entry.get("bonus", [0, 0, 0]), len(SEASONS))
    last = read_points(f"{letter}.last", entry.get("last", [0, 0]), 2)
    scored, kodama = read_scored(cards, letter, entry)
    known = sum(base) + sum(bonus) + kodama
    score = whole(f"{letter}.score", entry.get("score", known), 0, MOST_POINTS)
    if score < known:
        raise PositionError(f"{letter}.score: is less than what was scored ({known})")
    return Player(
        tree, 0, score, by_season(base), by_season(bonus), scored, last[0], last[1]
    )  # fmt: skip


def by_season(points: list[int]) -> int:
    return sum(number << season * SEASON_BITS for season, number in enumerate(points))


def read_points(field: str, value: object, size: int) -> list[int]:
    found = [whole(field, number, 0, MOST_POINTS) for number in list_of(field, value)]
    if len(found) != size:
        raise PositionError(f"{field}: must be {size} numbers")
    return found


def read_scored(cards: Cards, letter: str, entry: dict[str, object]) -> tuple[int, int]:
    """The Kodama scored so far, packed, and their points."""
    field = f"{letter}.scored"
    scored = total = 0
    used: list[str] = []
    for name, value in dict_of(field, entry.get("scored", {})).items():
        season = SEASONS.index(choice(field, name, SEASONS))
        kodama, _, points = value.partition(" ") if isinstance(value, str) else ("", "", "")
        if kodama not in cards.spirit_ids or not points.isdecimal() or int(points) > 255:
            raise PositionError(f"{field}: write a Kodama and its points as 'K07 16'")
        if kodama in used:
            raise PositionError(f"{field}: {kodama} is scored twice")
        used.append(kodama)
        number = cards.spirit_ids.index(kodama) + 1 | int(points) << CARD_BITS
        scored |= number << season * SEASON_BITS
        total += int(points)
    return scored, total


def read_hands(state: Kodama, entries: dict[str, object]) -> None:
    """Kodama in hands; every card is somewhere at most once. [KO-SETUP-05] [KO-SPROUT-02]"""
    free = state.cards.kodama_pool(state.options.edition)
    free |= sum(bit(sprout) for sprout in range(23, SPIRITS))
    for seat, player in enumerate(state.players):
        check_scored(state, seat)
        free = take(state, free, scored_set(player.scored), f"{seat_letter(seat)}.scored")
    silent: list[int] = []
    for seat, player in enumerate(state.players):
        letter = seat_letter(seat)
        entry = cast("dict[str, object]", entries.get(letter, {}))
        if "hand" not in entry:
            silent.append(seat)
            continue
        player.hand = read_hand(state, f"{letter}.hand", entry["hand"])
        free = take(state, free, player.hand, f"{letter}.hand")
    for seat in silent:
        state.players[seat].hand = usual_hand(state, seat, free)
        free &= ~state.players[seat].hand
    for seat in range(state.seats):
        check_hand(state, seat)


def read_hand(state: Kodama, field: str, value: object) -> int:
    hand = 0
    for kodama in list_of(field, value):
        if kodama not in state.cards.spirit_ids:
            raise PositionError(f"{field}: there is no Kodama {kodama!r}")
        card = bit(state.cards.spirit_ids.index(kodama))
        if hand & card:
            raise PositionError(f"{field}: names {kodama} twice")
        hand |= card
    return hand


def take(state: Kodama, free: int, cards: int, field: str) -> int:
    if cards & ~free:
        gone = ", ".join(state.cards.spirit_names(cards & ~free))
        raise PositionError(f"{field}: {gone} cannot be there, it is elsewhere or not in the game")
    return free & ~cards


def has_chosen(state: Kodama, seat: int) -> bool:
    """Has the seat had its choice in the Kodama Phase that is going on or over?"""
    if state.asked == NOBODY:
        return True
    if state.round < ROUNDS:
        return False
    return seat in [seat_at(state, turn) for turn in range(state.turn)]


def choices_left(state: Kodama, seat: int) -> int:
    """How many Kodama the seat still has to score."""
    return len(SEASONS) - state.season - (1 if has_chosen(state, seat) else 0)


def own_set(state: Kodama, seat: int) -> int:
    """The cards a seat may have at all: the Sprouts of its letter, or any Kodama."""
    if seat in state.options.sprouts:
        return state.cards.sprout_set(state.options.sprouts[seat])
    return state.cards.kodama_pool(state.options.edition)


def usual_hand(state: Kodama, seat: int, free: int) -> int:
    """The lowest cards that are free, as many as there should be now."""
    wanted = choices_left(state, seat) + (0 if seat in state.options.sprouts else 1)
    hand = 0
    for card in range(SPIRITS):
        if own_set(state, seat) & free & bit(card) and spirit_count(hand) < wanted:
            hand |= bit(card)
    return hand


def check_hand(state: Kodama, seat: int) -> None:
    letter = seat_letter(seat)
    player = state.players[seat]
    used = scored_set(player.scored)
    if (player.hand | used) & ~own_set(state, seat):
        raise PositionError(f"{letter}.hand: has a card that was not dealt to this seat")
    dealt = len(SEASONS) if seat in state.options.sprouts else HAND
    if spirit_count(player.hand) + spirit_count(used) > dealt:
        raise PositionError(f"{letter}.hand: with those scored it has more than {dealt} cards")
    if spirit_count(player.hand) < choices_left(state, seat):
        raise PositionError(f"{letter}.hand: too few cards for the seasons to come")


def check_scored(state: Kodama, seat: int) -> None:
    """Nothing is scored in a season before its Kodama Phase."""
    first_open = state.season + (1 if has_chosen(state, seat) else 0)
    for season in range(first_open, len(SEASONS)):
        if scored_card(state.players[seat].scored, season) != NO_CARD:
            letter = seat_letter(seat)
            raise PositionError(f"{letter}.scored: {SEASONS[season]} is not scored yet")


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
        state.turn = whole("turn", position["turn"], 0, state.seats - 1)
    elif "asked" in position:
        state.turn = order.index(read_seat("asked", position["asked"], state.seats))
    state.asked = order[state.turn]
    if "asked" in position and read_seat("asked", position["asked"], state.seats) != state.asked:
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
    if not kinds[0] == frames[0]:
        raise PositionError(f"frames: {kinds[0]} has no numbers")
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


# -- single values ----------------------------------------------------------------------------


def refuse_unknown(where: str, entry: dict[str, object], fields: tuple[str, ...]) -> None:
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of kodama")


def dict_of(field: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast("dict[str, object]", value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return value


def choice(field: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise PositionError(f"{field}: must be one of {', '.join(allowed)}")
    return value


def whole(field: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def read_seat(field: str, value: object, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")


def read_rng(position: dict[str, object]) -> Rng:
    return load_rng(position["rng"]) if "rng" in position else fast_rng(0)
