"""Writing `value.toml`: the weights of a game, with how they were learned and how true they are."""

from __future__ import annotations

from dataclasses import dataclass

from kamiza.core.game import Game
from kamiza.lab.training_data import Recipe


@dataclass
class Learned:
    """What was learned for one number of seats."""

    recipe: Recipe
    positions: int
    weights: list[list[int]]  # by stage, then by feature; millionths
    cross_entropy: float
    uniform: float
    held_out: int
    bins: list[tuple[float, float, int]]


def as_toml(game: Game, tables: list[Learned]) -> str:
    """The whole file."""
    lines = [
        f"# What {game.name} has learned; written by `kamiza train {game.name}`.",
        "# A weight for each stage, in millionths: " + ", ".join(game.stage_names) + ".",
        "# Calibration: chance as predicted, share of wins in games not learned from, how often.",
    ]
    for learned in tables:
        lines += ["", *table_lines(game, learned)]
    return "\n".join(lines) + "\n"


def strays_at(recipe: Recipe) -> str:
    return ", ".join(f"{key} = {number}" for key, number in recipe.strays_at)


def table_lines(game: Game, learned: Learned) -> list[str]:
    recipe = learned.recipe
    bins = ", ".join(f"[{p:.4f}, {r:.4f}, {count}]" for p, r, count in learned.bins)
    lines = [
        "[[table]]",
        f"seats = {recipe.seats}",
        *([f"sides = {recipe.sides}"] if recipe.sides < recipe.seats else []),
        f"games = {recipe.games}",
        f"every = {recipe.every}",
        f"seed = {recipe.seed}",
        *([f"strays = {recipe.strays}"] if recipe.strays else []),
        *([f"strays_at = {{ {at} }}"] if (at := strays_at(recipe)) else []),
        *(["by_points = true"] if recipe.by_points else []),
        f"positions = {learned.positions}",
        f"held_out = {learned.held_out}",
        f"uniform = {learned.uniform:.4f}",
        f"cross_entropy = {learned.cross_entropy:.4f}",
        f"calibration = [{bins}]",
        "",
        "[table.weights]",
    ]
    for place, name in enumerate(game.feature_names):
        numbers = ", ".join(str(row[place]) for row in learned.weights)
        lines.append(f"{name} = [{numbers}]")
    return lines
