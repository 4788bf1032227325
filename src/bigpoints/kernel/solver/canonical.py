"""What the final margin still depends on: less than the position.

The margin of a two-player game is a constant that can be read off now plus something that only these decide: the path
and the pawns, how far ahead the seat is in the colours still on their way, which colours a white disc can still gain,
and the blacks. Positions that agree in these share an entry of the solver's table, whatever else the hands hold.
"""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import held_colours, lead_in, white_points
from bigpoints.kernel.moves import count_of, discs_of, place_of, waiting_pawns

_TELLING = (1 << at.SEAT) - 1 | 1 << at.EXTRA | at.WAITING_MASK << at.WAITING
_LEAD_BITS = 6
_EVEN = 1 << _LEAD_BITS - 1
_WHITE_HELD, _SETS = 30, 38
_BLACKS = 48
_WHITES_LIE = 56


@inlined
def steps_left(setup: int, waits: int) -> int:
    """R1, V2: the sum of the steps that the waiting pawns will climb to."""
    left = popcount(waits)
    lowest = (setup >> at.COLOURS & at.COLOURS_MASK) - left if setup >> at.INVERTED & 1 else 0
    return left * lowest + left * (left - 1) // 2


@inlined
def folded(planes: Planes, setup: int, free: int, turn: int, mine: int, theirs: int) -> tuple[int, int, int]:
    """The constant part of the margin, and two words that with FREE and WIRES decide the rest."""
    waits = waiting_pawns(turn)
    constant = (theirs >> at.PENALTIES) - (mine >> at.PENALTIES) + white_points(mine) - white_points(theirs)
    board, leads, base, seen, obtainable = turn & _TELLING, 0, 0, 0, waits
    for pawn in range(5):
        lead = lead_in(mine, theirs, pawn)
        if waits >> pawn & 1:
            # One disc more in every waiting colour is worth the sum of the free steps, whoever takes which.
            base = base if seen else lead
            seen = 1
            leads |= (lead - base + _EVEN) << pawn * _LEAD_BITS
            continue
        constant += lead * (place_of(turn, pawn) - at.STEPS)  # R17: settled.
        if discs_of(planes, pawn) & free:
            obtainable |= 1 << pawn
        else:
            board &= ~(at.PAWN_MASK << pawn * at.PAWN_BITS)  # The step of a colour that is gone tells nothing more.
    constant += base * steps_left(setup, waits)
    return constant, board, leads | _whites(planes, free, mine, theirs, obtainable)


@inlined
def _whites(planes: Planes, free: int, mine: int, theirs: int, obtainable: int) -> int:
    """R18: what bears on the worth of whites, now held or later won; and the blacks (R10)."""
    my_whites, their_whites = count_of(mine, at.WHITE), count_of(theirs, at.WHITE)
    my_blacks, their_blacks = count_of(mine, at.BLACK), count_of(theirs, at.BLACK)
    blacks = my_blacks << _BLACKS | their_blacks << _BLACKS + 4
    if discs_of(planes, at.WHITE) & free:
        sets = held_colours(mine) | held_colours(theirs) << 5
        return sets << _SETS | my_whites << _WHITE_HELD | their_whites << _WHITE_HELD + 4 | blacks | 1 << _WHITES_LIE
    my_gains = obtainable & ~held_colours(mine) if my_whites else 0
    their_gains = obtainable & ~held_colours(theirs) if their_whites else 0
    if not (blacks or discs_of(planes, at.BLACK) & free):  # No colour comes or goes: held whites are settled.
        my_whites = my_whites if my_gains else 0
        their_whites = their_whites if their_gains else 0
    sets = my_gains | their_gains << 5
    return sets << _SETS | my_whites << _WHITE_HELD | their_whites << _WHITE_HELD + 4 | blacks
