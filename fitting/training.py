"""Fitting the network to games: what its judgement misses, and how each weight has its part in that."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.evaluating import TEN, WIDTH, Floats, Network, Thoughts, new_thoughts, share_by, think
from bigpoints.kernel.features import COLOUR_FEATURES, SEAT_FEATURES, Features, new_features, see
from bigpoints.kernel.jit import compiled, inlined

_ZERO = np.float32(0)
_SCORE_WEIGHT = np.float32(0.1)


class Games(NamedTuple):
    """Positions of games, with each seat's share of the win and score in the end."""

    rows: NDArray[np.int64]
    shares: Floats
    scores: Floats


class Room(NamedTuple):
    """What is computed on the way back."""

    features: Features
    thoughts: Thoughts
    shares: Floats
    seat: Floats
    """What would change the loss: for each seat, what was seen of its colours."""
    bent: Floats


def new_room() -> Room:
    """Room for one position."""
    zeros = (np.zeros(shape, np.float32) for shape in ((5,), (5, WIDTH), (WIDTH,)))
    return Room(new_features(), new_thoughts(), *zeros)


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
        see(words, room.features)
        think(network, room.features, room.thoughts, players, colours)
        share_by(room.thoughts.logits, players, room.shares)
        room.seat[:] = _ZERO
        for seat in range(players):
            missed = room.shares[seat] - shares[seat]
            off = (room.thoughts.scores[seat] - scores[seat]) / TEN
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
    thoughts, bent, part = room.thoughts, room.bent, np.float32(1) / np.float32(players - 1)
    for n in range(WIDTH):
        seen = thoughts.seats[seat, n]
        gradient.share[n] += seen * missed
        gradient.score[n] += seen * off
        bent[n] = missed * network.share[n] + off * network.score[n] if seen > _ZERO else _ZERO
    for feature in range(SEAT_FEATURES):
        row = room.features.seats[seat, feature]
        for n in range(WIDTH):
            gradient.seats[row, n] += bent[n]
    for m in range(WIDTH):
        own, other = thoughts.colours[seat, m], (thoughts.total[m] - thoughts.colours[seat, m]) * part
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
