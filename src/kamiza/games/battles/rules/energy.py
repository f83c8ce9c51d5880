"""Energy, and what happens when it is gone or plentiful. [KB-ENER-01..03] [KB-WIN-01..08]

Every change of Energy goes through `change_energy`, and the state check follows at once: temples
fall, gods are eliminated or Sealed, and the game may end in the middle of anything. [KB-FLOW-39]
"""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import i64
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.decks import shuffle_into
from kamiza.games.battles.rules.rows import in_order
from kamiza.games.battles.rules.zones import clear_table
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.turns import Reveals, Turn
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import (
    ENDINGS,
    ENERGY_TO_WIN,
    FULL_ENERGY,
    LAST_STANDING,
    MAIN_GOD_FELL,
    Battles,
    Facts,
    after,
)
from kamiza.games.battles.table.objects import TEMPLE
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED, empty_deck
from kamiza.games.battles.table.points import OVER


def energy_of(state: Battles, object: i64) -> i64:
    """The Energy of a god or temple."""
    player = state.players[object & 7]
    return player.temple_energy if object >= TEMPLE else player.energy


def change_energy(state: Battles, object: i64, change: i64) -> i64:
    """One energy step for one object, clipped at 0; how much it really changed. [KB-ENER-01]"""
    player = state.players[object & 7]
    before: i64 = energy_of(state, object)
    now: i64 = before + change
    if now < 0:
        now = 0
    if object >= TEMPLE:
        player.temple_energy = now
    else:
        player.energy = now
    if now == before:
        return 0
    if state.log is not None:
        gained: i64 = now - before
        facts: Facts = {
            "seat": object & 7, "object": "temple" if object >= TEMPLE else "god",
            "count": gained if gained > 0 else -gained, "energy": now,
        }  # fmt: skip
        name = "energy_gained" if gained > 0 else "energy_lost"
        state.emit(name, facts)
    check_state(state, object)
    return now - before


def check_state(state: Battles, changed: i64) -> None:
    """Temples at 0 are destroyed, gods at 0 fall, and somebody may have won. [KB-FLOW-39]"""
    if changed >= TEMPLE:
        if state.players[changed & 7].temple_energy == 0 and state.log is not None:
            state.emit("temple_destroyed", {"seat": changed & 7})
        return
    if not state.settings.team and state.players[changed].energy >= ENERGY_TO_WIN:
        check_full(state)
    elif state.players[changed].energy == 0:
        check_fallen(state)


def check_fallen(state: Battles) -> None:
    """All gods in play at 0 fall in one step, from the active seat clockwise. [KB-FLOW-53]"""
    fallen: i64 = 0
    main_gods: i64 = 0
    seat: i64 = state.active
    for _ in range(state.seats):
        player = state.players[seat]
        if player.status == IN and player.energy == 0:
            if state.settings.team and player.role != MAIN:
                seal(state, seat)
            else:
                fallen |= bit(seat)
                main_gods |= bit(player.team)
                eliminate(state, seat)
        seat = after(state, seat)
    if fallen == 0:
        return
    state.falls += 1
    for seat in range(state.seats):
        if fallen >> seat & 1:
            state.players[seat].fell = state.falls
    if state.settings.team:
        # Both Main Gods in one step: a draw. [KB-FLOW-54]
        finish(state, teams(state, 3 if main_gods == 3 else 3 - main_gods), MAIN_GOD_FELL)
        return
    check_last(state, fallen)


def teams(state: Battles, which: i64) -> i64:
    """The seats of a set of teams."""
    seats: i64 = 0
    for seat in range(state.seats):
        if which >> state.players[seat].team & 1:
            seats |= bit(seat)
    return seats


def check_last(state: Battles, fallen: i64) -> None:
    """The last god wins; if all fell together they share the win. [KB-WIN-03] [KB-RUL-37]"""
    left: i64 = 0
    for seat in range(state.seats):
        if state.players[seat].status != OUT:
            left |= bit(seat)
    if left == 0:
        finish(state, fallen, LAST_STANDING)
    elif left & (left - 1) == 0:
        finish(state, left, LAST_STANDING)
    else:
        check_full(state)


def check_full(state: Battles) -> None:
    """Free for All: 25 Energy wins; several in one step share the win. [KB-WIN-04] [KB-RUL-35]"""
    full: i64 = 0
    for seat in range(state.seats):
        player = state.players[seat]
        if player.status == IN and player.energy >= ENERGY_TO_WIN:
            full |= bit(seat)
    if full != 0:
        finish(state, full, FULL_ENERGY)


def finish(state: Battles, winners: i64, ending: i64) -> None:
    """The game is over; nothing that was owed is carried out any more. [KB-FLOW-40]"""
    keep_held_cards(state)
    state.winners = winners
    state.ending = ending
    state.frame = None
    state.asked = NOBODY
    state.reveals += 1
    if state.log is not None:
        seats = [seat_letter(seat) for seat in range(state.seats) if winners >> seat & 1]
        state.emit("game_over", {"winners": seats, "ending": ENDINGS[ending]})


def keep_held_cards(state: Battles) -> None:
    """A card that was revealed when the game ended goes to its owner's discard pile."""
    frame = state.frame
    while frame is not None:
        if isinstance(frame, Use) and frame.held != NO_CARD:
            state.players[frame.seat].discard += SINGLE[frame.held]
            frame.held = NO_CARD
        frame = frame.below


# -- leaving the game -------------------------------------------------------------------------


def eliminate(state: Battles, seat: i64) -> None:
    """A god at 0 is out, and all its player's cards leave the game. [KB-WIN-01] [KB-FLOW-52]"""
    player = state.players[seat]
    player.status = OUT
    player.energy = 0
    player.temple_energy = 0
    held = drop_frames(state, seat)
    deck = player.deck
    state.removed += held + in_order(
        player.hand + player.area + player.discard + deck.top + deck.rest + deck.bottom
    )
    player.deck = empty_deck()
    player.hand = b""
    player.seen = b""
    player.area = b""
    player.discard = b""
    player.clear_turn()
    end_watches(state, seat)
    owners = [7 if owner == seat else owner for owner in state.nether_owners]
    state.nether_owners = bytes(owners)
    if seat == state.active:
        state.faith = 0
    if state.log is not None:
        state.emit("eliminated", {"seat": seat})


def seal(state: Battles, seat: i64) -> None:
    """A Supporting God at 0 is Sealed: all its cards become one shuffled deck. [KB-SEAL-01..04]"""
    player = state.players[seat]
    player.status = SEALED
    held = drop_frames(state, seat)
    clear_table(state, seat, True)
    shuffle_into(player.deck, player.discard + held)
    player.discard = b""
    player.clear_turn()
    end_watches(state, seat)
    if seat == state.active:
        state.faith = 0
    if state.log is not None:
        state.emit("sealed", {"seat": seat})


def drop_frames(state: Battles, seat: i64) -> bytes:
    """What the seat still owed is dead; its turn is over. The cards it held. [KB-FLOW-73]"""
    held = b""
    frame = state.frame
    while frame is not None:
        if frame.seat == seat:
            if isinstance(frame, Turn):
                frame.point = OVER
            elif not isinstance(frame, (Window, Reveals)):
                frame.is_dead = True
            if isinstance(frame, Use) and frame.held != NO_CARD:
                held += SINGLE[frame.held]
                frame.held = NO_CARD
        frame = frame.below
    return held


def end_watches(state: Battles, seat: i64) -> None:
    """Standing effects of a seat end with it. [KB-FLOW-52]"""
    left = b""
    for place in range(0, len(state.watches), 3):
        if state.watches[place] != seat:
            left += state.watches[place : place + 3]
    state.watches = left
