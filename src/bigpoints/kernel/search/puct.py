"""The search: a tree grown where it is promising, every new position judged by the network.

A node that is come to for the first time gets all its children at once, each with the network's judgement; what goes
up is the judgement of the one that suits its mover best (max^n). A game's end is exact, and so is a node once its mover
has a sure win or all its children are exact.
"""

from typing import NamedTuple

import numpy as np

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed import packed_legal_mask, play_in_place
from bigpoints.kernel.portable_math import exp_of
from bigpoints.kernel.search.features import Features, new_features, see
from bigpoints.kernel.search.network import Network, Thoughts, new_thoughts, share_by, think
from bigpoints.kernel.search.tree import DEPTH, EXACT, IN_PART, NODES, Tree, end_depth, is_enough, share_out, sprout

_TWO_PLAYERS, _MORE = (0.5, 0.1), (0.1, 0.03)
"""How eager a search is to explore, and below which difference in its share of the win a move looks as good as another:
the best of what was tried in matches. With more players than two a search that explores much plays worse, the longer it
takes: alone against three with 120 nodes, one with 30,000 nodes had 26 % of the wins with 0.5 and 0.1, and one with
20,000 nodes had 43 % with 0.1 and 0.03."""
_NEARLY_ONE = np.float32(0.999)


class Mind(NamedTuple):
    """What a search judges with."""

    network: Network
    features: Features
    thoughts: Thoughts
    exploration: float
    temperature: float


def new_mind(network: Network, players: int, eagerness: float = 1.0) -> Mind:
    """A mind for a number of players, with room for its thoughts."""
    exploration, temperature = _TWO_PLAYERS if players == 2 else _MORE
    return Mind(network, new_features(), new_thoughts(), exploration * eagerness, temperature)


@compiled
def grow(tree: Tree, root: Packed, mind: Mind) -> None:
    """Search from a position until the limit is reached, all is proven, or somebody stops it."""
    control = tree.control
    if not waiting_pawns(root[at.TURN]):
        return
    while not is_enough(tree) and tree.proven[0] != EXACT:
        tree.words[:] = root
        depth = _descend(tree, mind)
        leaf = tree.path[depth]
        if tree.proven[leaf] or not _unfold(tree, mind, leaf):
            control[NODES] += 1
            end_depth(control)
            for column in range(tree.means.shape[1]):
                tree.shares[column] = tree.means[leaf, column]
        _raise_up(tree, depth)
        control[DEPTH] = max(control[DEPTH], depth + 1)


@inlined
def _descend(tree: Tree, mind: Mind) -> int:
    """Go down the most promising way to a node without children, or one that is proven; its depth."""
    node = depth = 0
    tree.path[0] = 0
    while tree.first[node] and tree.proven[node] != EXACT:
        seat = seat_of(tree.words[at.TURN])
        tree.seats[depth] = seat
        node = _pick(tree, mind, node, seat)
        play_in_place(tree.words, tree.action[node])
        depth += 1
        tree.path[depth] = node
    tree.seats[depth] = seat_of(tree.words[at.TURN])
    return depth


@inlined
def _pick(tree: Tree, mind: Mind, node: int, seat: int) -> int:
    first, count = tree.first[node], tree.children[node]
    best, chosen = -1.0, first
    urge = mind.exploration * np.sqrt(float(tree.visits[node]))
    for child in range(first, first + count):
        if tree.proven[child] == EXACT:  # Nothing new would be found there.
            continue
        visits = float(tree.visits[child])
        bound = tree.means[child, seat] + urge * tree.prior[child] / (1.0 + visits)
        if bound > best:
            best, chosen = bound, child
    return int(chosen)


@inlined
def _unfold(tree: Tree, mind: Mind, node: int) -> bool:
    """Give a node its children, each judged, and note the judgement of the best; no if the memory is full."""
    if not sprout(tree, node, packed_legal_mask(tree.words)):
        return False
    first, count = tree.first[node], tree.children[node]
    seat, best, chosen = seat_of(tree.words[at.TURN]), np.float32(-1), first
    for child in range(first, first + count):
        tree.after[:] = tree.words
        play_in_place(tree.after, tree.action[child])
        _judge(tree, mind, child)
        if tree.means[child, seat] > best:
            best, chosen = tree.means[child, seat], child
    total = 0.0
    for child in range(first, first + count):
        tree.prior[child] = exp_of((tree.means[child, seat] - best) / mind.temperature)
        total += tree.prior[child]
    for child in range(first, first + count):
        tree.prior[child] /= np.float32(total)
    for column in range(tree.means.shape[1]):
        tree.shares[column] = tree.means[chosen, column]
    tree.control[NODES] += count
    return True


@inlined
def _judge(tree: Tree, mind: Mind, child: int) -> None:
    """Note what a position is worth: exactly at the end of the game, otherwise by the network."""
    words, players = tree.after, tree.after[at.SETUP] >> at.PLAYERS & at.PLAYERS_MASK
    tree.visits[child] = 1
    if not waiting_pawns(words[at.TURN]):
        share_out(words, tree.shares, players)
        tree.proven[child] = EXACT
    else:
        see(words, mind.features)
        think(mind.network, mind.features, mind.thoughts, players, words[at.SETUP] >> at.COLOURS & at.COLOURS_MASK)
        share_by(mind.thoughts.logits, players, tree.shares)
        if players == 2:
            tree.shares[2] = mind.thoughts.scores[0] - mind.thoughts.scores[1]
    for column in range(tree.means.shape[1]):
        tree.means[child, column] = tree.shares[column]


@inlined
def _raise_up(tree: Tree, depth: int) -> None:
    """Take what was found at the end of the way up to the root."""
    for up in range(depth + 1):
        ply = depth - up
        node = tree.path[ply]
        tree.visits[node] += 1
        if tree.proven[node] != EXACT:
            if ply == depth or tree.proven[node] or tree.proven[tree.path[ply + 1]] == EXACT:
                _settle(tree, node, tree.seats[ply])
            part = np.float32(1) if tree.proven[node] == EXACT else np.float32(1) / np.float32(tree.visits[node])
            for column in range(tree.means.shape[1]):
                tree.means[node, column] += (tree.shares[column] - tree.means[node, column]) * part


@inlined
def _settle(tree: Tree, node: int, seat: int) -> None:
    """See what exact children make of a node: a sure win for its mover, nothing open, or no less than their best."""
    first, count = tree.first[node], tree.children[node]
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
    tree.proven[node] = IN_PART if is_open and best < _NEARLY_ONE else EXACT
    if tree.proven[node] == IN_PART and tree.shares[seat] > best:
        return
    for column in range(tree.means.shape[1]):
        tree.shares[column] = tree.means[chosen, column]
