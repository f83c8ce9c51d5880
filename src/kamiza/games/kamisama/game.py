"""Kami-sama, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

from typing import cast, final

from kamiza.core.action import Refusal
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.games.kamisama import knowing
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.frames import FRAMES
from kamiza.games.kamisama.judging.quick import quick_move
from kamiza.games.kamisama.position import loading
from kamiza.games.kamisama.rules import moves, scoring, setup, texts
from kamiza.games.kamisama.rules.applying import carry_out_move
from kamiza.games.kamisama.rules.flow import settle
from kamiza.games.kamisama.rules.texts import DO_IDLE, DO_KEEP, DO_SKIP
from kamiza.games.kamisama.showing.extras import EXTRAS
from kamiza.games.kamisama.showing.screen import show
from kamiza.games.kamisama.speech import KamisamaSpeech
from kamiza.games.kamisama.table import Kamisama, fields_of


@final
class KamisamaGame(Game):
    """Spirits on a turning board, for two to four players."""

    def __init__(self) -> None:
        folder = game_folder("kamisama")
        self.name = "kamisama"
        self.laws_at = "kamiza.games.kamisama.laws:LAWS"
        self.least_seats = 2
        self.most_seats = 4
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.cards = Cards()
        self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.speech = KamisamaSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest

    def moves(self, state: State) -> vec[i64]:
        return moves.list_moves(cast(Kamisama, state))

    def apply(self, state: State, action: i64) -> None:
        carry_out_move(cast(Kamisama, state), action)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return quick_move(cast(Kamisama, state), rng)

    def outcome(self, state: State) -> list[float]:
        return self.weigh_by_distance(state, 8.0)

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return moves.check(cast(Kamisama, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return moves.check_seat(cast(Kamisama, state), seat)

    def why_unread(self, state: State, seat: int, unreadable: Refusal) -> Refusal:
        """What nobody could say is refused before who may speak."""
        return unreadable

    def start(self, chosen: Setup) -> State:
        refusal = setup.check_setup(self.cards, chosen.seats, chosen.settings)
        if refusal is not None:
            raise self.refuse(refusal)
        state = setup.set_up(self.cards, chosen)
        settle(state)
        return state

    def describe(self, action: i64) -> str:
        return texts.text_of(self.cards, action)

    def parse(self, text: str) -> i64:
        try:
            return texts.action_of(self.cards, text)
        except ValueError:
            raise self.refuse(Refusal("E-FORMAT", {})) from None
        except Refusal as refusal:
            raise self.refuse(refusal) from None

    def refuse(self, refusal: Refusal) -> Refusal:
        """The refusal with its English sentence, spaces as they are typed."""
        refusal.sentences["en"] = cast(KamisamaSpeech, self.speech).typed_refusal(refusal)
        return refusal

    def question(self, state: State) -> str:
        return FRAMES[cast(Kamisama, state).frame.kind]

    def scores(self, state: State) -> list[int]:
        return scoring.scores(cast(Kamisama, state))

    def ranks(self, state: State) -> list[int]:
        return scoring.ranks(cast(Kamisama, state))

    def default_move(self, state: State) -> i64:
        """Decline what may be declined, and add or remove nothing if a cube can be spent without;
        else the first option."""
        game = cast(Kamisama, state)
        listed = moves.list_moves(game)
        last: i64 = listed[len(listed) - 1]
        verb: i64 = last >> 7
        if verb in (DO_SKIP, DO_KEEP, DO_IDLE):
            return last
        return listed[0]

    def view(self, state: State, seat: i64) -> View:
        return knowing.view(cast(Kamisama, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return knowing.read_view(self.cards, data)

    def worlds(self, view: View) -> Worlds:
        return knowing.KamisamaWorlds(view)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def load(self, position: dict[str, object]) -> State:
        return loading.load(self.cards, position)
