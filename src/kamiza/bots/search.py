"""Information-set Monte Carlo tree search: any game, views only.

Each iteration imagines one full state that fits the view, walks down the tree of remembered
actions, tries one new action, plays the game out with the game's own quick moves and remembers who
won. The tree belongs to the seat that searches: an action another seat could not play in an
imagined state is simply not there in that iteration.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, State, View
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng

EXPLORE: Final = 0.7
OFTEN: Final = 3.0  # visits before a mean says anything
MANY: Final = 16  # actions, from which on not all are tried before any is tried again


@final
@mypyc_attr(acyclic=True)
class Node:
    """What is remembered of one action in one situation."""

    __slots__ = ("children", "offers", "seat", "visits", "wins")
    seat: i64  # who played the action that led here
    visits: float  # float, so that the bound below needs no conversions
    offers: float  # how often the action was legal when its parent was visited
    wins: float
    children: dict[int, Node]

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.visits = 0.0
        self.offers = 0.0
        self.wins = 0.0
        self.children = {}


def search(game: Game, view: View, iterations: i64, seconds: float, rng: Rng) -> int:
    """The best action after so many iterations, or when the CPU time is up (0: never)."""
    worlds = game.worlds(view)
    first = worlds.sample(rng)
    listed = game.candidates(first, rng)
    if len(listed) == 1:
        return listed[0]
    root = Node(first.asked)
    end = time.process_time() + seconds
    for done in range(iterations):
        iterate(game, worlds.sample(rng), root, rng)
        if seconds > 0.0 and done & 7 == 7 and time.process_time() > end:
            break
    least_gain = game.least_gain()
    return most_visited(root) if least_gain == 0.0 else best_judged(root, least_gain)


def iterate(game: Game, world: State, root: Node, rng: Rng) -> None:
    """Walk down, try something new, play out, remember."""
    node = root
    path: list[Node] = []
    while world.asked != NOBODY:
        child = descend(game, world, node, rng)
        path.append(child)
        if child.visits == 0.0:
            break
        node = child
    play_out(game, world, rng)
    won = game.outcome(world)
    for node in path:
        node.visits += 1.0
        node.wins += won[node.seat]


def descend(game: Game, world: State, node: Node, rng: Rng) -> Node:
    """Play an action in the world: an untried one if there is any, else the most promising.

    The very first action tried in a situation is the game's own quick move. Where there are many,
    a new one is tried only now and then: most are not worth a look.
    """
    children = node.children
    if len(children) == 0:
        return expand(game, world, children, game.quick_move(world, rng))
    chosen: Node | None = None
    action: i64 = 0
    novel: i64 = 0
    best: float = -1.0
    visits: float = 0.0
    tried: float = 0.0
    untried: i64 = 0
    listed = game.candidates(world, rng)
    many = len(listed) > MANY
    for candidate in listed:
        child = children.get(candidate)
        if child is None:
            untried += 1
            if rng.below(untried) == 0:
                novel = candidate
            continue
        child.offers += 1.0
        tried += 1.0
        visits += child.visits
        if untried == 0 or many:
            bound = child.wins / child.visits + EXPLORE * math.sqrt(
                math.log(child.offers) / child.visits
            )
            if bound > best:
                best = bound
                chosen = child
                action = candidate
    if chosen is None or (untried > 0 and not (many and tried * tried > visits)):
        return expand(game, world, children, novel)
    game.apply(world, action)
    return chosen


def expand(game: Game, world: State, children: dict[int, Node], action: i64) -> Node:
    """Remember an action for the first time, and play it."""
    child = Node(world.asked)
    child.offers = 1.0
    children[action] = child
    game.apply(world, action)
    return child


def play_out(game: Game, world: State, rng: Rng) -> None:
    """Play the game to its end by quick moves."""
    while world.asked != NOBODY:
        game.apply(world, game.quick_move(world, rng))


def most_visited(root: Node) -> int:
    most: float = -1.0
    answer: i64 = 0
    for action, child in root.children.items():
        if child.visits > most:
            most = child.visits
            answer = action
    return answer


def best_judged(root: Node, least_gain: float) -> int:
    """The action with the best mean among those tried often enough; the quick move, the very first
    one tried, is believed in advance."""
    best: float = -1.0
    answer: i64 = 0
    bonus = least_gain
    for action, child in root.children.items():
        mean = child.wins / child.visits + bonus
        if mean > best and (bonus > 0.0 or child.visits >= OFTEN):
            best = mean
            answer = action
        bonus = 0.0
    return answer


# -- what the benchmark times, inside the compiled code ---------------------------------------


def random_play(game: Game, state: State, rng: Rng) -> i64:
    """Play uniformly among the listed moves to the end; the number of decisions."""
    decisions: i64 = 0
    while state.asked != NOBODY:
        listed = game.moves(state)
        game.apply(state, listed[rng.below(len(listed))])
        decisions += 1
    return decisions


def many_random_games(game: Game, start: State, games: i64, rng: Rng) -> i64:
    """Whole random games from clones of one start, each with chance of its own."""
    decisions: i64 = 0
    for _ in range(games):
        state = start.clone()
        state.rng = rng.fork()
        decisions += random_play(game, state, rng)
    return decisions


def many_clones(state: State, times: i64) -> None:
    for _ in range(times):
        state.clone()
