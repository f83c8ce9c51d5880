"""Kamigami Battles, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

import math
from typing import cast, final

from kamiza.core.action import AutoPass
from kamiza.core.cells import Cells
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import Rng
from kamiza.core.schema import Given, Json
from kamiza.core.speech import Listener
from kamiza.games.battles import learning
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.judging import features
from kamiza.games.battles.judging.quick_move import quick_move
from kamiza.games.battles.judging.values import score
from kamiza.games.battles.knowing.view import complete_view, known_to
from kamiza.games.battles.knowing.worlds import BattlesWorlds
from kamiza.games.battles.position.loading import complete
from kamiza.games.battles.rules import checks, engine, moves, scoring
from kamiza.games.battles.rules.auto_pass import auto_pass
from kamiza.games.battles.rules.settings import check_setup, notices
from kamiza.games.battles.rules.setup import set_up
from kamiza.games.battles.showing.advice import advice
from kamiza.games.battles.showing.extras import EXTRAS
from kamiza.games.battles.showing.show import show
from kamiza.games.battles.speech.voice import BattlesSpeech
from kamiza.games.battles.table.battles import ROUND_LIMIT, Battles, blank_table
from kamiza.games.battles.table.fields import fields_of
from kamiza.games.battles.table.players import OUT
from kamiza.games.battles.table.settings import Settings


@final
class BattlesGame(Game):
    """Gods, warriors and reactions, for two to six players."""

    def __init__(self) -> None:
        super().__init__("battles")
        self.laws_at = "kamiza.games.battles.laws:LAWS"
        self.cards = Cards()
        self.schema = self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.questions = list(moves.QUESTIONS)
        self.numbered = learning.Choices(self.cards)
        self.speech = BattlesSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest
        self.feature_names = features.feature_names(self.cards)
        self.stage_names = features.STAGES

    def moves(self, state: State) -> vec[i64]:
        return cast(Battles, state).offers

    def apply(self, state: State, action: i64) -> None:
        engine.apply(cast(Battles, state), action)

    def quick_move(self, state: State, rng: Rng) -> i64:
        return quick_move(cast(Battles, state), rng)

    def outcome(self, state: State) -> list[float]:
        """A win is everything; when an imagined game stops early, the better position counts."""
        game = cast(Battles, state)
        points = [float(score(game, seat)) for seat in range(game.seats)]
        if game.settings.team:
            points = team_points(game, points)
        weighed: list[float] = []
        for seat, mine in enumerate(points):
            best = -1e9
            for other, theirs in enumerate(points):
                if game.players[other].team != game.players[seat].team and theirs > best:
                    best = theirs
            margin = 1.0 / (1.0 + math.exp(min(50.0, max(-50.0, (best - mine) / 900.0))))
            if game.ending != ROUND_LIMIT:
                won = 1.0 if game.winners >> seat & 1 else 0.0
                margin = 0.9 * won + 0.1 * margin
            weighed.append(margin)
        return weighed

    def features(self, state: State, viewer: i64) -> vec[i64]:
        return features.features_of(cast(Battles, state))

    def stage(self, state: State) -> i64:
        return features.stage_of(cast(Battles, state))

    def turn(self, state: State) -> i64:
        return features.turn_of(cast(Battles, state))

    def turn_owner(self, state: State) -> i64:
        return cast(Battles, state).active

    def is_out(self, state: State, seat: i64) -> bool:
        return cast(Battles, state).players[seat].status == OUT

    def side(self, state: State, seat: i64) -> i64:
        game = cast(Battles, state)
        return game.players[seat].team if game.settings.team else seat

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return checks.check(cast(Battles, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return checks.check_seat(cast(Battles, state), seat)

    def check_setup(self, seats: int, settings: Json) -> Refusal | None:
        return check_setup(self.cards, seats, settings)

    def set_up(self, setup: Setup) -> State:
        state = set_up(self.cards, setup)
        engine.settle(state)
        return state

    def notices(self, setup: Setup, to: Listener) -> list[str]:
        found = notices(self.cards, Settings(self.cards, self.defaults | setup.settings))
        speech = cast(BattlesSpeech, self.speech)
        return [speech.notice(word, facts, to) for word, facts in found]

    def trial_settings(self) -> dict[str, object]:
        """Without a limit players who have Banished all their cards would go on for ever."""
        return {"round_limit": 60}

    def describe(self, action: i64) -> str:
        return moves.text_of(self.cards, action)

    def parse(self, text: str) -> i64:
        try:
            return moves.action_of(self.cards, text)
        except (ValueError, IndexError):
            kinds = ", ".join(moves.MOVES)
            raise self.refuse(Refusal("KB-ERR-17", {"input": text[:40], "kinds": kinds})) from None

    def is_command(self, text: str) -> bool:
        return text == "resign" or text.startswith("stops ")

    def read(self, seat: i64, text: str) -> i64:
        action: i64 = self.parse(text)
        return moves.said_by(seat, action) if self.is_command(text) else action

    def question(self, state: State) -> str:
        return moves.QUESTIONS[cast(Battles, state).question]

    def scores(self, state: State) -> list[int]:
        return scoring.scores(cast(Battles, state))

    def ranks(self, state: State) -> list[int]:
        return scoring.ranks(cast(Battles, state))

    def teams(self, state: State) -> list[list[int]]:
        return scoring.teams(cast(Battles, state))

    def default_move(self, state: State) -> i64:
        """Pass, end, done where that is allowed; otherwise the first answer."""
        game = cast(Battles, state)
        last: i64 = game.offers[len(game.offers) - 1]
        verb: i64 = moves.verb_of(last)
        if moves.NO <= verb <= moves.AUTO:
            return last
        return game.offers[0]

    def known_to(self, state: State, seat: i64) -> State:
        return known_to(cast(Battles, state), seat)

    def complete_view(self, known: State, seat: i64, data: Json) -> None:
        complete_view(cast(Battles, known), data)

    def worlds(self, view: View) -> Worlds:
        return BattlesWorlds(view)

    def observe(self, state: State, seat: i64, cells: Cells) -> None:
        learning.observe(cast(Battles, state), seat, cells)

    def choices(self) -> i64:
        return self.numbered.size

    def choice_of(self, state: State, action: i64) -> i64:
        return self.numbered.choice_of(action)

    def action_of(self, state: State, choice: i64) -> i64:
        return self.numbered.action_of(choice)

    def choice_name(self, choice: i64) -> str:
        return moves.text_of(self.cards, self.numbered.action_of(choice))

    def auto_pass(self, state: State) -> AutoPass | None:
        return auto_pass(cast(Battles, state))

    def advice(self, view: View) -> dict[str, object] | None:
        return advice(view)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def blank_table(self, seats: i64, settings: Json) -> State:
        return blank_table(self.cards, Settings(self.cards, settings), seats)

    def load(self, position: Json) -> State:
        """[KB-ERR-48]"""
        game = position.get("game", self.name)
        if game != self.name:
            raise PositionError(f"game: this is no saved game of Kamigami Battles [KB-ERR-48], "
                                f"but of {game!r}")  # fmt: skip
        return super().load(position)

    def complete(self, state: State, position: Json, given: Given) -> None:
        complete(cast(Battles, state), position, given)


def team_points(game: Battles, points: list[float]) -> list[float]:
    """A team is worth its Main God one and a half times, and all its Supporting Gods."""
    sums = [0.0, 0.0]
    for seat, player in enumerate(game.players):
        sums[player.team] += points[seat] * (1.5 if player.role == 1 else 1.0)
    return [sums[player.team] for player in game.players]
