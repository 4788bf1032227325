"""Sparse input features of the network: for each seat, and for each seat and colour, row numbers of its tables.

A feature is a small integer, and each of its values has a row of weights. A pair of numbers a, b with n values of b is
the feature a · n + b. No feature names a colour, a seat or the direction of the staircase, so weights learned for one
serve for all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import discs_ahead, other_colours, white_points
from bigpoints.kernel.moves import (
    colours_of,
    count_of,
    disc_taken,
    discs_of,
    is_extra,
    lowest_bit,
    next_step,
    place_of,
    players_of,
    seat_of,
    waiting_pawns,
)
from bigpoints.kernel.packed_moves import packed_planes

_COUNTS = 11
"""R1: a seat has 0 to 10 discs of a colour."""
_WORTHS = 9
"""Likely worth of a colour: 0 to 4 points in halves."""
_WAYS = 15
"""0 to 9 own discs ahead of a pawn, then the 5 steps of a pawn that has climbed."""
_GAPS = 17
"""0 to 3 plies to the next pawn ahead in the race, times 0 to 3 to the next one behind; 16: it has climbed."""
_LYING = 10
"""0 to 9 discs of a colour on the path."""
_SPECIALS = 6
"""0 to 5 white or black discs."""
_HELD = 7
"""R18: 0 to 6 other colours in a hand."""
_TURNS = 6
"""0 to 4 seats that move before this one; 5: this seat has an extra ply."""
_TABLES = 4
"""2 to 5 players."""
_PLIES = 52
"""0 to 51 plies left for all pawns together: five pawns with nine discs and a step each have 50."""
_FEW_PLIES = 16
"""0 to 15 plies left, combined with the turn: near the end it matters which seat has the last ply."""
_LEADS = 61
"""Leads of -30 to 30 points."""
_STAGES = 4
"""Fewer than two plies per seat left, fewer than four, fewer than six, or more."""
_WIRES = 4
"""0 to 3 wires, or more."""
_NEAR = 4
"""0 to 3 discs of a colour that the next ply can take."""
_NEAR_SPECIALS = 3
"""0 to 2 white, or black, discs that the next ply can take."""

WAY = 0
LYING = WAY + _WAYS
GAP = LYING + _LYING
WORTH_OWN = GAP + _GAPS
OWN_OTHER = WORTH_OWN + _WORTHS * _COUNTS
WORTH_OTHERS = OWN_OTHER + _COUNTS * _COUNTS
NEAR = WORTH_OTHERS + _WORTHS * _COUNTS
COLOUR_ROWS = NEAR + _NEAR * _TURNS
COLOUR_FEATURES = 7

TURN = 0
WHITES = TURN + _TURNS * _TABLES
BLACKS = WHITES + _SPECIALS * _HELD
WHITES_LYING = BLACKS + _SPECIALS * _SPECIALS
PLIES = WHITES_LYING + _SPECIALS * _HELD
LEAD = PLIES + _PLIES * _TABLES
TEMPO = LEAD + _LEADS * _STAGES
WIRES = TEMPO + _FEW_PLIES * _TURNS
NEAR_SPECIALS = WIRES + _WIRES
SEAT_ROWS = NEAR_SPECIALS + _NEAR_SPECIALS * _NEAR_SPECIALS * _TURNS
SEAT_FEATURES = 9


class Features(NamedTuple):
    """The feature rows of a position, with the estimates that they are computed from."""

    colours: NDArray[np.uint64]
    """Table rows for each seat and colour."""
    seats: NDArray[np.uint64]
    """Table rows for each seat."""
    worths: NDArray[np.int32]
    """Row 0: the likely worth of each colour, in half points. Row 1: the own discs ahead of its pawn."""
    points: NDArray[np.int32]
    """The likely points of each seat's hand, in half points."""


def new_features() -> Features:
    """Buffers for the features of one position."""
    colours = np.zeros((5, 5, COLOUR_FEATURES), np.uint64)
    return Features(colours, np.zeros((5, SEAT_FEATURES), np.uint64), np.zeros((2, 5), np.int32), np.zeros(5, np.int32))


@inlined
def extract_features(words: NDArray[np.int64], features: Features) -> None:
    """Write the features of a packed position, of a game that is not over."""
    planes = packed_planes(words)
    setup, free, turn = words[at.SETUP], words[at.FREE], words[at.TURN]
    plies = _write_worths(planes, setup, free, turn, features)
    near = _takeable_discs(planes, free, turn)
    _write_colour_rows(planes, free, words, features, near)
    _write_seat_rows(planes, free, words, features, plies, near)


@inlined
def _takeable_discs(planes: Planes, free: int, turn: int) -> int:
    """R5: the discs that the next ply can take by a forward move, one bit each."""
    near = 0
    for pawn in range(5):
        if not waiting_pawns(turn) >> pawn & 1:
            continue
        place = place_of(turn, pawn)
        discs = discs_of(planes, pawn) & free & -2 << place
        if discs:
            target = lowest_bit(discs)
            left = (free | 1 << place) & ~(target | 1)
            near |= disc_taken(left, target, 1) | disc_taken(left, target, 0)
    return near & ~1


@inlined
def _seats_before(seat: int, players: int, turn: int) -> int:
    """The number of seats that move before this one; _TURNS - 1 if this seat has an extra ply."""
    wait = seat - seat_of(turn)
    wait += players if wait < 0 else 0
    return _TURNS - 1 if wait == 0 and is_extra(turn) else wait


@inlined
def _write_worths(planes: Planes, setup: int, free: int, turn: int, features: Features) -> int:
    """Write the likely worth of each colour, pawns climbing in order of their discs ahead; the plies left."""
    worths, waits, plies = features.worths, waiting_pawns(turn), 0
    for pawn in range(5):
        worths[1, pawn] = discs_ahead(planes, free, turn, pawn) if waits >> pawn & 1 else 0
        plies += worths[1, pawn] + 1 if waits >> pawn & 1 else 0
    first, down = 2 * next_step(setup, turn), 1 if setup >> at.INVERTED & 1 else -1
    for pawn in range(5):
        if not waits >> pawn & 1:
            worths[0, pawn] = 2 * (place_of(turn, pawn) - at.STEPS)
            continue
        rank = -1  # Twice the number of pawns ahead in the race: one as far away counts half, the pawn itself not.
        for other in range(5):
            if waits >> other & 1:
                rank += int(worths[1, other] < worths[1, pawn]) + int(worths[1, other] <= worths[1, pawn])
        worths[0, pawn] = first + down * rank
    return plies


@inlined
def _race_gap(turn: int, worths: NDArray[np.int32], pawn: int) -> int:
    """Plies to the next pawn ahead in the race and to the next one behind, up to 3 each, as one feature."""
    before = behind = 3
    for other in range(5):
        if other != pawn and waiting_pawns(turn) >> other & 1:
            apart = worths[1, other] - worths[1, pawn]
            if apart <= 0:
                before = min(before, -apart)
            if apart >= 0:
                behind = min(behind, apart)
    return before * 4 + behind


@inlined
def _capped_count(hand: int, colour: int, limit: int) -> int:
    """Discs of a colour in a hand, below a limit: a distracted bot may imagine more than the game has."""
    return min(count_of(hand, colour), limit - 1)


@inlined
def _write_colour_rows(planes: Planes, free: int, words: NDArray[np.int64], features: Features, near: int) -> None:
    setup, turn = words[at.SETUP], words[at.TURN]
    players, colours = players_of(setup), colours_of(setup)
    for pawn in range(colours):
        waits = waiting_pawns(turn) >> pawn & 1
        worth = features.worths[0, pawn]
        way = features.worths[1, pawn] if waits else 10 + place_of(turn, pawn) - at.STEPS
        lying = min(popcount(discs_of(planes, pawn) & free), _LYING - 1)
        close = min(popcount(discs_of(planes, pawn) & near), _NEAR - 1)
        gap = _race_gap(turn, features.worths, pawn) if waits else _GAPS - 1
        total = most = second = 0
        for seat in range(players):
            count = _capped_count(words[at.HANDS + seat], pawn, _COUNTS)
            total += count
            second = max(second, min(most, count))
            most = max(most, count)
        for seat in range(players):
            own = _capped_count(words[at.HANDS + seat], pawn, _COUNTS)
            other = second if own == most else most
            rows = features.colours[seat, pawn]
            rows[0] = WAY + way
            rows[1] = LYING + lying
            rows[2] = GAP + gap
            rows[3] = WORTH_OWN + worth * _COUNTS + own
            rows[4] = OWN_OTHER + own * _COUNTS + other
            rows[5] = WORTH_OTHERS + worth * _COUNTS + min(total - own, _COUNTS - 1)
            rows[6] = NEAR + close * _TURNS + _seats_before(seat, players, turn)


@inlined
def _likely_points(hand: int, worths: NDArray[np.int32], colours: int) -> int:
    """The likely points of a hand, in half points."""
    points = 2 * (white_points(hand) - (hand >> at.PENALTIES))
    for pawn in range(colours):
        points += count_of(hand, pawn) * worths[pawn]
    return points


@inlined
def _write_seat_rows(
    planes: Planes, free: int, words: NDArray[np.int64], features: Features, plies: int, near: int
) -> None:
    setup, turn = words[at.SETUP], words[at.TURN]
    players, colours = players_of(setup), colours_of(setup)
    whites, blacks = popcount(discs_of(planes, at.WHITE) & free), popcount(discs_of(planes, at.BLACK) & free)
    wires = min(popcount(words[at.WIRES]), _WIRES - 1)
    specials = min(popcount(discs_of(planes, at.WHITE) & near), _NEAR_SPECIALS - 1) * _NEAR_SPECIALS
    specials += min(popcount(discs_of(planes, at.BLACK) & near), _NEAR_SPECIALS - 1)
    most = second = -10_000
    for seat in range(players):
        hand = words[at.HANDS + seat]
        points = _likely_points(hand, features.worths[0], colours)
        features.points[seat] = points
        second = max(second, min(most, points))
        most = max(most, points)
    stage = min(plies // (2 * players), _STAGES - 1)
    for seat in range(players):
        hand, rows = words[at.HANDS + seat], features.seats[seat]
        others, points = other_colours(hand), features.points[seat]
        lead = points - (second if points == most else most)
        lead = min(max((lead >> 1) + _LEADS // 2, 0), _LEADS - 1)
        wait = _seats_before(seat, players, turn)
        white, black = _capped_count(hand, at.WHITE, _SPECIALS), _capped_count(hand, at.BLACK, _SPECIALS)
        rows[0] = TURN + wait * _TABLES + players - 2
        rows[1] = WHITES + white * _HELD + others
        rows[2] = BLACKS + black * _SPECIALS + blacks
        rows[3] = WHITES_LYING + whites * _HELD + others
        rows[4] = PLIES + min(plies, _PLIES - 1) * _TABLES + players - 2
        rows[5] = LEAD + lead * _STAGES + stage
        rows[6] = TEMPO + min(plies, _FEW_PLIES - 1) * _TURNS + wait
        rows[7] = WIRES + wires
        rows[8] = NEAR_SPECIALS + specials * _TURNS + wait
