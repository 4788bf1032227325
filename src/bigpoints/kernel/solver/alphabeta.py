"""Alpha–beta search for the exact margin of a two-player position, with a transposition table.

Margins are those of the seat to move. `control` is shared with the waiting thread, which reads the node count there and
stops the search. `moves` is a stack of rows, one per ply, with 21 children of 5 words each:

    word 0  move ordering score, then 5 bits for the action      word 3  WIRES
    word 1  FREE                                                 word 4  the mover's hand
    word 2  TURN
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
from bigpoints.kernel.solver.canonical import canonicalise
from bigpoints.kernel.solver.move_order import disc_worths, score_move
from bigpoints.kernel.solver.transposition import (
    INFINITY,
    NO_ACTION,
    TableEntry,
    TableKey,
    Words,
    hash_key,
    new_table,
    probe,
    store,
)

STOP, NODES, NODE_LIMIT = 0, 1, 2
"""Indices into `control`: the stop flag, the nodes searched, the node limit."""

_MAX_PLIES = 160
"""More plies than any game has: each takes a disc, climbs, passes, or leaves the start with nothing to take (R7)."""
_HISTORY_SHIFT = 10
"""1,024 cutoffs by an action raise its ordering score by 1/512 point."""
_STORED_ACTION_BONUS = 1 << 40
"""More than any other score: the action from the table is searched first."""
_MIN_PROBE_PLIES = 6
"""With fewer plies left, searching the children costs less than looking them up."""
_CHILD_WORDS = 5
_ROW_WORDS = at.ACTIONS * _CHILD_WORDS
_ACTION_BITS = 5


class Memory(NamedTuple):
    """Memory of a search: transposition table, move stack, cutoffs per action (history heuristic), control."""

    table: Words
    moves: Words
    history: Words
    control: Words


class FixedBoard(NamedTuple):
    """The words that a game never changes. Many boards may share a table: the salt separates their keys."""

    planes: Planes
    setup: int
    salt: int


class Node(NamedTuple):
    """The words that a ply changes; `mine` is the hand of the seat to move."""

    free: int
    turn: int
    wires: int
    mine: int
    theirs: int


def new_memory(entries: int) -> Memory:
    """A memory whose table has up to `entries` entries of 16 bytes."""
    moves, history, control = (np.zeros(size, np.int64) for size in (_MAX_PLIES * _ROW_WORDS, at.ACTIONS, 3))
    return Memory(new_table(entries), moves, history, control)


def search_margin(memory: Memory, packed: Packed, alpha: int, beta: int) -> int:
    """The margin of a two-player position if it lies between alpha and beta, otherwise a bound on it.

    The result is meaningless once the stop flag is set.
    """
    return _search(memory, *_unpack_node(packed), alpha, beta, 0)


def stored_action(memory: Memory, packed: Packed) -> int | None:
    """The best action that the table holds for a position, or None."""
    action = _stored_action(memory.table, *_unpack_node(packed))
    return None if action == NO_ACTION else action


def _unpack_node(packed: Packed) -> tuple[FixedBoard, Node]:
    word = packed.tolist()
    seat = word[at.TURN] >> at.SEAT & at.SEAT_MASK
    planes = word[at.PLANES], word[at.PLANES + 1], word[at.PLANES + 2]
    mine, theirs = word[at.HANDS + seat], word[at.HANDS + 1 - seat]
    salt = hash((planes, word[at.SETUP])) >> 1
    return FixedBoard(planes, word[at.SETUP], salt), Node(word[at.FREE], word[at.TURN], word[at.WIRES], mine, theirs)


@compiled
def _stored_action(table: Words, board: FixedBoard, node: Node) -> int:
    _, key = _canonical_key(board, node)
    return probe(table, key).action


@inlined
def _canonical_key(board: FixedBoard, node: Node) -> tuple[int, TableKey]:
    """The constant part of the margin, and the table key of the variable part."""
    free, turn, wires, mine, theirs = node
    constant, places, hands = canonicalise(board.planes, board.setup, free, turn, mine, theirs)
    return constant, hash_key(board.salt, free, wires, places, hands)


@inlined
def _bounds(board: FixedBoard, node: Node) -> tuple[int, int]:
    free, turn, wires, mine, theirs = node
    return margin_bounds(board.planes, board.setup, free, turn, wires, mine, theirs)


@inlined
def _count_node(control: Words) -> int:
    """Count a node; true once the search has to stop."""
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
    return int(control[STOP])


@inlined
def _settles(low: int, high: int, alpha: int, beta: int) -> bool:
    """Whether bounds settle the search window."""
    return low >= beta or high <= alpha or low == high


@inlined
def _generate_children(memory: Memory, board: FixedBoard, node: Node, row: int, hint: int) -> int:
    """Write the children of a node into a row, each with its ordering score; the number of children."""
    free, turn, wires, mine, theirs = node
    moves, count = memory.moves, 0
    worth = disc_worths(board.planes, board.setup, free, turn, mine)
    actions = legal_mask(board.planes, board.setup, free, turn)
    while actions:
        action = trailing_zeros(actions)
        actions &= actions - 1
        its_free, its_turn, its_wires, hand = play(board.planes, board.setup, free, turn, wires, mine, action)
        order = score_move(board.setup, turn, mine, theirs, worth, action, its_turn, hand) << 6
        order += (memory.history[action] >> _HISTORY_SHIFT) + int(action == hint) * _STORED_ACTION_BONUS
        here = row + count * _CHILD_WORDS
        moves[here], moves[here + 1], moves[here + 2] = order << _ACTION_BITS | action, its_free, its_turn
        moves[here + 3], moves[here + 4] = its_wires, hand
        count += 1
    return count


@inlined
def _swap_best_first(moves: Words, here: int, end: int) -> None:
    """Swap the best-scored move from `here` to the end of the row to `here`.

    Selecting one move at a time costs less than sorting the row, since most nodes are cut after the first move.
    """
    best = here
    for other in range(here + _CHILD_WORDS, end, _CHILD_WORDS):
        if moves[other] > moves[best]:
            best = other
    if best != here:
        for word in range(_CHILD_WORDS):
            moves[here + word], moves[best + word] = moves[best + word], moves[here + word]


@inlined
def _child(moves: Words, here: int, theirs: int, same: bool) -> Node:
    """The node after a move of the row, from the view of its own seat to move."""
    free, turn, wires, hand = moves[here + 1], moves[here + 2], moves[here + 3], moves[here + 4]
    return Node(free, turn, wires, hand if same else theirs, theirs if same else hand)


@inlined
def _probe_children(memory: Memory, board: FixedBoard, node: Node, row: int, end: int, beta: int) -> int:
    """The best lower bound that the table holds for the children of a row (enhanced transposition cutoff)."""
    best = -INFINITY
    if plies_left(board.planes, node.free, node.turn) < _MIN_PROBE_PLIES:
        return best
    for here in range(row, end, _CHILD_WORDS):
        if waiting_pawns(memory.moves[here + 2]) and best < beta:
            same = seat_of(memory.moves[here + 2]) == seat_of(node.turn)
            constant, key = _canonical_key(board, _child(memory.moves, here, node.theirs, same))
            known = probe(memory.table, key)
            best = max(best, known.low + constant if same else -known.high - constant)
    return best


@compiled
def _search(memory: Memory, board: FixedBoard, node: Node, alpha: int, beta: int, ply: int) -> int:
    """The margin if it lies between alpha and beta, otherwise a bound on it; meaningless once stopped."""
    if not waiting_pawns(node.turn):
        return score_hand(node.turn, node.mine) - score_hand(node.turn, node.theirs)  # R16
    if _count_node(memory.control):
        return 0
    low, high = _bounds(board, node)
    if _settles(low, high, alpha, beta):
        return low if low >= beta else high
    constant, key = _canonical_key(board, node)
    low, high, hint = probe(memory.table, key)
    if _settles(low + constant, high + constant, alpha, beta):
        return constant + (low if low + constant >= beta else high)
    alpha, beta = max(alpha, low + constant), min(beta, high + constant)
    best, choice, row = -INFINITY, NO_ACTION, ply * _ROW_WORDS
    end = row + _generate_children(memory, board, node, row, hint) * _CHILD_WORDS
    probed = _probe_children(memory, board, node, row, end, beta)
    if probed >= beta:
        return probed
    for here in range(row, end, _CHILD_WORDS):
        _swap_best_first(memory.moves, here, end)
        # R10, R16: after a regular ply before an extra one, and at the end, the seat stays: no change of sign.
        same = seat_of(memory.moves[here + 2]) == seat_of(node.turn)
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
            memory.history[choice] += 1
            break
    low = best - constant if best > alpha else low
    high = best - constant if best < beta else high
    store(memory.table, key, TableEntry(low, high, choice), popcount(node.free))
    return best
