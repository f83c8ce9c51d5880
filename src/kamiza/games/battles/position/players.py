"""The players of a position: what follows where it is silent."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import seat_letter
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given
from kamiza.games.battles.cards import NO_TEMPLE
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.notation import REST
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED, SOLO, SUPPORT, Player

START_ENERGY: Final = {SOLO: 15, MAIN: 20, SUPPORT: 10}
BLANK: Final = 0  # a god or temple without abilities


def complete_players(state: Battles, given: Given) -> None:
    for seat, player in enumerate(state.players):
        complete_team(state, seat, player, given)
        complete_energy(state, seat, player, given)
        complete_hand(seat, player, given)


def complete_team(state: Battles, seat: int, player: Player, given: Given) -> None:
    letter, is_team = seat_letter(seat), state.settings.team
    team = seat % 2 if is_team else seat
    if given.has("team", seat) and player.team != team:
        raise PositionError(f"{letter}.team: the teams sit in turn")
    player.team = team
    if not given.has("role", seat):
        player.role = SOLO if not is_team else MAIN if seat < 2 else SUPPORT
    if (player.role == SOLO) == is_team:
        raise PositionError(f"{letter}.role: solo belongs to Free for All, the others to teams")
    if player.status == SEALED and player.role != SUPPORT:
        raise PositionError(f"{letter}.status: only a Supporting God is ever Sealed")


def complete_energy(state: Battles, seat: int, player: Player, given: Given) -> None:
    if not given.has("energy", seat):
        player.energy = START_ENERGY[int(player.role)] if player.status == IN else 0
    if not given.has("temple", seat):
        has_temple = state.settings.temples and player.status != OUT
        player.temple = BLANK if has_temple else NO_TEMPLE
    if not given.has("temple_energy", seat):
        stands = player.temple != NO_TEMPLE and player.status != OUT
        player.temple_energy = 5 if stands else 0


def complete_hand(seat: int, player: Player, given: Given) -> None:
    """Hands are kept in order, of equal cards the best known first."""
    letter = seat_letter(seat)
    marks = player.seen if given.has("seen", seat) else bytes(len(player.hand))
    if len(marks) != len(player.hand):
        raise PositionError(f"{letter}.seen: one mark for each card in hand")
    pairs = sorted(zip(player.hand, marks), key=lambda pair: (pair[0], -pair[1]))
    player.hand = bytes(kind for kind, _ in pairs)
    player.seen = bytes(mark for _, mark in pairs)
    if player.status != IN and (player.hand or player.area):
        raise PositionError(f"{letter}.hand: a player out of play has no cards there")
    deck = player.deck
    described = player.discard + deck.top + deck.bottom + deck.rest.replace(REST, b"")
    if player.status == OUT and described:
        raise PositionError(f"{letter}.deck: the cards of an eliminated player are removed")
