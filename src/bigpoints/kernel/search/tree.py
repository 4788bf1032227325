"""A tree of plies that a search grows: what it remembers of every position it came to.

Nodes are rows of arrays. The children of a node lie side by side, one for each legal action.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import popcount, trailing_zeros
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.moves import score_hand

STOP, NODES, LIMIT, USED, DEPTH, DEEPEST = range(6)
"""Where in `control` the wish to stop stands, the nodes so far, how many there may be, the rows in use,
the depth reached, and at which one it is enough."""
NO_LIMIT = 1 << 62
EXACT, IN_PART = 1, 2
"""What a node's `proven` says: its value is exact, or that of some of its children is."""
_LONGEST = 160
"""More plies than any game has."""
_FEWEST = 64
_MOST_ROWS = (1 << 31) - 1
"""What the number of a row can be."""
_MOST_VISITS = 1 << 30
_ROW_BYTES = 4 + 4 + 4 + 1 + 1 + 1
_OTHER_BYTES = 1 << 11
"""More than everything takes that is not rows."""


class Tree(NamedTuple):
    """The nodes, row 0 being the root, and what a search writes on while it goes down and up again."""

    first: NDArray[np.int32]
    """The row of the first child; 0 if there is none yet."""
    children: NDArray[np.int8]
    action: NDArray[np.int8]
    visits: NDArray[np.int32]
    means: NDArray[np.float32]
    """For every seat, the mean win share of all visits; with two players the lead of the first one, too."""
    prior: NDArray[np.float32]
    """How promising a node looked at first, beside its siblings."""
    proven: NDArray[np.int8]
    path: NDArray[np.int32]
    seats: NDArray[np.int32]
    words: NDArray[np.int64]
    after: NDArray[np.int64]
    shares: NDArray[np.float32]
    control: NDArray[np.int64]


def new_tree(megabytes: float, players: int) -> Tree:
    """An empty tree that takes so much memory at most."""
    columns = 3 if players == 2 else players
    rows = (int(megabytes * 2**20) - _OTHER_BYTES) // (_ROW_BYTES + 4 * columns)
    rows = min(max(rows, _FEWEST), _MOST_ROWS)
    first, visits = (np.zeros(rows, np.int32) for _ in range(2))
    children, action, proven = (np.zeros(rows, np.int8) for _ in range(3))
    path, seats = (np.zeros(_LONGEST, np.int32) for _ in range(2))
    means, prior = np.zeros((rows, columns), np.float32), np.zeros(rows, np.float32)
    words, after, shares = np.zeros(at.WORDS, np.int64), np.zeros(at.WORDS, np.int64), np.zeros(5, np.float32)
    return Tree(
        first, children, action, visits, means, prior, proven, path, seats, words, after, shares, np.zeros(6, np.int64)
    )


def planted(tree: Tree, nodes: int, depth: int) -> Tree:
    """The tree with nothing in it but its root, and limits to its nodes and its depth."""
    tree.control[:] = 0, 0, nodes, 1, 0, depth
    tree.first[0] = tree.children[0] = tree.proven[0] = tree.visits[0] = 0
    tree.means[0] = 0
    return tree


@inlined
def is_enough(tree: Tree) -> bool:
    """Whether a search has reached a limit, can count no further, or is to stop."""
    control = tree.control
    if tree.visits[0] >= _MOST_VISITS:
        return True
    return bool(control[NODES] >= control[LIMIT] or control[DEPTH] >= control[DEEPEST] or control[STOP])


@inlined
def end_depth(control: NDArray[np.int64]) -> None:
    """Take a limit to the depth, if there is one, as reached: the memory is full, or the game does not last so long."""
    if control[DEEPEST] < NO_LIMIT:
        control[DEEPEST] = 0


@inlined
def sprout(tree: Tree, node: int, actions: int) -> bool:
    """Give a node a child for each of some actions; no if the memory is full."""
    used, count = tree.control[USED], popcount(actions)
    if used + count > len(tree.first):
        return False
    for child in range(used, used + count):
        tree.action[child] = trailing_zeros(actions)
        tree.first[child] = tree.children[child] = tree.visits[child] = tree.proven[child] = 0
        tree.means[child, :] = 0.0
        actions &= actions - 1
    # Last, since somebody may read the tree while it grows.
    tree.first[node], tree.children[node] = used, count
    tree.control[USED] = used + count
    return True


@inlined
def share_out(words: NDArray[np.int64], shares: NDArray[np.float32], players: int) -> None:
    """R20: note each seat's share of the win, the game being over, and of two the first one's lead."""
    best, sharing = -(1 << 30), 0
    for seat in range(players):
        score = score_hand(words[at.TURN], words[at.HANDS + seat])
        words[at.HANDS + seat] = score  # Nobody needs the hands any more.
        sharing = 1 if score > best else sharing + (score == best)
        best = max(best, score)
    for seat in range(players):
        shares[seat] = 1.0 / sharing if words[at.HANDS + seat] == best else 0.0
    if players == 2:
        shares[2] = words[at.HANDS] - words[at.HANDS + 1]
