"""What the table answers to an act of several moves tells nothing that its sender may not know.

An act is taken whole or not at all, and a refusal costs nothing: whoever sends act after act must
learn nothing by it. So worlds are dealt anew from what the seat knows, and the answer has to be the
same in all of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play.table import Table
from tests.conformance.checks import play_looking

OTHER_WORLDS = 3
ACTS = 8  # at each position
LONGEST_ACT = 3
NONSENSE = ("zzz", "", "pass", "stop", "0", "look", "resign", "rob A")
EVERY = {"kamisama": 4, "battles": 3, "kodama": 2}  # positions; those of other seeds are others


def check_acts_tell_nothing(
    game: Game, setup: Setup, seed: int, table: type[Table] = Table
) -> None:
    """An act of two or three moves gets the same answer in every world its seat cannot tell apart:
    it is accepted, or refused by the same rule with the same facts and words."""
    every, dice = EVERY.get(game.name, 1), random.Random(seed)
    for number, state, _ in play_looking(game, setup, seed):
        if number % every != seed % every:
            continue
        asked = int(state.asked)
        seats = [asked, dice.choice([seat for seat in range(setup.seats) if seat != asked])]
        for seat in seats:
            tables = other_tables(game, setup, state, seat, seed + 100 * number, table)
            compare(game, tables, seat, dice)


def other_tables(
    game: Game, setup: Setup, state: State, seat: int, chance: int, table: type[Table] = Table
) -> list[Table]:
    """This table, and some that its seat could not tell from it."""
    worlds = game.worlds(game.view(state, seat))
    others = [worlds.sample(fast_rng(chance + number)) for number in range(OTHER_WORLDS)]
    return [table(game, setup, world) for world in (state, *others)]


def compare(game: Game, tables: list[Table], seat: int, dice: random.Random) -> None:
    """Send some acts to the same table in different worlds."""
    for _ in range(ACTS if tables[0].asked == seat else 2):
        for act in beginnings(some_act(game, seat, [table.start for table in tables], dice)):
            first, *rest = [answer(table, seat, act) for table in tables]
            for other in rest:
                assert other == first, f"{act} tells what is hidden: {first} or {other}"


def answer(table: Table, seat: int, act: tuple[str, ...]) -> tuple[object, ...]:
    """Everything the sender hears of it."""
    try:
        table.prepare_act(seat, act, 0, "x")
    except Refusal as why:
        return why.rule, why.facts, why.sentences, why.behind
    return ("accepted",)


def beginnings(act: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for length in range(2, len(act) + 1):
        yield act[:length]


def some_act(game: Game, seat: int, worlds: list[State], dice: random.Random) -> tuple[str, ...]:
    """Each move is listed in one of the worlds after those before it, so that an act which is right
    here is often wrong elsewhere; or it is a command, or nonsense."""
    act: list[str] = []
    states = [world.clone() for world in worlds]
    while len(act) < LONGEST_ACT:
        listed = [state for state in states if state.asked == seat]
        if not listed or (act and dice.random() < 0.3):
            move = dice.choice(NONSENSE)
        else:
            moves = game.moves(dice.choice(listed))
            move = game.describe(moves[dice.randrange(len(moves))])
        act.append(move)
        for state in states:
            if state.asked != NOBODY and game.why_not(state, seat, move) is None:
                game.apply(state, game.read(seat, move))
    return tuple(act)


ACT_CHECKS = [check_acts_tell_nothing]
