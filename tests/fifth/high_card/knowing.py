"""What a seat may know, the tables that would fit it, and any position."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, SPECTATOR, seat_letter
from kamiza.core.game import PositionError, View, Worlds
from kamiza.core.rng import Rng
from kamiza.core.schema import Json, letter_or_none, seats_in, settings_in
from tests.fifth.high_card.rules import TEXTS, check_setup, list_moves
from tests.fifth.high_card.table import (
    ALL_CARDS,
    CARDS,
    HAND,
    NO_CARD,
    SCHEMA,
    HighCardTable,
    Player,
    blank_table,
    hand_size,
    rounds_played,
)

QUESTION: Final = "PLAY"


def view(state: HighCardTable, seat: int) -> View:
    """The open things, and one's own hand. [HC-SETUP-02]"""
    players = []
    for owner, truth in enumerate(state.players):
        players.append(Player(truth.hand if owner == seat else 0, truth.played, truth.points))
    known = HighCardTable(players, Rng(0, 1, b"", []), state.asked, state.leader, state.seen)
    is_asked = seat == state.asked and seat >= 0
    moves = [TEXTS[card] for card in list_moves(state)] if is_asked else []
    is_player = 0 <= seat < state.seats
    question = None if state.asked == NOBODY else QUESTION
    return View(seat if is_player else SPECTATOR, known, question, moves)


def read_view(data: Json) -> View:
    known = blank_table(cast(int, data["seats"]))
    seat = SCHEMA.read_view(known, data)
    return View(seat, known, cast("str | None", data["question"]), cast("list[str]", data["moves"]))


@final
class HighCardWorlds(Worlds):
    """The cards nobody has seen, dealt again and again."""

    def __init__(self, seen: View) -> None:
        self.known: Final = cast(HighCardTable, seen.known)
        self.seat: Final = seen.seat

    def sample(self, rng: Rng) -> HighCardTable:
        world = self.known.clone()
        unseen = cards_in(free_cards(world))
        rng.shuffle(unseen)
        for seat, player in enumerate(world.players):
            if seat != self.seat:
                for _ in range(cast(int, hand_size(world, seat))):
                    player.hand |= 1 << unseen.pop()
        world.rng = rng.fork()
        return world


def cards_in(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def free_cards(table: HighCardTable) -> int:
    """The cards that lie nowhere; a card cannot lie in two places. [HC-SETUP-01]"""
    free = ALL_CARDS & ~table.seen
    for seat, player in enumerate(table.players):
        played = 0 if player.played == NO_CARD else 1 << player.played
        if played & ~free or player.hand & ~(free & ~played):
            raise PositionError(f"{seat_letter(seat)}: has a card that lies elsewhere")
        free &= ~played & ~player.hand
    return free


# -- positions --------------------------------------------------------------------------------


def load(position: Json) -> HighCardTable:
    seats = seats_in(position, "high_card")
    refusal = check_setup(seats, settings_in(position))
    if refusal is not None:
        raise PositionError(f"settings: refused by {refusal.rule} {refusal.facts or ''}".rstrip())
    state = blank_table(seats)
    given = SCHEMA.read(state, position)
    check_rounds(state)
    for seat, player in enumerate(state.players):
        size = cast(int, hand_size(state, seat))
        if not given.has("hand", seat):
            player.hand = sum(1 << card for card in cards_in(free_cards(state))[:size])
        if len(cards_in(player.hand)) != size:
            raise PositionError(f"{seat_letter(seat)}.hand: must have {size} cards now")
    free_cards(state)
    state.asked = asked_seat(state)
    if position.get("asked", letter_or_none(state.asked)) != letter_or_none(state.asked):
        raise PositionError(f"asked: it must be {letter_or_none(state.asked)}")
    return state


def check_rounds(state: HighCardTable) -> None:
    """As many cards were seen as the rounds played took. [HC-ROUND-02] [HC-END-01]"""
    rounds = rounds_played(state)
    if rounds > HAND:
        raise PositionError(f"players: there are only {HAND} points in a game")
    if len(cards_in(state.seen)) != rounds * state.seats:
        raise PositionError(f"seen: after {rounds} rounds {rounds * state.seats} cards were seen")


def asked_seat(state: HighCardTable) -> int:
    """The first from the leader on who has not played. [HC-ROUND-01]"""
    order = [(state.leader + step) % state.seats for step in range(state.seats)]
    has_played = [state.players[seat].played != NO_CARD for seat in order]
    if has_played != sorted(has_played, reverse=True) or all(has_played):
        raise PositionError("players: cards are played in turn from the leader on")
    if rounds_played(state) < HAND:
        return order[has_played.count(True)]
    if any(has_played):
        raise PositionError("players: the game is over, nobody plays any more")
    return NOBODY
