"""Random playouts from a position: win shares and average scores."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.moves import is_extra, is_legal, play, players_of, score_hand, seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.packed_moves import packed_planes
from bigpoints.kernel.rng import advance, draw_below, random_bits, seeded
from bigpoints.position import Position

_GAMES_PER_CALL = 50_000
"""Games in one compiled call; Ctrl-C is noticed between calls."""

SHARE = 60
"""A win as an integer that 1, 2, 3, 4 and 5 divide: shared wins stay whole (R20)."""

_PAWN_LISTS = np.array(
    [
        sum(pawn << 4 * n for n, pawn in enumerate(pawn for pawn in range(5) if pawns >> pawn & 1))
        for pawns in range(at.WAITING_MASK + 1)
    ],
    np.int64,
)
"""For each set of pawns (a mask of 5 bits), their numbers in a row, 4 bits each."""


class Playouts(NamedTuple):
    """The results of some random games."""

    games: int
    wins: tuple[float, ...]
    """Win share of each seat; they sum to 1."""
    points: tuple[float, ...]
    """Average score of each seat."""


def playouts(position: Position, games: int, seed: int) -> Playouts:
    """Play random games from a position, every legal move equally likely; equal seeds give equal games."""
    packed = pack(position)
    totals = np.zeros((2, 5), np.int64)
    rng_state = seeded(seed, 1)[0]
    for played in range(0, games, _GAMES_PER_CALL):
        rng_state = np.uint64(play_out(packed, min(_GAMES_PER_CALL, games - played), rng_state, totals))
    wins = (float(one) / SHARE / games for one in totals[0])
    scores = (float(one) / games for one in totals[1])
    return Playouts(games, tuple(wins)[: position.players], tuple(scores)[: position.players])


@compiled
def play_out(packed: Packed, games: int, rng_state: np.uint64, totals: NDArray[np.int64]) -> np.uint64:
    """Add the wins (SHARE each) and scores of random games to `totals`; the state of the generator afterwards."""
    planes, setup = packed_planes(packed), packed[at.SETUP]
    hands = np.empty(5, np.int64)
    for _ in range(games):
        for seat in range(5):
            hands[seat] = packed[at.HANDS + seat]
        free, turn, wires = packed[at.FREE], packed[at.TURN], packed[at.WIRES]
        while waiting_pawns(turn):
            action, rng_state = random_action(planes, setup, free, turn, rng_state)
            seat = seat_of(turn)
            free, turn, wires, hands[seat] = play(planes, setup, free, turn, wires, hands[seat], action)
        _add_result(turn, hands, players_of(setup), totals)
    return rng_state


@inlined
def random_action(planes: Planes, setup: int, free: int, turn: int, rng_state: np.uint64) -> tuple[int, np.uint64]:
    """A legal action, every one equally likely, of a game that is not over; and the generator state afterwards.

    Rejection sampling: drawing from all actions of the waiting pawns until one is legal is faster than generating
    the legal ones, because most are legal.
    """
    pawns, extra = waiting_pawns(turn), is_extra(turn)
    width = 1 + extra  # The actions of a pawn: 2 forward and, in an extra ply, 2 backward.
    drawn = (popcount(pawns) << width) + extra
    while True:
        rng_state = advance(rng_state)
        number = draw_below(random_bits(rng_state), drawn)
        if number == popcount(pawns) << width:
            return at.PASS, rng_state
        pawn = _PAWN_LISTS[pawns] >> (number >> width) * 4 & 15
        action = pawn << 2 | number & (1 << width) - 1
        if is_legal(planes, setup, free, turn, action):
            return action, rng_state


@inlined
def _add_result(turn: int, hands: Packed, players: int, totals: NDArray[np.int64]) -> None:
    for seat in range(players):
        hands[seat] = score_hand(turn, hands[seat])
    best, sharing = hands[0], 0
    for seat in range(players):
        best = max(best, hands[seat])
    for seat in range(players):
        sharing += hands[seat] == best
    for seat in range(players):
        totals[1, seat] += hands[seat]
        totals[0, seat] += SHARE // sharing if hands[seat] == best else 0  # R20: ties share the win.
