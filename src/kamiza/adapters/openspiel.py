"""Kamiza in OpenSpiel: every game, number of seats and setting by its name.

    import pyspiel
    import kamiza.adapters.openspiel
    game = pyspiel.load_game("kamiza_shintoh(seats=3)")

Parameters are `seats`, every setting of the game, and

    deals        how many different things can happen at one chance node (64)
    begin_after  so many decisions are played by chance before the game begins (0); what nobody
                 can know then is dealt again, so a small number of decisions is left to study
    begin_seed   which game that is (0)
    moments      so many moments of the past an information-state tensor holds; without it (0) only
                 the string of an information state is promised

Chance is explicit. Whenever a move draws something, there is a chance node first, and its outcome
decides what is drawn; so a state follows from its history alone, and clones, saved states and
searches meet the same chance. Actions are the choices of the game (`kamiza layout`), their strings
the texts of our moves.

An observation is what the seat may know now. An information state is that and a fingerprint of
everything the seat has seen and done before: perfect recall in a short string.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from kamiza.adapters.moments import (
    CHANCE,
    LUCK,
    TERMINAL,
    Now,
    Variant,
    fingerprint,
    parameters_of,
    text_of,
    variant_of,
)
from kamiza.core.action import SPECTATOR
from kamiza.core.game import Game, State
from kamiza.games import game as game_of
from kamiza.games import games

PREFIX = "kamiza_"
BEFORE = "before the deal"


def type_of(game: Game, with_tensor: bool) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Kamiza {game.book.title['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=int(game.most_seats),
        min_num_players=int(game.least_seats),
        provides_information_state_string=True,
        provides_information_state_tensor=with_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
        default_loadable=True,
        provides_factored_observation_string=False,
    )


class KamizaGame(pyspiel.Game):
    """A table of one of our games; subclasses say of which."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.kind = kind = variant_of(self.name, params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=kind.rows.choices,
            max_chance_outcomes=kind.deals,
            num_players=kind.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=kind.longest,
        )
        super().__init__(type_of(kind.rules, kind.moments > 0), info, params or {})

    def max_chance_nodes_in_history(self) -> int:
        return self.kind.longest

    def new_initial_state(self, from_json: Any = None) -> KamizaState:
        return KamizaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.kind, kind, params)


class KamizaState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: KamizaGame) -> None:
        super().__init__(game)
        self._now = Now(game.kind)

    # -- whose turn it is ---------------------------------------------------------------------

    def current_player(self) -> int:
        return self._now.asked

    def is_terminal(self) -> bool:
        return self._now.asked == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        now = self._now
        if player != now.asked or player < 0 or now.table is None:
            return []
        return now.kind.rows.listed(now.table)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._now.kind.outcomes

    # -- what happens -------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        self._now.apply(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KamizaState:
        """A state that the player cannot tell from this one, imagined from its view alone."""
        world: KamizaState = self.clone()
        world._now = self._now.imagined(player, int(sampler() * LUCK))
        return world

    # -- words and results --------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {action}"
        table, rules = self._now.table, self._now.kind.rules
        if table is None or table.asked != player:
            return rules.choice_name(action)
        return rules.describe(rules.action_of(table, action))

    def returns(self) -> list[float]:
        now = self._now
        if now.asked != TERMINAL or now.table is None:
            return [0.0] * now.kind.seats
        return now.kind.rules.payoffs(now.table)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.seat_of(player)
        now = self._now
        if now.table is None:
            return BEFORE
        seen = text_of(now.kind.rules, now.table, seat)
        return f"{seen}#{fingerprint(now.kind.rules, now.past, seat).hex()}"

    def observation_string(self, player: int | None = None) -> str:
        seat = self.seat_of(player)
        now = self._now
        return BEFORE if now.table is None else text_of(now.kind.rules, now.table, seat)

    def seat_of(self, player: int | None) -> int:
        """The player that is meant; wrong ones are refused in the words of OpenSpiel."""
        seat = self._now.asked if player is None else player
        if seat < 0:
            raise pyspiel.SpielError(f"player >= 0: there is no player {seat}")
        if seat >= self._now.kind.seats:
            raise pyspiel.SpielError(f"player < num_players: there is no player {seat}")
        return int(seat)

    def __str__(self) -> str:
        now = self._now
        if now.table is None:
            return f"chance {now.luck}"
        waits = "" if now.pending < 0 else f" drawing for {now.kind.rules.describe(now.pending)}"
        return repr(now.table) + waits


class Observer:
    """What a player sees: named pieces of one tensor, and a string."""

    def __init__(self, game: Variant, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters; given were {params}")
        self.kind = kind
        self.game = game
        self.moments = game.moments if kind.perfect_recall else 0
        width = game.rows.layout.size
        self.tensor = np.zeros((width + 1) * self.moments if self.moments else width, np.float32)
        if self.moments:
            self.dict = {"moments": self.tensor.reshape(self.moments, width + 1)}
        else:
            self.dict = {
                name: self.tensor[begin:end]
                for name, (begin, end) in game.rows.layout.places.items()
            }

    def seat_for(self, player: int) -> int:
        """Public things alone are what a spectator sees."""
        is_private = self.kind.private_info != pyspiel.PrivateInfoType.NONE
        return player if is_private else SPECTATOR

    def set_from(self, state: KamizaState, player: int) -> None:
        now = state._now
        self.tensor.fill(0)
        if now.table is None:
            return
        seat = self.seat_for(player)
        if not self.moments:
            self.tensor[:] = self.game.rows.read(now.table, seat)
            return
        if len(now.past) > self.moments:
            raise ValueError(f"this game has had {len(now.past)} moments, not {self.moments}")
        rows, rules = self.dict["moments"], self.game.rules
        for number, moment in enumerate(now.past):
            rows[number, :-1] = self.game.rows.read(moment.table, seat)
            if moment.mover == seat and number > 0:
                before = now.past[number - 1].table
                rows[number, -1] = 1 + rules.choice_of(before, moment.action)

    def string_from(self, state: KamizaState, player: int) -> str | None:
        now = state._now
        rules = self.game.rules
        if now.table is None:
            return BEFORE if self.kind.public_info else ""
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return json.dumps(rules.save(now.table), separators=(",", ":"))
        seat = self.seat_for(player)
        if not self.kind.public_info:
            return private_text(rules, now.table, seat)
        if self.kind.perfect_recall:
            return state.information_state_string(player)
        return text_of(rules, now.table, seat)


def private_text(game: Game, table: State, seat: int) -> str:
    """What a seat knows and a spectator does not."""
    if seat < 0:
        return ""
    mine = game.view(table, seat).as_json()
    public = game.view(table, SPECTATOR).as_json()
    return json.dumps(only_mine(mine, public), separators=(",", ":"))


def only_mine(mine: Any, public: Any) -> Any:
    """The entries of a table that another one has not, or has otherwise."""
    if not isinstance(mine, dict) or not isinstance(public, dict):
        return mine
    return {
        name: only_mine(value, public.get(name))
        for name, value in mine.items()
        if value != public.get(name)
    }


def class_of(name: str) -> type[KamizaGame]:
    """The class of one game, to be found by its name when a state is unpickled."""
    made = type(f"{name.title()}Table", (KamizaGame,), {"name": name, "__module__": __name__})
    globals()[made.__name__] = made
    return made


def register() -> None:
    """Make every game known to OpenSpiel; a second time does nothing."""
    known = set(pyspiel.registered_names())
    for name in games():
        if PREFIX + name not in known:
            pyspiel.register_game(type_of(game_of(name), False), class_of(name))


register()
