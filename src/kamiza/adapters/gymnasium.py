"""Kamiza in Gymnasium: one seat is yours, bots of a chosen level have the others.

    import gymnasium
    import kamiza.adapters.gymnasium
    table = gymnasium.make("kamiza/shintoh-v1", seats=3, bots="heuristic")

`info["action_mask"]` says which choices there are, and `action_masks()` says it, too. A choice
that is not there changes nothing, costs `refusal_reward` and is explained in `info["refusal"]`.
A finished game gives one point, shared by its winners.

observation   "flat", the row of numbers that `kamiza layout` explains, or "dict", the same field by
              field
actions       "choices", numbers; or for Kodama "free": which card of the display (or the hand), x,
              y and turn, each from -1 to 1, refused where the card may not lie
"""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from kamiza.adapters.picture import Pictures
from kamiza.adapters.rows import Array, Rows
from kamiza.bots import Bot, make_bot
from kamiza.core.action import seat_of
from kamiza.core.game import State
from kamiza.core.refusal import Refusal
from kamiza.games import game as game_of
from kamiza.games import games
from kamiza.games.kodama.cards import MAT_BOTTOM, MAT_LEFT, MAT_RIGHT, MAT_TOP
from kamiza.games.kodama.table import Kodama

# What -1 and 1 mean in a free placement: the first and the last card there is, the edges of the mat
# in tenths of a millimetre, a half turn to either side.
FREE_LEAST = np.array([0.0, MAT_LEFT, MAT_BOTTOM, -180.0])
FREE_MOST = np.array([1.0, MAT_RIGHT, MAT_TOP, 180.0])
MOST_REFUSALS = 1_000  # in a row; then the game is given up


class KamizaGym(gymnasium.Env):
    """A table of one game with one free seat."""

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: str = "A",
        bots: str = "heuristic",
        observation: str = "flat",
        actions: str = "choices",
        refusal_reward: float = -0.01,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.rows = Rows(game, int(game_of(game).least_seats) if seats is None else seats)
        self.seat = seat_of(seat)
        if not 0 <= self.seat < self.rows.seats:
            raise ValueError(f"there is no seat {seat!r} at a table of {self.rows.seats}")
        if actions == "free" and game != "kodama":
            raise ValueError("only Kodama can be played with free placements")
        self.level = bots
        self.is_flat = observation == "flat"
        self.is_free = actions == "free"
        self.refusal_reward = refusal_reward
        self.render_mode = render_mode
        self.settings = settings
        self.pictures: Pictures | None = None
        self.refusals = 0
        self.state_now: State = self.rows.start(settings, 0)
        self.bots: list[Bot] = []
        self.observation_space = self.flat_space() if self.is_flat else self.dict_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.rows.choices)
        if self.is_free:
            self.action_space = spaces.Box(-1.0, 1.0, (4,), dtype=np.float32)

    def flat_space(self) -> spaces.Space[Any]:
        return spaces.Box(self.rows.low, self.rows.high, dtype=np.int16)

    def dict_space(self) -> spaces.Space[Any]:
        low, high = self.rows.named(self.rows.low), self.rows.named(self.rows.high)
        return spaces.Dict(
            {name: spaces.Box(low[name], high[name], dtype=np.int16) for name in low}
        )

    # -- playing ------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and let the bots play until the own seat is asked."""
        super().reset(seed=seed)
        self.state_now = self.rows.start(self.settings, int(self.np_random.integers(1 << 60)))
        seeds = self.np_random.integers(1 << 60, size=self.rows.seats)
        self.bots = [make_bot(self.level, self.rows.game, int(one)) for one in seeds]
        self.refusals = 0
        self.let_bots_play()
        return self.seen(), self.info()

    def let_bots_play(self) -> None:
        game, state = self.rows.game, self.state_now
        while state.asked >= 0 and state.asked != self.seat:
            view = game.view(state, state.asked)
            game.apply(state, self.bots[int(state.asked)].choose(view))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a choice, and let the bots answer it."""
        refusal = self.try_action(action)
        if refusal:
            self.refusals += 1
            info = self.info() | {"refusal": refusal}
            is_given_up = self.refusals >= MOST_REFUSALS
            return self.seen(), self.refusal_reward, False, is_given_up, info
        self.refusals = 0
        self.let_bots_play()
        is_over = self.state_now.asked < 0
        reward = self.rows.game.payoffs(self.state_now)[self.seat] if is_over else 0.0
        if self.render_mode == "human":
            self.render()
        return self.seen(), reward, is_over, False, self.info()

    def try_action(self, action: Any) -> str:
        """Carry it out, or say why not."""
        game, state = self.rows.game, self.state_now
        if state.asked != self.seat:
            return "The game is over."
        if self.is_free:
            return self.try_text(self.free_move(action))
        chosen = self.rows.action(state, int(action))
        if chosen >= 0:
            game.apply(state, chosen)
            return ""
        return f"Choice {int(action)} ({game.choice_name(int(action))}) is not there now."

    def try_text(self, text: str) -> str:
        try:
            self.rows.game.act(self.state_now, self.seat, text)
        except Refusal as refusal:
            return f"{refusal.rule}: {refusal.sentence}"
        return ""

    def free_move(self, action: Any) -> str:
        """The move that four numbers mean; for any other question than where to place a card the
        first one is the place among the answers."""
        share = (np.clip(np.asarray(action, dtype=np.float64), -1, 1) + 1) / 2
        card, x, y, turn = FREE_LEAST + share * (FREE_MOST - FREE_LEAST)
        listed = self.rows.game.decision(self.state_now)
        assert listed is not None
        if listed.question == "PICK" and not listed.moves[0].startswith("fallow"):
            which = round(card * (len(cast(Kodama, self.state_now).display) - 1))
            return f"grow:{which}@{round(x)},{round(y)},r{round(turn) % 360}"
        return listed.moves[round(card * (len(listed.moves) - 1))]

    # -- seeing -------------------------------------------------------------------------------

    def seen(self) -> Any:
        row = self.rows.observe(self.state_now, self.seat)
        return row if self.is_flat else self.rows.named(row)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.rows.mask(self.state_now, self.seat)}

    def action_masks(self) -> Array:
        """Which choices there are, as other libraries ask for it."""
        return self.rows.mask(self.state_now, self.seat).astype(bool)

    def render(self) -> Any:
        """The table as the own seat sees it: printed, as text or as a picture."""
        if self.pictures is None:
            self.pictures = Pictures(self.rows.game, self.rows.seats)
        if self.render_mode == "ansi":
            return self.pictures.text(self.state_now, self.seat)
        if self.render_mode == "rgb_array":
            return self.pictures.array(self.state_now, self.seat)
        self.pictures.show(self.state_now, self.seat)
        return None


def free_action(which: int, of: int, x: float, y: float, degrees: float) -> Array:
    """The four numbers of a free placement: which of so many cards, its place and its turn."""
    card = which / (of - 1) if of > 1 else 0.0
    turn = (degrees + 180) % 360 - 180
    share = (np.array([card, x, y, turn]) - FREE_LEAST) / (FREE_MOST - FREE_LEAST)
    return (share * 2 - 1).astype(np.float32)


def register() -> None:
    """Make every game known to Gymnasium, under the version of its layout."""
    for name in games():
        known = f"kamiza/{name}-v{int(game_of(name).layout)}"
        if known not in gymnasium.registry:
            gymnasium.register(
                known, entry_point="kamiza.adapters.gymnasium:KamizaGym", kwargs={"game": name}
            )


register()
