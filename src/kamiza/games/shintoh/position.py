"""Any position of Shintoh: what follows where it is silent, and what cannot be.

The fields themselves are in `table.py`.
"""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.kinds import read_seat
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given, Json
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    JEWEL,
    KIND_CARDS,
    MIRROR,
    NO_GOD,
    NOTHING,
    RICE,
    SAKE,
    SALT,
    SWORD,
    TREASURES,
    Cards,
    count,
    digits,
    influence_of,
    size,
)
from kamiza.games.shintoh.rules.treasures import has_pile, has_victim, is_spent, owns
from kamiza.games.shintoh.table import (
    FRAME_OF,
    GIVE,
    MIRROR_PICK,
    SWORD_TARGET,
    TURN,
    Player,
    Shintoh,
    highest_other,
    total,
)


def complete(state: Shintoh, position: Json, given: Given) -> None:
    """What follows from what the position says; a PositionError names what cannot be."""
    for seat, player in enumerate(state.players):
        complete_player(state, seat, player, given)
    place_gods(state, given)
    check_used(state)
    place_offerings(state, given)
    ask(state, position)


def complete_player(state: Shintoh, seat: int, player: Player, given: Given) -> None:
    letter = seat_letter(seat)
    if not given.has("known", seat):
        player.known = player.hand
    for card in KIND_CARDS:
        if count(player.known, card) > count(player.hand, card):
            raise PositionError(f"{letter}.known: names cards that are not in the hand")
    if not given.has("role_taken", seat):
        player.role_taken = state.settings.open_book
    if state.settings.open_book and not player.role_taken:
        raise PositionError(f"{letter}.role_taken: in an open-book game every role card is taken")
    if player.placed != NOTHING and not state.contenders >> seat & 1:
        raise PositionError(f"{letter}.placed: a player who is out has nothing laid")


# -- gods -------------------------------------------------------------------------------------


def place_gods(state: Shintoh, given: Given) -> None:
    """Altar, face-down gods and God Pile; every god is somewhere exactly once. [OF-NUM-12]"""
    free = take_owned(state)
    if given.has("gods_left"):
        free = take_gods(state.cards, free, state.gods_left, "gods_left")
    if state.altar != NO_GOD:
        free = take_gods(state.cards, free, 1 << state.altar, "altar")
    kept = 0 if given.has("gods_left") else sum(1 << god for god in state.gods_top)
    for seat, player in enumerate(state.players):
        if not given.has("face_down", seat):
            god = lowest_god(free & ~TREASURES & ~kept, f"{seat_letter(seat)}.face_down")
            free &= ~(1 << god)
            player.hidden = god
            player.gods |= 1 << god
    if not given.has("altar"):
        free = raise_to_altar(state, free, kept)
    if not given.has("gods_left"):
        state.gods_left = free
    elif free:
        raise PositionError(f"gods_left: {', '.join(state.cards.names(free))} would be nowhere")
    check_god_pile(state)


def take_owned(state: Shintoh) -> i64:
    """The gods that no player has, after checking that nobody shares one."""
    free: i64 = ALL_GODS
    for seat, player in enumerate(state.players):
        free = take_gods(state.cards, free, player.face_up(), f"{seat_letter(seat)}.gods")
    for seat, player in enumerate(state.players):
        if player.hidden != NO_GOD:
            field = f"{seat_letter(seat)}.face_down"
            if player.hidden >= JEWEL and not state.unused >> player.hidden & 1:
                raise PositionError(f"{field}: a used treasure lies face up")
            free = take_gods(state.cards, free, 1 << player.hidden, field)
    return free


def raise_to_altar(state: Shintoh, free: i64, kept: int) -> i64:
    """The first god that comes, or the first one free, is the Altar Card."""
    if kept:
        state.altar = state.gods_top[0]
        state.gods_top = state.gods_top[1:]
    else:
        state.altar = lowest_god(free & ~kept, "altar")
    return free & ~(1 << state.altar)


def check_god_pile(state: Shintoh) -> None:
    for god in state.gods_top:
        if not state.gods_left >> god & 1:
            raise PositionError(f"gods_top: {state.cards.god_ids[god]} is not in the God Pile")
    if state.altar == NO_GOD and state.gods_left:
        raise PositionError("altar: it is empty only when the game is over")


def check_used(state: Shintoh) -> None:
    """A used treasure lies sideways in front of its owner. [OF-TRE-03]"""
    owned: i64 = 0
    for player in state.players:
        owned |= player.gods
    unowned = TREASURES & ~state.unused & ~owned
    if unowned:
        raise PositionError(f"used: nobody owns {', '.join(state.cards.names(unowned))}")


def take_gods(cards: Cards, free: i64, gods: i64, field: str) -> i64:
    if gods & ~free:
        raise PositionError(f"{field}: {', '.join(cards.names(gods & ~free))} is elsewhere already")
    return free & ~gods


def lowest_god(gods: i64, field: str) -> int:
    if gods == 0:
        raise PositionError(f"{field}: no god is left for it")
    god = 0
    while not gods >> god & 1:
        god += 1
    return god


# -- offerings --------------------------------------------------------------------------------


def place_offerings(state: Shintoh, given: Given) -> None:
    """The Offering Pile is what is left, or what the position says. [OF-NUM-12]"""
    if size(state.harvest) > 1:
        raise PositionError("harvest: there is one Harvest Card at most")
    rest = left_over(state)
    if given.has("pile") and state.pile != rest:
        raise PositionError(
            f"pile: with the other cards given it must be {digits(rest) or 'empty'}"
        )
    state.pile = rest
    for index, card in enumerate(KIND_CARDS):
        if state.pile_top.count(index) > count(rest, card):
            raise PositionError("pile_top: names cards that are not in the Offering Pile")
    if rest == NOTHING and state.discard != NOTHING:
        raise PositionError("discard: with an empty Offering Pile it would have been reshuffled")
    if rest != NOTHING and state.harvest == NOTHING:
        raise PositionError("harvest: with cards in the Offering Pile there is a Harvest Card")


def left_over(state: Shintoh) -> int:
    """The offerings that lie nowhere else."""
    left = {card: count(ALL_OFFERINGS, card) for card in KIND_CARDS}
    piles = [state.harvest, state.discard]
    for player in state.players:
        piles += [player.hand, player.placed]
    for pile in piles:
        for card in KIND_CARDS:
            left[card] -= count(pile, card)
    if min(left.values()) < 0:
        raise PositionError("pile: there are more than 5 rice, 10 sake or 15 salt in this position")
    return left[RICE] * RICE + left[SAKE] * SAKE + left[SALT] * SALT


# -- the question -----------------------------------------------------------------------------


def ask(state: Shintoh, position: Json) -> None:
    """Who has to answer what."""
    asked = position.get("asked", "A")
    if "dealer" not in position:
        state.dealer = read_seat("dealer", asked, state.seats)
    if state.altar == NO_GOD:
        check_end(state, position)
        state.contenders = 0
        return
    usual = seat_letter(state.dealer)
    state.asked = read_seat("asked", position.get("asked", usual), state.seats)
    if not state.contenders >> state.asked & 1:
        raise PositionError("asked: this player is out of the competition")
    if state.contenders & (state.contenders - 1) == 0:
        raise PositionError("players: a competition goes on between two players at least")
    frame = state.frame
    depth_is_right = frame is not None and (frame.below is None) == (frame.kind == TURN)
    if not depth_is_right or (frame.below is not None and frame.below.kind != TURN):
        raise PositionError("frames: TURN, or TURN and one of GIVE, MIRROR_PICK, SWORD_TARGET")
    state.frame = FRAME_OF[frame.kind]
    state.bar = highest_other(state, state.asked)
    check_totals(state)
    check_question(state)


def check_end(state: Shintoh, position: Json) -> None:
    """Without an Altar Card the game is over: all is open and nothing is laid. [OF-END-01]"""
    if position.get("asked") is not None:
        raise PositionError("asked: the game is over, nobody is asked")
    for seat, player in enumerate(state.players):
        if player.hidden != NO_GOD:
            raise PositionError(f"{seat_letter(seat)}.face_down: at the end every god lies face up")
        if player.placed != NOTHING:
            raise PositionError(f"{seat_letter(seat)}.placed: at the end nothing is laid")
    state.asked = NOBODY


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
        if total(player) + influence_of(player.hand) <= state.bar:
            raise PositionError("frames: this dedication can never be finished")
    elif total(player) > 0 and total(player) >= state.bar:
        raise PositionError("asked: a player to move is never already the highest")
    if kind == MIRROR_PICK and not (has_used(state, MIRROR) and has_pile(state)):
        raise PositionError("frames: MIRROR_PICK needs one's own Mirror, used, and a pile")
    if kind == SWORD_TARGET and not (has_used(state, SWORD) and has_victim(state)):
        raise PositionError("frames: SWORD_TARGET needs one's own Sword used and a victim")


def has_used(state: Shintoh, treasure: int) -> bool:
    return owns(state.players[state.asked], treasure) and is_spent(state, treasure)
