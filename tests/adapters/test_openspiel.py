"""OpenSpiel's own suites and algorithms, on our tables."""

from __future__ import annotations

import contextlib
import io
import pickle
import unittest
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install kamiza[openspiel]"
)

import numpy as np  # noqa: E402
from absl import flags  # noqa: E402

import kamiza.adapters.openspiel as ours  # noqa: E402
from kamiza.core.refusal import Refusal  # noqa: E402
from kamiza.games import game as game_of  # noqa: E402
from tests.adapters.tables import IN_FULL, SMALL, some_tables  # noqa: E402

SIMULATIONS = 10 if IN_FULL else 1
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def load(name: str, seats: int) -> Any:
    limit = ",round_limit=8" if name == "battles" and not IN_FULL else ""
    return pyspiel.load_game(f"kamiza_{name}(seats={seats}{limit})")


def play(state: Any, seed: int, decisions: int = 10**6) -> Any:
    """So many decisions by chance, or to the end."""
    luck = np.random.default_rng(seed)
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        decisions -= not state.is_chance_node()
        state.apply_action(int(luck.choice(state.legal_actions())))
    return state


@pytest.fixture(scope="module")
def parsed_flags() -> None:
    """The suites want the flags of a command line, even if there is none."""
    flags.FLAGS(["tests"])


# -- suites -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_random_simulations(name: str, seats: int) -> None:
    """Clones, saved states, sorted actions, returns, observations."""
    pyspiel.random_sim_test(load(name, seats), num_sims=SIMULATIONS, serialize=True, verbose=False)


def run_case(case: Any) -> None:
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun > 0
    assert [trace for _, trace in found.errors + found.failures] == []


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_api_contract(name: str, seats: int, parsed_flags: None) -> None:
    from open_spiel.integration_tests import api_test

    base = api_test.EnforceAPIOnPartialTreeBase
    run_case(type("Contract", (base,), {"game": load(name, seats), "game_name": name}))


def test_perfect_recall(parsed_flags: None) -> None:
    """Where the tensor of an information state is promised, it forgets nothing, nor does its
    string: on the full tree of a game that is nearly over."""
    from open_spiel.integration_tests import api_test

    api_test._assert_is_perfect_recall(pyspiel.load_game(SMALL))


def test_the_tree_of_a_small_game_is_known() -> None:
    from open_spiel.python.algorithms import get_all_states

    game = pyspiel.load_game(SMALL)
    states = get_all_states.get_all_states(
        game, depth_limit=-1, include_terminals=True, include_chance_states=True,
        to_string=lambda state: state.history_str(),
    )  # fmt: skip
    ends = [state for state in states.values() if state.is_terminal()]
    chances = [state for state in states.values() if state.is_chance_node()]
    assert (len(states), len(ends), len(chances)) == (255, 96, 51)


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_python_simulations(name: str, seats: int) -> None:
    from open_spiel.python.tests import games_sim_test

    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(load(name, seats))


@pytest.mark.parametrize("file", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda file: file.stem)
def test_playthroughs(file: Path, parsed_flags: None) -> None:
    """A game goes as it was written down; `make playthroughs` writes it down anew."""
    from open_spiel.python.algorithms import generate_playthrough

    expected, actual = generate_playthrough.replay(str(file))
    pairs = zip(expected.rstrip().split("\n"), actual.rstrip().split("\n"), strict=True)
    assert [(one, other) for one, other in pairs if one != other][:1] == []


@pytest.mark.skipif(not IN_FULL, reason="takes long: make test-adapters")
@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_through_shimmy(name: str, seats: int) -> None:
    shimmy = pytest.importorskip("shimmy", reason="Shimmy is not installed")
    from pettingzoo.test import api_test

    table = shimmy.OpenSpielCompatibilityV0(game_name=f"kamiza_{name}", config={"seats": seats})
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(table, num_cycles=200)


# -- what is ours -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_actions_are_called_like_our_moves(name: str, seats: int) -> None:
    state = play(load(name, seats).new_initial_state(), 1, 12)
    table = state._now.table
    strings = {state.action_to_string(action) for action in state.legal_actions()}
    assert strings == set(game_of(name).decision(table).moves)
    assert state.legal_actions() == sorted(state.legal_actions())


@pytest.mark.parametrize(("name", "seats"), some_tables())
def test_observations_hide_what_is_hidden(name: str, seats: int) -> None:
    """Tensors and strings are the same in a world that the player cannot tell apart."""
    state = play(load(name, seats).new_initial_state(), 2, 20)
    sampler = iter(np.random.default_rng(4).random(100))
    for _ in range(3 if state.is_terminal() else 6):
        player = state.current_player()
        world = state.resample_from_infostate(player, lambda: float(next(sampler)))
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        play(state, 3, 1)


def test_information_states_remember() -> None:
    """The same table reached in two ways is one observation and two information states."""
    game = pyspiel.load_game("kamiza_shintoh(seats=2,first_dealer=A)")
    one, other = game.new_initial_state(), game.new_initial_state()
    for state, names in ((one, ("+rice", "+sake")), (other, ("+sake", "+rice"))):
        play(state, 1, 0)
        for name in names:
            state.apply_action(state.string_to_action(name))
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_states_follow_from_their_history() -> None:
    game = load("shintoh", 3)
    state = play(game.new_initial_state(), 5, 30)
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history()
    assert str(again) == str(state)
    assert str(play(again, 6)) == str(play(state.clone(), 6))


def test_imagined_states_can_be_saved() -> None:
    state = play(load("shintoh", 3).new_initial_state(), 5, 30)
    world = play(state.resample_from_infostate(state.current_player(), lambda: 0.3), 1, 3)
    again = pickle.loads(pickle.dumps(world._now))
    assert repr(again.table) == repr(world._now.table)
    assert (again.asked, again.luck, again.done) == (
        world._now.asked, world._now.luck, world._now.done,
    )  # fmt: skip


def test_settings_are_parameters() -> None:
    game = pyspiel.load_game("kamiza_kamisama(seats=2,edition=early,years=2)")
    table = play(game.new_initial_state(), 1, 0)._now.table
    assert table.settings_json()["edition"] == "early"
    assert table.settings_json()["years"] == 2
    with pytest.raises(Refusal, match="OF-ERR-16"):
        pyspiel.load_game("kamiza_shintoh(seats=7)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("kamiza_shintoh", {"colour": "red"})


def test_every_game_is_registered() -> None:
    names = pyspiel.registered_names()
    assert {"kamiza_shintoh", "kamiza_kamisama", "kamiza_kodama", "kamiza_battles"} <= set(names)
    ours.register()  # a second time does nothing


# -- algorithms -------------------------------------------------------------------------------


def test_information_set_search_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("shintoh", 3)
    state = play(game.new_initial_state(), 1, 10)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, luck), uct_c=1.0, max_simulations=8,
        random_state=luck, allow_inconsistent_action_sets=True,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_counterfactual_regret_goes_down() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = pyspiel.load_game(SMALL)
    solver = cfr.CFRSolver(game)
    found = []
    for _ in range(6):
        solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[-1] <= found[0]


def test_external_sampling_runs() -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr

    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(SMALL))
    for _ in range(5):
        solver.iteration()
    assert solver.average_policy() is not None


def test_policy_gradients_learn_in_torch() -> None:
    """A PyTorch algorithm of OpenSpiel plays and learns for some steps."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import policy_gradient

    torch.manual_seed(1)
    table = rl_environment.Environment(load("shintoh", 2))
    size, actions = table.observation_spec()["info_state"][0], table.action_spec()["num_actions"]
    agents = [
        policy_gradient.PolicyGradient(
            player, size, actions, loss_str="a2c", hidden_layers_sizes=(16,), batch_size=8
        )
        for player in range(2)
    ]
    for _ in range(4):
        step = table.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = table.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
