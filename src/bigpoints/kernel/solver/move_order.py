"""Move ordering of the solver: a quick estimate of the points that a move wins, in eighths of a point."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import trailing_zeros
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import discs_ahead, lead_in, other_colours
from bigpoints.kernel.moves import count_of, is_extra, next_step, place_of, waiting_pawns

POINT = 8
_BLACK_WORTH = 60
"""An extra move is worth more than any disc; valuing blacks this way alone saves two nodes of three."""
_PASS_WORTH = 10
_CLIMB_WORTH = 12
_LANE = 8
_LANE_MASK = 255
_DISCS = (1 << at.PENALTIES) - 1


@inlined
def disc_worths(planes: Planes, setup: int, free: int, turn: int, mine: int) -> int:
    """The likely worth of a disc of each colour to the seat, 8 bits each.

    Pawns are expected to climb in the order of the discs that they still have to visit.
    """
    waits, ways, estimates = waiting_pawns(turn), 0, 0
    for pawn in range(5):
        way = discs_ahead(planes, free, turn, pawn) if waits >> pawn & 1 else _LANE_MASK
        ways |= way << pawn * _LANE
    first = POINT * next_step(setup, turn)
    down = -POINT if not setup >> at.INVERTED & 1 else POINT
    for pawn in range(5):
        if waits >> pawn & 1:
            estimates |= (first + down * _rank(ways, waits, pawn) // 2) << pawn * _LANE
        elif place_of(turn, pawn) < at.ABSENT:
            estimates |= POINT * (place_of(turn, pawn) - at.STEPS) << pawn * _LANE
    white = POINT * other_colours(mine)
    return estimates | white << at.WHITE * _LANE | _BLACK_WORTH << at.BLACK * _LANE


@inlined
def _rank(ways: int, waits: int, pawn: int) -> int:
    """Twice the number of waiting pawns likely to climb before this one; pawns as far away count half."""
    way, rank = ways >> pawn * _LANE & _LANE_MASK, -1
    for other in range(5):
        if waits >> other & 1:
            its = ways >> other * _LANE & _LANE_MASK
            rank += int(its < way) + int(its <= way)
    return rank


@inlined
def score_move(
    setup: int, turn: int, mine: int, theirs: int, worths: int, action: int, its_turn: int, its_hand: int
) -> int:
    """The likely gain of an action, given the turn and the hand after it."""
    if action == at.PASS:
        return _PASS_WORTH
    gain = (its_hand - (mine - (is_extra(turn) << at.BLACK * at.DISC_BITS))) & _DISCS
    climbed = waiting_pawns(turn) ^ waiting_pawns(its_turn)
    won = _score_climb(setup, turn, mine, theirs, worths, trailing_zeros(climbed)) if climbed else 0
    if not gain:
        return won
    colour = trailing_zeros(gain) // at.DISC_BITS
    new = int(colour < at.WHITE) & int(count_of(mine, colour) == 0)
    new_colour = POINT * new * count_of(mine, at.WHITE)  # R18
    return won + new_colour + (POINT * next_step(setup, turn) if climbed else worths >> colour * _LANE & _LANE_MASK)


@inlined
def _score_climb(setup: int, turn: int, mine: int, theirs: int, worths: int, pawn: int) -> int:
    """The likely gain of a climb through the discs in hand: its colour rises, those expected before it fall."""
    expected, inverted = worths >> pawn * _LANE & _LANE_MASK, setup >> at.INVERTED & 1
    won = _CLIMB_WORTH + (POINT * next_step(setup, turn) - expected) * lead_in(mine, theirs, pawn)
    for other in range(5):
        if other == pawn or not waiting_pawns(turn) >> other & 1:
            continue
        its = worths >> other * _LANE & _LANE_MASK
        if its < expected if inverted else its > expected:
            won += (POINT if inverted else -POINT) * lead_in(mine, theirs, other)
    return won
