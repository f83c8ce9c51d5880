"""High Card and its rules. An action is the number of a card."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.content import digest_of, game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds, places_of
from kamiza.core.kinds import COUNT, by_seat, record
from kamiza.core.native import i64, vec
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json
from kamiza.core.shapes import Extra, Extras
from tests.fifth.high_card import knowing
from tests.fifth.high_card.speech import HighCardSpeech
from tests.fifth.high_card.table import (
    ALL_CARDS,
    NAMES,
    NO_CARD,
    ROUNDS,
    SCHEMA,
    HighCardTable,
    Player,
    blank_table,
    cards_in,
)

TEXTS: Final = [f"play {name}" for name in NAMES]
RESULT: Final = record(
    "Result", {"seats": by_seat(record("SeatResult", {"points": COUNT, "rank": COUNT}))}
)


@final
class HighCard(Game):
    """Three cards, three rounds, for two to four players."""

    def __init__(self) -> None:
        super().__init__("high_card")
        self.schema = SCHEMA
        self.speech = HighCardSpeech(self.book, self.words)
        self.digest = digest_of([read_toml(game_folder(self.name), "game.toml")])
        self.extras = Extras(table=[Extra("result", RESULT, "the final count", optional=True)])

    # -- the rules ----------------------------------------------------------------------------

    def check_setup(self, seats: int, settings: Json) -> Refusal | None:
        """[HC-SETUP-01]"""
        if not self.least_seats <= seats <= self.most_seats:
            return Refusal("HC-ERR-05")
        return Refusal("HC-ERR-06", {"setting": next(iter(settings))}) if settings else None

    def set_up(self, setup: Setup) -> State:
        """[HC-SETUP-02] [HC-SETUP-03]"""
        rng, deck = setup.rng(), cards_in(ALL_CARDS)
        rng.shuffle(deck)
        hands = [deck[ROUNDS * seat : ROUNDS * (seat + 1)] for seat in range(setup.seats)]
        players = [Player(sum(1 << card for card in hand)) for hand in hands]
        leader = rng.below(setup.seats)
        return HighCardTable(players, rng, leader, leader, 0, 0)

    def moves(self, state: State) -> vec[i64]:
        """The cards in hand. [HC-ROUND-01]"""
        return vec[i64](cards_in(cast(HighCardTable, state).players[state.asked].hand))

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        if state.asked == NOBODY:
            return Refusal("HC-ERR-04")
        if seat != state.asked:
            return Refusal("HC-ERR-01", {"name": seat_letter(state.asked)})
        return None

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        wrong_seat = self.check_seat(state, seat)
        if wrong_seat is not None:
            return wrong_seat
        if not 0 <= action < len(NAMES):
            return Refusal("HC-ERR-02", {"text": str(action)})
        return (
            None if action in self.moves(state) else Refusal("HC-ERR-03", {"card": NAMES[action]})
        )

    def apply(self, state: State, action: i64) -> None:
        """[HC-ROUND-01]"""
        table = cast(HighCardTable, state)
        player = table.players[table.asked]
        player.hand &= ~(1 << action)
        player.played = action
        table.reveals += 1  # everybody sees it now
        if table.log is not None:
            table.emit("card_played", {"seat": seat_letter(table.asked), "card": NAMES[action]})
        table.asked = (table.asked + 1) % table.seats
        if table.asked == table.leader:
            self.end_round(table)

    def end_round(self, table: HighCardTable) -> None:
        """[HC-ROUND-02] [HC-ROUND-03] [HC-END-01]"""
        played = [player.played for player in table.players]
        table.leader = played.index(max(played))
        table.players[table.leader].points += 1
        table.seen |= sum(1 << card for card in played)
        for player in table.players:
            player.played = NO_CARD
        table.asked = NOBODY if table.rounds_played() == ROUNDS else table.leader
        if table.log is not None:
            facts: Json = {"seat": seat_letter(table.leader), "card": NAMES[max(played)]}
            table.emit("round_won", facts)
            if table.asked == NOBODY:
                winners = [seat_letter(n) for n, rank in enumerate(self.ranks(table)) if rank == 1]
                table.emit("game_won", {"names": winners, "points": max(self.scores(table))})

    def scores(self, state: State) -> list[int]:
        return [player.points for player in cast(HighCardTable, state).players]

    def ranks(self, state: State) -> list[int]:
        """[HC-END-02]"""
        return places_of(self.scores(state))

    # -- answers and questions ----------------------------------------------------------------

    def quick_move(self, state: State, rng: Rng) -> i64:
        """The highest card if it is the highest so far, else the lowest."""
        mine = list(self.moves(state))
        laid = max(player.played for player in cast(HighCardTable, state).players)
        return mine[-1] if mine[-1] > laid else mine[0]

    def default_move(self, state: State) -> i64:
        return self.moves(state)[0]

    def describe(self, action: i64) -> str:
        return TEXTS[action]

    def parse(self, text: str) -> i64:
        if text not in TEXTS:
            raise self.refuse(Refusal("HC-ERR-02", {"text": text[:40]}))
        return TEXTS.index(text)

    def question(self, state: State) -> str:
        return "PLAY"

    # -- knowing and keeping ------------------------------------------------------------------

    def known_to(self, state: State, seat: i64) -> State:
        return knowing.known_to(cast(HighCardTable, state), seat)

    def worlds(self, view: View) -> Worlds:
        return knowing.HighCardWorlds(view)

    def show(self, view: View) -> Json:
        if view.known.asked != NOBODY:
            return {}
        count = enumerate(zip(self.scores(view.known), self.ranks(view.known)))
        seats = {seat_letter(n): {"points": points, "rank": rank} for n, (points, rank) in count}
        return {"result": {"seats": seats}}

    def blank_table(self, seats: i64, settings: Json) -> State:
        return blank_table(seats)

    def complete(self, state: State, position: Json, given: Given) -> None:
        knowing.complete(cast(HighCardTable, state), position, given)
