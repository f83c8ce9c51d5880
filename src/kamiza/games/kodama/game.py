"""Kodama, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

import math
from typing import Final, cast, final

from kamiza.core.game import Game, Setup, State, View, Worlds, best_rival
from kamiza.core.native import append, i64, vec
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json
from kamiza.games.kodama import features, judging, knowing, learning, position
from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.rules import growing, moves, refusals, scoring, texts
from kamiza.games.kodama.rules import setup as setting
from kamiza.games.kodama.rules.seasons import score_kodama
from kamiza.games.kodama.showing.show import EXTRAS, show
from kamiza.games.kodama.speech import KodamaSpeech
from kamiza.games.kodama.table import (
    DECK,
    FRAMES,
    KODAMA,
    SPOT,
    Kodama,
    Settings,
    blank_table,
    fields_of,
)

GOOD_TREE: Final = 75.0  # points, after a third of the best rival's is taken away
SPREAD: Final = 15.0


@final
class KodamaGame(Game):
    """The Tree Spirits, for two to five players."""

    def __init__(self) -> None:
        super().__init__("kodama")
        self.laws_at = "kamiza.games.kodama.laws:LAWS"
        self.cards = Cards()
        self.schema = self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.questions = list(FRAMES)
        self.numbered = learning.Choices(self.cards)
        self.speech = KodamaSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest
        self.feature_names = features.NAMES
        self.stage_names = features.STAGES

    def moves(self, state: State) -> vec[i64]:
        return moves.list_moves(cast(Kodama, state))

    def apply(self, state: State, action: i64) -> None:
        game = cast(Kodama, state)
        verb: i64 = moves.verb_of(action)
        slot: i64 = moves.slot_of(action)
        if verb == moves.PICK_VERB:
            if slot == DECK:
                growing.pick_deck(game)
            else:
                growing.pick(game, slot)
        elif verb == moves.ONTO_VERB:
            growing.choose_parent(game, moves.low_of(action))
        elif verb == moves.SPOT_VERB:
            growing.place_spot(
                game, moves.high_of(action), moves.low_of(action), moves.turn_of(action)
            )
        elif verb == moves.KODAMA_VERB:
            score_kodama(game, moves.low_of(action))
        elif verb == moves.FALLOW_VERB:
            growing.lie_fallow(game, slot)
        else:
            grows = verb == moves.GROW_VERB
            card: i64 = game.display[slot] if grows else game.frame.b
            x: i64 = moves.high_of(action) - moves.ORIGIN
            y: i64 = moves.low_of(action) - moves.ORIGIN
            growing.place_free(
                game, slot if grows else game.frame.a, card, x, y, moves.turn_of(action)
            )

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

    def features(self, state: State, viewer: i64) -> vec[i64]:
        return features.features_of(cast(Kodama, state), viewer)

    def stage(self, state: State) -> i64:
        return features.stage_of(cast(Kodama, state))

    def turn(self, state: State) -> i64:
        return features.turn_of(cast(Kodama, state))

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return refusals.check(cast(Kodama, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return refusals.check_seat(cast(Kodama, state), seat)

    def check_setup(self, seats: int, settings: Json) -> Refusal | None:
        return setting.check_setup(seats, settings)

    def set_up(self, setup: Setup) -> State:
        return setting.set_up(self.cards, setup)

    def describe(self, action: i64) -> str:
        return texts.text_of(self.cards.spirit_ids, action)

    def parse(self, text: str) -> i64:
        read = texts.read_action(self.cards.spirit_ids, text)
        if isinstance(read, Refusal):
            raise self.refuse(read)
        return read

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

    def known_to(self, state: State, seat: i64) -> State:
        return knowing.known_to(cast(Kodama, state), seat)

    def complete_view(self, known: State, seat: i64, data: Json) -> None:
        knowing.complete_view(cast(Kodama, known), data)

    def worlds(self, view: View) -> Worlds:
        return knowing.KodamaWorlds(view)

    def choices(self) -> i64:
        return self.numbered.size

    def choice_of(self, state: State, action: i64) -> i64:
        return self.numbered.choice_of(cast(Kodama, state), action)

    def action_of(self, state: State, choice: i64) -> i64:
        return self.numbered.action_of(cast(Kodama, state), choice)

    def choice_name(self, choice: i64) -> str:
        return self.numbered.name_of(choice)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def blank_table(self, seats: i64, settings: Json) -> State:
        return blank_table(self.cards, Settings(settings), seats)

    def complete(self, state: State, position_: Json, given: Given) -> None:
        position.complete(cast(Kodama, state), position_, given)
