"""UCT, the yardstick for other searches: UCB1 on win shares, with random playouts and nothing else."""

import numpy as np

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import play, players_of, seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed_moves import packed_legal_mask, packed_planes, play_in_place
from bigpoints.kernel.playouts import random_action
from bigpoints.kernel.portable_math import log_of
from bigpoints.kernel.rng import advance, draw_below, random_bits
from bigpoints.kernel.search.tree import (
    DEPTH,
    NODES,
    Tree,
    add_children,
    mark_depth_reached,
    should_stop,
    write_final_value,
)

_EXPLORATION = 1.4


@compiled
def search_uct(tree: Tree, root: Packed, rng_state: np.uint64) -> np.uint64:
    """Search from a position until a limit is reached or the stop flag is set; the generator state afterwards."""
    control = tree.control
    while not should_stop(tree):
        tree.words[:] = root
        depth, rng_state = _select_leaf(tree, rng_state)
        rng_state = _play_out(tree, rng_state)
        for ply in range(depth + 1):
            node = tree.path[ply]
            tree.visits[node] += 1
            part = np.float32(1) / np.float32(tree.visits[node])
            for column in range(tree.means.shape[1]):
                tree.means[node, column] += (tree.shares[column] - tree.means[node, column]) * part
        control[NODES] += 1
        control[DEPTH] = max(control[DEPTH], depth)
    return rng_state


@inlined
def _select_leaf(tree: Tree, rng_state: np.uint64) -> tuple[int, np.uint64]:
    """Follow the best children to a node that is unvisited or ends the game; its depth."""
    node = depth = 0
    tree.path[0] = 0
    while (tree.visits[node] or node == 0) and waiting_pawns(tree.words[at.TURN]):
        if not tree.first_child[node] and not add_children(tree, node, packed_legal_mask(tree.words)):
            mark_depth_reached(tree.control)
            break
        node, rng_state = _select_child(tree, node, seat_of(tree.words[at.TURN]), rng_state)
        play_in_place(tree.words, tree.action[node])
        depth += 1
        tree.path[depth] = node
    if not waiting_pawns(tree.words[at.TURN]):
        mark_depth_reached(tree.control)
    return depth, rng_state


@inlined
def _select_child(tree: Tree, node: int, seat: int, rng_state: np.uint64) -> tuple[int, np.uint64]:
    """A random unvisited child; if there is none, the child with the highest upper confidence bound."""
    first, count = tree.first_child[node], tree.child_count[node]
    unseen = 0
    for child in range(first, first + count):
        unseen += tree.visits[child] == 0
    if unseen:
        rng_state = advance(rng_state)
        number = draw_below(random_bits(rng_state), unseen)
        for child in range(first, first + count):
            number -= tree.visits[child] == 0
            if number < 0:
                return child, rng_state
    best, chosen = -1.0, first
    log = log_of(tree.visits[node])
    for child in range(first, first + count):
        visits = float(tree.visits[child])
        bound = tree.means[child, seat] + _EXPLORATION * np.sqrt(log / visits)
        if bound > best:
            best, chosen = bound, child
    return chosen, rng_state


@inlined
def _play_out(tree: Tree, rng_state: np.uint64) -> np.uint64:
    """Play a random game to its end and write the win share of each seat (R20)."""
    words = tree.words
    planes, setup = packed_planes(words), words[at.SETUP]
    free, turn, wires = words[at.FREE], words[at.TURN], words[at.WIRES]
    while waiting_pawns(turn):
        action, rng_state = random_action(planes, setup, free, turn, rng_state)
        seat = at.HANDS + seat_of(turn)
        free, turn, wires, words[seat] = play(planes, setup, free, turn, wires, words[seat], action)
    words[at.TURN] = turn
    write_final_value(words, tree.shares, players_of(setup))
    return rng_state
