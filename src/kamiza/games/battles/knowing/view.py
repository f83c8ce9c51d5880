"""What a seat may know, built up piece by piece; and back from JSON. [KB-HID-01..27]"""

from __future__ import annotations

from typing import cast

from kamiza.core.native import append, i64
from kamiza.core.rng import Rng
from kamiza.core.schema import Json
from kamiza.games.battles.knowing.seen import (
    artifact_deck_seen,
    dealt_seen,
    god_seen,
    hand_seen,
    own_deck_seen,
    warrior_deck_seen,
)
from kamiza.games.battles.position.stack import read_stack
from kamiza.games.battles.rules.moves import QUESTIONS, action_of
from kamiza.games.battles.rules.zones import count_triggers
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.players import Player


def known_to(state: Battles, seat: i64) -> Battles:
    """Everything this seat may know now."""
    known = Battles(
        state.cards, state.settings, state.seats, Rng(0, 1, b"", []),
        warrior_deck_seen(state, seat), artifact_deck_seen(state, seat),
    )  # fmt: skip
    known.copy_open(state)
    for owner in range(state.seats):
        known.players.append(player_seen(state, seat, owner))
    if seat == state.asked and seat >= 0:
        known.offers = state.offers
    return known


def player_seen(state: Battles, seat: i64, owner: i64) -> Player:
    """Open things of a player, and what this seat knows of the hidden ones."""
    hand = hand_seen(state, seat, owner)
    player = Player(own_deck_seen(state, seat, owner, hand))
    player.copy_open(state.players[owner])
    player.hand = hand.cards
    player.seen = hand.marks
    player.unknown = len(hand.unknown)
    player.god = god_seen(state, seat, owner)
    player.dealt = dealt_seen(state, seat, owner)
    return player


def complete_view(known: Battles, data: Json) -> None:
    """What a view tells only in numbers, and what follows from it."""
    known.frame = read_stack(known, cast("list[object]", data["frames"]))
    players = cast("dict[str, dict[str, int]]", data["players"])
    for owner, told in enumerate(players.values()):
        player = known.players[owner]
        player.unknown = told["hand_size"] - len(player.hand)
        deck = player.deck
        row = player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom
        count_triggers(known, owner, row.replace(b"\xff", b""))
    question = cast("str | None", data["question"])
    known.question = 0 if question is None else QUESTIONS.index(question)
    for text in cast("list[str]", data["moves"]):
        known.offers = append(known.offers, action_of(known.cards, text))
