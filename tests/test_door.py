"""One door for programs: light to open, and the same behind it for every game."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kamiza
from kamiza import Game, Refusal, Setup, State, game, games

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
HEAVY = ("rich", "msgspec", "starlette", "uvicorn", "websockets", "kamiza.server", "kamiza.play")
NO_SEAT = ("Z", "a", "AB", "", 9, -2)
NO_MOVE = ("fly", "", "\x00", -1, 10**9, 10**30, -(10**30))


def start(name: str) -> tuple[Game, State]:
    return game(name), game(name).start(Setup(int(game(name).least_seats)))


def run(program: str, path: Path = ROOT / "src") -> Any:
    """What a program of its own prints, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# -- opening it -------------------------------------------------------------------------------

SAY = "import json; print(json.dumps(sorted(sys.modules)))"


def test_the_door_is_light() -> None:
    loaded = run(f"import sys; before = set(sys.modules); import kamiza; {SAY}")
    assert [module for module in loaded if module.startswith("kamiza.")] == []


@pytest.mark.parametrize(
    "program",
    [
        "from kamiza import Setup, game; game('shintoh').start(Setup(3))",
        "from kamiza import simulate; simulate('shintoh', ['random', 'random'], games=1)",
    ],
)
def test_playing_loads_no_server_and_no_screen(program: str) -> None:
    loaded = run(f"import sys; {program}; {SAY}")
    assert [module for module in loaded if module.startswith(HEAVY)] == []


def test_every_name_is_behind_the_door() -> None:
    assert {*kamiza.HOME, "games"} == set(kamiza.__all__) == set(dir(kamiza))
    for name in kamiza.__all__:
        assert getattr(kamiza, name) is not None
    with pytest.raises(AttributeError, match="'kamiza' has no attribute 'chess'"):
        _ = kamiza.chess  # type: ignore[attr-defined]


def test_games_are_named() -> None:
    assert games.games() == games.NAMES
    assert games() == games.NAMES  # type: ignore[operator]


# -- states, views, decisions, records --------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
def test_things_print_themselves_and_compare(name: str) -> None:
    rules, state = start(name)
    assert repr(state).startswith(f"<{name}: seats={state.seats}, asked=")
    twin = rules.start(Setup(int(rules.least_seats)))
    assert twin == state
    assert rules.see(twin, "A") == rules.see(state, "A") != rules.see(state)
    assert repr(rules.see(state, "A")).startswith("<what seat A knows of <")
    assert repr(rules.see(state)).startswith("<what a spectator knows of <")
    decision = rules.decision(state)
    assert decision is not None
    assert decision == rules.decision(twin)
    assert all(move in repr(decision) for move in decision.moves)
    assert len(decision.moves) == len(decision.actions)
    rules.act(twin, decision.seat, decision.moves[0])
    assert twin != state


@pytest.mark.parametrize("name", games.NAMES)
def test_a_state_can_be_copied(name: str) -> None:
    rules, state = start(name)
    before = rules.hash(state)
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        rules.apply(twin, rules.moves(twin)[0])
        assert rules.hash(state) == before


def test_events_print_themselves_and_compare() -> None:
    rules, state = start("shintoh")
    state.log = []
    rules.act(state, state.asked, "+salt")
    assert repr(state.log[0]) == f"<card_added: seat='{'AB'[state.asked]}', kind='salt'>"
    assert state.log[0] == kamiza.Event("card_added", dict(state.log[0].facts))
    assert state.log[0] != kamiza.Event("card_added", {})


# -- what is not there ------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("seat", NO_SEAT)
def test_a_seat_that_does_not_exist(name: str, seat: object) -> None:
    """It sees nothing, and its moves are refused like those of whoever is not asked."""
    rules, state = start(name)
    with pytest.raises(ValueError, match="there is no seat"):
        rules.see(state, seat)
    before = rules.hash(state)
    other = rules.check_seat(state, (int(state.asked) + 1) % int(state.seats))
    assert other is not None
    for move in (rules.describe(rules.moves(state)[0]), int(rules.moves(state)[0])):
        with pytest.raises(Refusal) as refused:
            rules.act(state, seat, move)
        assert refused.value.rule == other.rule
        assert refused.value.sentence
    assert rules.hash(state) == before


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("move", NO_MOVE)
def test_a_move_that_is_none(name: str, move: object) -> None:
    rules, state = start(name)
    before = rules.hash(state)
    with pytest.raises(Refusal) as refused:
        rules.act(state, state.asked, move)
    assert refused.value.rule in rules.book.rules
    assert refused.value.sentence
    assert "{" not in refused.value.sentence
    assert rules.hash(state) == before


@pytest.mark.parametrize("move", [None, True, 1.5, ["pass"]])
def test_a_move_of_a_wrong_kind(move: object) -> None:
    rules, state = start("shintoh")
    with pytest.raises(TypeError, match="a move is a text or a number"):
        rules.act(state, state.asked, move)


# -- compiled ---------------------------------------------------------------------------------

ASK = """
import copy, inspect, json
from kamiza import Decision, Game, Setup, State, View, game
from kamiza.core.native import COMPILED
rules = game("shintoh")
state = rules.start(Setup(3, seed=1))
print(json.dumps({
    "compiled": COMPILED,
    "signatures": [list(inspect.signature(thing).parameters)
                   for thing in (Setup, Game.act, Game.see, rules.check, rules.start)],
    "docs": [kind.__doc__.splitlines()[0] for kind in (Game, State, View, Setup, Decision)],
    "texts": [repr(state), repr(rules.see(state, "A")), repr(rules.decision(state))],
    "copies": copy.copy(state) == state == copy.deepcopy(state),
}))
"""


def test_signatures_and_docstrings_survive_compiling() -> None:
    if not list(COMPILED.glob("kamiza_core__mypyc*")):
        pytest.skip("nothing is compiled here; `make setup` does it where a C compiler is")
    interpreted, compiled = run(ASK), run(ASK, COMPILED)
    assert (interpreted.pop("compiled"), compiled.pop("compiled")) == (False, True)
    assert compiled == interpreted
