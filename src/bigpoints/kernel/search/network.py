"""A small network that judges a position: each seat's share of the win, and its score.

What it sees of a seat and a colour is added up from rows of a table, bent, and added over the colours; the same again
with what it sees of the seat, of its colours and of the others'; two numbers come out for each seat. Everything is done
number by number in one order and without shortcuts, so that all machines get the same result.
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
    """The weights."""

    colours: Floats
    """A row for each value of a feature of a seat and a colour."""
    seats: Floats
    """A row for each value of a feature of a seat."""
    own: Floats
    others: Floats
    share: Floats
    score: Floats


class Thoughts(NamedTuple):
    """Room for what the network computes on the way."""

    colours: Floats
    """For each seat, added over the colours."""
    total: Floats
    seats: Floats
    logits: Floats
    scores: Floats
    """The points that each seat is likely to have in the end."""


def empty_network() -> Network:
    """A network that knows nothing."""
    shapes = [(COLOUR_ROWS, WIDTH), (SEAT_ROWS, WIDTH), (WIDTH, WIDTH), (WIDTH, WIDTH), (WIDTH,), (WIDTH,)]
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def new_thoughts() -> Thoughts:
    """Room for one position."""
    shapes = [(5, WIDTH), (WIDTH,), (5, WIDTH), (5,), (5,)]
    return Thoughts(*(np.zeros(shape, np.float32) for shape in shapes))


@inlined
def think(network: Network, features: Features, thoughts: Thoughts, players: int, colours: int) -> None:
    """Compute each seat's logit and score from what was seen."""
    for n in range(WIDTH):
        thoughts.total[n] = _ZERO
    for seat in range(players):
        for n in range(WIDTH):
            thoughts.colours[seat, n] = _ZERO
        for colour in range(colours):
            _see_colour(network.colours, features.colours[seat, colour], thoughts.colours[seat])
        for n in range(WIDTH):
            thoughts.total[n] += thoughts.colours[seat, n]
    for seat in range(players):
        _see_seat(network.seats, features.seats[seat], thoughts.seats[seat])
        _mix(network, thoughts, seat, players)
        _conclude(network, features, thoughts, seat)


# Rows are numbered without a sign: a negative one would be looked for from the end, which costs a comparison each.


@inlined
def _see_colour(table: Floats, rows: NDArray[np.uint64], summed: Floats) -> None:
    for n in range(_WIDE):
        seen = table[rows[0], n] + table[rows[1], n] + table[rows[2], n]
        seen += table[rows[3], n] + table[rows[4], n] + table[rows[5], n] + table[rows[6], n]
        summed[n] += seen if seen > _ZERO else _ZERO


@inlined
def _see_seat(table: Floats, rows: NDArray[np.uint64], out: Floats) -> None:
    for n in range(_WIDE):
        seen = table[rows[0], n] + table[rows[1], n] + table[rows[2], n] + table[rows[3], n]
        seen += table[rows[4], n] + table[rows[5], n] + table[rows[6], n] + table[rows[7], n]
        out[n] = seen + table[rows[8], n]


@inlined
def _mix(network: Network, thoughts: Thoughts, seat: int, players: int) -> None:
    """Add what was seen of the seat's own colours and of the others'."""
    out, mine, part = thoughts.seats[seat], thoughts.colours[seat], np.float32(1) / np.float32(players - 1)
    for m in range(_WIDE):
        own, other = mine[m], (thoughts.total[m] - mine[m]) * part
        for n in range(_WIDE):
            out[n] += own * network.own[m, n] + other * network.others[m, n]


@inlined
def _conclude(network: Network, features: Features, thoughts: Thoughts, seat: int) -> None:
    logit, score = _ZERO, _ZERO
    for n in range(WIDTH):
        seen = thoughts.seats[seat, n] if thoughts.seats[seat, n] > _ZERO else _ZERO
        thoughts.seats[seat, n] = seen
        logit += seen * network.share[n]
        score += seen * network.score[n]
    thoughts.logits[seat] = logit
    thoughts.scores[seat] = score * TEN + np.float32(features.points[seat]) * _HALF


@inlined
def share_by(logits: Floats, players: int, shares: Floats) -> None:
    """Turn logits into shares of the win that sum to 1."""
    most = logits[0]
    for seat in range(1, players):
        most = max(most, logits[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = np.float32(exp_of(float(logits[seat] - most)))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= np.float32(total)
