"""Training of the network on self-play games: Adam on the cross-entropy of win shares and the squared error of scores.

Gradients are computed by hand, position by position; see `bigpoints.kernel.search.network` for the layers.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import colours_of, players_of
from bigpoints.kernel.search.features import COLOUR_FEATURES, SEAT_FEATURES, Features, extract_features, new_features
from bigpoints.kernel.search.network import (
    TEN,
    WIDTH,
    Activations,
    Floats,
    Network,
    empty_network,
    forward,
    new_activations,
    softmax,
)

_ZERO = np.float32(0)
_SCORE_WEIGHT = np.float32(0.1)
_HELD_OUT = 0.05
"""Share of the positions, the last ones, that are held out for validation."""
_BATCH = 512
_LEARNING_RATE = 3e-3
_WEIGHT_DECAY = 1e-5
_INITIAL_SPREADS = (0.1, 0.1, 0.25, 0.25, 0.25, 0.1)
"""Standard deviation of the initial weights, for each part of the network."""
_BETA1, _BETA2 = 0.9, 0.999


class Games(NamedTuple):
    """Positions of games, with the final win share and score of each seat."""

    rows: NDArray[np.int64]
    shares: Floats
    scores: Floats


class Workspace(NamedTuple):
    """Buffers for one position, forward and backward."""

    features: Features
    activations: Activations
    shares: Floats
    seat: Floats
    """Gradient at the colour layer of each seat."""
    hidden: Floats
    """Gradient at the seat layer of one seat, before its ReLU."""


def fit_network(games: Games, passes: int) -> Network:
    """Fit a network to games by Adam with a cosine learning rate, in `passes` passes over the positions."""
    rng = np.random.default_rng(1)
    weights, network = _flat_network()
    slope, gradient = _flat_network()
    for part, spread in zip(network, _INITIAL_SPREADS, strict=True):
        part[...] = rng.normal(0, spread, part.shape)
    mean, square, workspace = np.zeros(len(weights)), np.zeros(len(weights)), new_workspace()
    learned, held_out = _split_held_out(games)
    steps = passes * (len(learned) // _BATCH)
    for step in range(steps):
        if step % (steps // passes) == 0:
            order = rng.permutation(learned)
        slope[:] = 0
        first = step % (steps // passes) * _BATCH
        add_gradients(network, games, order[first : first + _BATCH], gradient, workspace)
        change = slope / _BATCH + _WEIGHT_DECAY * weights
        mean = _BETA1 * mean + (1 - _BETA1) * change
        square = _BETA2 * square + (1 - _BETA2) * change**2
        rate = _LEARNING_RATE / 2 * (1 + np.cos(np.pi * step / steps))
        rms = np.sqrt(square / (1 - _BETA2 ** (step + 1))) + 1e-8
        weights -= (rate * mean / (1 - _BETA1 ** (step + 1)) / rms).astype(np.float32)
    _report(network, games, held_out)
    return network


def _flat_network() -> tuple[Floats, Network]:
    """A flat array of zeros, and a network whose weights are views into it."""
    parts = empty_network()
    row = np.zeros(sum(part.size for part in parts), np.float32)
    ends = np.cumsum([part.size for part in parts])
    cut = (row[end - part.size : end].reshape(part.shape) for part, end in zip(parts, ends, strict=True))
    return row, Network(*cut)


def _split_held_out(games: Games) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of the positions to learn from, and of those held out: whole games, except where it is cut."""
    positions = np.arange(len(games.rows))
    cut = int(len(positions) * (1 - _HELD_OUT))
    return positions[:cut], positions[cut:]


def _report(network: Network, games: Games, held_out: NDArray[np.int64]) -> None:
    entropy, squared_error = add_gradients(network, games, held_out, _flat_network()[1], new_workspace())
    count = len(held_out)
    print(
        f"fitted to {len(games.rows):,} positions; held out: {entropy / count:.4f} nats, "
        f"scores {np.sqrt(squared_error / count):.2f} points off",
        flush=True,
    )


def calibration(network: Network, games: Games) -> Iterator[tuple[float, float, int]]:
    """Calibration on held-out positions, for each tenth: mean predicted win share, mean actual one, seats counted."""
    _, held_out = _split_held_out(games)
    given, came_true = predict_all(network, games, held_out, new_workspace())
    tenths = np.minimum((given * 10).astype(int), 9)
    for tenth in range(10):
        inside = tenths == tenth
        if inside.any():
            yield float(given[inside].mean()), float(came_true[inside].mean()), int(inside.sum())


def predict_all(
    network: Network, games: Games, order: NDArray[np.int64], workspace: Workspace
) -> tuple[Floats, Floats]:
    """Predicted and actual win share of every seat of some positions."""
    pairs = [pair for index in order for pair in _predicted_pairs(network, games, index, workspace)]
    given, came_true = np.array(pairs, np.float32).T
    return given, came_true


def _predicted_pairs(network: Network, games: Games, index: int, workspace: Workspace) -> Iterator[tuple[float, float]]:
    players = predict(network, games.rows[index], workspace)
    yield from zip(workspace.shares[:players].tolist(), games.shares[index, :players].tolist(), strict=True)


@compiled
def predict(network: Network, words: NDArray[np.int64], workspace: Workspace) -> int:
    """Write the predicted win share of each seat; the number of seats."""
    players = players_of(words[at.SETUP])
    extract_features(words, workspace.features)
    forward(network, workspace.features, workspace.activations, players, colours_of(words[at.SETUP]))
    softmax(workspace.activations.logits, players, workspace.shares)
    return int(players)


def new_workspace() -> Workspace:
    """Buffers for one position."""
    zeros = (np.zeros(shape, np.float32) for shape in ((5,), (5, WIDTH), (WIDTH,)))
    return Workspace(new_features(), new_activations(), *zeros)


@compiled
def add_gradients(
    network: Network, games: Games, order: NDArray[np.int64], gradient: Network, workspace: Workspace
) -> tuple[float, float]:
    """Add the gradient of the loss of some positions; the sums of cross-entropy and of squared score errors."""
    entropy = squared_error = 0.0
    for index in order:
        words, shares, scores = games.rows[index], games.shares[index], games.scores[index]
        players = players_of(words[at.SETUP])
        colours = colours_of(words[at.SETUP])
        extract_features(words, workspace.features)
        forward(network, workspace.features, workspace.activations, players, colours)
        softmax(workspace.activations.logits, players, workspace.shares)
        workspace.seat[:] = _ZERO
        for seat in range(players):
            error = workspace.shares[seat] - shares[seat]
            score_error = (workspace.activations.scores[seat] - scores[seat]) / TEN
            entropy -= shares[seat] * np.log(max(workspace.shares[seat], 1e-9))
            squared_error += (score_error * TEN) ** 2 / players
            _backpropagate_seat(network, gradient, workspace, seat, players, error, score_error * _SCORE_WEIGHT)
        for seat in range(players):
            _backpropagate_colours(network, gradient, workspace, seat, colours)
    return entropy, squared_error


@inlined
def _backpropagate_seat(
    network: Network, gradient: Network, workspace: Workspace, seat: int, players: int, error: float, score_error: float
) -> None:
    activations, hidden, part = workspace.activations, workspace.hidden, np.float32(1) / np.float32(players - 1)
    for n in range(WIDTH):
        seen = activations.seats[seat, n]
        gradient.share[n] += seen * error
        gradient.score[n] += seen * score_error
        hidden[n] = error * network.share[n] + score_error * network.score[n] if seen > _ZERO else _ZERO
    for feature in range(SEAT_FEATURES):
        row = workspace.features.seats[seat, feature]
        for n in range(WIDTH):
            gradient.seats[row, n] += hidden[n]
    for m in range(WIDTH):
        own, other = activations.colours[seat, m], (activations.total[m] - activations.colours[seat, m]) * part
        to_own, to_others = _ZERO, _ZERO
        for n in range(WIDTH):
            gradient.own[m, n] += own * hidden[n]
            gradient.others[m, n] += other * hidden[n]
            to_own += network.own[m, n] * hidden[n]
            to_others += network.others[m, n] * hidden[n]
        for other_seat in range(players):
            workspace.seat[other_seat, m] += to_own if other_seat == seat else to_others * part


@inlined
def _backpropagate_colours(network: Network, gradient: Network, workspace: Workspace, seat: int, colours: int) -> None:
    for colour in range(colours):
        rows = workspace.features.colours[seat, colour]
        for n in range(WIDTH):
            seen = _ZERO
            for feature in range(COLOUR_FEATURES):
                seen += network.colours[rows[feature], n]
            if seen > _ZERO:
                for feature in range(COLOUR_FEATURES):
                    gradient.colours[rows[feature], n] += workspace.seat[seat, n]
