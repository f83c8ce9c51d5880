"""Kamiza in PettingZoo: one agent for each seat, asked in turn, with a mask of its choices.

    from kamiza.adapters.pettingzoo import env
    table = env("kamisama", seats=3)

Agents are called "seat_0" (seat A), "seat_1" and so on. An observation is a table of `observation`
(the row of numbers that `kamiza layout` explains) and `action_mask`. A finished game gives one
point, shared by its winners. There is no parallel form: one seat is asked at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from kamiza.adapters.picture import Pictures
from kamiza.adapters.rows import Array, Rows
from kamiza.core.game import State
from kamiza.games import game as game_of

RENDER_MODES = ["human", "ansi", "rgb_array"]


class KamizaEnv(AECEnv):
    """A table of one game."""

    def __init__(
        self, game: str, seats: int | None = None, render_mode: str | None = None, **settings: Any
    ) -> None:
        super().__init__()
        seats = int(game_of(game).least_seats) if seats is None else seats
        self.rows = Rows(game, seats)
        self.settings = settings
        self.metadata = {
            "name": f"kamiza_{game}_v{self.rows.layout.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.pictures: Pictures | None = None
        self.state_now: State = self.rows.start(settings, 0)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        seen = spaces.Dict(
            {
                "observation": spaces.Box(self.rows.low, self.rows.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.rows.choices,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: spaces.Discrete(self.rows.choices) for agent in self.possible_agents
        }
        self.chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same one."""
        if seed is not None:
            self.chance, _ = seeding.np_random(seed)
        self.state_now = self.rows.start(self.settings, int(self.chance.integers(1 << 60)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_now.asked]

    def step(self, action: int | None) -> None:
        """The choice of the agent that is asked; one it does not have is a ValueError."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_now
        chosen = -1 if action is None else self.rows.action(state, int(action))
        if chosen < 0:
            raise ValueError(f"{agent} does not have choice {action} now; see the action mask")
        self.rows.game.apply(state, chosen)
        self._cumulative_rewards[agent] = 0.0
        if state.asked < 0:
            self.end(state)
        else:
            self.agent_selection = self.possible_agents[state.asked]
        if self.render_mode == "human":
            self.render()

    def end(self, state: State) -> None:
        """The game is over; every agent hears what it got."""
        for agent, payoff in zip(self.possible_agents, self.rows.game.payoffs(state)):
            self.rewards[agent] = payoff
            self._cumulative_rewards[agent] += payoff
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    # -- seeing -------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Array]:
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.rows.observe(self.state_now, seat),
            "action_mask": self.rows.mask(self.state_now, seat),
        }

    def render(self) -> str | Array | None:
        """The table as a spectator sees it: printed, as text or as a picture."""
        if self.pictures is None:
            self.pictures = Pictures(self.rows.game, self.rows.seats)
        if self.render_mode == "ansi":
            return self.pictures.text(self.state_now)
        if self.render_mode == "rgb_array":
            return self.pictures.array(self.state_now)
        self.pictures.show(self.state_now)
        return None

    def close(self) -> None:
        self.pictures = None


env = KamizaEnv
