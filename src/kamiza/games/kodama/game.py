"""Kodama, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

import math
from typing import Final, cast, final

from kamiza.core.action import Refusal
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds, best_rival
from kamiza.core.native import append, i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.games.kodama import judging, knowing, position
from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.rules import moves, refusals, scoring, texts
from kamiza.games.kodama.rules.growing import (
    choose_parent,
    lie_fallow,
    pick,
    pick_deck,
    place_free,
    place_spot,
)
from kamiza.games.kodama.rules.moves import (
    FALLOW_VERB,
    GROW_VERB,
    KODAMA_VERB,
    ONTO_VERB,
    ORIGIN,
    PICK_VERB,
    SPOT_VERB,
    high_of,
    low_of,
    slot_of,
    turn_of,
    verb_of,
)
from kamiza.games.kodama.rules.seasons import score_kodama
from kamiza.games.kodama.rules.setup import LEAST_SEATS, MOST_SEATS, check_setup, set_up
from kamiza.games.kodama.showing.screen import EXTRAS, show
from kamiza.games.kodama.speech import KodamaSpeech
from kamiza.games.kodama.table import DECK, FRAMES, KODAMA, SPOT, Kodama, fields_of

GOOD_TREE: Final = 75.0  # points, after a third of the best rival's is taken away
SPREAD: Final = 15.0


@final
class KodamaGame(Game):
    """The Tree Spirits, for two to five players."""

    def __init__(self) -> None:
        folder = game_folder("kodama")
        self.name = "kodama"
        self.laws_at = "kamiza.games.kodama.laws:LAWS"
        self.least_seats = LEAST_SEATS
        self.most_seats = MOST_SEATS
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.cards = Cards()
        self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.speech = KodamaSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest

    def moves(self, state: State) -> vec[i64]:
        return moves.list_moves(cast(Kodama, state))

    def apply(self, state: State, action: i64) -> None:
        game = cast(Kodama, state)
        verb: i64 = verb_of(action)
        slot: i64 = slot_of(action)
        if verb == PICK_VERB:
            if slot == DECK:
                pick_deck(game)
            else:
                pick(game, slot)
        elif verb == ONTO_VERB:
            choose_parent(game, low_of(action))
        elif verb == SPOT_VERB:
            place_spot(game, high_of(action), low_of(action), turn_of(action))
        elif verb == KODAMA_VERB:
            score_kodama(game, low_of(action))
        elif verb == FALLOW_VERB:
            lie_fallow(game, slot)
        else:
            grows = verb == GROW_VERB
            card: i64 = game.display[slot] if grows else game.frame.b
            x: i64 = high_of(action) - ORIGIN
            y: i64 = low_of(action) - ORIGIN
            place_free(game, slot if grows else game.frame.a, card, x, y, turn_of(action))

    def quick_move(self, state: State, rng: Rng) -> i64:
        return judging.quick_move(cast(Kodama, state), rng)

    def outcome(self, state: State) -> list[float]:
        """The own points above what a good tree brings, less a third of the best rival's.

        One's own tree is what a move changes; whether it wins is mostly other people's doing.
        """
        scores = self.scores(state)
        weighed: list[float] = []
        for seat, mine in enumerate(scores):
            above = (mine - best_rival(scores, seat) / 3.0 - GOOD_TREE) / SPREAD
            weighed.append(1.0 / (1.0 + math.exp(-above)))
        return weighed

    def candidates(self, state: State, rng: Rng) -> vec[i64]:
        """Where exactly a card lies is left to the quick move: searching for it gains nothing."""
        game = cast(Kodama, state)
        if game.frame.kind != SPOT:
            return self.moves(state)
        return append(vec[i64](), judging.quick_move(game, rng))

    def least_gain(self) -> float:
        return 0.05  # about three points

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return refusals.check(cast(Kodama, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return refusals.check_seat(cast(Kodama, state), seat)

    def start(self, setup: Setup) -> State:
        refusal = check_setup(setup.seats, setup.settings)
        if refusal is not None:
            raise self.refuse(refusal)
        return set_up(self.cards, setup)

    def describe(self, action: i64) -> str:
        return texts.text_of(self.cards.spirit_ids, action)

    def parse(self, text: str) -> i64:
        action, refusal = texts.read_action(self.cards.spirit_ids, text)
        if refusal is not None:
            raise self.refuse(refusal)
        return action

    def question(self, state: State) -> str:
        return FRAMES[cast(Kodama, state).frame.kind]

    def scores(self, state: State) -> list[int]:
        return scoring.scores(cast(Kodama, state))

    def ranks(self, state: State) -> list[int]:
        return scoring.ranks(cast(Kodama, state))

    def default_move(self, state: State) -> i64:
        """The first listed answer; the Kodama that is worth most now."""
        game = cast(Kodama, state)
        if game.frame.kind == KODAMA:
            return moves.kodama_action(judging.best_kodama(game))
        return moves.list_moves(game)[0]

    def view(self, state: State, seat: i64) -> View:
        return knowing.view(cast(Kodama, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return knowing.read_view(self.cards, data)

    def worlds(self, view: View) -> Worlds:
        return knowing.KodamaWorlds(view)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def load(self, position_: dict[str, object]) -> State:
        return position.load(self.cards, position_)
