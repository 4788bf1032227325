"""How much a seat can still win at most: what spares the solver the plies that cannot change the answer."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import held_colours, lead_in, plies_left, white_points
from bigpoints.kernel.moves import count_of, discs_of, highest_bit, lowest_bit, place_of, waiting_pawns

_LANE = 8
_LANE_MASK = 255
_MOST_WORTH = 6
"""R1, R18: a coloured disc is worth 4 at most, a white one 6."""


@inlined
def within_reach(planes: Planes, free: int, turn: int, plies: int) -> int:
    """The discs that so many plies can take if no pawn goes backward (R5), and those a pawn leaves behind."""
    top, low, standing = 0, 1 << at.STEPS, 0
    for pawn in range(5):
        if waiting_pawns(turn) >> pawn & 1:
            here = 1 << place_of(turn, pawn)
            standing |= here
            low = min(low, here)
            top = max(top, here, highest_bit(discs_of(planes, pawn) & free | 1))
    behind, ahead = free & (low - 1), free & -(top << 1)
    reach = (free | standing) & ~(behind | ahead | 1)
    for _ in range(plies):
        if not behind | ahead:
            break
        last = highest_bit(behind | 1) & ~1
        first = lowest_bit(ahead)
        reach, behind, ahead = reach | last | first, behind ^ last, ahead ^ first
    return reach


@inlined
def ceiling(planes: Planes, setup: int, turn: int, wires: int, hand: int, other: int, reach: int, plies: int) -> int:
    """The most that a seat's margin can become if it takes so many discs besides blacks.

    The other seat is taken to win nothing more and to keep its blacks, which it always can (R10).
    """
    waits, top = waiting_pawns(turn), (setup >> at.COLOURS & at.COLOURS_MASK) - 1
    top = top if setup >> at.INVERTED & 1 else popcount(waits) - 1
    margin = (other >> at.PENALTIES) - (hand >> at.PENALTIES) + popcount(wires)  # V3
    margin += white_points(hand) - white_points(other) + _best_steps(turn, hand, other, top)
    counts, obtainable = 0, waits
    for pawn in range(5):
        discs = popcount(discs_of(planes, pawn) & reach)
        obtainable |= int(discs > 0) << pawn
        if waits >> pawn & 1:
            counts += discs + 1 << top * _LANE  # R8: with the one in the bonus pile.
        elif discs:
            counts += discs << (place_of(turn, pawn) - at.STEPS) * _LANE
    has_black = int(count_of(hand, at.BLACK) > 0)
    new_black = (1 - has_black) & int(discs_of(planes, at.BLACK) & reach != 0)
    new = min(popcount(obtainable & ~held_colours(hand)), plies) + new_black
    colours = popcount(held_colours(hand)) + has_black + new
    counts += popcount(discs_of(planes, at.WHITE) & reach) << colours * _LANE  # R18
    return margin + new * count_of(hand, at.WHITE) + _dearest(counts, plies)


@inlined
def _best_steps(turn: int, hand: int, other: int, top: int) -> int:
    """R17: the discs in hand with settled steps where they are, and the free steps where they suit the seat best."""
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
def _dearest(counts: int, plies: int) -> int:
    """What the dearest discs are worth together, of `counts` discs worth 0, 1, 2 … in 8 bits each."""
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
    """Two numbers between which the final margin of the seat to move lies."""
    plies, extra = plies_left(planes, free, turn), turn >> at.EXTRA & 1
    my_blacks, their_blacks = count_of(mine, at.BLACK), count_of(theirs, at.BLACK)
    blacks = discs_of(planes, at.BLACK)
    near = within_reach(planes, free, turn, plies)
    reach = free | near if my_blacks + their_blacks or near & blacks else near
    lying = popcount(reach & blacks)
    # The seats take turns. A black is an extra ply, or two with the way back it may open, the second for either seat;
    # one still on the path costs a ply to win (R10, R13).
    my_plies = (plies + 1 - extra + 3 * my_blacks + lying) // 2
    their_plies = (plies + extra + 3 * their_blacks + lying) // 2
    high = ceiling(planes, setup, turn, wires, mine, theirs, reach, my_plies)
    low = -ceiling(planes, setup, turn, wires, theirs, mine, reach, their_plies)
    return low, high
