"""What a seat may know, the tables that would fit it, and any position."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.game import View, Worlds
from kamiza.core.refusal import PositionError
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json, letter_or_none
from tests.fifth.high_card.table import (
    ALL_CARDS,
    NO_CARD,
    ROUNDS,
    HighCardTable,
    Player,
    blank_table,
    cards_in,
    hand_size,
)


def known_to(state: HighCardTable, seat: int) -> HighCardTable:
    """The open things, and one's own hand. [HC-SETUP-02]"""
    known = blank_table(state.seats)
    known.asked, known.leader, known.seen = state.asked, state.leader, state.seen
    for owner, truth in enumerate(state.players):
        hand = truth.hand if owner == seat else 0
        known.players[owner] = Player(hand, truth.played, truth.points)
    return known


@final
class HighCardWorlds(Worlds):
    """The cards nobody has seen, dealt again and again."""

    def __init__(self, view: View) -> None:
        self.known: Final = cast(HighCardTable, view.known)
        self.seat: Final = view.seat

    def sample(self, rng: Rng) -> HighCardTable:
        world = self.known.clone()
        unseen = cards_in(free_cards(world))
        rng.shuffle(unseen)
        for seat, player in enumerate(world.players):
            if seat != self.seat:
                player.hand = sum(1 << unseen.pop() for _ in range(hand_size(world, seat)))
        world.rng = rng.fork()
        return world


def free_cards(table: HighCardTable) -> int:
    """The cards that lie nowhere; a card cannot lie in two places. [HC-SETUP-01]"""
    free = ALL_CARDS & ~table.seen
    for seat, player in enumerate(table.players):
        for cards in (0 if player.played == NO_CARD else 1 << player.played, player.hand):
            if cards & ~free:
                raise PositionError(f"{seat_letter(seat)}: has a card that lies elsewhere")
            free &= ~cards
    return free


def complete(state: HighCardTable, position: Json, given: Given) -> None:
    """What follows where a position is silent, and what cannot be."""
    rounds, seats = state.rounds_played(), state.seats
    if rounds > ROUNDS or len(cards_in(state.seen)) != rounds * seats:
        raise PositionError(f"seen: {seats} cards for each of at most {ROUNDS} points")
    for seat, player in enumerate(state.players):
        size = hand_size(state, seat)
        if not given.has("hand", seat):
            player.hand = sum(1 << card for card in cards_in(free_cards(state))[:size])
        if len(cards_in(player.hand)) != size:
            raise PositionError(f"{seat_letter(seat)}.hand: must have {size} cards now")
    free_cards(state)
    state.asked = asked_seat(state)
    if position.get("asked", letter_or_none(state.asked)) != letter_or_none(state.asked):
        raise PositionError(f"asked: it must be {letter_or_none(state.asked)}")


def asked_seat(state: HighCardTable) -> int:
    """The first from the leader on who has not played. [HC-ROUND-01]"""
    order = [(state.leader + step) % state.seats for step in range(state.seats)]
    has_played = [state.players[seat].played != NO_CARD for seat in order]
    is_over = state.rounds_played() == ROUNDS
    if has_played != sorted(has_played, reverse=True) or all(has_played):
        raise PositionError("players: cards are played in turn from the leader on")
    if is_over and any(has_played):
        raise PositionError("players: the game is over, nobody plays any more")
    return NOBODY if is_over else order[has_played.count(True)]
