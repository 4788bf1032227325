"""Measures of a position that both the search's features and the solver use."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.moves import count_of, discs_of, place_of, waiting_pawns


@inlined
def held_colours(hand: int) -> int:
    """The colours with a pawn that a hand holds, one bit each."""
    colours = 0
    for pawn in range(5):
        colours |= int(count_of(hand, pawn) > 0) << pawn
    return colours


@inlined
def other_colours(hand: int) -> int:
    """R18: the number of colours besides white in a hand, which is the worth of each white."""
    return popcount(held_colours(hand)) + int(count_of(hand, at.BLACK) > 0)


@inlined
def white_points(hand: int) -> int:
    """R18: the points of a hand's whites if no more discs were taken."""
    return count_of(hand, at.WHITE) * other_colours(hand)


@inlined
def lead_in(mine: int, theirs: int, pawn: int) -> int:
    """Discs of a colour in one hand minus those in the other."""
    return count_of(mine, pawn) - count_of(theirs, pawn)


@inlined
def discs_ahead(planes: Planes, free: int, turn: int, pawn: int) -> int:
    """R4: the number of discs of its own colour ahead of a pawn, each of them one move."""
    return popcount(discs_of(planes, pawn) & free & -2 << place_of(turn, pawn))


@inlined
def plies_left(planes: Planes, free: int, turn: int) -> int:
    """R4, R8: the greatest number of plies left if no pawn goes backward."""
    plies = 0
    for pawn in range(5):
        if waiting_pawns(turn) >> pawn & 1:
            plies += 1 + discs_ahead(planes, free, turn, pawn)
    return plies
