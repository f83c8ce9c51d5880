"""Shintoh, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

from typing import cast, final

from kamiza.core.action import Refusal
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.games.shintoh import knowing, position
from kamiza.games.shintoh.cards import KIND_CARDS, read_cards
from kamiza.games.shintoh.judging import quick_move
from kamiza.games.shintoh.rules import moves, scoring
from kamiza.games.shintoh.rules.dedicating import add_card, can_stop, stop
from kamiza.games.shintoh.rules.moves import ADD, LOOK, LOOK_OF, PASS, PICK, ROB, STOP, USE
from kamiza.games.shintoh.rules.passing import pass_turn
from kamiza.games.shintoh.rules.setup import check_setup, set_up
from kamiza.games.shintoh.rules.treasures import look, pick, rob, use_jewel, use_mirror, use_sword
from kamiza.games.shintoh.showing import EXTRAS, show
from kamiza.games.shintoh.speech import ShintohSpeech
from kamiza.games.shintoh.table import FRAMES, GIVE, TURN, Shintoh, fields_of


@final
class ShintohGame(Game):
    """Offerings to the gods, for two to four players."""

    def __init__(self) -> None:
        folder = game_folder("shintoh")
        self.name = "shintoh"
        self.laws_at = "kamiza.games.shintoh.laws:LAWS"
        self.least_seats = 2
        self.most_seats = 4
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.cards = read_cards()
        self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.speech = ShintohSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest

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

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return moves.check(cast(Shintoh, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return moves.check_seat(cast(Shintoh, state), seat)

    def start(self, setup: Setup) -> State:
        refusal = check_setup(setup.seats, setup.settings)
        if refusal is not None:
            raise self.refuse(refusal)
        return set_up(self.cards, setup)

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

    def view(self, state: State, seat: i64) -> View:
        return knowing.view(cast(Shintoh, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return knowing.read_view(self.cards, data)

    def worlds(self, view: View) -> Worlds:
        return knowing.ShintohWorlds(view)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def remembers(self, view: View) -> bool:
        return cast(Shintoh, view.known).settings.hand_tracker

    def load(self, position_: dict[str, object]) -> State:
        return position.load(self.cards, position_)
