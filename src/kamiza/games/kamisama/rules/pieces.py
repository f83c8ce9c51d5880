"""Pieces on the board: adding, removing, moving and rearranging them, and what they yield.

Only the board changes here. Which spaces may be chosen, and what follows, is in `effects.py`.
"""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.kamisama.board import NOWHERE, bit
from kamiza.games.kamisama.notation import party_word
from kamiza.games.kamisama.rules.places import is_turn, owner_at
from kamiza.games.kamisama.rules.steps import FAVOR
from kamiza.games.kamisama.table import Kamisama


def gain(state: Kamisama, seat: i64, favor: i64, nature: i64) -> None:
    """Move the markers up; the tracks have no end. [KS-TRK-03] [KS-RUL-23]"""
    player = state.players[seat]
    player.favor += favor
    player.nature += nature
    if state.log is not None and favor + nature > 0:
        state.emit("gained", {"seat": seat_letter(seat), "favor": favor, "nature": nature})


def gain_packed(state: Kamisama, seat: i64, packed: i64) -> None:
    gain(state, seat, packed >> 3, packed & (FAVOR - 1))


def put_shrine(state: Kamisama, seat: i64, space: i64) -> None:
    """An own shrine arrives by Add or Replace: it stands, then it yields. [KS-DES-01] [KS-DES-30]

    The caller has made sure that the space is free and a shrine is in supply.
    """
    here: i64 = bit(space)
    player = state.players[seat]
    player.shrines |= here
    player.supply -= 1
    state.occupied |= here
    state.turn.placed |= here
    packed: i64 = state.cards.yields[space]
    player.favor += packed >> 3
    player.nature += packed & (FAVOR - 1)
    if state.log is not None:
        state.emit(
            "shrine_added",
            {
                "seat": seat_letter(seat),
                "space": state.cards.board.texts[space],
                "favor": packed >> 3,
                "nature": packed & (FAVOR - 1),
            },
        )


def take_piece(state: Kamisama, by: i64, space: i64) -> None:
    """A piece goes back to its owner's supply. [KS-REM-01] [KS-DES-22]"""
    here: i64 = bit(space)
    state.occupied &= ~here
    if state.seeds & here:
        state.seeds &= ~here
        if state.log is not None:
            tell_removed(state, by, space, state.seed_seat, "seed")
        return
    owner: i64 = owner_at(state, space)
    player = state.players[owner]
    player.shrines &= ~here
    player.supply += 1
    if state.log is not None:
        tell_removed(state, by, space, owner, "shrine")
    if space == state.fear:
        fear_returns(state)
    if owner == state.rage_seat and by != owner:
        charge_rage(state)


def tell_removed(state: Kamisama, by: i64, space: i64, owner: i64, piece: str) -> None:
    facts: dict[str, object] = {
        "space": state.cards.board.texts[space],
        "owner": party_word(state.seats, owner),
        "piece": piece,
    }
    if by < state.seats:
        facts["seat"] = seat_letter(by)
    state.emit("piece_removed" if by < state.seats else "kitsune_removed", facts)


def charge_rage(state: Kamisama) -> None:
    """A shrine of Raijin's player was taken by somebody else. [KS-DES-27] [KS-KAMI-02]"""
    if not state.rage:
        state.rage = True
        if state.log is not None:
            state.emit("rage_charged", {"seat": seat_letter(state.rage_seat)})


def fear_returns(state: Kamisama) -> None:
    """The shrine over the Fear token has left its space. [KS-DES-25]"""
    state.fear = NOWHERE
    if state.log is not None:
        state.emit("fear_returned", {"seat": seat_letter(state.fear_seat)})


def put_fear(state: Kamisama, space: i64) -> None:
    state.fear = space
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat_letter(state.fear_seat),
            "space": state.cards.board.texts[space],
        }
        state.emit("fear_placed", facts)


def put_seed(state: Kamisama, seat: i64, space: i64) -> None:
    """A Seed occupies its space and gives nothing. [KS-DES-21] [KS-DES-23]"""
    here: i64 = bit(space)
    state.seeds |= here
    state.occupied |= here
    if state.log is not None:
        state.emit(
            "seed_placed", {"seat": seat_letter(seat), "space": state.cards.board.texts[space]}
        )


def move_shrine(state: Kamisama, by: i64, source: i64, target: i64) -> None:
    """A shrine changes its space and yields nothing. [KS-MOV-01] [KS-MOV-02]"""
    owner: i64 = owner_at(state, source)
    here: i64 = bit(target)
    player = state.players[owner]
    player.shrines = player.shrines & ~bit(source) | here
    state.occupied = state.occupied & ~bit(source) | here
    if owner == by and is_turn(state):
        state.turn.placed |= here  # [KS-MOV-03]
    if state.log is not None:
        texts = state.cards.board.texts
        facts: dict[str, object] = {
            "seat": seat_letter(by),
            "owner": party_word(state.seats, owner),
            "space": texts[source],
            "to": texts[target],
        }
        state.emit("shrine_moved", facts)
    if source == state.fear:
        fear_returns(state)


def swap_shrines(state: Kamisama, by: i64, first: i64, second: i64) -> None:
    """Two shrines of different owners exchange their spaces. [KS-RUL-01]"""
    one: i64 = owner_at(state, first)
    other: i64 = owner_at(state, second)
    both: i64 = bit(first) | bit(second)
    state.players[one].shrines ^= both
    state.players[other].shrines ^= both
    if one == by:
        state.turn.placed |= bit(second)
    if other == by:
        state.turn.placed |= bit(first)
    if state.log is not None:
        texts = state.cards.board.texts
        facts: dict[str, object] = {
            "seat": seat_letter(by),
            "owner": party_word(state.seats, one),
            "other": party_word(state.seats, other),
            "space": texts[first],
            "to": texts[second],
        }
        state.emit("shrines_swapped", facts)
    if state.fear == first or state.fear == second:
        fear_returns(state)
