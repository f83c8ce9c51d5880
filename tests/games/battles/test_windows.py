"""Reaction windows: saving inside them at every depth, and who is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, cast

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.battles.cards import GOD_SOURCE
from kamiza.games.battles.language import REACT
from kamiza.games.battles.rules.abilities import use_slot
from kamiza.games.battles.rules.triggers import fits_god, is_free_again
from kamiza.games.battles.rules.windows import could
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.happenings import PHASE_BEGINS
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles

GAME = game("battles")
BOTH = {"sets": "rotoo+yyrz"}


def open_windows(state: Battles) -> int:
    count = 0
    frame = state.frame
    while frame is not None:
        count += isinstance(frame, Window)
        frame = frame.below
    return count


def restored(state: Battles) -> Battles:
    """The same game after a visit to a file."""
    return cast(Battles, GAME.load(json.loads(json.dumps(GAME.save(state)))))


def course(state: Battles, decisions: int) -> Iterator[str]:
    """Where a game goes if everybody answers by the same fixed rule."""
    for number in range(decisions):
        yield GAME.hash(state)
        if state.asked == NOBODY:
            return
        listed = GAME.moves(state)
        GAME.apply(state, listed[number * 7 % len(listed)])


# Reacts inside Reacts: a Defense, and five times somebody cancels what was played before.
DUEL: dict[str, Any] = {
    "A": {"hand": ["shoggoth", "yuki_onna", "yuki_onna", "yuki_onna"]},
    "B": {"hand": ["dark_young", "yuki_onna", "yuki_onna"]},
}
# A Banishing, its rescue, the cancelling of the rescue, and the cancelling of that.
GRAVE: dict[str, Any] = {
    "A": {"god": "hastur", "hand": ["ghoul", "yuki_onna"]},
    "B": {"hand": ["essential_saltes", "yuki_onna"], "discard": ["mi_go", "cultist"]},
    "C": {"god": "cthulhu", "hand": ["yuki_onna"]},
}
CANCEL = "react yuki_onna 2"


@pytest.mark.parametrize(
    ("seats", "players", "moves", "deepest"),
    [
        (2, DUEL, ["play shoggoth", "use 1", "target god:B", "react dark_young 2",
                   CANCEL, CANCEL, CANCEL, CANCEL, CANCEL], 6),
        (3, GRAVE, ["play ghoul", "use 1", "card mi_go@discard", "react essential_saltes 2",
                    CANCEL, CANCEL, "pass", CANCEL], 6),
    ],
)  # fmt: skip
def test_saving_inside_windows_at_every_depth(
    seats: int, players: dict[str, Any], moves: list[str], deepest: int
) -> None:
    """Same decision, same moves, same later course. [KB-FLOW-02] [KB-FLOW-20]"""
    position = {"seats": seats, "players": players, "settings": BOTH}
    state = cast(Battles, GAME.load(position))
    depths = []
    for move in [*moves, "pass", "pass"]:
        depths.append(open_windows(state))
        again = restored(state)
        assert list(GAME.moves(again)) == list(GAME.moves(state))
        assert list(course(again, 60)) == list(course(cast(Battles, state.clone()), 60))
        if GAME.question(state) != "REACT" and move == "pass":
            break
        GAME.act(state, state.asked, move)
    assert set(range(deepest)) <= set(depths), f"only {depths}"


def lively(seats: int, seed: int, **settings: object) -> Iterator[Battles]:
    """Positions of a game in which players who can react mostly do."""
    rng = fast_rng(seed)
    state = cast(Battles, GAME.start(Setup(seats, {"round_limit": 20, **BOTH, **settings}, seed)))
    while state.asked != NOBODY:
        yield state
        answers = list(GAME.moves(state))
        if GAME.question(state) == "REACT" and len(answers) > 1 and rng.below(4):
            GAME.apply(state, answers[rng.below(len(answers) - 1)])
        else:
            GAME.apply(state, GAME.quick_move(state, rng))


@pytest.mark.parametrize(("seats", "settings"), [(2, {}), (4, {}), (4, {"mode": "team"})])
def test_who_is_asked_depends_on_open_things_only(seats: int, settings: dict[str, object]) -> None:
    """In every world that fits what a spectator sees the same seats could react, and whoever is
    asked is one of them. [KB-FLOW-24]"""
    looked = forced = 0
    for state in chain(lively(seats, 3, **settings), lively(seats, 4, **settings)):
        if not isinstance(state.frame, Window):
            continue
        mine = [could(state, state.frame, seat) for seat in range(seats)]
        assert mine[state.asked]
        forced += len(GAME.moves(state)) == 1
        looked += 1
        for chance in range(2):
            seen = GAME.view(state, SPECTATOR)
            world = cast(Battles, GAME.imagine(seen, fast_rng(looked * 2 + chance)))
            assert isinstance(world.frame, Window)
            assert [could(world, world.frame, seat) for seat in range(seats)] == mine
    assert looked > 20
    assert forced > 0, "somebody who holds nothing must be asked as well"


def test_only_holders_are_asked_if_the_table_says_so() -> None:
    """Nobody is asked who can only pass. [KB-FLOW-25] [KB-OPT-10]"""
    looked = 0
    for state in lively(4, 5, ask="holders"):
        if GAME.question(state) == "REACT":
            looked += 1
            assert len(GAME.moves(state)) > 1
    assert looked > 10


def test_how_often_a_god_may_react() -> None:
    """Without a cost once per window, with one up to 25 times, and never above itself; no god of
    the sets comes near. [KB-FLOW-26]"""
    state = cast(Battles, GAME.load({"seats": 2, "players": {"A": {"god": "cthulhu"}}}))
    free = state.cards.of_god[state.cards.god_ids.index("cthulhu")][1]
    paid = state.cards.of_god[state.cards.god_ids.index("hachiman")][1]
    window = Window(0, PHASE_BEGINS, state.frame)
    assert is_free_again(window, 0, GOD_SOURCE, free)
    window.note_react(0, use_slot(GOD_SOURCE, free))
    assert not is_free_again(window, 0, GOD_SOURCE, free)
    assert is_free_again(window, 1, GOD_SOURCE, free)
    window = Window(0, PHASE_BEGINS, state.frame)
    for _ in range(24):
        window.note_react(0, use_slot(GOD_SOURCE, paid))
    assert is_free_again(window, 0, GOD_SOURCE, paid)
    window.note_react(0, use_slot(GOD_SOURCE, paid))
    assert not is_free_again(window, 0, GOD_SOURCE, paid)
    use = Use(0, GOD_SOURCE, REACT, window)
    use.announce(free)
    state.frame = Window(0, PHASE_BEGINS, use)
    triggers = 1 << free.trigger
    assert not fits_god(state, state.frame, 0, GOD_SOURCE, free, triggers)
    state.frame = Window(0, PHASE_BEGINS, window)
    assert fits_god(state, state.frame, 0, GOD_SOURCE, free, triggers)


@pytest.mark.parametrize(("attacker", "asked"), ["AB", "BA"])
def test_what_could_be_declined_is_said_of_each_react(attacker: str, asked: str) -> None:
    """[KB-FLOW-25]: the card and when it reacts, the turn, and every loss above that of now."""
    players = {attacker: {"hand": ["shoggoth"]}, asked: {"hand": ["dark_young", "ghoul"]}}
    state = GAME.load({"seats": 2, "active": attacker, "turn": 4, "round": 2, "players": players})
    for move in ("play shoggoth", "use 1", f"target god:{asked}"):
        GAME.act(state, "AB".index(attacker), move)
    reacts = [GAME.describe(action) for action in GAME.moves(state)]
    assert reacts == ["react dark_young 2", "react ghoul 2", "pass"]
    told = GAME.auto_pass(state)
    assert told is not None
    losses = [f"below:{loss}" for loss in range(4, 11)]
    assert told.marks == [
        ["card:dark_young", "on:attacked", "turn:4", *losses],
        ["card:ghoul", "on:attacked", "turn:4", *losses],
    ]


def test_nothing_can_be_declined_when_an_answer_has_ended_the_game() -> None:
    """The last question was a window, and nobody is asked any more. [KB-WIN-01] [KB-FLOW-25]"""
    players = {
        "A": {"hand": ["shoggoth"]}, "B": {"energy": 1, "hand": ["dark_young"]},
    }  # fmt: skip
    state = GAME.load({"seats": 2, "players": players})
    for move in ("play shoggoth", "use 1", "target god:B"):
        GAME.act(state, 0, move)
    assert GAME.auto_pass(state) is not None
    GAME.act(state, 1, "pass")
    assert state.asked == NOBODY
    assert GAME.auto_pass(state) is None
