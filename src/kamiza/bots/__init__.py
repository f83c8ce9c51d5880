"""Bots: players that see views only.

A bot is named by a short text: one of the levels `novice`, `adept`, `master` and `kami`, or for
experiments `random`, `heuristic` (quick moves), `plan` and `search`. A search may have a budget,
`search:20ms` (CPU time per decision) or `search:400` (iterations per decision, which makes its
games repeatable); planning may differ from the game's own, `plan:beam=4+worlds=2`.
"""

from __future__ import annotations

import re
from pathlib import Path

from kamiza.bots.learned import Values, nearest, read_tables, tables_of
from kamiza.bots.levels import LEVELS, level_of
from kamiza.bots.planning import Style, plan
from kamiza.bots.search import search
from kamiza.bots.styles import NUMBERS, planning_of, style_of
from kamiza.core.game import Game, View
from kamiza.core.rng import fast_rng

BOT_NAMES = (*LEVELS, "random", "heuristic", "search")  # that a table may have; old ones, too
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


class PlanningBot(Bot):
    """Plans whole turns and judges them by the value of the game."""

    def __init__(
        self, game: Game, seed: int, style: Style, seconds: float = 0.0,
        tables: Values | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, seed)
        self.style = style
        self.seconds = seconds
        self.tables = tables_of(game) if tables is None else tables

    def choose(self, view: View) -> int:
        value = nearest(self.tables, self.game, view.known)
        return plan(self.game, value, view, self.style, self.seconds, self.rng)


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
    if name in LEVELS:
        return level_bot(game, name, seed)
    if name == "random":
        return RandomBot(game, seed)
    if name == "heuristic":
        return HeuristicBot(game, seed)
    if kind == "plan":
        return read_planning(game, seed, budget)
    if kind == "search":
        iterations, seconds = read_budget(name, budget or DEFAULT_BUDGET)
        return SearchBot(game, seed, iterations, seconds)
    raise UnknownBot(f"There is no bot '{name}'. There are: {', '.join(BOT_NAMES)}.")


def level_bot(game: Game, name: str, seed: int) -> Bot:
    """A bot of one of the levels, as the game says it plays."""
    level = level_of(game, name)
    if level.plays == "quick":
        return HeuristicBot(game, seed)
    if level.plays == "search":
        return SearchBot(game, seed, level.iterations or NO_LIMIT, level.seconds)
    return PlanningBot(game, seed, level.style, level.seconds)


def read_planning(game: Game, seed: int, text: str) -> PlanningBot:
    """A planning bot that differs from the game's own in some ways: `plan:beam=4+worlds=2`, or
    `plan:value=FILE` with weights of its own."""
    said = planning_of(game)
    seconds = 0.0
    tables: Values | None = None
    for part in text.split("+") if text else []:
        name, _, given = part.partition("=")
        if name == "value":
            tables = read_tables(game, Path(given).parent, Path(given).name)
        elif name == "horizon":
            said = said | {name: given}
        elif not given.isdigit() or name not in (*NUMBERS, "ms"):
            raise UnknownBot(f"'{part}': write plan:NAME=NUMBER, e.g. plan:beam=4+worlds=2.")
        elif name == "ms":
            seconds = int(given) / 1000
        else:
            said = said | {name: int(given)}
    return PlanningBot(game, seed, style_of(said), seconds, tables)


def read_budget(name: str, budget: str) -> tuple[int, float]:
    """Iterations and seconds of a budget such as `20ms` or `400`."""
    found = re.fullmatch(r"([1-9]\d{0,6})(ms)?", budget)
    if found is None:
        raise UnknownBot(f"'{name}': write a budget as search:20ms or search:400 (iterations).")
    amount = int(found[1])
    return (NO_LIMIT, amount / 1000) if found[2] else (amount, 0.0)
