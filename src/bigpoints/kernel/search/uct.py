"""The yardstick: UCB1 on the share of wins, games played out at random, nothing clever."""

import numpy as np

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import play, seat_of, waiting
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed import legal_in, planes_of, play_in
from bigpoints.kernel.playouts import random_action
from bigpoints.kernel.portable_math import log_of
from bigpoints.kernel.rng import advanced, below, scrambled
from bigpoints.kernel.search.tree import DEPTH, NODES, Tree, end_depth, is_enough, share_out, sprout

_EXPLORATION = 1.4


@compiled
def grow_uct(tree: Tree, root: Packed, chance: np.uint64) -> np.uint64:
    """Play games from a position until the limit is reached or somebody stops it; the generator after them."""
    control = tree.control
    while not is_enough(tree):
        tree.words[:] = root
        depth, chance = _descend(tree, chance)
        chance = _play_out(tree, chance)
        for ply in range(depth + 1):
            node = tree.path[ply]
            tree.visits[node] += 1
            part = np.float32(1) / np.float32(tree.visits[node])
            for column in range(tree.means.shape[1]):
                tree.means[node, column] += (tree.shares[column] - tree.means[node, column]) * part
        control[NODES] += 1
        control[DEPTH] = max(control[DEPTH], depth)
    return chance


@inlined
def _descend(tree: Tree, chance: np.uint64) -> tuple[int, np.uint64]:
    """Go down to a node that was not visited yet or ends the game; its depth."""
    node = depth = 0
    tree.path[0] = 0
    while (tree.visits[node] or node == 0) and waiting(tree.words[at.TURN]):
        if not tree.first[node] and not sprout(tree, node, legal_in(tree.words)):
            end_depth(tree.control)
            break
        node, chance = _pick(tree, node, seat_of(tree.words[at.TURN]), chance)
        play_in(tree.words, tree.action[node])
        depth += 1
        tree.path[depth] = node
    if not waiting(tree.words[at.TURN]):
        end_depth(tree.control)
    return depth, chance


@inlined
def _pick(tree: Tree, node: int, seat: int, chance: np.uint64) -> tuple[int, np.uint64]:
    """A child that was never visited, any of them; or the one with the highest upper confidence bound."""
    first, count = tree.first[node], tree.children[node]
    unseen = 0
    for child in range(first, first + count):
        unseen += tree.visits[child] == 0
    if unseen:
        chance = advanced(chance)
        number = below(scrambled(chance), unseen)
        for child in range(first, first + count):
            number -= tree.visits[child] == 0
            if number < 0:
                return child, chance
    best, chosen = -1.0, first
    log = log_of(tree.visits[node])
    for child in range(first, first + count):
        visits = float(tree.visits[child])
        bound = tree.means[child, seat] + _EXPLORATION * np.sqrt(log / visits)
        if bound > best:
            best, chosen = bound, child
    return chosen, chance


@inlined
def _play_out(tree: Tree, chance: np.uint64) -> np.uint64:
    """Play the game at random to its end, and note each seat's share of the win (R20)."""
    words = tree.words
    planes, setup = planes_of(words), words[at.SETUP]
    free, turn, wires = words[at.FREE], words[at.TURN], words[at.WIRES]
    while waiting(turn):
        action, chance = random_action(planes, setup, free, turn, chance)
        seat = at.HANDS + seat_of(turn)
        free, turn, wires, words[seat] = play(planes, setup, free, turn, wires, words[seat], action)
    words[at.TURN] = turn
    share_out(words, tree.shares, setup >> at.PLAYERS & at.PLAYERS_MASK)
    return chance
