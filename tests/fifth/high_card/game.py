"""High Card, tied together."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, Refusal, seat_letter
from kamiza.core.content import digest_of, game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.kinds import COUNT, by_seat, record
from kamiza.core.native import i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.core.shapes import Extra, Extras
from tests.fifth.high_card import knowing, rules
from tests.fifth.high_card.speech import HighCardSpeech
from tests.fifth.high_card.table import HighCardTable

RESULT: Final = record(
    "Result", {"seats": by_seat(record("SeatResult", {"points": COUNT, "rank": COUNT}))}
)


@final
class HighCard(Game):
    """Three cards, three rounds, for two to four players."""

    def __init__(self) -> None:
        folder = game_folder("high_card")
        self.name = "high_card"
        self.least_seats = 2
        self.most_seats = 4
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.speech = HighCardSpeech(self.book, self.words)
        self.digest = digest_of([read_toml(folder, "game.toml")])
        self.extras = Extras(table=[Extra("result", RESULT, "the final count", optional=True)])

    def start(self, setup: Setup) -> State:
        refusal = rules.check_setup(setup.seats, setup.settings)
        if refusal is not None:
            raise self.refuse(refusal)
        return rules.set_up(setup)

    def moves(self, state: State) -> vec[i64]:
        return rules.list_moves(cast(HighCardTable, state))

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return rules.check(cast(HighCardTable, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return rules.check_seat(cast(HighCardTable, state), seat)

    def apply(self, state: State, action: i64) -> None:
        rules.play(cast(HighCardTable, state), action)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return rules.quick_move(cast(HighCardTable, state))

    def default_move(self, state: State) -> i64:
        return self.moves(state)[0]

    def describe(self, action: i64) -> str:
        return rules.TEXTS[action]

    def parse(self, text: str) -> i64:
        if text not in rules.TEXTS:
            raise self.refuse(Refusal("HC-ERR-02", {"text": text[:40]}))
        return rules.TEXTS.index(text)

    def question(self, state: State) -> str:
        return knowing.QUESTION

    def scores(self, state: State) -> list[int]:
        return rules.scores(cast(HighCardTable, state))

    def ranks(self, state: State) -> list[int]:
        return rules.ranks(cast(HighCardTable, state))

    def view(self, state: State, seat: i64) -> View:
        return knowing.view(cast(HighCardTable, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return knowing.read_view(data)

    def worlds(self, view: View) -> Worlds:
        return knowing.HighCardWorlds(view)

    def show(self, view: View) -> dict[str, object]:
        if view.known.asked != NOBODY:
            return {}
        count = zip(self.scores(view.known), self.ranks(view.known))
        seats = {seat_letter(n): {"points": p, "rank": r} for n, (p, r) in enumerate(count)}
        return {"result": {"seats": seats}}

    def load(self, position: dict[str, object]) -> State:
        return knowing.load(position)
