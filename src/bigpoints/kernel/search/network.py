"""A small network that evaluates a position: the win share and the score of each seat.

    colour layer   h[seat, colour] = relu(sum of the colour rows), 16 wide; c[seat] = sum of h over the colours
    seat layer     s[seat] = relu(sum of the seat rows + c[seat] · own + mean of c over the other seats · others)
    outputs        logit[seat] = s[seat] · share;  score[seat] = 10 · s[seat] · score + the likely points of the hand

All sums run number by number in one fixed order, without fast-math, so that every machine gets the same result.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.jit import inlined
from bigpoints.kernel.portable_math import exp_of
from bigpoints.kernel.search.features import COLOUR_ROWS, SEAT_ROWS, Features

WIDTH = 16
_WIDE = np.uint64(WIDTH)
_ZERO, _HALF, TEN = np.float32(0), np.float32(0.5), np.float32(10)
Floats = NDArray[np.float32]


class Network(NamedTuple):
    """The weights of the network."""

    colours: Floats
    """One row per value of a feature of a seat and a colour."""
    seats: Floats
    """One row per value of a feature of a seat."""
    own: Floats
    others: Floats
    share: Floats
    score: Floats


class Activations(NamedTuple):
    """Buffers for the layers and outputs of one position."""

    colours: Floats
    """The colour layer of each seat, summed over the colours."""
    total: Floats
    seats: Floats
    logits: Floats
    scores: Floats
    """The expected final score of each seat, in points."""


def empty_network() -> Network:
    """A network whose weights are all 0."""
    shapes = [(COLOUR_ROWS, WIDTH), (SEAT_ROWS, WIDTH), (WIDTH, WIDTH), (WIDTH, WIDTH), (WIDTH,), (WIDTH,)]
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def new_activations() -> Activations:
    """Buffers for one position."""
    shapes = [(5, WIDTH), (WIDTH,), (5, WIDTH), (5,), (5,)]
    return Activations(*(np.zeros(shape, np.float32) for shape in shapes))


@inlined
def forward(network: Network, features: Features, activations: Activations, players: int, colours: int) -> None:
    """Compute the logit and the score of each seat from the features."""
    for n in range(WIDTH):
        activations.total[n] = _ZERO
    for seat in range(players):
        for n in range(WIDTH):
            activations.colours[seat, n] = _ZERO
        for colour in range(colours):
            _add_colour(network.colours, features.colours[seat, colour], activations.colours[seat])
        for n in range(WIDTH):
            activations.total[n] += activations.colours[seat, n]
    for seat in range(players):
        _sum_seat_rows(network.seats, features.seats[seat], activations.seats[seat])
        _add_dense(network, activations, seat, players)
        _write_outputs(network, features, activations, seat)


# Row numbers are unsigned: for a signed index numba adds a comparison, since a negative one counts from the end.


@inlined
def _add_colour(table: Floats, rows: NDArray[np.uint64], summed: Floats) -> None:
    for n in range(_WIDE):
        total = table[rows[0], n] + table[rows[1], n] + table[rows[2], n]
        total += table[rows[3], n] + table[rows[4], n] + table[rows[5], n] + table[rows[6], n]
        summed[n] += total if total > _ZERO else _ZERO


@inlined
def _sum_seat_rows(table: Floats, rows: NDArray[np.uint64], out: Floats) -> None:
    for n in range(_WIDE):
        total = table[rows[0], n] + table[rows[1], n] + table[rows[2], n] + table[rows[3], n]
        total += table[rows[4], n] + table[rows[5], n] + table[rows[6], n] + table[rows[7], n]
        out[n] = total + table[rows[8], n]


@inlined
def _add_dense(network: Network, activations: Activations, seat: int, players: int) -> None:
    """Add the colour layers of the seat itself and of the other seats to its seat layer."""
    out, mine, part = activations.seats[seat], activations.colours[seat], np.float32(1) / np.float32(players - 1)
    for m in range(_WIDE):
        own, other = mine[m], (activations.total[m] - mine[m]) * part
        for n in range(_WIDE):
            out[n] += own * network.own[m, n] + other * network.others[m, n]


@inlined
def _write_outputs(network: Network, features: Features, activations: Activations, seat: int) -> None:
    logit, score = _ZERO, _ZERO
    for n in range(WIDTH):
        total = activations.seats[seat, n] if activations.seats[seat, n] > _ZERO else _ZERO
        activations.seats[seat, n] = total
        logit += total * network.share[n]
        score += total * network.score[n]
    activations.logits[seat] = logit
    activations.scores[seat] = score * TEN + np.float32(features.points[seat]) * _HALF


@inlined
def softmax(logits: Floats, players: int, shares: Floats) -> None:
    """Write the win shares of some logits; they sum to 1. Subtracting the largest logit avoids overflow."""
    most = logits[0]
    for seat in range(1, players):
        most = max(most, logits[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = np.float32(exp_of(float(logits[seat] - most)))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= np.float32(total)
