"""Networks that know nothing of the game, for tests that must hold whatever the network says."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.features import extract_features, new_features
from bigpoints.kernel.search.network import Network, empty_network
from bigpoints.kernel.search.puct import new_evaluator, search_puct
from bigpoints.kernel.search.tree import NO_LIMIT, Tree, new_tree, reset_tree
from bigpoints.position import Position

SMALL_MEGABYTES = 4

Weights = Sequence[NDArray[np.floating[Any]]]
"""The parts of a network, of any precision."""
Evaluation = tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]


def any_network(seed: int) -> Network:
    """Weights drawn at random."""
    rng = np.random.default_rng(seed)
    return Network(*(rng.normal(0, 0.3, part.shape).astype(np.float32) for part in empty_network()))


def grow_tree(
    position: Position, nodes: int, *, seed: int = 0, depth: int = NO_LIMIT, tree: Tree | None = None
) -> Tree:
    """A tree grown with a random network."""
    tree = tree or new_tree(SMALL_MEGABYTES, position.players)
    search_puct(reset_tree(tree, nodes, depth), pack(position), new_evaluator(any_network(seed), position.players))
    return tree


def evaluate_plainly(network: Weights, position: Position) -> Evaluation:
    """Each seat's share of the win, and its score, as the description says it, in double precision."""
    features, players = new_features(), position.players
    extract_features(pack(position), features)
    colours, seats, own, others, share, score = (part.astype(float) for part in network)
    rows = features.colours[:players, : len(position.pawns)]
    of_colours = np.maximum(colours[rows].sum(axis=2), 0).sum(axis=1)
    of_others = (of_colours.sum(axis=0) - of_colours) / (players - 1)
    of_seats = np.maximum(seats[features.seats[:players]].sum(axis=1) + of_colours @ own + of_others @ others, 0)
    raised = np.exp(of_seats @ share - (of_seats @ share).max())
    return raised / raised.sum(), 10 * (of_seats @ score) + features.points[:players] / 2
