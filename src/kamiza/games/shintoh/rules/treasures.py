"""The three sacred treasures, what a turn may begin with; and taking the role card."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import (
    JEWEL,
    KIND_CARDS,
    MIRROR,
    NO_GOD,
    NOTHING,
    SWORD,
    by_kind,
    count,
    kind_name,
    nth_card,
    size,
)
from kamiza.games.shintoh.rules.piles import draw_offering, settle
from kamiza.games.shintoh.table import (
    MIRROR_FRAME,
    SWORD_FRAME,
    SWORD_STREAM,
    TURN_FRAME,
    Player,
    Shintoh,
)

# -- who may use what -------------------------------------------------------------------------


def owns(player: Player, treasure: i64) -> bool:
    """Face up or face down. [OF-TRE-01] [OF-TRE-04]"""
    return player.gods >> treasure & 1 == 1


def is_spent(state: Shintoh, treasure: i64) -> bool:
    """Each treasure works once in the whole game. [OF-TRE-02]"""
    return state.unused >> treasure & 1 == 0


def has_pile(state: Shintoh) -> bool:
    """Jewel and Mirror need a card in the Offering Pile. [OF-RUL-13]"""
    return state.pile != NOTHING


def can_rob(state: Shintoh, victim: i64) -> bool:
    """Another player with a card in hand, in the competition or out of it. [OF-RUL-16]"""
    return victim != state.asked and state.players[victim].hand != NOTHING


def has_victim(state: Shintoh) -> bool:
    """The Sword needs somebody to take from. [OF-RUL-13]"""
    for seat in range(state.seats):
        if can_rob(state, seat):
            return True
    return False


def can_pick(state: Shintoh, card: i64) -> bool:
    """The Mirror takes a kind that is in the Offering Pile. [OF-RUL-15]"""
    return count(state.pile, card) > 0


def can_look(player: Player) -> bool:
    """The role card is still face down. [OF-ROLE-05] [OF-RUL-17]"""
    return not player.role_taken


# -- using them -------------------------------------------------------------------------------


def spend(state: Shintoh, treasure: i64) -> None:
    """Turn the treasure up if it was hidden, and sideways. [OF-TRE-03] [OF-TRE-04]"""
    player = state.players[state.asked]
    was_face_down = player.hidden == treasure
    if was_face_down:
        player.hidden = NO_GOD
        state.reveals += 1
    state.unused &= ~(1 << treasure)
    if state.log is not None:
        state.emit(
            "treasure_used",
            {
                "seat": seat_letter(state.asked),
                "treasure": state.cards.god_ids[treasure],
                "was_face_down": was_face_down,
            },
        )


def use_jewel(state: Shintoh) -> None:
    """Draw two cards, settling the piles after each. [OF-TRE-05] [OF-RUL-14]"""
    spend(state, JEWEL)
    drawn: i64 = NOTHING
    for _ in range(2):
        if has_pile(state):
            drawn += draw_offering(state)
            settle(state)
    state.players[state.asked].hand += drawn
    if state.log is not None:
        state.emit(
            "jewel_drew",
            {"seat": seat_letter(state.asked), "count": size(drawn)},
            {"kinds": by_kind(drawn)},
            1 << state.asked,
        )


def use_mirror(state: Shintoh) -> None:
    """Look through the Offering Pile before choosing. [OF-TRE-06] [OF-RUL-15]"""
    spend(state, MIRROR)
    state.reveals += 1
    state.frame = MIRROR_FRAME


def pick(state: Shintoh, card: i64) -> None:
    """Exchange the chosen card with the Harvest Card and shuffle the pile. [OF-TRE-06]"""
    old: i64 = state.harvest
    state.pile += old - card
    state.pile_top = b""
    state.harvest = card
    state.frame = TURN_FRAME
    if state.log is not None:
        state.emit(
            "mirror_swapped",
            {"seat": seat_letter(state.asked), "old": kind_name(old), "new": kind_name(card)},
        )


def use_sword(state: Shintoh) -> None:
    """Name the victim next. [OF-TRE-07]"""
    spend(state, SWORD)
    state.frame = SWORD_FRAME


def rob(state: Shintoh, victim: i64) -> None:
    """Take a random card from another hand; every card is equally likely. [OF-RUL-16]"""
    loser = state.players[victim]
    thief = state.players[state.asked]
    place: i64 = state.rng.below(size(loser.hand), SWORD_STREAM)
    card: i64 = nth_card(loser.hand, place)
    forget_theft(loser, thief, card)
    loser.hand -= card
    thief.hand += card
    state.reveals += 1
    state.frame = TURN_FRAME
    if state.log is not None:
        state.emit(
            "sword_stole",
            {"seat": seat_letter(state.asked), "victim": seat_letter(victim)},
            {"kind": kind_name(card)},
            1 << state.asked | 1 << victim,
        )


def forget_theft(loser: Player, thief: Player, card: i64) -> None:
    """What onlookers still know of two hands after an unseen card went across. [OF-NUM-19]"""
    if loser.known == loser.hand and count(loser.hand, card) == size(loser.hand):
        loser.known -= card  # only one kind it can have been
        thief.known += card
        return
    for kind in KIND_CARDS:
        if count(loser.known, kind) > 0:
            loser.known -= kind


def look(state: Shintoh, seat: i64) -> None:
    """Take the role card into the hand: its face is open, its values are the low ones for
    good; the open question stays. [OF-ROLE-05] [OF-ROLE-06] [OF-RUL-17]"""
    state.players[seat].role_taken = True
    state.reveals += 1
    if state.log is not None:
        state.emit("role_taken", {"seat": seat_letter(seat)})
