"""The words of a two-player position as the solver's functions take them."""

from typing import NamedTuple

from bigpoints.kernel import layout as at
from bigpoints.kernel import pack
from bigpoints.kernel.layout import Planes
from bigpoints.position import Position


class Words(NamedTuple):
    """Planes, SETUP, FREE, TURN and WIRES, and the hands of the seat to move and of the other."""

    planes: Planes
    setup: int
    free: int
    turn: int
    wires: int
    mine: int
    theirs: int


def solver_words(position: Position) -> Words:
    """The words of a position, seen by the seat to move."""
    word = pack(position).tolist()
    planes = (word[at.PLANES], word[at.PLANES + 1], word[at.PLANES + 2])
    hands = word[at.HANDS + position.seat - 1], word[at.HANDS + 2 - position.seat]
    return Words(planes, word[at.SETUP], word[at.FREE], word[at.TURN], word[at.WIRES], *hands)
