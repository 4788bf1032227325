"""Fitting the network to games: what its judgement misses, and how each weight has its part in that."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
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
"""The share of the games, the last ones, that nothing is fitted to."""
_BATCH = 512
_RATE = 3e-3
_DECAY = 1e-5
_SPREADS = (0.1, 0.1, 0.25, 0.25, 0.25, 0.1)
"""How far the weights of each part lie from 0 before anything is learned."""
_MEAN, _SQUARE = 0.9, 0.999


class Games(NamedTuple):
    """Positions of games, with each seat's share of the win and score in the end."""

    rows: NDArray[np.int64]
    shares: Floats
    scores: Floats


class Room(NamedTuple):
    """What is computed on the way back."""

    features: Features
    activations: Activations
    shares: Floats
    seat: Floats
    """What would change the loss: for each seat, what was seen of its colours."""
    bent: Floats


def fitted(games: Games, passes: int) -> Network:
    """A network fitted to games by going through them several times (Adam, with a falling rate)."""
    rng = np.random.default_rng(1)
    weights, network = _flat()
    slope, gradient = _flat()
    for part, spread in zip(network, _SPREADS, strict=True):
        part[...] = rng.normal(0, spread, part.shape)
    mean, square, room = np.zeros(len(weights)), np.zeros(len(weights)), new_room()
    learned, held_out = _split(games)
    steps = passes * (len(learned) // _BATCH)
    for step in range(steps):
        if step % (steps // passes) == 0:
            order = rng.permutation(learned)
        slope[:] = 0
        first = step % (steps // passes) * _BATCH
        losses(network, games, order[first : first + _BATCH], gradient, room)
        change = slope / _BATCH + _DECAY * weights
        mean = _MEAN * mean + (1 - _MEAN) * change
        square = _SQUARE * square + (1 - _SQUARE) * change**2
        rate = _RATE / 2 * (1 + np.cos(np.pi * step / steps))
        bent = np.sqrt(square / (1 - _SQUARE ** (step + 1))) + 1e-8
        weights -= (rate * mean / (1 - _MEAN ** (step + 1)) / bent).astype(np.float32)
    _report(network, games, held_out)
    return network


def _flat() -> tuple[Floats, Network]:
    """A row of zeros, and the network whose weights they are."""
    parts = empty_network()
    row = np.zeros(sum(part.size for part in parts), np.float32)
    ends = np.cumsum([part.size for part in parts])
    cut = (row[end - part.size : end].reshape(part.shape) for part, end in zip(parts, ends, strict=True))
    return row, Network(*cut)


def _split(games: Games) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of the positions to learn from, and of those held out: whole games, but for one."""
    positions = np.arange(len(games.rows))
    cut = int(len(positions) * (1 - _HELD_OUT))
    return positions[:cut], positions[cut:]


def _report(network: Network, games: Games, held_out: NDArray[np.int64]) -> None:
    entropy, error = losses(network, games, held_out, _flat()[1], new_room())
    count = len(held_out)
    print(
        f"fitted to {len(games.rows):,} positions; held out: {entropy / count:.4f} nats, "
        f"scores {np.sqrt(error / count):.2f} points off",
        flush=True,
    )


def calibration(network: Network, games: Games) -> Iterator[tuple[float, float, int]]:
    """For every tenth: the shares of the win given to seats, those that came true, how many; in held-out games."""
    _, held_out = _split(games)
    given, came_true = judged(network, games, held_out, new_room())
    tenths = np.minimum((given * 10).astype(int), 9)
    for tenth in range(10):
        inside = tenths == tenth
        if inside.any():
            yield float(given[inside].mean()), float(came_true[inside].mean()), int(inside.sum())


def judged(network: Network, games: Games, order: NDArray[np.int64], room: Room) -> tuple[Floats, Floats]:
    """The share of the win that every seat of some positions is given, and the one it had in the end."""
    pairs = [pair for index in order for pair in _pairs(network, games, index, room)]
    given, came_true = np.array(pairs, np.float32).T
    return given, came_true


def _pairs(network: Network, games: Games, index: int, room: Room) -> Iterator[tuple[float, float]]:
    players = judge(network, games.rows[index], room)
    yield from zip(room.shares[:players].tolist(), games.shares[index, :players].tolist(), strict=True)


@compiled
def judge(network: Network, words: NDArray[np.int64], room: Room) -> int:
    """Note each seat's share of the win; how many there are."""
    players = words[at.SETUP] >> at.PLAYERS & at.PLAYERS_MASK
    extract_features(words, room.features)
    forward(network, room.features, room.activations, players, words[at.SETUP] >> at.COLOURS & at.COLOURS_MASK)
    softmax(room.activations.logits, players, room.shares)
    return int(players)


def new_room() -> Room:
    """Room for one position."""
    zeros = (np.zeros(shape, np.float32) for shape in ((5,), (5, WIDTH), (WIDTH,)))
    return Room(new_features(), new_activations(), *zeros)


@compiled
def losses(
    network: Network, games: Games, order: NDArray[np.int64], gradient: Network, room: Room
) -> tuple[float, float]:
    """Add the gradient of some positions' loss; the cross-entropy and the squared error of the scores, added up."""
    entropy = error = 0.0
    for index in order:
        words, shares, scores = games.rows[index], games.shares[index], games.scores[index]
        players = words[at.SETUP] >> at.PLAYERS & at.PLAYERS_MASK
        colours = words[at.SETUP] >> at.COLOURS & at.COLOURS_MASK
        extract_features(words, room.features)
        forward(network, room.features, room.activations, players, colours)
        softmax(room.activations.logits, players, room.shares)
        room.seat[:] = _ZERO
        for seat in range(players):
            missed = room.shares[seat] - shares[seat]
            off = (room.activations.scores[seat] - scores[seat]) / TEN
            entropy -= shares[seat] * np.log(max(room.shares[seat], 1e-9))
            error += (off * TEN) ** 2 / players
            _back_from_seat(network, gradient, room, seat, players, missed, off * _SCORE_WEIGHT)
        for seat in range(players):
            _back_to_colours(network, gradient, room, seat, colours)
    return entropy, error


@inlined
def _back_from_seat(
    network: Network, gradient: Network, room: Room, seat: int, players: int, missed: float, off: float
) -> None:
    activations, bent, part = room.activations, room.bent, np.float32(1) / np.float32(players - 1)
    for n in range(WIDTH):
        seen = activations.seats[seat, n]
        gradient.share[n] += seen * missed
        gradient.score[n] += seen * off
        bent[n] = missed * network.share[n] + off * network.score[n] if seen > _ZERO else _ZERO
    for feature in range(SEAT_FEATURES):
        row = room.features.seats[seat, feature]
        for n in range(WIDTH):
            gradient.seats[row, n] += bent[n]
    for m in range(WIDTH):
        own, other = activations.colours[seat, m], (activations.total[m] - activations.colours[seat, m]) * part
        to_own, to_others = _ZERO, _ZERO
        for n in range(WIDTH):
            gradient.own[m, n] += own * bent[n]
            gradient.others[m, n] += other * bent[n]
            to_own += network.own[m, n] * bent[n]
            to_others += network.others[m, n] * bent[n]
        for other_seat in range(players):
            room.seat[other_seat, m] += to_own if other_seat == seat else to_others * part


@inlined
def _back_to_colours(network: Network, gradient: Network, room: Room, seat: int, colours: int) -> None:
    for colour in range(colours):
        rows = room.features.colours[seat, colour]
        for n in range(WIDTH):
            seen = _ZERO
            for feature in range(COLOUR_FEATURES):
                seen += network.colours[rows[feature], n]
            if seen > _ZERO:
                for feature in range(COLOUR_FEATURES):
                    gradient.colours[rows[feature], n] += room.seat[seat, n]
