"""Learning weights from positions: softmax regression over the seats, with numpy.

Every stage of the game has weights of its own; what a stage has too little data for, it takes from
the weights all stages share. The same sample and the same seed give the same weights.

Who won says little where a few points decide. Where points are what wins, weights can be learned
from them instead (`by_points`): how far ahead of the others a side will come out, by least squares,
and then one number for each stage: how sure that makes the win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kamiza.lab.training_data import Sample

EPOCHS = 12
BATCH = 4096  # positions for a step,
LEAST_STEPS = 40  # or fewer, so that an epoch has so many steps
RATE = 0.02
# Weights are held back, those of single stages more: positions of one game are much alike, so there
# is less to learn from than it seems.
SHARED_DECAY = 1e-4
STAGE_DECAY = 2e-3
RIDGE = 10.0  # the same for points: so many positions say that a feature is worth nothing
NEWTON_STEPS = 12
HELD_OUT = 10  # one game in so many is not learned from
BINS = 10
FEW = 50  # positions, below which a bin says nothing
MILLION = 1_000_000

Array = Any  # numpy's own types differ between its versions


@dataclass
class Data:
    """A sample as arrays."""

    features: Array  # position, seat, feature
    stages: Array
    shares: Array  # position, seat
    points: Array  # position, seat: at the end
    is_in: Array  # position, seat: can it still win?
    is_held: Array  # position: only for the check


@dataclass
class Check:
    """How well the chances fit games that were not learned from."""

    positions: int
    cross_entropy: float
    uniform: float
    bins: list[tuple[float, float, int]]  # predicted, real, positions of a seat

    def worst(self) -> float:
        """The largest difference between predicted and real in a bin with enough data."""
        far = [abs(predicted - real) for predicted, real, count in self.bins if count >= FEW]
        return max(far, default=0.0)


def as_data(sample: Sample, seats: int, width: int) -> Data:
    count = len(sample.numbers)
    shares = np.frombuffer(sample.shares, dtype=np.float32).reshape(count, seats)
    numbers = np.frombuffer(sample.numbers, dtype=np.int32)
    features = np.frombuffer(sample.features, dtype=np.int16).reshape(count, seats, width)
    stages = np.frombuffer(sample.stages, dtype=np.int8).astype(np.int64)
    is_in = shares >= 0
    points = np.frombuffer(sample.points, dtype=np.int32).reshape(count, seats)
    return Data(features, stages, np.maximum(shares, 0), points, is_in, numbers % HELD_OUT == 0)


def logits(points: Array, is_in: Array) -> Array:
    """Logarithms of the chances."""
    points = np.where(is_in, points, -1e9)
    points = points - points.max(axis=1, keepdims=True)
    return points - np.log(np.exp(points).sum(axis=1, keepdims=True))


class Fit:
    """Weights on their way: shared ones and what each stage adds, both for scaled features."""

    def __init__(self, data: Data, stages: int, seed: int) -> None:
        self.data = data
        self.order = np.random.default_rng(seed)
        learned = data.features[~data.is_held].reshape(-1, data.features.shape[2])
        scale = learned.astype(np.float32).std(axis=0)
        self.is_used = scale > 0
        self.scale = np.where(self.is_used, scale, 1.0)
        self.weights = np.zeros((stages + 1, data.features.shape[2]), dtype=np.float64)
        self.first = np.zeros_like(self.weights)
        self.second = np.zeros_like(self.weights)
        self.steps = 0

    def epoch(self, rate: float) -> float:
        """Go once through all positions; the mean loss."""
        learned = np.flatnonzero(~self.data.is_held)
        self.order.shuffle(learned)
        losses = []
        batch = max(1, min(BATCH, len(learned) // LEAST_STEPS))
        for start in range(0, len(learned), batch):
            losses.append(self.step(learned[start : start + batch], rate))
        return float(np.mean(losses))

    def step(self, chosen: Array, rate: float) -> float:
        data = self.data
        scaled = data.features[chosen] / self.scale
        stages = data.stages[chosen]
        points = np.einsum("nsf,nf->ns", scaled, self.weights[0] + self.weights[stages + 1])
        chances = logits(points, data.is_in[chosen])
        shares = data.shares[chosen]
        wrong = (np.exp(chances) * shares.sum(axis=1, keepdims=True) - shares) / len(chosen)
        pulls = np.einsum("ns,nsf->nf", wrong, scaled)
        slope = np.zeros_like(self.weights)
        slope[0] = pulls.sum(axis=0)
        np.add.at(slope, stages + 1, pulls)
        slope[0] += SHARED_DECAY * self.weights[0]
        slope[1:] += STAGE_DECAY * self.weights[1:]
        self.descend(slope, rate)
        return float(-(shares * np.where(shares > 0, chances, 0.0)).sum() / len(chosen))

    def descend(self, slope: Array, rate: float) -> None:
        """Adam: steps of about the same size for every weight."""
        self.steps += 1
        self.first = 0.9 * self.first + 0.1 * slope
        self.second = 0.999 * self.second + 0.001 * slope**2
        mean = self.first / (1 - 0.9**self.steps)
        size = np.sqrt(self.second / (1 - 0.999**self.steps))
        self.weights -= rate * mean / (size + 1e-8) * self.is_used

    def rounded(self) -> list[list[int]]:
        """The weights of each stage for plain features, in millionths."""
        weights = (self.weights[0] + self.weights[1:]) / self.scale
        return [[int(x) for x in row] for row in np.rint(weights * MILLION)]


def by_points(data: Data, stages: int) -> list[list[int]]:
    """The weights of each stage for plain features, in millionths, learned from points."""
    width = data.features.shape[2]
    weights = np.zeros((stages, width))
    scale = data.features[~data.is_held].reshape(-1, width).astype(np.float64).std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    for stage in range(stages):
        chosen = np.flatnonzero(~data.is_held & (data.stages == stage))
        features = data.features[chosen] / scale
        ahead = data.points[chosen] - data.points[chosen].mean(axis=1, keepdims=True)
        apart = (features - features.mean(axis=1, keepdims=True)).reshape(-1, width)
        square = apart.T @ apart + RIDGE * np.eye(width)
        expected = np.linalg.solve(square, apart.T @ ahead.ravel())
        weights[stage] = expected * sureness(features @ expected, data.shares[chosen]) / scale
    return [[int(x) for x in row] for row in np.rint(weights * MILLION)]


def sureness(expected: Array, shares: Array) -> float:
    """By how much a point that one is expected to be ahead raises the chance: the factor with which
    the chances fit best who won, by Newton's method."""
    factor = 0.0
    for _step in range(NEWTON_STEPS):
        chances = np.exp(logits(factor * expected, np.full(expected.shape, True)))
        mean = (chances * expected).sum(axis=1, keepdims=True)
        slope = ((shares - chances) * expected).sum()
        bend = (chances * (expected - mean) ** 2).sum()
        factor += slope / (bend + 1e-9)
    return float(factor)


def rates() -> list[float]:
    """The rate of each epoch: falling, so that the last steps settle."""
    return [RATE * (1 - epoch / EPOCHS) ** 2 + 1e-4 for epoch in range(EPOCHS)]


def check(data: Data, weights: list[list[int]]) -> Check:
    """Cross-entropy and calibration on what was held out, with the weights as they are kept."""
    held = np.flatnonzero(data.is_held)
    of_stage = np.array(weights, dtype=np.float64)[data.stages[held]] / MILLION
    features = data.features[held].astype(np.float64)
    is_in = data.is_in[held]
    chances = logits(np.einsum("nsf,nf->ns", features, of_stage), is_in)
    shares = data.shares[held]
    entropy = float(-(shares * np.where(shares > 0, chances, 0.0)).sum() / len(held))
    uniform = float(np.mean(np.log(is_in.sum(axis=1))))
    return Check(len(held), entropy, uniform, bins_of(np.exp(chances)[is_in], shares[is_in]))


def bins_of(predicted: Array, real: Array) -> list[tuple[float, float, int]]:
    found = []
    places = np.minimum((predicted * BINS).astype(int), BINS - 1)
    for place in range(BINS):
        inside = places == place
        count = int(inside.sum())
        if count:
            mean = float(predicted[inside].mean())
            found.append((round(mean, 4), round(float(real[inside].mean()), 4), count))
    return found
