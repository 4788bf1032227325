"""The canonical form of a two-player position: positions with the same future share one table entry.

The final margin is a constant, known now, plus a variable part. Only these decide the variable part: the path and the
pawns, the lead in each colour whose pawn has not climbed, the colours that can still raise a white disc, and the
blacks. The key of the transposition table holds these alone, whatever else the hands hold. The second key word:

    bits 0 … 29   leads in the waiting colours, 6 bits each, relative to the first of them
    bits 30 … 37  whites in both hands          bits 48 … 55  blacks in both hands
    bits 38 … 47  colour sets of both hands     bit 56        whether whites lie on the path
"""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import held_colours, lead_in, white_points
from bigpoints.kernel.moves import colours_of, count_of, discs_of, place_of, waiting_pawns

_RELEVANT_TURN = (1 << at.SEAT) - 1 | 1 << at.EXTRA | at.WAITING_MASK << at.WAITING
_LEAD_BITS = 6
_LEAD_ZERO = 1 << _LEAD_BITS - 1
_WHITE_HELD, _SETS = 30, 38
_BLACKS = 48
_WHITES_ON_PATH = 56


@inlined
def steps_left(setup: int, waits: int) -> int:
    """R1, V2: the sum of the steps not yet occupied, which the waiting pawns will climb to."""
    left = popcount(waits)
    lowest = colours_of(setup) - left if setup >> at.INVERTED & 1 else 0
    return left * lowest + left * (left - 1) // 2


@inlined
def canonicalise(planes: Planes, setup: int, free: int, turn: int, mine: int, theirs: int) -> tuple[int, int, int]:
    """The constant part of the margin, and two words that with FREE and WIRES decide the variable part."""
    waits = waiting_pawns(turn)
    constant = (theirs >> at.PENALTIES) - (mine >> at.PENALTIES) + white_points(mine) - white_points(theirs)
    board, leads, base, seen, obtainable = turn & _RELEVANT_TURN, 0, 0, 0, waits
    for pawn in range(5):
        lead = lead_in(mine, theirs, pawn)
        if waits >> pawn & 1:
            # One disc more in every waiting colour is worth the sum of the free steps in whatever order the pawns
            # climb, so a lead common to all of them is constant: the first waiting colour is the zero of the others.
            base = base if seen else lead
            seen = 1
            leads |= (lead - base + _LEAD_ZERO) << pawn * _LEAD_BITS
            continue
        constant += lead * (place_of(turn, pawn) - at.STEPS)  # R17: settled.
        if discs_of(planes, pawn) & free:
            obtainable |= 1 << pawn
        else:
            board &= ~(at.PAWN_MASK << pawn * at.PAWN_BITS)  # No disc of it can be taken: its step no longer matters.
    constant += base * steps_left(setup, waits)
    return constant, board, leads | _whites_key(planes, free, mine, theirs, obtainable)


@inlined
def _whites_key(planes: Planes, free: int, mine: int, theirs: int, obtainable: int) -> int:
    """R10, R18: the key bits for whites, held or still on the path, and for blacks."""
    my_whites, their_whites = count_of(mine, at.WHITE), count_of(theirs, at.WHITE)
    my_blacks, their_blacks = count_of(mine, at.BLACK), count_of(theirs, at.BLACK)
    blacks = my_blacks << _BLACKS | their_blacks << _BLACKS + 4
    if discs_of(planes, at.WHITE) & free:
        sets = held_colours(mine) | held_colours(theirs) << 5
        return (
            sets << _SETS | my_whites << _WHITE_HELD | their_whites << _WHITE_HELD + 4 | blacks | 1 << _WHITES_ON_PATH
        )
    my_gains = obtainable & ~held_colours(mine) if my_whites else 0
    their_gains = obtainable & ~held_colours(theirs) if their_whites else 0
    if not (blacks or discs_of(planes, at.BLACK) & free):  # No colour comes or goes: held whites are settled.
        my_whites = my_whites if my_gains else 0
        their_whites = their_whites if their_gains else 0
    sets = my_gains | their_gains << 5
    return sets << _SETS | my_whites << _WHITE_HELD | their_whites << _WHITE_HELD + 4 | blacks
