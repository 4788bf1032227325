"""The exact margin of a two-player position: alpha–beta over the kernel's plies, with a table of what is known.

Everything is seen by the seat to move. `control` is shared with whoever waits: it counts nodes and can stop a search.
"""

from typing import NamedTuple

import numpy as np

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount, trailing_zeros
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import plies_left
from bigpoints.kernel.moves import legal_mask, play, score_hand, seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.solver.bounds import margin_bounds
from bigpoints.kernel.solver.canonical import folded
from bigpoints.kernel.solver.move_order import promise, worths
from bigpoints.kernel.solver.transposition import (
    FAR,
    NO_ACTION,
    Key,
    Known,
    Words,
    key_of,
    new_table,
    recalled,
    remember,
)

STOP, NODES, LIMIT = 0, 1, 2
"""Where in `control` the wish to stop stands, the nodes so far, and how many there may be."""

_LONGEST = 160
"""More plies than any game has: each takes a disc, climbs, passes, or leaves the start with nothing to take (R7)."""
_CHILD = 5
_ROW = at.ACTIONS * _CHILD
_ORDER = 5
_CUTS = 10
_HINTED = 1 << 40
_WORTH_ASKING = 6


class Memory(NamedTuple):
    """What a search keeps: its table, a row of moves for each ply, how often each action was enough, its control."""

    table: Words
    moves: Words
    cuts: Words
    control: Words


class Board(NamedTuple):
    """What a game never changes. A table may serve many boards: the salt keeps them apart."""

    planes: Planes
    setup: int
    salt: int


class Node(NamedTuple):
    """What a ply changes, with the hands of the seat to move and of the other."""

    free: int
    turn: int
    wires: int
    mine: int
    theirs: int


def new_memory(entries: int) -> Memory:
    """A memory with a table of so many entries of 16 bytes."""
    moves, cuts, control = (np.zeros(size, np.int64) for size in (_LONGEST * _ROW, at.ACTIONS, 3))
    return Memory(new_table(entries), moves, cuts, control)


def margin_between(memory: Memory, packed: Packed, alpha: int, beta: int) -> int:
    """The margin of a two-player position if it lies between alpha and beta, otherwise a bound on it.

    It counts only if nobody stopped the search.
    """
    return _search(memory, *_read(packed), alpha, beta, 0)


def advised_action(memory: Memory, packed: Packed) -> int | None:
    """The action that was found best when the position was last searched, if the table still knows."""
    action = _advised(memory.table, *_read(packed))
    return None if action == NO_ACTION else action


def _read(packed: Packed) -> tuple[Board, Node]:
    word = packed.tolist()
    seat = word[at.TURN] >> at.SEAT & at.SEAT_MASK
    planes = word[at.PLANES], word[at.PLANES + 1], word[at.PLANES + 2]
    mine, theirs = word[at.HANDS + seat], word[at.HANDS + 1 - seat]
    salt = hash((planes, word[at.SETUP])) >> 1
    return Board(planes, word[at.SETUP], salt), Node(word[at.FREE], word[at.TURN], word[at.WIRES], mine, theirs)


@compiled
def _advised(table: Words, board: Board, node: Node) -> int:
    _, key = _folded(board, node)
    return recalled(table, key).action


@inlined
def _folded(board: Board, node: Node) -> tuple[int, Key]:
    """The part of the margin that is settled, and the key of the rest."""
    free, turn, wires, mine, theirs = node
    constant, places, hands = folded(board.planes, board.setup, free, turn, mine, theirs)
    return constant, key_of(board.salt, free, wires, places, hands)


@inlined
def _bounds(board: Board, node: Node) -> tuple[int, int]:
    free, turn, wires, mine, theirs = node
    return margin_bounds(board.planes, board.setup, free, turn, wires, mine, theirs)


@inlined
def _is_stopped(control: Words) -> int:
    """Count a node, and say whether the search is to end."""
    control[NODES] += 1
    if control[NODES] >= control[LIMIT]:
        control[STOP] = 1
    return int(control[STOP])


@inlined
def _decide(low: int, high: int, alpha: int, beta: int) -> bool:
    """Whether bounds say all that the window asks."""
    return low >= beta or high <= alpha or low == high


@inlined
def _lay_out(memory: Memory, board: Board, node: Node, row: int, hint: int) -> int:
    """Play every legal action and lay the results in a row, each with its promise; give how many there are."""
    free, turn, wires, mine, theirs = node
    moves, count = memory.moves, 0
    worth = worths(board.planes, board.setup, free, turn, mine)
    actions = legal_mask(board.planes, board.setup, free, turn)
    while actions:
        action = trailing_zeros(actions)
        actions &= actions - 1
        its_free, its_turn, its_wires, hand = play(board.planes, board.setup, free, turn, wires, mine, action)
        order = promise(board.setup, turn, mine, theirs, worth, action, its_turn, hand) << 6
        order += (memory.cuts[action] >> _CUTS) + int(action == hint) * _HINTED
        here = row + count * _CHILD
        moves[here], moves[here + 1], moves[here + 2] = order << _ORDER | action, its_free, its_turn
        moves[here + 3], moves[here + 4] = its_wires, hand
        count += 1
    return count


@inlined
def _bring_best(moves: Words, here: int, end: int) -> None:
    """Exchange the move at `here` with the most promising one up to the end of its row."""
    best = here
    for other in range(here + _CHILD, end, _CHILD):
        if moves[other] > moves[best]:
            best = other
    if best != here:
        for word in range(_CHILD):
            moves[here + word], moves[best + word] = moves[best + word], moves[here + word]


@inlined
def _child(moves: Words, here: int, theirs: int, same: bool) -> Node:
    """The node that a move of the row leads to, seen by its own seat."""
    free, turn, wires, hand = moves[here + 1], moves[here + 2], moves[here + 3], moves[here + 4]
    return Node(free, turn, wires, hand if same else theirs, theirs if same else hand)


@inlined
def _foreseen(memory: Memory, board: Board, node: Node, row: int, end: int, beta: int) -> int:
    """The best that the table already knows of the moves in a row; not asked near the end, where it does not pay."""
    best = -FAR
    if plies_left(board.planes, node.free, node.turn) < _WORTH_ASKING:
        return best
    for here in range(row, end, _CHILD):
        if waiting_pawns(memory.moves[here + 2]) and best < beta:
            same = seat_of(memory.moves[here + 2]) == seat_of(node.turn)
            constant, key = _folded(board, _child(memory.moves, here, node.theirs, same))
            known = recalled(memory.table, key)
            best = max(best, known.low + constant if same else -known.high - constant)
    return best


@compiled
def _search(memory: Memory, board: Board, node: Node, alpha: int, beta: int, ply: int) -> int:
    """The margin if it lies between alpha and beta, otherwise a bound on it; nothing of worth once stopped."""
    if not waiting_pawns(node.turn):
        return score_hand(node.turn, node.mine) - score_hand(node.turn, node.theirs)  # R16
    if _is_stopped(memory.control):
        return 0
    low, high = _bounds(board, node)
    if _decide(low, high, alpha, beta):
        return low if low >= beta else high
    constant, key = _folded(board, node)
    low, high, hint = recalled(memory.table, key)
    if _decide(low + constant, high + constant, alpha, beta):
        return constant + (low if low + constant >= beta else high)
    alpha, beta = max(alpha, low + constant), min(beta, high + constant)
    best, choice, row = -FAR, NO_ACTION, ply * _ROW
    end = row + _lay_out(memory, board, node, row, hint) * _CHILD
    foreseen = _foreseen(memory, board, node, row, end, beta)
    if foreseen >= beta:
        return foreseen
    for here in range(row, end, _CHILD):
        _bring_best(memory.moves, here, end)
        same = seat_of(memory.moves[here + 2]) == seat_of(node.turn)  # R10, R16: an extra ply, or the end.
        child, raised = _child(memory.moves, here, node.theirs, same), max(alpha, best)
        if same:
            margin = _search(memory, board, child, raised, beta, ply + 1)
        else:
            margin = -_search(memory, board, child, -beta, -raised, ply + 1)
        if memory.control[STOP]:
            return 0
        if margin > best:
            best, choice = margin, memory.moves[here] & NO_ACTION
        if best >= beta:
            memory.cuts[choice] += 1
            break
    low = best - constant if best > alpha else low
    high = best - constant if best < beta else high
    remember(memory.table, key, Known(low, high, choice), popcount(node.free))
    return best
