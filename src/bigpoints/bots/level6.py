"""The strongest bot: the tree search, and for two players the exact solver once it is likely to finish."""

from dataclasses import replace
from time import perf_counter

from bigpoints.bots.bot import OWN, Budget, Candidate, Choice, Watcher, check_choosable
from bigpoints.bots.search_result import with_proof
from bigpoints.bots.solver.solve import Solution, compile_solver, solve
from bigpoints.bots.tree_bot import TreeBot
from bigpoints.kernel.solver.alphabeta import Memory, new_memory
from bigpoints.position import PAWNS, STAIRCASE, Colour, Position

_SOLVER_SHARE = 0.5
"""Largest part of a budget that the solver uses."""
_NODES_PER_SECOND = 1_500_000
"""Speed of the solver on an ordinary machine; it only decides whether the solver is tried."""
_MOST_SOLVER_NODES = 20_000_000
"""About 13 s: the solver reports nothing to a watcher while it runs."""
_ENTRY_BYTES = 16
_LONG = 1e9
_AFTER_PROOF = 5000
"""Search nodes for comparing the other moves once the best one is proven."""


class MasterBot:
    """A tree search that tries the solver first where it is likely to finish."""

    def __init__(self, bot: TreeBot, megabytes: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.entries = int(megabytes * 2**20) // _ENTRY_BYTES
        self._memory: Memory | None = None

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose the proven best move if the solver finishes, otherwise the move of the search."""
        check_choosable(position)
        self.bot.prepare()
        compile_solver()
        began = perf_counter()
        limit = self.bot.effective_budget(position, budget)
        solution = self._try_solver(position, limit)
        choice = self.bot.search(position, _remaining_budget(limit, solution), watcher, began)
        if solution is None:
            return choice
        choice = replace(choice, nodes=choice.nodes + solution.nodes)
        return _with_solution(choice, position, solution) if solution.line else choice

    def close(self) -> None:
        """Release the trees and the solver's table."""
        self.bot.close()
        self._memory = None

    def _try_solver(self, position: Position, budget: Budget) -> Solution | None:
        """The solver's solution of a position that it can likely finish, or None."""
        nodes = _solver_nodes(budget)
        if position.players != 2 or estimate_nodes(position) > nodes:
            return None
        if budget.nodes is not None:
            self._memory = None  # A node limit promises equal answers, so nothing may be left from earlier searches.
        self._memory = self._memory or new_memory(self.entries)
        seconds = budget.seconds and budget.seconds * _SOLVER_SHARE
        return solve(position, limits=Budget(nodes, seconds, stop=budget.stop), memory=self._memory)


def estimate_nodes(position: Position) -> float:
    """The nodes that the solver is likely to need: the median of a fit to 130 positions of games."""
    way = sum(
        1 + position.path[place:].count(pawn)
        for pawn, place in zip(PAWNS, position.pawns, strict=False)
        if place < STAIRCASE
    )
    held = sum(hand.black for hand in position.hands)
    return float(10 ** (0.2 + 0.3 * way + 0.65 * held + 0.25 * position.path.count(Colour.BLACK)))


def _solver_nodes(budget: Budget) -> int:
    """Node limit of the solver; 0 with a depth limit, which the solver cannot keep."""
    if budget.depth is not None:
        return 0
    by_time = (budget.seconds or _LONG) * _NODES_PER_SECOND
    return int(min((budget.nodes or by_time) * _SOLVER_SHARE, by_time * _SOLVER_SHARE, _MOST_SOLVER_NODES))


def _remaining_budget(budget: Budget, solution: Solution | None) -> Budget:
    """The budget left for the search; after a proof, just enough to compare the other moves."""
    if solution is None:
        return budget
    left = budget.nodes and max(budget.nodes - solution.nodes, 1)
    if solution.line:
        return replace(budget, nodes=min(left or _AFTER_PROOF, _AFTER_PROOF))
    return replace(budget, nodes=left)


def _with_solution(choice: Choice, position: Position, solution: Solution) -> Choice:
    mover = (1 + (solution.outcome or 0)) / 2
    value = (mover, 1 - mover) if position.seat == 1 else (1 - mover, mover)
    margin = float(solution.low)
    return with_proof(choice, position, Candidate(solution.line[0], value, solution.nodes, True, margin, solution.line))
