"""Bots: players that see views only.

A bot is named by a short text: `random`, `heuristic`, `search`, or `search` with a budget:
`search:20ms` (CPU time per decision) or `search:400` (iterations per decision, which makes its
games repeatable).
"""

from __future__ import annotations

import re

from kamiza.bots.search import search
from kamiza.core.game import Game, View
from kamiza.core.rng import fast_rng

BOT_NAMES = ("random", "heuristic", "search")
DEFAULT_BUDGET = "50ms"
NO_LIMIT = 1_000_000_000


class UnknownBot(Exception):
    """There is no such bot; the message lists those there are."""


class Bot:
    """Chooses an answer from what its seat may know, and from chance of its own."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = fast_rng(seed)

    def choose(self, view: View) -> int:
        """The action for the question that is open in this view."""
        raise NotImplementedError


class RandomBot(Bot):
    """Any listed move, all equally likely."""

    def choose(self, view: View) -> int:
        listed = self.game.moves(self.game.imagine(view, self.rng))
        return listed[self.rng.below(len(listed))]


class HeuristicBot(Bot):
    """The game's own quick move, made for one imagined state."""

    def choose(self, view: View) -> int:
        return self.game.quick_move(self.game.imagine(view, self.rng), self.rng)


class SearchBot(Bot):
    """Information-set Monte Carlo tree search within a budget."""

    def __init__(self, game: Game, seed: int, iterations: int, seconds: float) -> None:
        super().__init__(game, seed)
        self.iterations = iterations
        self.seconds = seconds

    def choose(self, view: View) -> int:
        return search(self.game, view, self.iterations, self.seconds, self.rng)


def make_bot(name: str, game: Game, seed: int) -> Bot:
    """The bot of that name; an `UnknownBot` says which there are."""
    kind, _, budget = name.partition(":")
    if kind == "random" and not budget:
        return RandomBot(game, seed)
    if kind == "heuristic" and not budget:
        return HeuristicBot(game, seed)
    if kind == "search":
        iterations, seconds = read_budget(name, budget or DEFAULT_BUDGET)
        return SearchBot(game, seed, iterations, seconds)
    raise UnknownBot(f"There is no bot '{name}'. There are: {', '.join(BOT_NAMES)}.")


def read_budget(name: str, budget: str) -> tuple[int, float]:
    """Iterations and seconds of a budget such as `20ms` or `400`."""
    found = re.fullmatch(r"([1-9]\d{0,6})(ms)?", budget)
    if found is None:
        raise UnknownBot(f"'{name}': write a budget as search:20ms or search:400 (iterations).")
    amount = int(found[1])
    return (NO_LIMIT, amount / 1000) if found[2] else (amount, 0.0)
