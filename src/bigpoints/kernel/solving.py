"""The exact value of a two-player position: alpha–beta over the kernel's plies, with a table of what is known.

Everything is seen by the seat to move. `control` is shared with whoever waits: it counts nodes and can stop a search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import population, trailing_zeros
from bigpoints.kernel.bounding import margin_bounds
from bigpoints.kernel.folding import folded
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.moves import legal, play, points, seat_of, waiting
from bigpoints.kernel.ordering import promise, worths
from bigpoints.kernel.packing import Packed

Words = NDArray[np.int64]

STOP, NODES, LIMIT = 0, 1, 2
CONTROLS = 3

FAR = 10_000
"""More than any margin."""
_BOUND_MASK = 0xFFFF
_HIGH, _ACTION, _WEIGHT = 16, 32, 40
_NO_ACTION = 31
_LONGEST = 160
"""More plies than any game has: each takes a disc, climbs, passes or goes with nothing to take (R7)."""
_CHILD = 5
_ROW = at.ACTIONS * _CHILD
_CUTS_PER_STEP = 10

_ODD = (0x2127599BF4325C37, 0x165667B19E3779F9, 0x27D4EB2F165667C5, 0x1CE4E5B9BF58476D, 0x369DEA0F31A53F85)


class Memory:
    """What a search keeps between plies and between positions: its table, the moves at hand, the moves that cut."""

    def __init__(self, entries: int) -> None:
        bits = max(entries, 2).bit_length() - 1
        self.table: Words = np.zeros((1 << bits, 2), np.int64)
        self.moves: Words = np.zeros(_LONGEST * _ROW, np.int64)
        self.cuts: Words = np.zeros(at.ACTIONS, np.int64)
        self.control: Words = np.zeros(CONTROLS, np.int64)


@inlined
def _mixed(word: int, odd: int) -> int:
    word *= odd
    return word ^ word >> 29


@inlined
def _hashes(salt: int, free: int, wires: int, board: int, hands: int) -> tuple[int, int]:
    """Two numbers that together stand for what decides the rest of the margin: where to look, and what to find."""
    one = _mixed(_mixed(free ^ salt, _ODD[0]) ^ board, _ODD[1])
    one = _mixed(_mixed(one ^ hands, _ODD[2]) ^ wires, _ODD[3])
    two = _mixed(_mixed(free + salt, _ODD[3]) + board, _ODD[4])
    two = _mixed(_mixed(two + hands, _ODD[0]) + wires, _ODD[2])
    return one ^ one >> 32, two | 1  # An empty entry, 0, is never found.


@inlined
def _found(table: Words, where: int, what: int) -> int:
    """The entry of a position, or the one of its two that it may have."""
    entry = where & (len(table) - 1)
    if table[entry, 0] == what:
        return entry
    return entry ^ 1 if table[entry ^ 1, 0] == what else -1


@inlined
def _keep(table: Words, where: int, what: int, low: int, high: int, action: int, weight: int) -> None:
    """Write what is known; of two strangers the one with more discs on the path stays."""
    entry = _found(table, where, what)
    if entry < 0:
        entry = where & (len(table) - 1)
        if weight < table[entry, 1] >> _WEIGHT:
            entry ^= 1
    table[entry, 0] = what
    table[entry, 1] = low + FAR | (high + FAR) << _HIGH | action << _ACTION | weight << _WEIGHT


@inlined
def _spread(
    memory: tuple[Words, Words, Words, Words],
    planes: Planes,
    setup: int,
    free: int,
    turn: int,
    wires: int,
    mine: int,
    theirs: int,
    row: int,
    hint: int,
) -> int:
    """Play every legal action and lay the results in a row, each with its promise; give how many there are."""
    _, moves, cuts, _ = memory
    worth = worths(planes, setup, free, turn, mine)
    actions, count = legal(planes, setup, free, turn), 0
    while actions:
        action = trailing_zeros(actions)
        actions &= actions - 1
        its_free, its_turn, its_wires, its_hand = play(planes, setup, free, turn, wires, mine, action)
        order = promise(setup, turn, mine, theirs, worth, action, its_turn, its_hand) * 64
        order += (cuts[action] >> _CUTS_PER_STEP) + (int(action == hint) << 40)
        here = row + count * _CHILD
        moves[here], moves[here + 1], moves[here + 2] = order << 5 | action, its_free, its_turn
        moves[here + 3], moves[here + 4] = its_wires, its_hand
        count += 1
    return count


@inlined
def _most_promising(moves: Words, row: int, n: int, count: int) -> None:
    """Bring the most promising of the moves from the n-th on to the n-th place."""
    best = row + n * _CHILD
    here = best
    for other in range(row + (n + 1) * _CHILD, row + count * _CHILD, _CHILD):
        if moves[other] > moves[best]:
            best = other
    if best != here:
        for word in range(_CHILD):
            moves[here + word], moves[best + word] = moves[best + word], moves[here + word]


@compiled
def _search(
    memory: tuple[Words, Words, Words, Words],
    planes: Planes,
    setup: int,
    salt: int,
    free: int,
    turn: int,
    wires: int,
    mine: int,
    theirs: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """The margin if it lies between alpha and beta, otherwise a bound on it; nothing of worth once stopped."""
    table, moves, cuts, control = memory
    if not waiting(turn):
        return points(turn, mine) - points(turn, theirs)  # R16
    control[NODES] += 1
    if control[NODES] >= control[LIMIT]:
        control[STOP] = 1
    if control[STOP]:
        return 0
    floor, ceil = margin_bounds(planes, setup, free, turn, wires, mine, theirs)
    if floor >= beta or floor == ceil:
        return floor
    if ceil <= alpha:
        return ceil
    constant, board, hands = folded(planes, setup, free, turn, mine, theirs)
    where, what = _hashes(salt, free, wires, board, hands)
    entry, low, high, hint = _found(table, where, what), -FAR, FAR, _NO_ACTION
    if entry >= 0:
        known = table[entry, 1]
        low, high = (known & _BOUND_MASK) - FAR, (known >> _HIGH & _BOUND_MASK) - FAR
        hint = known >> _ACTION & 31
        if low == high or low + constant >= beta:
            return low + constant
        if high + constant <= alpha:
            return high + constant
    alpha, beta = max(alpha, low + constant), min(beta, high + constant)
    row, best, choice, raised = ply * _ROW, -FAR, _NO_ACTION, alpha
    count = _spread(memory, planes, setup, free, turn, wires, mine, theirs, row, hint)
    for n in range(count):
        _most_promising(moves, row, n, count)
        here = row + n * _CHILD
        action, its_turn = moves[here] & 31, moves[here + 2]
        if seat_of(its_turn) == seat_of(turn):  # R10, R16: the same seat's extra ply, or the end.
            value = _search(
                memory, planes, setup, salt, moves[here + 1], its_turn, moves[here + 3], moves[here + 4], theirs,
                raised, beta, ply + 1,
            )
        else:
            value = -_search(
                memory, planes, setup, salt, moves[here + 1], its_turn, moves[here + 3], theirs, moves[here + 4],
                -beta, -raised, ply + 1,
            )
        if control[STOP]:
            return 0
        if value > best:
            best, choice = value, action
        raised = max(raised, best)
        if best >= beta:
            cuts[action] += 1
            break
    low = best - constant if best > alpha else low
    high = best - constant if best < beta else high
    _keep(table, where, what, low, high, choice, population(free))
    return best


@compiled
def _advised(table: Words, planes: Planes, setup: int, salt: int, free: int, turn: int, wires: int, mine: int, theirs: int) -> int:
    _, board, hands = folded(planes, setup, free, turn, mine, theirs)
    where, what = _hashes(salt, free, wires, board, hands)
    entry = _found(table, where, what)
    return table[entry, 1] >> _ACTION & 31 if entry >= 0 else _NO_ACTION


class _Read(NamedTuple):
    """A packed two-player position as the compiled functions take it."""

    planes: Planes
    setup: int
    salt: int
    free: int
    turn: int
    wires: int
    mine: int
    theirs: int


def _read(packed: Packed) -> _Read:
    word = packed.tolist()
    seat = word[at.TURN] >> at.SEAT & at.SEAT_MASK
    planes = word[at.PLANES], word[at.PLANES + 1], word[at.PLANES + 2]
    # A table may serve many boards: the salt keeps them apart.
    salt = hash((planes, word[at.SETUP])) >> 1
    mine, theirs = word[at.HANDS + seat], word[at.HANDS + 1 - seat]
    return _Read(planes, word[at.SETUP], salt, word[at.FREE], word[at.TURN], word[at.WIRES], mine, theirs)


def margin_between(memory: Memory, packed: Packed, alpha: int, beta: int) -> int:
    """The margin of a two-player position if it lies between alpha and beta, otherwise a bound on it.

    It counts only if nobody stopped the search.
    """
    parts = memory.table, memory.moves, memory.cuts, memory.control
    return _search(parts, *_read(packed), alpha, beta, 0)


def advised_action(memory: Memory, packed: Packed) -> int | None:
    """The action that was found best when the position was last searched, if the table still knows."""
    action = _advised(memory.table, *_read(packed))
    return None if action == _NO_ACTION else action
