"""Kami-sama, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

from typing import cast, final

from kamiza.core.action import Refusal
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.games.kamisama import (
    actions,
    draft,
    effects,
    moves,
    position,
    saving,
    scoring,
    setup,
    turn,
    view,
)
from kamiza.games.kamisama.board import NOWHERE
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.flow import settle
from kamiza.games.kamisama.influence import decide_tie
from kamiza.games.kamisama.judge import quick_move
from kamiza.games.kamisama.moves import (
    DO_ADD,
    DO_AT,
    DO_FEAR,
    DO_GAIN,
    DO_IDLE,
    DO_KAMI,
    DO_KEEP,
    DO_NEXT,
    DO_RAGE,
    DO_REMOVE,
    DO_SEED,
    DO_SKIP,
    DO_TAKE,
    DO_TO,
    DO_USE,
)
from kamiza.games.kamisama.speech import KamisamaSpeech
from kamiza.games.kamisama.state import FRAMES, RANK_FRAME, Kamisama
from kamiza.games.kamisama.worlds import KamisamaWorlds


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
        self.words = Words(read_toml(folder, "cards/words.toml"))
        self.cards = Cards()
        self.speech = KamisamaSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest

    def moves(self, state: State) -> vec[i64]:
        return actions.moves(cast(Kamisama, state))

    def apply(self, state: State, action: i64) -> None:
        game = cast(Kamisama, state)
        verb: i64 = action >> 7
        argument: i64 = action & 127
        if verb == DO_ADD:
            turn.basic_add(game, argument)
        elif verb == DO_REMOVE:
            turn.basic_remove(game, argument)
        elif verb == DO_USE:
            turn.use_ability(game, argument)
        elif verb == DO_AT:
            effects.answer_at(game, argument)
        elif verb == DO_TO:
            effects.answer_to(game, argument)
        elif verb == DO_SKIP:
            effects.skip(game)
        else:
            apply_other(game, verb, argument)
        settle(game)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return quick_move(cast(Kamisama, state), rng)

    def outcome(self, state: State) -> list[float]:
        return self.weigh_by_distance(state, 8.0)

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return actions.check(cast(Kamisama, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return actions.check_seat(cast(Kamisama, state), seat)

    def why_not(self, state: State, seat: int, text: str) -> Refusal | None:
        """What nobody could say is refused before who may speak."""
        refusal = self.unreadable(text)
        return Game.why_not(self, state, seat, text) if refusal is None else refusal

    def start(self, chosen: Setup) -> State:
        refusal = setup.check_setup(self.cards, chosen.seats, chosen.options)
        if refusal is not None:
            raise self.refuse(refusal)
        state = setup.set_up(self.cards, chosen)
        settle(state)
        return state

    def describe(self, action: i64) -> str:
        return moves.text_of(self.cards, action)

    def parse(self, text: str) -> i64:
        try:
            return moves.action_of(self.cards, text)
        except ValueError:
            raise self.refuse(Refusal("E-FORMAT", {})) from None

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
        listed = actions.moves(game)
        last: i64 = listed[len(listed) - 1]
        verb: i64 = last >> 7
        if verb in (DO_SKIP, DO_KEEP, DO_IDLE):
            return last
        return listed[0]

    def view(self, state: State, seat: i64) -> View:
        return view.view(cast(Kamisama, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return view.read_view(self.cards, data)

    def worlds(self, view_: View) -> Worlds:
        return KamisamaWorlds(cast(view.KamisamaView, view_))

    def save(self, state: State) -> dict[str, object]:
        return saving.save(cast(Kamisama, state))

    def load(self, position_: dict[str, object]) -> State:
        return position.load(self.cards, position_)


def apply_other(game: Kamisama, verb: i64, argument: i64) -> None:
    """The answers that are given less often."""
    if verb == DO_TAKE:
        draft.take(game, argument)
    elif verb == DO_SEED:
        effects.answer_seed(game, argument)
    elif verb == DO_GAIN:
        effects.answer_gain(game, argument)
    elif verb == DO_FEAR:
        effects.answer_fear(game, argument)
    elif verb == DO_KEEP:
        effects.answer_fear(game, NOWHERE)
    elif verb == DO_RAGE:
        turn.use_rage(game)
    elif verb == DO_IDLE:
        turn.idle(game)
    elif verb == DO_NEXT:
        decide_tie(game, argument)
        game.frame = RANK_FRAME
    elif verb == DO_KAMI:
        setup.choose_kami(game, argument)
    else:
        effects.answer_token(game, argument)
