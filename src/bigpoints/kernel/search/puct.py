"""PUCT: Monte Carlo tree search guided by the network, for two to five players (max^n).

Each simulation selects a leaf, expands it with all its children, evaluates each child by the network and backpropagates
the value of the child that is best for its mover. Selection maximises, for the seat to move,

    mean win share + exploration · prior · sqrt(visits of the parent) / (1 + visits)

of a child, where the prior is a softmax of the children's first evaluations. The end of a game is exact; so is a node
once its mover has a certain win, or all its children are exact. Exact nodes are not searched again.
"""

from typing import NamedTuple

import numpy as np

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import colours_of, players_of, seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed_moves import packed_legal_mask, play_in_place
from bigpoints.kernel.portable_math import exp_of
from bigpoints.kernel.search.features import Features, extract_features, new_features
from bigpoints.kernel.search.network import Activations, Network, forward, new_activations, softmax
from bigpoints.kernel.search.tree import (
    DEPTH,
    EXACT,
    NODES,
    PARTLY,
    Tree,
    add_children,
    mark_depth_reached,
    should_stop,
    write_final_value,
)

_TWO_PLAYERS, _MORE = (0.5, 0.1), (0.1, 0.03)
"""Exploration constant and temperature of the priors, the best of those tried in matches. With more than two players,
much exploration makes long searches play worse: alone against three bots of 120 nodes, 30,000 nodes won 26 % with 0.5
and 0.1, and 20,000 nodes won 43 % with 0.1 and 0.03."""
_NEARLY_ONE = np.float32(0.999)
"""A win share that counts as certain: means are rounded to single precision."""


class Evaluator(NamedTuple):
    """The network of a search with its buffers, and the constants of its selection."""

    network: Network
    features: Features
    activations: Activations
    exploration: float
    temperature: float


def new_evaluator(network: Network, players: int, exploration_factor: float = 1.0) -> Evaluator:
    """An evaluator for a number of players; `exploration_factor` multiplies its exploration constant."""
    exploration, temperature = _TWO_PLAYERS if players == 2 else _MORE
    return Evaluator(network, new_features(), new_activations(), exploration * exploration_factor, temperature)


@compiled
def search_puct(tree: Tree, root: Packed, evaluator: Evaluator) -> None:
    """Search from a position until a limit is reached, the root is exact, or the stop flag is set."""
    control = tree.control
    if not waiting_pawns(root[at.TURN]):
        return
    while not should_stop(tree) and tree.proven[0] != EXACT:
        tree.words[:] = root
        depth = _select_leaf(tree, evaluator)
        leaf = tree.path[depth]
        if tree.proven[leaf] or not _expand(tree, evaluator, leaf):
            control[NODES] += 1
            mark_depth_reached(control)
            for column in range(tree.means.shape[1]):
                tree.shares[column] = tree.means[leaf, column]
        _backpropagate(tree, depth)
        control[DEPTH] = max(control[DEPTH], depth + 1)


@inlined
def _select_leaf(tree: Tree, evaluator: Evaluator) -> int:
    """Follow the best children to a node that is unexpanded or exact; its depth."""
    node = depth = 0
    tree.path[0] = 0
    while tree.first_child[node] and tree.proven[node] != EXACT:
        seat = seat_of(tree.words[at.TURN])
        tree.seats[depth] = seat
        node = _select_child(tree, evaluator, node, seat)
        play_in_place(tree.words, tree.action[node])
        depth += 1
        tree.path[depth] = node
    tree.seats[depth] = seat_of(tree.words[at.TURN])
    return depth


@inlined
def _select_child(tree: Tree, evaluator: Evaluator, node: int, seat: int) -> int:
    first, count = tree.first_child[node], tree.child_count[node]
    best, chosen = -1.0, first
    exploration = evaluator.exploration * np.sqrt(float(tree.visits[node]))
    for child in range(first, first + count):
        if tree.proven[child] == EXACT:  # Its value cannot change any more.
            continue
        visits = float(tree.visits[child])
        bound = tree.means[child, seat] + exploration * tree.prior[child] / (1.0 + visits)
        if bound > best:
            best, chosen = bound, child
    return int(chosen)


@inlined
def _expand(tree: Tree, evaluator: Evaluator, node: int) -> bool:
    """Add and evaluate the children of a node; the mover's best value goes to `shares`. False if memory is full."""
    if not add_children(tree, node, packed_legal_mask(tree.words)):
        return False
    first, count = tree.first_child[node], tree.child_count[node]
    seat, best, chosen = seat_of(tree.words[at.TURN]), np.float32(-1), first
    for child in range(first, first + count):
        tree.after[:] = tree.words
        play_in_place(tree.after, tree.action[child])
        _evaluate_child(tree, evaluator, child)
        if tree.means[child, seat] > best:
            best, chosen = tree.means[child, seat], child
    total = 0.0
    for child in range(first, first + count):
        tree.prior[child] = exp_of((tree.means[child, seat] - best) / evaluator.temperature)
        total += tree.prior[child]
    for child in range(first, first + count):
        tree.prior[child] /= np.float32(total)
    for column in range(tree.means.shape[1]):
        tree.shares[column] = tree.means[chosen, column]
    tree.control[NODES] += count
    return True


@inlined
def _evaluate_child(tree: Tree, evaluator: Evaluator, child: int) -> None:
    """Write the value of a child: exact at the end of the game, otherwise from the network."""
    words, players = tree.after, players_of(tree.after[at.SETUP])
    tree.visits[child] = 1
    if not waiting_pawns(words[at.TURN]):
        write_final_value(words, tree.shares, players)
        tree.proven[child] = EXACT
    else:
        extract_features(words, evaluator.features)
        forward(
            evaluator.network,
            evaluator.features,
            evaluator.activations,
            players,
            colours_of(words[at.SETUP]),
        )
        softmax(evaluator.activations.logits, players, tree.shares)
        if players == 2:
            tree.shares[2] = evaluator.activations.scores[0] - evaluator.activations.scores[1]
    for column in range(tree.means.shape[1]):
        tree.means[child, column] = tree.shares[column]


@inlined
def _backpropagate(tree: Tree, depth: int) -> None:
    """Add the value in `shares` to the mean of every node from the leaf up to the root."""
    for up in range(depth + 1):
        ply = depth - up
        node = tree.path[ply]
        tree.visits[node] += 1
        if tree.proven[node] != EXACT:
            if ply == depth or tree.proven[node] or tree.proven[tree.path[ply + 1]] == EXACT:
                _update_proof(tree, node, tree.seats[ply])
            part = np.float32(1) if tree.proven[node] == EXACT else np.float32(1) / np.float32(tree.visits[node])
            for column in range(tree.means.shape[1]):
                tree.means[node, column] += (tree.shares[column] - tree.means[node, column]) * part


@inlined
def _update_proof(tree: Tree, node: int, seat: int) -> None:
    """Derive a node's proof from its exact children.

    It is exact if its mover wins for certain through one of them, or if no child is open. With open children left it is
    PARTLY proven: the mover gets at least the best exact value, so a lower value in `shares` is raised to it.
    """
    first, count = tree.first_child[node], tree.child_count[node]
    best, chosen, is_open = np.float32(-1), -1, False
    for child in range(first, first + count):
        if tree.proven[child] != EXACT:
            is_open = True
            continue
        its = tree.means[child, seat]
        if its > best:
            best, chosen = its, child
    if chosen < 0:
        return
    tree.proven[node] = PARTLY if is_open and best < _NEARLY_ONE else EXACT
    if tree.proven[node] == PARTLY and tree.shares[seat] > best:
        return
    for column in range(tree.means.shape[1]):
        tree.shares[column] = tree.means[chosen, column]
