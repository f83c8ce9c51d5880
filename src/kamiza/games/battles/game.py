"""Kamigami Battles, tied together; the rules are in the chapters beside this file."""

from __future__ import annotations

import math
from typing import cast, final

from kamiza.core.action import AutoPass, Refusal
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, Setup, State, View, Worlds
from kamiza.core.native import i64, vec
from kamiza.core.rng import Rng
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Listener
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.fields import fields_of
from kamiza.games.battles.judging.quick_move import quick_move
from kamiza.games.battles.judging.values import score
from kamiza.games.battles.knowing.view import read_view, view
from kamiza.games.battles.knowing.worlds import BattlesWorlds
from kamiza.games.battles.position.loading import load
from kamiza.games.battles.rules import checks, engine, moves, scoring
from kamiza.games.battles.rules.auto_pass import auto_pass
from kamiza.games.battles.rules.settings import check_setup, notices, read_settings
from kamiza.games.battles.rules.setup import set_up
from kamiza.games.battles.showing.advice import advice
from kamiza.games.battles.showing.extras import EXTRAS
from kamiza.games.battles.showing.show import show
from kamiza.games.battles.speech.voice import BattlesSpeech
from kamiza.games.battles.table import ROUND_LIMIT, Battles


@final
class BattlesGame(Game):
    """Gods, warriors and reactions, for two to six players."""

    def __init__(self) -> None:
        folder = game_folder("battles")
        self.name = "battles"
        self.laws_at = "kamiza.games.battles.laws:LAWS"
        self.least_seats = 2
        self.most_seats = 6
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.cards = Cards()
        self.cards.schema = fields_of(self.cards)
        self.extras = EXTRAS
        self.speech = BattlesSpeech(self.book, self.words, self.cards)
        self.digest = self.cards.digest

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

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        return checks.check(cast(Battles, state), seat, action)

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        return checks.check_seat(cast(Battles, state), seat)

    def start(self, setup: Setup) -> State:
        refusal = check_setup(self.cards, setup.seats, setup.settings)
        if refusal is not None:
            raise self.refuse(refusal)
        state = set_up(self.cards, setup)
        engine.settle(state)
        return state

    def notices(self, setup: Setup, to: Listener) -> list[str]:
        found = notices(self.cards, read_settings(self.cards, setup.settings))
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

    def default_move(self, state: State) -> i64:
        """Pass, end, done where that is allowed; otherwise the first answer."""
        game = cast(Battles, state)
        last: i64 = game.offers[len(game.offers) - 1]
        verb: i64 = moves.verb_of(last)
        if moves.NO <= verb <= moves.AUTO:
            return last
        return game.offers[0]

    def view(self, state: State, seat: i64) -> View:
        return view(cast(Battles, state), seat)

    def read_view(self, data: dict[str, object]) -> View:
        return read_view(self.cards, data)

    def worlds(self, view: View) -> Worlds:
        return BattlesWorlds(view)

    def auto_pass(self, state: State) -> AutoPass | None:
        return auto_pass(cast(Battles, state))

    def advice(self, view: View) -> dict[str, object] | None:
        return advice(view)

    def show(self, view: View) -> dict[str, object]:
        return show(view)

    def load(self, position: dict[str, object]) -> State:
        return load(self.cards, position)


def team_points(game: Battles, points: list[float]) -> list[float]:
    """A team is worth its Main God one and a half times, and all its Supporting Gods."""
    sums = [0.0, 0.0]
    for seat, player in enumerate(game.players):
        sums[player.team] += points[seat] * (1.5 if player.role == 1 else 1.0)
    return [sums[player.team] for player in game.players]
