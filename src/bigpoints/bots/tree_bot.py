"""Bots on tree search: `uct`, the levels that search, and the search of the strongest bot.

level5 has no file of its own: it is a `TreeBot` with the network and the node budget that `registry` gives it.

Searches run without the GIL in their own threads, one tree each, while the calling thread watches the budget.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from time import perf_counter

import numpy as np

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.search_result import read_choice
from bigpoints.bots.simple import position_rng
from bigpoints.bots.weights import fitted_network
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.search.puct import new_evaluator, search_puct
from bigpoints.kernel.search.tree import NO_LIMIT, STOP, Tree, new_tree, reset_tree
from bigpoints.kernel.search.uct import search_uct
from bigpoints.position import Position
from bigpoints.rules import legal_moves, start

_POLL_SECONDS = 0.01
"""Seconds between two checks of the budget by the waiting thread."""
_REPORT_SECONDS = 0.1
"""Seconds between two reports to a watcher."""
_GOLDEN_RATIO = 0.618034
_FORCED_NODES = 1000
"""Enough to evaluate a position with only one legal move."""

TreeSearch = Callable[[Tree, Packed, Position], None]
"""Grows a tree from a position until a limit in its control words is reached."""


def uct_search(seed: int) -> TreeSearch:
    """A UCT search with random playouts."""

    def search(tree: Tree, root: Packed, position: Position) -> None:
        search_uct(tree, root, np.uint64(position_rng(seed, position).getrandbits(64)))

    return search


def network_search(number: int) -> TreeSearch:
    """A PUCT search with the network for thread `number`; each thread explores differently, or all trees were equal."""
    network = fitted_network()

    def search(tree: Tree, root: Packed, position: Position) -> None:
        search_puct(tree, root, new_evaluator(network, position.players, exploration_factor(number)))

    return search


def exploration_factor(number: int) -> float:
    """Factor of a thread's exploration constant: 1 for the first, the others spread evenly from 0.5 to 2.

    Multiples of the golden ratio modulo 1 never come close to each other, however many threads there are.
    """
    return float(0.5 * 4 ** ((0.5 + number * _GOLDEN_RATIO) % 1))


class TreeBot:
    """A bot that runs one tree search or several in parallel."""

    def __init__(self, name: str, searches: Sequence[TreeSearch], own: Budget, megabytes: float) -> None:
        self.name = name
        self.searches = searches
        self.own = own
        self.megabytes = megabytes
        self._trees: dict[int, list[Tree]] = {}
        self._is_prepared = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose the most visited move."""
        check_choosable(position)
        self.prepare()
        return self.search(position, self.effective_budget(position, budget), watcher, perf_counter())

    def prepare(self) -> None:
        """Compile the search with a tiny board, so that no clock counts compilation."""
        if not self._is_prepared:
            position = start(2, "BR")
            self.searches[0](reset_tree(new_tree(0, 2), 1, 1), pack(position), position)
            self._is_prepared = True

    def close(self) -> None:
        """Release the trees."""
        self._trees.clear()

    def effective_budget(self, position: Position, budget: Budget) -> Budget:
        """The budget, or this bot's own where it names no limit; a forced move gets 1,000 nodes."""
        if not budget.is_open:
            return budget
        if len(legal_moves(position)) == 1:
            return Budget(nodes=_FORCED_NODES, stop=budget.stop)
        return replace(self.own, stop=budget.stop)

    def search(self, position: Position, budget: Budget, watcher: Watcher | None, began: float) -> Choice:
        """Search within a budget whose time counts from `began`."""
        trees, root = self._reset_trees(position.players, budget), pack(position)
        with ThreadPoolExecutor(len(trees)) as pool:
            try:
                pairs = zip(self.searches, trees, strict=True)
                work = [pool.submit(search, tree, root, position) for search, tree in pairs]
                _wait(work, budget, began, lambda: read_choice(trees, position, perf_counter() - began), watcher)
            finally:
                for tree in trees:
                    tree.control[STOP] = 1  # Whatever ended the waiting, Ctrl-C included, stops the search.
        for one in work:
            one.result()
        choice = read_choice(trees, position, perf_counter() - began)
        # Stopped before any root was expanded: there is nothing to prefer one move by.
        return choice or Choice(legal_moves(position)[0], seconds=perf_counter() - began)

    def _reset_trees(self, players: int, budget: Budget) -> list[Tree]:
        count = len(self.searches)
        if players not in self._trees:
            self._trees = {players: [new_tree(self.megabytes / count, players) for _ in self.searches]}
        nodes, depth = (min(limit or NO_LIMIT, NO_LIMIT) for limit in (budget.nodes, budget.depth))
        return [reset_tree(tree, max(nodes // count, 1), depth) for tree in self._trees[players]]


def _wait(
    work: Sequence[Future[None]],
    budget: Budget,
    began: float,
    read: Callable[[], Choice | None],
    watcher: Watcher | None,
) -> None:
    """Wait until the work is done or the budget is spent, reporting interim choices to the watcher."""
    told = began
    while wait(work, _pause(budget, began)).not_done and not _is_spent(budget, began):
        if watcher is None or perf_counter() - told < _REPORT_SECONDS:
            continue
        told = perf_counter()
        if choice := read():
            watcher(choice)


def _pause(budget: Budget, began: float) -> float:
    """Seconds to wait before the next check of the budget."""
    if budget.seconds is None:
        return _POLL_SECONDS
    return max(min(_POLL_SECONDS, began + budget.seconds - perf_counter()), 0)


def _is_spent(budget: Budget, began: float) -> bool:
    if budget.stop is not None and budget.stop.is_set():
        return True
    return budget.seconds is not None and perf_counter() - began >= budget.seconds
