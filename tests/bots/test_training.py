"""Learning: the same seed gives the same positions, and what is written is what is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kamiza.bots.learned import read_tables, tables_of
from kamiza.bots.styles import bots_table
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game
from kamiza.lab import calibration
from kamiza.lab.train import read_recipe, read_recipes
from kamiza.lab.training_data import Player, Recipe, play_games
from kamiza.lab.value_file import Learned, as_toml

FEW = Recipe("shintoh", 3, 3, ({},), 6, 2, 1)


def test_the_same_seed_gives_the_same_positions() -> None:
    sample = play_games(FEW, 0, 6)
    assert sample == play_games(FEW, 0, 6)
    assert sample.features != play_games(replace(FEW, seed=2), 0, 6).features
    whole = play_games(FEW, 0, 2)
    whole.add(play_games(FEW, 2, 6))
    assert whole == sample


def test_who_strays_answers_by_chance_as_often_as_told() -> None:
    rules = game("shintoh")
    recipe = replace(FEW, strays=200, strays_at=(("GIVE", 0),))
    player = next(one for one in (Player(recipe, n) for n in range(50)) if one.times[0] == 2)
    state = rules.start(Setup(3, {}, 5))
    while state.asked != 0 or rules.question(state) == "GIVE":
        rules.apply(state, rules.quick_move(state, fast_rng(1)))
    quick = rules.quick_move(state, fast_rng(1))
    others = sum(player.answer(rules, state, fast_rng(1)) != quick for _ in range(1000))
    listed = len(rules.moves(state))
    assert others == pytest.approx(400 * (listed - 1) / listed, abs=60)
    assert play_games(recipe, 0, 6) == play_games(recipe, 0, 6) != play_games(FEW, 0, 6)


def test_chances_are_checked_in_games_where_nobody_strays() -> None:
    recipe = replace(FEW, games=10)
    assert calibration.check(replace(recipe, strays=500), 1) == calibration.check(recipe, 1)


def test_every_position_has_a_row_for_each_seat_and_one_win() -> None:
    sample = play_games(FEW, 0, 6)
    count = len(sample.numbers)
    assert count > 20
    assert len(sample.stages) == count
    assert len(sample.features) == count * 3 * len(game("shintoh").feature_names)
    shares = [sum(sample.shares[3 * n : 3 * n + 3]) for n in range(count)]
    assert shares == pytest.approx([1.0] * count)


def test_a_fallen_seat_cannot_win_any_more() -> None:
    recipe = Recipe("battles", 3, 3, ({"round_limit": 60, "god_choice": "random"},), 1, 1, 3)
    sample = play_games(recipe, 0, 1)
    assert -1.0 in sample.shares


def test_what_is_written_is_read(tmp_path: Path) -> None:
    rules = game("kodama")
    stages, width = len(rules.stage_names), len(rules.feature_names)
    weights = [[stage * 100 + place for place in range(width)] for stage in range(stages)]
    learned = Learned(FEW, 12, weights, 0.5, 1.1, 3, [(0.25, 0.5, 4)])
    (tmp_path / "value.toml").write_text(as_toml(rules, [learned]), encoding="utf-8")
    value = read_tables(rules, tmp_path, "value.toml")[3, 3]
    assert [list(row) for row in value.weights] == weights


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_learned_what_its_recipe_says(name: str) -> None:
    """And its chances came true, within what so many positions allow."""
    rules = game(name)
    recipes = read_recipes(rules, 1, 0)
    assert list(tables_of(rules)) == [(recipe.seats, recipe.sides) for recipe in recipes]
    content = read_toml(game_folder(name), "value.toml")
    for table, recipe in zip(content.tables("table", "seats"), recipes):
        written = read_recipe(rules, table, recipe.seed)
        assert replace(written, settings=recipe.settings) == recipe
        assert float(str(table.data["cross_entropy"])) < 0.9 * float(str(table.data["uniform"]))
        assert list(table.table("weights").data) == list(rules.feature_names)


def test_chances_are_compared_with_who_won() -> None:
    """One position of each game, every seat of it in one bin; the same with any number of jobs."""
    recipe = replace(FEW, games=40)
    whole = calibration.check(recipe, 1)
    assert (whole.games, sum(one.count for one in whole.bins)) == (40, 120)
    assert sum(one.predicted for one in whole.bins) == pytest.approx(40, abs=0.01)
    assert sum(one.real for one in whole.bins) == pytest.approx(40, abs=0.01)
    assert calibration.check(recipe, 2) == whole
    assert calibration.plot("shintoh", [whole]).count("40 games") == 1


def test_a_bin_that_came_true_differently_is_told() -> None:
    found = calibration.Calibration(2)
    found.bins[4].add(200, 90.0, 60.0)
    found.bins[9].add(calibration.FEW - 1, 99.0, 0.0)  # too few to say anything
    assert found.worst == pytest.approx(0.15)


def test_a_recipe_names_settings_that_there_are() -> None:
    for name in NAMES:
        for recipe in read_recipes(game(name), 1, 0):
            play_games(replace(recipe, every=1000), 0, len(recipe.settings))
        assert "planning" in bots_table(game(name)).data


def test_learning_finds_what_decides() -> None:
    """Whoever has more of the first feature wins, the second is chance."""
    pytest.importorskip("numpy")
    from array import array

    from kamiza.lab import fitting
    from kamiza.lab.training_data import Sample

    sample = Sample()
    rng = fast_rng(1)
    for number in range(4000):
        first = [rng.below(9), rng.below(9)]
        sample.numbers.append(number)
        sample.stages.append(number % 2)
        sample.features.extend(array("h", [first[0], rng.below(9), first[1], rng.below(9)]))
        sample.shares.extend([float(first[0] >= first[1]), float(first[0] < first[1])])
        sample.points.extend([3 * first[0], 3 * first[1]])
    data = fitting.as_data(sample, 2, 2)
    fits = []
    for _ in range(2):
        fit = fitting.Fit(data, 2, 1)
        for rate in fitting.rates():
            fit.epoch(rate)
        fits.append(fit.rounded())
    assert fits[0] == fits[1]
    assert all(row[0] > 10 * abs(row[1]) for row in fits[0])
    assert fitting.check(data, fits[0]).cross_entropy < 0.3
    points = fitting.by_points(data, 2)
    assert all(row[0] > 100 * abs(row[1]) for row in points)
    assert fitting.check(data, points).cross_entropy < 0.3
