"""The tree of a search, stored as arrays: a node is a row, and its children are consecutive rows.

Children are in the order of the legal actions. Another thread may read the tree while it grows.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount, trailing_zeros
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.moves import score_hand

STOP, NODES, NODE_LIMIT, USED, DEPTH, DEPTH_LIMIT = range(6)
"""Indices into `control`: the stop flag, the nodes searched, the node limit, the rows in use, the depth reached, the
depth limit."""
NO_LIMIT = 1 << 62
EXACT, PARTLY = 1, 2
"""Values of `proven`: the node is exact, or some of its children are."""
_MAX_PLIES = 160
"""More plies than any game has."""
_MIN_ROWS = 64
_MAX_ROWS = (1 << 31) - 1
"""Row numbers are 32-bit integers."""
_MAX_VISITS = 1 << 30
_ROW_BYTES = 4 + 4 + 4 + 1 + 1 + 1
_OTHER_BYTES = 1 << 11
"""More than the memory of everything but the rows."""


class Tree(NamedTuple):
    """The nodes, of which row 0 is the root, and the buffers of one simulation."""

    first_child: NDArray[np.int32]
    """The row of the first child; 0 before the node is expanded."""
    child_count: NDArray[np.int8]
    action: NDArray[np.int8]
    visits: NDArray[np.int32]
    means: NDArray[np.float32]
    """Mean win share of each seat over all visits; with two players a third column, the lead of seat 1 in points."""
    prior: NDArray[np.float32]
    """Prior probability among its siblings."""
    proven: NDArray[np.int8]
    path: NDArray[np.int32]
    seats: NDArray[np.int32]
    words: NDArray[np.int64]
    after: NDArray[np.int64]
    shares: NDArray[np.float32]
    control: NDArray[np.int64]


def new_tree(megabytes: float, players: int) -> Tree:
    """An empty tree of at most `megabytes` MiB."""
    columns = 3 if players == 2 else players
    rows = (int(megabytes * 2**20) - _OTHER_BYTES) // (_ROW_BYTES + 4 * columns)
    rows = min(max(rows, _MIN_ROWS), _MAX_ROWS)
    first, visits = (np.zeros(rows, np.int32) for _ in range(2))
    children, action, proven = (np.zeros(rows, np.int8) for _ in range(3))
    path, seats = (np.zeros(_MAX_PLIES, np.int32) for _ in range(2))
    means, prior = np.zeros((rows, columns), np.float32), np.zeros(rows, np.float32)
    words, after, shares = np.zeros(at.WORDS, np.int64), np.zeros(at.WORDS, np.int64), np.zeros(5, np.float32)
    return Tree(
        first, children, action, visits, means, prior, proven, path, seats, words, after, shares, np.zeros(6, np.int64)
    )


def reset_tree(tree: Tree, nodes: int, depth: int) -> Tree:
    """Reset a tree to its bare root, with limits to its nodes and its depth."""
    tree.control[:] = 0, 0, nodes, 1, 0, depth
    tree.first_child[0] = tree.child_count[0] = tree.proven[0] = tree.visits[0] = 0
    tree.means[0] = 0
    return tree


@inlined
def should_stop(tree: Tree) -> bool:
    """Whether a limit is reached, the visit counter is full, or the stop flag is set."""
    control = tree.control
    if tree.visits[0] >= _MAX_VISITS:
        return True
    return bool(control[NODES] >= control[NODE_LIMIT] or control[DEPTH] >= control[DEPTH_LIMIT] or control[STOP])


@inlined
def mark_depth_reached(control: NDArray[np.int64]) -> None:
    """End a search to a fixed depth that can get no deeper: the memory is full, or the game ends before."""
    if control[DEPTH_LIMIT] < NO_LIMIT:
        control[DEPTH_LIMIT] = 0


@inlined
def add_children(tree: Tree, node: int, actions: int) -> bool:
    """Add a child for each legal action of a node; false if the memory is full."""
    used, count = tree.control[USED], popcount(actions)
    if used + count > len(tree.first_child):
        return False
    for child in range(used, used + count):
        tree.action[child] = trailing_zeros(actions)
        tree.first_child[child] = tree.child_count[child] = tree.visits[child] = tree.proven[child] = 0
        tree.means[child, :] = 0.0
        actions &= actions - 1
    # Last, since another thread may read the tree: what it reaches through `first_child` is complete.
    tree.first_child[node], tree.child_count[node] = used, count
    tree.control[USED] = used + count
    return True


@inlined
def write_final_value(words: NDArray[np.int64], shares: NDArray[np.float32], players: int) -> None:
    """R20: write the win share of each seat of a finished game; with two players also the lead of seat 1."""
    best, sharing = -(1 << 30), 0
    for seat in range(players):
        score = score_hand(words[at.TURN], words[at.HANDS + seat])
        words[at.HANDS + seat] = score  # Reuses the words of the hands, which nobody needs any more.
        sharing = 1 if score > best else sharing + (score == best)
        best = max(best, score)
    for seat in range(players):
        shares[seat] = 1.0 / sharing if words[at.HANDS + seat] == best else 0.0
    if players == 2:
        shares[2] = words[at.HANDS] - words[at.HANDS + 1]
