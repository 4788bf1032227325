"""Counting ply sequences: the check on every move generator, and a measure of its speed."""

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
"""How many plies are counted without a look at Ctrl-C: well under a second."""


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` plies there are."""
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
    """The last ply is counted without being played; of hands only the blacks bear on moves (R10), wires not at all."""
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
