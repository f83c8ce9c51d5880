"""Any position of Shintoh as JSON: written by hand or by `save`, checked by `load`.

Offering cards are written by influence, strongest first: "3211" is one rice, one sake, two salts.
What a position leaves out gets its usual value: hands 3211, a salt as Harvest Card, an empty
Discard, every other offering in the Offering Pile, every god not mentioned in the God Pile,
nobody's face-down god a treasure, everybody in the competition, the dealer to move.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.fields import dict_of, flag_of, refuse_unknown, rng_of, seat_of
from kamiza.core.frame import frames_as_text
from kamiza.core.game import PositionError, save_rng
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    GODS,
    KIND_CARDS,
    MIRROR,
    NO_GOD,
    NOTHING,
    RICE,
    SAKE,
    SALT,
    STARTING_HAND,
    SWORD,
    TREASURES,
    Cards,
    count,
    digits,
    god_count,
    size,
    worth,
)
from kamiza.games.shintoh.setup import check_setup, read_options, write_options
from kamiza.games.shintoh.state import (
    FRAME_OF,
    FRAMES,
    GIVE,
    MIRROR_PICK,
    SWORD_TARGET,
    TURN_FRAME,
    Player,
    Shintoh,
    highest_other,
    total,
)
from kamiza.games.shintoh.treasures import has_pile, has_victim, is_spent, owns

FIELDS: Final = (
    "game", "seats", "options", "asked", "frames", "dealer", "altar", "gods_left", "gods_top",
    "pile", "pile_top", "harvest", "discard", "used", "players", "rng",
)  # fmt: skip
PLAYER_FIELDS: Final = ("hand", "known", "placed", "in", "gods", "face_down", "role_taken")


# -- writing ----------------------------------------------------------------------------------


def save(state: Shintoh) -> dict[str, object]:
    """The whole position; `load` gives the same state back."""
    cards = state.cards
    return {
        "game": "shintoh",
        "seats": state.seats,
        "options": write_options(state.options),
        "asked": None if state.asked == NOBODY else seat_letter(state.asked),
        "frames": frames_as_text(state.frame, FRAMES),
        "dealer": seat_letter(state.dealer),
        "altar": None if state.altar == NO_GOD else cards.god_ids[state.altar],
        "gods_left": cards.names(state.gods_left),
        "gods_top": [cards.god_ids[god] for god in state.gods_top],
        "pile": digits(state.pile),
        "pile_top": "".join("321"[kind] for kind in state.pile_top),
        "harvest": digits(state.harvest),
        "discard": digits(state.discard),
        "used": cards.names(TREASURES & ~state.unused),
        "players": {
            seat_letter(seat): save_player(state, seat, player)
            for seat, player in enumerate(state.players)
        },
        "rng": save_rng(state.rng),
    }


def save_player(state: Shintoh, seat: int, player: Player) -> dict[str, object]:
    return {
        "hand": digits(player.hand),
        "known": digits(player.known),
        "placed": digits(player.placed),
        "in": state.contenders >> seat & 1 == 1,
        "gods": state.cards.names(player.face_up()),
        "face_down": None if player.hidden == NO_GOD else state.cards.god_ids[player.hidden],
        "role_taken": player.role_taken,
    }


# -- reading ----------------------------------------------------------------------------------


def load(cards: Cards, position: dict[str, object]) -> Shintoh:
    """The state of a position; a PositionError names what cannot be."""
    refuse_unknown("the position", position, FIELDS)
    seats = read_seats(position)
    options = dict_of("options", position.get("options", {}))
    illegal = check_setup(seats, options)
    if illegal is not None:
        raise PositionError(f"options: refused by {illegal.rule} {illegal.facts or ''}".rstrip())
    typed_options = read_options(options)
    entries = dict_of("players", position.get("players", {}))
    refuse_unknown("players", entries, tuple(LETTERS[:seats]))
    players = []
    contenders = 0
    for seat in range(seats):
        letter = seat_letter(seat)
        entry = dict_of(letter, entries.get(letter, {}))
        players.append(read_player(cards, letter, entry, typed_options.open_book))
        contenders |= 1 << seat if flag_of(f"{letter}.in", entry.get("in", True)) else 0
    state = Shintoh(
        cards, typed_options, seats, players, rng_of(position), NOBODY, TURN_FRAME, NOTHING, b"",
        read_cards("harvest", position.get("harvest", "1")),
        read_cards("discard", position.get("discard", "")), 0, b"", NO_GOD,
        TREASURES & ~read_used(cards, position), 0, contenders, 0, 0,
    )  # fmt: skip
    place_gods(state, position, entries)
    check_used(state)
    place_offerings(state, position)
    ask(state, position)
    return state


def read_seats(position: dict[str, object]) -> int:
    if position.get("game", "shintoh") != "shintoh":
        raise PositionError(f"game: this is a position of {position['game']!r}, not of shintoh")
    seats = position.get("seats")
    if not isinstance(seats, int):
        raise PositionError("seats: say how many players there are")
    return seats


def read_player(cards: Cards, letter: str, entry: dict[str, object], open_book: bool) -> Player:
    refuse_unknown(letter, entry, PLAYER_FIELDS)
    hand = read_cards(f"{letter}.hand", entry.get("hand", digits(STARTING_HAND)))
    known = read_cards(f"{letter}.known", entry.get("known", digits(hand)))
    for card in KIND_CARDS:
        if count(known, card) > count(hand, card):
            raise PositionError(f"{letter}.known: names cards that are not in the hand")
    taken = flag_of(f"{letter}.role_taken", entry.get("role_taken", open_book))
    if open_book and not taken:
        raise PositionError(f"{letter}.role_taken: in an open-book game every role card is taken")
    placed = read_cards(f"{letter}.placed", entry.get("placed", ""))
    if placed != NOTHING and not flag_of(f"{letter}.in", entry.get("in", True)):
        raise PositionError(f"{letter}.placed: a player who is out has nothing laid")
    gods = read_gods(cards, f"{letter}.gods", entry.get("gods", []))
    return Player(hand, placed, known, gods, NO_GOD, taken)


def place_gods(state: Shintoh, position: dict[str, object], entries: dict[str, object]) -> None:
    """Altar, face-down gods and God Pile; every god is somewhere exactly once. [OF-NUM-12]"""
    cards = state.cards
    free: i64 = ALL_GODS
    for seat, player in enumerate(state.players):
        free = take_gods(cards, free, player.gods, f"{seat_letter(seat)}.gods")
    hidden = read_hidden(state, entries)
    for seat, god in enumerate(hidden):
        if god != NO_GOD and god >= 0:
            free = take_gods(cards, free, 1 << god, f"{seat_letter(seat)}.face_down")
    pile = None
    if "gods_left" in position:
        pile = read_gods(cards, "gods_left", position["gods_left"])
        free = take_gods(cards, free, pile, "gods_left")
    top = read_order(cards, "gods_top", position.get("gods_top", []))
    kept = sum(1 << god for god in top) if pile is None else 0
    altar = NO_GOD
    if position.get("altar") is not None:
        altar = read_god(cards, "altar", position["altar"])
        free = take_gods(cards, free, 1 << altar, "altar")
    for seat, player in enumerate(state.players):
        god = hidden[seat]
        if god < 0:  # not told: the first god left that is no treasure
            god = lowest_god(free & ~TREASURES & ~kept, f"{seat_letter(seat)}.face_down")
            free &= ~(1 << god)
        player.hidden = god
        if god != NO_GOD:
            player.gods |= 1 << god
    if "altar" not in position:
        altar = top[0] if top and pile is None else lowest_god(free & ~kept, "altar")
        top = top[1:] if top and pile is None else top
        free &= ~(1 << altar)
    state.altar = altar
    state.gods_left = free if pile is None else pile
    if pile is not None and free:
        raise PositionError(f"gods_left: {', '.join(cards.names(free))} would be nowhere")
    for god in top:
        if not state.gods_left >> god & 1:
            raise PositionError(f"gods_top: {cards.god_ids[god]} is not in the God Pile")
    state.gods_top = bytes(top)
    if altar == NO_GOD and state.gods_left:
        raise PositionError("altar: it is empty only when the game is over")


def read_hidden(state: Shintoh, entries: dict[str, object]) -> list[int]:
    """Each face-down god: a number, NO_GOD for none, -1 where the position is silent."""
    hidden = []
    for seat in range(state.seats):
        letter = seat_letter(seat)
        entry = cast("dict[str, object]", entries.get(letter, {}))
        if "face_down" not in entry:
            hidden.append(-1)
        elif entry["face_down"] is None or entry["face_down"] == "":
            hidden.append(NO_GOD)
        else:
            god = read_god(state.cards, f"{letter}.face_down", entry["face_down"])
            if god >= GODS - 3 and not state.unused >> god & 1:
                raise PositionError(f"{letter}.face_down: a used treasure lies face up")
            hidden.append(god)
    return hidden


def check_used(state: Shintoh) -> None:
    """A used treasure lies sideways in front of its owner. [OF-TRE-03]"""
    owned: i64 = 0
    for player in state.players:
        owned |= player.gods
    unowned = TREASURES & ~state.unused & ~owned
    if unowned:
        raise PositionError(f"used: nobody owns {', '.join(state.cards.names(unowned))}")


def place_offerings(state: Shintoh, position: dict[str, object]) -> None:
    """The Offering Pile is what is left, or what the position says. [OF-NUM-12]"""
    if size(state.harvest) > 1:
        raise PositionError("harvest: there is one Harvest Card at most")
    left = {card: count(ALL_OFFERINGS, card) for card in KIND_CARDS}
    piles = [state.harvest, state.discard]
    for player in state.players:
        piles += [player.hand, player.placed]
    for pile in piles:
        for card in KIND_CARDS:
            left[card] -= count(pile, card)
    if min(left.values()) < 0:
        raise PositionError("there are more than 5 rice, 10 sake or 15 salt in this position")
    rest = left[RICE] * RICE + left[SAKE] * SAKE + left[SALT] * SALT
    state.pile = rest
    if "pile" in position and read_cards("pile", position["pile"]) != rest:
        raise PositionError(
            f"pile: with the other cards given it must be {digits(rest) or 'empty'}"
        )
    text = text_of_cards("pile_top", position.get("pile_top", ""))
    state.pile_top = bytes("321".index(digit) for digit in text)
    for index, card in enumerate(KIND_CARDS):
        if state.pile_top.count(index) > count(rest, card):
            raise PositionError("pile_top: names cards that are not in the Offering Pile")
    if rest == NOTHING and state.discard != NOTHING:
        raise PositionError("discard: with an empty Offering Pile it would have been reshuffled")
    if rest != NOTHING and state.harvest == NOTHING:
        raise PositionError("harvest: with cards in the Offering Pile there is a Harvest Card")


def ask(state: Shintoh, position: dict[str, object]) -> None:
    """Who has to answer what."""
    state.dealer = seat_of(
        "dealer", position.get("dealer", position.get("asked", "A")), state.seats
    )
    if state.altar == NO_GOD:
        check_end(state, position)
        state.contenders = 0
        return
    state.asked = seat_of("asked", position.get("asked", seat_letter(state.dealer)), state.seats)
    if not state.contenders >> state.asked & 1:
        raise PositionError("asked: this player is out of the competition")
    if state.contenders & (state.contenders - 1) == 0:
        raise PositionError("players: a competition goes on between two players at least")
    frames = position.get("frames", ["TURN"])
    stacks = [frames_as_text(frame, FRAMES) for frame in FRAME_OF]
    if frames not in stacks:
        raise PositionError("frames: TURN, or TURN and one of GIVE, MIRROR_PICK, SWORD_TARGET")
    state.frame = FRAME_OF[stacks.index(cast("list[str]", frames))]
    state.bar = highest_other(state, state.asked)
    check_totals(state)
    check_question(state)


def check_end(state: Shintoh, position: dict[str, object]) -> None:
    """Without an Altar Card the game is over: all is open and nothing is laid. [OF-END-01]"""
    if position.get("asked") is not None:
        raise PositionError("asked: the game is over, nobody is asked")
    for seat, player in enumerate(state.players):
        if player.hidden != NO_GOD:
            raise PositionError(f"{seat_letter(seat)}.face_down: at the end every god lies face up")
        if player.placed != NOTHING:
            raise PositionError(f"{seat_letter(seat)}.placed: at the end nothing is laid")


def check_totals(state: Shintoh) -> None:
    """Every dedication went above all others, so no two players have laid the same. [OF-DED-03]"""
    laid = [total(player) for seat, player in enumerate(state.players) if seat != state.asked]
    for amount in laid:
        if amount > 0 and laid.count(amount) > 1:
            raise PositionError(f"players: two players cannot both have laid {amount}")


def check_question(state: Shintoh) -> None:
    """The open question must be one that play can lead to."""
    player = state.players[state.asked]
    kind = state.frame.kind
    if kind == GIVE:
        if player.placed == NOTHING:
            raise PositionError("frames: GIVE begins with a card laid")
        if total(player) + worth(player.hand) <= state.bar:
            raise PositionError("frames: this dedication can never be finished")
    elif total(player) > 0 and total(player) >= state.bar:
        raise PositionError("asked: a player to move is never already the highest")
    if kind == MIRROR_PICK and not (has_used(state, MIRROR) and has_pile(state)):
        raise PositionError("frames: MIRROR_PICK needs one's own Mirror, used, and a pile")
    if kind == SWORD_TARGET and not (has_used(state, SWORD) and has_victim(state)):
        raise PositionError("frames: SWORD_TARGET needs one's own Sword used and a victim")


def has_used(state: Shintoh, treasure: int) -> bool:
    return owns(state.players[state.asked], treasure) and is_spent(state, treasure)


# -- single values ----------------------------------------------------------------------------


def text_of_cards(field: str, value: object) -> str:
    if not isinstance(value, str) or value.strip("123"):
        raise PositionError(f"{field}: write offerings as digits, 3 rice, 2 sake, 1 salt")
    return value


def read_cards(field: str, value: object) -> int:
    text = text_of_cards(field, value)
    rice, sake, salt = text.count("3"), text.count("2"), text.count("1")
    if rice > 5 or sake > 10 or salt > 15:
        raise PositionError(f"{field}: there are only 5 rice, 10 sake and 15 salt")
    return rice * RICE + sake * SAKE + salt * SALT


def read_god(cards: Cards, field: str, value: object) -> int:
    if not isinstance(value, str) or value not in cards.god_ids:
        raise PositionError(f"{field}: there is no god {value!r}")
    return cards.god_number(value)


def read_order(cards: Cards, field: str, value: object) -> list[int]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list of gods")
    gods = [read_god(cards, field, god) for god in value]
    if len(set(gods)) != len(gods):
        raise PositionError(f"{field}: names a god twice")
    return gods


def read_gods(cards: Cards, field: str, value: object) -> int:
    return sum(1 << god for god in read_order(cards, field, value))


def read_used(cards: Cards, position: dict[str, object]) -> int:
    used = read_gods(cards, "used", position.get("used", []))
    if used & ~TREASURES:
        raise PositionError("used: only jewel, mirror and sword can be used")
    return used


def take_gods(cards: Cards, free: i64, gods: i64, field: str) -> i64:
    if gods & ~free:
        raise PositionError(f"{field}: {', '.join(cards.names(gods & ~free))} is elsewhere already")
    return free & ~gods


def lowest_god(gods: i64, field: str) -> int:
    if gods == 0 or god_count(gods) == 0:
        raise PositionError(f"{field}: no god is left for it")
    god = 0
    while not gods >> god & 1:
        god += 1
    return god
