"""Bots that grow trees: the yardstick `uct`, the levels that search, and the strongest of them.

The work is done without Python's lock in threads of its own, while the calling one keeps the budget.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from time import perf_counter

import numpy as np

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.search_result import read_choice
from bigpoints.bots.simple import dice
from bigpoints.bots.weights import fitted_network
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.search.puct import new_evaluator, search_puct
from bigpoints.kernel.search.tree import NO_LIMIT, STOP, Tree, new_tree, reset_tree
from bigpoints.kernel.search.uct import search_uct
from bigpoints.position import Position
from bigpoints.rules import legal_moves, start

_LOOK = 0.01
"""How often, in seconds, the waiting thread looks whether it is time to stop."""
_TELL = 0.1
"""How often a watcher is told."""
_GOLDEN = 0.618034
_FORCED_NODES = 1000
"""Enough to judge a position in which there is nothing to decide."""

Grower = Callable[[Tree, Packed, Position], None]
"""Grows a tree until its control says that it is enough."""


def uct_grower(seed: int) -> Grower:
    """The yardstick: random playouts."""

    def grower(tree: Tree, root: Packed, position: Position) -> None:
        search_uct(tree, root, np.uint64(dice(seed, position).getrandbits(64)))

    return grower


def judging_grower(number: int) -> Grower:
    """A search with the network; each thread has its own eagerness to try something else, or all would do the same."""
    network = fitted_network()

    def grower(tree: Tree, root: Packed, position: Position) -> None:
        search_puct(tree, root, new_evaluator(network, position.players, eagerness(number)))

    return grower


def eagerness(number: int) -> float:
    """How eager a thread is to explore: the first one as is best, the others between half and twice that, all apart."""
    return float(0.5 * 4 ** ((0.5 + number * _GOLDEN) % 1))


class TreeBot:
    """A bot that grows a tree, or several at once."""

    def __init__(self, name: str, growers: Sequence[Grower], own: Budget, megabytes: float) -> None:
        self.name = name
        self.growers = growers
        self.own = own
        self.megabytes = megabytes
        self._trees: dict[int, list[Tree]] = {}
        self._is_prepared = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """The move that the search comes back to most often."""
        check_choosable(position)
        self.prepare()
        return self.think(position, self.limited(position, budget), watcher, perf_counter())

    def prepare(self) -> None:
        """Have compiled what this bot needs, before any clock starts."""
        if not self._is_prepared:
            position = start(2, "BR")
            self.growers[0](reset_tree(new_tree(0, 2), 1, 1), pack(position), position)
            self._is_prepared = True

    def close(self) -> None:
        """Let go of the trees."""
        self._trees.clear()

    def limited(self, position: Position, budget: Budget) -> Budget:
        """The budget with this bot's own limit if it has none; a move that is forced needs little thought."""
        if not budget.is_open:
            return budget
        if len(legal_moves(position)) == 1:
            return Budget(nodes=_FORCED_NODES, stop=budget.stop)
        return replace(self.own, stop=budget.stop)

    def think(self, position: Position, budget: Budget, watcher: Watcher | None, began: float) -> Choice:
        """Search within a budget whose time counts from `began`."""
        trees, root = self._planted(position.players, budget), pack(position)
        with ThreadPoolExecutor(len(trees)) as pool:
            try:
                growing = zip(self.growers, trees, strict=True)
                work = [pool.submit(grower, tree, root, position) for grower, tree in growing]
                _wait(work, budget, began, lambda: read_choice(trees, position, perf_counter() - began), watcher)
            finally:
                for tree in trees:
                    tree.control[STOP] = 1  # Whatever ended the waiting, Ctrl-C too, ends the search.
        for one in work:
            one.result()
        choice = read_choice(trees, position, perf_counter() - began)
        # Stopped before the first branch: any move is as good as any other then.
        return choice or Choice(legal_moves(position)[0], seconds=perf_counter() - began)

    def _planted(self, players: int, budget: Budget) -> list[Tree]:
        count = len(self.growers)
        if players not in self._trees:
            self._trees = {players: [new_tree(self.megabytes / count, players) for _ in self.growers]}
        nodes, depth = (min(limit or NO_LIMIT, NO_LIMIT) for limit in (budget.nodes, budget.depth))
        return [reset_tree(tree, max(nodes // count, 1), depth) for tree in self._trees[players]]


def _wait(
    work: Sequence[Future[None]],
    budget: Budget,
    began: float,
    read: Callable[[], Choice | None],
    watcher: Watcher | None,
) -> None:
    """Wait until the work is done or the budget is used up, telling from time to time what is read."""
    told = began
    while wait(work, _pause(budget, began)).not_done and not _is_up(budget, began):
        if watcher is None or perf_counter() - told < _TELL:
            continue
        told = perf_counter()
        if choice := read():
            watcher(choice)


def _pause(budget: Budget, began: float) -> float:
    """How long to wait before the next look."""
    if budget.seconds is None:
        return _LOOK
    return max(min(_LOOK, began + budget.seconds - perf_counter()), 0)


def _is_up(budget: Budget, began: float) -> bool:
    if budget.stop is not None and budget.stop.is_set():
        return True
    return budget.seconds is not None and perf_counter() - began >= budget.seconds
