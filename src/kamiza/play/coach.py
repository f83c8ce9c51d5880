"""Looking back at a game: chances over it, what was better, and how much of it was luck.

Everything is judged from what a seat knew at the time. The graph comes from the value of the game
at the beginning of every turn; single moves are compared with others as a hint does; luck is how
much better things came than they do in the worlds that fitted what a seat knew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kamiza.bots.hints import LISTENERS, act_of
from kamiza.bots.learned import value_of
from kamiza.bots.options import Option, Study, chances_in, compare, margin_of, study_of
from kamiza.bots.planning import Style
from kamiza.bots.reasons import reasons, sentence
from kamiza.bots.value import Value
from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import NO_TURN, Game, State, save_rng
from kamiza.core.rng import Rng, fast_rng
from kamiza.core.rules import LANGUAGES

Text = dict[str, str]
Moves = Sequence[tuple[int, str]]  # seat and text of every move

LUCKY_WORLDS = 6  # in which a draw is compared with those that could have come
PLAYED_OUT = 24  # games, where there is no value
MOST_IMAGINED = 5_000  # moves of such a game
NARROW = 2  # plans that grow on while a whole game is looked at


@dataclass(frozen=True)
class Point:
    """The chances of all seats after so many moves, as each seat could know them; the last row is
    what everybody could see."""

    step: int
    chances: list[list[float]]


@dataclass(frozen=True)
class Decision:
    """One move that was played, and the best that could have been."""

    step: int  # moves made before it
    seat: int
    name: Text  # of what was played
    chance: float  # that it left
    best: float  # that the best would have left
    gain: float  # over the second best, if nothing was better
    moves: list[str]  # the better ones; none if nothing was clearly better
    better: Text
    why: Text  # why that, or why what was played
    turn: int  # the number of the turn, as the game counts
    is_obvious: bool  # anybody would have seen it

    @property
    def loss(self) -> float:
        return self.best - self.chance if self.moves else 0.0


@dataclass(frozen=True)
class Look:
    """What was found at one move."""

    step: int
    decision: Decision | None
    luck: list[float]  # that the move brought to light, for each seat; nothing if none


@cache
def study_for_coach(game: Game) -> Study:
    """As for a hint, but a whole game is looked at: fewer plans in fewer worlds."""
    study = study_of(game)
    own = study.style
    style = Style(own.horizon, min(own.beam, NARROW), own.depth, 1, 0, 0, 0, 0)
    return replace(study, style=style, looked_at=2, worlds=max(1, study.worlds // 4))


def seed_at(step: int) -> int:
    """The same game is told the same."""
    return 7 * step + 1


# -- the graph --------------------------------------------------------------------------------


def played(game: Game, start: State, moves: Moves) -> Iterator[tuple[int, State]]:
    """The state before each move, and the last one."""
    state = start.clone()
    for step, (seat, text) in enumerate(moves):
        yield step, state
        game.apply(state, game.read(seat, text))
    yield len(moves), state


def graph(game: Game, start: State, moves: Moves) -> list[Point]:
    """The chances at the start, at the beginning of every turn, and at the end."""
    value = value_of(game, start)
    found: list[Point] = []
    turn = NO_TURN - 1
    for step, state in played(game, start, moves):
        now = NO_TURN if state.asked == NOBODY else int(game.turn(state))
        if step in (0, len(moves)) or now != turn:
            found.append(Point(step, all_chances(game, value, state, step)))
        turn = now
    return found


def all_chances(game: Game, value: Value | None, state: State, step: int) -> list[list[float]]:
    viewers = [*range(int(state.seats)), SPECTATOR]
    if value is None and state.asked != NOBODY:
        return [played_out(game, state, viewer, seed_at(step)) for viewer in viewers]
    return [chances_in(game, value, state, viewer) for viewer in viewers]


def played_out(game: Game, state: State, viewer: int, seed: int) -> list[float]:
    """Without a value: games imagined from what one knew, and played to their end."""
    rng = fast_rng(seed)
    worlds = game.worlds(game.view(state, viewer))
    total = [0.0] * int(state.seats)
    for _ in range(PLAYED_OUT):
        world = worlds.sample(rng)
        for _ in range(MOST_IMAGINED):
            if world.asked == NOBODY:
                break
            game.apply(world, game.quick_move(world, rng))
        total = [so_far + won for so_far, won in zip(total, game.payoffs(world))]
    return [share / PLAYED_OUT for share in total]


# -- single moves -----------------------------------------------------------------------------


def look(game: Game, start: State, moves: Moves, first: int, last: int) -> list[Look]:
    """What is to be said of the moves from `first` up to before `last`."""
    found: list[Look] = []
    value = value_of(game, start)
    for step, state in played(game, start, moves):
        if step >= last or step == len(moves):
            break
        if step >= first:
            seat, text = moves[step]
            action = int(game.read(seat, text))
            decision = judge(game, state, step, seat, action)
            luck = luck_of(game, value, state, seat, action, fast_rng(seed_at(step)))
            found.append(Look(step, decision, luck))
    return found


def judge(game: Game, state: State, step: int, seat: int, action: int) -> Decision | None:
    """A move compared with what else there was; None where there was nothing to choose."""
    if state.asked != seat or len(game.moves(state)) < 2:
        return None
    study = study_for_coach(game)
    view = game.view(state, seat)
    found = compare(game, view, seed_at(step), study, action)
    mine = found.of(action)
    if mine is None or len(found.best) < 2:
        return None
    best = found.best[0]
    is_worse = best.chance - mine.chance > margin_of([best, mine])
    others = [option for option in found.best if option is not mine]
    gain = 0.0 if is_worse else max(0.0, mine.chance - others[0].chance)
    act = act_of(game, view, [action], replace(study, follow_ups=()), seed_at(step))
    better = act_of(game, view, best.answers, study, seed_at(step)) if is_worse else None
    rng = fast_rng(seed_at(step))
    quick = int(game.quick_move(game.imagine(view, rng), rng))
    return Decision(
        step, seat, act.name, mine.chance, best.chance, gain,
        better.moves if better else [], better.name if better else dict.fromkeys(LANGUAGES, ""),
        why(game, seat, best, mine) if is_worse else why(game, seat, mine, others[0]),
        int(game.turn(state)), quick == action,
    )  # fmt: skip


def why(game: Game, seat: int, one: Option, other: Option) -> Text:
    """What speaks for one option compared with another."""
    found = reasons(game, seat, one, other)
    return {to.language: sentence(game, found, [], to) for to in LISTENERS}


def luck_of(
    game: Game, value: Value | None, state: State, seat: int, action: int, rng: Rng
) -> list[float]:
    """How much better a move turned out for each seat than it does in the mean of the worlds that
    fitted what that seat knew. Nothing where neither chance nor anything hidden had a part."""
    after = state.clone()
    game.apply(after, action)
    is_chance = save_rng(after.rng) != save_rng(state.rng)
    if value is None or (after.reveals == state.reveals and not is_chance):
        return []
    found: list[float] = []
    for viewer in range(int(state.seats)):
        worlds = game.worlds(game.view(state, viewer))
        imagined: list[float] = []
        for _ in range(LUCKY_WORLDS):
            world = worlds.sample(rng)
            if world.asked == seat and game.check(world, seat, action) is None:
                game.apply(world, action)
                imagined.append(chances_in(game, value, world, viewer)[viewer])
        came = chances_in(game, value, after, viewer)[viewer]
        found.append(came - sum(imagined) / len(imagined) if imagined else 0.0)
    return found
