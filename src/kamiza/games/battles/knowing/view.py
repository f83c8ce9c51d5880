"""What a seat may know, built up piece by piece; and back from JSON. [KB-HID-01..27]"""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import View
from kamiza.core.native import append, i64
from kamiza.core.rng import Rng
from kamiza.core.schema import Json
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.knowing.seen import (
    artifact_deck_seen,
    dealt_seen,
    god_seen,
    hand_seen,
    own_deck_seen,
    warrior_deck_seen,
)
from kamiza.games.battles.position.stack import read_stack
from kamiza.games.battles.rules.moves import QUESTIONS, action_of, text_of
from kamiza.games.battles.rules.piles import count_triggers
from kamiza.games.battles.rules.settings import read_settings
from kamiza.games.battles.table import Battles, Player, blank_table


def view(state: Battles, seat: i64) -> View:
    """Everything this seat may know now."""
    if not 0 <= seat < state.seats:
        seat = SPECTATOR
    known = Battles(
        state.cards, state.settings, state.seats, Rng(0, 1, b"", []),
        warrior_deck_seen(state, seat), artifact_deck_seen(state, seat),
    )  # fmt: skip
    copy_open(state, known)
    for owner in range(state.seats):
        known.players.append(player_seen(state, seat, owner))
    moves: list[str] = []
    if seat == state.asked and seat >= 0:
        known.offers = state.offers
        for action in state.offers:
            moves.append(text_of(state.cards, action))
    question = None if state.asked == NOBODY else QUESTIONS[state.question]
    return View(seat, known, question, moves)


def copy_open(state: Battles, known: Battles) -> None:
    """What lies open in the middle of the table. No frame holds a secret."""
    known.supply = state.supply
    known.asked = state.asked
    known.question = state.question
    if state.frame is not None:
        known.frame = state.frame.clone()
    known.first = state.first
    known.active = state.active
    known.turn = state.turn
    known.round = state.round
    known.faith = state.faith
    known.chain = state.chain
    known.colours = state.colours
    known.warrior_piles = state.warrior_piles
    known.warrior_sizes = state.warrior_sizes
    known.artifact_piles = state.artifact_piles
    known.artifact_sizes = state.artifact_sizes
    known.disciple_piles = state.disciple_piles
    known.disciple_sizes = state.disciple_sizes
    known.netherworld = state.netherworld
    known.nether_owners = state.nether_owners
    known.removed = state.removed
    known.watches = state.watches
    known.temples_left = state.temples_left
    known.winners = state.winners
    known.ending = state.ending
    known.falls = state.falls
    known.reacts = state.reacts


def player_seen(state: Battles, seat: i64, owner: i64) -> Player:
    """Open things of a player, and what this seat knows of the hidden ones."""
    truth = state.players[owner]
    hand = hand_seen(state, seat, owner)
    player = Player(own_deck_seen(state, seat, owner, hand))
    player.hand = hand.cards
    player.seen = hand.marks
    player.unknown = len(hand.unknown)
    player.god = god_seen(state, seat, owner)
    player.dealt = dealt_seen(state, seat, owner)
    player.status = truth.status
    player.team = truth.team
    player.role = truth.role
    player.energy = truth.energy
    player.temple = truth.temple
    player.temple_energy = truth.temple_energy
    player.discard = truth.discard
    player.area = truth.area
    player.used = truth.used
    player.stops = truth.stops
    player.disciples = truth.disciples
    player.disciples_1 = truth.disciples_1
    player.boost_turn = truth.boost_turn
    player.boost_next = truth.boost_next
    player.discount_warrior = truth.discount_warrior
    player.discount_artifact = truth.discount_artifact
    player.discount_disciple = truth.discount_disciple
    player.fell = truth.fell
    player.triggers = truth.triggers
    return player


def read_view(cards: Cards, data: Json) -> View:
    """The inverse of `View.as_json`."""
    settings = read_settings(cards, cast(Json, data["settings"]))
    known = blank_table(cards, settings, cast(int, data["seats"]))
    seat = cards.schema.read_view(known, data)
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
    moves = cast("list[str]", data["moves"])
    for text in moves:
        known.offers = append(known.offers, action_of(cards, text))
    return View(seat, known, question, moves)
