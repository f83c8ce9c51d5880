"""Shintoh, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

from typing import cast, final

from kamiza.core.cells import Cells
from kamiza.core.game import NO_ACTION, Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json
from kamiza.games.shintoh import features, knowing, learning, position
from kamiza.games.shintoh.cards import KIND_CARDS, read_cards
from kamiza.games.shintoh.judging import quick_move
from kamiza.games.shintoh.rules import moves, scoring
from kamiza.games.shintoh.rules import setup as setting
from kamiza.games.shintoh.rules.dedicating import add_card, can_stop, stop
from kamiza.games.shintoh.rules.moves import ADD, LOOK, LOOK_OF, PASS, PICK, ROB, STOP, USE
from kamiza.games.shintoh.rules.passing import pass_turn
from kamiza.games.shintoh.rules.treasures import look, pick, rob, use_jewel, use_mirror, use_sword
from kamiza.games.shintoh.showing import EXTRAS, show
from kamiza.games.shintoh.speech import ShintohSpeech
from kamiza.games.shintoh.table import FRAMES, GIVE, TURN, Settings, Shintoh, blank_table, fields_of


@final
class ShintohGame(Game):
    """Offerings to the gods, for two to four players."""

    def __init__(self) -> None:
        super().__init__("shintoh")
        self.laws_at = "kamiza.games.shintoh.laws:LAWS"
        self.cards = read_cards()
        self.schema = self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.questions = learning.QUESTIONS
        self.speech = ShintohSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest
        self.feature_names = features.NAMES
        self.stage_names = features.STAGES

    def moves(self, state: State) -> vec[i64]:
        return moves.list_moves(cast(Shintoh, state))

    def apply(self, state: State, action: i64) -> None:
        game = cast(Shintoh, state)
        if action == PASS:
            pass_turn(game)
        elif action < USE:
            add_card(game, KIND_CARDS[action - ADD])
        elif action == STOP:
            stop(game)
        elif action == LOOK:
            look(game, game.asked)
        elif action >= LOOK_OF:
            look(game, action - LOOK_OF)
        elif action == USE:
            use_jewel(game)
        elif action == USE + 1:
            use_mirror(game)
        elif action == USE + 2:
            use_sword(game)
        elif action < ROB:
            pick(game, KIND_CARDS[action - PICK])
        else:
            rob(game, action - ROB)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return quick_move(cast(Shintoh, state), rng)

    def outcome(self, state: State) -> list[float]:
        return self.weigh_by_distance(state, 20.0)

    def features(self, state: State, viewer: i64) -> vec[i64]:
        return features.features_of(cast(Shintoh, state), viewer)

    def stage(self, state: State) -> i64:
        return features.stage_of(cast(Shintoh, state))

    def turn(self, state: State) -> i64:
        return features.turn_of(cast(Shintoh, state))

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return moves.check(cast(Shintoh, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return moves.check_seat(cast(Shintoh, state), seat)

    def check_setup(self, seats: int, settings: Json) -> Refusal | None:
        return setting.check_setup(seats, settings)

    def set_up(self, setup: Setup) -> State:
        return setting.set_up(self.cards, setup)

    def describe(self, action: i64) -> str:
        return moves.text_of(action)

    def parse(self, text: str) -> i64:
        if text not in moves.TEXTS:
            raise self.refuse(Refusal("OF-ERR-02", {"text": text[:40]}))
        return moves.action_of(text)

    def is_command(self, text: str) -> bool:
        return text == moves.TEXTS[LOOK]

    def stays(self, text: str) -> bool:
        return text == moves.TEXTS[LOOK]

    def shows_only_own(self, text: str) -> bool:
        """A card added to a dedication is new to the others alone."""
        return text.startswith("+")

    def read(self, seat: i64, text: str) -> i64:
        return LOOK_OF + seat if self.is_command(text) else self.parse(text)

    def question(self, state: State) -> str:
        return FRAMES[cast(Shintoh, state).frame.kind]

    def scores(self, state: State) -> list[int]:
        return scoring.scores(cast(Shintoh, state))

    def ranks(self, state: State) -> list[int]:
        return scoring.ranks(cast(Shintoh, state))

    def default_move(self, state: State) -> i64:
        """Pass; finish a dedication as cheaply as possible; pick the best; rob the first."""
        game = cast(Shintoh, state)
        listed = moves.list_moves(game)
        kind: i64 = game.frame.kind
        if kind == TURN:
            return PASS
        if kind == GIVE:
            if can_stop(game, game.players[game.asked]):
                return STOP
            return listed[len(listed) - 1]
        return listed[0]

    def known_to(self, state: State, seat: i64) -> State:
        return knowing.known_to(cast(Shintoh, state), seat)

    def complete_view(self, known: State, seat: i64, data: Json) -> None:
        knowing.complete_view(cast(Shintoh, known), seat, data)

    def worlds(self, view: View) -> Worlds:
        return knowing.ShintohWorlds(view)

    def observe(self, state: State, seat: i64, cells: Cells) -> None:
        learning.observe(cast(Shintoh, state), seat, cells)

    def choices(self) -> i64:
        return learning.CHOICES

    def choice_of(self, state: State, action: i64) -> i64:
        return action

    def action_of(self, state: State, choice: i64) -> i64:
        return choice if 0 <= choice < learning.CHOICES else NO_ACTION

    def choice_name(self, choice: i64) -> str:
        return moves.text_of(choice)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def remembers(self, view: View) -> bool:
        return cast(Shintoh, view.known).settings.hand_tracker

    def blank_table(self, seats: i64, settings: Json) -> State:
        return blank_table(self.cards, Settings(settings), seats)

    def complete(self, state: State, position_: Json, given: Given) -> None:
        position.complete(cast(Shintoh, state), position_, given)
