"""Static bounds on the final margin: a subtree whose bounds lie outside the search window is not searched."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import held_colours, lead_in, other_colours, plies_left, white_points
from bigpoints.kernel.moves import (
    colours_of,
    count_of,
    discs_of,
    highest_bit,
    is_extra,
    lowest_bit,
    place_of,
    waiting_pawns,
)

_LANE = 8
_LANE_MASK = 255
_MOST_WORTH = 6
"""Points of the dearest disc: a coloured one is worth at most 4 (R1), a white one 6 (R18)."""


@inlined
def reachable_discs(planes: Planes, free: int, turn: int, plies: int) -> int:
    """The discs that `plies` plies can take without a backward move (R5), those under pawns included.

    Every disc between the last pawn and the furthest landing place counts as reachable. Beyond that stretch a ply
    takes only the nearest free disc, so each ply adds at most one disc on either side.
    """
    top, low, standing = 0, 1 << at.STEPS, 0
    for pawn in range(5):
        if waiting_pawns(turn) >> pawn & 1:
            here = 1 << place_of(turn, pawn)
            standing |= here
            low = min(low, here)
            top = max(top, here, highest_bit(discs_of(planes, pawn) & free | 1))
    behind, ahead = free & (low - 1), free & -(top << 1)
    reachable = (free | standing) & ~(behind | ahead | 1)
    for _ in range(plies):
        if not behind | ahead:
            break
        last = highest_bit(behind | 1) & ~1
        first = lowest_bit(ahead)
        reachable, behind, ahead = reachable | last | first, behind ^ last, ahead ^ first
    return reachable


@inlined
def upper_bound(
    planes: Planes, setup: int, turn: int, wires: int, hand: int, other: int, reachable: int, plies: int
) -> int:
    """The highest margin a seat can reach by taking up to `plies` discs besides blacks.

    It is sound because every part is optimistic: the opponent takes nothing more and keeps its blacks, which it
    always can (R10); waiting pawns climb in the order that suits the seat best; every disc of a waiting colour that
    is taken counts as if its pawn reached the top free step.
    """
    waits, top = waiting_pawns(turn), colours_of(setup) - 1
    top = top if setup >> at.INVERTED & 1 else popcount(waits) - 1
    margin = (other >> at.PENALTIES) - (hand >> at.PENALTIES) + popcount(wires)  # V3
    margin += white_points(hand) - white_points(other) + _best_steps(turn, hand, other, top)
    counts, obtainable = 0, waits
    for pawn in range(5):
        discs = popcount(discs_of(planes, pawn) & reachable)
        obtainable |= int(discs > 0) << pawn
        if waits >> pawn & 1:
            counts += discs + 1 << top * _LANE  # R8: with the one in the bonus pile.
        elif discs:
            counts += discs << (place_of(turn, pawn) - at.STEPS) * _LANE
    new_black = int(count_of(hand, at.BLACK) == 0) & int(discs_of(planes, at.BLACK) & reachable != 0)
    new = min(popcount(obtainable & ~held_colours(hand)), plies) + new_black
    colours = other_colours(hand) + new
    counts += popcount(discs_of(planes, at.WHITE) & reachable) << colours * _LANE  # R18
    return margin + new * count_of(hand, at.WHITE) + _best_discs(counts, plies)


@inlined
def _best_steps(turn: int, hand: int, other: int, top: int) -> int:
    """R17: points of the lead in hand, each waiting pawn on the free step that suits the seat best."""
    total, waits = 0, waiting_pawns(turn)
    for pawn in range(5):
        lead = lead_in(hand, other, pawn)
        if not waits >> pawn & 1:
            total += lead * (place_of(turn, pawn) - at.STEPS)
            continue
        step = top
        for rival in range(5):
            if waits >> rival & 1:
                its = lead_in(hand, other, rival)
                step -= int(its > lead) | int(its == lead) & int(rival < pawn)
        total += lead * step
    return total


@inlined
def _best_discs(counts: int, plies: int) -> int:
    """Points of the `plies` dearest discs; `counts` holds 8 bits per worth, how many discs are worth 0, 1, 2 …"""
    total = 0
    for back in range(_MOST_WORTH):
        worth = _MOST_WORTH - back
        taken = min(counts >> worth * _LANE & _LANE_MASK, plies)
        total += taken * worth
        plies -= taken
    return total


@inlined
def margin_bounds(
    planes: Planes, setup: int, free: int, turn: int, wires: int, mine: int, theirs: int
) -> tuple[int, int]:
    """Lower and upper bound of the final margin of the seat to move."""
    plies, extra = plies_left(planes, free, turn), is_extra(turn)
    my_blacks, their_blacks = count_of(mine, at.BLACK), count_of(theirs, at.BLACK)
    blacks = discs_of(planes, at.BLACK)
    near = reachable_discs(planes, free, turn, plies)
    reachable = free | near if my_blacks + their_blacks or near & blacks else near
    lying = popcount(reachable & blacks)
    # R10, R13: the seats take turns, so each has half of the plies. A black held adds an extra ply for its owner, and
    # its backward move may open one ply more, for either seat: 3 / 2 plies. A black on the path costs a ply to win, so
    # it adds 1 / 2.
    my_plies = (plies + 1 - extra + 3 * my_blacks + lying) // 2
    their_plies = (plies + extra + 3 * their_blacks + lying) // 2
    high = upper_bound(planes, setup, turn, wires, mine, theirs, reachable, my_plies)
    low = -upper_bound(planes, setup, turn, wires, theirs, mine, reachable, their_plies)
    return low, high
