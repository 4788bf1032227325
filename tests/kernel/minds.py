"""Networks that know nothing of the game, for tests that must hold whatever the network says."""

import numpy as np

from bigpoints.kernel.evaluating import Network, empty_network
from bigpoints.kernel.growing import grow, new_mind
from bigpoints.kernel.packing import pack
from bigpoints.kernel.trees import NO_LIMIT, Tree, new_tree, planted
from bigpoints.position import Position

SMALL_MEGABYTES = 4


def any_network(seed: int) -> Network:
    """Weights drawn at random."""
    rng = np.random.default_rng(seed)
    return Network(*(rng.normal(0, 0.3, part.shape).astype(np.float32) for part in empty_network()))


def grown(position: Position, nodes: int, *, seed: int = 0, depth: int = NO_LIMIT, tree: Tree | None = None) -> Tree:
    """A tree that was grown with such a network."""
    tree = tree or new_tree(SMALL_MEGABYTES, position.players)
    grow(planted(tree, nodes, depth), pack(position), new_mind(any_network(seed)))
    return tree
