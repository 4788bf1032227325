"""Perft: the number of ply sequences, which checks a move generator and measures its speed."""

from bigpoints.errors import BadNotation
from bigpoints.kernel import layout as at
from bigpoints.kernel.api import legal_actions, played
from bigpoints.kernel.bits import popcount, trailing_zeros
from bigpoints.kernel.jit import compiled
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.moves import count_of, legal_mask, play, seat_of
from bigpoints.kernel.pack import Packed, pack
from bigpoints.position import Position

_COMPILED_DEPTH = 7
"""Deepest count in one compiled call, well under a second; Ctrl-C is noticed between calls."""


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` plies."""
    if depth < 0:
        raise BadNotation("depth", str(depth), "0 or more")
    return _perft(pack(position), depth)


def _perft(packed: Packed, depth: int) -> int:
    if depth == 0:
        return 1
    if depth > _COMPILED_DEPTH:
        return sum(_perft(played(packed, action), depth - 1) for action in legal_actions(packed))
    word = packed.tolist()
    hands = word[at.HANDS : at.PLANES]
    blacks = sum((hand >> _BLACK & at.DISC_MASK) << seat * at.DISC_BITS for seat, hand in enumerate(hands))
    planes = word[at.PLANES], word[at.PLANES + 1], word[at.PLANES + 2]
    return _count(planes, word[at.SETUP], word[at.FREE], word[at.TURN], blacks, depth)


_BLACK = at.BLACK * at.DISC_BITS


@compiled
def _count(planes: Planes, setup: int, free: int, turn: int, blacks: int, depth: int) -> int:
    """Perft of a position whose hands are reduced to their blacks, 4 bits per seat.

    Only blacks affect which moves are legal (R10); coloured discs and wires never do. The last two plies are counted
    by popcount instead of being played.
    """
    actions = legal_mask(planes, setup, free, turn)
    if depth == 1:
        return popcount(actions)
    seat = seat_of(turn) * at.DISC_BITS
    hand = (blacks >> seat & at.DISC_MASK) << _BLACK
    total = 0
    while actions:
        action = trailing_zeros(actions)
        actions &= actions - 1
        its_free, its_turn, _, its_hand = play(planes, setup, free, turn, 0, hand, action)
        if depth == 2:
            total += popcount(legal_mask(planes, setup, its_free, its_turn))
        else:
            won = count_of(its_hand, at.BLACK) - count_of(hand, at.BLACK)
            total += _count(planes, setup, its_free, its_turn, blacks + (won << seat), depth - 1)
    return total
