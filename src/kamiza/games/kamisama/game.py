"""Kami-sama, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

from typing import cast, final

from kamiza.core.cells import Cells
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.refusal import Refusal
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json
from kamiza.games.kamisama import features, knowing, learning
from kamiza.games.kamisama.board import VILLAGE_IDS
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.frames import FRAMES
from kamiza.games.kamisama.judging.quick import quick_move
from kamiza.games.kamisama.position import loading
from kamiza.games.kamisama.rules import moves, scoring, texts, verbs
from kamiza.games.kamisama.rules import setup as setting
from kamiza.games.kamisama.rules.applying import carry_out_move
from kamiza.games.kamisama.rules.flow import settle
from kamiza.games.kamisama.showing.extras import EXTRAS
from kamiza.games.kamisama.showing.show import show
from kamiza.games.kamisama.speech import KamisamaSpeech
from kamiza.games.kamisama.table import Kamisama, Settings, blank_table, fields_of


@final
class KamisamaGame(Game):
    """Spirits on a turning board, for two to four players."""

    def __init__(self) -> None:
        super().__init__("kamisama")
        self.laws_at = "kamiza.games.kamisama.laws:LAWS"
        self.cards = Cards()
        self.schema = self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.questions = learning.QUESTIONS
        self.numbered = learning.Choices(self.cards)
        self.speech = KamisamaSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest
        self.feature_names = features.NAMES
        self.stage_names = features.STAGES
        self.part_names = tuple(f"village_{village}" for village in VILLAGE_IDS)

    def moves(self, state: State) -> vec[i64]:
        return moves.list_moves(cast(Kamisama, state))

    def apply(self, state: State, action: i64) -> None:
        carry_out_move(cast(Kamisama, state), action)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return quick_move(cast(Kamisama, state), rng)

    def outcome(self, state: State) -> list[float]:
        return self.weigh_by_distance(state, 8.0)

    def features(self, state: State, viewer: i64) -> vec[i64]:
        return features.features_of(cast(Kamisama, state))

    def part_features(self, state: State, part: i64) -> vec[i64]:
        return features.features_in_village(cast(Kamisama, state), part)

    def stage(self, state: State) -> i64:
        return features.stage_of(cast(Kamisama, state))

    def turn(self, state: State) -> i64:
        return features.turn_of(cast(Kamisama, state))

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return moves.check(cast(Kamisama, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return moves.check_seat(cast(Kamisama, state), seat)

    def why_unread(self, state: State, seat: int, unreadable: Refusal) -> Refusal:
        """What nobody could say is refused before who may speak."""
        return unreadable

    def check_setup(self, seats: int, settings: Json) -> Refusal | None:
        return setting.check_setup(self.cards, seats, settings)

    def set_up(self, setup: Setup) -> State:
        state = setting.set_up(self.cards, setup)
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
        else the first move."""
        game = cast(Kamisama, state)
        listed = moves.list_moves(game)
        last: i64 = listed[len(listed) - 1]
        verb: i64 = last >> 7
        if verb in (verbs.SKIP, verbs.KEEP, verbs.IDLE):
            return last
        return listed[0]

    def known_to(self, state: State, seat: i64) -> State:
        return knowing.known_to(cast(Kamisama, state), seat)

    def complete_view(self, known: State, seat: i64, data: Json) -> None:
        knowing.complete_view(cast(Kamisama, known))

    def worlds(self, view: View) -> Worlds:
        return knowing.KamisamaWorlds(view)

    def observe(self, state: State, seat: i64, cells: Cells) -> None:
        learning.observe(cast(Kamisama, state), seat, cells)

    def choices(self) -> i64:
        return len(self.numbered.actions)

    def choice_of(self, state: State, action: i64) -> i64:
        return self.numbered.numbers[action]

    def action_of(self, state: State, choice: i64) -> i64:
        return self.numbered.action_of(choice)

    def choice_name(self, choice: i64) -> str:
        return texts.text_of(self.cards, self.numbered.action_of(choice))

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def blank_table(self, seats: i64, settings: Json) -> State:
        return blank_table(self.cards, Settings(self.cards, settings), seats, Rng(0, 1, b"", []))

    def complete(self, state: State, position: Json, given: Given) -> None:
        loading.complete(cast(Kamisama, state), position, given)
