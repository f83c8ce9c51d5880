"""The rules of High Card. An action is the number of a card."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, Refusal, seat_letter
from kamiza.core.game import Setup, places_of
from kamiza.core.native import append, i64, vec
from tests.fifth.high_card.table import (
    CARDS,
    HAND,
    NAMES,
    NO_CARD,
    HighCardTable,
    Player,
    rounds_played,
)

TEXTS: Final = [f"play {name}" for name in NAMES]


def check_setup(seats: int, settings: dict[str, object]) -> Refusal | None:
    """[HC-SETUP-01]"""
    if not 2 <= seats <= 4:
        return Refusal("HC-ERR-05")
    for name in settings:
        return Refusal("HC-ERR-06", {"option": name})
    return None


def set_up(setup: Setup) -> HighCardTable:
    """[HC-SETUP-02] [HC-SETUP-03]"""
    rng = setup.rng()
    deck = list(range(CARDS))
    rng.shuffle(deck)
    hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(setup.seats)]
    players = [Player(sum(1 << card for card in hand)) for hand in hands]
    leader = rng.below(setup.seats)
    return HighCardTable(players, rng, leader, leader)


def can_play(player: Player, card: i64) -> bool:
    """A card from one's hand. [HC-ROUND-01]"""
    return player.hand >> card & 1 == 1


def list_moves(state: HighCardTable) -> vec[i64]:
    listed = vec[i64]([])
    for card in range(CARDS):
        if can_play(state.players[state.asked], card):
            listed = append(listed, card)
    return listed


def check_seat(state: HighCardTable, seat: i64) -> Refusal | None:
    if state.asked == NOBODY:
        return Refusal("HC-ERR-04")
    if seat != state.asked:
        return Refusal("HC-ERR-01", {"name": seat_letter(state.asked)})
    return None


def check(state: HighCardTable, seat: i64, action: i64) -> Refusal | None:
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    if not 0 <= action < CARDS:
        return Refusal("HC-ERR-02", {"text": f"play {action + 1}"})
    if not can_play(state.players[seat], action):
        return Refusal("HC-ERR-03", {"card": NAMES[action]})
    return None


def play(state: HighCardTable, card: i64) -> None:
    """[HC-ROUND-01]"""
    player = state.players[state.asked]
    player.hand &= ~(1 << card)
    player.played = card
    state.reveals += 1  # everybody sees it now
    if state.log is not None:
        state.emit("card_played", {"seat": seat_letter(state.asked), "card": NAMES[card]})
    state.asked = (state.asked + 1) % state.seats
    if state.asked == state.leader:
        end_round(state)


def highest_played(state: HighCardTable) -> int:
    return max(player.played for player in state.players)


def end_round(state: HighCardTable) -> None:
    """[HC-ROUND-02] [HC-ROUND-03] [HC-END-01]"""
    card = highest_played(state)
    winner = [player.played for player in state.players].index(card)
    for player in state.players:
        state.seen |= 1 << player.played
        player.played = NO_CARD
    state.players[winner].points += 1
    state.leader = winner
    state.asked = NOBODY if rounds_played(state) == HAND else winner
    if state.log is not None:
        state.emit("round_won", {"seat": seat_letter(winner), "card": NAMES[card]})
        if state.asked == NOBODY:
            winners = [seat_letter(n) for n, rank in enumerate(ranks(state)) if rank == 1]
            state.emit("game_won", {"names": winners, "points": max(scores(state))})


def scores(state: HighCardTable) -> list[int]:
    return [player.points for player in state.players]


def ranks(state: HighCardTable) -> list[int]:
    """[HC-END-02]"""
    return places_of(scores(state))


def quick_move(state: HighCardTable) -> i64:
    """The highest card if it is the highest so far, else the lowest."""
    listed = list_moves(state)
    best = listed[len(listed) - 1]
    return best if best > highest_played(state) else listed[0]
